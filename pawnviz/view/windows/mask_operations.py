"""Set operations on a mask and the mask of a layer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import complement


class Operation(NamedTuple):
    """A set operation: the text of its button, a description, and the function of the mask and the layer's mask."""

    sign: str
    meaning: str
    apply: Callable[[int, int], int]


OPERATIONS: Final = {
    "and": Operation("&&", "mask & layer: squares in both", lambda mask, layer: mask & layer),
    "or": Operation("|", "mask | layer: squares in either", lambda mask, layer: mask | layer),
    "xor": Operation("^", "mask ^ layer: squares in exactly one", lambda mask, layer: mask ^ layer),
    "and not": Operation(
        "-", "mask - layer: squares of the mask that are not in the layer", lambda mask, layer: mask & complement(layer)
    ),
    "from layer": Operation(
        "layer - mask",
        "layer - mask: squares of the layer that are not in the mask",
        lambda mask, layer: layer & complement(mask),
    ),
    "complement": Operation("~", "~mask: all other squares", lambda mask, layer: complement(mask)),
    "layer": Operation("= layer", "Take the layer's squares as the mask", lambda mask, layer: layer),
}
