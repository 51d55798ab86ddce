"""Marks are told apart, in every kind of color vision, stand out from their squares, and hide no piece.

Two pictures are told apart when enough of their pixels differ noticeably (see ``vision``) even where they are most
alike: hatches, which have no place of their own, after any movement, marks of one family and side after any too, since
where one stands in its row says little, and other marks after the small movement that an eye does not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any, Final, NamedTuple, cast

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from pawnviz.core.board.bitboard import FILES, east, file_fill, mask_of, mirror_horizontal, west
from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.position import EMPTY
from pawnviz.core.board.side import pawn_sides
from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.layers.marks import SHAPES, Family, Mark, Style, hatch, target
from pawnviz.core.picture.picture import FROM_EAST, FROM_WEST, Cell, PlacedMark, ShownLayer, Strip, make_picture
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.marks import draw_piece
from pawnviz.view.board.paint import paint_picture
from pawnviz.view.board.shapes import badge_box, badge_places
from pawnviz.view.board.tiles import Tiles
from pawnviz.view.widgets.theme import BOARD_COLORS, DARK, LIGHT, Theme, with_board
from tests.view.vision import (
    GREYSCALE,
    VISIONS,
    Look,
    aligned,
    color_look,
    contrast,
    differing,
    look,
    noticeable,
)

Placed = tuple[PlacedMark, ...]

SYMBOL_SHARE: Final = 1 / 256
"""The share of a square that differs between two symbols: 16 pixels at 64, the patch that noticeable units are for."""
HATCH_SHARE: Final = 1 / 64
"""The share of a square that differs between two hatches, which are looked at as a whole."""
UNSEEN_SHARE: Final = 0.05
"""How far a mark may be moved, in squares, without anybody saying that it stands elsewhere."""

PIECE_SHARE: Final = 0.12
"""The share of a piece's pixels that one mark may cover."""
PIECE_SHARE_OF_SIX: Final = 0.25
"""The share of a piece's pixels that six marks of one family may cover together."""
OUTLINE_SHARE: Final = 0.2
"""The share of a piece's outline that one mark may cover."""
OUTLINE_SHARE_OF_SIX: Final = 0.33
"""The share of a piece's outline that six marks of one family may cover together."""

THEMES: Final = (LIGHT, DARK)


class LayerMark(NamedTuple):
    """A layer's default mark for one side."""

    layer: Layer
    white: bool

    @property
    def name(self) -> str:
        return f"{self.layer.identifier} of {'White' if self.white else 'Black'}"

    @property
    def family(self) -> Family:
        return self.layer.mark.family


BOTH: Final = (True, False)
ON_SQUARES: Final = [
    LayerMark(layer, white) for layer in LAYERS.values() for white in BOTH if layer.mark.family is not Family.STRIP
]
STRIPS: Final = [
    LayerMark(layer, white) for layer in LAYERS.values() for white in BOTH if layer.mark.family is Family.STRIP
]


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Have fonts."""


def always(mask: int) -> Callable[[object], int]:
    """Return a rule that gives the same squares on every board."""
    return lambda side: mask


def shown_pair(first: LayerMark, second: LayerMark, masks: tuple[int, int]) -> Sequence[ShownLayer]:
    """Return two layers shown with the given sets of squares; both sides of one layer are one shown layer."""
    if first.layer is second.layer:
        white, black = masks if first.white else masks[::-1]
        layer = first.layer._replace(compute=lambda side: white if side.color else black)
        return (ShownLayer(layer, Style(layer.mark)),)
    layers = (mark.layer._replace(compute=always(mask)) for mark, mask in zip((first, second), masks, strict=True))
    return tuple(
        ShownLayer(layer, Style(layer.mark), mark.white, not mark.white)
        for layer, mark in zip(layers, (first, second), strict=True)
    )


@cache
def on_squares(first: LayerMark, second: LayerMark) -> tuple[Placed, Placed, Placed]:
    """Return the marks of three squares of one board: with the first alone, with the second alone, with both."""
    cells = make_picture(EMPTY, shown_pair(first, second, (0b101, 0b110))).cells
    return attacked_twice(cells[0].marks), attacked_twice(cells[1].marks), attacked_twice(cells[2].marks)


def attacked_twice(marks: Placed) -> Placed:
    """Return marks with dots for two attackers."""
    return tuple(
        mark._replace(attackers=FROM_WEST | FROM_EAST) if mark.mark.shape == "dots" else mark for mark in marks
    )


def alone(side: LayerMark) -> PlacedMark:
    """Return a mark as it stands where no other layer is shown."""
    attackers = FROM_WEST | FROM_EAST if side.layer.mark.shape == "dots" else 0
    return PlacedMark(side.layer.mark, side.white, "", 1.0, 0, 1, attackers)


class Squares:
    """Squares of one size and theme, painted once each."""

    def __init__(self, theme: Theme, size: int) -> None:
        """Begin with none painted."""
        self.theme = theme
        self.size = size
        self._tiles = Tiles()
        self._tiles.prepare(theme, size, flipped=False)
        self._painted: dict[tuple[Placed, bool, str], Look] = {}

    def look(self, marks: Placed, light: bool, piece: str = "") -> Look:
        """Return a square with marks."""
        found = self._painted.get((marks, light, piece))
        if found is None:
            tile = self._tiles.tile(Cell(piece, marks), light)
            found = self._painted[marks, light, piece] = look(tile)
        return found


@cache
def squares_of(theme: Theme, size: int) -> Squares:
    """Return the squares that several tests share."""
    return Squares(theme, size)


def told_apart(first: Look, second: Look, reach: int, share: float) -> float:
    """Return how far apart two pictures are in the worst kind of vision; 1 is just enough."""
    needed = share * first.size
    if reach:
        second = aligned(first, second, reach)
    return float(differing(first, second).min() / needed)


def pair_distances(squares: Squares, first: LayerMark, second: LayerMark, light: bool) -> Iterator[tuple[float, str]]:
    """Yield how far apart a pair is, alone and together, in units of what is needed."""
    one, other, both = (squares.look(marks, light) for marks in on_squares(first, second))
    hatches = first.family is Family.HATCH and second.family is Family.HATCH
    row = first.family is second.family and first.white == second.white
    share = HATCH_SHARE if hatches else SYMBOL_SHARE
    anywhere = squares.size if hatches or row else 0
    place = anywhere or round(squares.size * UNSEEN_SHARE)
    pair = f"{first.name}, {second.name}"
    yield told_apart(one, other, place, share), f"{pair}: one from the other"
    yield told_apart(both, one, anywhere, share), f"{pair}: both from the first alone"
    yield told_apart(both, other, anywhere, share), f"{pair}: both from the second alone"


def least_distances(squares: Squares, light: bool) -> NDArray[np.float64]:
    """Return for all pairs how far apart they are at least, from each mark painted once, in units of what is needed.

    It holds for marks that have places of their own. Of one mark alone and another alone, the pixels of each that the
    other does not come near differ; of both and one alone, the pixels of the other that the one does not cover.
    """
    looks = np.array([squares.look((alone(mark),), light).ravel() for mark in ON_SQUARES])
    bare = squares.look((), light).ravel()
    ink = noticeable(looks, bare).astype(np.float32)
    covered = looks != bare
    near = np.array(
        [grown(mask.reshape(squares.size, -1), round(squares.size * UNSEEN_SHARE)).ravel() for mask in covered]
    )
    found = []
    for vision in range(len(VISIONS)):
        far = ink[..., vision] @ ~near.T
        free = ink[..., vision] @ ~covered.T
        found += [far + far.T, free, free.T]
    distances: NDArray[np.float64] = np.min(found, axis=0) / (SYMBOL_SHARE * squares.size**2)
    return distances


def grown(mask: NDArray[np.bool_], reach: int) -> NDArray[np.bool_]:
    """Return a mask with all pixels that are up to ``reach`` rows and columns away from it."""
    padded = np.pad(mask, reach)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (2 * reach + 1, 2 * reach + 1))
    result: NDArray[np.bool_] = np.any(windows, axis=(2, 3))
    return result


def worst(distances: Iterator[tuple[float, str]], count: int = 12) -> list[str]:
    """Return the pairs that are not told apart, the worst first."""
    return [f"{distance:.2f} {pair}" for distance, pair in sorted(distances) if distance < 1][:count]


def all_pairs(squares: Squares, light: bool) -> Iterator[tuple[float, str]]:
    """Yield how far apart the default marks are, in units of what is needed.

    Two hatches, two marks in one row, and those others that are not told apart for sure are painted alone and together.
    Badges stand above each other, so that one never covers another; they are painted alone.
    """
    least = least_distances(squares, light)
    for (row, first), (column, second) in combinations(enumerate(ON_SQUARES), 2):
        same = first.family is second.family
        if same and first.family is Family.BADGE:
            corner = squares.size - round(squares.size * 0.4)
            one, other = (squares.look((alone(mark),), light)[corner:, corner:] for mark in (first, second))
            share = SYMBOL_SHARE * squares.size**2 / one.size
            reach = round(squares.size * UNSEEN_SHARE)
            yield told_apart(one, other, reach, share), f"{first.name}, {second.name}: one from the other"
        elif least[row, column] < 1 or (same and (first.family is Family.HATCH or first.white == second.white)):
            yield from pair_distances(squares, first, second, light)


def themes() -> pytest.MarkDecorator:
    """Run a test in the light and in the dark theme."""
    return pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)


@themes()
@pytest.mark.parametrize("light", BOTH, ids=["light squares", "dark squares"])
def test_each_two_default_marks_are_told_apart_alone_and_together(theme: Theme, light: bool) -> None:
    assert not worst(all_pairs(squares_of(theme, 64), light))


@themes()
def test_each_two_default_marks_are_told_apart_on_small_squares(theme: Theme) -> None:
    squares = squares_of(theme, 40)
    # Marks stand out least from the dark squares of the light theme and from the light ones of the dark theme.
    light = theme is DARK
    assert not worst(all_pairs(squares, light))


@pytest.mark.parametrize("size", [*range(12, 72, 4), 100, 125, 200])
def test_badges_on_one_square_do_not_touch(size: int) -> None:
    boxes = [badge_box(size, place, "PP") for place in range(badge_places(size))]
    assert all(box.left() > 0 and box.top() > 0 and box.right() < size and box.bottom() < size for box in boxes)
    assert all(upper.bottom() < lower.top() for lower, upper in pairwise(boxes))


@themes()
def test_two_hatches_together_are_not_taken_for_a_third(theme: Theme) -> None:
    squares = squares_of(theme, 64)
    # Black's are White's in a mirror, and of both sides together each keeps its own slope.
    hatches = [mark for mark in ON_SQUARES if mark.family is Family.HATCH and mark.white]
    distances = []
    for first, second in combinations(hatches, 2):
        both = squares.look(on_squares(first, second)[2], True)
        for third in hatches:
            if third not in (first, second):
                distance = told_apart(both, squares.look((alone(third),), True), squares.size, HATCH_SHARE)
                distances.append((distance, f"{first.name} with {second.name}, {third.name}"))
    assert not worst(iter(distances))


@pytest.mark.parametrize("family", [family for family in Family if family not in (Family.BADGE, Family.STRIP)])
def test_each_two_shapes_that_can_be_chosen_are_told_apart(family: Family) -> None:
    squares = squares_of(LIGHT, 64)
    share = HATCH_SHARE if family is Family.HATCH else SYMBOL_SHARE
    distances = []
    for white in BOTH:
        for first, second in combinations(SHAPES[family], 2):
            one, other = (
                squares.look((PlacedMark(Mark(family, shape), white, "", 1.0, 0, 1),), False)
                for shape in (first, second)
            )
            distances.append(
                (told_apart(one, other, squares.size, share), f"{family.value} {first}, {second}, {white}")
            )
    assert not worst(iter(distances))


# Strips


class Margin:
    """Strips below a board of one theme, painted as on the screen, once each."""

    def __init__(self, theme: Theme) -> None:
        """Prepare a board with squares of 32 pixels."""
        self.theme = theme
        self.geometry = Geometry(296, 324)
        assert self.geometry.square_size == 32
        self._tiles = Tiles()
        self._painted: dict[tuple[tuple[Strip, ...], int], Look] = {}

    def look(self, shown: Sequence[ShownLayer]) -> Look:
        """Return the strips below the board."""
        picture = make_picture(EMPTY, shown)
        key = tuple(strip for strip in picture.strips if strip.files), picture.strip_rows
        if key not in self._painted:
            area = self.geometry.strip_rect
            image = QImage(self.geometry.width, self.geometry.height, QImage.Format.Format_RGB32)
            image.fill(QColor(self.theme.window))
            painter = QPainter(image)
            paint_picture(painter, picture, self.geometry, self.theme, self._tiles, area)
            painter.end()
            self._painted[key] = look(image.copy(area))
        return self._painted[key]


def strip_distances(margin: Margin, first: LayerMark, second: LayerMark) -> Iterator[tuple[float, str]]:
    """Yield how far apart two strips are, alone and together, in units of what is needed on a square.

    Numbered strips are drawn on as many files as they say. Those that no board shows on one file, such as two of them,
    stand beside each other when they are together, as far as there is room.
    """
    one_files, other_files = some_files(first), some_files(second)
    one = margin.look(shown_pair(first, second, (one_files, 0)))
    other = margin.look(shown_pair(first, second, (0, other_files)))
    # Strips of one side may stand in different rows; White's and Black's rows are what tells the sides apart.
    reach = one.shape[1] if first.white == second.white else 3
    share = SYMBOL_SHARE * 64 * 64 / one.size
    pair = f"{first.name}, {second.name}"
    yield told_apart(one, other, reach, share), f"{pair}: one from the other"
    if (
        first.white == second.white
        and frozenset((first.layer.identifier, second.layer.identifier)) in disjoint_layers()
    ):
        other_files = mirror_horizontal(other_files)
        if one_files & (other_files | west(other_files) | east(other_files)):
            return
    both = margin.look(shown_pair(first, second, (one_files, other_files)))
    other = margin.look(shown_pair(first, second, (0, other_files)))
    yield told_apart(both, one, 0, share), f"{pair}: both from the first alone"
    yield told_apart(both, other, 0, share), f"{pair}: both from the second alone"


def some_files(side: LayerMark) -> int:
    """Return files that a strip is drawn on: as many as its number says, else a single one and two side by side."""
    label = side.layer.mark.label
    if label.isdecimal():
        return mask_of(range(int(label)))
    return FILES[0] | FILES[2] | FILES[3]


@cache
def disjoint_layers() -> frozenset[frozenset[str]]:
    """Return the pairs of strips that share a file on no board, for all sets of files with own and with enemy pawns.

    The enemy pawns are on the side's seventh rank or on its sixth. Of a strip that all these boards leave empty nothing
    is said.
    """
    own, enemy = (files.ravel().astype(np.uint64) << np.uint64(8) for files in np.meshgrid(range(256), range(256)))
    side, _ = pawn_sides(np.concatenate((own, own)), np.concatenate((enemy << np.uint64(40), enemy << np.uint64(32))))
    layers = {strip.layer.identifier: file_fill(strip.layer(side)) for strip in STRIPS}
    return frozenset(
        frozenset(pair)
        for pair in combinations(layers, 2)
        if np.count_nonzero(cast(Any, layers[pair[0]]))
        and np.count_nonzero(cast(Any, layers[pair[1]]))
        and not np.count_nonzero(cast(Any, layers[pair[0]] & layers[pair[1]]))
    )


@themes()
def test_each_two_strips_are_told_apart_alone_and_together(theme: Theme) -> None:
    margin = Margin(theme)
    pairs = combinations(STRIPS, 2)
    assert not worst(found for pair in pairs for found in strip_distances(margin, *pair))


def test_strips_and_marks_on_squares_share_no_place() -> None:
    geometry = Geometry(296, 324)
    assert not geometry.strip_rect.intersects(geometry.board_rect)


# The measure itself


def drawn(mark: PlacedMark, theme: Theme = LIGHT, size: int = 64) -> Look:
    """Return a mark on a light square."""
    return squares_of(theme, size).look((mark,), True)


FRONT_SPANS: Final = PlacedMark(hatch("solid"), True, "#0072b2", 1.0, 0, 1)
STOP: Final = PlacedMark(target("chevron"), True, "#0072b2", 1.0, 0, 1)


@pytest.mark.parametrize("color", ["#0072b2", "#0a76b0", "#0068a8"])
def test_the_measure_rejects_hatches_of_nearly_the_same_color(color: str) -> None:
    other = FRONT_SPANS._replace(color=color)
    assert told_apart(drawn(FRONT_SPANS), drawn(other), 64, HATCH_SHARE) < 0.1


def test_the_measure_rejects_a_hatch_that_is_only_moved() -> None:
    moved = np.roll(drawn(FRONT_SPANS), (0, 5), (0, 1))
    assert told_apart(drawn(FRONT_SPANS), moved, 0, HATCH_SHARE) > 1
    assert told_apart(drawn(FRONT_SPANS), moved, 64, HATCH_SHARE) == 0


def test_the_measure_rejects_a_symbol_that_is_moved_a_little_and_accepts_another_place() -> None:
    little = np.roll(drawn(STOP), (2, 2), (0, 1))
    far = np.roll(drawn(STOP), (0, 12), (0, 1))
    assert told_apart(drawn(STOP), little, 3, SYMBOL_SHARE) == 0
    assert told_apart(drawn(STOP), far, 3, SYMBOL_SHARE) > 1


def test_the_measure_rejects_a_faint_mark_over_another() -> None:
    faint = STOP._replace(opacity=0.12)
    both = squares_of(LIGHT, 64).look((FRONT_SPANS, faint), True)
    assert told_apart(both, drawn(FRONT_SPANS), 0, SYMBOL_SHARE) < 1


def test_the_measure_rejects_colors_alone_for_those_who_do_not_see_them() -> None:
    # Equal in lightness, and one hue apart for people who see red and green.
    red, green = STOP._replace(color="#b4483c"), STOP._replace(color="#5a7a2c")
    found = differing(drawn(red), drawn(green))
    enough = SYMBOL_SHARE * 64 * 64
    rejected = [vision for vision, count in zip(VISIONS, found, strict=True) if count < enough]
    assert rejected == ["greyscale", "protanopia", "deuteranopia"]


def test_the_measure_rejects_equal_marks_of_two_sides_that_differ_in_color_alone() -> None:
    white, black = (STOP._replace(color=color) for color in (LIGHT.white_mark, LIGHT.black_mark))
    assert differing(drawn(white), drawn(black))[GREYSCALE] < SYMBOL_SHARE * 64 * 64


# Contrast


def ground(theme: Theme, light: bool) -> Look:
    """Return the color of a square."""
    return color_look(QColor(theme.light_square if light else theme.dark_square))


@themes()
@pytest.mark.parametrize("light", BOTH, ids=["light squares", "dark squares"])
def test_the_sides_colors_have_a_contrast_of_3_with_the_squares_and_4_5_with_letters_on_them(
    theme: Theme, light: bool
) -> None:
    for white in BOTH:
        color = color_look(theme.mark_color(white))
        assert contrast(color, ground(theme, light)) >= 3
        assert contrast(color, color_look(QColor(theme.badge_text))) >= 4.5
        assert contrast(color, color_look(QColor(theme.window))) >= 3


@themes()
@pytest.mark.parametrize("light", BOTH, ids=["light squares", "dark squares"])
@pytest.mark.parametrize("size", [64, 40])
@pytest.mark.parametrize("board", BOARD_COLORS)
def test_each_mark_has_a_core_with_a_contrast_of_3_with_its_square(
    theme: Theme, light: bool, size: int, board: str
) -> None:
    theme = with_board(theme, board)
    squares = squares_of(theme, size)
    faint = []
    for side in ON_SQUARES:
        # Edges of lines are mixed with the square, and halos are not what stands out: only the core counts.
        core = np.count_nonzero(contrast(squares.look((alone(side),), light), ground(theme, light)) >= 3)
        if core < (HATCH_SHARE if side.family is Family.HATCH else SYMBOL_SHARE) * size * size:
            faint.append((core, side.name))
    assert not faint


@themes()
def test_each_strip_has_a_core_with_a_contrast_of_3_with_the_window(theme: Theme) -> None:
    margin = Margin(theme)
    for side in STRIPS:
        shown = shown_pair(side, LayerMark(side.layer, not side.white), (FILES[3], 0))
        strips = margin.look(shown)
        assert np.count_nonzero(contrast(strips, color_look(QColor(theme.window))) >= 3) >= SYMBOL_SHARE * 64 * 64, (
            side.name
        )


# Pieces


def piece_mask(piece: str, theme: Theme, size: int) -> NDArray[np.bool_]:
    """Return the pixels of a piece without its rim."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    draw_piece(painter, piece, QRectF(0, 0, size, size), theme._replace(piece_halo="#00000000"))
    painter.end()
    channels = np.frombuffer(image.constBits(), np.uint8).reshape(size, size, 4)
    visible: NDArray[np.bool_] = channels[..., 3] >= 128
    return visible


def outline(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the pixels of a mask with one outside it beside them."""
    inner = mask.copy()
    for shift, axis in product((1, -1), (0, 1)):
        inner &= np.roll(mask, shift, axis)
    return mask & ~inner


def covered(squares: Squares, piece: str, marks: Placed) -> NDArray[np.bool_]:
    """Return the pixels that marks change on a square with a piece, but for the faintest edges."""
    return contrast(squares.look(marks, True, piece), squares.look((), True, piece)) >= 1.15


def six(family: Family, white: bool) -> Placed:
    """Return six marks of one family on one square, as a board with six such layers shows them.

    They are the family's default marks, and further shapes or labels if these are fewer.
    """
    marks = [layer.mark for layer in LAYERS.values() if layer.mark.family is family]
    marks += [Mark(family, shape) for shape in SHAPES[family] if Mark(family, shape) not in marks]
    layer = LAYERS["pawns"]
    shown = [
        ShownLayer(layer._replace(mark=mark, compute=lambda _: 1), Style(mark), white, not white) for mark in marks[:6]
    ]
    return attacked_twice(make_picture(EMPTY, shown).cells[0].marks)


@pytest.mark.parametrize("board", BOARD_COLORS)
@themes()
def test_a_piece_s_own_pixels_or_its_rim_have_a_contrast_of_3_with_its_square(theme: Theme, board: str) -> None:
    theme = with_board(theme, board)
    for piece, light in product(PIECES, BOTH):
        mask = piece_mask(piece, theme, 64)
        seen = contrast(squares_of(theme, 64).look((), light, piece), ground(theme, light)) >= 3
        assert seen[mask].mean() >= 0.25 or seen[grown(mask, 4) & ~mask].mean() >= 0.25, (piece, light)


@pytest.mark.parametrize("board", BOARD_COLORS)
def test_black_pieces_have_a_rim_on_a_dark_board_that_is_seen_from_the_back_row(board: str) -> None:
    theme = with_board(DARK, board)
    for piece, light in product("pnbrqk", BOTH):
        mask = piece_mask(piece, theme, 64)
        ratio = contrast(squares_of(theme, 64).look((), light, piece), ground(theme, light))
        rim = (ratio >= 4.5) & grown(mask, 4) & ~mask
        # All around the piece, and on average two of 64 pixels wide.
        assert grown(rim, 2)[outline(mask)].all(), piece
        assert np.count_nonzero(rim) >= 1.95 * np.count_nonzero(outline(mask)), piece


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("size", [64, 40])
def test_no_mark_hides_a_piece(piece: str, size: int) -> None:
    squares = squares_of(LIGHT, size)
    mask = piece_mask(piece, LIGHT, size)
    edge = outline(mask)
    hidden = []
    for side in ON_SQUARES:
        over = covered(squares, piece, (alone(side),))
        if side.family is Family.HATCH:
            assert not np.count_nonzero(over & mask & ~edge), side.name
        elif over[mask].mean() > PIECE_SHARE or over[edge].mean() > OUTLINE_SHARE:
            hidden.append((side.name, over[mask].mean(), over[edge].mean()))
    assert not hidden


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("family", [family for family in Family if family is not Family.STRIP])
def test_six_marks_of_one_family_leave_a_piece_and_its_outline_visible(piece: str, family: Family) -> None:
    squares = squares_of(LIGHT, 64)
    mask = piece_mask(piece, LIGHT, 64)
    edge = outline(mask)
    for white in BOTH:
        marks = six(family, white)
        over = covered(squares, piece, marks)
        assert over[mask].mean() <= PIECE_SHARE_OF_SIX
        assert over[edge].mean() <= OUTLINE_SHARE_OF_SIX


@themes()
@pytest.mark.parametrize("piece", PIECES)
def test_a_mark_stands_out_from_the_piece_it_lies_on_by_itself_or_by_its_halo(theme: Theme, piece: str) -> None:
    squares = squares_of(theme, 64)
    mask = piece_mask(piece, theme, 64)
    lost = []
    for side in ON_SQUARES:
        if side.family is Family.HATCH:
            continue
        color = color_look(theme.mark_color(side.white))
        core = squares.look((alone(side),), True) == color
        rim = outline(core) & mask
        if not np.count_nonzero(rim):
            continue
        ratio = contrast(squares.look((alone(side),), True, piece), color)
        around = np.max(
            [np.roll(ratio, (down, across), (0, 1)) for down, across in product((-2, -1, 0, 1, 2), repeat=2)], 0
        )
        share = np.count_nonzero(around[rim] >= 3) / np.count_nonzero(rim)
        if share < 0.95:
            lost.append((share, side.name))
    assert not lost
