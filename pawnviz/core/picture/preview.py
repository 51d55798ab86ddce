"""A picture of a position that may follow: gains and losses of the shown layers, and marks of all further changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pawnviz.core.layers.marks import Style
from pawnviz.core.picture.changes import picture_of_change
from pawnviz.core.picture.picture import Arrow, Cell, Picture, PlacedMark


class ChangeMark(NamedTuple):
    """Squares of one side, as a mask, that get a mark in a style; ``change`` is ``GAINED`` or ``LOST``."""

    style: Style
    white: bool
    squares: int
    change: int


def picture_of_preview(
    before: Picture, after: Picture, marks: Sequence[ChangeMark], arrows: Sequence[Arrow]
) -> Picture:
    """Return the picture after a change with gains, losses and further marks, each once, and only these arrows."""
    picture = picture_of_change(before, after)
    placed = [
        (mark.squares, PlacedMark(mark.style.mark, mark.white, color, mark.style.opacity, 0, 1, change=mark.change))
        for mark in marks
        for color in (mark.style.white_color if mark.white else mark.style.black_color,)
    ]
    cells = []
    for square, cell in enumerate(picture.cells):
        present = {(mark.mark, mark.white) for mark in cell.marks}
        new = [mark for mask, mark in placed if mask >> square & 1 and (mark.mark, mark.white) not in present]
        cells.append(Cell(cell.piece, (*cell.marks, *new)) if new else cell)
    return picture._replace(cells=tuple(cells), arrows=tuple(arrows))
