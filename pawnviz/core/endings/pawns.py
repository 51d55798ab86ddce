"""The legal squares of kings among pawns, and the moves of pawns whatever the kings do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from pawnviz.core.board.bitboard import BOARD, RANKS, east, north, south, squares, west
from pawnviz.core.endings.king_pairs import APART, black_king_on, no_king_on, white_king_on


@dataclass(frozen=True)
class Places:
    """The legal king pairs among pawns: with White to move, and with Black to move."""

    to_move: int
    waiting: int


def places_of_kings(white: int, black: int, *, white_to_move: bool) -> int:
    """Return the king pairs that are legal among pawns: kings apart, and the side that has moved not in check."""
    places = places_among(white, black)
    return places.to_move if white_to_move else places.waiting


@lru_cache(maxsize=16384)
def places_among(white: int, black: int) -> Places:
    """Return the legal king pairs among pawns; the side that has moved is not in check."""
    free = APART & no_king_on(white | black)
    return Places(
        free & black_king_on(BOARD ^ white_attacks(white)), free & white_king_on(BOARD ^ black_attacks(black))
    )


def white_attacks(pawns: int) -> int:
    """Return the squares that white pawns attack."""
    stops = north(pawns)
    return east(stops) | west(stops)


def black_attacks(pawns: int) -> int:
    """Return the squares that black pawns attack."""
    stops = south(pawns)
    return east(stops) | west(stops)


def white_pawn_moves(white: int, black: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield White's pawn moves: White's other pawns, Black's pawns after it, the target, the square passed if any."""
    yield from _pawn_moves(white, black, north, RANKS[1])


def black_pawn_moves(white: int, black: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield Black's pawn moves: White's pawns after it, Black's other pawns, the target, the square passed if any."""
    for others, left, target, passed in _pawn_moves(black, white, south, RANKS[6]):
        yield left, others, target, passed


def _pawn_moves(own: int, enemy: int, forward: Callable[[int], int], home: int) -> Iterator[tuple[int, int, int, int]]:
    free = BOARD ^ (own | enemy)
    for pawn in squares(own):
        others, stop = own ^ 1 << pawn, forward(1 << pawn)
        if stop & free:
            yield others, enemy, stop, 0
            if 1 << pawn & home and forward(stop) & free:
                yield others, enemy, forward(stop), stop
        for square in squares((east(stop) | west(stop)) & enemy):
            yield others, enemy ^ 1 << square, 1 << square, 0
