"""Millions of positions as NumPy arrays, and thousands of plain FENs read into them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from pawnviz.core.board.bitboard import BOARD, Array
from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, pawn_sides, sides_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

Sides = tuple[Side[Array], Side[Array]]


@dataclass(frozen=True, slots=True)
class Boards:
    """Whole positions as layers read them: the pieces, the en-passant square and the side to move.

    The rows of ``masks``, ``uint64`` of the shape ``(9, boards)``, are the masks of ``Position`` in its order:
    ``white``, ``black``, ``pawns`` ... ``kings``, then the en-passant square. ``white_to_move`` is ``bool`` of the
    shape ``(boards,)``.
    """

    masks: NDArray[Any]
    white_to_move: NDArray[Any]

    def __len__(self) -> int:
        return len(self.white_to_move)

    def part(self, places: slice | NDArray[Any]) -> Boards:
        """Return the boards at these places."""
        return Boards(self.masks[:, places], self.white_to_move[places])

    def sides(self) -> Sides:
        """Return White's and Black's side of all boards."""
        import numpy

        return sides_of(cast(Sequence[Array], self.masks), cast(Array, self.white_to_move * numpy.uint64(BOARD)))


@dataclass(frozen=True, slots=True)
class PawnBoards:
    """Boards with nothing but pawns, neither side to move: two ``uint64`` arrays of the shape ``(boards,)``."""

    white: NDArray[Any]
    black: NDArray[Any]

    def __len__(self) -> int:
        return len(self.white)

    def part(self, places: slice | NDArray[Any]) -> PawnBoards:
        """Return the boards at these places."""
        return PawnBoards(self.white[places], self.black[places])

    def sides(self) -> Sides:
        """Return White's and Black's side of all boards."""
        return pawn_sides(cast(Array, self.white), cast(Array, self.black))


def boards_of(positions: Iterable[Position]) -> Boards:
    """Return positions as arrays."""
    import numpy

    rows = [(*each.masks(), each.white_to_move) for each in positions]
    values = numpy.array(rows, numpy.uint64).reshape(-1, 10).T
    return Boards(numpy.ascontiguousarray(values[:9]), values[9] != 0)


# Thousands of plain FENs at once, written as ``Position.fen`` does; other lines are left to ``from_fen``

LONGEST_PLAIN_FEN: Final = 92
"""The number of characters up to which a FEN may be plain: 71 for the placement, 20 for all else."""

_WIDTH: Final = LONGEST_PLAIN_FEN + 4
"""The columns of the matrix of characters: room for a short field behind the last character."""

_MISSING: Final = (b" w - - 0 1", b" - - 0 1", b" - 0 1", b" 0 1", b" 1")
"""The fields that a FEN with one field lacks, with two fields, and so on."""

_PIECE, _DIGIT, _SLASH, _OTHER = 1, 2, 3, 4


class FenBlock(NamedTuple):
    """The positions of lines, and their FENs as ``uint8`` rows ``(positions, columns)``, filled up with zeros."""

    boards: Boards
    texts: NDArray[Any]


class _Tables(NamedTuple):
    """Lookup tables of characters and castling fields, for whole arrays."""

    kinds: NDArray[Any]  # Of each character whether it is a piece, a digit or a slash in a placement; 0 for NUL.
    squares: NDArray[Any]  # Of each character how many squares it takes in a placement.
    codes: NDArray[Any]  # Of each piece the bits of its kind, and 64 for White or 128 for Black.
    castling: NDArray[Any]  # The plain castling fields as numbers of four characters, in rising order.
    rights: NDArray[Any]  # Of each of these fields the rights: 1 for K, 2 for Q, 4 for k, 8 for q.


@cache
def _tables() -> _Tables:
    import numpy

    kinds = numpy.full(256, _OTHER, numpy.uint8)
    squares = numpy.zeros(256, numpy.uint8)
    codes = numpy.zeros(256, numpy.uint8)
    kinds[0], kinds[ord("/")] = 0, _SLASH
    for count in range(1, 9):
        kinds[ord("0") + count], squares[ord("0") + count] = _DIGIT, count
    for place, piece in enumerate(PIECES):
        kinds[ord(piece)], squares[ord(piece)] = _PIECE, 1
        codes[ord(piece)] = 1 << place % 6 | (64 if place < 6 else 128)
    fields = {"".join(letter for bit, letter in enumerate("KQkq") if rights >> bit & 1): rights for rights in range(16)}
    numbers = {int.from_bytes((field or "-").encode(), "little"): rights for field, rights in fields.items()}
    castling = sorted(numbers)
    return _Tables(
        kinds,
        squares,
        codes,
        numpy.array(castling, numpy.uint32),
        numpy.array([numbers[number] for number in castling], numpy.uint8),
    )


def read_fens(text: bytes, otherwise: Callable[[int, bytes], Position | None]) -> FenBlock:
    """Return the positions of the lines of a text; each line ends with a newline.

    A line that is no plain FEN is given to ``otherwise`` with its number from 0; None leaves the line out. A plain FEN
    has one to six fields with single blanks between them and is written as ``Position.fen`` writes it, but for the
    fields that are missing; its castling letters are those of rooks in the corners and of a king on the e-file.
    """
    import numpy

    starts, ends, matrix = _lines(text)
    lengths = ends - starts
    # No character of a FEN is 0, which fills up the rows.
    is_plain = (lengths <= LONGEST_PLAIN_FEN) & (numpy.count_nonzero(matrix, axis=1) == lengths)
    fields = _Fields(matrix, lengths)
    is_plain &= fields.count <= 6
    masks = numpy.zeros((9, len(lengths)), numpy.uint64)
    is_plain &= _read_placement(fields, masks[:8])
    white_to_move = numpy.ones(len(lengths), numpy.bool_)
    is_plain &= _read_side_to_move(fields, white_to_move)
    is_plain &= _read_castling(fields, masks)
    is_plain &= _read_en_passant(fields, masks[8])
    is_plain &= _is_number(fields, 4, least=0) & _is_number(fields, 5, least=1)
    others: dict[int, Position] = {}
    for line in numpy.flatnonzero(numpy.logical_not(is_plain)).tolist():
        position = otherwise(line, text[starts[line] : ends[line]])
        if position is not None:
            others[line] = position
    plain = FenBlock(Boards(masks, white_to_move).part(is_plain), _complete(fields, is_plain))
    if not others:
        return plain
    order = numpy.argsort(numpy.concatenate((numpy.flatnonzero(is_plain), list(others))))
    return _joined(plain, list(others.values()), order)


def _lines(text: bytes) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return where each line begins and ends, and a matrix of their first characters, filled up with zeros."""
    import numpy

    characters = numpy.frombuffer(text, numpy.uint8)
    ends = numpy.flatnonzero(characters == ord("\n"))
    starts = numpy.concatenate(([0], ends[:-1] + 1))
    ends = ends - ((characters[ends - 1] == ord("\r")) & (ends > starts))
    padded = numpy.concatenate((characters, numpy.zeros(_WIDTH, numpy.uint8)))
    matrix: NDArray[Any] = numpy.lib.stride_tricks.sliding_window_view(padded, _WIDTH)[starts]
    matrix *= numpy.arange(_WIDTH) < (ends - starts)[:, None]
    return starts, ends, matrix


def _joined(plain: FenBlock, positions: list[Position], order: NDArray[Any]) -> FenBlock:
    import numpy

    boards, others = plain.boards, boards_of(positions)
    fens = [position.fen().encode() for position in positions]
    columns = max(_WIDTH, *map(len, fens))
    texts = numpy.zeros((len(order), columns), numpy.uint8)
    texts[: len(boards), :_WIDTH] = plain.texts
    texts[len(boards) :] = numpy.array(fens, f"S{columns}").view(numpy.uint8).reshape(-1, columns)
    return FenBlock(
        Boards(
            numpy.concatenate((boards.masks, others.masks), axis=1)[:, order],
            numpy.concatenate((boards.white_to_move, others.white_to_move))[order],
        ),
        texts[order],
    )


class _Fields:
    """Rows of characters, cut into fields at their blanks."""

    def __init__(self, matrix: NDArray[Any], lengths: NDArray[Any]) -> None:
        import numpy

        self.matrix = matrix
        self._rows = numpy.arange(len(matrix))
        blanks = matrix == ord(" ")
        counts = numpy.count_nonzero(blanks, axis=1)
        self.count = counts + 1
        """How many fields each row has."""
        places = numpy.append(numpy.flatnonzero(blanks) % _WIDTH, 0)
        firsts = numpy.cumsum(counts) - counts
        self.ends: list[Any] = [
            numpy.where(field < counts, places[numpy.minimum(firsts + field, len(places) - 1)], lengths)
            for field in range(6)
        ]

    def length(self, field: int) -> Any:
        """Return the number of characters of a field of each row; -1 if the row has fewer fields."""
        return self.ends[field] - self.ends[field - 1] - 1

    def characters(self, field: int, width: int) -> NDArray[Any]:
        """Return the first characters of a field of each row, filled up with zeros, as a ``uint8`` array."""
        import numpy

        columns = numpy.arange(width)
        places = numpy.minimum(self.ends[field - 1][:, None] + 1 + columns, _WIDTH - 1)
        characters: NDArray[Any] = self.matrix[self._rows[:, None], places]
        characters *= columns < self.length(field)[:, None]
        return characters


def _read_placement(fields: _Fields, masks: NDArray[Any]) -> Any:
    """Write the masks of the pieces, and return which rows have a plain placement."""
    import numpy

    tables = _tables()
    matrix: NDArray[Any] = fields.matrix * (numpy.arange(_WIDTH) < fields.ends[0][:, None])
    kinds = tables.kinds[matrix]
    squares = tables.squares[matrix]
    behind = numpy.cumsum(squares, axis=1, dtype=numpy.uint16)
    before = behind - squares
    slashes = kinds == _SLASH
    # With seven slashes, none beside another or at an end, on multiples of eight, each rank has eight squares.
    misplaced = slashes & ((before & 7 != 0) | (before == 0) | (before == 64))
    repeated = (kinds[:, 1:] == kinds[:, :-1]) & ((kinds[:, 1:] == _DIGIT) | (kinds[:, 1:] == _SLASH))
    is_plain: NDArray[Any] = (
        (kinds.max(axis=1) < _OTHER)
        & (behind[:, -1] == 64)
        & (numpy.count_nonzero(slashes, axis=1) == 7)
        & numpy.logical_not(misplaced.any(axis=1) | repeated.any(axis=1))
    )
    places = numpy.flatnonzero((kinds == _PIECE) & is_plain[:, None])
    board = numpy.zeros(64 * len(matrix), numpy.uint8)
    # A placement begins with a8, a mask with a1.
    board[places // _WIDTH * 64 + (before.ravel()[places] ^ 56)] = tables.codes[matrix.ravel()[places]]
    for row, bit in enumerate((64, 128, 1, 2, 4, 8, 16, 32)):
        masks[row] = numpy.packbits(board & bit, bitorder="little").view("<u8")
    return is_plain


def _read_side_to_move(fields: _Fields, white_to_move: NDArray[Any]) -> Any:
    letter = fields.characters(1, 1)[:, 0]
    is_black = letter == ord("b")
    white_to_move ^= is_black
    return (fields.count < 2) | ((fields.length(1) == 1) & (is_black | (letter == ord("w"))))


def _read_castling(fields: _Fields, masks: NDArray[Any]) -> Any:
    import numpy

    tables = _tables()
    numbers = fields.characters(2, 4).view("<u4")[:, 0]
    places = numpy.minimum(numpy.searchsorted(tables.castling, numbers), len(tables.castling) - 1)
    is_plain: NDArray[Any] = (fields.length(2) <= 4) & (tables.castling[places] == numbers)
    rights = tables.rights[places] * (fields.count >= 3)
    rooks, kings = masks[5], masks[7]
    for bit, (own, rank, file) in enumerate(((0, 0, 7), (0, 0, 0), (1, 7, 7), (1, 7, 0))):
        rook = rooks & masks[own] & numpy.uint64(1 << 8 * rank + file)
        king = kings & masks[own] & numpy.uint64(0xFF << 8 * rank)
        is_plain &= (rights >> bit & 1 == 0) | ((rook != 0) & (king == numpy.uint64(0x10 << 8 * rank)))
    return is_plain | (fields.count < 3)


def _read_en_passant(fields: _Fields, masks: NDArray[Any]) -> Any:
    import numpy

    file, rank = fields.characters(3, 2).T
    length = fields.length(3)
    is_square = (length == 2) & (file >= ord("a")) & (file <= ord("h")) & ((rank == ord("3")) | (rank == ord("6")))
    square = (rank - ord("1")).astype(numpy.uint64) * 8 + (file - ord("a"))
    masks[:] = numpy.where(is_square, numpy.uint64(1) << (square & 63), numpy.uint64(0))
    return (fields.count < 4) | is_square | ((length == 1) & (file == ord("-")))


def _is_number(fields: _Fields, field: int, *, least: int) -> Any:
    """Return which rows have a number from ``least``, 0 or 1, to 9999 in a field, or have no such field."""
    characters = fields.characters(field, 4)
    first = characters[:, 0]
    length = fields.length(field)
    is_digit = (characters >= ord("0")) & (characters <= ord("9")) | (characters == 0)
    is_plain = (length >= 1) & (length <= 4) & is_digit.all(axis=1)
    return (fields.count <= field) | is_plain & ((first != ord("0")) | (length == 1) & (least == 0))


def _complete(fields: _Fields, rows: NDArray[Any]) -> NDArray[Any]:
    import numpy

    texts: NDArray[Any] = fields.matrix[rows]
    counts = fields.count[rows]
    ends = fields.ends[5][rows]
    for count, missing in enumerate(_MISSING, 1):
        short = numpy.flatnonzero(counts == count)
        columns = ends[short][:, None] + numpy.arange(len(missing))
        texts[short[:, None], columns] = numpy.frombuffer(missing, numpy.uint8)
    return texts
