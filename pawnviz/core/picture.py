"""What a board shows, as plain data: men, marks by square, strips of files, arrows and highlights."""

from __future__ import annotations

from typing import NamedTuple

from pawnviz.core.layers import Layer
from pawnviz.core.marks import Style


class ShownLayer(NamedTuple):
    """A layer that is shown, how it is drawn, and for which sides."""

    layer: Layer
    style: Style
    white: bool = True
    black: bool = True
