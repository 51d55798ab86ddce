"""A figure: a board with its layers, the legend and a caption, laid out for a width."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Final, TypeAlias

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from pawnviz.core.picture.picture import PLAIN, LegendEntry, Look, Picture, named_entries
from pawnviz.view.board.canvas import Canvas
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.paint import DRAWING_COLORS, draw_drawing, paint_board
from pawnviz.view.board.places import crowded_bars, lack_room
from pawnviz.view.export.canvas import LARGEST_SQUARE, figure_font
from pawnviz.view.export.legend import COUNTS_SIZE, PrintedLegend, broken_into_lines

Drawing: TypeAlias = tuple[int, int, int]
"""An arrow or a circle of the user: source and target square from 0 to 63, and the number of its color."""

_TEXT_SIZE: Final = 12.0
CAPTION_SIZE: Final = 14.4  # The usual size of captions.

LEAST_POINTS: Final = 6.5  # The least size of letters on paper.
LEAST_LABEL: Final = 7.4
"""The least height in points of a mark with letters on paper: a badge has 0.9 of it, 2.3 mm, and letters 0.88."""
PAPER_DOTS: Final = 300  # The pixels of an inch of a figure for paper.
_MILLIMETERS_PER_POINT: Final = 25.4 / 72
_SMALLEST_TEXT: Final = COUNTS_SIZE * _TEXT_SIZE  # The size of counts, the smallest texts beside the board.
_MARK_PIXELS: Final = 192  # Paper shows more than a screen, and less than a printer can.


def paper_width(millimeters: float) -> int:
    """Return the width in pixels of a figure that is so wide on paper."""
    return round(millimeters * PAPER_DOTS / 25.4)


@dataclass(frozen=True)
class Figure:
    """A picture with its look, its legend if it is shown, a caption, and the width in pixels.

    ``drawings`` are the user's arrows and circles. Texts beside the board have their usual size where the figure is
    ``text_unit`` pixels wide. Where ``most_lines`` is not 0, the caption has the room of this many lines, and a
    longer one is cut. Without a background, what is beside the board is transparent. The legend leaves out layers
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
        return self.width * _MILLIMETERS_PER_POINT / self.millimeters if self.millimeters else 0.0

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
    _draw_caption(canvas, figure)
    figure.printed_legend.draw(canvas, figure.geometry.board_rect.left(), figure.legend_top)


def _draw_caption(canvas: Canvas, figure: Figure) -> None:
    size = CAPTION_SIZE * figure.scale
    for number, line in enumerate(figure.caption_lines, 1):
        baseline = figure.geometry.height + number * 1.5 * size
        canvas.text(line, figure.geometry.board_rect.left(), baseline, size, canvas.theme.text, bold=True)
