"""The picture while one layer is pointed at: the marks of all others fade, and their arrows go."""

from __future__ import annotations

from typing import Final

from pawnviz.core.picture.picture import BREAKS, Picture

FADED: Final = 0.25  # The share of their opacity that other marks keep.


def faded_around(picture: Picture, layer: str, *, white: bool, black: bool) -> Picture:
    """Return a picture in which only the marks of this layer, for these sides, keep their opacity and their arrows."""

    def share(name: str, of_white: bool) -> float:
        return 1.0 if name == layer and (white if of_white else black) else FADED

    cells = tuple(
        cell._replace(
            marks=tuple(mark._replace(opacity=mark.opacity * share(mark.layer, mark.white)) for mark in cell.marks)
        )
        for cell in picture.cells
    )
    strips = tuple(strip._replace(opacity=strip.opacity * share(strip.layer, strip.white)) for strip in picture.strips)
    lines = tuple(line._replace(opacity=line.opacity * share(line.layer, line.white)) for line in picture.lines)
    arrows = (arrow for arrow in picture.arrows if share(BREAKS if arrow.is_push else "", arrow.white) == 1)
    return picture._replace(cells=cells, strips=strips, lines=lines, arrows=tuple(arrows))
