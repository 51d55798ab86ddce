"""The legend below the board: a pointed entry fades all other layers, a click explains it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from pawnviz.core.picture.picture import NO_AREAS, AreaSlots, LegendEntry, area_slots
from pawnviz.core.words import escaped
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.legend import (
    LegendLayout,
    LegendMetrics,
    change_key_width,
    counts_in_words,
    entry_width,
    is_empty,
    paint_change_key,
    slot_width,
)
from pawnviz.view.board.shapes import fill_with, outline_with
from pawnviz.view.board.state import BoardPictures
from pawnviz.view.widgets.layouts import with_properties
from pawnviz.view.widgets.theme import Theme, theme_of

LINES: Final = 2  # The lines of the legend below the board; surplus entries are counted.
LEGEND_MARGIN: Final = 8  # The room left and right of the entries.

_MARGIN: Final = 3  # The room above and below them.
_NOTHING: Final = "No layer shown. Choose one in Layers."
_PREVIEW: Final = "Preview"
_ASLEEP: Final = "Hidden while arrows are shown"
_LEFT_MIDDLE: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class _Part(NamedTuple):
    """The pointed part: a layer's entry, as a whole or the part of the sides that are true."""

    name: str
    white: bool
    black: bool


class LegendBar(QWidget):
    """The shown layers with their marks and counts in two lines, at a constant height; in more in a higher place.

    An entry keeps its place from position to position. If not all have room, places are equally wide, and a layer that
    is left out takes the last place of one without a square as soon as it has some. A preview is named at the end.
    """

    explained = Signal()  # An entry was clicked, so that its layer is to be explained.

    def __init__(self, layers: ShownLayers, pictures: BoardPictures) -> None:
        super().__init__()
        self._layers = layers
        self._pictures = pictures
        self._names: tuple[str, ...] = ()
        self.entries: tuple[LegendEntry, ...] = ()  # The layers that are switched on, in the order of their places.
        self._ordered: dict[str, LegendEntry] = {}  # The same in the user's order.
        self._pointed: _Part | None = None
        self._chosen = 0
        self.changes: tuple[LegendEntry, ...] = ()  # The marks of a previewed move.
        self._painted: tuple[object, ...] = ()
        with_properties(self, objectName="legend", accessibleName="Legend")
        with_properties(self, focusPolicy=Qt.FocusPolicy.TabFocus, mouseTracking=True)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setRetainSizeWhenHidden(True)  # The board keeps its place.
        self.setSizePolicy(policy)
        pictures.changed.connect(self._follow)
        self._follow()

    @property
    def preview(self) -> LegendEntry | None:
        """The layer that is previewed beside the others, for a side that it is not switched on for."""
        name = self._layers.now.preview
        if not name or self._pointed is not None or all(self._sides(name)):
            return None
        return self._entry(name, True, True)

    @Slot()
    def _follow(self) -> None:
        layers, own = self._layers, self._layers.user_layers
        shown = {own.draft} if own.draft_alone else {*layers.now.sides, own.draft}
        sides = {name: self._sides(name) for name in layers.all if name in shown}
        slots = area_slots([layers.entry(name, *each) for name, each in sides.items()])
        if list(self._ordered) != list(sides):
            self._names = tuple(sides)
        self._ordered = {
            name: self._entry(name, *each, slot) for (name, each), slot in zip(sides.items(), slots, strict=True)
        }
        pictures = self._pictures
        self.changes = () if pictures.preview is None else pictures.preview.legend
        self._give_places()
        look = pictures.look.flipped, pictures.marked_move, pictures.is_asleep
        painted = (self._names, self.entries, self.changes, layers.now.preview, self.preview, look)
        if painted == self._painted:
            return
        self._painted = painted
        self._chosen = min(self._chosen, max(0, len(self._names) - 1))
        if self._pointed is not None and self._pointed.name not in self._names:
            self._point_at(None)
        texts = [f"{entry.title}: {counts_in_words(entry)}" for entry in self.entries]
        if texts and pictures.is_asleep:
            texts.append(_ASLEEP)
        self.setAccessibleDescription("; ".join(texts) or _NOTHING)
        self.update()

    def _give_places(self) -> None:
        """Let each layer with a square that is left out change places with the last one that has none.

        None moves while changes are named, so that each is in its place after it.
        """
        entries, names = self._ordered, list(self._names)
        count = len(names) if self.changes else len(self._layout_of(tuple(entries.values())).places.entries)
        empty = [place for place in range(count) if is_empty(entries[names[place]])]
        waiting = [place for place in range(count, len(names)) if not is_empty(entries[names[place]])]
        for first, second in zip(reversed(empty), waiting, strict=False):
            names[first], names[second] = names[second], names[first]
        self._names, self.entries = tuple(names), tuple(entries[name] for name in names)

    def _entry(self, name: str, white: bool, black: bool, slots: AreaSlots = NO_AREAS) -> LegendEntry:
        entry, sides = self._layers.entry(name, white, black), self._layers.document.position.sides()
        return entry.legend_entry(sides, slots, show_breaks=self._pictures.look.breaks)

    def _sides(self, name: str) -> tuple[bool, bool]:
        own = self._layers.user_layers
        if own.draft_alone or name == own.draft:
            return (name == own.draft,) * 2
        return self._layers.sides_of(name)

    # Size

    def _metrics(self) -> LegendMetrics:
        return LegendMetrics(self.font())

    def _area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(LEGEND_MARGIN, _MARGIN, -LEGEND_MARGIN, -_MARGIN)

    def _reserved(self) -> float:
        preview = self.preview
        metrics = self._metrics()
        if preview is None and self._pictures.is_asleep and self.entries:
            return metrics.horizontalAdvance(_ASLEEP) + metrics.between
        if preview is None:
            move = self._pictures.marked_move
            return change_key_width(move, metrics) if move else 0.0
        width = entry_width(preview, metrics)
        return width + metrics.horizontalAdvance(_PREVIEW) + 3 * metrics.between

    def _most_lines(self) -> int:
        """Return how many lines there is room for: two below the board, more in a higher place."""
        return max(LINES, int(self._area().height() // self._metrics().line))

    def _layout_of(self, entries: tuple[LegendEntry, ...], reserved: float = 0.0) -> LegendLayout:
        """Return the layout of entries, in a higher place with room for a line for each entry below each other."""
        area, metrics, lines = self._area(), self._metrics(), self._most_lines() - bool(self.changes)
        layout, width = LegendLayout(entries, area, metrics, lines), slot_width(entries, metrics)
        if self._most_lines() > LINES and len(entries) <= lines and width <= area.width():
            area.setWidth(width)
            return replace(layout, reserved=reserved, slot_width=width)
        # At least two on a line, if need be with shortened titles.
        most = (area.width() - metrics.between) / 2
        width = 0.0 if layout.places.more.isEmpty() else min(most, width)
        return replace(layout, reserved=reserved, slot_width=width)

    @property
    def _layout(self) -> LegendLayout:
        return self._layout_of(self.entries, self._reserved())

    @property
    def slot_height(self) -> int:
        """The height of the legend below the board, whatever it shows."""
        return round(LINES * self._metrics().line) + 2 * _MARGIN

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, self.slot_height)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.slot_height)

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, area, layout, pictures = theme_of(self), self._area(), self._layout, self._pictures
        flipped, ratio = pictures.look.flipped, self.devicePixelRatioF()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            tinted = self._pointed.name if self._pointed is not None else self._layers.now.preview
            if tinted in self._names:
                number, places = self._names.index(tinted), layout.places.entries
                if number < len(places):
                    _fill(painter, places[number].adjusted(-5, 0.5, 5, -0.5), theme)
            if self.entries:
                painter.setOpacity(0.45 if pictures.is_asleep and not self._layers.now.preview else 1)
                layout.paint(painter, theme, flipped=flipped, ratio=ratio)
            else:
                painter.setPen(QColor(theme.muted_text))
                line = QRectF(area.left(), area.top(), area.width(), self._metrics().line)
                painter.drawText(line, _LEFT_MIDDLE, _NOTHING)
            painter.setOpacity(1)
            preview = self.preview
            metrics = self._metrics()
            if self.changes:
                box = self._paint_preview_box(painter, area.width(), theme)
                changes = LegendLayout(self.changes, box, metrics, lines=1, counted=False)
                changes.paint(painter, theme, flipped=flipped, ratio=ratio)
            elif preview is not None:
                gap = metrics.between
                box = self._paint_preview_box(painter, self._reserved() - gap, theme)
                painter.drawText(box, _LEFT_MIDDLE, _PREVIEW)
                # A line of entries is one pixel higher than the box.
                place = box.adjusted(metrics.horizontalAdvance(_PREVIEW) + gap, -0.5, 0, 0.5)
                LegendLayout((preview,), place, metrics).paint(painter, theme, flipped=flipped)
            elif pictures.marked_move or (pictures.is_asleep and self.entries):
                width, height = self._reserved(), metrics.line
                place = QRectF(area.right() - width, area.top() + (self._most_lines() - 1) * height, width, height)
                if pictures.is_asleep:
                    painter.setPen(QColor(theme.muted_text))
                    painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, _ASLEEP)
                else:
                    paint_change_key(painter, place, pictures.marked_move, theme, metrics)
            if self.hasFocus():
                places = layout.places.entries
                frame = places[self._chosen].adjusted(-4.5, 1, 4.5, -1) if self._chosen < len(places) else area
                outline_with(painter, QPen(QColor(theme.link), 1.6))
                painter.drawRoundedRect(frame, 4, 4)

    def _paint_preview_box(self, painter: QPainter, width: float, theme: Theme) -> QRectF:
        """Paint a box of this width at the right end of the last line, and return the room for words in it."""
        area, metrics = self._area(), self._metrics()
        height, margin = metrics.line, metrics.between / 2
        box = QRectF(area.right() - width, area.top() + (self._most_lines() - 1) * height, width, height).adjusted(
            0, 0.5, 0, -0.5
        )
        _fill(painter, box, theme)
        painter.setPen(QColor(theme.highlighted_text))
        return box.adjusted(margin, 0, -margin, 0)

    # Pointing

    def _part_at(self, point: QPointF) -> _Part | None:
        layout = self._layout
        for name, entry, place in zip(self._names, self.entries, layout.places.entries, strict=False):
            if place.contains(point):
                for part in layout.parts(entry, place):
                    if part.rect.contains(point):
                        return _Part(name, part.white, not part.white)
                return _Part(name, entry.white, entry.black)
        return None

    def _point_at(self, part: _Part | None) -> None:
        """Fade all marks but those of a part, and without one none."""
        before, self._pointed = self._pointed, part
        if part is not None:
            self._layers.set_preview(part.name, (part.white, part.black))
        elif before is not None:
            self._layers.set_preview("")
        if part != before:
            self.update()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        part = self._part_at(event.position())
        if part != self._pointed:
            self._point_at(part)
        self.setCursor(Qt.CursorShape.PointingHandCursor if part else Qt.CursorShape.ArrowCursor)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        part = self._part_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and part is not None:
            self._explain(part.name)

    def _explain(self, name: str) -> None:
        self._layers.set_current(name)
        self.explained.emit()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self._point_at(None)
        super().hideEvent(event)

    # Keys

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, names = event.key(), self._names
        if not names or event.modifiers() not in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier):
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
            self._choose(self._chosen + 1)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Up):
            self._choose(self._chosen - 1)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._choose(0 if key == Qt.Key.Key_Home else len(names) - 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._explain(names[self._chosen])
        elif key == Qt.Key.Key_Escape and self._pointed is not None:
            self._point_at(None)
        else:
            super().keyPressEvent(event)

    def _choose(self, number: int) -> None:
        self._chosen = max(0, min(len(self._layout.places.entries) - 1, number))
        entry = self.entries[self._chosen]
        self._point_at(_Part(self._names[self._chosen], entry.white, entry.black))
        self.setAccessibleName(f"Legend: {entry.title}, {counts_in_words(entry)}")
        from PySide6.QtGui import QAccessible, QAccessibleEvent  # The first picture needs none.

        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.setAccessibleName("Legend")
        self._point_at(None)
        self.update()

    # Tool tips

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.tip_at(QPointF(event.pos()))
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
                event.ignore()
            return True
        if event.type() in (QEvent.Type.Leave, QEvent.Type.WindowDeactivate):
            self._point_at(None)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.Resize):
            self._names = tuple(self._ordered)
            self._give_places()
        return super().event(event)

    def tip_at(self, point: QPointF) -> str:
        """Return the tool tip at a point: a layer's counts and definition, the titles that did not fit, or nothing."""
        places = self._layout.places
        for name, entry, place in zip(self._names, self.entries, places.entries, strict=False):
            if place.contains(point):
                layer = self._layers.all[name]
                counts = escaped(counts_in_words(entry))
                return f"<p><b>{escaped(entry.title)}</b>: {counts}</p><p>{escaped(layer.definition)}</p>"
        if places.more.contains(point):
            return "<br>".join(
                escaped(f"{entry.title}: {counts_in_words(entry)}") for entry in self.entries[len(places.entries) :]
            )
        return ""


def _fill(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    fill_with(painter, QColor(theme.highlight))
    painter.drawRoundedRect(rect, 4, 4)
