"""The search forward from one pawn ending, compiled by numba: the extra ``pawnviz[fast]``.

Only the pawn structures that the position reaches by undecided moves of a plan are entered. Each pass goes forward
through them, from the pawns farthest from promotion, and back, where the sets of king pairs that a side wins, or may
win, grow closer together. What is never entered counts as won by neither side where wins are proved, and by either
where they are excluded, as in ``wins``.

Where a win rests on promotions after which both sides have pieces, those positions are proved one by one: see
``compiled_hopes`` and ``compiled_wins``.

The room is fixed: about 700 MB where all of it is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from time import monotonic
from typing import Any, Final, NamedTuple

import numpy

from pawnviz.core.board.bitboard import BOARD, RANKS, east, flip_vertical, north, south, squares, west
from pawnviz.core.endings.allowance import allowance
from pawnviz.core.endings.bounds import Wins
from pawnviz.core.endings.compiled import (
    BLACK_WINS,
    WHITE_WINS,
    Tables,
    pairs_as_array,
    pairs_as_int,
    place_of,
    put_place,
    slots_for,
)
from pawnviz.core.endings.compiled_hopes import MOST_ASKED, MOST_LAYERS, Way, leads_to_change, walk
from pawnviz.core.endings.compiled_pawns import (
    ASKED,
    ASKS_WHITE,
    CUT,
    ENTERED,
    MOST_AGAINST_QUEEN,
    MOST_AWAY,
    PUSHED_FILES,
    RESTRICTS_WHITE,
    decide,
    enter,
    expand,
)
from pawnviz.core.endings.compiled_promotions import EFFORTS, black_promoted_edge, white_promoted_edge
from pawnviz.core.endings.compiled_queens import DEEPEST, solve_queen_structure
from pawnviz.core.endings.king_pairs import PAIRS, black_king_moved, without
from pawnviz.core.endings.pawns import places_among
from pawnviz.core.endings.plans import EVERYWHERE, Plan, Plans
from pawnviz.core.endings.promotions import PromotionProofs
from pawnviz.core.endings.races import black_promoted, turned, white_promoted

MOST_STRUCTURES: Final = 40_000
MOST_QUEEN_STRUCTURES: Final = 4_000
MOST_PROMOTIONS: Final = 16_000
MOST_POSITIONS: Final = 160_000  # Of a proof of one win.

_STEPS: Final = 16 * 7  # More than the steps to promotion of all pawns.
_LOOK_AT_CLOCK: Final = 16

_MOST_FAILURES: Final = 20  # The most wins of one way that are asked about in vain before the next way is looked for.
_LEAST_SECONDS: Final = 0.3  # A plan's first proofs take as long as the plan, or so long.
_MOST_WANTED: Final = 400  # The most structures that one that a proof wants leads to.


class Known(NamedTuple):
    """The known wins of a pawn structure: White's, and Black's by the same pairs, White's king first."""

    white: Wins
    black: Wins


class ForwardSearch:
    """Decides one position after the other as far as the time allows, and keeps the known wins of each structure."""

    def __init__(
        self,
        structures: int = MOST_STRUCTURES,
        queen_structures: int = MOST_QUEEN_STRUCTURES,
        promotions: int = MOST_PROMOTIONS,
        positions: int = MOST_POSITIONS,
    ) -> None:
        word = numpy.uint64
        self._sets = numpy.empty((structures, 8, 64), word)
        self._reach = numpy.empty((structures, 2, 64), word)
        self._slots = slots_for(structures)
        self._keys = numpy.zeros((structures, 2), word)
        self._chain = numpy.full((structures, 3), -1, numpy.int64)
        self._heads = numpy.full(_STEPS, -1, numpy.int64)
        self._queens = numpy.empty((queen_structures, 2, 64, 64), word)
        self._queen_slots = slots_for(queen_structures)
        self._queen_keys = numpy.zeros((queen_structures, 2), word)
        self._queen_number = numpy.zeros(1, numpy.int64)
        self._state = numpy.zeros(8, numpy.int64)
        self._asked = numpy.zeros((256, 2), word)
        self._moves = numpy.zeros((64, 4), word)
        self._room = numpy.zeros((24, 64), word)
        self._queen_room = numpy.zeros((8, 64, 64), word)
        self._waiting = numpy.zeros((DEEPEST, 2), word)
        self._passes = 0
        self._proofs = PromotionProofs(
            promotions, positions, _races(), self._tables, self._solve_wanted, self._solve_with_queen
        )
        self._hoped = numpy.empty((structures, 8, 64), word)
        self._changed = numpy.zeros(structures, numpy.int64)
        self._hope_changed = numpy.zeros(structures, numpy.int64)
        self._now = 0
        self._way = Way(
            self._tables,
            self._proofs.promoted,
            self._hoped,
            self._reach,
            numpy.zeros((MOST_ASKED, 4), word),
            self._room,
            numpy.zeros((MOST_LAYERS, 2, 64), word),
            self._moves,
        )
        self._is_time_left: Callable[[], bool] = lambda: True

    def known(self, white: int, black: int) -> Known | None:
        """Return the known wins of a structure, None where it was not entered."""
        place = place_of(self._slots, self._keys, numpy.uint64(white), numpy.uint64(black))
        if place < 0:
            return None
        sets = [pairs_as_int(each) for each in self._sets[place]]
        return Known(Wins(sets[0], sets[1], sets[2], sets[3]), Wins(*sets[BLACK_WINS:]))

    @property
    def _tables(self) -> Tables:
        return Tables(self._sets, self._slots, self._keys, self._queens, self._queen_slots, self._queen_keys)

    @property
    def white_finder(self) -> ForwardWins:
        """White's wins among those found."""
        return ForwardWins(self, is_turned=False)

    @property
    def black_finder(self) -> ForwardWins:
        """Black's wins among those found, as White's on the board turned upside down."""
        return ForwardWins(self, is_turned=True)

    def after_promotion(self, white: int, black: int, goal: int) -> tuple[int, int, int, int]:
        """Return both sides' proved and possible wins once a pawn has been promoted; the pawns are those left."""
        edge = numpy.zeros((5, 64), numpy.uint64)
        arguments = (
            numpy.uint64(white), numpy.uint64(black), goal, self._sets, self._slots, self._keys, self._queens,
            self._queen_slots, self._queen_keys, self._proofs.promoted, edge, self._room[0], self._room[1],
        )  # fmt: skip
        if goal >= 56:
            white_promoted_edge(*arguments)
        else:
            black_promoted_edge(*arguments, self._room[2])
        wins, may_win, loses, may_lose = (pairs_as_int(each) for each in edge[1:])
        return wins, may_win, loses, may_lose

    def decide(
        self,
        white: int,
        black: int,
        kings: tuple[int, int],
        seconds: float,
        keep_going: Callable[[float], bool] = lambda part: True,
        *,
        white_to_move: bool,
        clock: Callable[[], float] = monotonic,
    ) -> Known:
        """Search until the pair of kings is decided, everything is known that can be, or the time is over.

        ``keep_going`` gets the part of the time that is over. Raises ``SolvingInterruptedError`` when it returns
        false.
        """
        self._is_time_left = is_time_left = allowance(seconds, keep_going, clock)
        plans, in_time, before_plans = Plans(white, black, by_distance=True), True, (0, 0)
        while in_time:
            plan = plans.next()
            if plan is None:  # What later plans have found may help the first ones.
                now = self._extent()
                if now == before_plans:
                    break
                plans, before_plans = Plans(white, black, by_distance=True), now
                continue
            known = self.known(white, black)
            if known is not None:
                if _is_decided(known, kings, white_to_move):
                    return known
                if _is_answered(known.white if plan.asks_white else known.black, kings, white_to_move):
                    continue
            self._make_room(white, black)
            self._set(plan)
            before = clock()
            in_time, entered = self._pass(white, black, kings, white_to_move)
            seconds_taken = clock() - before
            is_vain = False
            if in_time and entered and plan.asks_white == plan.restricts_white:
                end = clock() + (seconds if plan.effort else max(_LEAST_SECONDS, seconds_taken))
                is_vain = self._prove_hopes(plan, entered, kings, white_to_move, partial(_is_before, clock, end))
                in_time = is_time_left()
            if is_vain and plan.effort + 1 < EFFORTS:
                plans.tried_in_vain(plan, clock() - before)
            if plan.effort == 0 and self._state[ENTERED] < len(self._keys):
                plans.went_on(plan, seconds_taken, is_cut=bool(self._state[CUT]))
        known = self.known(white, black)
        assert known is not None
        return known

    def _extent(self) -> tuple[int, int]:
        """Return two numbers that change when more is known."""
        entered = int(self._state[ENTERED])
        return entered, int(self._sets[:entered].sum())

    def _set(self, plan: Plan) -> None:
        self._state[MOST_AGAINST_QUEEN] = plan.against_queen
        self._state[ASKS_WHITE] = plan.asks_white
        self._state[RESTRICTS_WHITE] = plan.restricts_white
        self._state[PUSHED_FILES] = plan.pushed_files
        self._state[MOST_AWAY] = plan.most_away
        self._state[CUT] = 0

    def _make_room(self, white: int, black: int) -> None:
        """Forget structures, or queens, that fill more than half of their room; the one with these pawns stays."""
        if max(self._state[ENTERED] / len(self._keys), self._queen_number[0] / len(self._queen_keys)) > 1 / 2:
            self._proofs.forget_wanted()
        if self._state[ENTERED] > len(self._keys) // 2:
            root = numpy.uint64(white), numpy.uint64(black)
            kept = self._sets[place_of(self._slots, self._keys, *root)].copy()
            self._slots[:] = -1
            self._sets[0], self._chain[0, 1], self._state[ENTERED] = kept, -1, 1
            put_place(self._slots, self._keys, 0, *root)
        if self._queen_number[0] > len(self._queen_keys) // 2:
            self._queen_slots[:] = -1
            self._queen_number[0] = 0

    def _pass(
        self, white: int, black: int, kings: tuple[int, int] | None, white_to_move: bool, most: int = 1 << 30
    ) -> tuple[bool, list[int]]:
        """Go forward and back once; return whether that was done in time, and the structures in their order.

        Without ``kings`` all pairs are followed. There are no structures where they are more than ``most``.
        """
        self._passes += 1
        self._heads[:] = -1
        shared = (self._sets, self._slots, self._keys)
        queens = (self._queens, self._queen_slots, self._queen_keys, self._proofs.promoted)
        noted = (self._reach, self._chain, self._heads, self._passes)
        words = numpy.uint64(white), numpy.uint64(black)
        root = enter(*words, 0, *shared, *noted, self._state, self._room[:2])
        if root < 0:
            return True, []
        if kings is None:
            self._reach[root] = numpy.uint64(BOARD)
        else:
            self._reach[root, 0 if white_to_move else 1, kings[0]] = numpy.uint64(1) << numpy.uint64(kings[1])
        entered: list[int] = []
        in_time = True
        for steps in reversed(range(_STEPS)):
            place = int(self._heads[steps])
            while place >= 0 and in_time:
                self._state[ASKED] = 0
                if expand(
                    place, *shared, *noted, *queens, self._state, self._asked, self._room, self._moves
                ):  # fmt: skip
                    entered.append(place)
                if len(entered) > most:
                    return True, []
                for asked in self._asked[: self._state[ASKED]]:
                    in_time = in_time and self._is_time_left()
                    if in_time:
                        self._solve_with_queen(asked[0], asked[1])
                if len(entered) % _LOOK_AT_CLOCK == 0:
                    in_time = in_time and self._is_time_left()
                place = int(self._chain[place, 0])
        for place in reversed(entered):
            decide(place, *shared, *queens, self._room, self._moves)
        return in_time, entered

    def _solve_with_queen(self, white: Any, black: Any) -> None:
        solve_queen_structure(
            white, black, self._queens, self._queen_slots, self._queen_keys, self._queen_number, self._waiting,
            self._queen_room, self._moves,
        )  # fmt: skip

    def _solve_wanted(self, white: Any, black: Any) -> None:
        """Search a structure by itself with all moves, if they are not too many."""
        plan = self._state[ASKED + 1 :].copy()
        self._state[RESTRICTS_WHITE], self._state[PUSHED_FILES] = 1, 0xFF
        self._state[MOST_AGAINST_QUEEN], self._state[MOST_AWAY] = 1, EVERYWHERE
        self._pass(int(white), int(black), None, True, _MOST_WANTED)
        self._state[ASKED + 1 :] = plan

    # Hopes

    def _prove_hopes(
        self,
        plan: Plan,
        entered: list[int],
        kings: tuple[int, int],
        white_to_move: bool,
        is_time_left: Callable[[], bool],
    ) -> bool:
        """Try to prove the wins after promotions on which a hoped win rests; return whether any was tried in vain."""
        root, hoping, turn = entered[0], 0 if plan.asks_white else 1, 0 if white_to_move else 1
        self._hoped[: self._state[ENTERED]] = self._sets[: self._state[ENTERED]]
        pair = 4 * hoping + WHITE_WINS + turn, kings[0]
        bit = numpy.uint64(1) << numpy.uint64(kings[1])
        is_vain, is_first = False, True
        self._now += 1
        while not self._sets[root, pair[0], pair[1]] & bit:
            self._proofs.hope(of_black=bool(hoping), effort=plan.effort)
            self._update(self._hoped, entered, self._hope_changed, everything=is_first)
            is_first = False
            if not self._hoped[root, pair[0], pair[1]] & bit:
                break
            self._reach[entered] = 0
            self._reach[root, turn, kings[0]] = bit
            number = 0
            for place in entered:
                number = walk(place, number, self._way)
            self._proofs.stop_hoping()
            self._now += 1
            failures = 0
            for question in self._way.asked[:number].copy():
                if failures > _MOST_FAILURES or not (is_time_left() and self._is_time_left()):
                    break
                failures += not self._proofs.answer(question, self._now)
            is_vain = is_vain or failures > 0
            if number == 0 or not (is_time_left() and self._is_time_left()):
                break
            self._update(self._sets, entered, self._changed, everything=False)
        self._proofs.stop_hoping()
        return is_vain

    def _update(self, sets: Any, entered: list[int], changed: Any, *, everything: bool) -> None:
        """Decide structures again, as known or as hoped, where the outcomes of their moves have changed."""
        tables, proofs = self._tables, self._proofs
        for place in reversed(entered):
            if (
                everything
                or (sets is self._hoped and self._changed[place] == self._now)
                or leads_to_change(place, changed, proofs.changed, self._now, self._way)
            ):
                before = sets[place].copy()
                if sets is self._hoped:
                    sets[place] = self._sets[place]
                decide(
                    place, sets, tables.slots, tables.keys, tables.queens, tables.queen_slots, tables.queen_keys,
                    proofs.promoted, self._room, self._moves,
                )  # fmt: skip
                if (before != sets[place]).any():
                    changed[place] = self._now


class ForwardWins:
    """White's wins as a search forward has found them, or Black's with the board turned upside down."""

    def __init__(self, search: ForwardSearch, *, is_turned: bool) -> None:
        self._search = search
        self._is_turned = is_turned

    def wins(self, white: int, black: int, passed: int = 0) -> Wins:
        """Return the wins with these pawns; where a pawn may be taken en passant, those that hold for that too."""
        wins = self._known(white, black)
        places = places_among(white, black)
        if passed & RANKS[2]:
            stop = north(passed)
            for taker in squares((east(stop) | west(stop)) & black):
                left, reached = white ^ stop, black ^ 1 << taker | passed
                legal = places.waiting & places_among(left, reached).to_move
                taken = self._known(left, reached)
                stuck = without(legal, black_king_moved(places.to_move))
                wins = wins._replace(
                    proved_waiting=without(wins.proved_waiting, without(legal, taken.proved_to_move)),
                    possible_waiting=without(
                        wins.possible_waiting | stuck, without(legal, taken.possible_to_move)
                    ),
                )  # fmt: skip
        elif passed & RANKS[5]:
            stop = south(passed)
            for taker in squares((east(stop) | west(stop)) & white):
                taken = self._known(white ^ 1 << taker | passed, black ^ stop)
                wins = wins._replace(
                    proved_to_move=wins.proved_to_move | places.to_move & taken.proved_waiting,
                    possible_to_move=wins.possible_to_move | places.to_move & taken.possible_waiting,
                )
        return wins

    def after_white(self, others: int, black: int, target: int) -> tuple[int, int]:
        """Return the wins, proved and possible, once a white pawn has come to a square and Black is to move."""
        if not target & RANKS[7]:
            wins = self.wins(others | target, black)
            return wins.proved_waiting, wins.possible_waiting
        goal = target.bit_length() - 1
        if self._is_turned:
            _, _, wins_for_sure, may_win = self._search.after_promotion(
                flip_vertical(black), flip_vertical(others), goal ^ 56
            )
            return turned(wins_for_sure), turned(may_win)
        wins_for_sure, may_win, _, _ = self._search.after_promotion(others, black, goal)
        return wins_for_sure, may_win

    def _known(self, white: int, black: int) -> Wins:
        if not white:
            return Wins(0, 0, 0, 0)
        pawns = (flip_vertical(black), flip_vertical(white)) if self._is_turned else (white, black)
        known = self._search.known(*pawns)
        if known is None:
            places = places_among(white, black)
            return Wins(0, 0, places.to_move, places.waiting)
        if not self._is_turned:
            return known.white
        wins = known.black
        return Wins(
            turned(wins.proved_waiting),
            turned(wins.proved_to_move),
            turned(wins.possible_waiting),
            turned(wins.possible_to_move),
        )


def _is_before(clock: Callable[[], float], end: float) -> bool:
    return clock() < end


@cache
def compile_all() -> None:
    """Have numba compile everything, or load it from its cache, by two endings of few pawns."""
    search = ForwardSearch(2_000, 100, 100, 2_000)
    search.decide(1 << 12 | 1 << 14, 1 << 52, (4, 60), 1e9, white_to_move=True)
    search.decide(1 << 32 | 1 << 55, 1 << 10 | 1 << 29, (20, 5), 1e9, white_to_move=True)
    search.after_promotion(1 << 12, 0, 56)
    search.after_promotion(1 << 12, 0, 0)


def _is_answered(wins: Wins, kings: tuple[int, int], white_to_move: bool) -> bool:
    """Return whether a side's win is proved or excluded."""
    bit = 64 * kings[0] + kings[1]
    won, may = (
        (wins.proved_to_move, wins.possible_to_move) if white_to_move else (wins.proved_waiting, wins.possible_waiting)
    )
    return bool(won >> bit & 1 or not may >> bit & 1)


def _is_decided(known: Known, kings: tuple[int, int], white_to_move: bool) -> bool:
    bit = 64 * kings[0] + kings[1]
    for wins in known:
        won, may_win = (
            (wins.proved_to_move, wins.possible_to_move)
            if white_to_move
            else (wins.proved_waiting, wins.possible_waiting)
        )
        if won >> bit & 1:
            return True
        if may_win >> bit & 1:
            return False
    return True


@cache
def _races() -> Any:
    """Return the races by who has promoted, the other side's pawn, the file of the promotion, and the bound."""
    found = numpy.zeros((2, 64, 8, 4, 64), numpy.uint64)
    for pawn in range(8, 56):
        for file in range(8):
            for color, race in enumerate((white_promoted(pawn, 56 + file), black_promoted(pawn, file))):
                for bound, pairs in enumerate(race):
                    found[color, pawn, file, bound] = pairs_as_array(pairs & PAIRS)
    return found
