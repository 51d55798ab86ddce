"""The canvas of the screen, which caches squares and sprites.

One image has all squares, of which only changed ones are redrawn from sprites: pieces, marks and texts on a transparent
ground, drawn once for a size.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBitmap, QColor, QFont, QFontMetricsF, QImage, QPainter, QRegion

from pawnviz.core.board.bitboard import LIGHT_SQUARES
from pawnviz.core.layers.marks import Family
from pawnviz.core.picture.picture import Cell, Picture
from pawnviz.override import plain_override
from pawnviz.view.board.canvas import Canvas
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.marks import draw_spot
from pawnviz.view.board.pieces import piece_image
from pawnviz.view.board.places import Spot, lay_out
from pawnviz.view.board.shapes import fill
from pawnviz.view.widgets.theme import Theme

SPRITE_COUNT: Final = 256  # The least number of cached sprites.
SPRITE_BUDGET: Final = 8 * 1024 * 1024  # The memory that sprites of small squares may take, in bytes.


class _Sprite(NamedTuple):
    """The picture of a piece or a mark without the empty margins, and its place on a square."""

    image: QImage
    left: int
    top: int


class Tiles(Canvas):
    """The squares of a board and their sprites for one theme, square size and orientation, cached within a budget."""

    def __init__(self) -> None:
        """Start with nothing drawn; call ``prepare`` and ``begin`` before anything else."""
        super().__init__()
        self._painter = QPainter()
        self._size = 0
        self._limit = 0
        self._sprites: dict[Spot | str | tuple[Spot, ...], _Sprite] = {}
        self._kept: dict[str, tuple[Geometry, QImage]] = {}
        self._square_colors = (QColor(), QColor())
        self._board = QImage()
        self._cells: list[Cell | None] = []

    def prepare(self, theme: Theme, size: int, flipped: bool) -> None:
        """Draw in a theme, for squares with an edge of ``size`` device pixels; other sizes are dropped."""
        if (self.theme, self._size, self.flipped) != (theme, size, flipped):
            self.theme, self._size, self.flipped = theme, size, flipped
            self._limit = max(SPRITE_COUNT, SPRITE_BUDGET // (4 * size * size))
            self._square_colors = (QColor(theme.dark_square), QColor(theme.light_square))
            self._sprites.clear()
            self._kept.clear()
            self._board = QImage()
            self._cells = [None] * 64

    def begin(self, painter: QPainter) -> None:
        """Draw with a painter in device pixels from now on."""
        self._painter = painter

    @plain_override
    def squares(self, picture: Picture, geometry: Geometry, exposed: QRect | None = None) -> None:
        board, size, drawn = geometry.board_rect, self._size, self._cells
        part = board if exposed is None else exposed.intersected(board)
        inside = part.translated(-board.topLeft())
        if self._board.isNull():
            self._board = QImage(8 * size, 8 * size, QImage.Format.Format_RGB32)
        changed: list[tuple[int, QRect]] = []
        for square, cell in enumerate(picture.cells):
            if cell != drawn[square]:
                rect = QRect(geometry.square_offset(square), QSize(size, size))
                if part is board or inside.intersects(rect):
                    changed.append((square, rect))
        screen = self._painter
        if changed:
            with QPainter(self._board) as painter:
                self._painter = painter
                for square, rect in changed:
                    fill(painter, rect, self._square_colors[LIGHT_SQUARES >> square & 1])
                    self.cell(picture.cells[square], rect)
                    drawn[square] = picture.cells[square]
        self._painter = screen
        if part is board:
            screen.drawImage(board.topLeft(), self._board)
        else:
            screen.drawImage(part, self._board, inside)

    def tile(self, cell: Cell, light: bool) -> QImage:
        """Return the opaque picture of a cell on a light or a dark square."""
        tile = QImage(self._size, self._size, QImage.Format.Format_RGB32)
        tile.fill(self._square_colors[light])
        with QPainter(tile) as painter:
            self.begin(painter)
            self.cell(cell, tile.rect())
        return tile

    @plain_override
    def fill(self, rect: QRect | QRectF, color: str) -> None:
        fill(self._painter, rect, QColor(color))

    @plain_override
    def mark(self, spot: Spot, rect: QRect) -> None:
        image, left, top = self._sprite(spot)
        self._painter.drawImage(rect.left() + left, rect.top() + top, image)

    @plain_override
    def areas(self, spots: tuple[Spot, ...], rect: QRect) -> None:
        if len(spots) < 2:
            super().areas(spots, rect)
            return
        sprite = self._sprites.get(spots)
        if sprite is None:
            image = QImage(self._size, self._size, QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(Qt.GlobalColor.transparent)
            screen = self._painter
            with QPainter(image) as painter:
                self._painter = painter
                super().areas(spots, image.rect())
            self._painter = screen
            sprite = self._kept_sprite(spots, _Sprite(image.copy(), 0, 0))
        self._painter.drawImage(rect.topLeft(), sprite.image)

    @plain_override
    def piece(self, letter: str, rect: QRect) -> None:
        # Beside large marks a piece is smaller.
        image, left, top = self._sprite(letter if rect.width() == self._size else f"{letter} {rect.width()}")
        self._painter.drawImage(rect.left() + left, rect.top() + top, image)

    @plain_override
    def text(
        self, text: str, x: float, baseline: float, size: float, color: str, *, bold: bool = False, middle: bool = False
    ) -> None:
        font = QFont(self._painter.font())
        font.setPixelSize(round(size))
        font.setBold(bold)
        self._painter.setFont(font)
        self._painter.setPen(QColor(color))
        if middle:
            x -= QFontMetricsF(font).horizontalAdvance(text) / 2
        self._painter.drawText(round(x), round(baseline), text)

    @plain_override
    def keep(self, name: str, geometry: Geometry, rect: QRect, paint: Callable[[], None]) -> None:
        kept = self._kept.get(name)
        if kept is None or kept[0] != geometry:
            image = QImage(rect.size(), QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(Qt.GlobalColor.transparent)
            screen = self._painter
            with QPainter(image) as painter:
                painter.setFont(screen.font())
                painter.translate(-rect.topLeft())
                self._painter = painter
                paint()
            self._painter = screen
            self._kept[name] = kept = (geometry, image)
        self._painter.drawImage(rect.topLeft(), kept[1])

    @plain_override
    def draw(self, paint: Callable[[QPainter], None]) -> None:
        self._painter.save()
        paint(self._painter)
        self._painter.restore()

    def draw_piece(self, painter: QPainter, place: QPointF, piece: str) -> None:
        """Draw a piece by its letter, alone, for a square whose top left corner is at a point."""
        sprite = self._sprite(piece)
        painter.drawImage(place + QPointF(sprite.left, sprite.top), sprite.image)

    def draw_edge_marks(self, painter: QPainter, place: QPoint, cell: Cell) -> None:
        """Draw the marks at the edge of a square at a point once more, over a frame."""
        for spot in lay_out(cell.marks, self._size, has_piece=bool(cell.piece)):
            if spot.placed.mark.family in (Family.ATTACK, Family.BAR, Family.BADGE):
                sprite = self._sprite(spot)
                painter.drawImage(place.x() + sprite.left, place.y() + sprite.top, sprite.image)

    def _sprite(self, part: Spot | str) -> _Sprite:
        """Return the sprite of a mark, or of the piece with this letter, behind which another size may stand."""
        sprite = self._sprites.get(part)
        if sprite is None:
            sprite = self._kept_sprite(part, self._draw_sprite(part))
        return sprite

    def _kept_sprite(self, key: Spot | str | tuple[Spot, ...], sprite: _Sprite) -> _Sprite:
        """Return a sprite that is cached from now on; the oldest one makes room for it."""
        if len(self._sprites) >= self._limit:
            del self._sprites[next(iter(self._sprites))]
        self._sprites[key] = sprite
        return sprite

    def _draw_sprite(self, part: Spot | str) -> _Sprite:
        if isinstance(part, str):
            letter, _, size = part.partition(" ")
            return self._cut(piece_image(letter, int(size or self._size), self.theme))
        image = QImage(self._size, self._size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as painter:
            draw_spot(painter, part, self._size, self.theme, self.flipped)
        if part.placed.mark.family is Family.HATCH:
            return _Sprite(image.copy(), 0, 0)  # A painted image keeps its paint engine.
        return self._cut(image)

    def _cut(self, image: QImage) -> _Sprite:
        used = QRegion(QBitmap.fromImage(image.createAlphaMask())).boundingRect().adjusted(-1, -1, 1, 1)
        used = used.intersected(image.rect())
        return _Sprite(image.copy(used), used.left(), used.top())
