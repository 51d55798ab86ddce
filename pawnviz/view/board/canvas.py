"""The targets of a board's painting: any canvas, and the screen with its cached squares and sprites; pieces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

from PySide6.QtCore import QByteArray, QPoint, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QBitmap, QColor, QFont, QFontMetricsF, QImage, QPainter, QRegion
from PySide6.QtSvg import QSvgRenderer

from pawnviz.core.board.bitboard import LIGHT_SQUARES
from pawnviz.core.layers.marks import Family
from pawnviz.core.picture.picture import Cell, Picture
from pawnviz.core.picture.places import LETTER_SIZE, Spot, lay_out, piece_box
from pawnviz.folders import read_resource
from pawnviz.override import plain_override
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.marks import draw_spot
from pawnviz.view.board.shapes import clear_image, fill
from pawnviz.view.board.swatch import Sample, draw_placed
from pawnviz.view.widgets.theme import LIGHT, Theme

_LEGEND_EDGE: Final = 24.0  # The edge of a square in the window's legend, for which its marks are made.


class Canvas(ABC):
    """Draws in the colors of a theme, for a plain or a flipped board, in units from the top left."""

    def __init__(self, theme: Theme = LIGHT, *, flipped: bool = False) -> None:
        self.theme = theme
        self.flipped = flipped
        self.least_label = 0.0  # The least height of a mark with letters, in the units of the canvas.
        self.names_side = False  # Whether the side to move is named beside the board.

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
        board, size = geometry.board_rect, geometry.square_size
        width = size * 0.01
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
            rect.left() + box.left * size, rect.top() + box.top * size, box.width * size, box.width * size
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
        size = self.mark_size(rect)
        # If marks have no letters, none has to be legible.
        least = self.least_label / rect.width() if size >= LETTER_SIZE else 0.0
        return lay_out(cell.marks, size, has_piece=bool(cell.piece), least=least)

    def mark_size(self, rect: QRect) -> float:
        """Return the size in pixels of the square that the marks on a square are made for."""
        return rect.width()

    def _frame(self, rect: QRect) -> None:
        left, top, size = rect.left(), rect.top(), rect.width()
        width, color = size * 0.055, self.theme.box_edge
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
        if changed:
            with self._onto(self._board) as painter:
                for square, rect in changed:
                    fill(painter, rect, self._square_colors[LIGHT_SQUARES >> square & 1])
                    self.cell(picture.cells[square], rect)
                    drawn[square] = picture.cells[square]
        if part is board:
            self._painter.drawImage(board.topLeft(), self._board)
        else:
            self._painter.drawImage(part, self._board, inside)

    @contextmanager
    def _onto(self, image: QImage) -> Iterator[QPainter]:
        screen = self._painter
        with QPainter(image) as painter:
            self._painter = painter
            yield painter
        self._painter = screen

    def tile(self, cell: Cell, light: bool) -> QImage:
        """Return the opaque picture of a cell on a light or a dark square."""
        tile = QImage(self._size, self._size, QImage.Format.Format_RGB32)
        tile.fill(self._square_colors[light])
        with self._onto(tile):
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
            image = clear_image(self._size, self._size)
            with self._onto(image):
                super().areas(spots, image.rect())
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
            image, font = clear_image(rect.width(), rect.height()), self._painter.font()
            with self._onto(image) as painter:
                painter.setFont(font)
                painter.translate(-rect.topLeft())
                paint()
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
        if part in self._sprites:
            return self._sprites[part]
        if isinstance(part, str):
            letter, _, size = part.partition(" ")
            return self._kept_sprite(part, self._cut(piece_image(letter, int(size or self._size), self.theme)))
        image = clear_image(self._size, self._size)
        with QPainter(image) as painter:
            draw_spot(painter, part, self._size, self.theme, self.flipped)
        is_area = part.placed.mark.family is Family.HATCH  # A painted image keeps its paint engine, a copy does not.
        return self._kept_sprite(part, _Sprite(image.copy(), 0, 0) if is_area else self._cut(image))

    def _kept_sprite(self, key: Spot | str | tuple[Spot, ...], sprite: _Sprite) -> _Sprite:
        if len(self._sprites) >= self._limit:
            del self._sprites[next(iter(self._sprites))]
        self._sprites[key] = sprite
        return sprite

    def _cut(self, image: QImage) -> _Sprite:
        used = QRegion(QBitmap.fromImage(image.createAlphaMask())).boundingRect().adjusted(-1, -1, 1, 1)
        used = used.intersected(image.rect())
        return _Sprite(image.copy(used), used.left(), used.top())


PIECE_SHARE: Final = 0.86  # The edge of a piece, as a share of its square's.
RIM: Final = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))
"""The directions of copies of a piece in the color of its rim."""
_KEPT: Final = 36  # The pieces of the board, and those of the editor in a narrow and in a wide window.


def piece_svg(letter: str) -> str:
    """Return the drawing of a piece by its letter, capital for White, as SVG with a view box of 45 units."""
    return read_resource(f"pieces/{'w' if letter.isupper() else 'b'}{letter.upper()}.svg")


def silhouette(letter: str, color: str) -> str:
    """Return a piece filled with one color as SVG."""
    text = piece_svg(letter)
    for found in ("#ffffff", "#000000", "#fff", "#000", "#ececec", "#ECECEC"):
        text = text.replace(f'"{found}"', f'"{color}"').replace(f":{found};", f":{color};")
    return text


def rim_width(letter: str, size: float, theme: Theme) -> float:
    """Return the width of a piece's rim on a square of a size: wider if a black piece stands on a dark board."""
    return size * (0.034 if theme.name == "dark" and letter.islower() else 0.016)


@lru_cache(_KEPT)
def piece_image(letter: str, size: int, theme: Theme) -> QImage:
    """Return the picture of a piece by its letter, capital for White, on a transparent square of ``size`` pixels.

    Its rim keeps hatches off, and is wider on a dark board. The picture is cached: who paints on it copies it first.
    """
    edge = size * PIECE_SHARE
    shape = clear_image(max(1, ceil(edge)), max(1, ceil(edge)))
    with QPainter(shape) as painter:
        QSvgRenderer(QByteArray(piece_svg(letter).encode())).render(painter, QRectF(0, 0, edge, edge))
    rim = shape.copy()
    with QPainter(rim) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        fill(painter, rim.rect(), QColor(theme.piece_halo))
    image = clear_image(size, size)
    corner = QPointF((size - edge) / 2, (size - edge) / 2)
    reach = rim_width(letter, size, theme)
    with QPainter(image) as painter:
        for x, y in RIM:
            painter.drawImage(corner + QPointF(x, y) * reach, rim)
        painter.drawImage(corner, shape)
    return image.copy()  # A painted image keeps its paint engine.
