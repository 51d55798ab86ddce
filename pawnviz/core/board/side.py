"""The board seen from one color, so that each rule is written once.

Relative words turn with the side: its own and its enemy's pieces, forward and backward. White's forward is north,
Black's is south.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic

from pawnviz.core.board.bitboard import BOARD, Bits, north, north_fill, south, south_fill

WHITE: Final = True
BLACK: Final = False


class Side(Generic[Bits]):
    """The pieces of one color and, as ``enemy``, the other color's, with the directions that belong to them.

    Masks are Python ints or ``uint64`` arrays of one common shape. A side is a value: do not assign to its fields.
    ``cache`` keeps the layers already computed for it, by identifier.
    """

    __slots__ = (
        "backward",
        "backward_fill",
        "bishops",
        "cache",
        "color",
        "en_passant",
        "enemy",
        "forward",
        "forward_fill",
        "kings",
        "knights",
        "pawns",
        "pieces",
        "queens",
        "rooks",
        "to_move",
    )

    color: bool
    pawns: Bits
    knights: Bits
    bishops: Bits
    rooks: Bits
    queens: Bits
    kings: Bits
    pieces: Bits
    en_passant: Bits
    to_move: Bits
    enemy: Side[Bits]
    cache: dict[str, Bits]
    forward: Callable[[Bits], Bits]
    backward: Callable[[Bits], Bits]
    forward_fill: Callable[[Bits], Bits]
    backward_fill: Callable[[Bits], Bits]

    def __init__(
        self,
        color: bool,
        pawns: Bits,
        knights: Bits,
        bishops: Bits,
        rooks: Bits,
        queens: Bits,
        kings: Bits,
        en_passant: Bits,
        to_move: Bits,
        pieces: Bits | None = None,
    ) -> None:
        """Keep the pieces of a color; ``en_passant`` is the square that a pawn of this side may capture on, or empty.

        ``to_move`` is the whole board where it is this side's move, else empty. ``pieces`` is the union of all pieces
        where it is known beforehand, which saves five operations on arrays.
        """
        self.color = color
        self.pawns = pawns
        self.knights = knights
        self.bishops = bishops
        self.rooks = rooks
        self.queens = queens
        self.kings = kings
        self.en_passant = en_passant
        self.to_move = to_move
        self.pieces = pawns | knights | bishops | rooks | queens | kings if pieces is None else pieces
        self.cache = {}
        self.forward = north if color else south
        self.backward = south if color else north
        self.forward_fill = north_fill if color else south_fill
        self.backward_fill = south_fill if color else north_fill

    @property
    def occupied(self) -> Bits:
        """The squares with a piece of either color."""
        return self.pieces | self.enemy.pieces

    @property
    def white(self) -> Side[Bits]:
        """White's side of the same board."""
        return self if self.color else self.enemy

    @property
    def black(self) -> Side[Bits]:
        """Black's side of the same board."""
        return self.enemy if self.color else self

    def ranks(self, first: int, last: int) -> int:
        """Return the mask of the ranks from ``first`` to ``last``, 1 to 8, counted from the side's end of the board."""
        low = first if self.color else 9 - last
        return (BOARD >> 8 * (7 - last + first)) << 8 * (low - 1)

    def with_pawns(self, pawns: Bits) -> Side[Bits]:
        """Return this side with other pawns; all other pieces stay, also where they then overlap."""
        return face(self._copied(pawns), self.enemy._copied(self.enemy.pawns))

    def _copied(self, pawns: Bits) -> Side[Bits]:
        """Return a side with these pawns and all else as here, without an enemy."""
        return Side(
            self.color,
            pawns,
            self.knights,
            self.bishops,
            self.rooks,
            self.queens,
            self.kings,
            self.en_passant,
            self.to_move,
        )


def face(side: Side[Bits], other: Side[Bits]) -> Side[Bits]:
    """Make two sides each other's enemy and return the first."""
    side.enemy = other
    other.enemy = side
    return side


def pawn_sides(white_pawns: Bits, black_pawns: Bits) -> tuple[Side[Bits], Side[Bits]]:
    """Return White's and Black's side of boards with nothing but pawns, neither to move; ints or arrays of a shape."""
    nothing = white_pawns & 0
    white = Side(WHITE, white_pawns, nothing, nothing, nothing, nothing, nothing, nothing, nothing, white_pawns)
    black = Side(BLACK, black_pawns, nothing, nothing, nothing, nothing, nothing, nothing, nothing, black_pawns)
    face(white, black)
    return white, black


def one_pawn(color: bool, square: int) -> Side[int]:
    """Return the side of a single pawn on an otherwise empty board."""
    white, black = pawn_sides(1 << square if color else 0, 0 if color else 1 << square)
    return white if color else black
