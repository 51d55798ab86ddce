"""Layers of very many boards at once, in blocks of boards that stay in the processor's cache.

A layer over an array of a million boards waits for memory at each of its steps; over a block that fits the cache all
steps run at the processor's speed, and only the pawns and the results travel through memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.board.side import pawn_sides, release
from pawnviz.core.layers import Layer, Number

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK: Final = 16384
"""The boards of a block: 128 KiB for each mask, so that the twenty or so masks alive at once fit a cache of 2 MiB."""


def layer_blocks(
    wanted: Sequence[tuple[Layer | Number, bool]],
    white_pawns: NDArray[Any],
    black_pawns: NDArray[Any],
    *,
    out: NDArray[Any] | None = None,
    block: int = BLOCK,
) -> NDArray[Any]:
    """Return the wanted layers and numbers of many boards with nothing but pawns, one row for each of them.

    ``wanted`` pairs each layer or number with the color of the side it is taken for. ``white_pawns`` and
    ``black_pawns`` are arrays of ``uint64`` of the shape ``(boards,)``. The result is an array of ``uint64`` of the
    shape ``(len(wanted), boards)``: ``out`` when it is given, else a new one. A block computes what its layers share
    only once, so ask for all layers in one call. Raises ``ValueError`` when a shape, a dtype or ``block`` is another.
    """
    import numpy

    boards = white_pawns.shape
    if len(boards) != 1 or black_pawns.shape != boards:
        raise ValueError(f"white and black pawns are two arrays of one length, not {boards} and {black_pawns.shape}")
    if out is None:
        out = numpy.empty((len(wanted), *boards), numpy.uint64)
    if out.shape != (len(wanted), *boards):
        raise ValueError(f"out has the shape {(len(wanted), *boards)}, a row for each layer, not {out.shape}")
    if any(array.dtype != numpy.uint64 for array in (white_pawns, black_pawns, out)):
        raise ValueError("pawns and out are arrays of uint64")
    if block < 1:
        raise ValueError(f"a block has at least one board, not {block}")
    for start in range(0, boards[0], block):
        part = slice(start, start + block)
        white, black = pawn_sides(white_pawns[part], black_pawns[part])
        for row, (layer, color) in enumerate(wanted):
            out[row, part] = layer(white if color else black)
        release(white)  # Else both sides live until a garbage collection, and no block reuses the cache of the last.
    return out
