"""The Layers panel: presets, a search field, and the layers by chapter with a check box and a count for each side."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QFont,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QToolTip,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.presets import Preset, presets
from pawnviz.model.layer_list import BLACK, TITLE, WHITE, LayerListModel
from pawnviz.view.actions import PRESET_KEYS
from pawnviz.view.icons import icon
from pawnviz.view.layer_style import StyleEditor
from pawnviz.view.swatch import mixed, swatch
from pawnviz.view.theme import LIGHT, Theme

Index = QModelIndex | QPersistentModelIndex

_ROW_HEIGHT: Final = 24
_SWATCH: Final = 18
_BOX: Final = 14
_LEFT: Final = 8
"""The room left of the swatches, with the bar of a shown layer in it."""


class RowCommand(NamedTuple):
    """What can be done with the current layer: ``name`` is the panel's slot, ``keys`` are portable key sequences."""

    name: str
    text: str
    keys: tuple[str, ...]
    icon: str
    tip: str


ROW_COMMANDS: Final = (
    RowCommand(
        "show_alone",
        "Show alone",
        ("Ctrl+Return", "Ctrl+Enter"),
        "alone",
        "Show no other layer; again: bring the others back",
    ),
    RowCommand("edit_style", "Style…", ("Alt+Return", "Alt+Enter"), "color", "Choose mark, colors and opacity"),
    RowCommand("reset_style", "Reset style", ("Ctrl+R",), "reset", "Draw the layer with its own mark again"),
    RowCommand("move_up", "Move up", ("Alt+Up",), "arrow-up", "Draw the layer earlier and name it earlier"),
    RowCommand("move_down", "Move down", ("Alt+Down",), "arrow-down", "Draw the layer later and name it later"),
    RowCommand("copy_identifier", "Copy identifier", ("Ctrl+I",), "copy", "Copy the layer's name on the command line"),
)
"""The commands of a layer in the order of its context menu."""

_IN_FOOTER: Final = ("show_alone", "move_up", "move_down", "edit_style")


def key_text(keys: tuple[str, ...]) -> str:
    """Return the first of the keys as this system writes it, or an empty text."""
    return QKeySequence(keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if keys else ""


class LayerFilter(QSortFilterProxyModel):
    """The layers whose title, identifier or definition holds every searched word, with their chapters."""

    def __init__(self, layers: LayerListModel, parent: QWidget) -> None:
        """Let every layer through."""
        super().__init__(parent)
        self._layers = layers
        self._words: tuple[str, ...] = ()
        self.setRecursiveFilteringEnabled(True)
        self.setSourceModel(layers)

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

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        """Return whether a layer holds the words; a chapter is there for its layers, or when nothing is searched."""
        if not self._words:
            return True
        identifier = self._layers.identifier_at(self._layers.index(source_row, TITLE, source_parent))
        if not identifier:
            return False
        layer = self._layers.layer(identifier)
        text = f"{layer.title} {identifier} {identifier.replace('_', ' ')} {layer.definition}".casefold()
        return all(word in text for word in self._words)

    def identifier_at(self, index: Index) -> str:
        """Return the layer of an index of this model, empty for a chapter or nothing."""
        return self._layers.identifier_at(self.mapToSource(index)) if index.isValid() else ""


class RowDelegate(QStyledItemDelegate):
    """Paints chapters and layers: swatches and title, check boxes in the sides' colors, counts."""

    def __init__(self, layers: LayerListModel, rows: LayerFilter, parent: QTreeView) -> None:
        """Paint the rows of a view in the light theme."""
        super().__init__(parent)
        self._layers = layers
        self._rows = rows
        self._tree = parent
        self.theme = LIGHT

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row for the view's font."""
        return QSize(_BOX, max(_ROW_HEIGHT, option.fontMetrics.height() + 8))

    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        """Say what a check box does; a title's tool tip is the definition."""
        identifier = self._rows.identifier_at(index)
        if not identifier or index.column() == TITLE or event.type() != QEvent.Type.ToolTip:
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), self.box_text(identifier, index.column() == WHITE), view)
        return True

    def box_text(self, identifier: str, white: bool) -> str:
        """Return what a click on a check box does, such as "Show front spans for White"."""
        title = self._layers.layer(identifier).title
        verb = "Hide" if self._layers.is_shown(identifier, white) else "Show"
        return f"{verb} {title[0].lower()}{title[1:]} for {'White' if white else 'Black'}"

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        identifier = self._rows.identifier_at(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not identifier:
            self._paint_chapter(painter, option, index)
        else:
            shown = self._layers.is_shown(identifier, True) or self._layers.is_shown(identifier, False)
            self._paint_ground(painter, option, shown)
            if index.column() == TITLE:
                self._paint_title(painter, option, identifier, shown)
            else:
                self._paint_side(painter, option, identifier, index.column() == WHITE)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, shown: bool) -> None:
        theme = self.theme
        state = option.state
        color = QColor(theme.base)
        if shown:
            color = mixed(theme.link, theme.base, 0.09)
        if state & QStyle.StateFlag.State_Selected:
            color = QColor(theme.highlight)
            if not self._tree.hasFocus():
                color = mixed(theme.highlight, theme.base, 0.55)
        elif state & QStyle.StateFlag.State_MouseOver:
            color = mixed(theme.highlight, color.name(), 0.45)
        painter.fillRect(option.rect, color)

    def _paint_chapter(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self.theme
        rect = option.rect
        painter.fillRect(rect, QColor(theme.alternate_base))
        painter.setPen(QPen(QColor(theme.border), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if index.column() != TITLE:
            return
        expanded = bool(option.state & QStyle.StateFlag.State_Open)
        _draw_arrow(painter, QPointF(rect.left() + 11, rect.center().y() + 0.5), expanded, QColor(theme.muted_text))
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(theme.muted_text))
        text = str(index.data())
        count = 0 if expanded else self._shown_count(index)
        if count:
            text += f" – {count} shown"
        box = rect.adjusted(22, 0, 0, 0)
        text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        self._paint_focus(painter, option)

    def _shown_count(self, chapter: Index) -> int:
        """Return how many layers of a chapter's row are shown."""
        model = chapter.model()
        layers = [self._rows.identifier_at(model.index(row, TITLE, chapter)) for row in range(model.rowCount(chapter))]
        return sum(self._layers.is_shown(name, True) or self._layers.is_shown(name, False) for name in layers)

    def _paint_title(self, painter: QPainter, option: QStyleOptionViewItem, identifier: str, shown: bool) -> None:
        theme = self.theme
        rect = option.rect
        if shown:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), QColor(theme.link))
        style = self._layers.style_of(identifier)
        ratio = self._tree.devicePixelRatioF()
        x, y = rect.left() + _LEFT, rect.top() + (rect.height() - _SWATCH) // 2
        for white in (True, False):
            painter.drawImage(QPoint(x, y), swatch(style, white, theme, _SWATCH, ratio))
            x += _SWATCH + 3
        font = QFont(option.font)
        font.setBold(shown)
        painter.setFont(font)
        painter.setPen(self._text_color(option, theme.text))
        box = QRect(x + 4, rect.top(), rect.right() - x - 5, rect.height())
        title = painter.fontMetrics().elidedText(
            self._layers.layer(identifier).title, Qt.TextElideMode.ElideRight, box.width()
        )
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)
        self._paint_focus(painter, option)

    def _paint_side(self, painter: QPainter, option: QStyleOptionViewItem, identifier: str, white: bool) -> None:
        theme = self.theme
        rect = option.rect
        checked = self._layers.is_shown(identifier, white)
        color = theme.mark_color(white)
        box = QRectF(rect.left() + 6.5, rect.top() + (rect.height() - _BOX) // 2 + 0.5, _BOX - 1, _BOX - 1)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.setPen(QPen(color if checked or hovered else QColor(theme.muted_text), 1.5 if hovered else 1))
        painter.setBrush(color if checked else QColor(theme.base))
        painter.drawRoundedRect(box, 2.5, 2.5)
        if checked:
            painter.setPen(
                QPen(
                    QColor(theme.badge_text),
                    2,
                    Qt.PenStyle.SolidLine,
                    Qt.PenCapStyle.RoundCap,
                    Qt.PenJoinStyle.RoundJoin,
                )
            )
            left, top, edge = box.left(), box.top(), box.width()
            tick = ((0.22, 0.54), (0.42, 0.74), (0.78, 0.28))
            painter.drawPolyline(QPolygonF([QPointF(left + x * edge, top + y * edge) for x, y in tick]))
        painter.setPen(self._text_color(option, theme.text if checked else theme.muted_text))
        painter.setFont(option.font)
        number = rect.adjusted(_BOX + 8, 0, -7, 0)
        count = str(self._layers.count(identifier, white))
        painter.drawText(number, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
        self._paint_focus(painter, option)

    def _text_color(self, option: QStyleOptionViewItem, color: str) -> QColor:
        selected = option.state & QStyle.StateFlag.State_Selected and self._tree.hasFocus()
        return QColor(self.theme.highlighted_text if selected else color)

    def _paint_focus(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        """Draw a frame around the cell that keys work on."""
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(self.theme.link), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), 3, 3)


def _draw_arrow(painter: QPainter, center: QPointF, down: bool, color: QColor) -> None:
    """Draw the small arrow of a chapter: down when its layers are there, to the right when they are folded away."""
    points = ((-3.5, -2.0), (0.0, 2.0), (3.5, -2.0)) if down else ((-2.0, -3.5), (2.0, 0.0), (-2.0, 3.5))
    painter.setPen(QPen(color, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF([center + QPointF(x, y) for x, y in points]))


class LayerTree(QTreeView):
    """The layers by chapter: pointing previews, clicks and keys switch sides on and off."""

    menu_requested = Signal(QPoint)
    """A context menu is wanted for the current layer at a point of the screen."""

    def __init__(self, layers: LayerListModel, parent: QWidget) -> None:
        """Show all layers with their chapters open."""
        super().__init__(parent)
        self._layers = layers
        self._pressed = QPersistentModelIndex()
        self._quiet = ""
        self._folded: set[str] = set()
        self._following = False
        self.rows = LayerFilter(layers, self)
        self.setModel(self.rows)
        self.row_delegate = RowDelegate(layers, self.rows, self)
        self.setItemDelegate(self.row_delegate)
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
            header.resizeSection(column, max(48, header.sectionSizeHint(column) + 4))
        self.expandAll()
        self.collapsed.connect(self._remember_folded)
        self.expanded.connect(self._remember_open)
        self.rows.rowsInserted.connect(self._open_chapters)
        self.selectionModel().currentChanged.connect(self._look_at_current)
        layers.current_changed.connect(self.follow_current)
        layers.shown_changed.connect(self.viewport().update)
        layers.styles_changed.connect(self.viewport().update)
        self.follow_current()

    # What is looked at

    def set_theme(self, theme: Theme) -> None:
        """Paint rows in a theme's colors."""
        self.row_delegate.theme = theme
        self.viewport().update()

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
        return self.rows.mapFromSource(self._layers.index_of(identifier, column))

    @Slot()
    def follow_current(self) -> None:
        """Make the row of the layer that is looked at the current one."""
        identifier = self._layers.current
        if identifier == self.current_identifier:
            return
        index = self.index_of(identifier, max(TITLE, self.currentIndex().column())) if identifier else QModelIndex()
        self._following = True
        if index.isValid():
            self.setCurrentIndex(index)
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

    # Preview

    def _point_at(self, identifier: str) -> None:
        """Preview a layer, unless it was just switched by a click on its row."""
        if identifier != self._quiet:
            self._quiet = ""
        self._layers.set_preview("" if self._quiet else identifier)

    def end_preview(self) -> None:
        """Preview nothing until the pointer moves to a row."""
        self._quiet = ""
        self._layers.set_preview("")

    def _quieten(self, identifier: str) -> None:
        """Preview a layer no longer while the pointer stays on its row, so that a click's effect is seen."""
        self._quiet = identifier
        self._layers.set_preview("")

    def viewportEvent(self, event: QEvent) -> bool:
        """End the preview when the pointer leaves the list."""
        if event.type() == QEvent.Type.Leave:
            self.end_preview()
        return super().viewportEvent(event)

    def event(self, event: QEvent) -> bool:
        """End the preview when the window is no longer the active one."""
        if event.type() == QEvent.Type.WindowDeactivate:
            self.end_preview()
        return super().event(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """End the preview with the panel."""
        self.end_preview()
        super().hideEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Preview the row that is scrolled under the pointer."""
        super().wheelEvent(event)
        self._point_at(self.identifier_at(event.position().toPoint()))

    # Mouse

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Preview the layer that is pointed at, and nothing while a row is dragged."""
        if event.buttons():
            self._layers.set_preview("")
        else:
            self._point_at(self.identifier_at(event.position().toPoint()))
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Show a layer alone, fold a chapter, or begin a click on a check box."""
        index = self.indexAt(event.position().toPoint())
        identifier = self.rows.identifier_at(index)
        self._pressed = QPersistentModelIndex()
        if event.button() == Qt.MouseButton.LeftButton and identifier:
            if event.modifiers() & Qt.KeyboardModifier.AltModifier:
                self._quieten(identifier)
                self._layers.show_alone(identifier)
                return
            if index.column() != TITLE:
                self._pressed = QPersistentModelIndex(index)
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and not identifier:
            self.setExpanded(index.siblingAtColumn(TITLE), not self.isExpanded(index.siblingAtColumn(TITLE)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a click on a check box."""
        index = self.indexAt(event.position().toPoint())
        clicked = self._pressed.isValid() and self._pressed == index
        self._pressed = QPersistentModelIndex()
        super().mouseReleaseEvent(event)
        if clicked and event.button() == Qt.MouseButton.LeftButton:
            self._quieten(self.rows.identifier_at(index))
            self._switch(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Switch both sides by a double click on a title; elsewhere it is two clicks."""
        index = self.indexAt(event.position().toPoint())
        identifier = self.rows.identifier_at(index)
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if plain and identifier and index.column() == TITLE:
            self._quieten(identifier)
            self._layers.toggle(identifier)
        else:
            self.mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the layer that is pointed at or, by key, of the current one."""
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Switch a side or both, or go from column to column; other keys do what they do in every list."""
        key = event.key()
        index = self.currentIndex()
        identifier = self.rows.identifier_at(index)
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        self._layers.set_preview("")
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
        white, black = self._layers.is_shown(identifier, True), self._layers.is_shown(identifier, False)
        if index.column() == TITLE:
            self._layers.toggle(identifier)
        elif index.column() == WHITE:
            self._layers.set_shown(identifier, not white, black)
        else:
            self._layers.set_shown(identifier, white, not black)


class SearchField(QLineEdit):
    """A line for words to search; Escape empties it, Down and Enter go on to what was found."""

    finished = Signal()
    """The keys shall go to what was found."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Empty the field, or leave it downwards."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.finished.emit()
        else:
            super().keyPressEvent(event)


class FlowBar(QWidget):
    """Buttons one beside the other, in as many rows as the width asks for."""

    _SPACE: Final = 4

    def __init__(self, parent: QWidget) -> None:
        """Start without buttons."""
        super().__init__(parent)
        self._buttons: list[QToolButton] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, button: QToolButton) -> None:
        """Put a button behind the others."""
        self._buttons.append(button)
        self.updateGeometry()

    def _places(self, width: int) -> list[QRect]:
        """Return where the buttons are in a bar of this width."""
        places: list[QRect] = []
        x = y = 0
        for button in self._buttons:
            size = button.sizeHint()
            if x and x + size.width() > width:
                x, y = 0, y + size.height() + self._SPACE
            places.append(QRect(QPoint(x, y), size))
            x += size.width() + self._SPACE
        return places

    def heightForWidth(self, width: int) -> int:
        """Return the height of the rows of buttons."""
        places = self._places(width)
        return places[-1].bottom() + 1 if places else 0

    def sizeHint(self) -> QSize:
        """Return the size for a panel of 300 pixels."""
        return QSize(284, self.heightForWidth(284))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the widest button, as high as the rows are now."""
        widest = max((button.sizeHint().width() for button in self._buttons), default=0)
        return QSize(widest, self.heightForWidth(max(self.width(), widest)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons into rows."""
        for button, place in zip(self._buttons, self._places(event.size().width()), strict=True):
            button.setGeometry(place)


class PresetButton(QToolButton):
    """A button that shows the layers of a preset and stays down while exactly these are shown."""

    def __init__(self, preset: Preset, keys: str, layers: LayerListModel, parent: QWidget) -> None:
        """Show a preset's title."""
        super().__init__(parent)
        self._preset = preset
        self._layers = layers
        self.setText(preset.title)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"Preset {preset.title}")
        titles = ", ".join(layers.layer(identifier).title for identifier in preset.layers)
        native = f" ({key_text((keys,))})" if keys else ""
        self.setToolTip(f"<p>{preset.description}{native}</p><p>{titles}</p>")
        self.clicked.connect(self._apply)
        layers.shown_changed.connect(self._follow)
        self._follow()

    @Slot()
    def _apply(self) -> None:
        self._layers.apply_preset(self._preset.layers)
        self._follow()

    @Slot()
    def _follow(self) -> None:
        layers = self._layers
        wanted = set(self._preset.layers)
        self.setChecked(
            all(
                (name in wanted) == layers.is_shown(name, white)
                for name in layers.identifiers()
                for white in (True, False)
            )
        )


class LayerPanel(QWidget):
    """Presets, search, the list of layers and what can be done with the current one."""

    def __init__(self, layers: LayerListModel, parent: QWidget | None = None) -> None:
        """Show a list of layers."""
        super().__init__(parent)
        self._layers = layers
        self._theme = LIGHT
        self._editor: StyleEditor | None = None
        self.setObjectName("layer_panel")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 4)
        layout.setSpacing(6)
        layout.addWidget(self._make_presets())
        self.search_field = SearchField(self)
        self.search_field.setPlaceholderText("Find a layer")
        self.search_field.setAccessibleName("Find a layer")
        self.search_field.setToolTip("Search titles, identifiers and definitions")
        self.search_field.setClearButtonEnabled(True)
        self._search_icon = self.search_field.addAction(
            icon("search", LIGHT.muted_text), QLineEdit.ActionPosition.LeadingPosition
        )
        layout.addWidget(self.search_field)
        self.tree = LayerTree(layers, self)
        self._nothing = QLabel(self)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._nothing.setWordWrap(True)
        self._nothing.setContentsMargins(12, 24, 12, 12)
        self._nothing.setTextFormat(Qt.TextFormat.PlainText)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.tree)
        self._pages.addWidget(self._nothing)
        layout.addWidget(self._pages, 1)
        self.actions_by_name: dict[str, QAction] = {}
        self._make_actions()
        layout.addLayout(self._make_footer())
        self.search_field.textChanged.connect(self._search)
        self.search_field.finished.connect(self._go_to_list)
        self.tree.menu_requested.connect(self._open_menu)
        layers.shown_changed.connect(self._follow_shown)
        layers.styles_changed.connect(self._follow_current)
        layers.current_changed.connect(self._follow_current)
        self.set_theme(LIGHT)
        self._follow_shown()
        self._follow_current()

    def _make_presets(self) -> FlowBar:
        """Return the buttons of the presets and the one that clears."""
        self.preset_bar = FlowBar(self)
        self.preset_bar.setAccessibleName("Presets")
        keys = dict(enumerate(PRESET_KEYS))
        self.preset_buttons = [
            PresetButton(preset, keys.get(number, ""), self._layers, self.preset_bar)
            for number, preset in enumerate(presets())
        ]
        for button in self.preset_buttons:
            self.preset_bar.add(button)
        self.clear_preset = self._make_clear(self.preset_bar)
        self.preset_bar.add(self.clear_preset)
        return self.preset_bar

    def _make_clear(self, parent: QWidget) -> QToolButton:
        """Return a button that hides all layers."""
        button = QToolButton(parent)
        button.setText("Clear")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAccessibleName("Hide all layers")
        button.setToolTip(f"Hide all layers ({key_text(('Ctrl+0',))})")
        button.clicked.connect(self._layers.clear)
        return button

    def _make_actions(self) -> None:
        """Make the current layer's commands; their keys work while the list has them."""
        for command in ROW_COMMANDS:
            action = QAction(command.text, self)
            action.setShortcuts([QKeySequence(key) for key in command.keys])
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setToolTip(f"{command.text.rstrip('…')}: {command.tip} ({key_text(command.keys)})")
            action.triggered.connect(getattr(self, command.name))
            self.tree.addAction(action)
            self.actions_by_name[command.name] = action

    def _make_footer(self) -> QHBoxLayout:
        """Return the line below the list: how many layers are shown, and buttons for the current layer."""
        footer = QHBoxLayout()
        footer.setSpacing(2)
        self.shown_label = QLabel(self)
        self.shown_label.setAccessibleName("Number of layers shown")
        self.clear_button = self._make_clear(self)
        self.clear_button.setAutoRaise(True)
        footer.addWidget(self.shown_label)
        footer.addWidget(self.clear_button)
        footer.addStretch(1)
        for name in _IN_FOOTER:
            button = QToolButton(self)
            button.setDefaultAction(self.actions_by_name[name])
            button.setAccessibleName(self.actions_by_name[name].text())
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setAutoRaise(True)
            button.setIconSize(QSize(16, 16))
            button.setObjectName(name)
            footer.addWidget(button)
        return footer

    # For the window

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colors."""
        self._theme = theme
        self.tree.set_theme(theme)
        self._search_icon.setIcon(icon("search", theme.muted_text))
        for command in ROW_COMMANDS:
            self.actions_by_name[command.name].setIcon(icon(command.icon, theme.text))
        if self._editor is not None:
            self._editor.set_theme(theme)

    def focus_search(self) -> None:
        """Give the keys to the search field and select what is in it."""
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_field.selectAll()

    # What the panel follows

    @Slot()
    def _follow_shown(self) -> None:
        """Name the number of layers that are switched on; a preview is not."""
        layers = self._layers
        count = sum(layers.is_shown(name, True) or layers.is_shown(name, False) for name in layers.identifiers())
        self.shown_label.setText(f"{count} layer{'' if count == 1 else 's'} shown" if count else "No layer shown")
        self.clear_button.setEnabled(bool(count))
        self.clear_preset.setEnabled(bool(count))

    @Slot()
    def _follow_current(self) -> None:
        """Offer the commands that the current layer has a use for."""
        name = self._layers.current
        for action in self.actions_by_name.values():
            action.setEnabled(bool(name))
        if name:
            index = self._layers.index_of(name)
            self.actions_by_name["move_up"].setEnabled(index.row() > 0)
            self.actions_by_name["move_down"].setEnabled(index.row() < index.model().rowCount(index.parent()) - 1)
            self.actions_by_name["reset_style"].setEnabled(self._layers.has_own_style(name))

    @Slot(str)
    def _search(self, text: str) -> None:
        self.tree.search(text)
        found = self.tree.rows.rowCount() > 0
        self._nothing.setText("" if found else f"No layer found for “{text.strip()}”.\nEscape shows all layers again.")
        self._pages.setCurrentWidget(self.tree if found else self._nothing)

    @Slot()
    def _go_to_list(self) -> None:
        """Give the keys to the list, to the current row or else the first layer."""
        if not self.tree.rows.rowCount():
            return
        if not self.tree.current_identifier:
            first = self.tree.rows.index(0, TITLE)
            self.tree.setCurrentIndex(self.tree.rows.index(0, TITLE, first))
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)
        self.tree.scrollTo(self.tree.currentIndex())

    @Slot(QPoint)
    def _open_menu(self, point: QPoint) -> None:
        """Open the menu of the current layer at a point of the screen."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        for command in ROW_COMMANDS:
            if command.name in ("move_up", "copy_identifier"):
                menu.addSeparator()
            menu.addAction(self.actions_by_name[command.name])
        menu.popup(point)

    # Commands of the current layer

    @Slot()
    def show_alone(self) -> None:
        """Show the current layer alone, or bring back the others."""
        self._layers.show_alone(self._layers.current)

    @Slot()
    def move_up(self) -> None:
        """Move the current layer up within its chapter."""
        self._move(-1)

    @Slot()
    def move_down(self) -> None:
        """Move the current layer down within its chapter."""
        self._move(1)

    def _move(self, steps: int) -> None:
        self._layers.move(self._layers.current, steps)
        self.tree.scrollTo(self.tree.currentIndex())

    @Slot()
    def reset_style(self) -> None:
        """Draw the current layer with its own mark again."""
        self._layers.reset_style(self._layers.current)

    @Slot()
    def copy_identifier(self) -> None:
        """Copy the current layer's identifier."""
        QApplication.clipboard().setText(self._layers.current)

    @Slot()
    def edit_style(self) -> None:
        """Open the style editor for the current layer."""
        if self._editor is None:
            self._editor = StyleEditor(self._layers, self)
            self._editor.set_theme(self._theme)
        self._editor.edit(self._layers.current)
