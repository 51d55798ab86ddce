"""Masks of squares: every primitive against the same thing said square by square, for ints and arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board import bitboard
from pawnviz.core.board.bitboard import (
    BOARD,
    DARK_SQUARES,
    EAST_HALF,
    FILES,
    LIGHT_SQUARES,
    RANKS,
    SQUARE_NAMES,
    WEST_HALF,
    diagram,
    mask_of,
    parse_square,
    parse_squares,
    popcount,
    square_names,
    squares,
    to_hex,
)
from tests.reference import SQUARES, mask_of_squares
from tests.strategies import masks, masks_array, masks_list, picture

Square = tuple[int, int]


def reached(goes: Callable[[Square, Square], bool]) -> Callable[[set[Square]], set[Square]]:
    """Return the rule of all squares that some square of a set reaches."""
    return lambda mask: {square for square in SQUARES if any(goes(start, square) for start in mask)}


PRIMITIVES: dict[str, Callable[[set[Square]], set[Square]]] = {
    "complement": lambda mask: set(SQUARES) - mask,
    "north": reached(lambda start, end: end == (start[0], start[1] + 1)),
    "south": reached(lambda start, end: end == (start[0], start[1] - 1)),
    "east": reached(lambda start, end: end == (start[0] + 1, start[1])),
    "west": reached(lambda start, end: end == (start[0] - 1, start[1])),
    "north_fill": reached(lambda start, end: end[0] == start[0] and end[1] >= start[1]),
    "south_fill": reached(lambda start, end: end[0] == start[0] and end[1] <= start[1]),
    "east_fill": reached(lambda start, end: end[1] == start[1] and end[0] >= start[0]),
    "west_fill": reached(lambda start, end: end[1] == start[1] and end[0] <= start[0]),
    "file_fill": reached(lambda start, end: end[0] == start[0]),
    "flip_vertical": reached(lambda start, end: end == (start[0], 7 - start[1])),
    "mirror_horizontal": reached(lambda start, end: end == (7 - start[0], start[1])),
}


def squares_of(mask: int) -> set[Square]:
    """Return the squares of a mask as pairs of file and rank."""
    return {(file, rank) for file, rank in SQUARES if mask >> 8 * rank + file & 1}


@pytest.mark.parametrize("name", PRIMITIVES)
@given(given_masks=st.lists(masks(), min_size=1, max_size=4))
def test_a_primitive_moves_each_square_as_its_name_says(name: str, given_masks: list[int]) -> None:
    primitive: Callable[[Any], Any] = getattr(bitboard, name)
    expected = [mask_of_squares(PRIMITIVES[name](squares_of(mask))) for mask in given_masks]
    assert [primitive(mask) for mask in given_masks] == expected
    assert masks_list(primitive(masks_array(given_masks))) == expected


@given(given_masks=st.lists(masks(), min_size=1, max_size=4))
def test_popcount_counts_squares_of_ints_and_arrays(given_masks: list[int]) -> None:
    counts: Any = popcount(masks_array(given_masks))
    assert [popcount(mask) for mask in given_masks] == [len(squares_of(mask)) for mask in given_masks]
    assert counts.tolist() == [len(squares_of(mask)) for mask in given_masks]


@pytest.mark.parametrize("name", ["north", "south", "east", "west"])
def test_a_whole_board_moved_leaves_one_edge_empty(name: str) -> None:
    moved: int = getattr(bitboard, name)(BOARD)
    empty = {"north": RANKS[0], "south": RANKS[7], "east": FILES[0], "west": FILES[7]}[name]
    assert moved == BOARD ^ empty


def test_a1_is_the_lowest_bit_and_h8_the_highest() -> None:
    assert (parse_square("a1"), parse_square("h1"), parse_square("a2"), parse_square("h8")) == (0, 7, 8, 63)
    assert SQUARE_NAMES[28] == "e4"


def test_ranks_files_halves_and_colors_of_squares_share_the_board() -> None:
    assert parse_squares("a1 b1 c1 d1 e1 f1 g1 h1") == RANKS[0]
    assert parse_squares("h1 h2 h3 h4 h5 h6 h7 h8") == FILES[7]
    assert sum(RANKS) == sum(FILES) == WEST_HALF + EAST_HALF == LIGHT_SQUARES + DARK_SQUARES == BOARD
    assert WEST_HALF & parse_squares("d5 e5") == parse_squares("d5")
    assert LIGHT_SQUARES & parse_squares("a1 h1 a8 d1") == parse_squares("h1 a8 d1")


@given(mask=masks())
def test_squares_and_their_names_lead_back_to_the_mask(mask: int) -> None:
    assert list(squares(mask)) == sorted(squares(mask))
    assert mask_of(squares(mask)) == mask
    assert parse_squares(square_names(mask)) == mask


@given(mask=masks())
def test_hexadecimal_and_diagram_lead_back_to_the_mask(mask: int) -> None:
    assert to_hex(mask).startswith("0x")
    assert len(to_hex(mask)) == 18
    assert int(to_hex(mask), 16) == mask
    assert picture(diagram(mask)) == mask


def test_a_diagram_has_rank_8_first_and_the_a_file_left() -> None:
    lines = diagram(parse_squares("a8 h2")).splitlines()
    assert lines[0] == "1 . . . . . . ."
    assert lines[6] == ". . . . . . . 1"
    assert len(lines) == 8


@pytest.mark.parametrize("name", ["", "e", "e9", "i4", "E4", "e4 ", "4e", "е4"])
def test_a_name_that_is_no_square_is_refused_with_what_a_square_is(name: str) -> None:
    with pytest.raises(ValueError, match="a file from a to h and a rank from 1 to 8"):
        parse_square(name)


def test_a_list_of_squares_with_a_wrong_one_is_refused() -> None:
    with pytest.raises(ValueError, match="a square is"):
        parse_squares("d4 e9")
