"""The picture of a part of a question: the skeleton of its pawns."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QWidget

from pawnviz.core.collections.question import Part, PatternPart, PawnsPart, StructurePart
from pawnviz.core.structures.rule import example_pawns
from pawnviz.core.structures.table import known_structures
from pawnviz.model.preferences import Preference
from pawnviz.view.board.small_boards import skeleton_icon
from pawnviz.view.widgets.theme import theme_of

PICTURE: Final = 24  # The edge of the picture in logical pixels.


def pictured_pawns(part: Part) -> tuple[int, int] | None:
    """Return White's and Black's pawns that stand for a part, or None for one without pawns of its own."""
    match part:
        case PawnsPart():
            return (0 if part.sides == "black" else part.white), (0 if part.sides == "white" else part.black)
        case StructurePart():
            return known_structures().structures[part.identifier].pictured_pawns(part.color)
        case PatternPart():
            return example_pawns(part.rules[0])
    return None


def part_picture(part: Part, flipped: Preference[bool], widget: QWidget) -> QIcon:
    """Return the skeleton of a part in the colors of a widget, turned as the board; no picture for other parts."""
    pawns = pictured_pawns(part)
    if pawns is None:
        return QIcon()
    return skeleton_icon(*pawns, theme_of(widget), edge=PICTURE, flipped=flipped.value)
