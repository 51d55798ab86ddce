"""The target of a board's painting: the screen, an image, a PDF or the text of an SVG."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter

from pawnviz.core.board.bitboard import LIGHT_SQUARES
from pawnviz.core.layers.marks import Family
from pawnviz.core.picture.picture import Cell, Picture
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.places import LETTER_SIZE, Spot, lay_out, piece_box
from pawnviz.view.board.swatch import Sample, draw_placed
from pawnviz.view.widgets.theme import LIGHT, Theme

_FRAME_SHARE: Final = 0.055  # The width of a square's frame, as a share of its edge.
_LINE_SHARE: Final = 0.01  # The width of a line between squares of one color.
_LEGEND_EDGE: Final = 24.0  # The edge of a square in the window's legend, for which its marks are made.


class Canvas(ABC):
    """Draws in the colors of a theme, for a plain or a flipped board, in units from the top left."""

    def __init__(self, theme: Theme = LIGHT, *, flipped: bool = False) -> None:
        self.theme = theme
        self.flipped = flipped
        self.least_label = 0.0  # The least height of a mark with letters, in the units of the canvas.

    @abstractmethod
    def fill(self, rect: QRect | QRectF, color: str) -> None:
        """Fill a rectangle."""

    @abstractmethod
    def mark(self, spot: Spot, rect: QRect) -> None:
        """Draw a mark at its place on a square, and nothing beside it."""

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

    def swatch(self, sample: Sample, rect: QRectF) -> None:
        """Draw a small square with a side's mark where the board has it."""
        self.draw(lambda painter: draw_swatch(painter, sample, rect, self.theme, flipped=self.flipped))

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
        if self.theme.is_one_ink:
            self._draw_lines(geometry)

    def _draw_lines(self, geometry: Geometry) -> None:
        """Draw lines between the squares."""
        board, size = geometry.board_rect, geometry.square_size
        width = size * _LINE_SHARE
        for number in range(1, 8):
            self.fill(QRectF(board.left() + number * size - width / 2, board.top(), width, 8 * size), self.theme.border)
            self.fill(QRectF(board.left(), board.top() + number * size - width / 2, 8 * size, width), self.theme.border)

    def cell(self, cell: Cell, rect: QRect) -> None:
        """Draw the content of a square: areas, the piece above them, and other marks above it."""
        if not cell.marks:
            if cell.piece:
                self.piece(cell.piece, self._piece_rect(cell.piece, (), rect) if self.theme.is_one_ink else rect)
            return
        spots = self._spots(cell, rect)
        areas = tuple(spot for spot in spots if spot.placed.mark.family is Family.HATCH)
        if areas:
            self.areas(areas, rect)
        if cell.piece:
            # Letters in color on a pawn leave its shape, one ink and the large letters of paper do not.
            is_covered = self.theme.is_one_ink or any(spot.scale > 1 for spot in spots)
            self.piece(cell.piece, self._piece_rect(cell.piece, spots, rect) if is_covered else rect)
        for spot in spots[len(areas) :]:
            self.mark(spot, rect)

    def _piece_rect(self, letter: str, spots: tuple[Spot, ...], rect: QRect) -> QRect:
        size, box = rect.width(), piece_box(letter, spots, self.mark_size(rect))
        return QRectF(
            rect.left() + box.left() * size, rect.top() + box.top() * size, box.width() * size, box.width() * size
        ).toRect()

    def areas(self, spots: tuple[Spot, ...], rect: QRect) -> None:
        """Draw areas on a square in their order; the screen caches them as one picture."""
        for spot in spots:
            self.mark(spot, rect)

    def symbols(self, cell: Cell, rect: QRect) -> None:
        """Draw the marks of a square that are above a piece."""
        for spot in self._spots(cell, rect):
            if spot.placed.mark.family is not Family.HATCH:
                self.mark(spot, rect)

    def _spots(self, cell: Cell, rect: QRect) -> tuple[Spot, ...]:
        """Return the places of the marks of a square, for the size that its marks are made for."""
        size = self.mark_size(rect)
        # Where marks have no letters, none has to be legible.
        least = self.least_label / rect.width() if size >= LETTER_SIZE else 0.0
        return lay_out(cell.marks, size, has_piece=bool(cell.piece), least=least)

    def mark_size(self, rect: QRect) -> float:
        """Return the size in pixels of the square that the marks on a square are made for."""
        return rect.width()

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


def draw_swatch(painter: QPainter, sample: Sample, rect: QRectF, theme: Theme, *, flipped: bool) -> None:
    """Draw a side's mark into a square of any size as in the window's legend."""
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / _LEGEND_EDGE, rect.height() / _LEGEND_EDGE)
    draw_placed(painter, sample, QRectF(0, 0, _LEGEND_EDGE, _LEGEND_EDGE), theme, flipped=flipped)
