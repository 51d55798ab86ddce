"""The list of pawn moves: the pointed or current row is previewed on the board, Enter plays it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from pawnviz.override import override
from pawnviz.view.pawn_moves.move_model import Index, MoveModel
from pawnviz.view.pawn_moves.preview import StyleOf
from pawnviz.view.pawn_moves.row_painting import RowPainter
from pawnviz.view.pawn_moves.rows import Row, RowKind
from pawnviz.view.widgets.theme import theme_of

_ARROWS: Final = (
    *(Qt.Key.Key_Down, Qt.Key.Key_Up),
    *(Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_Home, Qt.Key.Key_End),
)
_PAINTER_EVENTS: Final = (
    QEvent.Type.PaletteChange,
    QEvent.Type.FontChange,
    QEvent.Type.StyleChange,
    QEvent.Type.DevicePixelRatioChange,
)


class MoveList(QListView):
    """Rows of pawn moves; the row under the pointer, else the current row while the list has the focus, is shown."""

    shown_changed = Signal()  # Another row is to be shown on the board, or none.
    played = Signal()  # The current row is to be played.
    fold_clicked = Signal()  # A fold of rows is to be opened or closed.
    left = Signal()  # Escape was pressed.

    def __init__(self, style_of: StyleOf, parent: QWidget) -> None:
        super().__init__(parent)
        self._style_of = style_of
        self._painter: RowPainter | None = None
        self._pointed: Row | None = None
        self._shown: Row | None = None
        self._has_chosen = False
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
        self.selectionModel().currentChanged.connect(self._follow)

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Show these rows; the list keeps its place where they read as before."""
        self._painter = None
        pointed = self._place_of(self._pointed)
        if not self.moves.show_rows(rows):
            self._has_chosen = False
            pointed = None
            self.scrollToTop()
        self._pointed = None if pointed is None else rows[pointed]
        self._follow()

    def choose(self, kind: RowKind, white: bool) -> None:
        """Make the row of a kind and a side the current one and scroll to it, if there is such a row."""
        found = (place for place, row in enumerate(self.moves.rows) if row.kind is kind and row.white == white)
        index = self.moves.index(next(found, -1))
        if index.isValid():
            self._has_chosen = True
            self.setCurrentIndex(index)
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def _place_of(self, row: Row | None) -> int | None:
        return next((place for place, each in enumerate(self.moves.rows) if each is row), None)

    @property
    def shown(self) -> Row | None:
        """The row that is to be shown on the board, or None."""
        return self._shown

    @property
    def current_row(self) -> Row | None:
        """The row chosen with a key or a click, or None; Qt makes one current when the focus comes."""
        return self.moves.row_at(self.currentIndex()) if self._has_chosen else None

    def end(self) -> None:
        """End the preview until the pointer moves or a key leads to another row."""
        self._pointed = None
        self._set_shown(None)

    def _follow(self) -> None:
        row = self._pointed or (self.current_row if self.hasFocus() else None)
        # What pointer and focus tell a list late, when it has been closed, shows nothing.
        self._set_shown(row if self.isVisible() else None)
        self.viewport().update()

    def _set_shown(self, row: Row | None) -> None:
        if row is not None and not row.can_be_chosen:
            row = None
        if row is not self._shown:
            self._shown = row
            self.shown_changed.emit()

    def _point_at(self, index: Index) -> None:
        row = self.moves.row_at(index)
        row = row if row is not None and row.can_be_chosen else None
        if row is not self._pointed:
            self._pointed = row
            self._follow()

    # Painting

    @property
    def pointed(self) -> Row | None:
        """The row under the pointer, or None."""
        return self._pointed

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
        if event.type() == QEvent.Type.WindowDeactivate:
            self.end()
        return super().event(event)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._point_at(QModelIndex())
        return super().viewportEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.indexAt(event.position().toPoint()))
        super().mouseMoveEvent(event)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event)
        self._point_at(self.indexAt(event.position().toPoint()))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.moves.row_at(self.indexAt(event.position().toPoint()))
        self._has_chosen |= row is not None and row.can_be_chosen
        super().mousePressEvent(event)
        if row is not None and row.kind is RowKind.FOLD and event.button() == Qt.MouseButton.LeftButton:
            self.fold_clicked.emit()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row = self.moves.row_at(self.indexAt(event.position().toPoint()))
        if event.button() == Qt.MouseButton.LeftButton and row is not None and row.can_be_chosen:
            (self.fold_clicked if row.kind is RowKind.FOLD else self.played).emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            row = self.current_row
            if row is not None:
                (self.fold_clicked if row.kind is RowKind.FOLD else self.played).emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.end()
            self.left.emit()
        else:
            # A key takes over from a pointer that rests on another row. The first arrow key leads to the first move.
            self._pointed = None
            is_first = not self._has_chosen and self.currentIndex().isValid()
            self._has_chosen |= event.key() in _ARROWS and self.currentIndex().isValid()
            if not (is_first and event.key() in _ARROWS[:2]):
                super().keyPressEvent(event)
            self._follow()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._follow()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._follow()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self.end()
        super().hideEvent(event)


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
