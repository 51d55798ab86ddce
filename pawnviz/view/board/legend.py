"""Layout and painter of the legend: every shown layer with its title, and for each side its mark and its count.

A mark stands on a small square where the board has it, which distinguishes the sides without color. An entry has room
for the widest counts, so that it keeps its place from position to position; one without a square is grey.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from pawnviz.core.picture.picture import LegendEntry
from pawnviz.core.words import plural
from pawnviz.view.board.shapes import draw_background, draw_disc, draw_strike, fill_with
from pawnviz.view.board.swatch import draw_placed, placed_image, sample_of
from pawnviz.view.widgets.theme import Theme

_NEW: Final = "new"
_LEFT_MIDDLE: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class LegendPlaces(NamedTuple):
    """The places of a legend's entries, and in ``more`` the number of those left out; empty without any."""

    entries: tuple[QRectF, ...]
    more: QRectF


class LegendMetrics(QFontMetricsF):
    """The metrics of a font with the measures of a legend in it."""

    def __init__(self, font: QFont) -> None:
        super().__init__(font)
        height = self.height()
        self.square = float(round(height * 1.35))  # The edge of an entry's squares.
        self.line = self.square + round(height * 0.2)  # The height of a line of entries.
        self.between = height * 1.2  # The room between two entries.
        self.gap = height * 0.5  # The room between the parts of an entry.
        self.square_room = self.square + self.gap / 2
        self.disc_room = height * 1.05


class SidePart(NamedTuple):
    """The part of an entry for one side: a square with the mark, and the side's disc with the count behind it."""

    white: bool
    square: QRectF
    text: QRectF

    @property
    def rect(self) -> QRectF:
        """The rectangle of the part."""
        return self.square.united(self.text)


def is_empty(entry: LegendEntry) -> bool:
    """Return whether a layer has no square for its shown sides."""
    return not (entry.white_count or entry.black_count)


@dataclass(frozen=True)
class LegendLayout:
    """Entries in a rectangle, from the top left, line by line.

    ``lines`` is the most lines, 0 for any number; ``reserved`` is kept free at the end of the last one. An entry
    wider than a line has a line of its own; one that is not ``counted`` is a title with marks. With a ``slot_width``
    all places have that width.
    """

    entries: Sequence[LegendEntry]
    rect: QRectF
    metrics: LegendMetrics
    lines: int = 0
    reserved: float = 0.0
    counted: bool = True
    slot_width: float = 0.0

    @cached_property
    def places(self) -> LegendPlaces:
        """The places of the entries."""
        entries, rect, metrics, lines = self.entries, self.rect, self.metrics, self.lines
        height, gap = metrics.line, metrics.between
        places: list[QRectF] = []
        x, line = 0.0, 0
        for entry in entries:
            width = min(self.slot_width or entry_width(entry, metrics, counted=self.counted), rect.width())
            if x and x + width > self._line_width(line):
                x, line = 0.0, line + 1
            if lines and (line >= lines or (line == lines - 1 and x + width > self._line_width(line))):
                break
            places.append(QRectF(rect.left() + x, rect.top() + line * height, width, height))
            x += width + gap
        if len(places) == len(entries):
            return LegendPlaces(tuple(places), QRectF())
        top = rect.top() + (lines - 1) * height
        right = rect.left() + self._line_width(lines - 1)
        while True:
            width = metrics.horizontalAdvance(_more_text(len(entries) - len(places)))
            last = [place for place in places if place.top() == top]
            left = last[-1].right() + gap if last else rect.left()
            if not last or left + width <= right:
                return LegendPlaces(tuple(places), QRectF(left, top, width, height))
            places.pop()

    def _line_width(self, line: int) -> float:
        return self.rect.width() - (self.reserved if line == self.lines - 1 else 0)

    def paint(self, painter: QPainter, theme: Theme, *, flipped: bool = False, ratio: float = 0.0) -> None:
        """Paint each layer's title, and for each shown side its mark and count; entries without squares are grey.

        ``ratio`` is device pixels for each unit, for cached images of marks, 0 for shapes.
        """
        text, muted, opacity = QColor(theme.text), QColor(theme.muted_text), painter.opacity()
        for entry, place in zip(self.entries, self.places.entries, strict=False):
            parts = self.parts(entry, place)
            room = parts[0].rect.left() - place.left() - self.metrics.gap if parts else place.width()
            painter.setPen(muted if is_empty(entry) else text)
            title = self.metrics.elidedText(entry.title, Qt.TextElideMode.ElideRight, room)
            painter.drawText(place, _LEFT_MIDDLE, title)
            for part in parts:
                count, sample = entry.white_count if part.white else entry.black_count, sample_of(entry, part.white)
                painter.setOpacity(opacity if count else opacity * 0.35)
                if ratio:
                    image = placed_image(sample, theme, part.square.width(), ratio, flipped=flipped)
                    painter.drawImage(part.square.topLeft().toPoint(), image)
                else:
                    draw_placed(painter, sample, part.square, theme, flipped=flipped)
                room, middle = self.metrics.disc_room, part.text.center().y() + 0.5
                if self.counted:
                    draw_disc(painter, QPointF(part.text.left() + room * 0.38, middle), room * 0.26, part.white, theme)
                painter.setOpacity(opacity)
                if self.counted:
                    painter.setPen(text if count else muted)
                    painter.drawText(part.text.adjusted(room, 0, 0, 0), _LEFT_MIDDLE, _count_text(entry, count))
        if not self.places.more.isEmpty():
            painter.setPen(muted)
            left_out = len(self.entries) - len(self.places.entries)
            painter.drawText(self.places.more, _LEFT_MIDDLE, _more_text(left_out))

    def parts(self, entry: LegendEntry, place: QRectF) -> tuple[SidePart, ...]:
        """Return the parts of an entry for its sides, at the right end of its place; in slots below those of others."""
        metrics = self.metrics
        edge, gap, room = metrics.square, metrics.gap, metrics.square_room
        top = place.top() + (place.height() - edge) / 2
        shown = _sides(entry, counted=self.counted)
        others = self.entries if self.slot_width else (entry,)
        widest = max(_count_room(other, metrics) for other in others) if self.counted else 0.0
        places = {False: place.right() - room - widest, True: place.right() - room - widest}
        if self.slot_width or len(shown) == 2:
            places[True] -= room + widest + gap
        return tuple(
            SidePart(
                white,
                QRectF(places[white], top, edge, edge),
                QRectF(places[white] + room, place.top(), widest, place.height()),
            )
            for white in shown
        )


def counts_in_words(entry: LegendEntry) -> str:
    """Return the counts of the shown sides, such as ``White 3, Black 0``, or ``none here``."""
    if is_empty(entry):
        return "none here"
    sides = (("White", entry.white, entry.white_count), ("Black", entry.black, entry.black_count))
    return ", ".join(f"{side} {_count_text(entry, count, 'whole file')}" for side, shown, count in sides if shown)


def slot_width(entries: Sequence[LegendEntry], metrics: LegendMetrics) -> float:
    """Return the width in which each entry has room for both sides, so that they stand below those of the others."""
    parts = 2 * (metrics.square_room + metrics.gap)
    titles = (metrics.horizontalAdvance(entry.title) for entry in entries)
    counts = (_count_room(entry, metrics) for entry in entries)
    return max(titles, default=0.0) + parts + 2 * max(counts, default=0.0) + 1


def entry_width(entry: LegendEntry, metrics: LegendMetrics, *, counted: bool = True) -> float:
    """Return the width of an entry with the widest counts, or of one that is not ``counted`` with its marks."""
    part = metrics.square_room + metrics.gap + (_count_room(entry, metrics) if counted else 0.0)
    return metrics.horizontalAdvance(entry.title) + len(_sides(entry, counted=counted)) * part + 1


def _sides(entry: LegendEntry, *, counted: bool = True) -> list[bool]:
    """Return the shown sides, true for White, or of an entry that is not ``counted`` those with marks."""
    sides = ((True, entry.white, entry.white_count), (False, entry.black, entry.black_count))
    return [white for white, shown, count in sides if shown and (counted or count)]


def _count_room(entry: LegendEntry, metrics: LegendMetrics) -> float:
    widest = _count_text(entry, 8 if entry.counts_files else 64)
    return metrics.disc_room + metrics.horizontalAdvance(widest) + 1


def _count_text(entry: LegendEntry, count: int, noun: str = "file") -> str:
    return f"{count} {plural(count, noun)}" if entry.counts_files and count else str(count)


def _more_text(count: int) -> str:
    return f"+{count} more"


# The key of marks that came or went


def change_key_width(move: str, metrics: LegendMetrics) -> float:
    """Return the width of the key for a move such as ``14...c5``."""
    words = metrics.horizontalAdvance(_NEW) + metrics.horizontalAdvance(_gone(move))
    return 2 * metrics.height() + words + 3 * 0.4 * metrics.height()


def paint_change_key(painter: QPainter, place: QRectF, move: str, theme: Theme, metrics: LegendMetrics) -> None:
    """Paint a framed sample for new marks and a struck one for those that are gone, in a place of this width."""
    gap, edge = metrics.height() * 0.4, metrics.height()
    color = QColor(theme.text)
    x = place.left()
    for text, is_new in ((_NEW, True), (_gone(move), False)):
        sample = QRectF(x, place.center().y() - edge / 2, edge, edge)
        painter.save()
        painter.translate(sample.topLeft())
        # Samples are drawn as on a square of which the mark takes the middle.
        inner = QRectF(0.15 * edge, 0.15 * edge, 0.7 * edge, 0.7 * edge)
        if is_new:
            draw_background(painter, inner, edge * 2, color, theme)
        disc = QRectF(0.28 * edge, 0.28 * edge, 0.44 * edge, 0.44 * edge)
        fill_with(painter, color)
        painter.setOpacity(1 if is_new else 0.45)
        painter.drawEllipse(disc)
        painter.setOpacity(1)
        if not is_new:
            draw_strike(painter, inner, True, edge * 2, color, theme)
        painter.restore()
        painter.setPen(color)
        width = metrics.horizontalAdvance(text)
        painter.drawText(QRectF(sample.right() + gap / 2, place.top(), width + 2, place.height()), _LEFT_MIDDLE, text)
        x = sample.right() + gap / 2 + width + gap


def _gone(move: str) -> str:
    return f"gone with {move}"
