"""The legend below the board: a pointed entry fades all other layers, a click explains it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from pawnviz.core.picture.picture import NO_AREAS, AreaSlots, LegendEntry, area_slots
from pawnviz.core.words import escaped
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.legend import (
    Columns,
    LegendPlaces,
    change_key_width,
    columns_of,
    counts_in_words,
    entry_width,
    gap_between,
    lay_out_legend,
    line_height,
    paint_change_key,
    paint_entry,
    paint_legend,
    side_parts,
)
from pawnviz.view.widgets.theme import Theme, theme_of

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent

    from pawnviz.view.board.state import BoardPictures

LINES: Final = 2  # The lines of the legend below the board; surplus entries are counted.
LEGEND_MARGIN: Final = 8  # The room left and right of the entries.

_MARGIN: Final = 3  # The room above and below them.
_NOTHING: Final = "No layer shown. Choose one in Layers."
_PREVIEW: Final = "Preview"
_ASLEEP: Final = "Asleep under the arrows"
_FAINT: Final = 0.45  # The opacity of entries whose layers are asleep.


class _Part(NamedTuple):
    """The pointed part: a layer's entry, as a whole or the part of the sides that are true."""

    name: str
    white: bool
    black: bool


class LegendBar(QWidget):
    """The shown layers with their marks and counts in two lines, at a constant height; in more in a higher place.

    An entry keeps its place from position to position; those that do not fit are counted, and named in the tool tip.

    Beside the pointed or chosen entry all other layers fade on the board, beside a side's part the other side too; a
    click or Enter makes the layer current. A preview is named at the end of the second line, or its entry is tinted;
    marks of a previewed move take the whole line.
    """

    explained = Signal()  # An entry was clicked, so that its layer is to be explained.

    def __init__(self, layers: ShownLayers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layers = layers
        self._flipped = False
        self._names: tuple[str, ...] = ()
        self._entries: tuple[LegendEntry, ...] = ()
        self._pointed: _Part | None = None
        self._chosen = 0
        self._followed_preview: tuple[str, LegendEntry | None] | None = None
        self._pictures: BoardPictures | None = None
        self._breaks = True  # Whether the steps to break squares are drawn.
        self._changes: tuple[LegendEntry, ...] = ()
        self._marked_move = ""
        self._is_asleep = False  # Whether the layers are not painted.
        self.setObjectName("legend")
        self.setAccessibleName("Legend")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setRetainSizeWhenHidden(True)  # The board keeps its place.
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        layers.changed.connect(self._follow)
        layers.document.position_changed.connect(self._follow)
        self._follow()

    def set_flipped(self, flipped: bool) -> None:
        """Flip the marks as on the board."""
        self._flipped = flipped
        self.update()

    def set_marked_move(self, move: str) -> None:
        """Explain at the end the marks that came and went with a move; empty for none."""
        if move != self._marked_move:
            self._marked_move = move
            self.update()

    @property
    def changes(self) -> tuple[LegendEntry, ...]:
        """The marks of a previewed move."""
        return self._changes

    def follow(self, pictures: BoardPictures) -> None:
        """Follow the previewed move of these pictures."""
        self._pictures = pictures
        pictures.changed.connect(self._name_changes)

    @Slot()
    def _name_changes(self) -> None:
        if self._pictures is not None and self._pictures.look.breaks != self._breaks:
            self._breaks = self._pictures.look.breaks
            self._follow()
        if self._is_asleep != (self._pictures is not None and self._pictures.is_asleep):
            self._is_asleep = not self._is_asleep
            self._describe()
            self.update()
        preview = None if self._pictures is None else self._pictures.preview
        changes = () if preview is None else preview.legend
        if changes != self._changes:
            self._changes = changes
            self.update()

    @property
    def entries(self) -> tuple[LegendEntry, ...]:
        """The layers that are switched on, in the user's order."""
        return self._entries

    @property
    def preview(self) -> LegendEntry | None:
        """The layer that is previewed beside the others, for a side that it is not switched on for."""
        name = self._layers.now.preview
        if not name or self._pointed is not None or all(self._sides(name)):
            return None
        return self._entry(name, True, True)

    @Slot()
    def _follow(self) -> None:
        layers = self._layers
        shown = (
            {layers.user_layers.draft}
            if layers.user_layers.draft_alone
            else {*layers.now.sides, layers.user_layers.draft}
        )
        names = [name for name in layers.all if name in shown]
        slots = area_slots([layers.entry(name, *self._sides(name)) for name in names])
        entries = tuple(self._entry(name, *self._sides(name), each) for name, each in zip(names, slots, strict=True))
        before = self._names, self._entries, self._followed_preview
        self._names = tuple(names)
        self._entries = entries
        self._followed_preview = layers.now.preview, self.preview
        if before == (self._names, self._entries, self._followed_preview):
            return
        self._chosen = min(self._chosen, max(0, len(self._names) - 1))
        if self._pointed is not None and self._pointed.name not in self._names:
            self._point_at(None)
        self._describe()
        self.update()

    def _describe(self) -> None:
        names = [f"{entry.title}: {counts_in_words(entry)}" for entry in self._entries]
        if names and self._is_asleep:
            names.append(_ASLEEP)
        self.setAccessibleDescription("; ".join(names) if names else _NOTHING)

    def _entry(self, name: str, white: bool, black: bool, slots: AreaSlots = NO_AREAS) -> LegendEntry:
        entry, sides = self._layers.entry(name, white, black), self._layers.document.position.sides()
        return entry.legend_entry(sides, slots, show_breaks=self._breaks)

    def _sides(self, name: str) -> tuple[bool, bool]:
        """Return the sides that a layer is switched on for; a draft is on for both."""
        layers = self._layers
        if layers.user_layers.draft_alone:
            return (name == layers.user_layers.draft,) * 2
        return (True, True) if name == layers.user_layers.draft else layers.sides_of(name)

    # Size

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.font())

    def _area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(LEGEND_MARGIN, _MARGIN, -LEGEND_MARGIN, -_MARGIN)

    def _reserved(self) -> float:
        """Return the width at the end of the last line for a preview."""
        preview = self.preview
        metrics = self._metrics()
        if preview is None and self._is_asleep and self._entries:
            return metrics.horizontalAdvance(_ASLEEP) + gap_between(metrics)
        if preview is None:
            return change_key_width(self._marked_move, metrics) if self._marked_move else 0.0
        width = entry_width(preview, metrics)
        return width + metrics.horizontalAdvance(_PREVIEW) + 3 * gap_between(metrics)

    def _most_lines(self) -> int:
        """Return how many lines there is room for: two below the board, more in a higher place."""
        return max(LINES, int(self._area().height() // line_height(self._metrics())))

    def _lines(self) -> int:
        return self._most_lines() - 1 if self._changes else self._most_lines()

    def _columns(self) -> Columns | None:
        """Return the columns in a higher place with room for a line for each entry, else None."""
        metrics = self._metrics()
        columns = columns_of(self._entries, metrics)
        has_room = columns.width(metrics) <= self._area().width() and len(self._entries) <= self._lines()
        return columns if has_room and self._most_lines() > LINES else None

    def _places(self) -> LegendPlaces:
        lines, reserved, metrics = self._lines(), self._reserved(), self._metrics()
        columns = self._columns()
        return lay_out_legend(self._entries, self._area(), metrics, lines=lines, reserved=reserved, columns=columns)

    @property
    def slot_height(self) -> int:
        """The height of the legend below the board, whatever it shows."""
        return round(LINES * line_height(self._metrics())) + 2 * _MARGIN

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, self.slot_height)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.slot_height)

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, area = theme_of(self), self._area()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            tinted = self._pointed.name if self._pointed is not None else self._layers.now.preview
            if tinted in self._names:
                self._tint(painter, self._names.index(tinted), theme)
            if self._entries:
                reserved = self._reserved()
                painter.setOpacity(_FAINT if self._is_asleep and not self._layers.now.preview else 1)
                paint_legend(
                    painter,
                    self._entries,
                    area,
                    theme,
                    lines=self._lines(),
                    reserved=reserved,
                    flipped=self._flipped,
                    ratio=self.devicePixelRatioF(),
                    columns=self._columns(),
                )
            else:
                painter.setPen(QColor(theme.muted_text))
                line = QRectF(area.left(), area.top(), area.width(), line_height(self._metrics()))
                painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, _NOTHING)
            painter.setOpacity(1)
            preview = self.preview
            if self._changes:
                self._paint_changes(painter, theme)
            elif preview is not None:
                self._paint_preview(painter, preview, theme)
            elif self._marked_move or (self._is_asleep and self._entries):
                metrics, width = self._metrics(), self._reserved()
                height = line_height(metrics)
                place = QRectF(area.right() - width, area.top() + (self._most_lines() - 1) * height, width, height)
                if self._is_asleep:
                    painter.setPen(QColor(theme.muted_text))
                    painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, _ASLEEP)
                else:
                    paint_change_key(painter, place, self._marked_move, theme, metrics)
            if self.hasFocus():
                self._paint_focus(painter, theme)

    def _tint(self, painter: QPainter, number: int, theme: Theme) -> None:
        places = self._places().entries
        if number < len(places):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.highlight))
            painter.drawRoundedRect(places[number].adjusted(-5, 0.5, 5, -0.5), 4, 4)

    def _paint_focus(self, painter: QPainter, theme: Theme) -> None:
        places = self._places().entries
        frame = places[self._chosen].adjusted(-4.5, 1, 4.5, -1) if self._chosen < len(places) else self._area()
        painter.setPen(QPen(QColor(theme.link), 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame, 4, 4)

    def _paint_preview(self, painter: QPainter, preview: LegendEntry, theme: Theme) -> None:
        metrics = self._metrics()
        gap = gap_between(metrics)
        box = self._paint_preview_box(painter, self._reserved() - gap, theme)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, _PREVIEW)
        place = box.adjusted(metrics.horizontalAdvance(_PREVIEW) + gap, 0, 0, 0)
        paint_entry(painter, preview, place, theme, metrics, flipped=self._flipped)

    def _paint_changes(self, painter: QPainter, theme: Theme) -> None:
        box = self._paint_preview_box(painter, self._area().width(), theme)
        ratio = self.devicePixelRatioF()
        paint_legend(painter, self._changes, box, theme, lines=1, counted=False, flipped=self._flipped, ratio=ratio)

    def _paint_preview_box(self, painter: QPainter, width: float, theme: Theme) -> QRectF:
        """Paint a box of this width at the right end of the last line, and return the room for words in it."""
        area, metrics = self._area(), self._metrics()
        height, margin = line_height(metrics), gap_between(metrics) / 2
        box = QRectF(area.right() - width, area.top() + (self._most_lines() - 1) * height, width, height).adjusted(
            0, 0.5, 0, -0.5
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.highlight))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QColor(theme.highlighted_text))
        return box.adjusted(margin, 0, -margin, 0)

    # Pointing

    def _part_at(self, point: QPointF) -> _Part | None:
        """Return the part of an entry at a point, None beside all of them."""
        places, metrics, columns = self._places(), self._metrics(), self._columns()
        for name, entry, place in zip(self._names, self._entries, places.entries, strict=False):
            if place.contains(point):
                for part in side_parts(entry, place, metrics, columns=columns):
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
        """Go to an entry, at most the last visible one, and fade all other layers."""
        self._chosen = max(0, min(len(self._places().entries) - 1, number))
        entry = self._entries[self._chosen]
        self._point_at(_Part(self._names[self._chosen], entry.white, entry.black))
        self.setAccessibleName(f"Legend: {entry.title}, {counts_in_words(entry)}")
        from PySide6.QtGui import QAccessible, QAccessibleEvent  # The first picture needs none.

        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        self.update()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
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
        return super().event(event)

    def tip_at(self, point: QPointF) -> str:
        """Return the tool tip at a point: a layer's counts and definition, the titles that did not fit, or nothing."""
        places = self._places()
        for name, entry, place in zip(self._names, self._entries, places.entries, strict=False):
            if place.contains(point):
                layer = self._layers.all[name]
                counts = escaped(counts_in_words(entry))
                return f"<p><b>{escaped(entry.title)}</b>: {counts}</p><p>{escaped(layer.definition)}</p>"
        if places.more.contains(point):
            return "<br>".join(
                escaped(f"{entry.title}: {counts_in_words(entry)}") for entry in self._entries[len(places.entries) :]
            )
        return ""
