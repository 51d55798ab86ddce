"""The search forward from one pawn ending, for all placements of the kings at once.

Each plan goes forward through the pawn structures that undecided pairs of kings reach, from the pawns farthest from
promotion, and back, updating the bounds of each. Structures that were never entered count as won if wins are
excluded, and as not won if they are proved.

A win is proved by the winner's good moves and all answers, a draw by the defender's good moves and all tries. So a plan
leaves out most pushes of one side: every result stays proved, and far fewer structures are reached. Cheap plans come
first; each leads on to those that push the pawns of one more file.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import product
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import BOARD, FILES, RANKS, east, flip_vertical, north, south, squares, west
from pawnviz.core.endings.king_pairs import (
    PAIRS,
    black_king_moved,
    black_king_on,
    black_pawn_moves,
    no_king_on,
    places_among,
    white_king_moved,
    white_king_on,
    white_pawn_moves,
    without,
)
from pawnviz.core.endings.wins import KnownWins, PawnsOfPosition, Structure, Wins, rivals

MOST_IN_PLAN: Final = 8_000  # The most pawn structures of one plan: more take too long.

_FILE_COST: Final = 4  # How many times more structures a plan with one more file is taken to have.
_QUEEN_COST: Final = 16  # Likewise with queens in a plan that is to exclude a win.


class Plan(NamedTuple):
    """The question whether a side wins, and which of a side's pawn moves are followed.

    ``pushed_files`` has a bit for each file whose pawns the side pushes that is held back; captures are always
    followed, and all moves of the other side. ``follows_queens`` is at first false if a win is to be excluded: certain
    wins of the side with the queen seldom add to that.
    """

    pushed_files: int
    follows_queens: bool
    asks_white: bool
    restricts_white: bool


class Search:
    """Decides one position, and keeps the known wins of both sides."""

    def __init__(self, pawns: PawnsOfPosition, is_time_left: Callable[[], bool], *, follows_queens: bool) -> None:
        """Search from the pawns and kings of a position; queens are followed on request, for milliseconds each."""
        white, black, passed, kings, white_to_move = pawns
        self._is_time_left = is_time_left
        self._follows_queens = follows_queens
        self._pawns = {True: white, False: black}
        self._plans: list[tuple[int, Plan]] = []
        self._planned: set[Plan] = set()
        self.white_finder, self.black_finder = rivals(is_time_left)
        pair, turned_pair = 1 << 64 * kings[0] + kings[1], 1 << 64 * (kings[1] ^ 56) + (kings[0] ^ 56)
        turned_pawns = flip_vertical(black), flip_vertical(white)
        self._asked = {
            True: _Asked(self.white_finder, (white, black), passed, pair, white_to_move),
            False: _Asked(self.black_finder, turned_pawns, flip_vertical(passed), turned_pair, not white_to_move),
        }

    def decide(self) -> None:
        """Follow plans, again while they find anything, until the position is decided or the time is over."""
        changes = -1
        while (now := self.white_finder.change_count + self.black_finder.change_count) > changes:
            is_again, changes = changes >= 0, now
            if not self._follow_plans(of_both=is_again):
                return

    def _follow_plans(self, *, of_both: bool) -> bool:
        """Follow each plan once while time is left, and return whether the position is still open."""
        self._planned.clear()
        self._plans.clear()
        for restricts_white, asks_white in product((True, False), repeat=2):
            self._add(0, Plan(0, asks_white == restricts_white, asks_white, restricts_white))
        while self._plans and self._is_time_left():
            _, plan = heappop(self._plans)
            asked = self._asked[plan.asks_white]
            if asked.answer() is not None:
                continue
            structure_count = self._follow(plan, asked, of_both=of_both)
            answers = [each.answer() for each in self._asked.values()]
            if True in answers or None not in answers:
                return False
            if structure_count is None:
                continue
            for file in range(8):
                if self._pawns[plan.restricts_white] & FILES[file]:
                    self._add(_FILE_COST * structure_count, plan._replace(pushed_files=plan.pushed_files | 1 << file))
            self._add(_QUEEN_COST * structure_count, plan._replace(follows_queens=True))
        return True

    def _follow(self, plan: Plan, asked: _Asked, *, of_both: bool) -> int | None:
        """Update the wins by a plan, ``of_both`` sides if wanted; return the number of structures, None if too many."""
        finder, structure, passed, pair, to_move = asked
        finder.follows_queens = finder.rival.follows_queens = plan.follows_queens and self._follows_queens
        forward = _Forward(finder, plan)
        forward.enter(*structure, pair, waiting=not to_move)
        if passed:
            forward.enter_en_passant(*structure, passed, PAIRS)
        entered = forward.run(self._is_time_left)
        for white, black in reversed(entered or ()):
            if not self._is_time_left():
                return None
            if of_both:
                finder.rival.update((flip_vertical(black), flip_vertical(white)))
            finder.update((white, black))
        return None if entered is None else len(entered)

    def _add(self, cost: int, plan: Plan) -> None:
        if plan not in self._planned:
            self._planned.add(plan)
            heappush(self._plans, (cost, plan))


class _Asked(NamedTuple):
    """A position of which is asked whether White, or the side turned to be White, wins."""

    finder: KnownWins
    structure: Structure
    passed: int
    pair: int
    to_move: bool

    def answer(self) -> bool | None:
        """Return whether the win is proved, None while it is neither proved nor excluded."""
        won, may_win = self.finder.wins(*self.structure, self.passed).bounds(to_move=self.to_move)
        return True if won & self.pair else None if may_win & self.pair else False


def solve_all(finder: KnownWins, white: int, black: int) -> Wins:
    """Return White's wins with these pawns: bounds if the time is over or they are more than ``MOST_IN_PLAN``."""
    finder.follows_queens = True
    forward = _Forward(finder, Plan(0xFF, True, True, True))
    for waiting in (False, True):
        forward.enter(white, black, PAIRS, waiting=waiting)
    for structure in reversed(forward.run(finder.is_time_left) or ()):
        finder.update(structure)
    return finder.wins(white, black)


class _Forward:
    """The way forward through the pawn structures that undecided pairs of kings reach."""

    def __init__(self, known: KnownWins, plan: Plan) -> None:
        """Follow all moves of a plan, whose question is asked of White in ``known``."""
        self._known = known
        pushed = sum(FILES[file] for file in range(8) if plan.pushed_files >> file & 1)
        holds_back_white = plan.asks_white == plan.restricts_white
        self._pushed_white, self._pushed_black = (pushed, BOARD) if holds_back_white else (BOARD, pushed)
        self._reached: dict[Structure, list[int]] = {}
        self._by_steps: dict[int, list[Structure]] = {}

    def run(self, is_time_left: Callable[[], bool]) -> list[Structure] | None:
        """Return the structures followed, in the order in which their moves lead, None if they are too many."""
        followed: list[Structure] = []
        for number in range(max(self._by_steps, default=0), -1, -1):
            for structure in self._by_steps.get(number, ()):
                if len(followed) >= MOST_IN_PLAN or not is_time_left():
                    return None
                if self._follow(*structure):
                    followed.append(structure)
        return followed

    def enter(self, white: int, black: int, pairs: int, *, waiting: bool) -> None:
        """Note that the legal ones of some pairs of a structure are reached, with White waiting or to move."""
        pairs &= places_among(white, black).legal(not waiting)
        if not white or not pairs:
            return
        if (white, black) not in self._reached:
            self._reached[white, black] = [0, 0]
            # Each pawn move and capture makes the sum of all pawns' steps to promotion smaller.
            steps = sum(8 - (pawn >> 3) for pawn in squares(white)) + sum(1 + (pawn >> 3) for pawn in squares(black))
            self._by_steps.setdefault(steps, []).append((white, black))
        self._reached[white, black][waiting] |= pairs

    def enter_en_passant(self, white: int, black: int, passed: int, pairs: int) -> None:
        """Note the structures that a capture en passant of a pawn that has passed a square leads to."""
        by_white = bool(passed & RANKS[5])
        stop = south(passed) if by_white else north(passed)
        for taker in squares((east(stop) | west(stop)) & (white if by_white else black)):
            if by_white:
                self.enter(white ^ 1 << taker | passed, black ^ stop, pairs, waiting=True)
            else:
                self.enter(white ^ stop, black ^ 1 << taker | passed, pairs, waiting=False)

    def _follow(self, white: int, black: int) -> bool:
        """Enter the structures that undecided pairs of one lead to, and return whether there are such pairs."""
        wins = self._known.wins(white, black)
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
        self._follow_moves(white, black, ours, by_white=True)
        self._follow_moves(white, black, theirs, by_white=False)
        return True

    def _follow_moves(self, white: int, black: int, pairs: int, *, by_white: bool) -> None:
        if by_white:
            moves, pushed, last = white_pawn_moves(white, black), self._pushed_white, RANKS[7]
            moved, on, enemy_moved, enemy_on = white_king_moved, white_king_on, black_king_moved, black_king_on
        else:
            moves, pushed, last = black_pawn_moves(white, black), self._pushed_black, RANKS[0]
            moved, on, enemy_moved, enemy_on = black_king_moved, black_king_on, white_king_moved, white_king_on
        by_king = moved(pairs)
        for square in squares(black if by_white else white):
            taken = 1 << square
            self.enter(without(white, taken), without(black, taken), by_king & on(taken), waiting=by_white)
        for left_white, left_black, target, passed in moves:
            reached = pairs & no_king_on(target | passed)
            is_push = left_black == black if by_white else left_white == white
            if is_push and not target & pushed:
                continue
            if target & last:
                taking = enemy_moved(reached) & enemy_on(target)
                self.enter(left_white, left_black, taking, waiting=not by_white)
                continue
            after = (left_white | target, left_black) if by_white else (left_white, left_black | target)
            self.enter(*after, reached, waiting=by_white)
            if passed:
                self.enter_en_passant(*after, passed, reached)
