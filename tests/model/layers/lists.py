"""Layers to test with, and which of them are shown."""

from __future__ import annotations

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.labels.order import sections
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style, hatch
from pawnviz.core.layers.registry import Chapter
from pawnviz.core.user_layers.collection import USER_STYLE, UserLayer, UserLayers
from pawnviz.model.layers.shown_layers import ShownLayers

TWO_PAWNS = "8/8/8/3p4/4P3/8/8/8 w - - 0 1"


ORDER = tuple(identifier for section in sections() for identifier in section.identifiers)
"""The registered layers in the order of the first start."""


class Counter:
    """How often a signal was sent."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


def shown_names(layers: ShownLayers) -> list[str]:
    return [entry.layer.identifier for entry in layers.shown()]


def names_at(layers: ShownLayers, square: str) -> list[str]:
    """Return the shown layers that hold a square for a side that they are shown for."""
    return [
        entry.layer.identifier
        for entry in layers.shown()
        for white, on in ((True, entry.white), (False, entry.black))
        if on and layers.mask(entry.layer.identifier, white) >> parse_square(square) & 1
    ]


def own_names(layers: ShownLayers) -> list[str]:
    """Return the user layers in the order of drawing."""
    return [name for name in layers.all if name in layers.user_layers.layers]


def temporary(identifier: str, mask: int = 1) -> Layer:
    return Layer(
        identifier, identifier.title(), Chapter("Temporary", ""), "own", "A test.", hatch("tint"), lambda side: mask
    )


def own(identifier: str, formula: str = "own", title: str = "", style: Style = USER_STYLE) -> UserLayer:
    return UserLayer(identifier, title or identifier.capitalize(), formula, "A test.", style)


def own_layers(**formulas: str) -> UserLayers:
    return UserLayers(own(identifier, formula) for identifier, formula in formulas.items())
