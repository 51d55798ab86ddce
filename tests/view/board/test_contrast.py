"""Marks and the sides' colors stand out from the squares of every theme and board."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor

from pawnviz.core.layers.marks import Family
from pawnviz.view.widgets.theme import BOARD_COLORS, Theme, with_board
from tests.view.board.legibility import (
    BOTH,
    HATCH_SHARE,
    ON_SQUARES,
    SYMBOL_SHARE,
    alone,
    ground,
    squares_of,
    themes,
)
from tests.view.vision import (
    color_look,
    contrast,
)


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
