"""Marks stay apart, by their lightness alone, and none hides another or the piece below it."""

from __future__ import annotations

from functools import cache
from itertools import combinations, islice, product

import numpy as np
import pytest
from numpy.typing import NDArray

from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.position import EMPTY, Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import SHAPES, Family, Mark, Style, badge
from pawnviz.core.picture.picture import FROM_EAST, FROM_WEST, Look, PlacedMark, ShownLayer, make_picture
from pawnviz.core.picture.places import lay_out
from pawnviz.view.board.canvas import piece_image
from pawnviz.view.widgets.theme import BOARD_COLORS, DARK, LIGHT, Theme, with_board
from tests.legibility.visible import LEAST_SEEN, Painted, hidden_at_random, hidden_in_pairs, kinds, shown
from tests.view.board.legibility import (
    BOTH,
    ON_SQUARES,
    OUTLINE_SHARE,
    OUTLINE_SHARE_OF_SIX,
    PIECE_SHARE,
    PIECE_SHARE_OF_SIX,
    Placed,
    Squares,
    alone,
    attacked_twice,
    ground,
    grown,
    squares_of,
    themes,
)
from tests.view.parameters import slow
from tests.view.vision import color_look, contrast

Ink = NDArray[np.bool_]

SIZES = [40, *slow(64)]


def placed_marks(slot: int = 0, slot_count: int = 1) -> list[PlacedMark]:
    """Return for either side the marks that layers begin with and that have a place; badges are all as the widest."""
    marks = {layer.mark for layer in LAYERS.values() if layer.mark.family in (Family.TARGET, Family.ATTACK, Family.BAR)}
    marks -= {LAYERS["filesets"].mark}  # It is along the whole edge, and others make room for it.
    ordered: list[Mark] = [*sorted(marks, key=lambda mark: (mark.family.value, mark.shape)), badge("WW")]
    both = FROM_WEST | FROM_EAST
    return [
        PlacedMark(mark, white, "", 1.0, slot, slot_count, both if mark.family is Family.ATTACK else 0)
        for white, mark in product(BOTH, ordered)
    ]


@cache
def ink_of(mark: PlacedMark, theme: Theme, size: int, light: bool) -> Ink:
    """Return the ink of a mark alone on a square."""
    ink: Ink = contrast(squares_of(theme, size).look((mark,), light), ground(theme, light)) >= 3
    return ink


def name(mark: PlacedMark) -> str:
    return f"{mark.mark.family.value} {mark.mark.shape} of {'White' if mark.white else 'Black'}, {mark.slot}"


@themes()
@pytest.mark.parametrize("size", SIZES)
def test_marks_of_two_layers_do_not_touch_on_one_square(theme: Theme, size: int) -> None:
    # Within a family each has its slot, and since a pawn has one color, badges have one place for both sides.
    reach = 1 if size >= 64 else 0
    touching = [
        (name(first), name(second))
        for first, second in combinations(placed_marks(), 2)
        if (first.mark.family is not second.mark.family or first.white != second.white)
        and not first.mark.family is second.mark.family is Family.BADGE
        and np.any(grown(ink_of(first, theme, size, True), reach) & ink_of(second, theme, size, True))
    ]
    assert not touching


@pytest.mark.slow
def test_two_bars_touch_no_mark_of_another_family_where_that_has_two_as_well() -> None:
    marks = [*placed_marks(0, 2), *placed_marks(1, 2)]
    bars = [mark for mark in marks if mark.mark.family is Family.BAR]
    others = [mark for mark in marks if mark.mark.family is not Family.BAR]
    touching = [
        (name(first), name(second))
        for first, second in product(bars, others)
        if np.any(grown(ink_of(first, LIGHT, 64, True), 1) & ink_of(second, LIGHT, 64, True))
    ]
    assert not touching


@themes()
@pytest.mark.parametrize("size", SIZES)
def test_marks_of_neighboring_squares_are_parted_by_their_squares(theme: Theme, size: int) -> None:
    fused = []
    for axis, (first, second) in product((0, 1), product(placed_marks(), repeat=2)):
        before = np.flatnonzero(np.any(ink_of(first, theme, size, True), axis=1 - axis))
        after = np.flatnonzero(np.any(ink_of(second, theme, size, False), axis=1 - axis))
        gaps = size - 1 - before[-1], after[0]
        if min(gaps) < 1 or sum(gaps) < 0.05 * size:
            fused.append((name(first), name(second), axis, gaps))
    assert not fused


@pytest.mark.parametrize("size", SIZES)
def test_bars_of_both_sides_on_squares_above_each_other_are_further_apart_than_they_are_long(size: int) -> None:
    for shape in SHAPES[Family.BAR]:
        if shape == "edge":
            continue  # It is along the whole edge.
        white, black = (PlacedMark(Mark(Family.BAR, shape), side, "", 1.0, 0, 1) for side in BOTH)
        upper, lower = (np.flatnonzero(np.any(ink_of(bar, LIGHT, size, bar.white), axis=1)) for bar in (white, black))
        gap = size - 1 - upper[-1] + lower[0]
        assert gap > max(np.ptp(upper), np.ptp(lower)) + 1


CROWDED = Position.from_fen("r3kb1r/1b3ppp/p3p3/3pP3/1p1BnP2/3BQ1P1/PPP2NqP/R3K2R w KQkq - 3 17")


@pytest.mark.slow
def test_no_two_layers_on_the_same_squares_hide_each_other() -> None:
    assert not [str(hidden) for hidden in islice(hidden_in_pairs(kinds()), 12)]


def test_no_two_hatches_hide_each_other_on_small_squares() -> None:
    hatches = [name for name in kinds() if LAYERS[name].mark.family is Family.HATCH]
    assert not [str(hidden) for hidden in islice(hidden_in_pairs(hatches, 40), 12)]


@pytest.mark.slow
def test_no_three_or_six_layers_hide_each_other() -> None:
    assert not [str(hidden) for hidden in islice(hidden_at_random(80), 12)]


def test_attacks_are_seen_beside_stops_and_break_squares() -> None:
    names = ["double_attacks", "east_attacks", "west_attacks", "stops", "break_squares"]
    assert not [str(hidden) for hidden in Painted(40).hidden(CROWDED, shown(names))]


@pytest.mark.parametrize("piece", PIECES)
def test_the_one_sign_of_an_area_is_seen_beside_each_piece_on_small_squares(piece: str) -> None:
    interspans = LAYERS["interspans"]._replace(compute=lambda side: 1 << 27)
    look = Look((ShownLayer(interspans, Style(interspans.mark)),))
    cell = make_picture(EMPTY.with_piece(27, piece), look).cells[27]
    board = Painted(40)
    for spot in lay_out(cell.marks, board.size, has_piece=True):
        assert board.ink_alone(spot, piece) >= LEAST_SEEN * board.ink_alone(spot, "")


def piece_mask(piece: str, theme: Theme, size: int) -> NDArray[np.bool_]:
    """Return the pixels of a piece without its rim."""
    image = piece_image(piece, size, theme._replace(piece_halo="#00000000"))
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
    return attacked_twice(make_picture(EMPTY, Look(tuple(shown))).cells[0].marks)


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
@pytest.mark.parametrize("size", [40, *slow(64)])
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
@pytest.mark.parametrize("family", [family for family in Family if family not in (Family.STRIP, Family.LINE)])
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
@pytest.mark.parametrize("piece", ["N", "p", *slow(*(piece for piece in PIECES if piece not in "Np"))])
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
