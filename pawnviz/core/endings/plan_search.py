"""The search forward from one pawn ending in Python, for all placements of the kings at once.

Each plan goes forward through the pawn structures that undecided pairs of kings reach, from the pawns farthest from
promotion, and back, where what is proved of each is brought up to date. Structures that were never entered count as won
where wins are excluded, and as not won where they are proved.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from pawnviz.core.board.bitboard import FILES, RANKS, east, flip_vertical, north, south, squares, west
from pawnviz.core.endings.allowance import allowance
from pawnviz.core.endings.bounds import Wins
from pawnviz.core.endings.king_pairs import (
    PAIRS,
    black_king_moved,
    black_king_on,
    no_king_on,
    white_king_moved,
    white_king_on,
    without,
)
from pawnviz.core.endings.pawns import black_pawn_moves, places_among, steps, white_attacks
from pawnviz.core.endings.plans import Plan, Plans
from pawnviz.core.endings.races import turned
from pawnviz.core.endings.wins import QueenWins, WinFinder

MOST_STRUCTURES: Final = 20_000
MOST_QUEEN_STRUCTURES: Final = 2_000

MOST_IN_PLAN: Final = 8_000
"""The most pawn structures of one plan: more take too long, and plans with more pushes would be in vain too."""

Structure = tuple[int, int]
"""White's pawns and Black's."""


class PlanSearch:
    """Decides one position, and keeps the known wins of both sides."""

    def __init__(self, white: int, black: int, passed: int, kings: tuple[int, int], *, white_to_move: bool) -> None:
        """Search from the pawns of both sides, the square passed by a double step, and the squares of the kings."""
        self._structure = white, black
        self._passed = passed
        self._is_time_left: Callable[[], bool] = lambda: True
        self.white_finder = KnownWins(self._goes_on)
        self.black_finder = KnownWins(self._goes_on)
        self.white_finder.rival, self.black_finder.rival = self.black_finder, self.white_finder
        self._finders = {
            True: _Asked(self.white_finder, white, black, passed, 1 << 64 * kings[0] + kings[1], white_to_move),
            False: _Asked(
                self.black_finder,
                flip_vertical(black),
                flip_vertical(white),
                flip_vertical(passed),
                1 << 64 * (kings[1] ^ 56) + (kings[0] ^ 56),
                not white_to_move,
            ),
        }

    def decide(
        self,
        seconds: float,
        keep_going: Callable[[float], bool] = lambda part: True,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Follow one plan after the other until the position is decided, or the time is over.

        Plans begin again while they have found anything, from the second time on for both sides' wins: what is proved
        of one side's narrows the other's.

        ``keep_going`` gets the part of the time that is over. Raises ``SolvingInterruptedError`` when it returns
        false.
        """
        self._is_time_left = is_time_left = allowance(seconds, keep_going, clock)
        is_open, is_first = True, True
        while is_open and is_time_left():
            before = self._change_count
            is_open = self._follow_plans(is_time_left, clock, of_both=not is_first)
            is_open = is_open and (is_first or self._change_count > before)
            is_first = False
        self._is_time_left = lambda: False

    def _follow_plans(self, is_time_left: Callable[[], bool], clock: Callable[[], float], *, of_both: bool) -> bool:
        """Follow each plan once while time is left, and return whether the position is still open."""
        plans = Plans(*self._structure)
        while is_time_left() and (plan := plans.next()) is not None:
            asked = self._finders[plan.asks_white]
            if asked.is_answered():
                continue
            before = clock()
            is_complete = asked.finder.follow(asked, plan, of_both=of_both)
            if any(each.is_won() for each in self._finders.values()) or all(
                each.is_answered() for each in self._finders.values()
            ):
                return False
            if is_complete:
                plans.went_on(plan, clock() - before)
        return True

    @property
    def _change_count(self) -> int:
        return sum(each.finder.change_count for each in self._finders.values())

    def _goes_on(self) -> bool:
        return self._is_time_left()


class _Asked:
    """A position of which is asked whether White, or the side turned to be White, wins."""

    def __init__(self, finder: KnownWins, white: int, black: int, passed: int, pair: int, to_move: bool) -> None:
        """Ask for the wins of a finder: its pawns, the square passed, the pair of kings, and whether it is to move."""
        self.finder = finder
        self.structure = white, black
        self.passed = passed
        self.pair = pair
        self.to_move = to_move

    def is_won(self) -> bool:
        """Return whether the win is proved."""
        return bool(self._bounds()[0] & self.pair)

    def is_answered(self) -> bool:
        """Return whether the win is proved or excluded."""
        won, may_win = self._bounds()
        return bool(won & self.pair) or not may_win & self.pair

    def _bounds(self) -> tuple[int, int]:
        wins = self.finder.wins(*self.structure, self.passed)
        if self.to_move:
            return wins.proved_to_move, wins.possible_to_move
        return wins.proved_waiting, wins.possible_waiting


class KnownWins(WinFinder):
    """White's wins in the pawn structures that were entered, and bounds that always hold in others."""

    rival: KnownWins
    """The finder of the other side's wins, on the board turned upside down."""

    def __init__(self, is_time_left: Callable[[], bool]) -> None:
        """Know nothing; queens are followed while time is left."""
        super().__init__(queen_structures=MOST_QUEEN_STRUCTURES, is_time_left=is_time_left)
        self.change_count = 0
        """How often more was found of a structure."""
        self._against_queen = 0
        self._turned: dict[Structure, tuple[int, int]] = {}

    def follow(self, asked: _Asked, plan: Plan, *, of_both: bool = False) -> bool:
        """Update the known wins by the moves of a plan; return whether its structures were not too many.

        With ``of_both`` the rival's wins in the same structures are updated too.
        """
        self._against_queen = self.rival._against_queen = plan.against_queen
        holds_back_white = plan.asks_white == plan.restricts_white
        forward = _Forward(self, plan.pushed_files, holds_back_white)
        forward.enter(*asked.structure, *((asked.pair, 0) if asked.to_move else (0, asked.pair)))
        if asked.passed:
            forward.enter_en_passant(*asked.structure, asked.passed, PAIRS)
        entered = forward.run(self._is_time_left)
        if entered is None:
            return False
        if len(self._found) > MOST_STRUCTURES:
            self._found = {each: self._found[each] for each in entered if each in self._found}
            self._turned.clear()
        for structure in reversed(entered):
            if not self._is_time_left():
                return False
            if of_both:
                white, black = structure
                self.rival._bring_up_to_date((flip_vertical(black), flip_vertical(white)))
            self._bring_up_to_date(structure)
        return True

    def known(self, white: int, black: int) -> Wins:
        """Return the known wins of a structure."""
        return self._wins(white, black)

    def turned_wins(self, white: int, black: int) -> tuple[int, int]:
        """Return the proved wins as the rival sees them, with White and with Black to move; the pawns are its own."""
        own = flip_vertical(black), flip_vertical(white)
        found = self._found.get(own)
        if found is None or not (found.proved_to_move or found.proved_waiting):
            return 0, 0
        known = self._turned.get(own)
        if known is None:
            known = self._turned[own] = turned(found.proved_waiting), turned(found.proved_to_move)
        return known

    def _wins(self, white: int, black: int) -> Wins:
        if not white:
            return Wins(0, 0, 0, 0)
        found = self._found.get((white, black))
        if found is not None:
            return found
        places = places_among(white, black)
        return Wins(0, 0, places.to_move, places.waiting)

    def _bring_up_to_date(self, structure: Structure) -> None:
        white, black = structure
        before = self._wins(white, black)
        found = self._solved(white, black, places_among(white, black))
        lost_to_move, lost_waiting = self.rival.turned_wins(white, black)
        found = Wins(
            found.proved_to_move | before.proved_to_move,
            found.proved_waiting | before.proved_waiting,
            without(found.possible_to_move & before.possible_to_move, lost_to_move),
            without(found.possible_waiting & before.possible_waiting, lost_waiting),
        )
        self.change_count += found != before
        self._found[structure] = found
        self._turned.pop(structure, None)

    def wins_with_queen(self, white: int, black: int) -> QueenWins:
        """Return White's certain wins with a queen, none against more pawns than the plan says."""
        if black.bit_count() > self._against_queen and (white, black) not in self._with_queen:
            return QueenWins(0, 0)
        return super().wins_with_queen(white, black)


class _Forward:
    """The way forward through the pawn structures that undecided pairs of kings reach."""

    def __init__(self, known: KnownWins, pushed_files: int, holds_back_white: bool) -> None:
        """Follow all moves but pushes on other files than ``pushed_files`` by the side that holds them back."""
        self._known = known
        pushed = sum(FILES[file] for file in range(8) if pushed_files >> file & 1)
        everything = sum(FILES)
        self._pushed_white = pushed if holds_back_white else everything
        self._pushed_black = everything if holds_back_white else pushed
        self._reached: dict[Structure, list[int]] = {}
        self._by_steps: dict[int, list[Structure]] = {}

    def run(self, is_time_left: Callable[[], bool]) -> list[Structure] | None:
        """Return the structures followed, in the order in which their moves lead, None where they are too many."""
        followed: list[Structure] = []
        for number in range(max(self._by_steps, default=0), -1, -1):
            for structure in self._by_steps.get(number, ()):
                if len(followed) >= MOST_IN_PLAN or not is_time_left():
                    return None
                if self._follow(*structure):
                    followed.append(structure)
        return followed

    def enter(self, white: int, black: int, to_move: int, waiting: int) -> None:
        """Note that pairs of a structure are reached, with White and with Black to move."""
        if not white or not (to_move or waiting):
            return
        reached = self._reached.get((white, black))
        if reached is None:
            self._reached[white, black] = [to_move, waiting]
            self._by_steps.setdefault(_steps_left(white, black), []).append((white, black))
        else:
            reached[0] |= to_move
            reached[1] |= waiting

    def enter_en_passant(self, white: int, black: int, passed: int, pairs: int) -> None:
        """Note the structures that a capture en passant of a pawn that has passed a square leads to."""
        if passed & RANKS[2]:
            stop = north(passed)
            for taker in squares((east(stop) | west(stop)) & black):
                left, reached = white ^ stop, black ^ 1 << taker | passed
                self.enter(left, reached, pairs & places_among(left, reached).to_move, 0)
        else:
            stop = south(passed)
            for taker in squares((east(stop) | west(stop)) & white):
                reached, left = white ^ 1 << taker | passed, black ^ stop
                self.enter(reached, left, 0, pairs & places_among(reached, left).waiting)

    def _follow(self, white: int, black: int) -> bool:
        """Enter the structures that undecided pairs of one lead to, and return whether there are such pairs."""
        wins = self._known.known(white, black)
        open_to_move = without(wins.possible_to_move, wins.proved_to_move)
        open_waiting = without(wins.possible_waiting, wins.proved_waiting)
        reached = self._reached[white, black]
        ours, theirs = reached[0] & open_to_move, reached[1] & open_waiting
        if not (ours or theirs):
            return False
        while True:
            more_theirs = theirs | white_king_moved(ours) & open_waiting
            more_ours = ours | black_king_moved(more_theirs) & open_to_move
            if (more_ours, more_theirs) == (ours, theirs):
                break
            ours, theirs = more_ours, more_theirs
        self._follow_white(white, black, ours)
        self._follow_black(white, black, theirs)
        return True

    def _follow_white(self, white: int, black: int, pairs: int) -> None:
        moved = white_king_moved(pairs)
        for square in squares(black):
            if taking := moved & white_king_on(1 << square):
                left = black ^ 1 << square
                self.enter(white, left, 0, taking & places_among(white, left).waiting)
        for pawn in squares(white):
            others = white ^ 1 << pawn
            if 1 << pawn & self._pushed_white:
                for target, passed in steps(1 << pawn, white | black, north, RANKS[1]):
                    self._reach_by_white(others, black, target, passed, pairs)
            for square in squares(white_attacks(1 << pawn) & black):
                self._reach_by_white(others, black ^ 1 << square, 1 << square, 0, pairs)

    def _reach_by_white(self, others: int, black: int, target: int, passed: int, pairs: int) -> None:
        reached = pairs & no_king_on(target | passed)
        if target & RANKS[7]:
            taking = black_king_moved(reached) & black_king_on(target)
            self.enter(others, black, taking & places_among(others, black).to_move, 0)
            return
        white = others | target
        reached &= places_among(white, black).waiting
        self.enter(white, black, 0, reached)
        if passed and reached:
            self.enter_en_passant(white, black, passed, reached)

    def _follow_black(self, white: int, black: int, pairs: int) -> None:
        moved = black_king_moved(pairs)
        for square in squares(white):
            if taking := moved & black_king_on(1 << square):
                left = white ^ 1 << square
                self.enter(left, black, taking & places_among(left, black).to_move, 0)
        for left, others, target, passed in black_pawn_moves(white, black):
            if left == white and not target & self._pushed_black:
                continue
            reached = pairs & no_king_on(target | passed)
            if target & RANKS[0]:
                taking = white_king_moved(reached) & white_king_on(target)
                self.enter(left, others, 0, taking & places_among(left, others).waiting)
                continue
            after = others | target
            reached &= places_among(left, after).to_move
            self.enter(left, after, reached, 0)
            if passed and reached:
                self.enter_en_passant(left, after, passed, reached)


def _steps_left(white: int, black: int) -> int:
    """Return a number that each pawn move and capture makes smaller: the steps to promotion of all pawns."""
    return sum(8 - (pawn >> 3) for pawn in squares(white)) + sum(1 + (pawn >> 3) for pawn in squares(black))
