"""Who wins an ending of kings and pawns, and who would win if a king stood elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import count
from time import monotonic
from typing import Final

from pawnviz.core.board.bitboard import RANKS, flip_vertical
from pawnviz.core.board.position import Position
from pawnviz.core.endings.king_pairs import column_of, row_of, turned, without
from pawnviz.core.endings.pawns import places_of_kings
from pawnviz.core.endings.search import Search
from pawnviz.core.endings.wins import KnownWins, PawnsOfPosition

AT_ONCE: Final = 200
"""How often a search of up to 20 ms looks whether time is left: once or twice for each pawn structure."""

_MANY_AT_ONCE: Final = 30  # Likewise with more than three pawns, which are hardly ever decided in that time.


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


@dataclass(frozen=True)
class Solution:
    """A solved ending, and the searches of White's wins, and of Black's as White's on the board turned upside down."""

    ending: Ending
    white_finder: KnownWins
    black_finder: KnownWins


def solve_within(
    position: Position,
    seconds: float,
    progress: Callable[[float], None] | None = None,
    clock: Callable[[], float] = monotonic,
) -> Solution:
    """Return the outcome of an ending of kings and pawns as far as it is proved in so many seconds, and its proof.

    En passant is included. ``progress`` gets the part of the time that is over, often. Raises ``ValueError`` for
    another kind of position or illegal kings.
    """
    start = clock()

    def is_time_left() -> bool:
        part = (clock() - start) / seconds
        if progress is not None:
            progress(min(1.0, part))
        return part < 1

    return _solved(position, is_time_left, follows_queens=True)


def pawns_of(position: Position) -> PawnsOfPosition:
    """Return the pawns and kings of a position; raises ``ValueError`` as ``solve_within``."""
    if not is_pawn_ending(position):
        raise ValueError("a pawn ending has one king on each side, pawns on ranks 2 to 7, and nothing else")
    white, black = position.pawns & position.white, position.pawns & position.black
    kings = (position.kings & position.white).bit_length() - 1, (position.kings & position.black).bit_length() - 1
    if not row_of(places_of_kings(white, black, white_to_move=position.white_to_move), kings[0]) >> kings[1] & 1:
        raise ValueError("the kings touch each other, or the side that has moved is in check")
    passed = 0 if position.en_passant is None else 1 << position.en_passant
    if not (passed >> 8 & black if position.white_to_move else passed << 8 & white):
        passed = 0
    return PawnsOfPosition(white, black, passed, kings, position.white_to_move)


def _solved(position: Position, is_time_left: Callable[[], bool], *, follows_queens: bool) -> Solution:
    pawns = pawns_of(position)
    white, black, passed, (white_king, black_king), white_to_move = pawns
    search = Search(pawns, is_time_left, follows_queens=follows_queens)
    search.decide()
    legal = places_of_kings(white, black, white_to_move=white_to_move)
    won, may_win = search.white_finder.wins(white, black, passed).bounds(to_move=white_to_move)
    turned_wins = search.black_finder.wins(*map(flip_vertical, (black, white, passed)))
    lost, may_lose = map(turned, turned_wins.bounds(to_move=not white_to_move))
    decided = won | lost
    undecided = legal & without(may_win | may_lose, decided)
    verdicts = won & legal, lost & legal, without(legal, undecided | decided), undecided
    pair = 1 << 64 * white_king + black_king
    outcome = next(outcome for outcome, pairs in zip(Outcome, verdicts, strict=True) if pairs & pair)
    white_map = KingMap(*(column_of(pairs, black_king) for pairs in verdicts))
    black_map = KingMap(*(row_of(pairs, white_king) for pairs in verdicts))
    return Solution(Ending(outcome, white_map, black_map), search.white_finder, search.black_finder)


@lru_cache(maxsize=8)
def solution_at_once(position: Position) -> Solution | None:
    """Return the outcome that milliseconds prove; None for another kind of position, or kings that are not legal."""
    if not is_pawn_ending(position):
        return None
    left = count(AT_ONCE if position.pawns.bit_count() <= 3 else _MANY_AT_ONCE, -1)
    try:
        return _solved(position, lambda: next(left) > 0, follows_queens=False)
    except ValueError:
        return None


def solved_at_once(position: Position) -> Ending | None:
    """Return the ending of ``solution_at_once``."""
    solution = solution_at_once(position)
    return None if solution is None else solution.ending
