"""The painting of a board, and what is kept of it from one painting to the next."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor

from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_square
from pawnviz.core.board.position import EMPTY, START, Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Family
from pawnviz.core.picture.picture import Cell, Look, PlacedMark, make_picture
from pawnviz.view.board.canvas import SPRITE_COUNT, Tiles
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme
from tests.positions import positions
from tests.view.board.painting import FLIPPED, GEOMETRY, LAYER_NAMES, SEED, SIZE, painted, placed, shown, tile
from tests.view.parameters import slow
from tests.view.vision import color_look, look


@FLIPPED
@pytest.mark.parametrize("white_to_move", [True, False])
def test_the_marker_of_the_side_to_move_stands_at_its_first_rank(white_to_move: bool, flipped: bool) -> None:
    geometry = GEOMETRY._replace(flipped=flipped)
    image = painted(make_picture(EMPTY.with_white_to_move(white_to_move)), geometry)
    x = geometry.board_rect.right() + 1 + geometry.side_margin // 2
    own = round(geometry.square_center(0 if white_to_move else 56).y())
    other = round(geometry.square_center(56 if white_to_move else 0).y())
    assert image.pixelColor(x, own) == QColor("#ffffff" if white_to_move else "#15191d")
    assert image.pixelColor(x, other).name() == LIGHT.window


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("white", [True, False])
def test_the_disc_of_the_side_to_move_is_darker_or_lighter_than_what_it_lies_on(white: bool, theme: Theme) -> None:
    image = painted(make_picture(EMPTY.with_white_to_move(white)), GEOMETRY, theme)
    x = GEOMETRY.board_rect.right() + 1 + GEOMETRY.side_margin // 2
    y = round(GEOMETRY.square_center(0 if white else 56).y())
    disc, around = image.pixelColor(x, y).lightness(), image.pixelColor(x + 6, y + 6).lightness()
    if white:
        assert disc == 255 and (theme is LIGHT or disc - around > 70)
    else:
        assert around - disc > 90


@FLIPPED
def test_the_side_to_move_is_named_beside_the_board_where_its_disc_is(flipped: bool) -> None:
    geometry = GEOMETRY._replace(flipped=flipped)
    beside = QRect(geometry.board_rect.right() + 3, 0, geometry.side_margin - 3, geometry.height)
    words = {}
    for white in (True, False):
        image = painted(make_picture(EMPTY.with_white_to_move(white)), geometry, DARK).copy(beside)
        lettered = look(image) != color_look(QColor(DARK.window))
        disc = round(geometry.square_center(0 if white else 56).y())
        rows = [row for row in np.flatnonzero(lettered.any(axis=1)) if abs(row - disc) > SIZE // 4]
        words[white] = lettered[min(rows) : max(rows) + 1]
        # Close to the disc and within its half of the board, however much of the other half that leaves.
        assert min(abs(row - disc) for row in rows) < SIZE // 2
        assert len(rows) and max(abs(row - disc) for row in rows) < 3 * SIZE
    # Read from the disc on, in either direction: not the same letters.
    upright = words[False] if flipped else words[True]
    turned = words[True] if flipped else words[False]
    assert upright.shape != turned.shape or not np.array_equal(upright, turned[::-1, ::-1])


def test_a_board_too_small_for_words_has_the_disc_alone() -> None:
    geometry = Geometry(140, 160)
    beside = QRect(geometry.board_rect.right() + 3, 0, geometry.side_margin - 3, geometry.height)
    lettered = look(painted(make_picture(EMPTY), geometry).copy(beside)) != color_look(QColor(LIGHT.window))
    assert np.ptp(np.flatnonzero(lettered.any(axis=1))) <= 14


@FLIPPED
def test_each_piece_stands_on_its_square(flipped: bool) -> None:
    geometry = GEOMETRY._replace(flipped=flipped)
    image = painted(make_picture(START), geometry)
    for square in range(64):
        light = ((square & 7) + (square >> 3)) % 2 == 1
        expected = tile(piece=START.pieces()[square], light=light)
        assert image.copy(geometry.square_rect(square)) == expected


def test_only_the_exposed_squares_or_margins_are_painted() -> None:
    picture = make_picture(SEED, Look(shown("front_spans", "filesets")))
    whole = painted(picture)
    e4 = GEOMETRY.square_rect(parse_square("e4"))
    part = painted(picture, exposed=e4)
    assert part.copy(e4) == whole.copy(e4)
    outside = look(part)
    outside[e4.top() : e4.bottom() + 1, e4.left() : e4.right() + 1] = color_look(QColor(LIGHT.window))
    assert np.all(outside == color_look(QColor(LIGHT.window)))
    picture = make_picture(SEED, Look(shown("filesets")))
    strips, board = GEOMETRY.strip_area(0), GEOMETRY.board_rect
    part = painted(picture, exposed=strips)
    assert part.copy(strips) == painted(picture).copy(strips)
    assert np.all(look(part.copy(board)) == color_look(QColor(LIGHT.window)))


@pytest.mark.parametrize(
    ("width", "height", "scale"),
    [
        (1, 1, 1.0),
        (137, 141, 1.5),
        *slow((5, 400, 1.5), (400, 5, 3.0), (60, 60, 1.0), (137, 141, 3.0), (200, 200, 1.0)),
    ],
)
def test_a_board_of_any_size_shows_what_has_room(width: int, height: int, scale: float) -> None:
    geometry = Geometry(width, height, scale=scale)
    area = QRect(0, 0, width, height)
    of_squares = (name for name in LAYER_NAMES if LAYERS[name].mark.family is not Family.LINE)
    picture = make_picture(START, Look(shown(*of_squares)))
    image = painted(picture, geometry)
    for square, cell in enumerate(picture.cells):
        seen = geometry.square_rect(square) & area
        light = ((square & 7) + (square >> 3)) % 2 == 1
        expected = tile(*cell.marks, piece=cell.piece, size=geometry.square_size, light=light)
        corner = geometry.square_rect(square).topLeft()
        assert seen.isEmpty() or image.copy(seen) == expected.copy(seen.translated(-corner)), SQUARE_NAMES[square]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=10)
@given(
    st.lists(
        st.tuples(
            positions(),
            st.lists(st.sampled_from(LAYER_NAMES), max_size=6, unique=True),
            st.booleans(),
            st.sampled_from((LIGHT, DARK)),
            st.sampled_from((320, 330, 400)),
            st.none()
            | st.builds(QRect, st.integers(0, 300), st.integers(0, 300), st.integers(1, 200), st.integers(1, 200)),
        ),
        min_size=2,
        max_size=6,
    )
)
def test_what_is_kept_from_earlier_pictures_never_shows(
    steps: list[tuple[Position, list[str], bool, Theme, int, QRect | None]],
) -> None:
    kept = Tiles()
    for position, names, flipped, theme, edge, exposed in steps:
        picture = make_picture(position, Look(shown(*names), captures=flipped))
        geometry = Geometry(edge, edge, flipped)
        painted(picture, geometry, theme, kept, exposed)
        assert painted(picture, geometry, theme, kept) == painted(picture, geometry, theme)


@pytest.mark.parametrize(("size", "limit"), [(96, SPRITE_COUNT), (64, 512)])
def test_the_oldest_sprites_are_dropped_of_many(monkeypatch: pytest.MonkeyPatch, size: int, limit: int) -> None:
    drawn: list[PlacedMark] = []
    monkeypatch.setattr("pawnviz.view.board.canvas.draw_spot", lambda painter, spot, *_: drawn.append(spot.placed))
    kept = Tiles()
    kept.prepare(LIGHT, size, flipped=False)
    marks = [placed(LAYERS["stops"].mark)._replace(color=f"#{number:06x}") for number in range(limit + 1)]

    def drawn_again(*wanted: PlacedMark) -> list[PlacedMark]:
        drawn.clear()
        for mark in wanted:
            kept.tile(Cell("", (mark,)), True)
        return drawn

    assert drawn_again(*marks[:-1]) == marks[:-1]
    assert drawn_again(*marks[:-1]) == []
    assert drawn_again(marks[-1]) == [marks[-1]]
    assert drawn_again(*marks[1:]) == []
    assert drawn_again(marks[0]) == [marks[0]]
    assert drawn_again(*marks[2:]) == []
