"""The legend as it is laid out and painted: every shown layer with its title, and for each side its mark and its count.

A mark stands on a small square where the board has it, so that White's and Black's are told apart without color.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from pawnviz.core.picture.picture import LegendEntry
from pawnviz.view.board.swatch import draw_placed, placed_image
from pawnviz.view.widgets.theme import Theme

_NONE: Final = "none here"
_FADED: Final = 0.45
"""The opacity of a mark that no square has."""
_LEFT_MIDDLE: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class LegendPlaces(NamedTuple):
    """Where a legend's entries are, and at ``more`` the number of those left out; it is empty without any.

    ``in_words`` says that counts name their sides, ``White 3``; otherwise a light and a dark disc stand for them.
    """

    entries: tuple[QRectF, ...]
    more: QRectF
    in_words: bool = True

    @property
    def line_count(self) -> int:
        """The number of lines with an entry."""
        return len({rect.top() for rect in self.entries})


class SidePart(NamedTuple):
    """The part of an entry that is about one side: its square with the mark, and its count behind it."""

    white: bool
    square: QRectF
    text: QRectF

    @property
    def rect(self) -> QRectF:
        """Where the part is."""
        return self.square.united(self.text)


def lay_out_legend(
    entries: Sequence[LegendEntry], rect: QRectF, metrics: QFontMetricsF, *, lines: int = 0, reserved: float = 0.0
) -> LegendPlaces:
    """Return where the entries are in a rectangle, from the top left, line by line.

    ``lines`` is the most lines that they may take, 0 for as many as they need. ``reserved`` is kept free at the right
    end of the last of these lines. An entry wider than a line has a line of its own. Where not all have room with their
    sides in words, discs stand for the sides, and what is empty has no mark.
    """
    places = _lay_out(entries, rect, metrics, lines, 0.0, in_words=True)
    in_words = places.more.isEmpty()
    # What is reserved comes and goes under the pointer: entries before it keep their places.
    return places if in_words and not reserved else _lay_out(entries, rect, metrics, lines, reserved, in_words=in_words)


def _lay_out(
    entries: Sequence[LegendEntry],
    rect: QRectF,
    metrics: QFontMetricsF,
    lines: int,
    reserved: float,
    *,
    in_words: bool,
) -> LegendPlaces:
    height, gap = line_height(metrics), gap_between(metrics)
    places: list[QRectF] = []
    x, line = 0.0, 0
    for entry in entries:
        width = min(entry_width(entry, metrics, in_words=in_words), rect.width())
        if x and x + width > _line_width(rect, line, lines, reserved):
            x, line = 0.0, line + 1
        if lines and line >= lines:
            break
        if lines and line == lines - 1 and x + width > _line_width(rect, line, lines, reserved):
            break
        places.append(QRectF(rect.left() + x, rect.top() + line * height, width, height))
        x += width + gap
    if len(places) == len(entries):
        return LegendPlaces(tuple(places), QRectF(), in_words)
    top = rect.top() + (lines - 1) * height
    right = rect.left() + _line_width(rect, lines - 1, lines, reserved)
    while True:
        width = metrics.horizontalAdvance(_more_text(len(entries) - len(places)))
        last = [place for place in places if place.top() == top]
        left = last[-1].right() + gap if last else rect.left()
        if not last or left + width <= right:
            return LegendPlaces(tuple(places), QRectF(left, top, width, height), in_words)
        places.pop()


def legend_height(entries: Sequence[LegendEntry], width: float, metrics: QFontMetricsF) -> float:
    """Return the height of a legend of all entries in this width."""
    return lay_out_legend(entries, QRectF(0, 0, width, 0), metrics).line_count * line_height(metrics)


def paint_legend(
    painter: QPainter,
    entries: Sequence[LegendEntry],
    rect: QRectF,
    theme: Theme,
    *,
    lines: int = 0,
    reserved: float = 0.0,
    flipped: bool = False,
    ratio: float = 0.0,
) -> None:
    """Paint a legend with the painter's font into a rectangle.

    ``lines`` and ``reserved`` are those of ``lay_out_legend``; ``flipped`` is that of the board beside it. ``ratio`` is
    the number of device pixels in one of the painter's units, for marks as images that are kept; 0 draws shapes.
    """
    metrics = QFontMetricsF(painter.font())
    places = lay_out_legend(entries, rect, metrics, lines=lines, reserved=reserved)
    for entry, place in zip(entries, places.entries, strict=False):
        paint_entry(painter, entry, place, theme, metrics, in_words=places.in_words, flipped=flipped, ratio=ratio)
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
    in_words: bool,
    flipped: bool = False,
    ratio: float = 0.0,
) -> None:
    """Paint a layer's title, and for each side that it is shown for its mark and its count; what is empty is grey."""
    parts = side_parts(entry, place, metrics, in_words=in_words)
    empty = not (entry.white_count or entry.black_count)
    text, muted = QColor(theme.text), QColor(theme.muted_text)
    painter.setPen(muted if empty else text)
    none_width = metrics.horizontalAdvance(_NONE) if empty and not parts else 0.0
    room = (parts[0].square.left() if parts else place.right() - none_width) - place.left() - _inner_gap(metrics)
    title = metrics.elidedText(entry.title, Qt.TextElideMode.ElideRight, room)
    painter.drawText(place, _LEFT_MIDDLE, title)
    for part in parts:
        count = entry.white_count if part.white else entry.black_count
        if not part.square.isEmpty():
            _paint_square(painter, entry, part, 1.0 if count else _FADED, theme, flipped=flipped, ratio=ratio)
        painter.setPen(text if count else muted)
        if empty:
            continue
        box = part.text
        if not in_words:
            _paint_disc(painter, part.white, box, metrics, theme)
            box = box.adjusted(_disc_width(metrics), 0, 0, 0)
        painter.setPen(text if count else muted)
        painter.drawText(box, _LEFT_MIDDLE, _count_text(part.white, count, in_words=in_words))
    if empty:
        painter.setPen(muted)
        box = parts[-1].text if parts else place.adjusted(place.width() - none_width, 0, 0, 0)
        painter.drawText(box, _LEFT_MIDDLE, _NONE)


def _paint_square(
    painter: QPainter, entry: LegendEntry, part: SidePart, opacity: float, theme: Theme, *, flipped: bool, ratio: float
) -> None:
    """Paint a side's square with the mark at its place."""
    painter.save()
    painter.setOpacity(opacity)
    if ratio:
        image = placed_image(entry.style, part.white, theme, part.square.width(), ratio, flipped=flipped)
        painter.drawImage(part.square.topLeft().toPoint(), image)
    else:
        draw_placed(painter, entry.style, part.white, part.square, theme, flipped=flipped)
    painter.restore()


def side_parts(entry: LegendEntry, place: QRectF, metrics: QFontMetricsF, *, in_words: bool) -> tuple[SidePart, ...]:
    """Return the parts of an entry for the sides that its layer is shown for, at the right end of its place."""
    sides = _sides(entry, in_words=in_words)
    edge = square_edge(metrics)
    top = place.top() + (place.height() - edge) / 2
    parts: list[SidePart] = []
    right = place.right()
    for number, white in enumerate(reversed(sides)):
        width = _count_width(entry, white, metrics, last=not number, in_words=in_words)
        count = QRectF(right - width, place.top(), width, place.height())
        across = _square_width(entry, white, metrics, in_words=in_words)
        square = QRectF(count.left() - across, top, min(across, edge), edge)
        parts.append(SidePart(white, square, count))
        right = square.left() - _inner_gap(metrics)
    return tuple(reversed(parts))


def counts_in_words(entry: LegendEntry) -> str:
    """Return the counts of the sides that a layer is shown for, such as ``White 3, Black 0``, or ``none here``."""
    if not (entry.white_count or entry.black_count):
        return _NONE
    sides = ((True, entry.white, entry.white_count), (False, entry.black, entry.black_count))
    return ", ".join(_count_text(white, count, in_words=True) for white, shown, count in sides if shown)


def square_edge(metrics: QFontMetricsF) -> float:
    """Return the edge of an entry's squares."""
    return float(round(metrics.height() * 1.35))


def line_height(metrics: QFontMetricsF) -> float:
    """Return the height of a line of entries."""
    return square_edge(metrics) + round(metrics.height() * 0.2)


def gap_between(metrics: QFontMetricsF) -> float:
    """Return the room between two entries."""
    return metrics.height() * 1.2


def entry_width(entry: LegendEntry, metrics: QFontMetricsF, *, in_words: bool) -> float:
    """Return the width of an entry."""
    sides = _sides(entry, in_words=in_words)
    if not sides:
        return metrics.horizontalAdvance(entry.title) + _inner_gap(metrics) + metrics.horizontalAdvance(_NONE) + 1
    parts = sum(
        _count_width(entry, white, metrics, last=white == sides[-1], in_words=in_words)
        + _square_width(entry, white, metrics, in_words=in_words)
        + _inner_gap(metrics)
        for white in sides
    )
    return metrics.horizontalAdvance(entry.title) + parts + 1


def _sides(entry: LegendEntry, *, in_words: bool) -> list[bool]:
    """Return the sides, true for White, whose squares an entry has: none where room is short and nothing is here."""
    if not in_words and not (entry.white_count or entry.black_count):
        return []
    return [white for white, shown in ((True, entry.white), (False, entry.black)) if shown]


def _square_width(entry: LegendEntry, white: bool, metrics: QFontMetricsF, *, in_words: bool) -> float:
    """Return the width of a side's square with the room behind it, 0 where room is short and the side has nothing."""
    if not in_words and not (entry.white_count if white else entry.black_count):
        return 0.0
    return square_edge(metrics) + _inner_gap(metrics) / 2


def _count_width(entry: LegendEntry, white: bool, metrics: QFontMetricsF, *, last: bool, in_words: bool) -> float:
    """Return the width of a side's count; an entry without any says so once, behind its last square."""
    if not (entry.white_count or entry.black_count):
        return metrics.horizontalAdvance(_NONE) if last else 0.0
    text = _count_text(white, entry.white_count if white else entry.black_count, in_words=in_words)
    return metrics.horizontalAdvance(text) + (0 if in_words else _disc_width(metrics)) + 1


def _count_text(white: bool, count: int, *, in_words: bool) -> str:
    return f"{'White' if white else 'Black'} {count}" if in_words else str(count)


def _paint_disc(painter: QPainter, white: bool, box: QRectF, metrics: QFontMetricsF, theme: Theme) -> None:
    """Paint a disc in the color of a side's pieces, which stands for the side."""
    radius = _disc_width(metrics) * 0.32
    painter.setPen(QPen(QColor(theme.coordinates), max(1.0, radius * 0.22)))
    painter.setBrush(QColor("#ffffff" if white else "#15191d"))
    painter.drawEllipse(QPointF(box.left() + radius + 1, box.center().y()), radius, radius)


def _disc_width(metrics: QFontMetricsF) -> float:
    return metrics.height() * 0.8


def _inner_gap(metrics: QFontMetricsF) -> float:
    """Return the room between the parts of an entry."""
    return metrics.height() * 0.5


def _line_width(rect: QRectF, line: int, lines: int, reserved: float) -> float:
    return rect.width() - (reserved if line == lines - 1 else 0)


def _more_text(count: int) -> str:
    return f"+{count} more"
