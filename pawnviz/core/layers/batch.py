"""Layers of very many boards at once, in blocks of boards that stay in the processor's cache.

A layer over an array of a million boards waits for memory at each of its steps; over a block that fits the cache all
steps run at the processor's speed, and only the boards and the results travel through memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.board.arrays import Boards, PawnBoards
from pawnviz.core.board.side import release
from pawnviz.core.layers.registry import Entry

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK: Final = 16384
"""The boards of a block: 128 KiB for each mask, so that the twenty or so masks alive at once fit a cache of 2 MiB."""


def layer_blocks(
    wanted: Sequence[tuple[Entry, bool]],
    boards: Boards | PawnBoards,
    *,
    out: Sequence[NDArray[Any]] | NDArray[Any] | None = None,
    block: int = BLOCK,
) -> Sequence[NDArray[Any]] | NDArray[Any]:
    """Return the wanted layers and numbers of many boards, an array of the shape ``(boards,)`` for each of them.

    ``wanted`` pairs each layer or number with the color of the side it is taken for. ``out`` is returned when it is
    given, arrays of any integer type that holds the values; else the result is a new ``uint64`` array of the shape
    ``(len(wanted), boards)``. A block computes what its layers share only once, so ask for all layers in one call.
    Raises ``ValueError`` when ``out`` has another shape or ``block`` is below 1.
    """
    import numpy

    if out is None:
        out = numpy.empty((len(wanted), len(boards)), numpy.uint64)
    shape = (len(boards),)
    if len(out) != len(wanted) or any(row.shape != shape for row in out):
        raise ValueError(f"out has an array of the shape {shape} for each of the {len(wanted)} layers")
    if block < 1:
        raise ValueError(f"a block has at least one board, not {block}")
    for start in range(0, len(boards), block):
        part = slice(start, start + block)
        white, black = boards.part(part).sides()
        for row, (layer, color) in zip(out, wanted, strict=True):
            row[part] = layer(white if color else black)
        release(white)  # Else both sides live until a garbage collection, and no block reuses the cache of the last.
    return out
