"""The board seen from one color, so that each rule is written once; White's forward is north, Black's is south."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from operator import attrgetter
from typing import Any, Final, Generic

from pawnviz.core.board.bitboard import RANKS, Bits, complement, north, north_fill, south, south_fill

WHITE: Final = True
BLACK: Final = False

KINDS: Final = ("pawns", "knights", "bishops", "rooks", "queens", "kings")
"""The fields with the masks of the kinds of pieces, of a position and a side as of a board of python-chess."""

kinds_of: Final[Callable[[Any], tuple[Any, Any, Any, Any, Any, Any]]] = attrgetter(*KINDS)  # Returns the six masks.


def color_name(color: bool) -> str:
    """Return ``white`` or ``black``."""
    return "white" if color else "black"


def player_name(color: bool) -> str:
    """Return ``White`` or ``Black``."""
    return "White" if color else "Black"


@dataclass(frozen=True, slots=True, eq=False)
class Side(Generic[Bits]):
    """The pieces of one color and, as ``enemy``, the other color's side, with the directions that belong to them.

    Masks are Python ints or ``uint64`` arrays of one common shape. ``pieces`` is the union of the six kinds of pieces.
    ``en_passant`` is the square that a pawn of this side may capture on, or empty; ``to_move`` is the whole board if
    it is this side's move, else empty. Sides are made in pairs that ``face`` links; each is equal only to itself.
    """

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
    enemy: Side[Bits] = field(init=False, repr=False)
    cache: dict[str, Bits] = field(default_factory=dict, init=False, repr=False)
    """The layers already computed for the side, by identifier: no part of its value, and not copied with it."""
    forward: Callable[[Bits], Bits] = field(init=False, repr=False)
    backward: Callable[[Bits], Bits] = field(init=False, repr=False)
    forward_fill: Callable[[Bits], Bits] = field(init=False, repr=False)
    backward_fill: Callable[[Bits], Bits] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        keep = object.__setattr__
        keep(self, "forward", north if self.color else south)
        keep(self, "backward", south if self.color else north)
        keep(self, "forward_fill", north_fill if self.color else south_fill)
        keep(self, "backward_fill", south_fill if self.color else north_fill)

    @property
    def name(self) -> str:
        """``White`` or ``Black``."""
        return player_name(self.color)

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
        return _ranks(self.color, first, last)

    def with_pawns(self, pawns: Bits) -> Side[Bits]:
        """Return this side with other pawns; all other pieces stay, also if they then overlap."""
        pieces = pawns | self.knights | self.bishops | self.rooks | self.queens | self.kings
        return face(replace(self, pawns=pawns, pieces=pieces), replace(self.enemy))[0]


@cache
def _ranks(color: bool, first: int, last: int) -> int:
    return sum(RANKS[rank - 1 if color else 8 - rank] for rank in range(first, last + 1))


def face(first: Side[Bits], second: Side[Bits]) -> tuple[Side[Bits], Side[Bits]]:
    """Link two sides as each other's enemy and return both; raises ``ValueError`` when one has an enemy already."""
    if hasattr(first, "enemy") or hasattr(second, "enemy"):
        raise ValueError("a side has one enemy for all its life; make a new pair of sides")
    object.__setattr__(first, "enemy", second)
    object.__setattr__(second, "enemy", first)
    return first, second


def release(side: Side[Any]) -> None:
    """Unlink a side, no longer used, from its enemy: both would live until a garbage collection with all masks."""
    object.__delattr__(side, "enemy")


def sides_of(masks: Sequence[Bits], white_to_move: Bits) -> tuple[Side[Bits], Side[Bits]]:
    """Return White's and Black's side of boards, ints or arrays of a shape.

    ``masks`` are White's and Black's pieces, the six ``KINDS`` and the en-passant square, which is usable on an empty
    square behind an enemy pawn. ``white_to_move`` is the whole board, or empty if it is Black's move.
    """
    white, black, kinds = masks[0], masks[1], masks[2:8]
    empty = complement(white | black) & masks[8]

    sides = []
    for color, own, enemy, to_move in (
        (WHITE, white, black, white_to_move),
        (BLACK, black, white, complement(white_to_move)),
    ):
        behind = north(kinds[0] & enemy) & RANKS[5] if color else south(kinds[0] & enemy) & RANKS[2]
        pawns, knights, bishops, rooks, queens, kings = [kind & own for kind in kinds]
        sides.append(Side(color, pawns, knights, bishops, rooks, queens, kings, own, empty & behind & to_move, to_move))
    return face(sides[0], sides[1])


def pawn_sides(white_pawns: Bits, black_pawns: Bits) -> tuple[Side[Bits], Side[Bits]]:
    """Return White's and Black's side of boards with nothing but pawns, neither to move; ints or arrays of a shape."""
    nothing = white_pawns & 0
    nobody = (nothing,) * 5
    white = Side(WHITE, white_pawns, *nobody, white_pawns, nothing, nothing)
    return face(white, Side(BLACK, black_pawns, *nobody, black_pawns, nothing, nothing))


def one_pawn(color: bool, square: int) -> Side[int]:
    """Return the side of a single pawn on an otherwise empty board."""
    white, black = pawn_sides(1 << square if color else 0, 0 if color else 1 << square)
    return white if color else black


def to_move_text(white: bool) -> str:
    """Return which side is to move, as captions say it."""
    return "White to move" if white else "Black to move"
