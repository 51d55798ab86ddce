"""Attacks of pieces: all pieces of a kind at once, on one board and on arrays; and the attackers of a square."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.bitboard import BOARD, FILES, NOT_A_FILE, NOT_H_FILE, Bits, east, north, south, west
from pawnviz.core.board.side import Side

_NOT_AB_FILES: Final = NOT_A_FILE ^ FILES[1]
_NOT_GH_FILES: Final = NOT_H_FILE ^ FILES[6]
_STRAIGHT: Final = ((8, BOARD, BOARD), (1, NOT_A_FILE, NOT_H_FILE))
_DIAGONAL: Final = ((9, NOT_A_FILE, NOT_H_FILE), (7, NOT_H_FILE, NOT_A_FILE))
"""The lines of rooks and of bishops: how far a step shifts a mask, and where a step up and a step down may end."""


def knight_attacks(knights: Bits, _free: Bits | int = 0) -> Bits:
    """Return the squares that knights attack, over free squares and others."""
    # Source: https://www.chessprogramming.org/Knight_Pattern
    near = (knights & NOT_H_FILE) << 1 | (knights & NOT_A_FILE) >> 1
    far = (knights & _NOT_GH_FILES) << 2 | (knights & _NOT_AB_FILES) >> 2
    return (near << 16 | near >> 16 | far << 8 | far >> 8) & BOARD


def bishop_attacks(bishops: Bits, free: Bits) -> Bits:
    """Return the squares that bishops attack over free squares."""
    return _slides(bishops, free, _DIAGONAL)


def rook_attacks(rooks: Bits, free: Bits) -> Bits:
    """Return the squares that rooks attack over free squares."""
    return _slides(rooks, free, _STRAIGHT)


def queen_attacks(queens: Bits, free: Bits) -> Bits:
    """Return the squares that queens attack over free squares."""
    return _slides(queens, free, _STRAIGHT + _DIAGONAL)


def king_attacks(kings: Bits) -> Bits:
    """Return the squares that kings attack."""
    beside = east(kings) | west(kings)
    row = kings | beside
    return beside | north(row) | south(row)


def line_through(first: int, second: int) -> int:
    """Return the file, rank or diagonal of two squares, masks of one each; 0 where they have none in common."""
    for direction in _STRAIGHT + _DIAGONAL:
        line = first | _slides(first, BOARD, (direction,))
        if line & second:
            return line
    return 0


def attackers(side: Side[int], square: int, occupied: int) -> int:
    """Return the pieces of a side that attack a square, a mask of one, on a board with these occupied squares."""
    free = occupied ^ BOARD
    behind = side.backward(square)
    return (
        (east(behind) | west(behind)) & side.pawns
        | knight_attacks(square) & side.knights
        | bishop_attacks(square, free) & (side.bishops | side.queens)
        | rook_attacks(square, free) & (side.rooks | side.queens)
        | king_attacks(square) & side.kings
    )


def _slides(pieces: Bits, free: Bits, lines: tuple[tuple[int, int, int], ...]) -> Bits:
    # Source: https://www.chessprogramming.org/Kogge-Stone_Algorithm
    attacked = pieces & 0
    for step, left, right in lines:
        way = free & left
        reached = pieces | way & pieces << step
        way = way & way << step
        reached = reached | way & reached << 2 * step
        way = way & way << 2 * step
        reached = reached | way & reached << 4 * step
        attacked = attacked | reached << step & left
        way = free & right
        reached = pieces | way & pieces >> step
        way = way & way >> step
        reached = reached | way & reached >> 2 * step
        way = way & way >> 2 * step
        reached = reached | way & reached >> 4 * step
        attacked = attacked | reached >> step & right
    return attacked
