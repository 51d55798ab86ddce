"""The squares of a board, kept from one painting to the next.

The board is kept as one image, in which only squares that look different are drawn anew. They are put together from
sprites: a piece or a mark on a transparent ground, drawn once for squares of this size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBitmap, QColor, QFont, QImage, QPainter, QRegion

from pawnviz.core.board.bitboard import LIGHT_SQUARES
from pawnviz.core.layers.marks import Family
from pawnviz.core.picture.picture import Cell, PlacedMark
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.marks import column_of_badges, draw_mark, draw_piece
from pawnviz.view.board.shapes import badge_places, fill
from pawnviz.view.widgets.theme import LIGHT, Theme

SPRITE_COUNT: Final = 256
"""The number of sprites that are kept at least."""
SPRITE_BUDGET: Final = 8 * 1024 * 1024
"""The memory that sprites of small squares may take, in bytes."""


class _Sprite(NamedTuple):
    """The picture of a piece or a mark without the empty margins, and its place on a square."""

    image: QImage
    left: int
    top: int


class Tiles:
    """The squares of a board and their sprites for one theme, square size and orientation.

    The oldest sprites are dropped when they are more than ``SPRITE_COUNT`` and would take more than ``SPRITE_BUDGET``.
    """

    def __init__(self) -> None:
        """Start with nothing drawn; call ``prepare`` before anything else."""
        self._theme = LIGHT
        self._size = 0
        self._flipped = False
        self._limit = 0
        self._sprites: dict[PlacedMark | str, _Sprite] = {}
        self._coordinates: tuple[Geometry, QImage, QImage] | None = None
        self._square_colors = (QColor(), QColor())
        self._board = QImage()
        self._cells: list[Cell | None] = []

    def prepare(self, theme: Theme, size: int, flipped: bool) -> None:
        """Draw in a theme, for squares with an edge of ``size`` device pixels; what was drawn for others is dropped."""
        if (self._theme, self._size, self._flipped) != (theme, size, flipped):
            self._theme, self._size, self._flipped = theme, size, flipped
            self._limit = max(SPRITE_COUNT, SPRITE_BUDGET // (4 * size * size))
            self._square_colors = (QColor(theme.dark_square), QColor(theme.light_square))
            self._sprites.clear()
            self._coordinates = None
            self._board = QImage()
            self._cells = [None] * 64

    def board(self, cells: Sequence[Cell], geometry: Geometry, exposed: QRect | None = None) -> QImage:
        """Return the 64 squares; with ``exposed`` only those that meet this rectangle of the board are up to date."""
        size = self._size
        if self._board.isNull():
            self._board = QImage(8 * size, 8 * size, QImage.Format.Format_RGB32)
        drawn = self._cells
        changed: list[tuple[int, QPoint]] = []
        for square, cell in enumerate(cells):
            if cell != drawn[square]:
                place = geometry.square_offset(square)
                if exposed is None or exposed.intersects(QRect(place, QSize(size, size))):
                    changed.append((square, place))
        if changed:
            with QPainter(self._board) as painter:
                for square, place in changed:
                    self._draw_cell(painter, place.x(), place.y(), cells[square], LIGHT_SQUARES >> square & 1 == 1)
                    drawn[square] = cells[square]
        return self._board

    def tile(self, cell: Cell, light: bool) -> QImage:
        """Return the opaque picture of a cell on a light or a dark square."""
        tile = QImage(self._size, self._size, QImage.Format.Format_RGB32)
        with QPainter(tile) as painter:
            self._draw_cell(painter, 0, 0, cell, light)
        return tile

    def draw_piece(self, painter: QPainter, place: QPointF, piece: str) -> None:
        """Draw a piece by its letter, alone, for a square whose top left corner is at a point."""
        sprite = self._sprite(piece)
        painter.drawImage(place + QPointF(sprite.left, sprite.top), sprite.image)

    def draw_edge_marks(self, painter: QPainter, place: QPoint, cell: Cell) -> None:
        """Draw the marks at the edge of a square at a point once more, over a frame."""
        marks = [placed for placed in cell.marks if placed.mark.family in (Family.ATTACK, Family.BAR)]
        badges = [placed for placed in cell.marks if placed.mark.family is Family.BADGE]
        for placed in [*marks, *column_of_badges(badges, badge_places(self._size))]:
            sprite = self._sprite(placed)
            painter.drawImage(place.x() + sprite.left, place.y() + sprite.top, sprite.image)

    def coordinates(self, geometry: Geometry, font: QFont) -> tuple[QImage, QImage]:
        """Return the names of ranks, one below the other, and of files, side by side, as long as the board."""
        if self._coordinates is None or self._coordinates[0] != geometry:
            self._coordinates = (geometry, *_draw_coordinates(geometry, self._theme, font))
        return self._coordinates[1:]

    def _draw_cell(self, painter: QPainter, x: int, y: int, cell: Cell, light: bool) -> None:
        """Draw one square: its color, the hatches, the piece, and the other marks above the piece."""
        size = self._size
        fill(painter, QRect(x, y, size, size), self._square_colors[light])
        above: list[PlacedMark | str] = [cell.piece] if cell.piece else []
        badges = []
        for placed in cell.marks:
            family = placed.mark.family
            if family is Family.HATCH:
                painter.drawImage(x, y, self._sprite(placed).image)
            elif family is Family.BADGE:
                badges.append(placed)
            else:
                above.append(placed)
        if badges:
            above += column_of_badges(badges, badge_places(size))
        for part in above:
            image, left, top = self._sprite(part)
            painter.drawImage(x + left, y + top, image)

    def _sprite(self, part: PlacedMark | str) -> _Sprite:
        """Return the sprite of a mark, or of the piece with this letter."""
        sprite = self._sprites.get(part)
        if sprite is None:
            sprite = self._draw_sprite(part)
            if len(self._sprites) >= self._limit:
                del self._sprites[next(iter(self._sprites))]
            self._sprites[part] = sprite
        return sprite

    def _draw_sprite(self, part: PlacedMark | str) -> _Sprite:
        """Draw a piece or a mark on a transparent square, and cut off what it leaves free unless it is a hatch."""
        size = self._size
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as painter:
            if isinstance(part, str):
                draw_piece(painter, part, QRectF(0, 0, size, size), self._theme)
            else:
                draw_mark(painter, part, size, self._theme, self._flipped)
        if not isinstance(part, str) and part.mark.family is Family.HATCH:
            return _Sprite(image, 0, 0)
        used = QRegion(QBitmap.fromImage(image.createAlphaMask())).boundingRect().adjusted(-1, -1, 1, 1)
        used = used.intersected(image.rect())
        return _Sprite(image.copy(used), used.left(), used.top())


def _draw_coordinates(geometry: Geometry, theme: Theme, font: QFont) -> tuple[QImage, QImage]:
    """Draw the ranks' numbers below each other and the files' letters side by side on transparent images."""
    size, margin = geometry.square_size, geometry.coordinate_margin
    ranks = QImage(margin, 8 * size, QImage.Format.Format_ARGB32_Premultiplied)
    files = QImage(8 * size, margin, QImage.Format.Format_ARGB32_Premultiplied)
    font = QFont(font)
    font.setPixelSize(round(11 * geometry.margin_scale))
    for image in (ranks, files):
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as painter:
            painter.setFont(font)
            painter.setPen(QColor(theme.coordinates))
            for step in range(8):
                if image is ranks:
                    rect, text = QRect(0, geometry.row(step) * size, margin, size), str(step + 1)
                else:
                    rect, text = QRect(geometry.column(step) * size, 0, size, margin), "abcdefgh"[step]
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
    return ranks, files
