"""The boards that the API takes: positions, boards of python-chess, FENs, and masks of pawns as ints or arrays."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.board.arrays import Boards, PawnBoards, boards_of, read_fens
from pawnviz.core.board.bitboard import BOARD
from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import ChessBoard, Position, position_of_board

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BLOCK: Final = 4096  # The FENs that are read at once, so that their characters stay in the cache of the processor.


def position_of(board: str | Position | ChessBoard) -> Position:
    """Return a position as it is, that of a FEN, or that of a board of python-chess.

    Raises ``FenError`` for a text that is none, ``TypeError`` for anything else, and
    ``ValueError`` for a board that no ``Position`` can hold.
    """
    if isinstance(board, Position):
        return board
    if isinstance(board, str):
        return Position.from_fen(board)
    try:
        return position_of_board(board, castling=board.castling_rights, en_passant=board.ep_square)
    except AttributeError:
        kind = type(board).__name__
        raise TypeError(f"a position is a FEN, a pawnviz.Position or a chess.Board, not {kind}") from None


def read_boards(positions: Iterable[str | Position | ChessBoard]) -> Boards:
    """Return positions as arrays; texts are read as FENs, other lines of EPD too.

    Each position is read before the next one is asked for, so that a board may be changed between them. Raises
    ``FenError`` for the first text that cannot be read, which is named by its place from 0, and ``TypeError``.
    """
    import numpy

    remaining = (item if isinstance(item, str) else position_of(item) for item in positions)
    blocks: list[Boards] = []
    first = 0
    while block := list(islice(remaining, _BLOCK)):
        blocks.append(_read_block(block, first))
        first += len(block)
    if len(blocks) == 1:
        return blocks[0]
    return Boards(
        numpy.concatenate([numpy.empty((9, 0), numpy.uint64), *(block.masks for block in blocks)], axis=1),
        numpy.concatenate([numpy.empty(0, numpy.bool_), *(block.white_to_move for block in blocks)]),
    )


def _read_block(items: list[str | Position], first: int) -> Boards:
    def position(place: int, line: bytes = b"") -> Position:
        item = items[place]
        if isinstance(item, Position):
            return item
        try:
            return Position.from_fen(item)
        except FenError as error:
            message = f"positions[{first + place}]: {error.message}"
            raise FenError(error.field, message, error.start, error.end) from None

    if any(isinstance(item, Position) for item in items):
        return boards_of(map(position, range(len(items))))
    # A text of several lines is no FEN; an empty line stands for it, and the message is about the text itself.
    lines = [text if "\n" not in text else "" for text in map(str.strip, map(str, items))]
    return read_fens("\n".join((*lines, "")).encode("utf-8", "replace"), position).boards


def is_pawns(board: object) -> bool:
    """Return whether a value is a mask, or an array or a scalar of NumPy that is to hold masks."""
    if isinstance(board, int):
        return True
    dtype = getattr(board, "dtype", None)
    return dtype is not None and dtype.kind in "biufc" and hasattr(board, "__array__")


def checked_mask(name: str, mask: int) -> int:
    """Return a mask; raises ``ValueError`` when it is not within the 64 squares."""
    if not 0 <= mask <= BOARD:
        raise ValueError(f"{name} is from 0 to 2**64 - 1, not {mask}")
    return int(mask)


def pawn_arrays(white: Any, black: Any) -> tuple[PawnBoards, tuple[int, ...]]:
    """Return pawns as boards and their shape; raises ``TypeError`` unless ``uint64``, ``ValueError`` for the shapes."""
    import numpy

    arrays: list[NDArray[Any]] = []
    for name, pawns in (("white", white), ("black", black)):
        if isinstance(pawns, int):
            arrays.append(numpy.array(checked_mask(name, pawns), numpy.uint64))
            continue
        dtype = getattr(pawns, "dtype", None)
        if dtype is None:
            raise TypeError(
                f"{name} is an int or a NumPy array of uint64, not {type(pawns).__name__}; "
                "numpy.array(masks, dtype=numpy.uint64) makes one"
            )
        if dtype != numpy.uint64:
            way = f"{name}.astype(numpy.uint64)" if dtype.kind in "biu" else "a float does not hold all 64 squares"
            raise TypeError(f"{name} is an array of {dtype}; masks are uint64: {way}")
        arrays.append(numpy.asarray(pawns))
    first, second = numpy.broadcast_arrays(*arrays)
    return PawnBoards(first.ravel(), second.ravel()), first.shape
