"""Computes layers and numbers of both sides: of one board as ints, of many as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pawnviz.api.boards import checked_mask, is_pawns, pawn_arrays, position_of
from pawnviz.api.values import ByColor, Masks
from pawnviz.core.board.arrays import Boards, PawnBoards
from pawnviz.core.board.side import BLACK, WHITE, Side, pawn_sides
from pawnviz.core.layers import Entry, Layer
from pawnviz.core.layers.registry import layer_blocks

if TYPE_CHECKING:
    from numpy.typing import NDArray


def of_pawns(entries: Sequence[Entry], white: Any, black: Any) -> list[ByColor[Any]]:
    """Return layers and numbers of pawns: ints of two ints, arrays of their common shape where one is an array."""
    if isinstance(white, int) and isinstance(black, int):
        return of_sides(entries, pawn_sides(checked_mask("white", white), checked_mask("black", black)))
    boards, shape = pawn_arrays(white, black)
    return of_boards(entries, boards, shape)


def of_position(entries: Sequence[Entry], position: Any) -> list[ByColor[Any]]:
    """Return layers and numbers of a position or a board of python-chess, as ints."""
    if is_pawns(position):
        raise TypeError("masks of pawns come in pairs: white, then black")
    return of_sides(entries, position_of(position).sides())


def of_sides(entries: Sequence[Entry], sides: tuple[Side[int], Side[int]]) -> list[ByColor[int]]:
    """Return layers and numbers of two sides as ints."""
    white, black = sides
    return [(Masks if isinstance(entry, Layer) else ByColor)(entry(white), entry(black)) for entry in entries]


def of_boards(
    entries: Sequence[Entry], boards: Boards | PawnBoards, shape: tuple[int, ...]
) -> list[ByColor[NDArray[Any]]]:
    """Return layers of many boards as ``uint64`` arrays of a shape, and numbers as ``int64`` arrays."""
    import numpy

    wanted = [(entry, color) for entry in entries for color in (WHITE, BLACK)]
    # A difference of two numbers may be negative, which uint64 would turn into a huge one.
    types = [numpy.uint64 if isinstance(entry, Layer) else numpy.int64 for entry, _ in wanted]
    arrays = layer_blocks(wanted, boards, out=[numpy.empty(len(boards), each) for each in types])
    shaped = [array.reshape(shape) for array in arrays]
    return [ByColor(white, black) for white, black in zip(shaped[::2], shaped[1::2], strict=True)]
