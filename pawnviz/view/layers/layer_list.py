"""The list of layers with its painted rows, and the drop-down list that offers a choice of layers."""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelectionModel,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygonF,
    QStandardItemModel,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QCompleter,
    QLineEdit,
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
)

from pawnviz.core.labels.order import sections
from pawnviz.core.user_layers.collection import USER_LAYERS
from pawnviz.core.words import escaped, lowered
from pawnviz.model.layers.list_model import Heading, Index, LayerListModel, LayerRow, heading_text
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.shapes import fill_with, outline_with
from pawnviz.view.board.swatch import mixed, swatch
from pawnviz.view.layers.style import faint_colors
from pawnviz.view.widgets.fields import LONGEST_SEARCH
from pawnviz.view.widgets.rows import SearchedList
from pawnviz.view.widgets.theme import Theme, theme_of


class LayerChoice(QComboBox):
    """A choice of layers by chapter, without temporary ones; typed text finds the titles that contain it."""

    picked = Signal()  # The user chose another layer.

    def __init__(self, layers: ShownLayers, name: str, extra: tuple[str, str] | None = None) -> None:
        """Offer all layers; ``extra`` is a text and an identifier that are offered before them."""
        super().__init__(editable=True, maxVisibleItems=24)
        self.setAccessibleName(name)
        self._layers = layers
        self._extra = extra
        self.identifier = ""  # The identifier of the chosen layer.
        self.setLineEdit(QLineEdit(maxLength=LONGEST_SEARCH))
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        insensitive = Qt.CaseSensitivity.CaseInsensitive
        completer = QCompleter(self.model(), self, caseSensitivity=insensitive, filterMode=Qt.MatchFlag.MatchContains)
        self.setCompleter(completer)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.activated.connect(self._take)
        self._off = layers.now.off
        layers.user_layers.changed.connect(self._fill)
        layers.changed.connect(self._read_off)
        self._fill()

    def offers(self, identifier: str) -> bool:
        """Return whether a layer can be chosen."""
        return bool(identifier) and self.findData(identifier) >= 0

    def choose(self, identifier: str) -> None:
        """Choose a layer; raises ``KeyError`` when none with this identifier is offered."""
        if not self.offers(identifier):
            raise KeyError(identifier)
        self.identifier = identifier
        self._show_chosen()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_chosen()

    @Slot()
    def _read_off(self) -> None:
        if self._off != self._layers.now.off:
            self._off = self._layers.now.off
            self._fill()

    @Slot()
    def _fill(self) -> None:
        self.clear()
        if self._extra is not None:
            self.addItem(*self._extra)
        chapters = {section.title: section.identifiers for section in sections()}
        chapters[USER_LAYERS.title] = tuple(self._layers.user_layers.layers)
        for title, known in chapters.items():
            identifiers = [name for name in known if name not in self._off]
            if not identifiers:
                continue
            self.addItem(title, "")
            model = self.model()
            if isinstance(model, QStandardItemModel):
                heading = model.item(self.count() - 1)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                font = heading.font()
                font.setBold(True)
                heading.setFont(font)
            for identifier in identifiers:
                self.addItem(self._layers.all[identifier].title, identifier)
        if self.identifier and self.findData(self.identifier) < 0:
            self.identifier = next(iter(self._layers.all))
        self._show_chosen()

    @Slot(int)
    def _take(self, place: int) -> None:
        identifier = self.itemData(place)
        if identifier and identifier != self.identifier:
            self.identifier = str(identifier)
            self.picked.emit()
        self._show_chosen()

    def _show_chosen(self) -> None:
        self.setCurrentIndex(self.findData(self.identifier) if self.identifier else -1)


SWATCH: Final = 20  # The edge of a mark in a row, in logical pixels.

_HEIGHT: Final = 30  # The least height of a row.
_LEFT: Final = 8  # The room to the left of the mark; the bar of a shown layer is in it.
_SWITCH: Final = (30, 16)  # The width and height of a switch.
_LINE: Final = 1.5
_CENTER: Final = Qt.AlignmentFlag.AlignCenter
_MIDDLE_LEFT: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
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
        self.flipped = flipped
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
        painter.drawText(rect.adjusted(_LEFT + 14, 0, 0, 0), _MIDDLE_LEFT, heading_text(row))
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
        mark = swatch(row.style, white, self.theme, SWATCH, self._ratio, flipped=self.flipped)
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
        wanted = min(80, QFontMetrics(self._font).horizontalAdvance(row.other_word))
        if row.other_word and room.right() - left >= wanted:
            painter.setFont(self._font)
            painter.setPen(self._muted)
            rest = QRect(QPoint(left, room.top()), room.bottomRight())
            word = QFontMetrics(self._font).elidedText(row.other_word, Qt.TextElideMode.ElideRight, rest.width())
            painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, word)

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
        fill_with(painter, self._accent if on else self._ground, QPen(edge, 2.0 if pointed else _LINE))
        painter.drawRoundedRect(track, height / 2, height / 2)
        fill_with(painter, self._ground if on else edge)
        x = track.right() - height / 2 if on else track.left() + height / 2
        painter.drawEllipse(QPointF(x, track.center().y()), height / 2 - 4, height / 2 - 4)

    def _paint_focus(self, painter: QPainter, rect: QRect) -> None:
        outline_with(painter, QPen(self._accent, 2))
        painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 4, 4)


_PAINTER_EVENTS: Final = (
    QEvent.Type.PaletteChange,
    QEvent.Type.FontChange,
    QEvent.Type.StyleChange,
    QEvent.Type.DevicePixelRatioChange,
)


class LayerListView(SearchedList):
    """The rows of ``LayerListModel``: Space switches a layer, Enter opens its page, and typed letters are searched."""

    menu_requested = Signal(QPoint)  # A context menu is wanted for the current layer at a point of the screen.
    opened = Signal()  # The page of the current layer is wanted.

    def __init__(self, layers: ShownLayers) -> None:
        about = "Space switches a layer, Left White's side, Right Black's, Enter opens its page"
        super().__init__(accessibleName="Layers", accessibleDescription=about, tabKeyNavigation=False)
        self._layers = layers
        self._pointed: tuple[str, RowPart | None] = ("", None)
        self._pressed: tuple[str, RowPart | None] = ("", None)
        self._quiet = ""  # The layer that was clicked last, which is not previewed until the pointer leaves it.
        self._following = False
        self._painter: RowPainter | None = None
        self._kept = ("", -1, 0)  # The name and number of the current row and the place of the view in a reset.
        self._vacant = -1  # The row of a current layer that is gone, which is the next layer's now.
        self.rows = LayerListModel(layers, self)
        self.setModel(self.rows)
        self.setItemDelegate(RowDelegate(self))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.rows.modelAboutToBeReset.connect(self._keep_place)
        self.rows.modelReset.connect(self._restore_place)
        self.selectionModel().currentChanged.connect(self._look_at_current)
        layers.changed.connect(self.viewport().update)
        layers.current_changed.connect(self.follow_current)

    # The current row

    @property
    def current_identifier(self) -> str:
        """The layer of the current row, or an empty text."""
        return self.rows.identifier_at(self.currentIndex())

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
        if self.rows.searched and self.rows.names:
            self._layers.set_current(self.rows.names[0])
            self.scrollToTop()
        self.follow_current()

    # Painting

    @property
    def row_painter(self) -> RowPainter:
        """The painter of rows for the present theme, font, screen and turn of the board."""
        flipped = self._layers.now.flipped
        if self._painter is None or self._painter.flipped != flipped:
            self._painter = RowPainter(theme_of(self), self.font(), self.devicePixelRatioF(), flipped=flipped)
        return self._painter

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
        self.rows.hold(False)

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
        return super().event(event)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self._leave()
        super().hideEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not self.rows.held:
            self.rows.hold(False)  # Sorts what a key has switched.

    # Mouse

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event)
        self._point_at(self.part_at(event.position().toPoint()))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.rows.hold(True)
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
        change = partial(self._layers.toggle, identifier)
        if part in (RowPart.WHITE, RowPart.BLACK):
            white = part is RowPart.WHITE
            is_shown = self._layers.sides_of(identifier)[not white]
            change = partial(self._layers.switch, identifier, white, not is_shown)
        self.rows.in_place(change)

    @override
    def keyboardSearch(self, search: str) -> None:
        pass  # The field above the list searches.

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = event.key(), self.rows.at(self.currentIndex())
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and isinstance(row, Heading) and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.rows.fold(row.title)
        elif plain and isinstance(row, LayerRow) and key == Qt.Key.Key_Space:
            self.switch(row.identifier, RowPart.SWITCH)
        elif event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()  # A command that does not apply; the view would go to another row.
        else:
            super().keyPressEvent(event)
        self.end_preview()


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
