"""Where squares, strips and coordinates are, at every size, scale factor and either way round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect

from pawnviz.core.board.bitboard import parse_square
from pawnviz.view.board.geometry import MINIMUM_SQUARE, Geometry, is_right, is_up

geometries = st.builds(
    Geometry,
    st.integers(1, 4000),
    st.integers(1, 4000),
    flipped=st.booleans(),
    coordinates=st.booleans(),
    strip_space=st.booleans(),
    magnification=st.sampled_from([1.0, 1.0, 1.8]),
    scale=st.sampled_from((1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)),
)


@given(geometries)
def test_the_squares_fill_the_board_without_gaps_and_each_pixel_is_on_its_square_or_beside(geometry: Geometry) -> None:
    size = geometry.square_size
    corners = {geometry.square_rect(square).topLeft().toTuple() for square in range(64)}
    board = geometry.board_rect
    assert corners == {
        (board.left() + size * column, board.top() + size * row) for column in range(8) for row in range(8)
    }
    assert {geometry.square_rect(square).size().toTuple() for square in range(64)} == {(size, size)}
    assert board.size().toTuple() == (8 * size, 8 * size)
    for square in range(64):
        rect = geometry.square_rect(square)
        for point in (rect.topLeft(), rect.bottomRight(), rect.center()):
            assert geometry.square_at(point.x(), point.y()) == square
    middle = board.center()
    for x, y in (
        (board.left() - 1, middle.y()),
        (board.right() + 1, middle.y()),
        (middle.x(), board.top() - 1),
        (middle.x(), board.bottom() + 1),
    ):
        assert geometry.square_at(x, y) is None


@given(geometries)
def test_the_board_is_as_large_as_fits_with_margins_and_strips_within_the_area(geometry: Geometry) -> None:
    board, strips = geometry.board_rect, geometry.strip_area(0)
    assert geometry.square_size >= MINIMUM_SQUARE
    assert strips.top() > board.bottom()
    assert (strips.left(), strips.width()) == (board.left(), board.width())
    letters = QRect(board.left(), board.bottom() + 1, board.width(), geometry.coordinate_margin)
    # Below the letters, which leave a little of their room, or in their place.
    covered = strips.intersected(letters).height()
    assert covered <= 3 * geometry.margin_scale + 1 if geometry.strip_space else covered == letters.height()
    assert geometry.strip_area(3).bottom() == strips.bottom()
    if geometry.square_size > MINIMUM_SQUARE:
        area = QRect(0, 0, geometry.width, geometry.height)
        names = board.adjusted(-geometry.coordinate_margin, 0, geometry.side_margin, geometry.coordinate_margin)
        assert area.contains(names)
        assert area.contains(strips)
    size = geometry.square_size
    if size > MINIMUM_SQUARE:
        beside = geometry.coordinate_margin + geometry.side_margin
        below = geometry.coordinate_margin + geometry.strip_height
        assert (
            8 * (size + 1) + beside > geometry.width
            or 8 * (size + 1) + below > geometry.height - 3 * geometry.scale - 1
        )


@given(st.integers(0, 63))
def test_a_flipped_board_is_turned_by_half_a_turn_with_white_s_first_rank_at_the_top(square: int) -> None:
    plain, flipped = Geometry(600, 600), Geometry(600, 600, flipped=True)
    board = plain.board_rect
    turned = board.topLeft() + board.bottomRight() - plain.square_rect(square).bottomRight()
    assert flipped.square_rect(square).topLeft() == turned
    a1, h8 = parse_square("a1"), parse_square("h8")
    assert plain.square_rect(a1).bottomLeft() == plain.board_rect.bottomLeft()
    assert plain.square_rect(h8).topRight() == plain.board_rect.topRight()
    assert flipped.square_rect(a1).topRight() == flipped.board_rect.topRight()


@pytest.mark.parametrize("flipped", [False, True])
@given(square=st.integers(0, 63), columns=st.integers(-9, 9), rows=st.integers(-9, 9))
def test_a_neighbor_is_some_steps_away_or_at_the_edge(flipped: bool, square: int, columns: int, rows: int) -> None:
    geometry = Geometry(600, 600, flipped)
    found = geometry.neighbor(square, columns, rows)
    column, row = geometry.column(square & 7), geometry.row(square >> 3)
    assert geometry.column(found & 7) == min(7, max(0, column + columns))
    assert geometry.row(found >> 3) == min(7, max(0, row + rows))


def test_margins_grow_with_the_scale_factor_and_shrink_without_coordinates() -> None:
    plain = Geometry(1000, 1000)
    assert Geometry(1000, 1000, scale=2.0).coordinate_margin == 2 * plain.coordinate_margin
    assert Geometry(1000, 1000, scale=2.0).strip_height == 2 * plain.strip_height
    assert Geometry(1000, 1000, coordinates=False).coordinate_margin < plain.coordinate_margin
    assert Geometry(1000, 1000, strip_space=False).square_size > plain.square_size


@given(geometries, st.integers(0, 63))
def test_a_point_in_logical_pixels_is_on_the_square_that_is_drawn_there(geometry: Geometry, square: int) -> None:
    assert geometry.square_under(geometry.square_center(square) / geometry.scale) == square


@pytest.mark.parametrize("flipped", [False, True])
def test_directions_of_the_board_are_those_of_its_squares_on_the_screen(flipped: bool) -> None:
    geometry = Geometry(600, 600, flipped)
    d4, e4, d5 = (geometry.square_rect(parse_square(name)) for name in ("d4", "e4", "d5"))
    assert is_right(True, flipped) == (e4.left() > d4.left())
    assert is_right(False, flipped) != is_right(True, flipped)
    assert is_up(True, flipped) == (d5.top() < d4.top())
    assert is_up(False, flipped) != is_up(True, flipped)
