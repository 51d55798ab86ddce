"""Marks are told apart from each other and from the squares of every theme and board, on squares and as strips."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any, Final, cast

import numpy as np
import pytest
from PySide6.QtGui import QColor

from pawnviz.core.board.bitboard import FILES, east, file_fill, mask_of, mirror_horizontal, west
from pawnviz.core.board.side import pawn_sides
from pawnviz.core.layers.marks import SHAPES, Family, Mark, hatch, target
from pawnviz.core.picture.picture import ALL_ENDS, PlacedMark
from pawnviz.core.picture.places import badge_box, badge_places
from pawnviz.view.widgets.theme import BOARD_COLORS, DARK, LIGHT, Theme, with_board
from tests.view.board.legibility import (
    BOTH,
    HATCH_SHARE,
    ON_SQUARES,
    STRIPS,
    SYMBOL_SHARE,
    LayerMark,
    Margin,
    all_pairs,
    alone,
    ground,
    on_squares,
    shown_pair,
    squares_of,
    themes,
    told_apart,
    worst,
)
from tests.view.parameters import slow
from tests.view.vision import VISIONS, Pixels, color_look, contrast, differing


# Marks stand out least from the dark squares of the light theme and from the light ones of the dark theme.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "light", "size"), [(LIGHT, False, 40), (DARK, True, 40), *product((LIGHT, DARK), BOTH, (64,))]
)
def test_each_two_default_marks_are_told_apart_alone_and_together(theme: Theme, light: bool, size: int) -> None:
    assert not worst(all_pairs(squares_of(theme, size), light))


@pytest.mark.parametrize("size", [*range(12, 72, 4), 100, 125, 200])
def test_badges_on_one_square_do_not_touch(size: int) -> None:
    boxes = [badge_box(size, place, "PP") for place in range(2 * badge_places(size))]
    assert all(box.left > 0 and box.top > 0 and box.right < size and box.bottom < size for box in boxes)
    right, left = boxes[: badge_places(size)], boxes[badge_places(size) :]
    assert all(upper.bottom < lower.top for lower, upper in [*pairwise(right), *pairwise(reversed(left))])
    assert max(box.right for box in left) < min(box.left for box in right)


@pytest.mark.parametrize("theme", [LIGHT, *slow((DARK,))])
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


@pytest.mark.parametrize("family", [Family.HATCH, Family.TARGET, Family.ATTACK, Family.BAR])
def test_each_two_shapes_that_can_be_chosen_are_told_apart(family: Family) -> None:
    squares = squares_of(LIGHT, 64)
    share = HATCH_SHARE if family is Family.HATCH else SYMBOL_SHARE
    distances = []
    for white in BOTH:
        for first, second in combinations(SHAPES[family], 2):
            one, other = (
                squares.look((PlacedMark(Mark(family, shape), white, "", 1.0, 0, 1, ends=ALL_ENDS),), False)
                for shape in (first, second)
            )
            distances.append(
                (told_apart(one, other, squares.size, share), f"{family.value} {first}, {second}, {white}")
            )
    assert not worst(iter(distances))


def drawn(mark: PlacedMark, theme: Theme = LIGHT, size: int = 64) -> Pixels:
    """Return a mark on a light square."""
    return squares_of(theme, size).look((mark,), True)


FRONT_SPANS: Final = PlacedMark(hatch("solid"), True, "#0072b2", 1.0, 0, 1)
STOP: Final = PlacedMark(target("chevron"), True, "#0072b2", 1.0, 0, 1)


def test_the_measure_rejects_a_hatch_that_is_only_moved() -> None:
    moved = np.roll(drawn(FRONT_SPANS), (0, 5), (0, 1))
    assert told_apart(drawn(FRONT_SPANS), moved, 0, HATCH_SHARE) > 1
    assert told_apart(drawn(FRONT_SPANS), moved, 64, HATCH_SHARE) == 0


def test_the_measure_rejects_a_symbol_that_is_moved_a_little_and_accepts_another_place() -> None:
    little = np.roll(drawn(STOP), (2, 2), (0, 1))
    far = np.roll(drawn(STOP), (0, 12), (0, 1))
    assert told_apart(drawn(STOP), little, 3, SYMBOL_SHARE) == 0
    assert told_apart(drawn(STOP), far, 3, SYMBOL_SHARE) > 1


def test_the_measure_rejects_colors_alone_for_those_who_do_not_see_them() -> None:
    # Equal in lightness, and one hue apart for people who see red and green.
    red, green = STOP._replace(color="#b4483c"), STOP._replace(color="#5a7a2c")
    found = differing(drawn(red), drawn(green))
    enough = SYMBOL_SHARE * 64 * 64
    rejected = [vision for vision, count in zip(VISIONS, found, strict=True) if count < enough]
    assert rejected == ["greyscale", "protanopia", "deuteranopia"]


@themes()
@pytest.mark.parametrize("light", BOTH, ids=["light squares", "dark squares"])
def test_the_sides_colors_have_a_contrast_of_3_with_the_squares_and_4_5_with_letters(theme: Theme, light: bool) -> None:
    for white in BOTH:
        color = color_look(theme.mark_color(white))
        assert contrast(color, ground(theme, light)) >= 3
        assert contrast(color, color_look(QColor(theme.badge_text))) >= 4.5
        assert contrast(color, color_look(QColor(theme.window))) >= 3


@themes()
@pytest.mark.parametrize("light", BOTH, ids=["light squares", "dark squares"])
@pytest.mark.parametrize(("size", "board"), [(40, "gray"), *slow(*list(product((40, 64), BOARD_COLORS))[1:])])
def test_each_mark_has_a_core_of_contrast_3_with_its_square(theme: Theme, light: bool, size: int, board: str) -> None:
    theme = with_board(theme, board)
    squares = squares_of(theme, size)
    faint = []
    for side in ON_SQUARES:
        # Edges of lines are mixed with the square, and halos are not what stands out: only the core counts.
        core = np.count_nonzero(contrast(squares.look((alone(side),), light), ground(theme, light)) >= 3)
        if core < (HATCH_SHARE if side.family is Family.HATCH else SYMBOL_SHARE) * size * size:
            faint.append((core, side.name))
    assert not faint


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


@pytest.mark.slow
@themes()
def test_each_two_strips_are_told_apart_alone_and_together(theme: Theme) -> None:
    margin = Margin(theme)
    pairs = combinations(STRIPS, 2)
    assert not worst(found for pair in pairs for found in strip_distances(margin, *pair))


@themes()
def test_each_strip_has_a_core_with_a_contrast_of_3_with_the_window(theme: Theme) -> None:
    margin = Margin(theme)
    for side in STRIPS:
        shown = shown_pair(side, LayerMark(side.layer, not side.white), (FILES[3], 0))
        strips = margin.look(shown)
        assert np.count_nonzero(contrast(strips, color_look(QColor(theme.window))) >= 3) >= SYMBOL_SHARE * 64 * 64, (
            side.name
        )
