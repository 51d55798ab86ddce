"""The list of pawn moves: the preview of a row on the board, the painting of rows, the model and the view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import ceil
from typing import Any, Final, NamedTuple

from PySide6.QtCore import (
    QEvent,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QMouseEvent, QPainter, QResizeEvent, QTextLayout
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from pawnviz.core.board.bitboard import popcount
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, bar
from pawnviz.core.pawn_moves.changes import CHANGE_LABELS, PawnChanges
from pawnviz.core.picture.picture import GAINED, LOST, Arrow, ChangeMark, LegendEntry
from pawnviz.override import override, plain_override
from pawnviz.view.board.state import Preview
from pawnviz.view.board.swatch import swatch
from pawnviz.view.pawn_moves.rows import Row, RowKind
from pawnviz.view.widgets.labels import break_lines, plain_tip
from pawnviz.view.widgets.rows import LEFT, Index, RowPreview, RowsModel
from pawnviz.view.widgets.theme import theme_of

LOST_SQUARES: Final = Style(bar("notched"))
"""The mark of squares that no pawn of a side can guard again without capturing; holes have it too."""

StyleOf = Callable[[str], Style]


def preview_of(row: Row, style_of: StyleOf) -> Preview | None:
    """Return the preview of a row, None for a heading; labels are drawn in the styles of their layers."""
    if row.after is None:
        return None
    marks = () if row.changes is None else tuple(_marks(row.changes, style_of))
    arrows = tuple(Arrow(move.source, move.target, move.white, is_push=not move.is_capture) for move in row.moves)
    legend = () if row.changes is None else tuple(_legend(row.changes, style_of))
    return Preview(row.after, marks, arrows, legend)


def _marks(changes: PawnChanges, style_of: StyleOf) -> Iterator[ChangeMark]:
    for side in (changes.white, changes.black):
        if side.squares_lost:
            yield ChangeMark(LOST_SQUARES, side.white, side.squares_lost, GAINED)
        for label in side.labels:
            yield ChangeMark(style_of(label.layer), side.white, 1 << label.square, GAINED if label.gained else LOST)


def _legend(changes: PawnChanges, style_of: StyleOf) -> Iterator[LegendEntry]:
    white, black = (popcount(side.squares_lost) for side in (changes.white, changes.black))
    if white or black:
        yield LegendEntry("Lost for good", LOST_SQUARES, white > 0, black > 0, white, black)
    sides = [Counter(label.layer for label in side.labels) for side in (changes.white, changes.black)]
    for name in CHANGE_LABELS:
        white, black = (side[name] for side in sides)
        if white or black:
            title = LAYERS[name].title.removesuffix(" pawns").partition(",")[0]
            yield LegendEntry(title, style_of(name), white > 0, black > 0, white, black)


SIDE_MARGIN: Final = 4

_SPACE: Final = {
    RowKind.HEADING: (10, 3),
    RowKind.NOTE: (2, 4),
    RowKind.MOVE: (4, 5),
    RowKind.LINE: (2, 3),
    RowKind.FOLD: (3, 5),
}
_SWATCH: Final = 16
_USUAL_MARKS: Final = 2  # Verdicts begin below each other beside as many marks or fewer.


class RowMark(NamedTuple):
    """A mark beside the title of a row, of a label or of lost squares; that of a lost label is struck."""

    style: Style
    white: bool
    struck: bool


class _Lines(NamedTuple):
    title: QTextLayout
    text: QTextLayout | None
    title_height: float
    height: int


class RowPainter(QStyledItemDelegate):
    """Paints the rows of a list, with a cache of their lines for its font and width."""

    def __init__(self, view: MoveList, style_of: StyleOf) -> None:
        super().__init__(view)
        self._view = view
        self._style_of = style_of
        self._kept: dict[tuple[tuple[str, str, str], bool], _Lines] = {}

    def forget(self) -> None:
        """Lay out all rows anew."""
        self._kept.clear()

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
        return marks[:5]

    @property
    def _width(self) -> int:
        return max(60, self._view.viewport().width())

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = self._view.moves.row_at(index)
        return QSize() if row is None else QSize(self._width, self._lines(row, row is self._view.current_row).height)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._view.moves.row_at(index)
        if row is not None:
            painter.save()
            self._paint_row(painter, option.rect, row, chosen=row is self._view.current_row)
            painter.restore()

    def _paint_row(self, painter: QPainter, rect: QRect, row: Row, *, chosen: bool) -> None:
        theme, font = theme_of(self._view), self._view.font()
        if chosen:
            painter.fillRect(rect, QColor(theme.highlight))
        elif row is self._view.pointed and row.can_be_chosen:
            painter.fillRect(rect, QColor(theme.alternate_base))
        lines = self._lines(row, chosen)
        place = QPointF(rect.left() + _left(row), rect.top() + _SPACE[row.kind][0])
        color, muted = QColor(theme.highlighted_text if chosen else theme.text), QColor(theme.muted_text)
        is_quiet = row.kind in (RowKind.HEADING, RowKind.NOTE)
        is_link = row.kind is RowKind.FOLD and not chosen
        painter.setPen(muted if is_quiet else QColor(theme.link) if is_link else color)
        lines.title.draw(painter, place)
        if row.is_break:
            painter.fillRect(rect.left(), rect.top() + 2, 3, rect.height() - 4, theme.mark_color(row.white))
        metrics = QFontMetrics(font)
        left = place.x() + max(lines.title.lineAt(0).naturalTextWidth() + 8, metrics.horizontalAdvance("c2-c4-c5  "))
        for mark in self.marks(row):
            self._paint_mark(painter, mark, round(left), round(place.y()))
            left += _SWATCH + 3
        left = max(left, place.x() + metrics.horizontalAdvance("c2-c4-c5  ") + _USUAL_MARKS * (_SWATCH + 3)) + 5
        if lines.text is not None:
            lines.text.draw(painter, QPointF(place.x(), place.y() + lines.title_height))
        elif row.verdict:
            room = rect.left() + self._width - SIDE_MARGIN - round(left)
            verdict = metrics.elidedText(row.verdict, Qt.TextElideMode.ElideRight, room)
            painter.setPen(color)
            painter.setFont(font)
            painter.drawText(QRect(round(left), round(place.y()), room, metrics.height()), LEFT, verdict)
        if chosen and self._view.hasFocus():
            painter.setPen(QColor(theme.link))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def _paint_mark(self, painter: QPainter, mark: RowMark, x: int, y: int) -> None:
        theme, ratio = theme_of(self._view), self._view.devicePixelRatioF()
        painter.save()
        if mark.struck:
            painter.setOpacity(0.55)
        painter.drawImage(QPointF(x, y), swatch(mark.style, mark.white, theme, _SWATCH, ratio))
        painter.setOpacity(1)
        if mark.struck:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QColor(theme.text))
            painter.drawLine(QPointF(x + 1, y + _SWATCH - 1), QPointF(x + _SWATCH - 1, y + 1))
        painter.restore()

    def _lines(self, row: Row, chosen: bool) -> _Lines:
        key = row.key, chosen
        if key not in self._kept:
            width = self._width - _left(row) - SIDE_MARGIN
            font, bold = self._view.font(), QFont(self._view.font())
            bold.setBold(row.kind in (RowKind.HEADING, RowKind.MOVE))
            title = _laid_out(row.title, bold, width)
            text = _laid_out(row.text, font, width) if chosen and row.text else None
            above = max(title.boundingRect().height(), float(_SWATCH) if row.kind is RowKind.MOVE else 0.0)
            height = above + (text.boundingRect().height() if text is not None else 0.0)
            self._kept[key] = _Lines(title, text, above, ceil(height) + sum(_SPACE[row.kind]))
        return self._kept[key]


def _left(row: Row) -> int:
    return SIDE_MARGIN + (16 if row.kind is RowKind.LINE else 0)


def _laid_out(text: str, font: QFont, width: int) -> QTextLayout:
    layout = QTextLayout(text, font)
    layout.setCacheEnabled(True)
    return break_lines(layout, width)


class _MoveModel(RowsModel[Row]):
    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.row_at(index)
        if row is None or not row.can_be_chosen:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(row.tip)
        return None


_PAINTER_EVENTS: Final = (
    QEvent.Type.PaletteChange,
    QEvent.Type.FontChange,
    QEvent.Type.StyleChange,
    QEvent.Type.DevicePixelRatioChange,
)


class MoveList(RowPreview[Row], QListView):
    """Rows of pawn moves; the row under the pointer, else the current row while the list has the focus, is shown."""

    played = Signal()  # The current row is to be played.
    fold_clicked = Signal()  # A fold of rows is to be opened or closed.

    def __init__(self, style_of: StyleOf, parent: QWidget) -> None:
        super().__init__(parent)
        self.row_painter = RowPainter(self, style_of)
        self._unfolded: Row | None = None  # The chosen row, whose text and lines are shown.
        self._pressed: Row | None = None
        self.moves = _MoveModel(self)
        self.setModel(self.moves)
        self.setItemDelegate(self.row_painter)
        self.setAccessibleName("Pawn moves")
        self.setAccessibleDescription("Arrow keys show a move on the board, Enter plays it, Escape leads to the board")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setMouseTracking(True)
        self.setUniformItemSizes(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The width of the rows does not depend on how many there are.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.setMinimumHeight(6 * self.fontMetrics().lineSpacing())
        self.selectionModel().currentChanged.connect(self.follow)

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Show these rows; the list keeps its place if they read as before."""
        self.row_painter.forget()
        pointed = [place for place, row in enumerate(self.moves.rows) if row is self.pointed]
        if [row.key for row in rows] == [row.key for row in self.moves.rows]:
            self.moves.rows = rows
            self.point_at(rows[pointed[0]] if pointed else None)
        else:
            self.moves.show_rows(rows)
            self.forget_row()
            self.scrollToTop()
        self._unfold()
        self.follow()

    @Slot()
    @plain_override
    def follow(self) -> None:
        """Show the row under the pointer, else the current one with the focus, and unfold the current one alone."""
        if self.current_row is not self._unfolded:
            self._unfold()
        super().follow()

    def _unfold(self) -> None:
        self._unfolded = current = self.current_row
        owner = "" if current is None else current.owner or current.title
        for place, row in enumerate(self.moves.rows):
            self.setRowHidden(place, bool(row.owner) and row.owner != owner)
        self.scheduleDelayedItemsLayout()

    def choose_fold(self, name: str, white: bool) -> None:
        """Make a side's fold the current row and scroll to it, if there is one."""
        found = (place for place, row in enumerate(self.moves.rows) if (row.fold, row.white) == (name, white))
        index = self.moves.index(next(found, -1), 0)
        if index.isValid():
            self.choose_row(index)
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    @plain_override
    def row_at(self, index: Index) -> Row | None:
        row = self.moves.row_at(index)
        return row if row is not None and row.can_be_chosen else None

    @plain_override
    def choose_current(self) -> None:
        row = self.current_row
        if row is not None:
            (self.fold_clicked if row.kind is RowKind.FOLD else self.played).emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self.row_painter.forget()
            self.scheduleDelayedItemsLayout()
        super().resizeEvent(event)

    @override
    def sizeHint(self) -> QSize:
        return QSize(290, 300)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() in _PAINTER_EVENTS and hasattr(self, "row_painter"):
            self.row_painter.forget()
            self.scheduleDelayedItemsLayout()
        return super().event(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(self.indexAt(event.position().toPoint()))
        self._pressed = row
        super().mousePressEvent(event)
        self.follow()
        if row is not None and row.kind is RowKind.FOLD and event.button() == Qt.MouseButton.LeftButton:
            self.fold_clicked.emit()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # The row that was pressed may have moved when another one above it was folded.
        if event.button() == Qt.MouseButton.LeftButton and self._pressed is not None:
            self.choose_current()
