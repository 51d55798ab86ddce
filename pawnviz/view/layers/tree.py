"""The list of layers as it is used: preview under the pointer, clicks, keys and drag and drop."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QHideEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from pawnviz.core.labels.sections import series_of
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import BLACK_COLUMN, TITLE_COLUMN, WHITE_COLUMN, Index
from pawnviz.override import override
from pawnviz.view.layers.layer_view import LayerView
from pawnviz.view.layers.rows import number_box

_NUMBER_STEPS: Final[dict[int, int]] = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Minus: -1}
"""How far the keys step that choose the number of a layer."""


class LayerTree(LayerView):
    """The layers by chapter: pointing previews, clicks and keys switch sides on and off."""

    menu_requested = Signal(QPoint)  # A context menu is wanted for the current layer at a point of the screen.
    number_requested = Signal(QPoint)  # A menu of numbers is wanted for the current layer at a point of the screen.
    left = Signal()  # Escape was pressed.

    def __init__(self, document: Document, layers: ShownLayers, parent: QWidget) -> None:
        super().__init__(document, layers, parent)
        self._pressed = ("", -1)
        self._quiet = ""
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDragEnabled(True)
        self.setTabKeyNavigation(False)

    # Preview

    def _point_at(self, index: Index) -> None:
        identifier = self.rows.identifier_at(index)
        before, pointed = self._pointed, (identifier, index.column() if identifier else -1)
        if pointed != before:
            self._pointed = pointed
            for name in {identifier, before[0]}:
                self._update_row(self.index_of(name))
        if identifier != self._quiet:
            self._quiet = ""
        # Without a row under the pointer, the preview is not one of this list.
        if identifier or before[0]:
            self._layers.set_preview("" if self._quiet else identifier)

    def end_preview(self) -> None:
        """Preview nothing until the pointer moves to a row."""
        self._point_at(QModelIndex())

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.end_preview()
        return super().viewportEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowDeactivate:
            self.end_preview()
        return super().event(event)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self.end_preview()
        super().hideEvent(event)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event)
        self._point_at(self.indexAt(event.position().toPoint()))

    # Mouse

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons():
            self._layers.set_preview("")
        else:
            self._point_at(self.indexAt(event.position().toPoint()))
        super().mouseMoveEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        identifier = self.rows.identifier_at(index)
        self._pressed = ("", -1)
        if event.button() == Qt.MouseButton.LeftButton and identifier:
            if event.modifiers() & Qt.KeyboardModifier.AltModifier:
                self._quiet = identifier
                self._layers.show_alone(identifier)
                return
            if index.column() != TITLE_COLUMN:
                self._pressed = (identifier, index.column())
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self._number_at(event.position().toPoint()):
            self.setState(QAbstractItemView.State.NoState)
            box = number_box(self.visualRect(index.siblingAtColumn(TITLE_COLUMN)))
            self.number_requested.emit(self.viewport().mapToGlobal(box.bottomLeft()))
            return
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and not identifier:
            self.setExpanded(
                index.siblingAtColumn(TITLE_COLUMN), not self.isExpanded(index.siblingAtColumn(TITLE_COLUMN))
            )

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        clicked = self._pressed[0] and self._pressed == (self.rows.identifier_at(index), index.column())
        self._pressed = ("", -1)
        super().mouseReleaseEvent(event)
        if clicked and event.button() == Qt.MouseButton.LeftButton:
            self._quiet = self.rows.identifier_at(index)
            self._switch(index)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        identifier = self.rows.identifier_at(index)
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if plain and identifier and index.column() == TITLE_COLUMN:
            self._quiet = identifier
            self._layers.toggle(identifier)
        else:
            self.mousePressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            point = self.visualRect(index).bottomLeft()
        else:
            index = self.indexAt(event.pos())
            point = event.pos()
        if self.rows.identifier_at(index):
            self.setCurrentIndex(index)
            # The pointer goes to the menu, and from there anywhere.
            self.end_preview()
            self.menu_requested.emit(self.viewport().mapToGlobal(point))

    def _number_at(self, point: QPoint) -> bool:
        index = self.indexAt(point)
        identifier = self.rows.identifier_at(index)
        if index.column() != TITLE_COLUMN or not identifier or series_of(identifier) is None:
            return False
        return number_box(self.visualRect(index)).contains(point)

    # Keys

    @override
    def keyboardSearch(self, search: str) -> None:
        pass  # Letters are commands here as on the board; the field above the list has a search.

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        index = self.currentIndex()
        identifier = self.rows.identifier_at(index)
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if key == Qt.Key.Key_Escape and plain:
            self.left.emit()
        elif not plain or not index.isValid():
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and not identifier:
            self.setExpanded(index, not self.isExpanded(index))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._layers.toggle(identifier)
        elif key == Qt.Key.Key_Space:
            self._switch(index)
        elif key in _NUMBER_STEPS and series_of(identifier) is not None:
            self._step_number(identifier, _NUMBER_STEPS[key])
        elif key == Qt.Key.Key_Right and identifier and index.column() < BLACK_COLUMN:
            self.setCurrentIndex(index.siblingAtColumn(index.column() + 1))
        elif key == Qt.Key.Key_Left and identifier and index.column() > TITLE_COLUMN:
            self.setCurrentIndex(index.siblingAtColumn(index.column() - 1))
        elif key == Qt.Key.Key_Left and identifier:
            self.setCurrentIndex(index.parent())
        else:
            super().keyPressEvent(event)
        self.end_preview()

    def _step_number(self, identifier: str, step: int) -> None:
        series = series_of(identifier)
        if series is not None and 0 < series.number(identifier) + step <= len(series.identifiers):
            self._layers.choose_number(identifier, series.number(identifier) + step)

    def _switch(self, index: Index) -> None:
        identifier = self.rows.identifier_at(index)
        if index.column() == TITLE_COLUMN:
            self._layers.toggle(identifier)
        else:
            on = self._layers.is_shown(identifier, index.column() == WHITE_COLUMN)
            state = Qt.CheckState.Unchecked if on else Qt.CheckState.Checked
            self.rows.setData(index, state, Qt.ItemDataRole.CheckStateRole)
