"""A chip: one part of a question as a small button, with its words and its picture."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QIcon, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from pawnviz.core.collections.fields import RESULT_WORDS
from pawnviz.core.collections.question import (
    ConditionPart,
    EcoPart,
    EloPart,
    EventPart,
    LengthPart,
    MovesPart,
    NamePart,
    Part,
    PatternPart,
    PawnsPart,
    PlayerPart,
    ResultPart,
    StructurePart,
    YearsPart,
)
from pawnviz.core.structures.rule import example_pawns
from pawnviz.core.structures.table import known_structures
from pawnviz.core.words import count_text, shortened
from pawnviz.model.preferences import Preference
from pawnviz.override import override
from pawnviz.view.board.small_boards import skeleton_icon
from pawnviz.view.widgets.labels import plain_tip
from pawnviz.view.widgets.theme import theme_of

LONGEST: Final = 40  # The most characters of a chip.
_SIDES: Final = {"both": "These pawns", "white": "White’s pawns", "black": "Black’s pawns"}


def chip_text(part: Part) -> str:
    """Return a part in few words: ``These pawns, mirrored too``, ``Carlsbad of White``, or as it is typed."""
    further = []
    if isinstance(part, PawnsPart | PatternPart):
        further = ["mirrored too"] * part.mirrored + ["either color"] * part.either_color
    match part:
        case PawnsPart():
            further += [f"up to {count_text(part.at_most, 'square')} apart"] if part.at_most else []
            return ", ".join((_SIDES[part.sides], *further))
        case StructurePart():
            structure = known_structures().structures[part.identifier]
            if part.color is None and not structure.mutual:
                text = f"{structure.title} of either color"
            else:
                text = structure.heading_for(None if structure.mutual else part.color)
            return f"{text}, also under other names" if part.wide else text
        case PatternPart():
            return shortened(", ".join((part.pattern, *further)), LONGEST)
        case ConditionPart() if part.layer or part.differing:
            titles = " ≠ ".join(part.titles[layer] for layer in part.differing or (part.layer,))
            return titles + ("" if part.color is None else " of White" if part.color else " of Black")
        case ConditionPart():
            color = "" if part.color is True else "Black: " if part.color is False else "Either: "
            return shortened(color + part.condition, LONGEST)
        case LengthPart():
            return f"For {count_text(part.moves, 'move')} or more"
        case MovesPart():
            return _range(part.least, part.most, "Moves", "From move {} on", "Up to move {}")
        case EloPart():
            return _range(part.least, part.most, "Elo", "Elo {} or more", "Elo up to {}")
        case YearsPart():
            return _range(part.least, part.most, "", "Since {}", "Until {}")
        case PlayerPart():
            color = "" if part.color is None else " as White" if part.color else " as Black"
            return shortened(f"{part.name}{color}", LONGEST)
        case ResultPart():
            return RESULT_WORDS[part.result].capitalize()
        case EcoPart():
            return f"ECO {part.codes}"
        case EventPart():
            return shortened(f"Event: {part.name}", LONGEST)
        case NamePart():
            return shortened(f"“{part.name}”", LONGEST)


def _range(first: int, last: int | None, noun: str, since: str, until: str) -> str:
    """Return a range of numbers in words; ``None`` and 0 are no limits."""
    if last is None:
        return since.format(first)
    if not first:
        return until.format(last)
    numbers = str(first) if first == last else f"{first}–{last}"
    return f"{noun} {numbers}" if noun else numbers


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


_SIDE: Final = 10  # The room left of the text, and with a picture
_EDGE: Final = 9  # that left of the picture
_GAP: Final = 5  # and that between both.
_CROSS: Final = 22  # The width of the cross at the right end.


class Chip(QAbstractButton):
    """A part of a question: a click or Enter edits it, the cross or Delete removes it."""

    edit_wanted = Signal()
    remove_wanted = Signal()
    step_wanted = Signal(int)  # An arrow key was pressed; carries 1 for the next chip or -1.

    def __init__(self, part: Part, flipped: Preference[bool]) -> None:
        super().__init__()
        self.part = part
        self._flipped = flipped
        flipped.changed.connect(self.update)
        self.is_empty = False  # Whether no game is left because of this part.
        text = chip_text(part)
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setAccessibleName(text)
        self.setAccessibleDescription("Enter edits it, Delete removes it")
        self._left = _SIDE if pictured_pawns(part) is None else _EDGE + PICTURE + _GAP  # The left end of the text.
        self.setToolTip(plain_tip(f"{part.text}\nClick or Enter: edit; the cross or Delete: remove"))

    @override
    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        height = max(metrics.height() + 8, PICTURE + 4)
        return QSize(self._left + metrics.horizontalAdvance(self.text()) + _CROSS, height)

    def _cross(self) -> QRect:
        return QRect(self.width() - _CROSS, 0, _CROSS, self.height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = self.rect().toRectF().adjusted(1, 1, -1, -1)
            edge = theme.error_text if self.is_empty else theme.link if self.hasFocus() else theme.border
            fill = theme.error_background if self.is_empty else theme.highlight
            painter.setPen(QPen(QColor(edge), 2 if self.hasFocus() else 1))
            painter.setBrush(QColor(fill))
            painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
            painter.setPen(QColor(theme.error_text if self.is_empty else theme.highlighted_text))
            if self._left > _SIDE:
                picture = QRect(_EDGE, (self.height() - PICTURE) // 2, PICTURE, PICTURE)
                part_picture(self.part, self._flipped, self).paint(painter, picture)
            place = self.rect().adjusted(self._left, 0, -_CROSS, 0)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
            center, arm = self._cross().center() - QPoint(2, 0), 3
            is_pointed = self.underMouse() and self._cross().contains(self.mapFromGlobal(self.cursor().pos()))
            painter.setPen(QPen(painter.pen().color(), 2.0 if is_pointed else 1.2))
            painter.drawLine(center + QPoint(-arm, -arm), center + QPoint(arm, arm))
            painter.drawLine(center + QPoint(-arm, arm), center + QPoint(arm, -arm))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.update()

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(place):
            if self._cross().contains(place):
                self.remove_wanted.emit()
            else:
                self.edit_wanted.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_wanted.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_F2):
            self.edit_wanted.emit()
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.step_wanted.emit(1 if event.key() == Qt.Key.Key_Right else -1)
        else:
            super().keyPressEvent(event)
