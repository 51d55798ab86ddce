"""The target of a board's painting: the screen, an image, a PDF or the text of an SVG."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter

from pawnviz.core.board.bitboard import LIGHT_SQUARES
from pawnviz.core.layers.marks import Family, Style
from pawnviz.core.picture.picture import Cell, Picture, PlacedMark
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.marks import column_of_badges
from pawnviz.view.board.shapes import badge_places
from pawnviz.view.board.swatch import draw_placed
from pawnviz.view.widgets.theme import LIGHT, Theme

_FRAME_SHARE: Final = 0.055  # The width of a square's frame, as a share of its edge.
_LEGEND_EDGE: Final = 24.0  # The edge of a square in the window's legend, for which its marks are made.


class Canvas(ABC):
    """Draws in the colors of a theme, for a plain or a flipped board, in units from the top left."""

    def __init__(self, theme: Theme = LIGHT, *, flipped: bool = False) -> None:
        self.theme = theme
        self.flipped = flipped

    @abstractmethod
    def fill(self, rect: QRect | QRectF, color: str) -> None:
        """Fill a rectangle."""

    @abstractmethod
    def mark(self, placed: PlacedMark, rect: QRect) -> None:
        """Draw a mark on a square, and nothing beside it."""

    @abstractmethod
    def piece(self, letter: str, rect: QRect) -> None:
        """Draw a piece by its letter on a square."""

    @abstractmethod
    def text(
        self, text: str, x: float, baseline: float, size: float, color: str, *, bold: bool = False, middle: bool = False
    ) -> None:
        """Write a line from a point, or with ``middle`` around it."""

    @abstractmethod
    def draw(self, paint: Callable[[QPainter], None]) -> None:
        """Draw with a painter of Qt in the units of the canvas."""

    def keep(self, name: str, geometry: Geometry, rect: QRect, paint: Callable[[], None]) -> None:
        """Paint what looks the same in a rectangle until the geometry changes; the screen keeps it by its name."""
        paint()

    def swatch(self, style: Style, white: bool, rect: QRectF) -> None:
        """Draw a small square with a side's mark where the board has it."""
        self.draw(lambda painter: draw_swatch(painter, style, white, rect, self.theme, flipped=self.flipped))

    def squares(self, picture: Picture, geometry: Geometry, exposed: QRect | None = None) -> None:
        """Draw the 64 squares, at least those that meet the exposed rectangle."""
        self.fill(geometry.board_rect, self.theme.light_square)
        for square, cell in enumerate(picture.cells):
            rect = geometry.square_rect(square)
            if not LIGHT_SQUARES >> square & 1:
                self.fill(rect, self.theme.dark_square)
            if picture.framed >> square & 1:
                self._frame(rect)
            self.cell(cell, rect)

    def cell(self, cell: Cell, rect: QRect) -> None:
        """Draw the content of a square: hatches, the piece, and other marks above it."""
        badges, others = [], []
        for placed in cell.marks:
            family = placed.mark.family
            if family is Family.HATCH:
                self.mark(placed, rect)
            elif family is Family.BADGE:
                badges.append(placed)
            else:
                others.append(placed)
        if cell.piece:
            self.piece(cell.piece, rect)
        if badges:
            others += column_of_badges(badges, badge_places(rect.width()))
        for placed in others:
            self.mark(placed, rect)

    def _frame(self, rect: QRect) -> None:
        left, top, size = rect.left(), rect.top(), rect.width()
        width, color = size * _FRAME_SHARE, self.theme.box_edge
        for place in (
            QRectF(left, top, size, width),
            QRectF(left, top + size - width, size, width),
            QRectF(left, top, width, size),
            QRectF(left + size - width, top, width, size),
        ):
            self.fill(place, color)


def draw_swatch(painter: QPainter, style: Style, white: bool, rect: QRectF, theme: Theme, *, flipped: bool) -> None:
    """Draw a side's mark into a square of any size as in the window's legend."""
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / _LEGEND_EDGE, rect.height() / _LEGEND_EDGE)
    draw_placed(painter, style, white, QRectF(0, 0, _LEGEND_EDGE, _LEGEND_EDGE), theme, flipped=flipped)
