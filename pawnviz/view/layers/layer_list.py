"""The list of layers as it is used: preview under the pointer, clicks on counts and switches, and keys."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QAbstractItemModel, QEvent, QItemSelectionModel, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from pawnviz.core.words import escaped, lowered
from pawnviz.model.layers.list_model import Heading, Index, LayerListModel, LayerRow
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.layers.rows import RowPainter, RowPart, RowState
from pawnviz.view.layers.style_fields import faint_colors
from pawnviz.view.widgets.theme import theme_of

_PAINTER_EVENTS: Final = (
    QEvent.Type.PaletteChange,
    QEvent.Type.FontChange,
    QEvent.Type.StyleChange,
    QEvent.Type.DevicePixelRatioChange,
)
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PLAIN: Final = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class LayerListView(QListView):
    """The rows of ``LayerListModel``: Space switches a layer, Enter opens its page, and typed letters are searched."""

    menu_requested = Signal(QPoint)  # A context menu is wanted for the current layer at a point of the screen.
    opened = Signal()  # The page of the current layer is wanted.
    typed = Signal(str)  # A character to search was typed.
    left = Signal()  # Escape was pressed.

    def __init__(self, layers: ShownLayers, parent: QWidget) -> None:
        super().__init__(parent)
        self._layers = layers
        self._pointed: tuple[str, RowPart | None] = ("", None)
        self._pressed: tuple[str, RowPart | None] = ("", None)
        self._quiet = ""  # The layer that was clicked last, which is not previewed until the pointer leaves it.
        self._flipped = self._following = False
        self._painter: RowPainter | None = None
        self._kept = ("", -1, 0)  # The name and number of the current row and the place of the view in a reset.
        self._vacant = -1  # The row of a current layer that is gone, which is the next layer's now.
        self.rows = LayerListModel(layers, self)
        self.setModel(self.rows)
        self.setItemDelegate(RowDelegate(self))
        self.setAccessibleName("Layers")
        self.setAccessibleDescription("Space switches a layer, Left White's side, Right Black's, Enter opens its page")
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.rows.modelAboutToBeReset.connect(self._keep_place)
        self.rows.modelReset.connect(self._restore_place)
        self.selectionModel().currentChanged.connect(self._look_at_current)
        layers.current_changed.connect(self.follow_current)

    # The current row

    @property
    def current_identifier(self) -> str:
        """The layer of the current row, or an empty text."""
        return self.rows.identifier_at(self.currentIndex())

    def identifier_at(self, point: QPoint) -> str:
        """Return the layer of the row at a point of the viewport, or an empty text."""
        return self.rows.identifier_at(self.indexAt(point))

    @Slot()
    def follow_current(self) -> None:
        """Make the row of the current layer the current one; the row of one that is gone leaves it to the next."""
        vacant, self._vacant = self._vacant, -1
        if not self._layers.current and vacant >= 0:
            self.setCurrentIndex(self.rows.index(min(vacant, self.rows.rowCount() - 1)))
        elif self._layers.current != self.current_identifier:
            self._go_to(self._layers.current)

    def _go_to(self, name: str) -> None:
        self._following = True
        index, selection = self.rows.index_of(name), self.selectionModel()
        if index.isValid():
            # The view's own function asks for the flags of every row up to this one.
            selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        else:
            selection.clear()
        self._following = False
        self.viewport().update()

    @Slot()
    def _keep_place(self) -> None:
        row, number = self.rows.at(self.currentIndex()), self.currentIndex().row()
        heading = row.title if isinstance(row, Heading) else ""
        self._kept = heading or self._layers.current, number, self.verticalScrollBar().value()

    @Slot()
    def _restore_place(self) -> None:
        name, number, place = self._kept
        self._vacant = number if name == self._layers.current and name not in self._layers.all else -1
        self.setAutoScroll(False)
        self._go_to(name)
        self.setAutoScroll(True)
        if place:
            self.doItemsLayout()
            self.verticalScrollBar().setValue(place)

    @Slot()
    def _look_at_current(self) -> None:
        identifier = self.current_identifier
        if identifier and not self._following:
            self._layers.set_current(identifier)

    def search(self, text: str) -> None:
        """List the layers that match a text and make the best match the current one; without a word list all."""
        self.rows.search(text)
        if self.rows.searching and self.rows.names:
            self._layers.set_current(self.rows.names[0])
            self.scrollToTop()
        self.follow_current()

    # Painting

    @property
    def row_painter(self) -> RowPainter:
        """The painter of rows for the present theme, font and screen."""
        if self._painter is None:
            self._painter = RowPainter(theme_of(self), self.font(), self.devicePixelRatioF(), flipped=self._flipped)
        return self._painter

    def set_flipped(self, flipped: bool) -> None:
        """Paint marks as they point on a flipped board, or on one with White at the bottom."""
        self._flipped = flipped
        self._painter = None
        self.viewport().update()

    def state_of(self, index: Index) -> RowState:
        """Return how a row is painted."""
        pointed = self._pointed[1] if self.rows.identifier_at(index) == self._pointed[0] else None
        return RowState(index == self.currentIndex(), self.hasFocus(), pointed)

    def part_at(self, point: QPoint) -> tuple[str, RowPart | None]:
        """Return the layer and the part of its row at a point of the viewport."""
        index = self.indexAt(point)
        identifier = self.rows.identifier_at(index)
        return identifier, self.row_painter.part_at(self.visualRect(index), point) if identifier else None

    # Preview

    def _point_at(self, pointed: tuple[str, RowPart | None]) -> None:
        before, self._pointed = self._pointed, pointed
        if pointed != before:
            for name in {pointed[0], before[0]} - {""}:
                self.update(self.rows.index_of(name))
        if pointed[0] != self._quiet:
            self._quiet = ""
        # Without a row under the pointer, the preview is not one of this list.
        if pointed[0] or before[0]:
            self._layers.set_preview("" if self._quiet else pointed[0])

    def end_preview(self) -> None:
        """Preview nothing until the pointer moves to a row."""
        self._point_at(("", None))

    def _leave(self) -> None:
        self.end_preview()
        self.rows.held = False

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._leave()
        return super().viewportEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() in _PAINTER_EVENTS:
            self._painter = None
            self.scheduleDelayedItemsLayout()
        elif event.type() == QEvent.Type.WindowDeactivate:
            self._leave()
        elif event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_typed(event):
            event.accept()
            return True
        return super().event(event)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self._leave()
        super().hideEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not self.rows.held:
            self.rows.held = False  # Sorts what a key has switched.

    # Mouse

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event)
        self._point_at(self.part_at(event.position().toPoint()))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.rows.held = True
        if not event.buttons():
            self._point_at(self.part_at(event.position().toPoint()))
        super().mouseMoveEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        row = self.rows.at(self.indexAt(point))
        super().mousePressEvent(event)
        self._pressed = ("", None)
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if isinstance(row, Heading):
            self.rows.fold(row.title)
        elif row is not None:
            self._pressed = self.part_at(point)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        point = event.position().toPoint()
        (identifier, part), self._pressed = self._pressed, ("", None)
        if identifier and (identifier, part) == self.part_at(point):
            if part is RowPart.MENU:
                self.end_preview()
                self.menu_requested.emit(self.viewport().mapToGlobal(point))
            elif part is not RowPart.TITLE and part is not None:
                self._quiet = identifier
                self.switch(identifier, part)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self.part_at(point)[1] is not RowPart.TITLE:
            self.mousePressEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.setCurrentIndex(self.indexAt(point))
            self.opened.emit()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index, point = self.currentIndex(), self.visualRect(self.currentIndex()).bottomLeft()
        else:
            index, point = self.indexAt(event.pos()), event.pos()
        if self.rows.identifier_at(index):
            self.setCurrentIndex(index)
            # The pointer goes to the menu, and from there anywhere.
            self.end_preview()
            self.menu_requested.emit(self.viewport().mapToGlobal(point))

    # Switches and keys

    def switch(self, identifier: str, part: RowPart) -> None:
        """Switch a layer, or one side of it, while its row stays where it is."""
        layers = self._layers
        if part in (RowPart.WHITE, RowPart.BLACK):
            white = part is RowPart.WHITE
            change = partial(layers.switch, identifier, white, not layers.sides_of(identifier)[not white])
            self.rows.in_place(change)
        else:
            self.rows.in_place(partial(layers.toggle, identifier))

    @override
    def keyboardSearch(self, search: str) -> None:
        pass  # The field above the list searches.

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = event.key(), self.rows.at(self.currentIndex())
        plain = event.modifiers() in _PLAIN
        if key == Qt.Key.Key_Escape and plain:
            self.left.emit()
        elif plain and isinstance(row, Heading) and key in (*_ENTER, Qt.Key.Key_Space):
            self.rows.fold(row.title)
        elif plain and isinstance(row, LayerRow) and key == Qt.Key.Key_Space:
            self.switch(row.identifier, RowPart.SWITCH)
        elif _is_typed(event):
            self.typed.emit(event.text())
        elif event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()  # A command that does not apply; the view would go to another row.
        else:
            super().keyPressEvent(event)
        self.end_preview()


def _is_typed(event: QKeyEvent) -> bool:
    """Return whether a key types a character of a search."""
    commands = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
    return not event.modifiers() & commands and event.text().isprintable() and bool(event.text().strip())


class RowDelegate(QStyledItemDelegate):
    """The height and the picture of rows, and their tool tips."""

    def __init__(self, view: LayerListView) -> None:
        super().__init__(view)
        self._view = view

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = self._view.viewport().width()
        return QSize(width, self._view.row_painter.height(self._view.rows.at(index), width))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, state, rows = self._view.rows.at(index), self._view.state_of(index), self._view.row_painter
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Heading):
            rows.paint_heading(painter, option.rect, row, state, signs=index.row() == 0)
        elif row is not None:
            rows.paint_layer(painter, option.rect, row, state)
        painter.restore()

    @override
    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        return False

    @override
    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        row = self._view.rows.at(index)
        if event.type() != QEvent.Type.ToolTip or not isinstance(row, LayerRow):
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), self.tip(row, self._view.part_at(event.pos())[1]), view)
        return True

    def tip(self, row: LayerRow, part: RowPart | None) -> str:
        """Return the tool tip of a part: the effect of a click, such as "Hide attacks for White", or the definition."""
        title = escaped(lowered(row.title))
        if part in (RowPart.WHITE, RowPart.BLACK):
            side = "White" if part is RowPart.WHITE else "Black"
            return f"{'Hide' if row.sides[part is RowPart.BLACK] else 'Show'} {title} for {side}"
        if part is RowPart.SWITCH:
            return f"{'Hide' if row.is_on else 'Show'} {title}"
        if part is RowPart.MENU:
            return "Sides, style, order and other commands"
        faint = faint_colors(row.style, self._view.row_painter.theme)
        definition = self._view.rows.index_of(row.identifier).data(Qt.ItemDataRole.ToolTipRole)
        return f"{definition}{f'<p>{faint}</p>' if faint else ''}"
