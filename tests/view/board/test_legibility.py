"""Marks are told apart, in every kind of color vision, stand out from their squares, and hide no piece.

Two pictures are told apart when enough of their pixels differ noticeably (see ``vision``) even where they are most
alike: hatches, which have no place of their own, after any movement, marks of one family and side after any too, since
where one stands in its row says little, and other marks after the small movement that an eye does not see.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Final

import numpy as np
import pytest

from pawnviz.core.layers.marks import SHAPES, Family, Mark, hatch, target
from pawnviz.core.picture.picture import ALL_ENDS, PlacedMark
from pawnviz.core.picture.places import badge_box, badge_places
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme
from tests.view.board.legibility import (
    BOTH,
    HATCH_SHARE,
    ON_SQUARES,
    SYMBOL_SHARE,
    all_pairs,
    alone,
    on_squares,
    squares_of,
    themes,
    told_apart,
    worst,
)
from tests.view.vision import (
    GREYSCALE,
    VISIONS,
    Pixels,
    differing,
)


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
    boxes = [badge_box(size, place, "PP") for place in range(2 * badge_places(size))]
    assert all(box.left > 0 and box.top > 0 and box.right < size and box.bottom < size for box in boxes)
    right, left = boxes[: badge_places(size)], boxes[badge_places(size) :]
    assert all(upper.bottom < lower.top for lower, upper in [*pairwise(right), *pairwise(reversed(left))])
    assert max(box.right for box in left) < min(box.left for box in right)


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


# The measure itself


def drawn(mark: PlacedMark, theme: Theme = LIGHT, size: int = 64) -> Pixels:
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
