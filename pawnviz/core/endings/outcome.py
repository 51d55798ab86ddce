"""Who wins an ending of kings and pawns, and who would win if a king stood elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from importlib.util import find_spec
from time import monotonic
from typing import Final, Protocol

from pawnviz.core.board.bitboard import RANKS, flip_vertical
from pawnviz.core.board.position import Position
from pawnviz.core.endings.bounds import Wins
from pawnviz.core.endings.king_pairs import column_of, row_of
from pawnviz.core.endings.pawns import places_of_kings
from pawnviz.core.endings.plan_search import PlanSearch
from pawnviz.core.endings.wins import MOST_QUEEN_STRUCTURES, MOST_STRUCTURES, WinFinder

AT_ONCE: Final = (8, 0)
"""Limits of pawn structures, without and with a piece, for 10 ms; three times as many decide hardly any more."""

_STRUCTURES_AT_ONCE: Final = {2: 32, 3: 16}
"""How many structures of so few pawns take no longer than ``AT_ONCE`` does of more."""

IN_BACKGROUND: Final = (MOST_STRUCTURES, MOST_QUEEN_STRUCTURES)
"""Limits within which an ending is solved in a few seconds."""


class Outcome(Enum):
    """The proved outcome of an ending with best play."""

    WHITE_WINS = "White wins"
    BLACK_WINS = "Black wins"
    DRAW = "Draw"
    NOT_DECIDED = "Not decided"


@dataclass(frozen=True)
class KingMap:
    """The proved outcomes with one king elsewhere: masks of its legal squares."""

    white_wins: int
    black_wins: int
    draws: int
    not_decided: int


@dataclass(frozen=True)
class Ending:
    """A solved ending of kings and pawns.

    ``outcome`` is that of the position itself, ``white_king`` and ``black_king`` are those with this king elsewhere and
    all else as it is, whichever side is to move. ``moves`` are those that keep the outcome, ``line`` is a way to win
    that begins with one of them; both are empty where nobody asked for them or there are none.
    """

    outcome: Outcome
    white_king: KingMap
    black_king: KingMap
    moves: tuple[str, ...] = ()
    line: tuple[str, ...] = ()

    @property
    def is_decided(self) -> bool:
        """Whether the position's own outcome is proved."""
        return self.outcome is not Outcome.NOT_DECIDED


def is_pawn_ending(position: Position) -> bool:
    """Return whether a position has one king on each side, pawns on ranks 2 to 7, at least one, and nothing else."""
    return (
        not (position.knights | position.bishops | position.rooks | position.queens)
        and (position.kings & position.white).bit_count() == 1
        and (position.kings & position.black).bit_count() == 1
        and bool(position.pawns)
        and not position.pawns & (RANKS[0] | RANKS[7])
    )


class Finder(Protocol):
    """A finder of White's wins: ``WinFinder``, or the search forward that numba compiles."""

    def wins(self, white: int, black: int, passed: int = 0) -> Wins:
        """Return White's wins with these pawns, none of them on ranks 1 and 8."""

    def after_white(self, others: int, black: int, target: int) -> tuple[int, int]:
        """Return the wins, proved and possible, once a white pawn has come to a square and Black is to move."""


@dataclass(frozen=True)
class Solution:
    """A solved ending, and the searches of White's wins, and of Black's as White's on the board turned upside down."""

    ending: Ending
    white_finder: Finder
    black_finder: Finder


def solve(
    position: Position, limits: tuple[int, int] = IN_BACKGROUND, keep_going: Callable[[], bool] = lambda: True
) -> Ending:
    """Return the outcome of an ending of kings and pawns, en passant included, as far as it can be proved.

    ``limits`` are the numbers of pawn structures, without and with a queen, that are solved before others count as not
    decided; ``keep_going`` is asked before each. Raises ``ValueError`` for another kind of position or illegal kings,
    and ``SolvingInterruptedError`` when ``keep_going`` returns false.
    """
    pawns_of(position)
    return _solution(position, WinFinder(*limits, keep_going), WinFinder(*limits, keep_going)).ending


def solve_within(
    position: Position,
    seconds: float,
    keep_going: Callable[[float], bool] = lambda part: True,
    *,
    is_compiled: bool | None = None,
    clock: Callable[[], float] = monotonic,
) -> Solution:
    """Return the outcome as far as it is proved in so many seconds, and its proof.

    The search goes forward from the position, plan by plan, with numba where it is there; ``is_compiled`` says
    otherwise. The seconds that numba takes to compile it once are not counted. ``keep_going`` gets the part of the time
    that is over. Raises as ``solve``.
    """
    white, black, passed, kings = pawns_of(position)
    at_once = solution_at_once(position)
    if at_once is not None and at_once.ending.is_decided:
        return at_once
    if is_compiled is None:
        is_compiled = find_spec("numba") is not None
    if is_compiled and not passed:
        from pawnviz.core.endings.forward_search import ForwardSearch, compile_all

        compile_all()
        search = ForwardSearch()
        search.decide(white, black, kings, seconds, keep_going, white_to_move=position.white_to_move, clock=clock)
        return _solution(position, search.white_finder, search.black_finder)
    plain = PlanSearch(white, black, passed, kings, white_to_move=position.white_to_move)
    plain.decide(seconds, keep_going, clock)
    return _solution(position, plain.white_finder, plain.black_finder)


def pawns_of(position: Position) -> tuple[int, int, int, tuple[int, int]]:
    """Return White's pawns, Black's, the square that may be taken en passant as a mask, and the kings' squares.

    Raises ``ValueError`` for another position than an ending of kings and pawns, and for illegal kings.
    """
    if not is_pawn_ending(position):
        raise ValueError("a pawn ending has one king on each side, pawns on ranks 2 to 7, and nothing else")
    white, black = position.pawns & position.white, position.pawns & position.black
    white_king = (position.kings & position.white).bit_length() - 1
    black_king = (position.kings & position.black).bit_length() - 1
    if not row_of(places_of_kings(white, black, white_to_move=position.white_to_move), white_king) >> black_king & 1:
        raise ValueError("the kings touch each other, or the side that has moved is in check")
    return white, black, _passed_square(position), (white_king, black_king)


def _solution(position: Position, white_finder: Finder, black_finder: Finder) -> Solution:
    white, black, passed, (white_king, black_king) = pawns_of(position)
    legal = places_of_kings(white, black, white_to_move=position.white_to_move)
    wins = white_finder.wins(white, black, passed)
    turned_wins = black_finder.wins(*map(flip_vertical, (black, white, passed)))
    won, not_lost = _of(wins, position.white_to_move)
    lost, not_won = _of(turned_wins, not position.white_to_move)
    white_map = _king_map(
        column_of(legal, black_king),
        (column_of(won, black_king), column_of(not_lost, black_king)),
        (row_of(lost, black_king ^ 56), row_of(not_won, black_king ^ 56)),
    )
    black_map = _king_map(
        row_of(legal, white_king),
        (row_of(won, white_king), row_of(not_lost, white_king)),
        (column_of(lost, white_king ^ 56), column_of(not_won, white_king ^ 56)),
    )
    return Solution(Ending(_outcome(white_map, white_king), white_map, black_map), white_finder, black_finder)


def _limits_at_once(position: Position) -> tuple[int, int]:
    structures, with_queen = AT_ONCE
    return _STRUCTURES_AT_ONCE.get(position.pawns.bit_count(), structures), with_queen


@lru_cache(maxsize=8)
def solution_at_once(position: Position) -> Solution | None:
    """Return the outcome that 10 milliseconds prove; None for another kind of position, or kings that are not legal."""
    if not is_pawn_ending(position):
        return None
    limits = _limits_at_once(position)
    try:
        return _solution(position, WinFinder(*limits), WinFinder(*limits))
    except ValueError:
        return None


def solved_at_once(position: Position) -> Ending | None:
    """Return the ending of ``solution_at_once``."""
    solution = solution_at_once(position)
    return None if solution is None else solution.ending


def _passed_square(position: Position) -> int:
    """Return the square on which a pawn may be taken en passant, as a mask, empty where there is none."""
    if position.en_passant is None:
        return 0
    square = 1 << position.en_passant
    pawn = square >> 8 if position.white_to_move else square << 8
    enemy = position.black if position.white_to_move else position.white
    return square if pawn & position.pawns & enemy else 0


def _king_map(standing: int, white: tuple[int, int], turned_black: tuple[int, int]) -> KingMap:
    """Return the map of a king from the proved and possible wins of both sides, Black's on the turned board."""
    white_wins, black_wins = white[0] & standing, flip_vertical(turned_black[0]) & standing
    rest = standing ^ white_wins ^ black_wins
    not_decided = rest & (white[1] | flip_vertical(turned_black[1]))
    return KingMap(white_wins, black_wins, rest ^ not_decided, not_decided)


def _of(wins: Wins, to_move: bool) -> tuple[int, int]:
    if to_move:
        return wins.proved_to_move, wins.possible_to_move
    return wins.proved_waiting, wins.possible_waiting


def _outcome(squares: KingMap, king: int) -> Outcome:
    if squares.white_wins >> king & 1:
        return Outcome.WHITE_WINS
    if squares.black_wins >> king & 1:
        return Outcome.BLACK_WINS
    return Outcome.DRAW if squares.draws >> king & 1 else Outcome.NOT_DECIDED
