"""The marks of layers on squares: where they stand, which way they point, and that each shape is drawn everywhere."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import combinations, product

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.position import EMPTY
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import SHAPES, Family, Mark, badge
from pawnviz.core.picture.picture import FROM_EAST, FROM_WEST, GAINED, Cell, Look, Picture, PlacedMark, Strip
from pawnviz.core.picture.places import COARSE_SIZE, MORE, lay_out
from pawnviz.view.board.geometry import MINIMUM_SQUARE, Geometry
from pawnviz.view.board.marks import draw_spot
from pawnviz.view.board.shapes import draw_strike
from pawnviz.view.export.figure import Figure
from pawnviz.view.export.files import figure_image, figure_pdf, figure_svg
from pawnviz.view.widgets.theme import DARK, LIGHT, ONE_INK, Theme
from tests.view.board.painting import (
    ALL_SHAPES,
    FLIPPED,
    SIDES,
    SIZE,
    crop,
    ink,
    light_square,
    middle,
    painted,
    placed,
    runs,
    tile,
)
from tests.view.parameters import slow
from tests.view.vision import color_look, look


@FLIPPED
@SIDES
def test_a_stop_s_chevron_points_the_side_s_way_in_its_half_of_the_square(white: bool, flipped: bool) -> None:
    pixels = ink(tile(placed(LAYERS["stops"].mark, white), flipped=flipped), white)
    widths = pixels.sum(axis=1)
    widths = widths[widths > 0]
    grows_downward = widths[-1] > widths[0]
    assert grows_downward == (white != flipped)
    assert (middle(pixels)[1] > 0.5) == white


@FLIPPED
@SIDES
@pytest.mark.parametrize(("shape", "eastward"), [("from west", True), ("from east", False)])
def test_an_attack_by_direction_points_as_its_pawn(shape: str, eastward: bool, white: bool, flipped: bool) -> None:
    pixels = ink(tile(placed(Mark(Family.ATTACK, shape), white), flipped=flipped), white)
    heights = pixels.sum(axis=0)
    heights = heights[heights > 0]
    assert (heights[0] > heights[-1]) == (eastward != flipped)


@FLIPPED
@pytest.mark.parametrize(("label", "eastward"), [("→", True), ("←", False)])
def test_an_arrow_on_a_badge_points_where_the_pawn_strikes(label: str, eastward: bool, flipped: bool) -> None:
    picture = look(tile(placed(badge(label)), flipped=flipped))
    letter = (picture == color_look(QColor(LIGHT.badge_text)))[50:60, 50:62]
    heights = letter.sum(axis=0)
    heights = heights[heights > 0]
    assert (heights[0] > heights[-1]) == (eastward != flipped)


@FLIPPED
@SIDES
def test_dots_show_one_for_each_attacker_on_the_attacker_s_side(white: bool, flipped: bool) -> None:
    mark = LAYERS["attacks"].mark
    from_west, from_east, from_both = (
        ink(tile(placed(mark, white, attackers), flipped=flipped), white)
        for attackers in (FROM_WEST, FROM_EAST, FROM_WEST | FROM_EAST)
    )
    assert [len(runs(pixels)) for pixels in (from_west, from_east, from_both)] == [1, 1, 2]
    assert (middle(from_west)[0] < middle(from_east)[0]) != flipped
    assert np.array_equal(from_both, from_west | from_east)


@SIDES
def test_each_family_has_its_place_on_the_square(white: bool) -> None:
    places = {"stops": (0.5, 0.85), "attacks": (0.16, 0.87)}
    for identifier, (across, down) in places.items():
        found = middle(ink(tile(placed(LAYERS[identifier].mark, white, FROM_WEST | FROM_EAST)), white))
        expected = (across, down) if white else (1 - across, 1 - down)
        assert found == pytest.approx(expected, abs=0.03)
    # Bars of both sides are along the left edge.
    bars = middle(ink(tile(placed(LAYERS["safe_squares"].mark, white)), white))
    assert bars == pytest.approx((0.06, 0.66 if white else 0.34), abs=0.03)
    # Badges stand at the pawn, whoever's it is.
    assert middle(ink(tile(placed(badge("I"), white)), white)) == pytest.approx((0.88, 0.88), abs=0.03)


def test_a_piece_hides_hatches_and_lies_below_all_other_marks() -> None:
    bare = look(tile(piece="R"))
    plain = look(tile())
    piece = bare != plain
    under = look(tile(placed(LAYERS["front_spans"].mark), piece="R"))
    assert np.count_nonzero((under != bare) & ~piece) > 100
    over = look(tile(placed(LAYERS["stops"].mark), piece="R"))
    assert np.count_nonzero((over != bare) & piece) > 20
    inside = np.zeros_like(piece)
    inside[30:44, 26:38] = True
    assert np.array_equal(under[inside], bare[inside])


def test_a_mark_of_less_opacity_is_fainter_and_a_chosen_color_replaces_the_side_s() -> None:
    mark = placed(LAYERS["stops"].mark)
    strong, faint = tile(mark), tile(mark._replace(opacity=0.4))
    point = QPoint(SIZE // 2, round(0.86 * SIZE))
    ground = QColor(LIGHT.light_square).lightness()
    assert strong.pixelColor(point).lightness() < faint.pixelColor(point).lightness() < ground
    image = tile(placed(LAYERS["stops"].mark)._replace(color="#7a1fa0"))
    assert np.count_nonzero(look(image) == color_look(QColor("#7a1fa0"))) > 20
    assert not ink(image, True).any()


def test_each_piece_looks_like_no_other() -> None:
    for theme in (LIGHT, DARK):
        pictures = {piece: look(tile(piece=piece, theme=theme)) for piece in PIECES}
        for first, second in combinations(PIECES, 2):
            assert np.count_nonzero(pictures[first] != pictures[second]) > 100


@pytest.mark.parametrize("size", [MINIMUM_SQUARE, 16, 20, 24, 31])
@pytest.mark.parametrize("piece", ["", "q"], ids=["empty", "queen"])
def test_every_mark_is_seen_on_small_squares_and_differs_for_white_and_black(size: int, piece: str) -> None:
    bare = look(tile(piece=piece, size=size))
    for mark, flipped in product(ALL_SHAPES, (False, True)):
        white, black = (
            look(tile(placed(mark, side, FROM_WEST), piece=piece, size=size, flipped=flipped)) for side in (True, False)
        )
        # A hatch is seen around the piece, every other mark above it.
        assert min(np.count_nonzero(white != bare), np.count_nonzero(black != bare)) > 0.02 * size * size, mark
        assert not np.array_equal(white, black), mark


def along(shape: str, size: int) -> tuple[int, int]:
    """Return a step, right and up, along the lines of a rising hatch by which it is moved onto itself.

    A line has four dashes or twelve dots on a square, but ten rings on a small one, of which a half is a whole number.
    """
    step = size // (2 if size < COARSE_SIZE else 4)
    if shape.startswith("steep"):
        return step // 2, step
    if shape.startswith("shallow"):
        return step, step // 2
    return step, step


LINED = [shape for shape in SHAPES[Family.HATCH] if shape not in ("crosses", "rungs", "waves", "tint")]


@SIDES
@pytest.mark.parametrize("size", [40, 64, 96])
@pytest.mark.parametrize("shape", LINED)
def test_the_lines_of_a_hatch_go_on_in_the_next_square(shape: str, size: int, white: bool) -> None:
    square = look(tile(placed(Mark(Family.HATCH, shape), white), size=size))
    right, up = along(shape, size)
    pattern = square != light_square()
    # Squares side by side: moved along its lines, a hatch without seams lies on itself.
    moved = np.roll(pattern, (-up, right if white else -right), (0, 1))
    assert np.count_nonzero(pattern) > size
    assert np.count_nonzero(moved != pattern) <= 0.02 * np.count_nonzero(pattern)


@SIDES
@pytest.mark.parametrize("shape", ["rungs", "waves"])
@pytest.mark.parametrize("size", [40, 64, 96])
def test_lines_along_the_rank_go_on_in_the_next_square(shape: str, size: int, white: bool) -> None:
    pattern = look(tile(placed(Mark(Family.HATCH, shape), white), size=size)) != light_square()
    assert np.count_nonzero(np.roll(pattern, size // 2, 1) != pattern) <= 0.05 * np.count_nonzero(pattern)


@pytest.mark.parametrize(
    ("count", "size", "labels"),
    [
        (1, 64, "A"),
        (8, 64, "A B C D E F G H"),
        (9, 64, "A B C D E F G more"),
        (6, 40, "A B C D E F"),
        (7, 40, "A B C D E more"),
    ],
)
def test_in_place_of_badges_that_do_not_fit_there_is_one_that_no_layer_has(count: int, size: int, labels: str) -> None:
    badges = tuple(placed(badge(letter)) for letter in "ABCDEFGHI"[:count])
    assert [spot.placed.mark.label or spot.placed.mark.shape for spot in lay_out(badges, size)] == labels.split()
    assert MORE not in SHAPES[Family.BADGE]


def test_the_frame_of_a_gained_badge_is_whole_at_the_edge_of_the_square() -> None:
    spot = lay_out((placed(badge("LV"))._replace(change=GAINED),), 60)[0]
    image = QImage(60, 60, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        draw_spot(painter, spot, 60, LIGHT, False)
    color = LIGHT.mark_color(True)
    left = next(x for x in range(60) if image.pixelColor(x, 50).alpha() > 200)
    for x in range(left + 4, 56):
        bottom = next(y for y in reversed(range(60)) if image.pixelColor(x, y).alpha() > 200)
        assert image.pixelColor(x, bottom).hue() == pytest.approx(color.hue(), abs=8), "the line below is seen"


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_line_through_a_lost_mark_falls_for_white_and_rises_for_black(theme: Theme) -> None:
    for white in (True, False):
        image = QImage(60, 60, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        with QPainter(image) as painter:
            draw_strike(painter, QRectF(20, 20, 20, 20), white, 60, theme.mark_color(white), theme)
        drawn = {(x, y) for x, y in ((22, 22), (38, 38), (22, 38), (38, 22)) if image.pixel(x, y) >> 24}
        assert drawn == ({(22, 22), (38, 38)} if white else {(22, 38), (38, 22)})


@pytest.mark.parametrize("theme", [LIGHT, DARK, ONE_INK])
def test_a_badge_is_round_for_white_and_square_for_black(theme: Theme) -> None:
    for white in (True, False):
        (spot,) = lay_out((placed(badge("W"), white),), 100)
        image = QImage(100, 100, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        with QPainter(image) as painter:
            draw_spot(painter, spot, 100, theme, False)
        corner = QPoint(round(100 * spot.x - 8), round(100 * spot.y - 8))
        assert (image.pixelColor(corner).alpha() > 200) == (not white)


ATTACKERS = (0, FROM_WEST, FROM_EAST, FROM_WEST | FROM_EAST)


def placings(mark: Mark, white: bool) -> list[PlacedMark]:
    """Return a mark, if it shows where attacking pawns stand, for every place where they may."""
    return [placed(mark, white, attackers) for attackers in (ATTACKERS if mark.family is Family.ATTACK else (0,))]


def picture_of(marks: list[Mark], white: bool) -> Picture:
    """Return a picture with all placings of marks on every square."""
    of_squares = [mark for mark in marks if mark.family not in (Family.STRIP, Family.LINE)]
    stacks = [each for mark in of_squares for each in placings(mark, white)]
    cells = [Cell("", tuple(mark._replace(file=square % 8) for mark in stacks)) for square in range(64)]
    strips = [Strip(mark, white, "", 1.0, row, 255) for row, mark in enumerate(marks) if mark.family is Family.STRIP]
    return Picture(EMPTY, tuple(cells), tuple(strips), len(marks) if strips else 0)


@pytest.mark.parametrize(("white", "flipped"), [(True, False), *slow((False, True))])
def test_every_shape_is_seen_on_every_square_of_the_board(white: bool, flipped: bool) -> None:
    geometry = Geometry(552, 580, flipped=flipped)
    bare = look(painted(picture_of([], white), geometry))
    for mark in ALL_SHAPES:
        if mark.family in (Family.STRIP, Family.LINE):
            continue
        changed = look(painted(picture_of([mark], white), geometry)) != bare
        assert all(crop(changed, geometry.square_rect(square)).any() for square in range(64)), mark


@pytest.mark.slow
@pytest.mark.parametrize(("white", "flipped"), [(True, False), (False, True)])
def test_every_shape_is_drawn_on_every_square_of_a_file(white: bool, flipped: bool) -> None:
    figure = Figure(picture_of(ALL_SHAPES, white), Look(flipped=flipped), width=300)
    # Of badges a square has as many as fit.
    drawn = [mark for mark in ALL_SHAPES if mark.family not in (Family.STRIP, Family.LINE, Family.BADGE)]
    assert figure_svg(figure).count("<use ") >= 64 * sum(len(placings(mark, white)) for mark in drawn)
    assert figure_pdf(figure).startswith(b"%PDF")
    assert not figure_image(figure).isNull()


def letters_of(mark: PlacedMark) -> list[str]:
    """Return what is written on a mark of e4."""
    cells = [Cell("", (mark,) if square == 28 else ()) for square in range(64)]
    root = ElementTree.fromstring(figure_svg(Figure(Picture(EMPTY, tuple(cells)), Look(coordinates=False))))
    texts = ("".join(text.itertext()).strip() for text in root.findall(".//{*}defs//{*}text"))
    return [text for text in texts if text]


@SIDES
@pytest.mark.parametrize(("file", "shape", "letter"), [(1, "letter from west", "a"), (6, "letter from east", "h")])
def test_a_letter_names_the_file_beside(file: int, shape: str, letter: str, white: bool) -> None:
    mark = placed(Mark(Family.ATTACK, shape), white)._replace(file=file)
    assert letters_of(mark) == [letter]


@SIDES
@pytest.mark.parametrize(("file", "shape"), [(0, "letter from west"), (7, "letter from east")])
def test_a_letter_from_beyond_the_edge_is_a_blank_tag(file: int, shape: str, white: bool) -> None:
    mark = placed(Mark(Family.ATTACK, shape), white)._replace(file=file)
    assert ink(tile(mark), white).any()
    assert letters_of(mark) == []
