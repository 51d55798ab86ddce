"""The painter of one row of the Layers panel: a chapter, or a layer with swatches, title, check boxes and counts."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPolygonF, QRegion

from pawnviz.core.layers.marks import Style
from pawnviz.model.layers.tree_model import TITLE_COLUMN, WHITE_COLUMN
from pawnviz.view.board.swatch import mixed, swatch
from pawnviz.view.widgets.theme import Theme

ROW_HEIGHT: Final = 24
SWATCH: Final = 18  # The edge of a swatch in a row, in logical pixels.

_BOX: Final = 13
SIDE_MARGIN: Final = _BOX + 12  # The width of a side's cell without its count, in logical pixels.
_LEFT: Final = 7  # The space to the left of the swatches, in logical pixels; the bar of a shown layer is in it.
_TICK: Final = ((0.22, 0.54), (0.42, 0.74), (0.78, 0.28))
_MIDDLE_LEFT: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_MIDDLE_RIGHT: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


def number_box(title_cell: QRect) -> QRect:
    """Return the rectangle, in a title's cell, of the number of a layer that stands for others with another number."""
    height = min(title_cell.height() - 4, 20)
    return QRect(title_cell.right() - 37, title_cell.top() + (title_cell.height() - height) // 2, 34, height)


class RowContent(NamedTuple):
    """A layer's row: title and style, and for each side whether it is on and its count of squares.

    ``wrong`` is true for a layer whose formula cannot be read, which has no counts; ``other_word`` is a name that
    matches a search, ``number`` one that can be chosen in the row, or 0.
    """

    title: str
    style: Style
    shown: tuple[bool, bool]
    counts: tuple[int, int]
    wrong: bool = False
    other_word: str = ""
    number: int = 0


class ChapterContent(NamedTuple):
    """A chapter's row; ``current_title`` is the title of the current layer if the chapter hides it, else empty."""

    title: str
    folded: bool
    shown_count: int
    current_title: str = ""


class RowState(NamedTuple):
    """Whether a row is current and the list has the focus; the columns under the pointer and with the focus, or -1."""

    selected: bool = False
    active: bool = False
    pointed: int = -1
    focused: int = -1


class RowPainter:
    """Paints rows for one theme, font and scale factor; ``flipped`` turns the swatches as on a flipped board."""

    def __init__(self, theme: Theme, font: QFont, ratio: float, *, flipped: bool = False) -> None:
        self.theme = theme
        self._ratio = ratio
        self._flipped = flipped
        self._fonts = (QFont(font), QFont(font))
        self._fonts[True].setBold(True)
        self._metrics = tuple(QFontMetrics(font) for font in self._fonts)
        self._text = QColor(theme.text)
        self._muted = QColor(theme.muted_text)
        self._selected_text = QColor(theme.highlighted_text)
        self._wrong = QColor(theme.error_text)
        self._accent = QColor(theme.link)
        self._ground = QColor(theme.base)
        self._pointed_ground = mixed(theme.highlight, theme.base, 0.45)
        self._selected_grounds = (mixed(theme.highlight, theme.base, 0.55), QColor(theme.highlight))
        self._chapter_ground = QColor(theme.alternate_base)
        self._chapter_line = QPen(QColor(theme.border), 1)
        self._marks = (theme.mark_color(True), theme.mark_color(False))
        self._arrow = _round_pen(self._muted, 1.6)
        self._tick = _round_pen(QColor(theme.badge_text), 2)
        self._current_frame = QPen(mixed(theme.link, theme.highlight, 0.6), 1)
        self._frame = QPen(self._accent, 2)
        self._width = 0
        self._heights: dict[tuple[str, bool], int] = {}  # Of rows at that width.

    def paint_chapter(
        self, painter: QPainter, cells: tuple[QRect, QRect, QRect], row: ChapterContent, state: RowState
    ) -> None:
        """Paint a chapter's title and arrow; a folded one has its number of shown layers and the current layer."""
        whole = cells[0].united(cells[-1])
        painter.fillRect(whole, self._selected_grounds[False] if row.current_title else self._chapter_ground)
        painter.setPen(self._chapter_line)
        painter.drawLine(whole.bottomLeft(), whole.bottomRight())
        painter.setPen(self._arrow)
        center = QPointF(whole.left() + 11, whole.center().y() + 0.5)
        points = ((-2.0, -3.5), (2.0, 0.0), (-2.0, 3.5)) if row.folded else ((-3.5, -2.0), (0.0, 2.0), (3.5, -2.0))
        painter.drawPolyline(QPolygonF([center + QPointF(x, y) for x, y in points]))
        painter.setFont(self._fonts[True])
        painter.setPen(self._muted)
        count = f"{row.shown_count} shown" if row.folded and row.shown_count else ""
        box = whole.adjusted(22, 0, -7, 0)
        room = box.width() - (self._metrics[False].horizontalAdvance(count) + 10 if count else 0)
        title = self._elided(row.title, room, bold=True)
        painter.drawText(box, _MIDDLE_LEFT, title)
        painter.setFont(self._fonts[False])
        painter.setPen(self._text)
        if row.current_title:
            left = self._metrics[True].horizontalAdvance(title) + 8
            current = self._elided(row.current_title, room - left, bold=False)
            painter.drawText(box.adjusted(left, 0, 0, 0), _MIDDLE_LEFT, current)
        if count:
            painter.drawText(box, _MIDDLE_RIGHT, count)
        if state.focused >= 0:
            self._paint_focus(painter, whole)

    def paint_layer(
        self, painter: QPainter, cells: tuple[QRect, QRect, QRect], row: RowContent, state: RowState, region: QRegion
    ) -> None:
        """Paint those of a layer's three cells that a region overlaps."""
        whole = cells[0].united(cells[-1])
        if state.selected:
            ground = self._selected_grounds[state.active]
        else:
            ground = self._pointed_ground if state.pointed >= 0 else self._ground
        painter.fillRect(whole, ground)
        if region.intersects(cells[TITLE_COLUMN]):
            self.paint_title(painter, cells[TITLE_COLUMN], row, state)
        for number, color in enumerate(self._marks):
            if region.intersects(cells[WHITE_COLUMN + number]):
                self._paint_side(painter, cells[WHITE_COLUMN + number], row, number, color, state)
        if state.selected:
            painter.setPen(self._current_frame)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(whole).adjusted(0.5, 0.5, -0.5, -0.5))
        if state.focused >= 0:
            self._paint_focus(painter, cells[state.focused])

    def paint_title(self, painter: QPainter, rect: QRect, row: RowContent, state: RowState) -> None:
        """Paint the swatches and the title; a shown layer is bold, with a bar at the left, on the plain ground."""
        shown = any(row.shown)
        if shown:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), self._accent)
        x, y = rect.left() + _LEFT, rect.top() + (rect.height() - SWATCH) // 2
        for white in (True, False):
            mark = swatch(row.style, white, self.theme, SWATCH, self._ratio, flipped=self._flipped)
            painter.drawImage(QPoint(x, y), mark)
            x += SWATCH + 3
        painter.setFont(self._fonts[shown])
        text = self._wrong if row.wrong else self._text
        painter.setPen(self._selected_text if state.selected and state.active else text)
        box = QRect(x + 4, rect.top(), rect.right() - x - 5, rect.height())
        if row.number:
            chip = number_box(rect)
            box.setRight(chip.left() - 4)
            self._paint_number(painter, chip, row.number, state)
        if rect.height() >= 2 * self._metrics[True].lineSpacing():
            painter.drawText(box, _MIDDLE_LEFT | Qt.TextFlag.TextWordWrap, row.title)
            return
        title = self._elided(row.title, box.width(), bold=shown)
        painter.drawText(box, _MIDDLE_LEFT, title)
        room = box.width() - self._metrics[shown].horizontalAdvance(title) - 8
        if row.other_word and room > 30:
            painter.setFont(self._fonts[False])
            painter.setPen(self._selected_text if state.selected and state.active else self._muted)
            painter.drawText(box, _MIDDLE_RIGHT, self._elided(row.other_word, room, bold=False))

    def height(self, title: str, width: int, has_number: bool) -> int:
        """Return the height of a layer's row at a width of the title column; letters are bold, so that it is fixed."""
        if width != self._width:
            self._width = width
            self._heights.clear()
        height = self._heights.get((title, has_number))
        if height is None:
            height = self._heights[title, has_number] = self._measure(title, width, has_number)
        return height

    def _measure(self, title: str, width: int, has_number: bool) -> int:
        metrics = self._metrics[True]
        room = width - _LEFT - 2 * (SWATCH + 3) - 9 - (38 if has_number else 0)
        if metrics.horizontalAdvance(title) <= room:
            return max(ROW_HEIGHT, metrics.height() + 8)
        box = QRect(0, 0, max(1, room), 10_000)
        return max(ROW_HEIGHT, metrics.boundingRect(box, Qt.TextFlag.TextWordWrap.value, title).height() + 6)

    def _paint_number(self, painter: QPainter, chip: QRect, number: int, state: RowState) -> None:
        painter.save()
        painter.setPen(QPen(self._muted, 1))
        painter.setBrush(self._chapter_ground)
        painter.drawRoundedRect(QRectF(chip).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setFont(self._fonts[False])
        painter.setPen(self._text)
        painter.drawText(chip.adjusted(6, 0, 0, 0), _MIDDLE_LEFT, str(number))
        painter.setPen(self._arrow)
        center = QPointF(chip.right() - 8.5, chip.center().y() + 1)
        painter.drawPolyline(QPolygonF([center + QPointF(x, y) for x, y in ((-3, -1.5), (0, 1.5), (3, -1.5))]))
        painter.restore()

    def _paint_side(
        self, painter: QPainter, rect: QRect, row: RowContent, number: int, color: QColor, state: RowState
    ) -> None:
        checked = row.shown[number]
        pointed = state.pointed == WHITE_COLUMN + number
        box = QRectF(rect.left() + 4.5, rect.top() + (rect.height() - _BOX) // 2 + 0.5, _BOX, _BOX)
        painter.setPen(QPen(color if checked or pointed else self._muted, 2 if pointed else 1))
        painter.setBrush(color if checked else self._ground)
        painter.drawRoundedRect(box, 2.5, 2.5)
        if checked:
            left, top = box.left(), box.top()
            painter.setPen(self._tick)
            painter.drawPolyline(QPolygonF([QPointF(left + x * _BOX, top + y * _BOX) for x, y in _TICK]))
        text = self._text if checked else self._muted
        painter.setPen(self._selected_text if state.selected and state.active else self._wrong if row.wrong else text)
        painter.setFont(self._fonts[row.wrong])
        count = "!" if row.wrong else str(row.counts[number])
        painter.drawText(rect.adjusted(_BOX + 6, 0, -4, 0), _MIDDLE_RIGHT, count)

    def _paint_focus(self, painter: QPainter, rect: QRect) -> None:
        painter.setPen(self._frame)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 3, 3)

    def _elided(self, text: str, width: int, *, bold: bool) -> str:
        return self._metrics[bold].elidedText(text, Qt.TextElideMode.ElideRight, width)


def _round_pen(color: QColor, width: float) -> QPen:
    return QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
