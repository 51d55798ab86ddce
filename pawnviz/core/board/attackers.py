"""The pieces that attack a square: all that legality needs besides pawns, without python-chess.

Source: https://www.chessprogramming.org/Square_Attacked_By
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import mask_of, squares
from pawnviz.core.board.side import Side

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


_STRAIGHT: Final = tuple(_rays(square, _KING_STEPS[::2]) for square in range(64))
_DIAGONAL: Final = tuple(_rays(square, _KING_STEPS[1::2]) for square in range(64))


_LINES: Final = tuple(
    sum(ray for ray, _ in (*straight, *diagonal)) for straight, diagonal in zip(_STRAIGHT, _DIAGONAL, strict=True)
)


def lines_through(square: int) -> int:
    """Return the squares on the rank, the file and the diagonals of a square, without itself."""
    return _LINES[square]


def knight_reach(square: int, occupied: int) -> int:
    """Return the squares that a knight on a square attacks, whatever is ``occupied``."""
    return _KNIGHT[square]


def bishop_reach(square: int, occupied: int) -> int:
    """Return the squares that a bishop on a square attacks on a board with pieces on the ``occupied`` squares."""
    return _slide(_DIAGONAL[square], occupied)


def rook_reach(square: int, occupied: int) -> int:
    """Return the squares that a rook on a square attacks on a board with pieces on the ``occupied`` squares."""
    return _slide(_STRAIGHT[square], occupied)


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
            (_STRAIGHT[square], self.rooks | self.queens),
            (_DIAGONAL[square], self.bishops | self.queens),
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
