"""A figure: a board with its layers, the legend and a caption, laid out for a width."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from pawnviz.core.picture.picture import PLAIN, LegendEntry, Look, Picture, named_entries
from pawnviz.view.board.arrows import DRAWING_COLORS, draw_drawing
from pawnviz.view.board.canvas import Canvas
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.legend import counts_in_words
from pawnviz.view.board.paint import paint_board
from pawnviz.view.export.canvas import figure_font

Drawing: TypeAlias = tuple[int, int, int]
"""An arrow or a circle of the user: source and target square from 0 to 63, and the number of its color."""

_TEXT_SIZE: Final = 12.0
CAPTION_SIZE: Final = 14.4  # The usual size of captions.
_SWATCH: Final = 30.0  # The edge of a legend's squares with marks at their places.


@dataclass(frozen=True)
class Figure:
    """A picture with its look, its legend if it is shown, a caption, and the width in pixels.

    ``drawings`` are the user's arrows and circles. Texts beside the board have their usual size where the figure is
    ``text_unit`` pixels wide. Where ``most_lines`` is not 0, the caption has the room of this many lines, and a
    longer one is cut. Without a background, what is beside the board is transparent. The legend leaves out layers
    without a square unless ``names_empty`` is set, as for frames of one size.
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

    @property
    def scale(self) -> float:
        """The size of texts and lines beside the board against the usual one."""
        return self.width / self.text_unit

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
    def legend_places(self) -> tuple[tuple[int, int], ...]:
        """The row and the column of each entry of the legend: two in a row, or one wide one."""
        metrics = QFontMetricsF(figure_font(_TEXT_SIZE * self.scale, bold=False))
        room = (self.width - self.geometry.board_rect.left()) / 2 - 18 * self.scale
        places: list[tuple[int, int]] = []
        row, column = 0, 0
        for entry in self.entries:
            swatches = (entry.white + entry.black) * (_SWATCH + 6) * self.scale
            is_wide = metrics.horizontalAdvance(legend_title(entry)) + swatches > room
            if is_wide and column:
                row, column = row + 1, 0
            places.append((row, column))
            row, column = (row + 1, 0) if is_wide or column else (row, 1)
        return tuple(places)

    @property
    def legend_top(self) -> float:
        """The top of the legend."""
        lines = self.most_lines or len(self.caption_lines)
        return self.geometry.height + (1.5 * lines + 0.6 * bool(lines)) * CAPTION_SIZE * self.scale

    @property
    def height(self) -> int:
        """The height of the figure in pixels."""
        rows = 1 + max((row for row, _ in self.legend_places), default=-1)
        return round(self.legend_top + (rows * (_SWATCH + 8) + 8 * bool(rows)) * self.scale)


def legend_title(entry: LegendEntry) -> str:
    """Return the name of a layer in the legend, with its arrows."""
    return f"{entry.title}, with arrows" if entry.has_arrows else entry.title


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


def draw_figure(canvas: Canvas, figure: Figure) -> None:
    """Draw a figure on a canvas of its size."""
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
    _draw_legend(canvas, figure)


def _draw_caption(canvas: Canvas, figure: Figure) -> None:
    size = CAPTION_SIZE * figure.scale
    for number, line in enumerate(figure.caption_lines, 1):
        baseline = figure.geometry.height + number * 1.5 * size
        canvas.text(line, figure.geometry.board_rect.left(), baseline, size, canvas.theme.text, bold=True)


def _draw_legend(canvas: Canvas, figure: Figure) -> None:
    """Draw the legend: for each side a square with its mark at its place, the title and the counts."""
    theme, scale = canvas.theme, figure.scale
    edge, gap = _SWATCH * scale, 6 * scale
    left = figure.geometry.board_rect.left()
    width = (figure.width - left) / 2
    for entry, (row, column) in zip(figure.entries, figure.legend_places, strict=True):
        x = left + column * width
        top = figure.legend_top + row * (_SWATCH + 8) * scale + 4 * scale
        for white, shown in ((True, entry.white), (False, entry.black)):
            if not shown:
                continue
            rect = QRectF(x, top, edge, edge)
            canvas.swatch(entry.style, white, rect)
            x += edge + gap
        shade = theme.text if entry.white_count or entry.black_count else theme.muted_text
        size = _TEXT_SIZE * scale
        canvas.text(legend_title(entry), x + gap, top + 0.42 * edge, size, shade)
        counts = counts_in_words(entry)
        canvas.text(counts, x + gap, top + 0.92 * edge, size * 0.9, theme.muted_text)
