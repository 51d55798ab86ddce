"""The painter of rows of pawn moves: a title, marks of a move's cost, and a text in lines."""

from __future__ import annotations

from math import ceil
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextLayout, QTextOption

from pawnviz.core.layers.marks import Style
from pawnviz.view.board.swatch import swatch
from pawnviz.view.pawn_moves.preview import LOST_SQUARES, StyleOf
from pawnviz.view.pawn_moves.rows import Row, RowKind
from pawnviz.view.widgets.theme import Theme

SIDE_MARGIN: Final = 8
LINE_INDENT: Final = 16  # The indent of a line below a break, in pixels.
BREAK_BAR: Final = 3  # The width of the bar at the left edge of a break.

_SPACE: Final = {
    RowKind.HEADING: (10, 3),
    RowKind.NOTE: (2, 4),
    RowKind.MOVE: (4, 5),
    RowKind.LINE: (2, 3),
    RowKind.FOLD: (3, 5),
}
_SWATCH: Final = 16
_MOST_MARKS: Final = 5


class RowMark(NamedTuple):
    """A mark at the right end of a row: of a label, or of squares lost; its style, and whether it is struck."""

    style: Style
    white: bool
    struck: bool


class _Lines(NamedTuple):
    """A row's title and text broken into lines, and the height of the row."""

    title: QTextLayout
    text: QTextLayout | None
    height: int


class RowPainter:
    """Paints rows in a font, a width and a theme, with a cache of their lines."""

    def __init__(self, font: QFont, width: int, theme: Theme, ratio: float, style_of: StyleOf) -> None:
        """Paint rows of a width in pixels, on a screen with ``ratio`` device pixels to each."""
        self._width = max(60, width)
        self._theme = theme
        self._ratio = ratio
        self._style_of = style_of
        self._font = font
        self._bold = QFont(font)
        self._bold.setBold(True)
        self._kept: dict[tuple[tuple[str, str, str], int], _Lines] = {}

    def marks(self, row: Row) -> list[RowMark]:
        """Return the marks of a row: squares that its side gives up, then labels that pawns gain and lose."""
        if not row.has_marks or row.changes is None:
            return []
        sides = (row.changes.of(row.white), row.changes.of(not row.white))
        marks = [RowMark(LOST_SQUARES, side.white, False) for side in sides if side.squares_lost]
        for gained in (True, False):
            for side in sides:
                names = dict.fromkeys(label.layer for label in side.labels if label.gained == gained)
                marks += [RowMark(self._style_of(name), side.white, not gained) for name in names]
        return marks[:_MOST_MARKS]

    def size(self, row: Row) -> QSize:
        """Return the size of a row."""
        return QSize(self._width, self._lines(row).height)

    def paint(self, painter: QPainter, rect: QRect, row: Row, *, chosen: bool, focused: bool, pointed: bool) -> None:
        """Paint a row into a rectangle."""
        theme = self._theme
        if chosen:
            painter.fillRect(rect, QColor(theme.highlight))
        elif pointed and row.can_be_chosen:
            painter.fillRect(rect, QColor(theme.alternate_base))
        lines = self._lines(row)
        above, _ = _SPACE[row.kind]
        place = QPointF(rect.left() + self._left(row), rect.top() + above)
        color = QColor(theme.highlighted_text if chosen else theme.text)
        painter.setPen(color)
        if row.kind in (RowKind.HEADING, RowKind.NOTE):
            painter.setPen(QColor(theme.muted_text))
        elif row.kind is RowKind.FOLD and not chosen:
            painter.setPen(QColor(theme.link))
        lines.title.draw(painter, place)
        if lines.text is not None:
            painter.setPen(color)
            lines.text.draw(painter, QPointF(place.x(), place.y() + lines.title.boundingRect().height()))
        if row.is_break:
            painter.fillRect(rect.left(), rect.top() + 2, BREAK_BAR, rect.height() - 4, theme.mark_color(row.white))
        right = rect.left() + self._width - SIDE_MARGIN
        for mark in reversed(self.marks(row)):
            right -= _SWATCH
            self._paint_mark(painter, mark, right, round(place.y()))
            right -= 3
        if chosen and focused:
            painter.setPen(QColor(theme.link))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def _paint_mark(self, painter: QPainter, mark: RowMark, x: int, y: int) -> None:
        image = swatch(mark.style, mark.white, self._theme, _SWATCH, self._ratio)
        painter.save()
        if mark.struck:
            painter.setOpacity(0.55)
        painter.drawImage(QPointF(x, y), image)
        painter.setOpacity(1)
        if mark.struck:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QColor(self._theme.text))
            painter.drawLine(QPointF(x + 1, y + _SWATCH - 1), QPointF(x + _SWATCH - 1, y + 1))
        painter.restore()

    def _left(self, row: Row) -> int:
        return SIDE_MARGIN + (LINE_INDENT if row.kind is RowKind.LINE else 0)

    def _lines(self, row: Row) -> _Lines:
        # Rows that read alike may have other marks, which leave another width to the title.
        key = row.key, len(self.marks(row))
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = self._broken(row, key[1] * (_SWATCH + 3))
        return kept

    def _broken(self, row: Row, beside: int) -> _Lines:
        """Break a row into lines, whose title leaves pixels ``beside`` it free for the marks."""
        width = self._width - self._left(row) - SIDE_MARGIN
        is_move = row.kind is RowKind.MOVE
        if row.kind is RowKind.LINE:
            title, text = _laid_out(f"{row.title}: {row.text}", self._font, width), None
        else:
            title = _laid_out(
                row.title, self._font if row.kind in (RowKind.NOTE, RowKind.FOLD) else self._bold, width - beside
            )
            text = _laid_out(row.text, self._font, width) if row.text else None
        height = title.boundingRect().height() + (text.boundingRect().height() if text is not None else 0.0)
        if is_move:
            height = max(height, float(_SWATCH))
        return _Lines(title, text, ceil(height) + sum(_SPACE[row.kind]))


def _laid_out(text: str, font: QFont, width: int) -> QTextLayout:
    layout = QTextLayout(text, font)
    option = layout.textOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    height = 0.0
    layout.beginLayout()
    line = layout.createLine()
    while line.isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height()
        line = layout.createLine()
    layout.endLayout()
    return layout
