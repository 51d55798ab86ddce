"""Arrows, frames and a pawn's own squares over the board, as they are seen."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter

from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_square, squares
from pawnviz.core.board.position import EMPTY, Position
from pawnviz.core.layers.attacks import single_pawn
from pawnviz.core.picture.picture import Arrow, Cell, Look, Picture, make_picture
from pawnviz.core.structures.pattern import PatternMark
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.overlay import (
    draw_corners,
    draw_frame,
    draw_heat,
    draw_own_pawn,
    draw_pattern_mark,
    draw_warning,
)
from pawnviz.view.board.paint import draw_arrow, draw_drawing
from pawnviz.view.board.state import HeatMarks
from pawnviz.view.widgets.theme import LIGHT
from tests.view.board.painting import (
    FLIPPED,
    GEOMETRY,
    SIDES,
    SIZE,
    changed_squares,
    crop,
    ink,
    middle,
    over_empty_board,
    painted,
    runs,
    shown,
)
from tests.view.vision import color_look, look


def test_pawns_that_can_take_each_other_have_two_arrows_side_by_side() -> None:
    picture = make_picture(Position.from_fen("8/8/8/3p4/4P3/8/8/8"), Look(captures=True))
    image = painted(picture._replace(cells=make_picture(EMPTY).cells))
    white, black = ink(image, True), ink(image, False)
    assert np.count_nonzero(white) > 100
    assert np.count_nonzero(black) > 100
    both = GEOMETRY.square_rect(parse_square("d5")).united(GEOMETRY.square_rect(parse_square("e4")))
    for pixels in (white, black):
        rows, columns = np.nonzero(pixels)
        assert both.contains(QRect(QPoint(columns.min(), rows.min()), QPoint(columns.max(), rows.max())))
    # Each keeps to its own right: White's way goes up and left, so its arrow lies higher than Black's.
    assert middle(white)[1] < middle(black)[1]


def test_the_shaft_of_a_step_to_a_break_square_is_dashed_and_its_head_hollow_if_it_loses_the_pawn() -> None:
    c2, c4 = parse_square("c2"), parse_square("c4")

    def drawn(arrow: Arrow) -> NDArray[np.bool_]:
        return ink(over_empty_board(lambda painter: draw_arrow(painter, arrow, Cell(""), GEOMETRY, LIGHT)), True)

    dashed, plain = drawn(Arrow(c2, c4, True, is_push=True)), drawn(Arrow(c2, c4, True))
    below_head = GEOMETRY.square_rect(parse_square("c3"))
    assert len(runs(crop(plain, below_head).T)) == 1
    assert len(runs(crop(dashed, below_head).T)) > 3
    assert np.count_nonzero(crop(dashed, GEOMETRY.square_rect(c4))) > 50

    hollow = drawn(Arrow(c2, c4, True, is_push=True, is_hollow=True))
    assert np.count_nonzero(hollow) < np.count_nonzero(dashed)


def test_an_arrow_ends_at_its_target_before_the_piece_there() -> None:
    picture = make_picture(Position.from_fen("8/8/8/3p4/4P3/8/8/8"), Look(captures=True))
    d5 = GEOMETRY.square_rect(parse_square("d5"))
    pixels = ink(
        over_empty_board(lambda painter: draw_arrow(painter, picture.arrows[0], Cell("p"), GEOMETRY, LIGHT)), True
    )
    rows, columns = np.nonzero(crop(pixels, d5))
    # The pawn comes from the right below; the middle half of the square stays free.
    assert len(rows) and rows.min() > d5.height() / 2 and columns.min() > d5.width() / 2
    assert not np.any(crop(pixels, d5)[d5.height() // 4 : d5.height() // 2])
    pixels = ink(
        over_empty_board(lambda painter: draw_arrow(painter, picture.arrows[0], Cell(""), GEOMETRY, LIGHT)), True
    )
    parts = {name: np.count_nonzero(crop(pixels, GEOMETRY.square_rect(parse_square(name)))) for name in ("e4", "d5")}
    assert parts["d5"] > 1.5 * parts["e4"] > 0


@FLIPPED
def test_the_arrow_of_a_step_does_not_cover_the_symbol_of_its_break_square(flipped: bool) -> None:
    geometry = GEOMETRY._replace(flipped=flipped)
    position = Position.from_fen("8/8/8/3p4/8/2P5/8/8")
    picture = make_picture(position, Look(shown("break_squares")))
    bare = picture._replace(arrows=())
    assert picture.arrows
    for square, white in (("c4", True), ("d4", False)):
        rect = geometry.square_rect(parse_square(square))
        symbol = crop(ink(painted(bare, geometry), white), rect)
        over = crop(ink(over_empty_board(lambda painter: draw_all(painter, picture, geometry), geometry), white), rect)
        assert np.any(symbol)
        assert not np.any(symbol & over)


def draw_all(painter: QPainter, picture: Picture, geometry: Geometry) -> None:
    for arrow in picture.arrows:
        draw_arrow(painter, arrow, picture.cells[arrow.target], geometry, LIGHT)


@FLIPPED
def test_a_square_that_makes_the_position_illegal_is_marked_in_its_top_left_corner(flipped: bool) -> None:
    geometry = GEOMETRY._replace(flipped=flipped)
    c6 = parse_square("c6")
    image = over_empty_board(lambda painter: draw_warning(painter, c6, geometry, LIGHT), geometry)
    assert changed_squares(image, geometry) == "c6"
    corner = image.copy(geometry.square_rect(c6))
    assert corner.pixelColor(2, 2).name() == LIGHT.warning
    assert corner.pixelColor(SIZE // 2, SIZE // 2) == painted(make_picture(EMPTY), geometry).pixelColor(
        geometry.square_center(c6).toPoint()
    )
    colors = {corner.pixelColor(x, y).name() for x in range(20) for y in range(20)}
    assert LIGHT.badge_text in colors


def test_a_frame_and_the_corners_of_the_last_move_stay_within_their_square() -> None:
    e4 = parse_square("e4")
    color = QColor(LIGHT.cursor)
    image = over_empty_board(lambda painter: draw_frame(painter, e4, GEOMETRY, color, LIGHT, Qt.PenStyle.SolidLine))
    assert changed_squares(image) == "e4"
    square = look(image.copy(GEOMETRY.square_rect(e4)))
    edges = [square[1, :], square[-2, :], square[:, 1], square[:, -2]]
    assert all(np.count_nonzero(edge == color_look(color)) > SIZE // 2 for edge in edges)
    image = over_empty_board(lambda painter: draw_corners(painter, e4, GEOMETRY, LIGHT))
    assert changed_squares(image) == "e4"
    square = look(image.copy(GEOMETRY.square_rect(e4)))
    assert np.count_nonzero(square == color_look(QColor(LIGHT.last_move))) > SIZE // 2


def test_a_person_s_own_arrow_runs_through_the_middle_of_its_squares_and_a_circle_stays_on_its_square() -> None:
    g2, g4, purple = parse_square("g2"), parse_square("g4"), QColor("#6b3fa0")
    arrow = over_empty_board(lambda painter: draw_drawing(painter, g2, g4, purple, GEOMETRY, LIGHT))
    assert changed_squares(arrow) == "g2 g3 g4"
    columns = np.nonzero(look(arrow) == color_look(purple))[1]
    assert columns.mean() == pytest.approx(GEOMETRY.square_center(g2).x(), abs=1)
    circle = over_empty_board(lambda painter: draw_drawing(painter, g4, g4, purple, GEOMETRY, LIGHT))
    assert changed_squares(circle) == "g4"


@SIDES
def test_a_pawn_s_own_squares_are_framed(white: bool) -> None:
    pawn = single_pawn(white, parse_square("c5"))
    image = over_empty_board(lambda painter: draw_own_pawn(painter, pawn, GEOMETRY, LIGHT))
    masks = (pawn.lee, pawn.luff, pawn.rear_span, pawn.telestops, pawn.stop, pawn.attacks, 1 << pawn.square)
    own = " ".join(SQUARE_NAMES[square] for square in range(64) if any(mask >> square & 1 for mask in masks))
    assert changed_squares(image) == own
    assert ink(image.copy(GEOMETRY.square_rect(pawn.square)), white).sum() > 2 * SIZE


def test_a_name_that_is_wider_than_its_square_is_left_out() -> None:
    pawn = single_pawn(True, parse_square("c2"))

    def filled(geometry: Geometry) -> float:
        """Return the share of a telestop's square in the side's color."""
        image = over_empty_board(lambda painter: draw_own_pawn(painter, pawn, geometry, LIGHT), geometry)
        square = image.copy(geometry.square_rect(parse_square("c5")))
        return float(ink(square, True).mean())

    # On a large square the name stands on a filled label; a small one has its dashes only.
    assert filled(GEOMETRY) > 0.1
    assert filled(Geometry(40 + 8 * 30, 68 + 8 * 30)) < 0.06


@SIDES
def test_a_disc_of_heat_is_as_large_as_its_share_and_the_largest_nearly_fills_its_square(white: bool) -> None:
    shares = [0.0] * 64
    shares[parse_square("c3")], shares[parse_square("f6")] = 0.08, 0.02
    image = over_empty_board(lambda painter: draw_heat(painter, HeatMarks(white, tuple(shares)), GEOMETRY, LIGHT))
    assert changed_squares(image) == "c3 f6"
    changed = look(image) != look(painted(make_picture(EMPTY)))
    widths = [runs(crop(changed, GEOMETRY.square_rect(parse_square(name))))[0] for name in ("c3", "f6")]
    large, small = (end - start for start, end in widths)
    assert 0.84 * SIZE < large <= SIZE and small == pytest.approx(large / 2, abs=0.08 * SIZE)


def test_crosses_of_a_pattern_stand_at_the_left_for_white_and_at_the_right_for_black() -> None:
    e5 = parse_square("e5")
    for white in (True, False):
        mark = PatternMark(white, 1 << e5, is_empty=True)
        image = over_empty_board(partial(draw_pattern_mark, mark=mark, geometry=GEOMETRY, theme=LIGHT))
        across, _ = middle(ink(image.copy(GEOMETRY.square_rect(e5)), white))
        assert (across < 0.4) == white and (across > 0.6) == (not white)


def test_attacks_of_a_pawn_s_own_squares_have_its_color_and_lee_and_luff_have_not() -> None:
    pawn = single_pawn(True, parse_square("c4"))
    image = over_empty_board(lambda painter: draw_own_pawn(painter, pawn, GEOMETRY, LIGHT))
    for mask, is_own in ((pawn.attacks, True), (pawn.stop, True), (pawn.luff, False), (pawn.rear_span, False)):
        for square in squares(mask):
            assert bool(ink(image.copy(GEOMETRY.square_rect(square)), True).any()) == is_own
