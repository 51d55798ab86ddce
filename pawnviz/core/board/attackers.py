"""The attacks of pieces on a board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import (
    BOARD,
    FILES,
    NOT_A_FILE,
    NOT_H_FILE,
    Bits,
    east,
    mask_of,
    north,
    south,
    squares,
    west,
)
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


_KNIGHT_STEPS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_KING_STEPS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def _leap(square: int, steps: tuple[tuple[int, int], ...]) -> int:
    places = ((square % 8 + files, square // 8 + ranks) for files, ranks in steps)
    return mask_of(8 * rank + file for file, rank in places if 0 <= file < 8 and 0 <= rank < 8)


def _ray(square: int, step: tuple[int, int]) -> int:
    return _leap(square, tuple((step[0] * count, step[1] * count) for count in range(1, 8)))


_KNIGHT: Final = tuple(_leap(square, _KNIGHT_STEPS) for square in range(64))
_KING: Final = tuple(_leap(square, _KING_STEPS) for square in range(64))
_PAWN: Final = {
    white: tuple(_leap(square, ((-1, back), (1, back))) for square in range(64))
    for white, back in ((True, -1), (False, 1))
}
"""The squares from which a pawn of a color attacks a square."""


def _rays(square: int, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, bool], ...]:
    """Return the rays from a square, and whether squares further on have higher numbers."""
    return tuple((_ray(square, step), step[0] + 8 * step[1] > 0) for step in steps)


_STRAIGHT_RAYS: Final = tuple(_rays(square, _KING_STEPS[::2]) for square in range(64))
_DIAGONAL_RAYS: Final = tuple(_rays(square, _KING_STEPS[1::2]) for square in range(64))


_LINES: Final = tuple(
    sum(ray for ray, _ in (*straight, *diagonal))
    for straight, diagonal in zip(_STRAIGHT_RAYS, _DIAGONAL_RAYS, strict=True)
)


def lines_through(square: int) -> int:
    """Return the squares on the rank, the file and the diagonals of a square, without itself."""
    return _LINES[square]


def knight_reach(square: int, occupied: int) -> int:
    """Return the squares that a knight on a square attacks, whatever is ``occupied``."""
    return _KNIGHT[square]


def bishop_reach(square: int, occupied: int) -> int:
    """Return the squares that a bishop on a square attacks on a board with pieces on the ``occupied`` squares."""
    return _slide(_DIAGONAL_RAYS[square], occupied)


def rook_reach(square: int, occupied: int) -> int:
    """Return the squares that a rook on a square attacks on a board with pieces on the ``occupied`` squares."""
    return _slide(_STRAIGHT_RAYS[square], occupied)


def _slide(rays: tuple[tuple[int, bool], ...], occupied: int) -> int:
    reached = 0
    for ray, upwards in rays:
        on_ray = ray & occupied
        if on_ray:
            first = on_ray & -on_ray if upwards else 1 << on_ray.bit_length() - 1
            # The squares up to the first piece: those below it, or those that are not.
            ray &= (first << 1) - 1 if upwards else -first
        reached |= ray
    return reached


class Pieces(NamedTuple):
    """The pieces of one color on a board whose squares in ``occupied`` hold any piece."""

    white: bool
    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    occupied: int

    @classmethod
    def of(cls, side: Side[int]) -> Pieces:
        """Return the pieces of a side."""
        return cls(
            side.color,
            side.pawns,
            side.knights,
            side.bishops,
            side.rooks,
            side.queens,
            side.kings,
            side.pieces | side.enemy.pieces,
        )

    def without(self, gone: int) -> Pieces:
        """Return the pieces without those on some squares, which are then empty."""
        kept = (mask & (mask ^ gone) for mask in self[1:])
        return Pieces(self.white, *kept)

    def attackers(self, square: int) -> int:
        """Return the pieces that attack a square from 0 to 63."""
        attacking = _KNIGHT[square] & self.knights | _KING[square] & self.kings | _PAWN[self.white][square] & self.pawns
        for rays, sliders in (
            (_STRAIGHT_RAYS[square], self.rooks | self.queens),
            (_DIAGONAL_RAYS[square], self.bishops | self.queens),
        ):
            if sliders:
                for ray, upwards in rays:
                    if ray & sliders:
                        on_ray = ray & self.occupied
                        first = on_ray & -on_ray if upwards else 1 << on_ray.bit_length() - 1
                        attacking |= first & sliders
        return attacking

    def reached(self) -> Iterator[int]:
        """Yield the squares that each knight, bishop, rook and queen attacks, of a queen along lines and diagonals."""
        for square in squares(self.knights):
            yield _KNIGHT[square]
        for square in squares(self.rooks | self.queens):
            yield rook_reach(square, self.occupied)
        for square in squares(self.bishops | self.queens):
            yield bishop_reach(square, self.occupied)
