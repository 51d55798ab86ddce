"""The painter: what a person sees of pieces, marks, strips and arrows, and that keeping parts of it changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_square
from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.position import EMPTY, START, Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import SHAPES, Family, Mark, Style, badge
from pawnviz.core.layers.single_pawn import single_pawn
from pawnviz.core.picture.picture import (
    FROM_EAST,
    FROM_WEST,
    Cell,
    Picture,
    PlacedMark,
    ShownLayer,
    Strip,
    make_picture,
)
from pawnviz.view.board.arrows import draw_arrow, draw_drawing
from pawnviz.view.board.geometry import MINIMUM_SQUARE, Geometry
from pawnviz.view.board.legend import paint_legend
from pawnviz.view.board.marks import column_of_badges, draw_mark, draw_piece
from pawnviz.view.board.overlay import draw_frame, draw_own_pawn, draw_warning
from pawnviz.view.board.paint import paint_picture
from pawnviz.view.board.tiles import SPRITE_COUNT, Tiles
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme
from tests.positions import positions
from tests.view.vision import Look, color_look, contrast, look

SIZE = 64
GEOMETRY = Geometry(552, 580)
SEED = Position.from_fen("4k3/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/4K3 w - - 0 1")
ALL_SHAPES = [Mark(family, shape, "3") for family, shapes in SHAPES.items() for shape in shapes]
FLIPPED = pytest.mark.parametrize("flipped", [False, True], ids=["plain", "flipped"])
SIDES = pytest.mark.parametrize("white", [True, False], ids=["White", "Black"])


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Have fonts."""


def placed(mark: Mark, white: bool = True, attackers: int = 0) -> PlacedMark:
    return PlacedMark(mark, white, "", 1.0, 0, 1, attackers)


def shown(*identifiers: str) -> list[ShownLayer]:
    return [ShownLayer(LAYERS[name], Style(LAYERS[name].mark)) for name in identifiers]


def tile(
    *marks: PlacedMark,
    piece: str = "",
    size: int = SIZE,
    flipped: bool = False,
    theme: Theme = LIGHT,
    light: bool = True,
) -> QImage:
    """Return a painted square."""
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
    """Return a whole picture as it is painted into a window."""
    image = QImage(geometry.width, geometry.height, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.window))
    painter = QPainter(image)
    paint_picture(painter, picture, geometry, theme, tiles or Tiles(), exposed)
    painter.end()
    return image


# Marks on a square


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
def test_an_attack_by_direction_points_where_the_pawn_strikes(
    shape: str, eastward: bool, white: bool, flipped: bool
) -> None:
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
    places = {
        "stops": (0.5, 0.85),
        "attacks": (0.16, 0.87),
        "safe_squares": (0.5, 0.965),
    }
    for identifier, (across, down) in places.items():
        found = middle(ink(tile(placed(LAYERS[identifier].mark, white, FROM_WEST | FROM_EAST)), white))
        expected = (across, down) if white else (1 - across, 1 - down)
        assert found == pytest.approx(expected, abs=0.03)
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


def test_a_mark_of_less_opacity_is_fainter() -> None:
    mark = placed(LAYERS["stops"].mark)
    strong, faint = tile(mark), tile(mark._replace(opacity=0.4))
    point = QPoint(SIZE // 2, round(0.86 * SIZE))
    ground = QColor(LIGHT.light_square).lightness()
    assert strong.pixelColor(point).lightness() < faint.pixelColor(point).lightness() < ground


def test_a_chosen_color_replaces_the_side_s() -> None:
    image = tile(placed(LAYERS["stops"].mark)._replace(color="#7a1fa0"))
    assert np.count_nonzero(look(image) == color_look(QColor("#7a1fa0"))) > 20
    assert not ink(image, True).any()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_each_piece_looks_like_no_other(theme: Theme) -> None:
    pictures = {piece: look(tile(piece=piece, theme=theme)) for piece in PIECES}
    for first, second in combinations(PIECES, 2):
        assert np.count_nonzero(pictures[first] != pictures[second]) > 100


@FLIPPED
def test_the_legend_shows_a_mark_as_it_points_on_the_board(flipped: bool) -> None:
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.window))
    painter = QPainter(image)
    paint_legend(painter, make_picture(EMPTY, shown("stops")).legend, QRectF(0, 0, 200, 40), LIGHT, flipped=flipped)
    painter.end()
    for white in (True, False):
        widths = ink(image, white).sum(axis=1)
        widths = widths[widths > 0]
        assert (widths[-1] > widths[0]) == (white != flipped)


# Hatches from square to square


def along(shape: str, size: int) -> tuple[int, int]:
    """Return a step, right and up, along the lines of a rising hatch by which it is moved onto itself."""
    if shape.startswith("steep"):
        return size // 8, size // 4
    if shape.startswith("shallow"):
        return size // 4, size // 8
    return size // 4, size // 4


LINED = [shape for shape in SHAPES[Family.HATCH] if shape not in ("crosses", "rungs", "waves", "tint")]


@SIDES
@pytest.mark.parametrize("size", [40, 64, 96])
@pytest.mark.parametrize("shape", LINED)
def test_the_lines_of_a_hatch_go_on_in_the_next_square(shape: str, size: int, white: bool) -> None:
    square = look(tile(placed(Mark(Family.HATCH, shape), white), size=size))
    right, up = along(shape, size)
    pattern = square != square_ground()
    # Squares side by side: moved along its lines, a hatch without seams lies on itself.
    moved = np.roll(pattern, (-up, right if white else -right), (0, 1))
    assert np.count_nonzero(pattern) > size
    assert np.count_nonzero(moved != pattern) <= 0.02 * np.count_nonzero(pattern)


@SIDES
@pytest.mark.parametrize("shape", ["rungs", "waves"])
@pytest.mark.parametrize("size", [40, 64, 96])
def test_lines_along_the_rank_go_on_in_the_next_square(shape: str, size: int, white: bool) -> None:
    pattern = look(tile(placed(Mark(Family.HATCH, shape), white), size=size)) != square_ground()
    assert np.count_nonzero(np.roll(pattern, size // 2, 1) != pattern) <= 0.05 * np.count_nonzero(pattern)


def square_ground() -> Look:
    return color_look(QColor(LIGHT.light_square))


# Badges


@pytest.mark.parametrize(
    ("count", "places", "labels"),
    [(1, 4, "A"), (4, 4, "A B C D"), (5, 4, "A B C +2"), (9, 4, "A B C +6"), (3, 3, "A B C"), (4, 3, "A B +2")],
)
def test_badges_that_do_not_fit_are_counted(count: int, places: int, labels: str) -> None:
    badges = [placed(badge(letter)) for letter in "ABCDEFGHI"[:count]]
    column = column_of_badges(badges, places)
    assert [mark.mark.label for mark in column] == labels.split()
    assert [mark.slot for mark in column] == list(range(len(column)))


def test_badges_stand_above_each_other() -> None:
    badges = [placed(badge(letter)) for letter in "IRFU"]
    pixels = contrast(look(tile(*badges)), square_ground()) > 1.5
    assert len(runs(pixels.T)) == 4
    assert runs(pixels)[0][0] > 0.75 * SIZE


# Strips


def strips_of(position: Position, *identifiers: str, flipped: bool = False) -> QImage:
    geometry = replace(GEOMETRY, flipped=flipped)
    return painted(make_picture(position, shown(*identifiers)), geometry).copy(geometry.strip_rect)


@FLIPPED
@pytest.mark.parametrize(("white", "islands"), [(True, [(0, 3), (5, 8)]), (False, [(0, 4), (5, 8)])])
def test_a_strip_runs_over_each_island_and_stops_between_islands(
    white: bool, islands: list[tuple[int, int]], flipped: bool
) -> None:
    found = runs(ink(strips_of(SEED, "filesets", flipped=flipped), white))
    if flipped:
        islands = [(8 - last, 8 - first) for first, last in reversed(islands)]
    assert [(round(first / SIZE), round(last / SIZE)) for first, last in found] == islands


@FLIPPED
@pytest.mark.parametrize(("identifier", "files"), [("island_west_files", [0, 5]), ("island_east_files", [2, 7])])
def test_ends_stand_at_the_outer_edges_of_the_islands(identifier: str, files: list[int], flipped: bool) -> None:
    pixels = ink(strips_of(SEED, identifier, flipped=flipped), True)
    found = {}
    for file in range(8):
        left = SIZE * (7 - file if flipped else file)
        part = pixels[:, left : left + SIZE]
        if part.any():
            found[file] = middle(part)[0]
    at_left = identifier.startswith("island_west") != flipped
    assert list(found) == files
    assert all(place < 0.2 if at_left else place > 0.8 for place in found.values())


def test_white_s_strips_lie_above_black_s() -> None:
    for count in range(1, 5):
        names = ("filesets", "open_files", "half_open_files", "closed_files")[:count]
        image = strips_of(START.without_piece(parse_square("e2")), *names)
        white, black = (np.nonzero(ink(image, side).any(axis=1))[0] for side in (True, False))
        assert white.max() < black.min()


def test_each_side_s_strips_have_a_disc_in_its_color_beside_them() -> None:
    image = painted(make_picture(SEED, shown("filesets")))
    area = GEOMETRY.strip_rect
    x = GEOMETRY.board_rect.left() - GEOMETRY.coordinate_margin // 2
    column = [image.pixelColor(x, y).lightness() for y in range(area.top(), area.bottom())]
    bare = painted(make_picture(SEED, ()))
    assert max(column) == 255
    assert min(column) < 40
    assert column.index(255) < column.index(min(column))
    assert {bare.pixelColor(x, y).name() for y in range(area.top(), area.bottom())} == {LIGHT.window}


# The whole board


@FLIPPED
@pytest.mark.parametrize("white_to_move", [True, False])
def test_the_marker_of_the_side_to_move_stands_at_its_first_rank(white_to_move: bool, flipped: bool) -> None:
    geometry = replace(GEOMETRY, flipped=flipped)
    image = painted(make_picture(EMPTY.with_white_to_move(white_to_move), ()), geometry)
    x = geometry.board_rect.right() + 1 + geometry.side_margin // 2
    own = round(geometry.square_center(0 if white_to_move else 56).y())
    other = round(geometry.square_center(56 if white_to_move else 0).y())
    assert image.pixelColor(x, own) == QColor("#ffffff" if white_to_move else "#15191d")
    assert image.pixelColor(x, other).name() == LIGHT.window


@FLIPPED
def test_each_piece_stands_on_its_square(flipped: bool) -> None:
    geometry = replace(GEOMETRY, flipped=flipped)
    image = painted(make_picture(START, ()), geometry)
    for square in range(64):
        light = ((square & 7) + (square >> 3)) % 2 == 1
        expected = tile(piece=START.pieces()[square], light=light)
        assert image.copy(geometry.square_rect(square)) == expected


def test_files_and_ranks_are_named_only_when_that_is_wanted() -> None:
    margin = QRect(0, 8, 20, 512)
    named = painted(make_picture(EMPTY, ()))
    bare = painted(make_picture(EMPTY, ()), replace(GEOMETRY, coordinates=False, width=540, height=568))
    letters = [named.copy(margin).pixelColor(x, y).lightness() < 150 for x in range(18) for y in range(512)]
    assert sum(letters) > 8 * 8
    board = replace(GEOMETRY, coordinates=False, width=540, height=568).board_rect
    beside = bare.copy(0, 0, board.left() - 1, bare.height())
    assert {beside.pixelColor(x, y).name() for x in range(beside.width()) for y in range(beside.height())} == {
        LIGHT.window
    }


def test_a_square_with_marks_is_the_sum_of_its_parts() -> None:
    marks = [
        placed(LAYERS[name].mark, attackers=FROM_EAST) for name in ("front_spans", "stops", "attacks", "safe_squares")
    ]
    image = QImage(SIZE, SIZE, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.fillRect(image.rect(), QColor(LIGHT.light_square))
    draw_mark(painter, marks[0], SIZE, LIGHT, False)
    draw_piece(painter, "n", QRectF(0, 0, SIZE, SIZE), LIGHT)
    for mark in marks[1:]:
        draw_mark(painter, mark, SIZE, LIGHT, False)
    painter.end()
    kept = tile(*marks, piece="n")
    points = product(range(SIZE), repeat=2)
    assert max(distance(kept.pixelColor(x, y), image.pixelColor(x, y)) for x, y in points) <= 4


def distance(first: QColor, second: QColor) -> int:
    """Return the greatest difference of a channel."""
    return max(abs(first.red() - second.red()), abs(first.green() - second.green()), abs(first.blue() - second.blue()))


LAYER_NAMES = sorted(LAYERS)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
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
        picture = make_picture(position, shown(*names), show_captures=flipped)
        geometry = Geometry(edge, edge, flipped)
        painted(picture, geometry, theme, kept, exposed)
        assert painted(picture, geometry, theme, kept) == painted(picture, geometry, theme)


@pytest.mark.parametrize(("size", "limit"), [(96, SPRITE_COUNT), (64, 512)])
def test_the_oldest_sprites_are_dropped_when_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch, size: int, limit: int
) -> None:
    drawn: list[PlacedMark] = []
    monkeypatch.setattr("pawnviz.view.board.tiles.draw_mark", lambda painter, mark, *_: drawn.append(mark))
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


def test_only_the_exposed_squares_are_painted() -> None:
    picture = make_picture(SEED, shown("front_spans", "filesets"))
    whole = painted(picture)
    e4 = GEOMETRY.square_rect(parse_square("e4"))
    part = painted(picture, exposed=e4)
    assert part.copy(e4) == whole.copy(e4)
    outside = look(part)
    outside[e4.top() : e4.bottom() + 1, e4.left() : e4.right() + 1] = color_look(QColor(LIGHT.window))
    assert np.all(outside == color_look(QColor(LIGHT.window)))


def test_an_exposed_margin_is_painted_without_the_board() -> None:
    picture = make_picture(SEED, shown("filesets"))
    strips, board = GEOMETRY.strip_rect, GEOMETRY.board_rect
    part = painted(picture, exposed=strips)
    assert part.copy(strips) == painted(picture).copy(strips)
    assert np.all(look(part.copy(board)) == color_look(QColor(LIGHT.window)))


@pytest.mark.parametrize("size", [MINIMUM_SQUARE, 16, 20, 24, 31])
@pytest.mark.parametrize("piece", ["", "q"], ids=["empty", "queen"])
def test_every_mark_is_seen_on_small_squares_and_tells_white_from_black(size: int, piece: str) -> None:
    bare = look(tile(piece=piece, size=size))
    for mark, flipped in product(ALL_SHAPES, (False, True)):
        white, black = (
            look(tile(placed(mark, side, FROM_WEST), piece=piece, size=size, flipped=flipped)) for side in (True, False)
        )
        # A hatch is seen around the piece, every other mark above it.
        assert min(np.count_nonzero(white != bare), np.count_nonzero(black != bare)) > 0.02 * size * size, mark
        assert not np.array_equal(white, black), mark


@pytest.mark.parametrize(("width", "height"), [(1, 1), (5, 400), (400, 5), (60, 60), (137, 141), (200, 200)])
@pytest.mark.parametrize("scale", [1.0, 1.5, 3.0])
def test_a_board_of_any_size_shows_what_has_room(width: int, height: int, scale: float) -> None:
    geometry = Geometry(width, height, scale=scale)
    area = QRect(0, 0, width, height)
    picture = make_picture(START, shown(*LAYER_NAMES))
    image = painted(picture, geometry)
    for square, cell in enumerate(picture.cells):
        seen = geometry.square_rect(square) & area
        light = ((square & 7) + (square >> 3)) % 2 == 1
        expected = tile(*cell.marks, piece=cell.piece, size=geometry.square_size, light=light)
        corner = geometry.square_rect(square).topLeft()
        assert seen.isEmpty() or image.copy(seen) == expected.copy(seen.translated(-corner)), SQUARE_NAMES[square]


STRIPS = [mark for mark in ALL_SHAPES if mark.family is Family.STRIP]


@FLIPPED
@SIDES
@pytest.mark.parametrize("mark", STRIPS, ids=lambda mark: mark.shape)
def test_a_strip_of_any_shape_is_seen_below_its_files_and_no_others(mark: Mark, white: bool, flipped: bool) -> None:
    geometry = replace(GEOMETRY, flipped=flipped)
    for files in (0, 1, 0b10100110, 0b01100000, 255):
        strip = Strip(mark, white, "", 1.0, 0, files)
        image = painted(replace(make_picture(EMPTY, ()), strips=(strip,), strip_rows=1), geometry)
        inked = look(image.copy(geometry.strip_rect)) != color_look(QColor(LIGHT.window))
        columns = {geometry.column(file) for file in range(8) if files >> file & 1}
        assert {column for column in range(8) if inked[:, column * SIZE : (column + 1) * SIZE].any()} == columns


def test_strips_in_many_rows_keep_apart() -> None:
    strips = tuple(Strip(mark, white, "", 1.0, row, 255) for row, mark in enumerate(STRIPS) for white in (True, False))
    image = painted(replace(make_picture(EMPTY, ()), strips=strips, strip_rows=len(STRIPS)))
    white, black = (ink(image, side).any(axis=1) for side in (True, False))
    assert white.any()
    assert black.any()
    assert not (white & black).any()


# Arrows, frames and a pawn's own squares


def over_empty_board(draw: Callable[[QPainter], None], geometry: Geometry = GEOMETRY) -> QImage:
    """Return an empty board with something drawn over it."""
    image = painted(make_picture(EMPTY, ()), geometry)
    painter = QPainter(image)
    draw(painter)
    painter.end()
    return image


def changed_squares(image: QImage, geometry: Geometry = GEOMETRY) -> str:
    """Return the names of the squares that differ from those of an empty board."""
    changed = look(image) != look(painted(make_picture(EMPTY, ()), geometry))
    return " ".join(SQUARE_NAMES[square] for square in range(64) if crop(changed, geometry.square_rect(square)).any())


def test_pawns_that_can_take_each_other_have_two_arrows_side_by_side() -> None:
    picture = make_picture(Position.from_fen("8/8/8/3p4/4P3/8/8/8"), (), show_captures=True)
    image = painted(replace(picture, cells=make_picture(EMPTY, ()).cells))
    white, black = ink(image, True), ink(image, False)
    assert np.count_nonzero(white) > 100
    assert np.count_nonzero(black) > 100
    both = GEOMETRY.square_rect(parse_square("d5")).united(GEOMETRY.square_rect(parse_square("e4")))
    for pixels in (white, black):
        rows, columns = np.nonzero(pixels)
        assert both.contains(QRect(QPoint(columns.min(), rows.min()), QPoint(columns.max(), rows.max())))
    # Each keeps to its own right: White's way goes up and left, so its arrow lies higher than Black's.
    assert middle(white)[1] < middle(black)[1]


def test_the_head_of_an_arrow_is_at_the_target() -> None:
    picture = make_picture(Position.from_fen("8/8/8/3p4/4P3/8/8/8"), (), show_captures=True)
    pixels = ink(over_empty_board(lambda painter: draw_arrow(painter, picture.arrows[0], GEOMETRY, LIGHT)), True)
    parts = {name: np.count_nonzero(crop(pixels, GEOMETRY.square_rect(parse_square(name)))) for name in ("e4", "d5")}
    assert parts["d5"] > 1.5 * parts["e4"] > 0


def crop(pixels: NDArray[np.bool_], rect: QRect) -> NDArray[np.bool_]:
    return pixels[rect.top() : rect.bottom() + 1, rect.left() : rect.right() + 1]


@FLIPPED
def test_a_square_that_makes_the_position_illegal_is_marked_in_its_top_left_corner(flipped: bool) -> None:
    geometry = replace(GEOMETRY, flipped=flipped)
    c6 = parse_square("c6")
    image = over_empty_board(lambda painter: draw_warning(painter, c6, geometry, LIGHT), geometry)
    assert changed_squares(image, geometry) == "c6"
    corner = image.copy(geometry.square_rect(c6))
    assert corner.pixelColor(2, 2).name() == LIGHT.warning
    assert corner.pixelColor(SIZE // 2, SIZE // 2) == painted(make_picture(EMPTY, ()), geometry).pixelColor(
        geometry.square_center(c6).toPoint()
    )
    colors = {corner.pixelColor(x, y).name() for x in range(20) for y in range(20)}
    assert LIGHT.badge_text in colors


def test_a_frame_stays_within_its_square() -> None:
    e4 = parse_square("e4")
    color = QColor(LIGHT.cursor)
    image = over_empty_board(lambda painter: draw_frame(painter, e4, GEOMETRY, color, LIGHT, Qt.PenStyle.SolidLine))
    assert changed_squares(image) == "e4"
    square = look(image.copy(GEOMETRY.square_rect(e4)))
    edges = [square[1, :], square[-2, :], square[:, 1], square[:, -2]]
    assert all(np.count_nonzero(edge == color_look(color)) > SIZE // 2 for edge in edges)


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
