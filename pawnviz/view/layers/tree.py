"""The list of layers by chapter: search, preview under the pointer, clicks, keys and drag and drop."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QTreeView,
    QWidget,
)

from pawnviz.core.words import lowered
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import BLACK, TITLE, WHITE, LayerTreeModel
from pawnviz.override import override
from pawnviz.view.layers.rows import ROW_HEIGHT, SIDE_MARGIN, LayerRow, RowPainter, RowState
from pawnviz.view.layers.style import faint_colors
from pawnviz.view.widgets.theme import LIGHT, Theme

Index = QModelIndex | QPersistentModelIndex


class LayerFilter(QSortFilterProxyModel):
    """The layers whose title, identifier or definition holds every searched word, with their chapters."""

    def __init__(self, layers: ShownLayers, model: LayerTreeModel, parent: QWidget) -> None:
        """Let every layer of a model through."""
        super().__init__(parent)
        self._model = model
        self._words: tuple[str, ...] = ()
        self.setRecursiveFilteringEnabled(True)
        # Counts and boxes change often and are not searched: no row need be looked at again for them.
        self.setDynamicSortFilter(False)
        self.setSourceModel(model)
        layers.own.changed.connect(self._search_again)

    @property
    def searching(self) -> bool:
        """Whether layers are held back."""
        return bool(self._words)

    def set_text(self, text: str) -> None:
        """Search for the words of a text; case does not matter."""
        words = tuple(text.casefold().split())
        if words != self._words:
            self.beginFilterChange()
            self._words = words
            self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    @Slot()
    def _search_again(self) -> None:
        """Search anew where titles or definitions are others; Qt loses count of a chapter that it has held back."""
        if self._words:
            self.invalidate()

    @override
    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        if not self._words:
            return True
        identifier = self._model.identifier_at(self._model.index(source_row, TITLE, source_parent))
        if not identifier:
            return False
        layer = self._model.row(identifier).layer
        text = f"{layer.title} {identifier} {identifier.replace('_', ' ')} {layer.definition}".casefold()
        return all(word in text for word in self._words)

    def identifier_at(self, index: Index) -> str:
        """Return the layer of an index of this model, empty for a chapter or nothing."""
        return self._model.identifier_at(self.mapToSource(index)) if index.isValid() else ""


class RowDelegate(QStyledItemDelegate):
    """The height of rows, their tool tips, and the picture of a row that is dragged."""

    def __init__(self, layers: ShownLayers, rows: LayerFilter, parent: LayerTree) -> None:
        """Serve a view of filtered layers."""
        super().__init__(parent)
        self._layers = layers
        self._rows = rows
        self._tree = parent

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(ROW_HEIGHT, max(ROW_HEIGHT, option.fontMetrics.height() + 8))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        identifier = self._rows.identifier_at(index)
        if identifier and index.column() == TITLE:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._tree.row_painter.paint_title(painter, option.rect, self._tree.row_of(identifier), RowState())

    @override
    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        return False

    @override
    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        identifier = self._rows.identifier_at(index)
        if not identifier or event.type() != QEvent.Type.ToolTip:
            return super().helpEvent(event, view, option, index)
        if index.column() == TITLE:
            title = escape(self._layers.all[identifier].title)
            faint = faint_colors(self._layers.style_of(identifier), self._tree.row_painter.theme)
            text = f"<p><b>{title}</b></p>{index.data(Qt.ItemDataRole.ToolTipRole)}{f'<p>{faint}</p>' if faint else ''}"
        else:
            text = self.box_text(identifier, index.column() == WHITE)
        QToolTip.showText(event.globalPos(), text, view)
        return True

    def box_text(self, identifier: str, white: bool) -> str:
        """Return what a click on a check box does, such as "Show front spans for White"."""
        title = escape(self._layers.all[identifier].title)
        verb = "Hide" if self._layers.is_shown(identifier, white) else "Show"
        return f"{verb} {lowered(title)} for {'White' if white else 'Black'}"


class LayerTree(QTreeView):
    """The layers by chapter: pointing previews, clicks and keys switch sides on and off."""

    menu_requested = Signal(QPoint)
    """A context menu is wanted for the current layer at a point of the screen."""

    def __init__(self, document: Document, layers: ShownLayers, parent: QWidget) -> None:
        """Show all layers with their chapters open."""
        super().__init__(parent)
        self._layers = layers
        self._pressed = ("", -1)
        self._quiet = ""
        self._pointed = ("", -1)
        self._painter: RowPainter | None = None
        self._theme = LIGHT
        self._flipped = False
        self._folded: set[str] = set()
        self._following = False
        self.layer_model = LayerTreeModel(document, layers, self)
        self.rows = LayerFilter(layers, self.layer_model, self)
        self.setModel(self.rows)
        self.setItemDelegate(RowDelegate(layers, self.rows, self))
        self.setAccessibleName("Layers")
        self.setAccessibleDescription("Space switches a layer for the side of the column, Enter for both sides")
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDragEnabled(True)
        self.setTabKeyNavigation(False)
        header = self.header()
        header.setSectionsMovable(False)
        header.setStretchLastSection(False)
        header.setHighlightSections(False)
        header.setSectionResizeMode(TITLE, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        for column in (WHITE, BLACK):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self._fit_columns()
        self.expandAll()
        self.collapsed.connect(self._remember_folded)
        self.expanded.connect(self._remember_open)
        self.rows.rowsInserted.connect(self._open_chapters)
        self.rows.layoutChanged.connect(self._open_chapters)
        self.selectionModel().currentChanged.connect(self._look_at_current)
        layers.current_changed.connect(self.follow_current)
        layers.changed.connect(self._update_folded)
        self.follow_current()

    # What is looked at

    def set_theme(self, theme: Theme) -> None:
        """Paint rows in a theme's colors."""
        self._theme = theme
        self._painter = None
        self.viewport().update()

    def set_flipped(self, flipped: bool) -> None:
        """Paint swatches as the marks point on a flipped board, or on one with White at the bottom."""
        self._flipped = flipped
        self._painter = None
        self.viewport().update()

    @property
    def row_painter(self) -> RowPainter:
        """What rows are painted with, for the theme, the font and the screen of now."""
        if self._painter is None:
            self._painter = RowPainter(self._theme, self.font(), self.devicePixelRatioF(), flipped=self._flipped)
        return self._painter

    def search(self, text: str) -> None:
        """Show the layers that hold the words of a text."""
        self._following = True
        self.rows.set_text(text)
        self._following = False
        self._open_chapters()
        self.follow_current()

    def identifier_at(self, point: QPoint) -> str:
        """Return the layer of the row at a point of the viewport, or an empty text."""
        return self.rows.identifier_at(self.indexAt(point))

    @property
    def current_identifier(self) -> str:
        """The layer of the current row, or an empty text."""
        return self.rows.identifier_at(self.currentIndex())

    def index_of(self, identifier: str, column: int = TITLE) -> QModelIndex:
        """Return the index of a layer's cell in this view's model, not valid where a search holds it back."""
        return self.rows.mapFromSource(self.layer_model.index_of(identifier, column))

    @Slot()
    def follow_current(self) -> None:
        """Make the row of the layer that is looked at the current one."""
        identifier = self._layers.current
        if identifier == self.current_identifier:
            return
        index = self.index_of(identifier, max(TITLE, self.currentIndex().column())) if identifier else QModelIndex()
        self._following = True
        if index.isValid():
            # Scrolling to a row would open a chapter that was folded by hand.
            self.setAutoScroll(self.isExpanded(index.parent()))
            self.setCurrentIndex(index)
            self.setAutoScroll(True)
        else:
            self.selectionModel().clear()
        self._following = False

    @Slot()
    def _look_at_current(self) -> None:
        """Look at the layer whose row became the current one by hand or key."""
        identifier = self.current_identifier
        if identifier and not self._following:
            self._layers.set_current(identifier)

    # Chapters

    @Slot()
    def _open_chapters(self) -> None:
        """Open every chapter while something is searched, otherwise those that were not folded by hand."""
        for row in range(self.rows.rowCount()):
            index = self.rows.index(row, TITLE)
            self._following, following = True, self._following
            self.setExpanded(index, self.rows.searching or str(index.data()) not in self._folded)
            self._following = following

    @Slot(QModelIndex)
    def _remember_folded(self, index: QModelIndex) -> None:
        if not self._following and not self.rows.searching:
            self._folded.add(str(index.data()))

    @Slot(QModelIndex)
    def _remember_open(self, index: QModelIndex) -> None:
        if not self._following and not self.rows.searching:
            self._folded.discard(str(index.data()))

    @Slot()
    def _update_folded(self) -> None:
        """Paint the chapters that are folded away again: they name how many of their layers are shown."""
        if self._folded:
            self.viewport().update()

    # Painting

    @override
    def dataChanged(self, top_left: Index, bottom_right: Index, roles: Sequence[int] = ()) -> None:
        if QAccessible.isActive():
            super().dataChanged(top_left, bottom_right, roles)
        else:
            self.viewport().update()

    @override
    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        top, height = options.rect.top(), options.rect.height()
        cells = (
            QRect(self.columnViewportPosition(TITLE), top, self.columnWidth(TITLE), height),
            QRect(self.columnViewportPosition(WHITE), top, self.columnWidth(WHITE), height),
            QRect(self.columnViewportPosition(BLACK), top, self.columnWidth(BLACK), height),
        )
        identifier = self.rows.identifier_at(index)
        current = self.currentIndex()
        active = self.hasFocus()
        row_is_current = current.row() == index.row() and current.parent() == index.parent()
        focused = current.column() if active and row_is_current else -1
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if identifier:
            pointed = self._pointed[1] if identifier == self._pointed[0] else -1
            state = RowState(row_is_current, active, pointed, focused)
            self.row_painter.paint_layer(painter, cells, self.row_of(identifier), state)
        else:
            count = -1 if self.isExpanded(index) else self._shown_count(index)
            self.row_painter.paint_chapter(painter, cells, str(index.data()), count, RowState(focused=focused))
        painter.restore()

    def row_of(self, identifier: str) -> LayerRow:
        """Return what the row of a layer says."""
        layers = self._layers
        return LayerRow(
            layers.all[identifier].title,
            layers.style_of(identifier),
            layers.sides_of(identifier),
            self.layer_model.counts(identifier),
            layers.own.fault(identifier) is not None,
        )

    def _shown_count(self, chapter: Index) -> int:
        """Return how many layers of a chapter are shown."""
        names = [
            self.rows.identifier_at(self.rows.index(row, TITLE, chapter)) for row in range(self.rows.rowCount(chapter))
        ]
        return sum(self._layers.is_shown(name, True) or self._layers.is_shown(name, False) for name in names)

    # Preview

    def _point_at(self, index: Index) -> None:
        """Preview the layer of a cell, unless it was just switched by a click on its row."""
        identifier = self.rows.identifier_at(index)
        before, pointed = self._pointed, (identifier, index.column() if identifier else -1)
        if pointed != before:
            for name, _ in {pointed, before}:
                self._update_row(name)
            self._pointed = pointed
        if identifier != self._quiet:
            self._quiet = ""
        # Without a row under the pointer, a preview is somebody else's.
        if identifier or before[0]:
            self._layers.set_preview("" if self._quiet else identifier)

    def end_preview(self) -> None:
        """Preview nothing until the pointer moves to a row."""
        self._point_at(QModelIndex())

    def _update_row(self, identifier: str) -> None:
        """Paint a layer's row again."""
        if identifier in self._layers.all:
            for column in (TITLE, WHITE, BLACK):
                self.update(self.index_of(identifier, column))

    def _quieten(self, identifier: str) -> None:
        """Preview a layer no longer while the pointer stays on its row, so that a click's effect is seen."""
        self._quiet = identifier

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.end_preview()
        return super().viewportEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.WindowDeactivate:
            self.end_preview()
        elif kind in (QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.DevicePixelRatioChange):
            self._painter = None
        done = super().event(event)
        if kind in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_columns()
        return done

    def _fit_columns(self) -> None:
        """Make the sides' columns wide enough for their titles, a check box and a count."""
        header = self.header()
        count = self.fontMetrics().horizontalAdvance("64") + SIDE_MARGIN
        for column in (WHITE, BLACK):
            header.resizeSection(column, max(48, count, header.sectionSizeHint(column) + 4))

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
                self._quieten(identifier)
                self._layers.show_alone(identifier)
                return
            if index.column() != TITLE:
                self._pressed = (identifier, index.column())
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and not identifier:
            self.setExpanded(index.siblingAtColumn(TITLE), not self.isExpanded(index.siblingAtColumn(TITLE)))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        clicked = self._pressed[0] and self._pressed == (self.rows.identifier_at(index), index.column())
        self._pressed = ("", -1)
        super().mouseReleaseEvent(event)
        if clicked and event.button() == Qt.MouseButton.LeftButton:
            self._quieten(self.rows.identifier_at(index))
            self._switch(index)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        identifier = self.rows.identifier_at(index)
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if plain and identifier and index.column() == TITLE:
            self._quieten(identifier)
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
            self.menu_requested.emit(self.viewport().mapToGlobal(point))

    # Keys

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        index = self.currentIndex()
        identifier = self.rows.identifier_at(index)
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        self.end_preview()
        if not plain or not index.isValid():
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and not identifier:
            self.setExpanded(index, not self.isExpanded(index))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._layers.toggle(identifier)
        elif key == Qt.Key.Key_Space:
            self._switch(index)
        elif key == Qt.Key.Key_Right and identifier and index.column() < BLACK:
            self.setCurrentIndex(index.siblingAtColumn(index.column() + 1))
        elif key == Qt.Key.Key_Left and identifier and index.column() > TITLE:
            self.setCurrentIndex(index.siblingAtColumn(index.column() - 1))
        elif key == Qt.Key.Key_Left and identifier:
            self.setCurrentIndex(index.parent())
        else:
            super().keyPressEvent(event)

    def _switch(self, index: Index) -> None:
        """Switch the side of a cell's column; in the title's column both sides."""
        identifier = self.rows.identifier_at(index)
        if index.column() == TITLE:
            self._layers.toggle(identifier)
        else:
            on = self._layers.is_shown(identifier, index.column() == WHITE)
            state = Qt.CheckState.Unchecked if on else Qt.CheckState.Checked
            self.rows.setData(index, state, Qt.ItemDataRole.CheckStateRole)
