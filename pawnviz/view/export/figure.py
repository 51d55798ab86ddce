"""A figure: a board with its layers, the legend that names them, and a caption, laid out for a width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from pawnviz.core.board.bitboard import LIGHT_SQUARES
from pawnviz.core.board.position import Position
from pawnviz.core.layers.marks import Family, Style
from pawnviz.core.picture.picture import FROM_EAST, FROM_WEST, Picture, PlacedMark, ShownLayer
from pawnviz.view.board.arrows import draw_arrow
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.marks import column_of_badges
from pawnviz.view.board.shapes import badge_places
from pawnviz.view.board.strips import draw_strip, draw_strip_side
from pawnviz.view.export.sheet import Sheet, figure_font
from pawnviz.view.widgets.theme import LIGHT, Theme

_UNIT: Final = 600
"""The width of a figure, in pixels, at which its texts have their usual size."""
_TEXT_SIZE: Final = 12.0
_CAPTION_SIZE: Final = 14.4
_SWATCH: Final = 30.0
"""The edge of a legend's squares, on which marks stand where they stand on the board."""


@dataclass(frozen=True, slots=True)
class LegendRow:
    """A layer in the legend: its title, its style, and the number of its squares for each side that it is shown for."""

    title: str
    style: Style
    white_count: int | None
    black_count: int | None

    @property
    def counts(self) -> str:
        """The numbers of squares in words."""
        sides = (("White", self.white_count), ("Black", self.black_count))
        return ", ".join(f"{name} {count}" for name, count in sides if count is not None)


@dataclass(frozen=True)
class Figure:
    """What is drawn: a picture, the rows of its legend, none for no legend, a caption, the width in pixels and a theme.

    Without a background, what is beside the board is transparent.
    """

    picture: Picture
    legend: tuple[LegendRow, ...] = ()
    caption: str = ""
    width: int = 800
    theme: Theme = LIGHT
    flipped: bool = False
    coordinates: bool = True
    background: bool = True

    @property
    def scale(self) -> float:
        """How much larger than usual texts and lines beside the board are."""
        return self.width / _UNIT

    @cached_property
    def geometry(self) -> Geometry:
        """The places of the squares and of what is in the margins of the board."""
        wide = Geometry(self.width, 10 * self.width, self.flipped, self.coordinates, self.has_strips, self.scale)
        height = wide.square_size * 8 + wide.coordinate_margin + wide.strip_height + round(8 * self.scale)
        return wide._replace(height=height)

    @property
    def has_strips(self) -> bool:
        """Whether strips of files are drawn below the board."""
        return bool(self.picture.strips)

    @cached_property
    def caption_lines(self) -> tuple[str, ...]:
        """The caption in lines that are as wide as the figure."""
        metrics = QFontMetricsF(figure_font(_CAPTION_SIZE * self.scale, bold=True))
        lines: list[str] = []
        for word in self.caption.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and metrics.horizontalAdvance(longer) <= self.width - 32 * self.scale:
                lines[-1] = longer
            else:
                lines.append(word)
        return tuple(lines)

    @property
    def legend_columns(self) -> int:
        """How many rows of the legend stand side by side."""
        return 2 if len(self.legend) > 1 else 1

    @property
    def legend_top(self) -> float:
        """Where the legend begins."""
        lines = len(self.caption_lines)
        return self.geometry.height + (1.5 * lines + 0.6 * bool(lines)) * _CAPTION_SIZE * self.scale

    @property
    def height(self) -> int:
        """The height of the figure in pixels."""
        rows = -(-len(self.legend) // self.legend_columns)
        return round(self.legend_top + (rows * (_SWATCH + 8) + 8 * bool(rows)) * self.scale)


def legend_rows(position: Position, shown: Sequence[ShownLayer]) -> tuple[LegendRow, ...]:
    """Return the legend of layers that are shown on a position."""
    white, black = position.sides()
    return tuple(
        LegendRow(
            entry.layer.title,
            entry.style,
            entry.layer(white).bit_count() if entry.white else None,
            entry.layer(black).bit_count() if entry.black else None,
        )
        for entry in shown
    )


def draw_figure(sheet: Sheet, figure: Figure) -> None:
    """Draw a figure on a sheet of its size."""
    if figure.background:
        sheet.fill(QRectF(0, 0, figure.width, figure.height), figure.theme.base)
    _draw_board(sheet, figure)
    _draw_margins(sheet, figure)
    _draw_caption(sheet, figure)
    _draw_legend(sheet, figure)


def _draw_board(sheet: Sheet, figure: Figure) -> None:
    """Draw the squares in the order of the screen: colors, hatches, pieces, the other marks, arrows."""
    geometry, theme, picture = figure.geometry, figure.theme, figure.picture
    board = QRectF(geometry.board_rect)
    edge = max(1.0, figure.scale)
    sheet.fill(board.adjusted(-edge, -edge, edge, edge), theme.border)
    sheet.fill(board, theme.light_square)
    size = geometry.square_size
    for square, cell in enumerate(picture.cells):
        rect = QRectF(geometry.square_rect(square))
        if not LIGHT_SQUARES >> square & 1:
            sheet.fill(rect, theme.dark_square)
        badges = [placed for placed in cell.marks if placed.mark.family is Family.BADGE]
        hatches = [placed for placed in cell.marks if placed.mark.family is Family.HATCH]
        others = [placed for placed in cell.marks if placed.mark.family not in (Family.BADGE, Family.HATCH)]
        for placed in hatches:
            sheet.mark(placed, rect, figure.flipped)
        if cell.piece:
            sheet.piece(cell.piece, rect)
        for placed in [*others, *column_of_badges(badges, badge_places(size))]:
            sheet.mark(placed, rect, figure.flipped)

    def paint(painter: QPainter) -> None:
        for arrow in picture.arrows:
            draw_arrow(painter, arrow, geometry, theme)

    if picture.arrows:
        sheet.draw(paint)


def _draw_margins(sheet: Sheet, figure: Figure) -> None:
    """Draw the coordinates, the side to move and the strips of files."""
    geometry, theme, picture = figure.geometry, figure.theme, figure.picture
    board, size = geometry.board_rect, geometry.square_size
    text = 11 * figure.scale
    if figure.coordinates:
        margin = geometry.coordinate_margin
        for step in range(8):
            middle = board.top() + (geometry.row(step) + 0.5) * size
            x = board.left() - margin / 2
            sheet.text(str(step + 1), x, middle + 0.36 * text, text, theme.coordinates, bold=False, middle=True)
            x = board.left() + (geometry.column(step) + 0.5) * size
            below = board.top() + 8 * size + margin / 2 + 0.36 * text
            sheet.text("abcdefgh"[step], x, below, text, theme.coordinates, bold=False, middle=True)

    def paint(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = 5.5 * figure.scale
        center = QPointF(
            board.left() + 8 * size + geometry.side_margin / 2,
            geometry.square_center(0 if picture.white_to_move else 56).y(),
        )
        painter.setBrush(QColor("#ffffff" if picture.white_to_move else "#15191d"))
        painter.setPen(QPen(QColor(theme.coordinates), 1.5 * figure.scale))
        painter.drawEllipse(center, radius, radius)
        for white in (True, False):
            if any(strip.white == white for strip in picture.strips):
                draw_strip_side(painter, white, picture.strip_rows, geometry, theme)
        for strip in picture.strips:
            draw_strip(painter, strip, picture.strip_rows, geometry, theme)

    sheet.draw(paint)


def _draw_caption(sheet: Sheet, figure: Figure) -> None:
    """Write the caption below the board."""
    size = _CAPTION_SIZE * figure.scale
    for number, line in enumerate(figure.caption_lines, 1):
        baseline = figure.geometry.height + number * 1.5 * size
        sheet.text(line, figure.geometry.board_rect.left(), baseline, size, figure.theme.text, bold=True, middle=False)


def _draw_legend(sheet: Sheet, figure: Figure) -> None:
    """Draw the legend: for each side a square with its mark where the board has it, the title and the counts."""
    theme, scale = figure.theme, figure.scale
    edge, gap = _SWATCH * scale, 6 * scale
    left = figure.geometry.board_rect.left()
    column = (figure.width - left) / figure.legend_columns
    for number, row in enumerate(figure.legend):
        x = left + number % figure.legend_columns * column
        top = figure.legend_top + number // figure.legend_columns * (_SWATCH + 8) * scale + 4 * scale
        for white, count in ((True, row.white_count), (False, row.black_count)):
            if count is None:
                continue
            rect = QRectF(x, top, edge, edge)
            sheet.fill(rect.adjusted(-scale, -scale, scale, scale), theme.border)
            sheet.fill(rect, theme.light_square)
            color = row.style.white_color if white else row.style.black_color
            placed = PlacedMark(row.style.mark, white, color, row.style.opacity, 0, 1, FROM_WEST | FROM_EAST)
            sheet.mark(placed, rect, figure.flipped)
            x += edge + gap
        shade = theme.text if row.white_count or row.black_count else theme.muted_text
        size = _TEXT_SIZE * scale
        sheet.text(row.title, x + gap, top + 0.42 * edge, size, shade, bold=False, middle=False)
        sheet.text(row.counts, x + gap, top + 0.92 * edge, size * 0.9, theme.muted_text, bold=False, middle=False)
