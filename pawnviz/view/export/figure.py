"""A figure: a board with its layers, the legend and a caption, laid out for a width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Final, NamedTuple, TypeAlias

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from pawnviz.core.picture.picture import PLAIN, LegendEntry, Look, Picture, named_entries
from pawnviz.core.picture.places import crowded_bars, lack_room
from pawnviz.view.board.canvas import Canvas
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.legend import counts_in_words
from pawnviz.view.board.paint import DRAWING_COLORS, draw_drawing, paint_board
from pawnviz.view.board.swatch import sample_of
from pawnviz.view.export.canvas import LARGEST_SQUARE, figure_font

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


class LegendRow(NamedTuple):
    """A row of a legend: its top, its height, and its entries with their titles in lines."""

    top: float
    height: float
    entries: tuple[tuple[LegendEntry, tuple[str, ...]], ...]


@dataclass(frozen=True)
class PrintedLegend:
    """Entries in columns of one width, with titles of a ``size``, in the units of a canvas.

    With counts there are two columns, otherwise as many as the widest title leaves room for. The layers of ``crowded``
    are drawn as a plus alone; with ``has_more`` the sign of badges without room is explained.
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
        widest = max((self._metrics.horizontalAdvance(self._title(entry)) for entry in self.entries), default=0.0)
        return self._marks_width + widest + _COLUMN_GAP * self.size

    @property
    def column_width(self) -> float:
        """The width of a column."""
        return self.width / 2 if self.has_counts else min(self.width, self._widest_cell)

    @cached_property
    def rows(self) -> tuple[LegendRow, ...]:
        """The rows below the heading; their tops are counted from that of the legend."""
        whole, columns = self._text_room(self.width), 2
        if not self.has_counts:
            columns = min(len(self.entries), int((self.width + _COLUMN_GAP * self.size) / self._widest_cell))
        rows: list[list[LegendEntry]] = []
        is_full = True
        for entry in self.entries:
            is_wide = self._is_wide(entry)
            if is_full or is_wide:
                rows.append([])
            rows[-1].append(entry)
            is_full = is_wide or len(rows[-1]) >= columns
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

    def _title(self, entry: LegendEntry) -> str:
        """Return the name of a layer, with its arrows, or with how it is drawn if there is no room."""
        title = f"{entry.title}, with arrows" if entry.has_arrows else entry.title
        return f"{title} (+ on the board)" if entry.layer in self.crowded else title

    def _text_room(self, width: float) -> float:
        return width - self._marks_width - _GAP * self.size

    def _is_wide(self, entry: LegendEntry) -> bool:
        width = self._metrics.horizontalAdvance(self._title(entry))
        if self.has_counts:
            width = max(width, COUNTS_SIZE * self._metrics.horizontalAdvance(_widest_counts(entry)))
        return width > self._text_room(self.column_width)

    def _counts_in_lines(self, text: str) -> list[str]:
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
    return "White 8 whole files, Black 8 whole files" if entry.counts_files else "White 64, Black 64"


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


Drawing: TypeAlias = tuple[int, int, int]
"""An arrow or a circle of the user: source and target square from 0 to 63, and the number of its color."""

_TEXT_SIZE: Final = 12.0
CAPTION_SIZE: Final = 14.4  # The usual size of captions.

LEAST_POINTS: Final = 6.5  # The least size of letters on paper.
LEAST_LABEL: Final = 7.4
"""The least height in points of a mark with letters on paper: a badge has 0.9 of it, 2.3 mm, and letters 0.88."""
_SMALLEST_TEXT: Final = COUNTS_SIZE * _TEXT_SIZE  # The size of counts, the smallest texts beside the board.
_MARK_PIXELS: Final = 192  # Paper shows more than a screen, and less than a printer can.


def paper_width(millimeters: float) -> int:
    """Return the width in pixels of a figure that is so wide on paper, with 300 of them to an inch."""
    return round(millimeters * 300 / 25.4)


@dataclass(frozen=True)
class Figure:
    """A picture with its look, its legend if it is shown, a caption, and the width in pixels.

    ``drawings`` are the user's arrows and circles. Texts beside the board have their usual size if the figure is
    ``text_unit`` pixels wide. If ``most_lines`` is not 0, the caption has the room of this many lines, and a
    longer one is cut. Without a background, the surroundings of the board are transparent. The legend leaves out layers
    without a square unless ``names_empty`` is set, as for frames of one size. ``millimeters`` is the width on paper,
    where no letter is smaller than ``LEAST_POINTS``, or 0.
    """

    picture: Picture
    look: Look = PLAIN
    legend: bool = False
    caption: str = ""
    width: int = 800
    background: bool = True
    drawings: tuple[Drawing, ...] = ()
    text_unit: float = 600
    most_lines: int = 0
    names_empty: bool = False
    millimeters: float = 0.0

    @property
    def scale(self) -> float:
        """The size of texts and lines beside the board against the usual one, on paper at least a legible one."""
        usual = self.width / self.text_unit
        # Sizes of texts are whole pixels.
        return max(usual, ceil(LEAST_POINTS * self.pixels_per_point) / _SMALLEST_TEXT) if self.millimeters else usual

    @property
    def pixels_per_point(self) -> float:
        """The pixels of a point on paper, 0 for a figure that has no size there."""
        return self.width * (25.4 / 72) / self.millimeters if self.millimeters else 0.0

    @property
    def fineness(self) -> float:
        """The pixels of one for which marks are made: 192 an inch on paper."""
        return max(1.0, self.pixels_per_point * 72 / _MARK_PIXELS) if self.millimeters else 1.0

    @cached_property
    def entries(self) -> tuple[LegendEntry, ...]:
        """The entries of the legend."""
        if not self.legend:
            return ()
        return self.picture.legend if self.names_empty else named_entries(self.picture)

    @cached_property
    def geometry(self) -> Geometry:
        """The places of the squares and of the margins of the board."""
        flipped, coordinates = self.look.flipped, self.look.coordinates
        wide = Geometry(self.width, 10 * self.width, flipped, coordinates, bool(self.picture.strips), self.scale)
        height = wide.square_size * 8 + wide.coordinate_margin + wide.strip_height + round(8 * self.scale)
        return wide._replace(height=height)

    @cached_property
    def caption_lines(self) -> tuple[str, ...]:
        """The caption in lines that are as wide as the figure."""
        metrics = QFontMetricsF(figure_font(CAPTION_SIZE * self.scale, bold=True))
        lines = broken_into_lines(self.caption, metrics, self.width - 32 * self.scale)
        if self.most_lines and len(lines) > self.most_lines:
            rest = " ".join(lines[self.most_lines - 1 :])
            elided = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, self.width - 32 * self.scale)
            lines = [*lines[: self.most_lines - 1], elided]
        return tuple(lines)

    @cached_property
    def printed_legend(self) -> PrintedLegend:
        """The legend, as wide as the board with the margin right of it."""
        width = self.width - self.geometry.board_rect.left()
        square = self.geometry.square_size
        size = min(square / self.fineness, LARGEST_SQUARE)
        crowded = crowded_bars(self.picture.legend, size)
        has_more = lack_room(self.picture.cells, size, LEAST_LABEL * self.pixels_per_point / square)
        return PrintedLegend(self.entries, width, _TEXT_SIZE * self.scale, crowded=crowded, has_more=has_more)

    @property
    def legend_top(self) -> float:
        """The top of the legend."""
        lines = self.most_lines or len(self.caption_lines)
        return self.geometry.height + (1.5 * lines + 0.6 * bool(lines)) * CAPTION_SIZE * self.scale

    @property
    def height(self) -> int:
        """The height of the figure in pixels."""
        legend = self.printed_legend.height
        return round(self.legend_top + (legend + 4 * self.scale if legend else 0))


def draw_figure(canvas: Canvas, figure: Figure) -> None:
    """Draw a figure on a canvas of its size."""
    if figure.millimeters:
        canvas.least_label = LEAST_LABEL * figure.pixels_per_point
    if figure.background:
        canvas.fill(QRectF(0, 0, figure.width, figure.height), canvas.theme.base)
    paint_board(canvas, figure.picture, figure.geometry)
    if figure.drawings:

        def paint(painter: QPainter) -> None:
            for source, target, number in figure.drawings:
                color = QColor(DRAWING_COLORS[number])
                draw_drawing(painter, source, target, color, figure.geometry, canvas.theme)

        canvas.draw(paint)
    size, left = CAPTION_SIZE * figure.scale, figure.geometry.board_rect.left()
    for number, line in enumerate(figure.caption_lines, 1):
        baseline = figure.geometry.height + number * 1.5 * size
        canvas.text(line, left, baseline, size, canvas.theme.text, bold=True)
    figure.printed_legend.draw(canvas, left, figure.legend_top)
