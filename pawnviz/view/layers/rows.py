"""The painter of the list of layers: a heading, or a layer with its mark, title, two counts and a switch."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPolygonF

from pawnviz.model.layers.list_model import Heading, LayerRow, heading_text
from pawnviz.view.board.swatch import mixed, swatch
from pawnviz.view.widgets.theme import Theme

SWATCH: Final = 20  # The edge of a mark in a row, in logical pixels.

_HEIGHT: Final = 30  # The least height of a row.
_LEFT: Final = 8  # The room to the left of the mark; the bar of a shown layer is in it.
_SWITCH: Final = (30, 16)  # The width and height of a switch.
_LONG_WORD: Final = 80  # The room from which on a longer other word is shortened.
_LINE: Final = 1.5
_CENTER: Final = Qt.AlignmentFlag.AlignCenter
_MIDDLE_LEFT: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_MIDDLE_RIGHT: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_WRAPPED: Final = _MIDDLE_LEFT | Qt.TextFlag.TextWordWrap


class RowPart(Enum):
    """A part of a layer's row that can be clicked."""

    TITLE = "title"
    MENU = "menu"
    WHITE = "white"
    BLACK = "black"
    SWITCH = "switch"


class RowState(NamedTuple):
    """Whether a row is current and the list has the focus, and the part under the pointer."""

    current: bool = False
    focused: bool = False
    pointed: RowPart | None = None


class RowPainter:
    """Measures and paints rows for one theme, font and scale factor; ``flipped`` turns the marks as on the board."""

    def __init__(self, theme: Theme, font: QFont, ratio: float, *, flipped: bool = False) -> None:
        self.theme = theme
        self._ratio = ratio
        self._flipped = flipped
        self._font, self._bold, self._struck = QFont(font), QFont(font), QFont(font)
        self._bold.setBold(True)
        self._struck.setStrikeOut(True)
        self._metrics = QFontMetrics(self._bold)
        self._text = QColor(theme.text)
        self._muted = QColor(theme.muted_text)
        self._accent = QColor(theme.link)
        self._ground = QColor(theme.base)
        self._pointed_ground = mixed(theme.highlight, theme.base, 0.35)
        self._current_ground = mixed(theme.highlight, theme.base, 0.6)
        self._sides = (theme.mark_color(True), theme.mark_color(False))
        self._count_width = max(32, self._metrics.horizontalAdvance("64") + 14)
        self._least = max(_HEIGHT, self._metrics.height() + 10)
        self._heights: dict[tuple[str, int], int] = {}

    # Places

    def places(self, rect: QRect) -> dict[RowPart, QRect]:
        """Return the place of each part of a layer's row, from left to right."""
        widths = (self._metrics.horizontalAdvance("…") + 8, self._count_width, self._count_width, _SWITCH[0] + 12)
        left = rect.right() + 1 - sum(widths)
        found = {RowPart.TITLE: QRect(rect.left(), rect.top(), left - rect.left(), rect.height())}
        for part, width in zip(list(RowPart)[1:], widths, strict=True):
            found[part] = QRect(left, rect.top(), width, rect.height())
            left += width
        return found

    def part_at(self, rect: QRect, point: QPoint) -> RowPart | None:
        """Return the part of a layer's row at a point."""
        return next((part for part, place in self.places(rect).items() if place.contains(point)), None)

    def height(self, row: Heading | LayerRow | None, width: int) -> int:
        """Return the height of a row; a title that is too long for one line takes more."""
        title = row.title if isinstance(row, LayerRow) else ""
        height = self._heights.get((title, width))
        if height is None:
            room = self._title_room(self.places(QRect(0, 0, width, _HEIGHT))[RowPart.TITLE])
            box = QRect(0, 0, max(1, room.width()), 10_000)
            text = self._metrics.boundingRect(box, Qt.TextFlag.TextWordWrap.value, title or "A")
            height = self._heights[title, width] = max(self._least, text.height() + 10)
        return height

    def _title_room(self, place: QRect) -> QRect:
        return place.adjusted(_LEFT + SWATCH + 6, 0, 0, 0)

    # Painting

    def paint_heading(self, painter: QPainter, rect: QRect, row: Heading, state: RowState, *, signs: bool) -> None:
        """Paint a heading with an arrow, and with ``signs`` those of White and Black above the counts."""
        painter.fillRect(rect, self._ground)
        painter.setFont(self._bold)
        painter.setPen(self._muted)
        text = heading_text(row)
        painter.drawText(rect.adjusted(_LEFT + 14, 0, 0, 0), _MIDDLE_LEFT, text)
        center = QPointF(rect.left() + _LEFT + 4, rect.center().y() + 0.5)
        points = ((-2.0, -3.5), (2.0, 0.0), (-2.0, 3.5)) if row.folded else ((-3.5, -2.0), (0.0, 2.0), (3.5, -2.0))
        painter.setPen(QPen(self._muted, _LINE))
        painter.drawPolyline(QPolygonF([center + QPointF(x, y) for x, y in points]))
        if signs:
            places = self.places(rect)
            for part, color, sign in zip((RowPart.WHITE, RowPart.BLACK), self._sides, "○●", strict=True):
                painter.setPen(color)
                painter.drawText(places[part], _CENTER, sign)
        if state.current and state.focused:
            self._paint_focus(painter, rect)

    def paint_layer(self, painter: QPainter, rect: QRect, row: LayerRow, state: RowState) -> None:
        """Paint a layer's row; a shown layer is bold, with a bar at the left."""
        places = self.places(rect)
        ground = self._current_ground if state.current else self._pointed_ground if state.pointed else self._ground
        painter.fillRect(rect, ground)
        if row.is_on:
            painter.fillRect(QRect(rect.left(), rect.top() + 3, 3, rect.height() - 6), self._accent)
        white = row.sides != (False, True) and bool(row.counts[0] or not row.counts[1])
        mark = swatch(row.style, white, self.theme, SWATCH, self._ratio, flipped=self._flipped)
        painter.drawImage(QPoint(rect.left() + _LEFT, rect.top() + (rect.height() - SWATCH) // 2), mark)
        self._paint_title(painter, self._title_room(places[RowPart.TITLE]), row)
        if state.current or state.pointed:
            painter.setFont(self._bold)
            painter.setPen(self._accent if state.pointed is RowPart.MENU else self._muted)
            painter.drawText(places[RowPart.MENU], _CENTER, "⋯")
        for number, part in enumerate((RowPart.WHITE, RowPart.BLACK)):
            self._paint_count(painter, places[part], row, number, pointed=state.pointed is part)
        self._paint_switch(painter, places[RowPart.SWITCH], row.is_on, pointed=state.pointed is RowPart.SWITCH)
        if state.current and state.focused:
            self._paint_focus(painter, rect)

    def _paint_title(self, painter: QPainter, room: QRect, row: LayerRow) -> None:
        painter.setFont(self._bold if row.is_on else self._font)
        painter.setPen(QColor(self.theme.error_text) if row.wrong else self._text)
        painter.drawText(room, _WRAPPED if room.height() > self._least else _MIDDLE_LEFT, row.title)
        left = room.left() + self._metrics.horizontalAdvance(row.title) + 8
        wanted = min(_LONG_WORD, QFontMetrics(self._font).horizontalAdvance(row.other_word))
        if row.other_word and room.right() - left >= wanted:
            painter.setFont(self._font)
            painter.setPen(self._muted)
            rest = QRect(QPoint(left, room.top()), room.bottomRight())
            word = QFontMetrics(self._font).elidedText(row.other_word, Qt.TextElideMode.ElideRight, rest.width())
            painter.drawText(rest, _MIDDLE_RIGHT, word)

    def _paint_count(self, painter: QPainter, place: QRect, row: LayerRow, number: int, *, pointed: bool) -> None:
        color, is_off = self._sides[number], row.is_on and not row.sides[number]
        pill = QRectF(place).adjusted(3, 0, -3, 0)
        pill = QRectF(pill.left(), pill.center().y() - 10, pill.width(), 20)
        if row.sides[number] or pointed:
            painter.setPen(QPen(color, _LINE) if pointed else Qt.PenStyle.NoPen)
            painter.setBrush(mixed(color.name(), self.theme.base, 0.16) if row.sides[number] else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(pill, 9, 9)
        count = row.counts[number]
        text = "!" if row.wrong else str(count) if count else "–"
        painter.setFont(self._struck if is_off and count else self._bold if row.sides[number] else self._font)
        muted = self._muted if is_off or not count else color
        painter.setPen(QColor(self.theme.error_text) if row.wrong else muted)
        painter.drawText(pill, _CENTER, text)

    def _paint_switch(self, painter: QPainter, place: QRect, on: bool, *, pointed: bool) -> None:
        width, height = _SWITCH
        track = QRectF(place.center().x() - width / 2, place.center().y() - height / 2 + 0.5, width, height)
        edge = self._accent if on or pointed else self._muted
        painter.setPen(QPen(edge, 2.0 if pointed else _LINE))
        painter.setBrush(self._accent if on else self._ground)
        painter.drawRoundedRect(track, height / 2, height / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._ground if on else edge)
        x = track.right() - height / 2 if on else track.left() + height / 2
        painter.drawEllipse(QPointF(x, track.center().y()), height / 2 - 4, height / 2 - 4)

    def _paint_focus(self, painter: QPainter, rect: QRect) -> None:
        painter.setPen(QPen(self._accent, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 4, 4)
