"""The legend of pictures, sheets and animations: a table of layers with their marks, titles and counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

from pawnviz.core.picture.picture import LegendEntry
from pawnviz.view.board.canvas import Canvas
from pawnviz.view.board.legend import counts_in_words
from pawnviz.view.board.swatch import sample_of
from pawnviz.view.export.canvas import figure_font

COUNTS_SIZE: Final = 0.9  # The size of counts against that of titles.
_SWATCH: Final = 2.5  # The edge of a square with a mark, in sizes of the text.
_LOW_SWATCH: Final = 1.9  # The same beside a single line of text.
_GAP: Final = 0.5  # The room behind each square, and again before the text.
_ROW_GAP: Final = 2 / 3  # The room between two rows.
_HEADING: Final = 4 / 3  # The height of the heading, the names of the sides.
_MORE: Final = "••• further marks"
_NAMES: Final = {True: "White", False: "Black"}
_COLUMN_GAP: Final = 2.5  # The room between two columns without counts.
_LINE: Final = 1.1  # The distance of two lines of a title.
_WIDEST_COUNTS: Final = "White 64, Black 64"
_WIDEST_COUNTS_OF_FILES: Final = "White 8 whole files, Black 8 whole files"
"""The widest counts, for which there is room, so that all frames of an animation have one size."""


class LegendRow(NamedTuple):
    """A row of a legend: its top, its height, and its entries with their titles in lines."""

    top: float
    height: float
    entries: tuple[tuple[LegendEntry, tuple[str, ...]], ...]


@dataclass(frozen=True)
class PrintedLegend:
    """Entries in columns of one width, with titles of a ``size``, in the units of a canvas.

    With counts there are two columns, and an entry that is wider has a row of its own, its title in lines; where most
    have one, each has. Without counts there are as many columns as the widest title leaves room for. The layers of
    ``crowded`` are drawn as a plus alone; with ``has_more`` the sign of badges without room is explained.
    """

    entries: tuple[LegendEntry, ...]
    width: float
    size: float
    has_counts: bool = True
    crowded: frozenset[str] = frozenset()
    has_more: bool = False

    @property
    def _edge(self) -> float:
        return (_SWATCH if self.has_counts else _LOW_SWATCH) * self.size

    @cached_property
    def sides(self) -> tuple[bool, ...]:
        """The sides, true for White, that some entry has a mark of: each has a column of marks."""
        return tuple(
            white for white in (True, False) if any(entry.white if white else entry.black for entry in self.entries)
        )

    @property
    def _marks_width(self) -> float:
        """The width of an entry's marks with the room behind them."""
        return len(self.sides) * self._step + _GAP * self.size

    @cached_property
    def _step(self) -> float:
        """The distance from one mark of an entry to the next, which leaves room for the names above them."""
        metrics = QFontMetricsF(figure_font(COUNTS_SIZE * self.size, bold=False))
        widest = max(map(metrics.horizontalAdvance, _NAMES.values()))
        return max(self._edge, widest) + _GAP * self.size

    @cached_property
    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(figure_font(self.size, bold=False))

    @cached_property
    def _widest_cell(self) -> float:
        """The width of the widest entry with the room behind it."""
        widest = max((self._metrics.horizontalAdvance(self._title(entry)) for entry in self.entries), default=0.0)
        return self._marks_width + widest + _COLUMN_GAP * self.size

    @property
    def column_count(self) -> int:
        """The number of columns for which there is room."""
        if self.has_counts:
            return 2
        return max(1, min(len(self.entries), int((self.width + _COLUMN_GAP * self.size) / self._widest_cell)))

    @property
    def column_width(self) -> float:
        """The width of a column."""
        return self.width / 2 if self.has_counts else min(self.width, self._widest_cell)

    @cached_property
    def rows(self) -> tuple[LegendRow, ...]:
        """The rows below the heading; their tops are counted from that of the legend."""
        whole = self._text_room(self.width)
        rows = self._entries_in_rows
        if self.has_counts and 2 * sum(len(row) for row in rows if len(row) > 1) < len(self.entries):
            rows = [[entry] for entry in self.entries]
        placed: list[LegendRow] = []
        top = _HEADING * self.size
        for row in rows:
            titles = [
                tuple(broken_into_lines(title, self._metrics, whole)) if self._is_wide(entry) else (title,)
                for entry, title in zip(row, map(self._title, row), strict=True)
            ]
            count = max(map(len, titles))
            further = max(len(self._counts_in_lines(_widest_counts(entry))) for entry in row)
            texts = (count * _LINE + (further * 1.0 if self.has_counts else 0.0)) * self.size
            height = max(self._edge, texts) + _ROW_GAP * self.size
            placed.append(LegendRow(top, height, tuple(zip(row, titles, strict=True))))
            top += height
        return tuple(placed)

    @property
    def _entries_in_rows(self) -> list[list[LegendEntry]]:
        """The entries in rows of as many columns as there are, those wider than one alone."""
        rows: list[list[LegendEntry]] = []
        is_full = True
        for entry in self.entries:
            is_wide = self._is_wide(entry)
            if is_full or is_wide:
                rows.append([])
            rows[-1].append(entry)
            is_full = is_wide or len(rows[-1]) == self.column_count
        return rows

    def _title(self, entry: LegendEntry) -> str:
        """Return the name of a layer, with its arrows, or with how it is drawn where there is no room."""
        title = f"{entry.title}, with arrows" if entry.has_arrows else entry.title
        return f"{title} (+ on the board)" if entry.layer in self.crowded else title

    def _text_room(self, width: float) -> float:
        """Return the width of an entry's texts in one of its own."""
        return width - self._marks_width - _GAP * self.size

    def _is_wide(self, entry: LegendEntry) -> bool:
        """Return whether an entry's texts are wider than a column."""
        return self._text_width(entry) > self._text_room(self.column_width)

    def _text_width(self, entry: LegendEntry) -> float:
        title = self._metrics.horizontalAdvance(self._title(entry))
        if not self.has_counts:
            return title
        return max(title, COUNTS_SIZE * self._metrics.horizontalAdvance(_widest_counts(entry)))

    def _counts_in_lines(self, text: str) -> list[str]:
        """Return counts in lines that are at most as wide as a row."""
        return broken_into_lines(text, self._metrics, self._text_room(self.width) / COUNTS_SIZE)

    @property
    def height(self) -> float:
        """The height, 0 without entries."""
        return self.rows[-1].top + self.rows[-1].height + self.has_more * _HEADING * self.size if self.rows else 0.0

    @property
    def used_width(self) -> float:
        """The width up to the end of the longest text."""
        ends = (
            column * self.column_width + self._marks_width + max(map(self._metrics.horizontalAdvance, lines))
            for row in self.rows
            for column, (_, lines) in enumerate(row.entries)
        )
        return max(ends, default=0.0)

    def draw(self, canvas: Canvas, left: float, top: float) -> None:
        """Draw the legend: for each side a square with its mark at its place under the side's name, and the texts."""
        if not self.rows:
            return
        edge, step, size = self._edge, self._step, self.size
        inset = (step - _GAP * size - edge) / 2
        for column in range(len(self.rows[0].entries)):
            for place, white in enumerate(self.sides):
                x = left + column * self.column_width + place * step + inset + edge / 2
                canvas.text(_NAMES[white], x, top + size, COUNTS_SIZE * size, canvas.theme.muted_text, middle=True)
        for row in self.rows:
            for column, (entry, lines) in enumerate(row.entries):
                x, y = left + column * self.column_width + inset, top + row.top + _ROW_GAP / 2 * size
                for white in self.sides:
                    if entry.white if white else entry.black:
                        canvas.swatch(sample_of(entry, white), QRectF(x, y, edge, edge))
                    x += step
                self._draw_texts(canvas, entry, lines, x - inset + _GAP * size, y)
        if self.has_more:
            canvas.text(_MORE, left, top + self.height - size / 4, COUNTS_SIZE * size, canvas.theme.muted_text)

    def _draw_texts(self, canvas: Canvas, entry: LegendEntry, lines: Sequence[str], x: float, y: float) -> None:
        size, theme = self.size, canvas.theme
        has_squares = bool(entry.white_count or entry.black_count) or not self.has_counts
        baseline = y + (0.42 * self._edge if self.has_counts else 0.5 * self._edge + 0.36 * size)
        for line in lines:
            canvas.text(line, x, baseline, size, theme.text if has_squares else theme.muted_text)
            baseline += _LINE * size
        if self.has_counts:
            for line in self._counts_in_lines(counts_in_words(entry)):
                canvas.text(line, x, baseline + 0.15 * size, size * COUNTS_SIZE, theme.muted_text)
                baseline += size


def _widest_counts(entry: LegendEntry) -> str:
    return _WIDEST_COUNTS_OF_FILES if entry.counts_files else _WIDEST_COUNTS


def broken_into_lines(text: str, metrics: QFontMetricsF, width: float) -> list[str]:
    """Return a text in lines of at most a width; a wider word is a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
