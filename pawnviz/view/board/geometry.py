"""The places of squares, strips and coordinates, in whole device pixels: the one place that knows the flip."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize

MINIMUM_SQUARE = 12  # The smallest square that is still drawn, in device pixels.
TOP_MARGIN = 3  # The room above the board.
MOST_ROWS_BELOW_LETTERS = 2  # The number of rows of strips for each side that leave the file letters in their place.


def is_right(east: bool, flipped: bool) -> bool:
    """Return whether east, or with False west, is to the right on the screen."""
    return east != flipped


def is_up(north: bool, flipped: bool) -> bool:
    """Return whether north, or with False south, is up on the screen."""
    return north != flipped


class _Area(NamedTuple):
    """What a geometry is made from."""

    width: int
    height: int
    flipped: bool = False
    coordinates: bool = True
    strip_space: bool = True
    scale: float = 1.0
    magnification: float = 1.0


class Geometry(_Area):
    """A board of eight squares by eight with its margins inside an area of ``width`` by ``height`` device pixels.

    ``scale`` is device pixels for each logical pixel, ``magnification`` the size of the margins against the usual
    one. The margins beside the board stay narrow without coordinates; ``strip_space`` keeps room for strips, which
    otherwise take that of the file letters.
    """

    @property
    def margin_scale(self) -> float:
        """Device pixels for each logical pixel of the margins."""
        return self.scale * self.magnification

    @cached_property
    def coordinate_margin(self) -> int:
        """The room for rank numbers left of the board and for file letters below it."""
        return round((20 if self.coordinates else 8) * self.margin_scale)

    @cached_property
    def side_margin(self) -> int:
        """The room right of the board for the marker of the side to move."""
        return round(20 * self.margin_scale)

    @cached_property
    def strip_height(self) -> int:
        """The room for strips of files below the file letters."""
        return round(20 * self.margin_scale) if self.strip_space else 0

    @cached_property
    def square_size(self) -> int:
        """The edge of a square."""
        top = round(TOP_MARGIN * self.scale)
        across = self.width - self.coordinate_margin - self.side_margin
        down = self.height - top - self.coordinate_margin - self.strip_height
        return max(MINIMUM_SQUARE, min(across, down) // 8)

    @cached_property
    def board_rect(self) -> QRect:
        """The eight by eight squares."""
        edge = 8 * self.square_size
        top = round(TOP_MARGIN * self.scale)
        across = self.coordinate_margin + edge + self.side_margin
        down = top + edge + self.coordinate_margin + self.strip_height
        left = max(0, (self.width - across) // 2) + self.coordinate_margin
        return QRect(left, max(0, (self.height - down) // 2) + top, edge, edge)

    def names_files(self, strip_rows: int) -> bool:
        """Return whether there is room for the file letters beside ``strip_rows`` rows of strips for each side."""
        return strip_rows <= (MOST_ROWS_BELOW_LETTERS if self.strip_space else 0)

    def strip_area(self, strip_rows: int) -> QRect:
        """Return the area of each side's rows of strips, which take that of the file letters if need be."""
        board, margin = self.board_rect, self.coordinate_margin
        if not self.strip_space:
            return QRect(board.left(), board.bottom() + 1, board.width(), margin)
        top = margin - round(3 * self.margin_scale) if self.names_files(strip_rows) else round(3 * self.scale)
        return QRect(board.left(), board.bottom() + 1 + top, board.width(), margin + self.strip_height - top)

    def column(self, file: int) -> int:
        """Return the screen column of a file, 0 at the left; of a column, the file."""
        return 7 - file if self.flipped else file

    def row(self, rank: int) -> int:
        """Return the screen row of a rank from 0 (rank 1) to 7, row 0 at the top; of a row, the rank."""
        return rank if self.flipped else 7 - rank

    def square_offset(self, square: int) -> QPoint:
        """Return the square's top left corner, measured from the board's."""
        return QPoint(self.column(square & 7), self.row(square >> 3)) * self.square_size

    def square_rect(self, square: int) -> QRect:
        """Return the square's rectangle."""
        size = self.square_size
        return QRect(self.board_rect.topLeft() + self.square_offset(square), QSize(size, size))

    def square_center(self, square: int) -> QPointF:
        """Return the middle of a square."""
        return QRectF(self.square_rect(square)).center()

    def square_in(self, column: int, row: int) -> int:
        """Return the square in a column and a row of the screen, each from 0 at the top left."""
        return 8 * self.row(row) + self.column(column)

    def square_at(self, x: float, y: float) -> int | None:
        """Return the square at a point, or None beside the board."""
        board = self.board_rect
        column = int((x - board.left()) // self.square_size)
        row = int((y - board.top()) // self.square_size)
        if not (0 <= column < 8 and 0 <= row < 8):
            return None
        return self.square_in(column, row)

    def square_under(self, point: QPointF) -> int | None:
        """Return the square at a point in logical pixels, or None beside the board."""
        return self.square_at(point.x() * self.scale, point.y() * self.scale)

    def neighbor(self, square: int, columns: int, rows: int) -> int:
        """Return the square some columns to the right and some rows down on the screen, at most at the edge."""
        column = min(7, max(0, self.column(square & 7) + columns))
        row = min(7, max(0, self.row(square >> 3) + rows))
        return self.square_in(column, row)
