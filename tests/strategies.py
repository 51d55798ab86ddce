"""Boards and masks that tests are run on: made by hand from text, or by Hypothesis at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, Final, cast

import numpy
from hypothesis import strategies as st
from numpy.typing import NDArray

from pawnviz.core.board.bitboard import BOARD, Array, Bits, flip_vertical
from pawnviz.core.board.side import BLACK, WHITE, Side, face
from tests.reference import Square, View

KINDS: Final = "PNBRQK"
PIECES: Final = KINDS + KINDS.lower()


@dataclass(frozen=True)
class Board:
    """Any pieces on any squares, a1 first: a letter, capital for White, or ``""``.

    ``white_en_passant`` and ``black_en_passant`` are the squares that White's and Black's pawns may capture on.
    """

    pieces: tuple[str, ...]
    white_en_passant: int = 0
    black_en_passant: int = 0
    white_to_move: bool = True

    @classmethod
    def of(cls, placement: str) -> Board:
        """Return the board of a FEN's placement field."""
        pieces: list[str] = []
        for rank in reversed(placement.split("/")):
            for character in rank:
                pieces += [""] * int(character) if character.isdigit() else [character]
        assert len(pieces) == 64
        return cls(tuple(pieces))

    def mask(self, letters: str) -> int:
        """Return the squares of the pieces with one of these letters."""
        return sum(1 << square for square, piece in enumerate(self.pieces) if piece and piece in letters)

    def sides(self) -> tuple[Side[int], Side[int]]:
        """Return White's and Black's side as ints."""
        white_to_move, black_to_move = self.to_move_masks()
        return _faced(
            [*(self.mask(letter) for letter in KINDS), self.white_en_passant, white_to_move],
            [*(self.mask(letter) for letter in KINDS.lower()), self.black_en_passant, black_to_move],
        )

    def to_move_masks(self) -> tuple[int, int]:
        """Return the whole board for the side to move and nothing for the other, White's first."""
        return (BOARD, 0) if self.white_to_move else (0, BOARD)

    def views(self) -> tuple[View, View]:
        """Return what White and Black see, square by square."""
        places: dict[str, list[Square]] = {letter: [] for letter in PIECES}
        for n, piece in enumerate(self.pieces):
            if piece:
                places[piece].append((n % 8, n // 8))
        squares = {letter: frozenset(found) for letter, found in places.items()}
        white_target, black_target = (
            frozenset((n % 8, n // 8) for n in range(64) if mask >> n & 1)
            for mask in (self.white_en_passant, self.black_en_passant)
        )
        return (
            _view(squares, KINDS, KINDS.lower(), 1, white_target, self.white_to_move),
            _view(squares, KINDS.lower(), KINDS, -1, black_target, not self.white_to_move),
        )

    def turned(self) -> Board:
        """Return the board with rank 1 and rank 8 exchanged and so on, and each piece in the other color."""
        pieces = tuple(self.pieces[square ^ 56].swapcase() for square in range(64))
        targets = flip_vertical(self.black_en_passant), flip_vertical(self.white_en_passant)
        return Board(pieces, *targets, not self.white_to_move)


def _view(
    squares: dict[str, frozenset[Square]],
    own: str,
    enemy: str,
    forward: int,
    en_passant: frozenset[Square],
    to_move: bool,
) -> View:
    """Return what a color sees; ``own`` and ``enemy`` are the letters of its pieces and of the other color's."""
    return View(
        forward=forward,
        own=squares[own[0]],
        enemy=squares[enemy[0]],
        own_pieces=frozenset().union(*(squares[letter] for letter in own)),
        enemy_pieces=frozenset().union(*(squares[letter] for letter in enemy)),
        own_kings=squares[own[5]],
        enemy_kings=squares[enemy[5]],
        own_knights=squares[own[1]],
        enemy_knights=squares[enemy[1]],
        own_bishops=squares[own[2]],
        enemy_bishops=squares[enemy[2]],
        own_rooks=squares[own[3]],
        enemy_rooks=squares[enemy[3]],
        own_queens=squares[own[4]],
        enemy_queens=squares[enemy[4]],
        en_passant=en_passant,
        to_move=to_move,
    )


def array_sides(boards: Sequence[Board], shape: tuple[int, ...] = (-1,)) -> tuple[Side[Array], Side[Array]]:
    """Return White's and Black's side of many boards as arrays of ``uint64`` of one shape."""

    def pieces(letters: str) -> list[Array]:
        return [masks_array([board.mask(letter) for board in boards], shape) for letter in letters]

    white_to_move, black_to_move = zip(*(board.to_move_masks() for board in boards), strict=True)
    return _faced(
        [
            *pieces(KINDS),
            *(masks_array(masks, shape) for masks in ([board.white_en_passant for board in boards], white_to_move)),
        ],
        [
            *pieces(KINDS.lower()),
            *(masks_array(masks, shape) for masks in ([board.black_en_passant for board in boards], black_to_move)),
        ],
    )


def masks_array(masks: Sequence[int], shape: tuple[int, ...] = (-1,)) -> Array:
    """Return masks as an array of ``uint64`` of this shape."""
    return cast(Array, numpy.array(masks, dtype=numpy.uint64).reshape(shape))


def masks_list(array: Array) -> list[int]:
    """Return the masks of an array as ints in their order, after checking that it holds ``uint64``."""
    result = cast(NDArray[Any], array)
    assert result.dtype == numpy.uint64
    return [int(mask) for mask in result.ravel()]


_MASKS: Final = ("pawns", "knights", "bishops", "rooks", "queens", "kings", "en_passant", "to_move")


def _faced(white_masks: list[Bits], black_masks: list[Bits]) -> tuple[Side[Bits], Side[Bits]]:
    white, black = (
        Side(color=color, pieces=reduce(or_, masks[:6]), **dict(zip(_MASKS, masks, strict=True)))
        for color, masks in ((WHITE, white_masks), (BLACK, black_masks))
    )
    return face(white, black)


def picture(text: str) -> int:
    """Return the mask of a diagram: eight lines of eight characters, rank 8 first, ``.`` for a square outside it."""
    rows = [line.split() for line in text.strip().splitlines()]
    assert [len(row) for row in rows] == [8] * 8
    return sum(1 << 8 * rank + file for rank, row in enumerate(reversed(rows)) for file in range(8) if row[file] != ".")


# From no pieces at all to full boards, with pawns on every rank.
_CHOICES: Final = (
    ("", "", "", "", "P", "p"),
    ("", "P", "p"),
    ("", "", "", "", "", "", "", "P", "p"),
    ("", *PIECES),
    ("", "", "", "", "", "", "", "", "", "P", "p", "P", "p", *PIECES),
    ("P", "p"),
    ("", "P"),
    ("", "p"),
    ("P",),
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Return boards with any pieces on any squares, either side to move, an en-passant square anywhere or nowhere."""
    choice = draw(st.sampled_from(_CHOICES))
    pieces = tuple(choice[byte % len(choice)] for byte in draw(st.binary(min_size=64, max_size=64)))
    targets = st.just(0) | st.integers(0, 63).map(lambda square: 1 << square)
    return Board(pieces, draw(targets), draw(targets), draw(st.booleans()))


def masks() -> st.SearchStrategy[int]:
    """Return masks of any number of squares: few, about half, and nearly all of them."""
    bits = st.integers(0, BOARD)
    few = st.builds(lambda one, other, third: one & other & third, bits, bits, bits)
    return bits | few | few.map(lambda mask: mask ^ BOARD) | st.integers(0, 63).map(lambda square: 1 << square)
