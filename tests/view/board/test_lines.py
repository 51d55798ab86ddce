"""Lines over the board: the arrows of steps to break squares, and the fronts of both sides."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from pawnviz.core.board.bitboard import parse_square, square_names
from pawnviz.core.board.position import START, Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.picture.picture import LOST, Arrow, Cell, Look, make_picture, picture_of_change
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.paint import draw_arrow
from pawnviz.view.export.figure import Figure
from pawnviz.view.export.files import figure_svg
from pawnviz.view.widgets.theme import LIGHT
from tests.view.board.painting import FLIPPED, GEOMETRY, ink, painted, placed, shown
from tests.view.vision import color_look, look

SIZE = 60

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("flipped", [False, True])
def test_an_arrow_ends_at_the_symbol_of_its_break_square(flipped: bool) -> None:
    geometry = Geometry(8 * SIZE + 40, 8 * SIZE + 43, flipped)
    image = QImage(geometry.width, geometry.height, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    target = Cell("", (placed(LAYERS["break_squares"].mark),))
    with QPainter(image) as painter:
        draw_arrow(painter, Arrow(12, 28, True, is_push=True), target, geometry, LIGHT)
    rect = geometry.square_rect(28)
    rows = [
        y
        for y in range(rect.top(), rect.bottom() + 1)
        if any(image.pixelColor(x, y) == LIGHT.mark_color(True) for x in range(rect.left(), rect.right() + 1))
    ]
    tip = (rows[-1] if flipped else min(rows, default=rect.bottom() + 1)) - rect.top()
    # The symbol is in the lower half, its middle at 0.85 of the square.
    assert abs(tip - 0.85 * SIZE) < 0.25 * SIZE


CARLSBAD = Position.from_fen("6k1/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/6K1 w - - 0 1")


def fronts_of(position: Position, flipped: bool = False, *names: str) -> QImage:
    picture = make_picture(position, Look(shown("fronts", *names), flipped=flipped))
    return painted(picture, GEOMETRY._replace(flipped=flipped))


def rows_with_ink(image: QImage, square: str, white: bool, flipped: bool = False) -> list[float]:
    """Return where a side's ink is in the middle columns of a square, as shares of its edge from the top."""
    rect = GEOMETRY._replace(flipped=flipped).square_rect(parse_square(square))
    middle = rect.center().x()
    columns = ink(image, white)[rect.top() : rect.bottom() + 1, middle - 6 : middle + 7]
    return [row / rect.height() for row in np.nonzero(columns.any(axis=1))[0].tolist()]


@FLIPPED
def test_a_front_runs_along_the_front_edges_of_the_foremost_pawns_or_at_the_own_edge(flipped: bool) -> None:
    image = fronts_of(CARLSBAD, flipped)
    for white, names in ((True, ("a2", "d4", "h2")), (False, ("a7", "d5", "h7"))):
        for name in names:
            rows = rows_with_ink(image, name, white, flipped)
            is_at_top = white != flipped
            assert rows and all(row < 0.15 if is_at_top else row > 0.85 for row in rows), (name, rows)
    assert max(rows_with_ink(image, "c1", True, flipped), key=lambda row: abs(row - 0.5)) == pytest.approx(
        0.04 if flipped else 0.95, abs=0.05
    )


def test_fronts_that_meet_stay_apart_and_differ_without_color_by_dashes_and_the_shape_of_teeth() -> None:
    image = fronts_of(CARLSBAD)
    rect = GEOMETRY.square_rect(parse_square("d4"))
    edge = look(image)[rect.top() - 1 : rect.top() + 1, rect.center().x()]
    assert not {*edge.tolist()} & {color_look(LIGHT.mark_color(white)) for white in (True, False)}
    image = fronts_of(START)
    line = {white: ink(image, white).sum(axis=1).max() for white in (True, False)}
    assert line[True] == 8 * GEOMETRY.square_size
    assert 0.5 * line[True] < line[False] < 0.8 * line[True]


@FLIPPED
def test_a_tooth_stands_forward_of_the_line_where_a_step_is_a_break_and_nowhere_else(flipped: bool) -> None:
    white, black = make_picture(CARLSBAD, Look(shown("fronts"))).lines
    assert (square_names(white.teeth), square_names(black.teeth)) == ("e3", "c6")
    image = fronts_of(CARLSBAD, flipped)
    for name, is_white in (("e4", True), ("c5", False)):
        assert rows_with_ink(image, name, is_white, flipped)
    for name, is_white in (("b3", True), ("f3", True), ("b6", False)):
        assert not rows_with_ink(image, name, is_white, flipped)


def test_the_former_line_stays_pale_beside_the_one_after_a_change() -> None:
    after = START.moved(parse_square("e2"), parse_square("e4"))
    old, *new = picture_of_change(*(make_picture(each, Look(shown("fronts"))) for each in (START, after))).lines
    assert (old.white, old.change, old.levels, old.teeth) == (True, LOST, (2,) * 8, 0)
    assert old.opacity < 0.5 and [line.levels for line in new] == [(2, 2, 2, 2, 4, 2, 2, 2), (6,) * 8]


def test_symbols_stand_over_a_front_and_it_is_in_exported_shapes() -> None:
    both = Look(shown("fronts", "isolated_pawns"))
    position = Position.from_fen("8/8/8/8/3P4/8/8/8")
    svg = figure_svg(Figure(make_picture(position, both), both))
    plain = figure_svg(Figure(make_picture(position, Look(shown("isolated_pawns"))), both))
    assert LIGHT.mark_color(True).name() in svg and len(svg) > len(plain) + 200
