"""The list of pawn moves: the pointed or current row is previewed on the board, Enter plays it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from pawnviz.override import override, plain_override
from pawnviz.view.pawn_moves.move_model import Index, MoveModel
from pawnviz.view.pawn_moves.preview import StyleOf
from pawnviz.view.pawn_moves.row_painting import RowPainter
from pawnviz.view.pawn_moves.rows import Row, RowKind
from pawnviz.view.widgets.rows import RowPreview
from pawnviz.view.widgets.theme import theme_of

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
        self._style_of = style_of
        self._painter: RowPainter | None = None
        self.moves = MoveModel(self)
        self.setModel(self.moves)
        self.setItemDelegate(_RowDelegate(self))
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
        """Show these rows; the list keeps its place where they read as before."""
        self._painter = None
        pointed = self._place_of(self.pointed)
        if self.moves.show_rows(rows):
            self.scheduleDelayedItemsLayout()  # Rows that read as before may have other marks, and another height.
            self.point_at(None if pointed is None else rows[pointed])
        else:
            self.forget_row()
            self.scrollToTop()
        self.follow()

    def choose(self, kind: RowKind, white: bool) -> None:
        """Make the row of a kind and a side the current one and scroll to it, if there is such a row."""
        found = (place for place, row in enumerate(self.moves.rows) if row.kind is kind and row.white == white)
        index = self.moves.index(next(found, -1))
        if index.isValid():
            self.choose_row(index)
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def _place_of(self, row: Row | None) -> int | None:
        return next((place for place, each in enumerate(self.moves.rows) if each is row), None)

    @plain_override
    def row_at(self, index: Index) -> Row | None:
        row = self.moves.row_at(index)
        return row if row is not None and row.can_be_chosen else None

    @plain_override
    def choose_current(self) -> None:
        row = self.current_row
        if row is not None:
            (self.fold_clicked if row.kind is RowKind.FOLD else self.played).emit()

    # Painting

    @property
    def row_painter(self) -> RowPainter:
        """The painter of rows for the present theme, font, width and screen."""
        if self._painter is None:
            self._painter = RowPainter(
                self.font(), self.viewport().width(), theme_of(self), self.devicePixelRatioF(), self._style_of
            )
        return self._painter

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._painter = None
            self.scheduleDelayedItemsLayout()
        super().resizeEvent(event)

    @override
    def sizeHint(self) -> QSize:
        return QSize(290, 300)

    # Mouse and keys

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() in _PAINTER_EVENTS:
            self._painter = None
            self.scheduleDelayedItemsLayout()
        return super().event(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(self.indexAt(event.position().toPoint()))
        super().mousePressEvent(event)
        if row is not None and row.kind is RowKind.FOLD and event.button() == Qt.MouseButton.LeftButton:
            self.fold_clicked.emit()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.row_at(self.indexAt(event.position().toPoint())):
            self.choose_current()


class _RowDelegate(QStyledItemDelegate):
    """The sizes of rows, and how they are painted."""

    def __init__(self, view: MoveList) -> None:
        super().__init__(view)
        self._view = view

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = self._view.moves.row_at(index)
        return QSize() if row is None else self._view.row_painter.size(row)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = self._view
        row = view.moves.row_at(index)
        if row is not None:
            painter.save()
            view.row_painter.paint(
                painter,
                option.rect,
                row,
                chosen=row is view.current_row,
                focused=view.hasFocus(),
                pointed=row is view.pointed,
            )
            painter.restore()
