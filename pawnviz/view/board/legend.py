"""The legend: every shown mark with its name, below the board and in exported pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from pawnviz.core.picture.picture import LegendEntry
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.swatch import draw_swatch
from pawnviz.view.widgets.theme import Theme, theme_of

LINES: Final = 2
"""The lines of the legend below the board; what does not fit is counted."""

_NOTHING: Final = "No layer shown. Choose one in Layers."
_PREVIEW: Final = "Preview"


class LegendPlaces(NamedTuple):
    """Where a legend's entries are, and at ``more`` the number of those left out; it is empty without any."""

    entries: tuple[QRectF, ...]
    more: QRectF

    @property
    def line_count(self) -> int:
        """The number of lines with an entry."""
        return len({rect.top() for rect in self.entries})


def lay_out_legend(
    entries: Sequence[LegendEntry], rect: QRectF, metrics: QFontMetricsF, *, lines: int = 0, reserved: float = 0.0
) -> LegendPlaces:
    """Return where the entries are in a rectangle, from the top left, line by line.

    ``lines`` is the most lines that they may take, 0 for as many as they need. ``reserved`` is kept free at the right
    end of the last of these lines. An entry wider than a line has a line of its own.
    """
    height, gap = _line_height(metrics), _gap(metrics)
    places: list[QRectF] = []
    x, line = 0.0, 0
    for entry in entries:
        width = min(_entry_width(entry, metrics), rect.width())
        if x and x + width > _line_width(rect, line, lines, reserved):
            x, line = 0.0, line + 1
        if lines and line >= lines:
            break
        if lines and line == lines - 1 and x + width > _line_width(rect, line, lines, reserved):
            break
        places.append(QRectF(rect.left() + x, rect.top() + line * height, width, height))
        x += width + gap
    if len(places) == len(entries):
        return LegendPlaces(tuple(places), QRectF())
    top = rect.top() + (lines - 1) * height
    right = rect.left() + _line_width(rect, lines - 1, lines, reserved)
    while True:
        width = metrics.horizontalAdvance(_more_text(len(entries) - len(places)))
        last = [place for place in places if place.top() == top]
        left = last[-1].right() + gap if last else rect.left()
        if not last or left + width <= right:
            return LegendPlaces(tuple(places), QRectF(left, top, width, height))
        places.pop()


def legend_height(entries: Sequence[LegendEntry], width: float, metrics: QFontMetricsF) -> float:
    """Return the height of a legend of all entries in this width."""
    return lay_out_legend(entries, QRectF(0, 0, width, 0), metrics).line_count * _line_height(metrics)


def paint_legend(
    painter: QPainter,
    entries: Sequence[LegendEntry],
    rect: QRectF,
    theme: Theme,
    *,
    lines: int = 0,
    reserved: float = 0.0,
    flipped: bool = False,
) -> None:
    """Paint a legend with the painter's font into a rectangle; swatches are as high as the font's letters.

    ``lines`` and ``reserved`` are those of ``lay_out_legend``; ``flipped`` is that of the board beside it.
    """
    metrics = QFontMetricsF(painter.font())
    places = lay_out_legend(entries, rect, metrics, lines=lines, reserved=reserved)
    for entry, place in zip(entries, places.entries, strict=False):
        _paint_entry(painter, entry, place, theme, metrics, flipped)
    if not places.more.isEmpty():
        painter.setPen(QColor(theme.muted_text))
        left_middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(places.more, left_middle, _more_text(len(entries) - len(places.entries)))


def _paint_entry(
    painter: QPainter, entry: LegendEntry, place: QRectF, theme: Theme, metrics: QFontMetricsF, flipped: bool
) -> None:
    """Paint the swatches of the sides that a layer is shown for, and its title."""
    edge = _edge(metrics)
    x, y = place.left(), place.top() + (place.height() - edge) / 2
    for white, shown in ((True, entry.white), (False, entry.black)):
        if shown:
            draw_swatch(painter, entry.style, white, QRectF(x, y, edge, edge), theme, flipped=flipped)
            x += edge * 1.15
    x += edge * 0.2
    painter.setPen(QColor(theme.text))
    box = QRectF(x, place.top(), place.right() - x + 1, place.height())
    title = metrics.elidedText(entry.title, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title)


def _edge(metrics: QFontMetricsF) -> float:
    """Return the edge of a swatch."""
    return float(round(metrics.height()))


def _line_height(metrics: QFontMetricsF) -> float:
    return _edge(metrics) + round(metrics.height() * 0.3)


def _gap(metrics: QFontMetricsF) -> float:
    """Return the room between two entries."""
    return metrics.height()


def _entry_width(entry: LegendEntry, metrics: QFontMetricsF) -> float:
    sides = entry.white + entry.black
    return _edge(metrics) * (1.15 * sides + 0.2) + metrics.horizontalAdvance(entry.title) + 1


def _line_width(rect: QRectF, line: int, lines: int, reserved: float) -> float:
    return rect.width() - (reserved if line == lines - 1 else 0)


def _more_text(count: int) -> str:
    return f"+{count} more"


class LegendBar(QWidget):
    """The names of the shown marks in two lines below the board.

    Its height never changes, so that the board stays where it is. A previewed layer is named at the right end of the
    second line, or its entry is tinted where it is shown anyway.
    """

    def __init__(self, layers: ShownLayers, parent: QWidget | None = None) -> None:
        """Name the shown layers of a list."""
        super().__init__(parent)
        self._layers = layers
        self._flipped = False
        self._names: tuple[str, ...] = ()
        self._entries: tuple[LegendEntry, ...] = ()
        self.setObjectName("legend")
        self.setAccessibleName("Legend")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layers.changed.connect(self._follow)
        self._follow()

    def set_flipped(self, flipped: bool) -> None:
        """Show the marks as they are on a flipped board, or on one with White at the bottom."""
        self._flipped = flipped
        self.update()

    @property
    def entries(self) -> tuple[LegendEntry, ...]:
        """The layers that are switched on, in the user's order."""
        return self._entries

    @property
    def preview(self) -> LegendEntry | None:
        """The layer that is only previewed, for a side that it is not switched on for."""
        name = self._layers.preview
        if not name or all(self._sides(name)):
            return None
        return LegendEntry(self._layers.all[name].title, self._layers.style_of(name), True, True)

    @Slot()
    def _follow(self) -> None:
        """Read which layers are shown and how."""
        layers = self._layers
        entries = {
            entry.layer.identifier: LegendEntry(entry.layer.title, entry.style, *self._sides(entry.layer.identifier))
            for entry in layers.shown()
        }
        entries = {name: entry for name, entry in entries.items() if entry.white or entry.black}
        self._names = tuple(entries)
        self._entries = tuple(entries.values())
        words = {(True, True): "", (True, False): " for White", (False, True): " for Black"}
        names = [entry.title + words[entry.white, entry.black] for entry in self._entries]
        self.setAccessibleDescription("; ".join(names) if names else _NOTHING)
        self.update()

    def _sides(self, name: str) -> tuple[bool, bool]:
        """Return the sides that a layer is switched on for; one that is being written is on for both."""
        layers = self._layers
        return (True, True) if name == layers.own.draft else layers.sides_of(name)

    # Size

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.font())

    def _area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(8, 3, -8, -3)

    def _reserved(self) -> float:
        """Return the width at the end of the second line that a preview takes."""
        preview = self.preview
        if preview is None:
            return 0.0
        metrics = self._metrics()
        return _entry_width(preview, metrics) + metrics.horizontalAdvance(_PREVIEW) + 3 * _gap(metrics)

    def _places(self) -> LegendPlaces:
        return lay_out_legend(self._entries, self._area(), self._metrics(), lines=LINES, reserved=self._reserved())

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, round(LINES * _line_height(self._metrics())) + 6)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, area, metrics = theme_of(self), self._area(), self._metrics()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._layers.preview in self._names:
            self._tint(painter, self._names.index(self._layers.preview), theme)
        if self._entries:
            reserved = self._reserved()
            paint_legend(painter, self._entries, area, theme, lines=LINES, reserved=reserved, flipped=self._flipped)
        else:
            painter.setPen(QColor(theme.muted_text))
            line = QRectF(area.left(), area.top(), area.width(), _line_height(metrics))
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, _NOTHING)
        preview = self.preview
        if preview is not None:
            self._paint_preview(painter, preview, theme)
        painter.end()

    def _tint(self, painter: QPainter, number: int, theme: Theme) -> None:
        """Tint the background of an entry."""
        places = self._places().entries
        if number < len(places):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.highlight))
            painter.drawRoundedRect(places[number].adjusted(-4, 0.5, 4, -0.5), 4, 4)

    def _paint_preview(self, painter: QPainter, preview: LegendEntry, theme: Theme) -> None:
        """Name the previewed layer in its reserved place."""
        area, metrics = self._area(), self._metrics()
        height, gap = _line_height(metrics), _gap(metrics)
        width = self._reserved() - gap
        box = QRectF(area.right() - width, area.top() + (LINES - 1) * height, width, height).adjusted(0, 0.5, 0, -0.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.highlight))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QColor(theme.highlighted_text))
        word = box.adjusted(gap / 2, 0, 0, 0)
        painter.drawText(word, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, _PREVIEW)
        left = word.left() + metrics.horizontalAdvance(_PREVIEW) + gap
        place = QRectF(QPointF(left, box.top()), QPointF(box.right(), box.bottom()))
        _paint_entry(painter, preview, place, theme, metrics, self._flipped)

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
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        return super().event(event)

    def tip_at(self, point: QPointF) -> str:
        """Return the tool tip at a point: a layer's definition, the titles that did not fit, or an empty text."""
        from html import escape

        places = self._places()
        for name, place in zip(self._names, places.entries, strict=False):
            if place.contains(point):
                layer = self._layers.all[name]
                return f"<p><b>{escape(layer.title)}</b></p><p>{escape(layer.definition)}</p>"
        if places.more.contains(point):
            return "<br>".join(escape(entry.title) for entry in self._entries[len(places.entries) :])
        return ""
