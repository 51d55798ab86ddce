"""Sets of king pairs: for a fixed set of pawns, all placements of both kings at once, as one int of 4,096 bits.

Bit ``64 * white king + black king`` stands for a pair of squares, so that one operation on ints moves a king in all
placements together, as a shift moves all pawns of a bitboard. Nothing wraps, and a pair never leaves its set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pawnviz.core.board.bitboard import BOARD, FILES, RANKS, east, mask_of, north, south, squares, west

PAIRS: Final = (1 << 4096) - 1  # All pairs of squares, also those on which kings cannot stand together.

_ROWS: Final = (bytes(8), b"\xff" * 8)  # A row without and with all pairs.


@lru_cache(maxsize=8192)
def white_king_on(mask: int) -> int:
    """Return the pairs whose white king is on a square of a mask."""
    return int.from_bytes(b"".join([_ROWS[mask >> square & 1] for square in range(64)]), "little")


@lru_cache(maxsize=8192)
def black_king_on(mask: int) -> int:
    """Return the pairs whose black king is on a square of a mask."""
    return int.from_bytes(mask.to_bytes(8, "little") * 64, "little")


@lru_cache(maxsize=8192)
def no_king_on(mask: int) -> int:
    """Return the pairs with neither king on a square of a mask."""
    return white_king_on(BOARD ^ mask) & black_king_on(BOARD ^ mask)


_WHITE_NOT_A, _WHITE_NOT_H = (white_king_on(BOARD ^ FILES[file]) for file in (0, 7))
_BLACK_NOT_A, _BLACK_NOT_H, _BLACK_NOT_1, _BLACK_NOT_8 = (
    black_king_on(BOARD ^ edge) for edge in (FILES[0], FILES[7], RANKS[0], RANKS[7])
)


def white_king_moved(pairs: int) -> int:
    """Return the pairs that are a step of the white king away from a pair of the set."""
    beside = (pairs & _WHITE_NOT_H) << 64 | (pairs & _WHITE_NOT_A) >> 64
    row = pairs | beside
    return beside | row << 512 & PAIRS | row >> 512


def black_king_moved(pairs: int) -> int:
    """Return the pairs that are a step of the black king away from a pair of the set."""
    beside = (pairs & _BLACK_NOT_H) << 1 | (pairs & _BLACK_NOT_A) >> 1
    row = pairs | beside
    return beside | (row & _BLACK_NOT_8) << 8 | (row & _BLACK_NOT_1) >> 8


_TOGETHER: Final = sum(1 << 65 * square for square in range(64))

APART: Final = PAIRS ^ _TOGETHER ^ black_king_moved(_TOGETHER)
"""The pairs on which kings may stand: on different squares that are not neighbors."""


def without(pairs: int, others: int) -> int:
    """Return the pairs of the first set that are not in the second."""
    return pairs ^ (pairs & others)


def row_of(pairs: int, white_king: int) -> int:
    """Return the squares of the black king, as a mask, that the set pairs with a square of the white king."""
    return pairs >> 64 * white_king & BOARD


def column_of(pairs: int, black_king: int) -> int:
    """Return the squares of the white king, as a mask, that the set pairs with a square of the black king."""
    return sum(1 << square for square in range(64) if pairs >> 64 * square + black_king & 1)


def turned(pairs: int) -> int:
    """Return the pairs on the board turned upside down, with the kings exchanged."""
    for shift, places in _EXCHANGES:
        changed = (pairs ^ pairs >> shift) & places
        pairs ^= changed ^ changed << shift
    return pairs


_WITH_BIT: Final = {1 << bit: mask_of(square for square in range(64) if square >> bit & 1) for bit in range(6)}
_EXCHANGES: Final = (
    *((63 * bit, white_king_on(BOARD ^ mask) & black_king_on(mask)) for bit, mask in _WITH_BIT.items()),
    *((64 * bit, white_king_on(BOARD ^ _WITH_BIT[bit])) for bit in (8, 16, 32)),
    *((bit, black_king_on(BOARD ^ _WITH_BIT[bit])) for bit in (8, 16, 32)),
)
"""How far bits of a set are from those that they change places with, and where: first the kings, then both ranks.

Source: https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating
"""


@dataclass(frozen=True)
class Places:
    """The legal king pairs among pawns: with White to move, and with Black to move."""

    to_move: int
    waiting: int

    def legal(self, white_to_move: bool) -> int:
        """Return the pairs with White to move, or with Black."""
        return self.to_move if white_to_move else self.waiting


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
