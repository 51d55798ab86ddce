"""The search forward from one pawn ending, compiled by numba: the extra ``pawnviz[fast]``.

Only the pawn structures that the position reaches by undecided moves of a plan are entered. Each pass goes forward
through them, from the pawns farthest from promotion, and back, where the sets of king pairs that a side wins, or may
win, grow closer together. What is never entered counts as won by neither side where wins are proved, and by either
where they are excluded, as in ``wins``.

The room is fixed: about 500 MB where all of it is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import monotonic
from typing import Any, Final, NamedTuple

import numpy

from pawnviz.core.board.bitboard import RANKS, east, flip_vertical, north, south, squares, west
from pawnviz.core.endings.allowance import allowance
from pawnviz.core.endings.bounds import Wins
from pawnviz.core.endings.compiled import pairs_as_array, pairs_as_int, place_of, put_place, slots_for
from pawnviz.core.endings.compiled_pawns import (
    ASKED,
    ASKS_WHITE,
    BLACK_WINS,
    CUT,
    ENTERED,
    MOST_AGAINST_QUEEN,
    MOST_AWAY,
    PUSHED_FILES,
    RESTRICTS_WHITE,
    black_promoted_edge,
    decide,
    enter,
    expand,
    white_promoted_edge,
)
from pawnviz.core.endings.compiled_queens import DEEPEST, solve_queen_structure
from pawnviz.core.endings.king_pairs import PAIRS, black_king_moved, without
from pawnviz.core.endings.pawns import places_among
from pawnviz.core.endings.plans import Plans
from pawnviz.core.endings.races import black_promoted, turned, white_promoted

MOST_STRUCTURES: Final = 40_000
MOST_QUEEN_STRUCTURES: Final = 4_000

_STEPS: Final = 16 * 7  # More than the steps to promotion of all pawns.
_LOOK_AT_CLOCK: Final = 16


class Known(NamedTuple):
    """The known wins of a pawn structure: White's, and Black's by the same pairs, White's king first."""

    white: Wins
    black: Wins


class ForwardSearch:
    """Decides one position after the other as far as the time allows, and keeps the known wins of each structure."""

    def __init__(self, structures: int = MOST_STRUCTURES, queen_structures: int = MOST_QUEEN_STRUCTURES) -> None:
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

    def known(self, white: int, black: int) -> Known | None:
        """Return the known wins of a structure, None where it was not entered."""
        place = place_of(self._slots, self._keys, numpy.uint64(white), numpy.uint64(black))
        if place < 0:
            return None
        sets = [pairs_as_int(each) for each in self._sets[place]]
        return Known(Wins(sets[0], sets[1], sets[2], sets[3]), Wins(*sets[BLACK_WINS:]))

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
            self._queen_slots, self._queen_keys, _races(), edge, self._room[0], self._room[1],
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
        is_time_left = allowance(seconds, keep_going, clock)
        plans = Plans(white, black, by_distance=True)
        in_time = True
        while in_time and (plan := plans.next()) is not None:
            known = self.known(white, black)
            if known is not None:
                if _is_decided(known, kings, white_to_move):
                    return known
                if _is_answered(known.white if plan.asks_white else known.black, kings, white_to_move):
                    continue
            self._make_room(white, black)
            self._state[MOST_AGAINST_QUEEN] = plan.against_queen
            self._state[ASKS_WHITE] = plan.asks_white
            self._state[RESTRICTS_WHITE] = plan.restricts_white
            self._state[PUSHED_FILES] = plan.pushed_files
            self._state[MOST_AWAY] = plan.most_away
            self._state[CUT] = 0
            before = clock()
            in_time = self._pass(white, black, kings, white_to_move, is_time_left)
            if self._state[ENTERED] < len(self._keys):
                plans.went_on(plan, clock() - before, is_cut=bool(self._state[CUT]))
        known = self.known(white, black)
        assert known is not None
        return known

    def _make_room(self, white: int, black: int) -> None:
        """Forget structures, or queens, that fill more than half of their room; the one with these pawns stays."""
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
        self,
        white: int,
        black: int,
        kings: tuple[int, int],
        white_to_move: bool,
        is_time_left: Callable[[], bool],
    ) -> bool:
        """Go forward and back once, and return whether that was done in time."""
        self._passes += 1
        self._heads[:] = -1
        shared = (self._sets, self._slots, self._keys)
        queens = (self._queens, self._queen_slots, self._queen_keys, _races())
        noted = (self._reach, self._chain, self._heads, self._passes)
        words = numpy.uint64(white), numpy.uint64(black)
        root = enter(*words, 0, *shared, *noted, self._state, self._room[:2])
        self._reach[root, 0 if white_to_move else 1, kings[0]] = numpy.uint64(1) << numpy.uint64(kings[1])
        entered = []
        in_time = True
        for steps in reversed(range(_STEPS)):
            place = int(self._heads[steps])
            while place >= 0 and in_time:
                self._state[ASKED] = 0
                if expand(
                    place, *shared, *noted, *queens, self._state, self._asked, self._room, self._moves
                ):  # fmt: skip
                    entered.append(place)
                for asked in self._asked[: self._state[ASKED]]:
                    in_time = in_time and is_time_left()
                    if in_time:
                        solve_queen_structure(
                            asked[0], asked[1], *queens[:3], self._queen_number, self._waiting, self._queen_room,
                            self._moves,
                        )  # fmt: skip
                if len(entered) % _LOOK_AT_CLOCK == 0:
                    in_time = in_time and is_time_left()
                place = int(self._chain[place, 0])
        for place in reversed(entered):
            decide(place, *shared, *queens, self._room, self._moves)
        return in_time


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


@cache
def compile_all() -> None:
    """Have numba compile everything, or load it from its cache, by an ending of two pawns."""
    search = ForwardSearch(200, 100)
    search.decide(1 << 12 | 1 << 14, 1 << 52, (4, 60), 1e9, white_to_move=True)
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
