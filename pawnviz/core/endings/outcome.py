"""Who wins an ending of kings and pawns, and who would win if a king stood elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from pawnviz.core.board.bitboard import RANKS, flip_vertical
from pawnviz.core.board.position import Position
from pawnviz.core.endings.bounds import Wins
from pawnviz.core.endings.king_pairs import column_of, row_of
from pawnviz.core.endings.pawns import places_of_kings
from pawnviz.core.endings.wins import MOST_QUEEN_STRUCTURES, MOST_STRUCTURES, WinFinder

AT_ONCE: Final = (8, 0)
"""Limits of pawn structures, without and with a piece, for 10 ms; three times as many decide hardly any more."""

_STRUCTURES_AT_ONCE: Final = {2: 32, 3: 16}
"""How many structures of so few pawns take no longer than ``AT_ONCE`` does of more."""

IN_BACKGROUND: Final = (MOST_STRUCTURES, MOST_QUEEN_STRUCTURES)
"""Limits within which an ending is solved in a few seconds; the pieces against pieces take some more, once."""


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
    all else as it is, whichever side is to move.
    """

    outcome: Outcome
    white_king: KingMap
    black_king: KingMap

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


def solve(
    position: Position, limits: tuple[int, int] = IN_BACKGROUND, keep_going: Callable[[], bool] = lambda: True
) -> Ending:
    """Return the outcome of an ending of kings and pawns, en passant included, as far as it can be proved.

    ``limits`` are the numbers of pawn structures, without and with a queen, that are solved before others count as not
    decided; ``keep_going`` is asked before each. Raises ``ValueError`` for another kind of position or illegal kings,
    and ``SolvingInterruptedError`` when ``keep_going`` returns false.
    """
    if not is_pawn_ending(position):
        raise ValueError("a pawn ending has one king on each side, pawns on ranks 2 to 7, and nothing else")
    white, black = position.pawns & position.white, position.pawns & position.black
    white_king = (position.kings & position.white).bit_length() - 1
    black_king = (position.kings & position.black).bit_length() - 1
    passed = _passed_square(position)
    to_move = position.white_to_move
    legal = places_of_kings(white, black, white_to_move=to_move)
    if not row_of(legal, white_king) >> black_king & 1:
        raise ValueError("the kings touch each other, or the side that has moved is in check")
    wins = WinFinder(*limits, keep_going).wins(white, black, passed)
    turned_wins = WinFinder(*limits, keep_going).wins(*map(flip_vertical, (black, white, passed)))
    won, not_lost = _of(wins, to_move)
    lost, not_won = _of(turned_wins, not to_move)
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
    return Ending(_outcome(white_map, white_king), white_map, black_map)


@lru_cache(maxsize=8)
def solved_at_once(position: Position) -> Ending | None:
    """Return ``solve`` within 10 milliseconds; None for another kind of position, or kings that are not legal."""
    if not is_pawn_ending(position):
        return None
    structures, with_queen = AT_ONCE
    try:
        return solve(position, (_STRUCTURES_AT_ONCE.get(position.pawns.bit_count(), structures), with_queen))
    except ValueError:
        return None


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
