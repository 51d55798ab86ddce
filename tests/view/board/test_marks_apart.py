"""Marks on one square and on squares beside each other stay apart, by their lightness alone.

What counts of a mark is its ink: the pixels that have a contrast of 3 with their square, a measure of lightness. Halos,
which part marks from what is below them, are no ink.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import SHAPES, Family, Mark, badge
from pawnviz.core.picture.picture import FROM_EAST, FROM_WEST, PlacedMark
from pawnviz.view.widgets.theme import LIGHT, Theme
from tests.view.board.legibility import BOTH, ground, grown, squares_of, themes
from tests.view.vision import contrast

Ink = NDArray[np.bool_]

SIZES = [40, 64]


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
