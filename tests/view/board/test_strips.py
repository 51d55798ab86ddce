"""Strips of files below the board, as they are seen."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import EMPTY, START, Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Family, Mark, Style, strip
from pawnviz.core.picture.picture import Look, ShownLayer, Strip, make_picture
from pawnviz.view.board import paint
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.widgets.theme import LIGHT
from tests.view.board.painting import ALL_SHAPES, FLIPPED, GEOMETRY, SEED, SIZE, ink, middle, painted, runs, shown
from tests.view.vision import color_look, look

ISLANDS = ShownLayer(LAYERS["filesets"], Style(strip("solid")))


def strips_of(position: Position, *layers: ShownLayer, flipped: bool = False) -> QImage:
    geometry = GEOMETRY._replace(flipped=flipped)
    return painted(make_picture(position, Look(layers)), geometry).copy(geometry.strip_area(0))


@FLIPPED
@pytest.mark.parametrize(("white", "islands"), [(True, [(0, 3), (5, 8)]), (False, [(0, 4), (5, 8)])])
def test_a_strip_is_under_each_island_not_between(white: bool, islands: list[tuple[int, int]], flipped: bool) -> None:
    found = runs(ink(strips_of(SEED, ISLANDS, flipped=flipped), white))
    if flipped:
        islands = [(8 - last, 8 - first) for first, last in reversed(islands)]
    assert [(round(first / SIZE), round(last / SIZE)) for first, last in found] == islands


@FLIPPED
@pytest.mark.parametrize(("identifier", "files"), [("island_west_files", [0, 5]), ("island_east_files", [2, 7])])
def test_ends_stand_at_the_outer_edges_of_the_islands(identifier: str, files: list[int], flipped: bool) -> None:
    pixels = ink(strips_of(SEED, *shown(identifier), flipped=flipped), True)
    found = {}
    for file in range(8):
        left = SIZE * (7 - file if flipped else file)
        part = pixels[:, left : left + SIZE]
        if part.any():
            found[file] = middle(part)[0]
    at_left = identifier.startswith("island_west") != flipped
    assert list(found) == files
    assert all(place < 0.2 if at_left else place > 0.8 for place in found.values())


def test_white_s_strips_lie_above_black_s_and_strips_in_many_rows_keep_apart() -> None:
    for count in range(1, 5):
        layers = (ISLANDS, *shown("open_files", "half_open_files", "closed_files"))[:count]
        image = painted(make_picture(START.without_piece(parse_square("e2")), Look(layers)))
        image = image.copy(GEOMETRY.strip_area(count))
        white, black = (np.nonzero(ink(image, side).any(axis=1))[0] for side in (True, False))
        assert white.max() < black.min()
    strips = tuple(Strip(mark, white, "", 1.0, row, 255) for row, mark in enumerate(STRIPS) for white in (True, False))
    image = painted(make_picture(EMPTY)._replace(strips=strips, strip_rows=len(STRIPS)))
    rows = [ink(image, side).any(axis=1) for side in (True, False)]
    assert rows[0].any() and rows[1].any() and not (rows[0] & rows[1]).any()


def test_each_side_s_strips_have_a_disc_in_its_color_beside_them() -> None:
    image = painted(make_picture(SEED, Look((ISLANDS,))))
    area = GEOMETRY.strip_area(0)
    x = GEOMETRY.board_rect.left() - GEOMETRY.coordinate_margin // 2
    column = [image.pixelColor(x, y).lightness() for y in range(area.top(), area.bottom())]
    bare = painted(make_picture(SEED))
    assert max(column) == 255
    assert min(column) < 40
    assert column.index(255) < column.index(min(column))
    assert {bare.pixelColor(x, y).name() for y in range(area.top(), area.bottom())} == {LIGHT.window}


STRIPS = [mark for mark in ALL_SHAPES if mark.family is Family.STRIP]


@FLIPPED
@pytest.mark.parametrize("mark", STRIPS, ids=lambda mark: mark.shape)
def test_a_strip_of_any_shape_is_seen_below_its_files_and_no_others(mark: Mark, flipped: bool) -> None:
    geometry = GEOMETRY._replace(flipped=flipped)
    for files, white in ((0, True), (1, False), (0b10100110, True), (0b01100000, False), (255, True)):
        strip = Strip(mark, white, "", 1.0, 0, files)
        image = painted(make_picture(EMPTY)._replace(strips=(strip,), strip_rows=1), geometry)
        inked = look(image.copy(geometry.strip_area(0))) != color_look(QColor(LIGHT.window))
        columns = {geometry.column(file) for file in range(8) if files >> file & 1}
        assert {column for column in range(8) if inked[:, column * SIZE : (column + 1) * SIZE].any()} == columns


def test_file_letters_stay_beside_two_rows_of_strips_and_give_their_room_to_more() -> None:
    letters = QRect(GEOMETRY.board_rect.left(), GEOMETRY.board_rect.bottom() + 2, 8 * SIZE, 14)
    bare = painted(make_picture(SEED)).copy(letters)
    for rows in range(1, 5):
        layers = (ISLANDS, *shown("open_files", "half_open_files", "closed_files"))[:rows]
        assert (painted(make_picture(SEED, Look(layers))).copy(letters) == bare) == (rows <= 2)
        assert not GEOMETRY.strip_area(rows).intersects(GEOMETRY.board_rect)


def test_squares_cover_what_reaches_them_of_a_strip(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw_tall(painter: QPainter, strip: Strip, rows: int, geometry: Geometry, *_: object) -> None:
        board = geometry.board_rect
        painter.fillRect(board.left(), board.bottom() - 2, board.width(), 8, QColor("#ff0000"))

    monkeypatch.setattr(paint, "draw_strip", draw_tall)
    picture, board = make_picture(SEED, Look((ISLANDS,))), GEOMETRY.board_rect
    whole = painted(picture, GEOMETRY)
    assert whole.pixelColor(board.left() + 5, board.bottom() + 2).name() == "#ff0000"
    plain = painted(make_picture(SEED, Look()), GEOMETRY)
    assert whole.copy(board) == plain.copy(board)
