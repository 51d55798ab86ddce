"""No mark hides a piece, and every mark stands out from the piece that it lies on."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.position import EMPTY
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import SHAPES, Family, Mark, Style
from pawnviz.core.picture.picture import Look, ShownLayer, make_picture
from pawnviz.view.board.canvas import piece_image
from pawnviz.view.widgets.theme import BOARD_COLORS, DARK, LIGHT, Theme, with_board
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
from tests.view.vision import (
    color_look,
    contrast,
)

# Pieces


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
