"""Plans of a search: whose wins are asked for, which side holds back its pawns, and which of its pawns it pushes.

A win is proved by the winner's good moves and all answers, a draw by the defender's good moves and all tries. So one
side may leave most of its moves out: what is found stays proved, and far fewer pawn structures are reached. Cheap plans
come first; each leads on to those that push the pawns of one more file, and to one with more pawns against a queen.

Beside them there may be plans with all moves of both sides, but only so many moves of pawns and captures away.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import FILES, squares

EVERYWHERE: Final = 1_000  # More moves of pawns and captures than there are in a game.
_ALL_FILES: Final = 0xFF
_FIRST_AGAINST_QUEEN: Final = 2
_FILE_COST: Final = 3  # How many times longer a plan with one more file is taken to last.
_DISTANCE_COST: Final = 2  # Likewise of one that goes further.
_EFFORT_COST: Final = 8  # Likewise with more effort for proofs of single positions.
_QUEEN_COST: Final = 4  # Likewise with one more pawn against a queen.
_LATE_QUEEN_COST: Final = 64  # Likewise with queens where a win is to be excluded.

_STRUCTURE_COST: Final = 1e-4  # The seconds that a pawn structure is first taken to last.


class Plan(NamedTuple):
    """The question whether a side wins, and which of a side's pawn moves are followed.

    ``pushed_files`` has a bit for each file whose pawns the side pushes that is held back; captures are always
    followed, and all moves of the other side. ``against_queen`` is the most pawns that a new queen is followed against,
    at first 0 where a win is to be excluded: certain wins of the side with the queen seldom add to that. ``most_away``
    is the most moves of pawns and captures that lead to a structure, ``effort`` the number of the limit of proofs of
    wins after promotions.
    """

    pushed_files: int
    against_queen: int
    asks_white: bool
    restricts_white: bool
    most_away: int = EVERYWHERE
    effort: int = 0


class Plans:
    """The plans for an ending, those first that are likely to take least time."""

    def __init__(self, white: int, black: int, *, by_distance: bool = False) -> None:
        """Begin with the plans that push no pawn, for the pawns of both sides.

        With ``by_distance`` there are those with all moves, up to a distance, too.
        """
        self._most_against_queen = max(white.bit_count(), black.bit_count())
        self._files = {True: _files_with(white), False: _files_with(black)}
        self._waiting: list[tuple[float, Plan]] = []
        self._known: set[Plan] = set()
        for restricts_white, ways in ((True, _ways(black, white, -8)), (False, _ways(white, black, 8))):
            for asks_white in (True, False):
                is_proof = asks_white == restricts_white
                plan = Plan(0, _FIRST_AGAINST_QUEEN if is_proof else 0, asks_white, restricts_white)
                self._add(_STRUCTURE_COST * ways, plan)
                if by_distance and is_proof:
                    self._add(_STRUCTURE_COST, plan._replace(pushed_files=_ALL_FILES, most_away=1))

    def next(self) -> Plan | None:
        """Return the next plan, None where none is left."""
        return heappop(self._waiting)[1] if self._waiting else None

    def tried_in_vain(self, plan: Plan, seconds: float) -> None:
        """Add a plan with more effort, after one that has taken so many seconds with proofs tried in vain."""
        self._add(_EFFORT_COST * seconds, plan._replace(effort=plan.effort + 1))

    def went_on(self, plan: Plan, seconds: float, *, is_cut: bool = False) -> None:
        """Add the plans that a plan leads on to, which has taken so many seconds.

        ``is_cut`` says that it left out structures that are too many moves away.
        """
        if plan.most_away < EVERYWHERE:
            if is_cut:
                further = plan.most_away + 1 + plan.most_away // 4
                self._add(_DISTANCE_COST * seconds, plan._replace(most_away=further))
            return
        for file in self._files[plan.restricts_white]:
            if not plan.pushed_files >> file & 1:
                self._add(_FILE_COST * seconds, plan._replace(pushed_files=plan.pushed_files | 1 << file))
        if not plan.against_queen:
            self._add(_LATE_QUEEN_COST * seconds, plan._replace(against_queen=_FIRST_AGAINST_QUEEN))
        elif plan.pushed_files and plan.against_queen < self._most_against_queen:
            self._add(_QUEEN_COST * seconds, plan._replace(against_queen=plan.against_queen + 1))

    def _add(self, seconds: float, plan: Plan) -> None:
        if plan not in self._known:
            self._known.add(plan)
            heappush(self._waiting, (seconds, plan))


def _files_with(pawns: int) -> list[int]:
    return [file for file in range(8) if pawns & FILES[file]]


def _ways(own: int, enemy: int, forward: int) -> int:
    """Return about how many ways pawns may stand once some of them have been pushed or taken."""
    ways = 1
    for pawn in squares(own):
        stop = pawn + forward
        while 8 <= stop < 56 and not enemy >> stop & 1:
            stop += forward
        ways *= abs(stop - pawn) // 8 + 1
    return ways
