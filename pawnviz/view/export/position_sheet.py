"""A sheet of positions for a lesson: boards in columns and rows on pages, with captions, a title and page numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QFontMetricsF, QPainter

from pawnviz.core.board.position import START
from pawnviz.core.picture.picture import PLAIN, LegendEntry, Look, layers_with_squares, make_picture
from pawnviz.core.picture.places import crowded_bars
from pawnviz.core.picture.sheet_positions import SheetPosition, caption_of
from pawnviz.view.board.canvas import Canvas
from pawnviz.view.export.canvas import PainterCanvas, figure_font
from pawnviz.view.export.figure import (
    CAPTION_SIZE,
    LEAST_LABEL,
    LEAST_POINTS,
    Figure,
    PrintedLegend,
    broken_into_lines,
    draw_figure,
)

PAGE_SIZES: Final = {"a4": (595.28, 841.89), "a5": (419.53, 595.28), "letter": (612.0, 792.0), "legal": (612.0, 1008.0)}
FINENESS: Final = 20  # The units of a sheet to a point, so that nothing is moved to whole points.

_PIXEL: Final = 72 / 192
"""The points of a pixel, for which marks are made: paper shows more than a screen, and less than a printer can."""
_MARGIN: Final = 40.0 * FINENESS
_TITLE_SIZE: Final = 15.0 * FINENESS
_FOOT_SIZE: Final = 8.5 * FINENESS
_COLUMN_GAP: Final = 14.0 * FINENESS
_ROW_GAP: Final = 10.0 * FINENESS
_LEAST_SCALE: Final = LEAST_POINTS * 1.02 * FINENESS / 11
"""The scale below which the texts of a figure do not get smaller, of which the coordinates are the smallest."""


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The layout of a sheet: columns and rows, page size in points, ``captions`` of ``CAPTIONS``, and look."""

    columns: int = 2
    rows: int = 3
    size: tuple[float, float] = PAGE_SIZES["a4"]
    title: str = ""
    captions: str = "title"
    numbers: bool = True
    legend: bool = True
    look: Look = PLAIN


def page_size(name: str, *, landscape: bool) -> tuple[float, float]:
    """Return the size of a page of ``PAGE_SIZES`` in points, upright or lying on its side."""
    width, height = PAGE_SIZES[name]
    return (height, width) if landscape else (width, height)


class PositionSheet:
    """The pages of a sheet, drawn when they are needed, with boards of one size; ``FINENESS`` units are a point."""

    def __init__(self, entries: Sequence[SheetPosition], layout: SheetLayout) -> None:
        self.entries = tuple(entries)
        self.layout = layout

    @property
    def page_count(self) -> int:
        """The number of pages; a sheet without positions has one that is empty."""
        return max(1, -(-len(self.entries) // (self.layout.columns * self.layout.rows)))

    @property
    def size(self) -> QSizeF:
        """The size of a page."""
        width, height = self.layout.size
        return QSizeF(width * FINENESS, height * FINENESS)

    @cached_property
    def _captions(self) -> tuple[str, ...]:
        captions = self.layout.captions
        return tuple(caption_of(entry, number, captions) for number, entry in enumerate(self.entries, 1))

    @cached_property
    def _legend(self) -> tuple[LegendEntry, ...]:
        layout = self.layout
        if not layout.legend or not self.entries:
            return ()
        named = layers_with_squares((entry.position for entry in self.entries), layout.look.layers)
        names = {shown.layer.identifier for shown in named}
        legend = make_picture(self.entries[0].position, layout.look).legend
        return tuple(entry for entry in legend if entry.layer in names)

    @property
    def _is_single(self) -> bool:
        """Whether a page has one board, whose legend is then below it."""
        return self.layout.columns * self.layout.rows == 1

    def _foot_legend(self, square: float) -> PrintedLegend:
        """Return the legend at the foot for squares of this size, empty for a single board, which has its own."""
        entries, width = () if self._is_single else self._legend, self.size.width() - 2 * _MARGIN
        crowded = crowded_bars(self._legend, square / (FINENESS * _PIXEL))
        return PrintedLegend(entries, width, _FOOT_SIZE, has_counts=False, crowded=crowded)

    @cached_property
    def _title_lines(self) -> list[str]:
        metrics = QFontMetricsF(figure_font(_TITLE_SIZE, bold=True))
        return broken_into_lines(self.layout.title, metrics, self.size.width() - 2 * _MARGIN)[:3]

    @property
    def _grid(self) -> QRectF:
        top = _MARGIN + 1.4 * _TITLE_SIZE * len(self._title_lines)
        legend = max(self._foot_legend(square).height for square in (0.0, self.size.width()))
        foot = 1.8 * _FOOT_SIZE * self.layout.numbers + (legend + _FOOT_SIZE if legend else 0)
        return QRectF(_MARGIN, top, self.size.width() - 2 * _MARGIN, self.size.height() - top - foot - _MARGIN)

    @cached_property
    def _widest_caption(self) -> float:
        metrics = QFontMetricsF(figure_font(CAPTION_SIZE * FINENESS, bold=True))
        return max((metrics.horizontalAdvance(text) for text in self._captions), default=0.0) / FINENESS

    @cached_property
    def _figure(self) -> Figure:
        """The largest figure that fits each cell, empty."""
        grid, layout = self._grid, self.layout
        most = int((grid.width() - (layout.columns - 1) * _COLUMN_GAP) / layout.columns)
        height = (grid.height() - (layout.rows - 1) * _ROW_GAP) / layout.rows
        position = self.entries[0].position if self.entries else START
        picture = make_picture(position, layout.look)._replace(legend=self._legend)
        figure = Figure(picture=picture, look=layout.look, background=False, legend=self._is_single, names_empty=True)
        least = FINENESS
        found = self._fitted(figure, max(least, most))
        if found.height > height:
            while most - least > FINENESS:
                middle = (least + most) // 2
                if self._fitted(figure, middle).height > height:
                    most = middle
                else:
                    least = middle
            found = self._fitted(figure, least)
        return found

    def _fitted(self, figure: Figure, width: int) -> Figure:
        """Return a figure in a width, with legible texts and room for the longest caption, up to two lines."""
        scale = max(width / 420.0, _LEAST_SCALE)
        # The margins of a caption are 32 units of the scale.
        lines = 0 if not self._widest_caption else 1 if (self._widest_caption + 32) * scale <= width else 2
        look = figure.look if width >= 100.0 * FINENESS else figure.look._replace(coordinates=False)
        return replace(figure, look=look, width=width, text_unit=width / scale, most_lines=lines)

    def draw_page(self, painter: QPainter, number: int, *, quick: bool = False) -> None:
        """Draw a page by its number from 0 with a painter whose units are those of the sheet, quickly for a preview."""
        layout, figure, grid = self.layout, self._figure, self._grid
        canvas = PainterCanvas(painter, layout.look, FINENESS * _PIXEL, quick=quick)
        canvas.least_label = LEAST_LABEL * FINENESS
        canvas.fill(QRectF(0, 0, self.size.width(), self.size.height()), canvas.theme.base)
        free = grid.width() - layout.columns * figure.width
        gap = min(free / max(1, layout.columns - 1), 0.35 * figure.width)
        left = (self.size.width() - layout.columns * figure.width - (layout.columns - 1) * gap) / 2
        self._draw_texts(canvas, number, left + figure.geometry.board_rect.left())
        per_page = layout.columns * layout.rows
        step = (grid.height() + _ROW_GAP) / layout.rows
        for place, entry in enumerate(self.entries[number * per_page : (number + 1) * per_page]):
            row, column = divmod(place, layout.columns)
            picture = make_picture(entry.position, layout.look)
            named = {shown.layer for shown in self._legend}
            picture = picture._replace(legend=tuple(shown for shown in picture.legend if shown.layer in named))
            painter.save()
            painter.translate(left + column * (figure.width + gap), grid.top() + row * step)
            caption = self._captions[number * per_page + place]
            draw_figure(canvas, replace(figure, picture=picture, caption=caption))
            painter.restore()

    def _start(self, left: float, width: float) -> float:
        return min(left, self.size.width() - _MARGIN - width)

    def _draw_texts(self, canvas: Canvas, number: int, left: float) -> None:
        theme, layout = canvas.theme, self.layout
        metrics = QFontMetricsF(figure_font(_TITLE_SIZE, bold=True))
        title_left = self._start(left, max(map(metrics.horizontalAdvance, self._title_lines), default=0.0))
        for line, text in enumerate(self._title_lines):
            baseline = _MARGIN + (0.75 + 1.2 * line) * _TITLE_SIZE
            canvas.text(text, title_left, baseline, _TITLE_SIZE, theme.text, bold=True)
        bottom = self.size.height() - _MARGIN
        if layout.numbers:
            middle = self.size.width() / 2
            text = f"{number + 1} / {self.page_count}"
            canvas.text(text, middle, bottom, _FOOT_SIZE, theme.muted_text, middle=True)
            bottom -= 1.8 * _FOOT_SIZE
        legend = self._foot_legend(self._figure.geometry.square_size)
        legend.draw(canvas, self._start(left, legend.used_width), bottom - legend.height)
