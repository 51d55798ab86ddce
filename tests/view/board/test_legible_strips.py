"""Strips below the board are told apart, in every kind of color vision, and stand out from the window."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any, cast

import numpy as np
from PySide6.QtGui import QColor

from pawnviz.core.board.bitboard import FILES, east, file_fill, mask_of, mirror_horizontal, west
from pawnviz.core.board.side import pawn_sides
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.widgets.theme import Theme
from tests.view.board.legibility import (
    STRIPS,
    SYMBOL_SHARE,
    LayerMark,
    Margin,
    shown_pair,
    themes,
    told_apart,
    worst,
)
from tests.view.vision import (
    color_look,
    contrast,
)


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


@themes()
def test_each_strip_has_a_core_with_a_contrast_of_3_with_the_window(theme: Theme) -> None:
    margin = Margin(theme)
    for side in STRIPS:
        shown = shown_pair(side, LayerMark(side.layer, not side.white), (FILES[3], 0))
        strips = margin.look(shown)
        assert np.count_nonzero(contrast(strips, color_look(QColor(theme.window))) >= 3) >= SYMBOL_SHARE * 64 * 64, (
            side.name
        )
