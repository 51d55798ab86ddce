"""Layout and painter of the legend: every shown layer with its title, and for each side its mark and its count.

A mark stands on a small square where the board has it, which tells the sides apart without color. Layers without a
square come last, grey and by their titles alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from pawnviz.core.picture.picture import LegendEntry
from pawnviz.core.words import plural
from pawnviz.view.board.swatch import draw_placed, placed_image, sample_of
from pawnviz.view.widgets.theme import Theme

_NONE: Final = "none here"
_NONE_HERE: Final = "None here:"  # The text before the first of the layers without a square.
_LEFT_MIDDLE: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class LegendPlaces(NamedTuple):
    """The places of a legend's entries, and in ``more`` the number of those left out; empty without any."""

    entries: tuple[QRectF, ...]
    more: QRectF

    @property
    def line_count(self) -> int:
        """The number of lines with an entry."""
        return len({rect.top() for rect in self.entries})


class SidePart(NamedTuple):
    """The part of an entry for one side: a square with the mark, and the count behind it."""

    white: bool
    square: QRectF
    text: QRectF

    @property
    def rect(self) -> QRectF:
        """The rectangle of the part."""
        return self.square.united(self.text)


class Columns(NamedTuple):
    """The widths of titles and of White's and Black's counts in entries that stand below each other."""

    title: float
    white: float
    black: float

    def width(self, metrics: QFontMetricsF) -> float:
        """Return the width of an entry with both sides."""
        return self.title + self.white + self.black + 2 * (_square_room(metrics) + _inner_gap(metrics)) + 1


def columns_of(entries: Sequence[LegendEntry], metrics: QFontMetricsF) -> Columns:
    """Return the columns of the entries with squares."""
    named = [entry for entry in entries if not is_empty(entry)]
    return Columns(
        max((metrics.horizontalAdvance(entry.title) for entry in named), default=0.0),
        *(
            max((_count_width(entry, white, metrics) for entry in named if white in _sides(entry)), default=0.0)
            for white in (True, False)
        ),
    )


def is_empty(entry: LegendEntry) -> bool:
    """Return whether a layer has no square for its shown sides."""
    return not (entry.white_count or entry.black_count)


def lay_out_legend(
    entries: Sequence[LegendEntry],
    rect: QRectF,
    metrics: QFontMetricsF,
    *,
    lines: int = 0,
    reserved: float = 0.0,
    counted: bool = True,
    columns: Columns | None = None,
) -> LegendPlaces:
    """Return the places of entries in a rectangle, from the top left, line by line; in ``columns`` each has a line.

    ``lines`` is the most lines, 0 for any number; ``reserved`` is kept free at the end of the last one. An entry
    wider than a line has a line of its own; one that is not ``counted`` is a title with marks.
    """
    height, gap = line_height(metrics), gap_between(metrics)
    places: list[QRectF] = []
    x, line = 0.0, 0
    for number, entry in enumerate(entries):
        width = min(entry_width(entry, metrics, leads=_leads(entries, number), counted=counted), rect.width())
        is_in_columns = columns is not None and not (number and is_empty(entry) and is_empty(entries[number - 1]))
        if columns is not None and not is_empty(entry):
            width = columns.width(metrics)
        if x and (is_in_columns or x + width > _line_width(rect, line, lines, reserved)):
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


def paint_legend(
    painter: QPainter,
    entries: Sequence[LegendEntry],
    rect: QRectF,
    theme: Theme,
    *,
    lines: int = 0,
    reserved: float = 0.0,
    counted: bool = True,
    flipped: bool = False,
    ratio: float = 0.0,
    columns: Columns | None = None,
) -> None:
    """Paint a legend with the painter's font into a rectangle, in the lines of ``lay_out_legend``.

    ``ratio`` is device pixels for each unit, for cached images of marks, 0 for shapes.
    """
    metrics = QFontMetricsF(painter.font())
    places = lay_out_legend(entries, rect, metrics, lines=lines, reserved=reserved, counted=counted, columns=columns)
    for number, (entry, place) in enumerate(zip(entries, places.entries, strict=False)):
        paint_entry(
            painter,
            entry,
            place,
            theme,
            metrics,
            leads=_leads(entries, number),
            counted=counted,
            flipped=flipped,
            ratio=ratio,
            columns=columns,
        )
    if not places.more.isEmpty():
        painter.setPen(QColor(theme.muted_text))
        painter.drawText(places.more, _LEFT_MIDDLE, _more_text(len(entries) - len(places.entries)))


def paint_entry(
    painter: QPainter,
    entry: LegendEntry,
    place: QRectF,
    theme: Theme,
    metrics: QFontMetricsF,
    *,
    leads: bool = True,
    counted: bool = True,
    flipped: bool = False,
    ratio: float = 0.0,
    columns: Columns | None = None,
) -> None:
    """Paint a layer's title, and for each shown side its mark and count; one that ``leads`` heads the empty layers."""
    text, muted = QColor(theme.text), QColor(theme.muted_text)
    if is_empty(entry):
        words = f"{_NONE_HERE} {entry.title}" if leads else entry.title
        painter.setPen(muted)
        painter.drawText(place, _LEFT_MIDDLE, metrics.elidedText(words, Qt.TextElideMode.ElideRight, place.width()))
        return
    parts = side_parts(entry, place, metrics, counted=counted, columns=columns)
    room = parts[0].rect.left() - place.left() - _inner_gap(metrics)
    painter.setPen(text)
    painter.drawText(place, _LEFT_MIDDLE, metrics.elidedText(entry.title, Qt.TextElideMode.ElideRight, room))
    for part in parts:
        count = entry.white_count if part.white else entry.black_count
        if count and ratio:
            edge = part.square.width()
            image = placed_image(sample_of(entry, part.white), theme, edge, ratio, flipped=flipped)
            painter.drawImage(part.square.topLeft().toPoint(), image)
        elif count:
            draw_placed(painter, sample_of(entry, part.white), part.square, theme, flipped=flipped)
        painter.setPen(text if count else muted)
        if counted:
            painter.drawText(part.text, _LEFT_MIDDLE, _shown_count(entry, part.white))


def side_parts(
    entry: LegendEntry,
    place: QRectF,
    metrics: QFontMetricsF,
    *,
    counted: bool = True,
    columns: Columns | None = None,
) -> tuple[SidePart, ...]:
    """Return the parts of an entry for its shown sides, at the right end of its place or in ``columns``.

    An empty layer has none.
    """
    edge = square_edge(metrics)
    top = place.top() + (place.height() - edge) / 2
    parts: list[SidePart] = []
    if columns is not None:
        left = place.left() + columns.title + _inner_gap(metrics)
        for white, width in ((True, columns.white), (False, columns.black)):
            count = QRectF(left + _square_room(metrics), place.top(), width, place.height())
            if white in _sides(entry):
                parts.append(SidePart(white, QRectF(left, top, edge, edge), count))
            left = count.right() + _inner_gap(metrics)
        return tuple(parts)
    right = place.right()
    for white in reversed(_sides(entry)):
        width = _count_width(entry, white, metrics) if counted else 0.0
        count = QRectF(right - width, place.top(), width, place.height())
        across = _square_width(entry, white, metrics)
        square = QRectF(count.left() - across, top, min(across, edge), edge)
        parts.append(SidePart(white, square, count))
        right = square.left() - _inner_gap(metrics)
    return tuple(reversed(parts))


def counts_in_words(entry: LegendEntry) -> str:
    """Return the counts of the shown sides, such as ``White 3, Black 0``, or ``none here``."""
    if is_empty(entry):
        return _NONE
    sides = ((True, entry.white, entry.white_count), (False, entry.black, entry.black_count))
    files = "whole file" if entry.counts_files else ""
    return ", ".join(_count_text(white, count, files) for white, shown, count in sides if shown)


def square_edge(metrics: QFontMetricsF) -> float:
    """Return the edge of an entry's squares."""
    return float(round(metrics.height() * 1.35))


def line_height(metrics: QFontMetricsF) -> float:
    """Return the height of a line of entries."""
    return square_edge(metrics) + round(metrics.height() * 0.2)


def gap_between(metrics: QFontMetricsF) -> float:
    """Return the room between two entries."""
    return metrics.height() * 1.2


def entry_width(entry: LegendEntry, metrics: QFontMetricsF, *, leads: bool = True, counted: bool = True) -> float:
    """Return the width of an entry."""
    if is_empty(entry):
        return metrics.horizontalAdvance(f"{_NONE_HERE} {entry.title}" if leads else entry.title) + 1
    parts = sum(
        (_count_width(entry, white, metrics) if counted else 0.0)
        + _square_width(entry, white, metrics)
        + _inner_gap(metrics)
        for white in _sides(entry)
    )
    return metrics.horizontalAdvance(entry.title) + parts + 1


def _leads(entries: Sequence[LegendEntry], number: int) -> bool:
    return is_empty(entries[number]) and not (number and is_empty(entries[number - 1]))


def _sides(entry: LegendEntry) -> list[bool]:
    """Return the sides, true for White, with a count in the entry."""
    return [white for white, shown in ((True, entry.white), (False, entry.black)) if shown and not is_empty(entry)]


def _square_width(entry: LegendEntry, white: bool, metrics: QFontMetricsF) -> float:
    if not (entry.white_count if white else entry.black_count):
        return 0.0
    return _square_room(metrics)


def _square_room(metrics: QFontMetricsF) -> float:
    return square_edge(metrics) + _inner_gap(metrics) / 2


def _count_width(entry: LegendEntry, white: bool, metrics: QFontMetricsF) -> float:
    return metrics.horizontalAdvance(_shown_count(entry, white)) + 1


def _shown_count(entry: LegendEntry, white: bool) -> str:
    count = entry.white_count if white else entry.black_count
    return _count_text(white, count, "file" if entry.counts_files else "")


def _count_text(white: bool, count: int, word: str) -> str:
    """Return a side's count, with a noun where it does not count squares."""
    counted = f" {plural(count, word)}" if word and count else ""
    return f"{'White' if white else 'Black'} {count}{counted}"


def _inner_gap(metrics: QFontMetricsF) -> float:
    return metrics.height() * 0.5


def _line_width(rect: QRectF, line: int, lines: int, reserved: float) -> float:
    return rect.width() - (reserved if line == lines - 1 else 0)


def _more_text(count: int) -> str:
    return f"+{count} more"
