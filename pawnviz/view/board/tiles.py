"""The squares of a board as they are kept from one painting to the next.

The board is kept as one image, in which only squares that look different are drawn anew. They are made of stamps: a
piece or a mark drawn once for a square of this size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBitmap, QColor, QFont, QImage, QPainter, QRegion

from pawnviz.core.board.bitboard import LIGHT_SQUARES
from pawnviz.core.layers.marks import Family
from pawnviz.core.picture.picture import Cell, PlacedMark
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.marks import column_of_badges, draw_mark, draw_piece
from pawnviz.view.board.shapes import badge_places
from pawnviz.view.widgets.theme import Theme

STAMP_COUNT: Final = 256
"""Stamps that are kept at least."""
STAMP_BUDGET: Final = 8 * 1024 * 1024
"""The memory that stamps of small squares may take, in bytes."""


class Tiles:
    """The squares of a board and their parts, drawn once for one theme, square size and orientation.

    The oldest stamps are dropped when they are more than ``STAMP_COUNT`` and would take more than ``STAMP_BUDGET``.
    """

    def __init__(self) -> None:
        """Start with nothing drawn."""
        self._key: tuple[str, int, bool] = ("", 0, False)
        self._limit = 0
        self._stamps: dict[PlacedMark | str, tuple[QImage, int, int]] = {}
        self._coordinates: tuple[Geometry, QImage, QImage] | None = None
        self._ground = (QColor(), QColor())
        self._board = QImage()
        self._cells: list[Cell | None] = []

    def prepare(self, theme: Theme, size: int, flipped: bool) -> None:
        """Drop what was drawn for another theme, size or orientation."""
        if self._key != (theme.name, size, flipped):
            self._key = (theme.name, size, flipped)
            self._limit = max(STAMP_COUNT, STAMP_BUDGET // (4 * size * size))
            self._ground = (QColor(theme.dark_square), QColor(theme.light_square))
            self._stamps.clear()
            self._coordinates = None
            self._board = QImage()
            self._cells = [None] * 64

    def board(self, cells: Sequence[Cell], geometry: Geometry, theme: Theme, exposed: QRect | None = None) -> QImage:
        """Return the 64 squares, of which those that meet a rectangle of the board are up to date, or all."""
        size = geometry.square_size
        if self._board.isNull():
            self._board = QImage(8 * size, 8 * size, QImage.Format.Format_RGB32)
        drawn = self._cells
        painter: QPainter | None = None
        for square, cell in enumerate(cells):
            if cell == drawn[square]:
                continue
            place = geometry.square_offset(square)
            if exposed is None or exposed.intersects(QRect(place, QSize(size, size))):
                if painter is None:
                    painter = QPainter(self._board)
                self._draw_cell(painter, place.x(), place.y(), cell, LIGHT_SQUARES >> square & 1 == 1, theme)
                drawn[square] = cell
        if painter is not None:
            painter.end()
        return self._board

    def tile(self, cell: Cell, light: bool, theme: Theme) -> QImage:
        """Return the opaque picture of a cell on a light or a dark square."""
        size = self._key[1]
        tile = QImage(size, size, QImage.Format.Format_RGB32)
        painter = QPainter(tile)
        self._draw_cell(painter, 0, 0, cell, light, theme)
        painter.end()
        return tile

    def stamp(self, part: PlacedMark | str, theme: Theme) -> QImage:
        """Return the transparent picture of a mark, or of the piece with this letter, as large as a square."""
        size = self._key[1]
        whole = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        whole.fill(Qt.GlobalColor.transparent)
        image, left, top = self._stamp(part, theme)
        painter = QPainter(whole)
        painter.drawImage(left, top, image)
        painter.end()
        return whole

    def _stamp(self, part: PlacedMark | str, theme: Theme) -> tuple[QImage, int, int]:
        """Return the picture of a piece or a mark, no larger than it must be, and its place on a square."""
        stamp = self._stamps.get(part)
        if stamp is None:
            stamp = self._draw_stamp(part, theme)
            if len(self._stamps) >= self._limit:
                del self._stamps[next(iter(self._stamps))]
            self._stamps[part] = stamp
        return stamp

    def _draw_stamp(self, part: PlacedMark | str, theme: Theme) -> tuple[QImage, int, int]:
        """Draw a piece or a mark on a transparent square, and cut off what it leaves free unless it is a hatch."""
        size, flipped = self._key[1:]
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        if isinstance(part, str):
            draw_piece(painter, part, QRectF(0, 0, size, size), theme)
        else:
            draw_mark(painter, part, size, theme, flipped)
        painter.end()
        if not isinstance(part, str) and part.mark.family is Family.HATCH:
            return image, 0, 0
        used = QRegion(QBitmap.fromImage(image.createAlphaMask())).boundingRect().adjusted(-1, -1, 1, 1)
        used = used.intersected(image.rect())
        return image.copy(used), used.left(), used.top()

    def _draw_cell(self, painter: QPainter, x: int, y: int, cell: Cell, light: bool, theme: Theme) -> None:
        """Draw one square: its color, the hatches, the piece, and the other marks above the piece."""
        size = self._key[1]
        painter.fillRect(x, y, size, size, self._ground[light])
        above: list[PlacedMark | str] = [cell.piece] if cell.piece else []
        badges = []
        for placed in cell.marks:
            family = placed.mark.family
            if family is Family.HATCH:
                painter.drawImage(x, y, self._stamp(placed, theme)[0])
            elif family is Family.BADGE:
                badges.append(placed)
            else:
                above.append(placed)
        if badges:
            above += column_of_badges(badges, badge_places(size))
        for part in above:
            image, left, top = self._stamp(part, theme)
            painter.drawImage(x + left, y + top, image)

    def draw_edge_marks(self, painter: QPainter, place: QPoint, cell: Cell, theme: Theme) -> None:
        """Draw again the marks at the edge of a square, which a frame has covered."""
        badges = [placed for placed in cell.marks if placed.mark.family is Family.BADGE]
        marks = [placed for placed in cell.marks if placed.mark.family is Family.ATTACK]
        if badges:
            marks += column_of_badges(badges, badge_places(self._key[1]))
        for placed in marks:
            image, left, top = self._stamp(placed, theme)
            painter.drawImage(place.x() + left, place.y() + top, image)

    def coordinates(self, geometry: Geometry, theme: Theme, font: QFont) -> tuple[QImage, QImage]:
        """Return the names of ranks, one below the other, and of files, side by side, as long as the board."""
        if self._coordinates is None or self._coordinates[0] != geometry:
            self._coordinates = (geometry, *_draw_coordinates(geometry, theme, font))
        return self._coordinates[1:]


def _draw_coordinates(geometry: Geometry, theme: Theme, font: QFont) -> tuple[QImage, QImage]:
    """Draw the ranks' numbers below each other and the files' letters side by side on transparent images."""
    size, margin = geometry.square_size, geometry.coordinate_margin
    ranks = QImage(margin, 8 * size, QImage.Format.Format_ARGB32_Premultiplied)
    files = QImage(8 * size, margin, QImage.Format.Format_ARGB32_Premultiplied)
    font = QFont(font)
    font.setPixelSize(round(11 * geometry.scale))
    for image in (ranks, files):
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setFont(font)
        painter.setPen(QColor(theme.coordinates))
        for step in range(8):
            if image is ranks:
                rect, text = QRect(0, geometry.row(step) * size, margin, size), str(step + 1)
            else:
                rect, text = QRect(geometry.column(step) * size, 0, size, margin), "abcdefgh"[step]
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()
    return ranks, files
