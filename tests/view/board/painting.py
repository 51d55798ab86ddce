"""Boards and squares painted for the tests of the painter, and what is seen on them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.position import EMPTY, Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import SHAPES, Mark, Style
from pawnviz.core.picture.picture import Cell, Picture, PlacedMark, ShownLayer, make_picture
from pawnviz.view.board.canvas import Tiles
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.paint import paint_board
from pawnviz.view.widgets.theme import LIGHT, Theme
from tests.view.vision import Pixels, color_look, look

SIZE = 64
GEOMETRY = Geometry(552, 580)
SEED = Position.from_fen("4k3/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/4K3 w - - 0 1")
ALL_SHAPES = [Mark(family, shape, "3") for family, shapes in SHAPES.items() for shape in shapes]
FLIPPED = pytest.mark.parametrize("flipped", [False, True], ids=["plain", "flipped"])
SIDES = pytest.mark.parametrize("white", [True, False], ids=["White", "Black"])
LAYER_NAMES = sorted(LAYERS)


def placed(mark: Mark, white: bool = True, attackers: int = 0) -> PlacedMark:
    return PlacedMark(mark, white, "", 1.0, 0, 1, attackers)


def shown(*identifiers: str) -> tuple[ShownLayer, ...]:
    return tuple(ShownLayer(LAYERS[name], Style(LAYERS[name].mark)) for name in identifiers)


def tile(
    *marks: PlacedMark,
    piece: str = "",
    size: int = SIZE,
    flipped: bool = False,
    theme: Theme = LIGHT,
    light: bool = True,
) -> QImage:
    tiles = Tiles()
    tiles.prepare(theme, size, flipped)
    return tiles.tile(Cell(piece, marks), light)


def ink(image: QImage, white: bool, theme: Theme = LIGHT) -> NDArray[np.bool_]:
    """Return the pixels in a side's color, rows from the top."""
    result: NDArray[np.bool_] = look(image) == color_look(theme.mark_color(white))
    return result


def middle(pixels: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the mean column and row of pixels, as shares of the picture's edges."""
    rows, columns = np.nonzero(pixels)
    return float(columns.mean() + 0.5) / pixels.shape[1], float(rows.mean() + 0.5) / pixels.shape[0]


def runs(pixels: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return where runs of columns with ink begin and end."""
    line = np.concatenate(([False], pixels.any(axis=0), [False])).astype(int)
    changes = np.nonzero(np.diff(line))[0].tolist()
    return list(zip(changes[::2], changes[1::2], strict=True))


def painted(
    picture: Picture,
    geometry: Geometry = GEOMETRY,
    theme: Theme = LIGHT,
    tiles: Tiles | None = None,
    exposed: QRect | None = None,
) -> QImage:
    image = QImage(geometry.width, geometry.height, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.window))
    paint_on(image, picture, geometry, theme, tiles or Tiles(), exposed)
    return image


def paint_on(
    image: QImage, picture: Picture, geometry: Geometry, theme: Theme, tiles: Tiles, exposed: QRect | None = None
) -> None:
    painter = QPainter(image)
    tiles.prepare(theme, geometry.square_size, geometry.flipped)
    tiles.begin(painter)
    tiles.names_side = True
    paint_board(tiles, picture, geometry, exposed)
    painter.end()


def over_empty_board(draw: Callable[[QPainter], None], geometry: Geometry = GEOMETRY) -> QImage:
    image = painted(make_picture(EMPTY), geometry)
    painter = QPainter(image)
    draw(painter)
    painter.end()
    return image


def changed_squares(image: QImage, geometry: Geometry = GEOMETRY) -> str:
    """Return the names of the squares that differ from those of an empty board."""
    changed = look(image) != look(painted(make_picture(EMPTY), geometry))
    return " ".join(SQUARE_NAMES[square] for square in range(64) if crop(changed, geometry.square_rect(square)).any())


def crop(pixels: NDArray[np.bool_], rect: QRect) -> NDArray[np.bool_]:
    return pixels[rect.top() : rect.bottom() + 1, rect.left() : rect.right() + 1]


def light_square() -> Pixels:
    return color_look(QColor(LIGHT.light_square))
