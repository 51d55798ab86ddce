"""Layers in blocks: the same values as without blocks, whatever the block, and wrong arrays refused."""

from __future__ import annotations

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.arrays import Boards, PawnBoards, boards_of
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import BLACK, WHITE, Side, pawn_sides
from pawnviz.core.layers import LAYERS, NUMBERS, Entry
from pawnviz.core.layers.batch import layer_blocks
from tests.positions import positions
from tests.strategies import masks

WANTED: list[tuple[Entry, bool]] = [
    *((layer, color) for layer in LAYERS.values() for color in (WHITE, BLACK)),
    *((number, color) for number in NUMBERS.values() for color in (BLACK, WHITE)),
]


def pawns(*boards: tuple[int, int]) -> PawnBoards:
    """Return boards with nothing but white and black pawns."""
    white, black = numpy.array(boards, dtype=numpy.uint64).reshape(-1, 2).T
    return PawnBoards(white, black)


def assert_equal(boards: Boards | PawnBoards, sides: list[tuple[Side[int], Side[int]]], block: int) -> None:
    """Compare the layers of boards as arrays with the same layers of each board by itself."""
    result = layer_blocks(WANTED, boards, block=block)
    assert len(result) == len(WANTED)
    for row, (rule, color) in zip(result, WANTED, strict=True):
        assert row.dtype == numpy.uint64
        assert row.tolist() == [rule(pair[0 if color else 1]) for pair in sides]


@given(boards=st.lists(st.tuples(masks(), masks()), max_size=7), block=st.integers(1, 9))
def test_every_layer_and_number_of_pawns_is_the_same_in_blocks_of_any_size(
    boards: list[tuple[int, int]], block: int
) -> None:
    assert_equal(pawns(*boards), [pawn_sides(*pair) for pair in boards], block)


@given(boards=st.lists(positions(), max_size=5), block=st.integers(1, 6))
def test_every_layer_and_number_of_whole_positions_is_the_same_in_blocks_of_any_size(
    boards: list[Position], block: int
) -> None:
    assert_equal(boards_of(boards), [position.sides() for position in boards], block)


def test_the_values_are_written_into_the_given_arrays() -> None:
    out = numpy.full((1, 2), 7, dtype=numpy.uint64)
    assert layer_blocks([(LAYERS["stops"], WHITE)], pawns((1, 0), (2, 0)), out=out) is out
    assert out.tolist() == [[1 << 8, 2 << 8]]
    counts = numpy.zeros(2, dtype=numpy.int64)
    layer_blocks([(NUMBERS["island_count"], WHITE)], pawns((1, 0), (5, 0)), out=[counts])
    assert counts.tolist() == [1, 2]


def test_arrays_of_another_shape_and_empty_blocks_are_refused() -> None:
    wanted = [(LAYERS["stops"], WHITE)]
    with pytest.raises(ValueError, match=r"out has an array of the shape \(1,\) for each of the 1 layers"):
        layer_blocks(wanted, pawns((1, 0)), out=[])
    with pytest.raises(ValueError, match="out has an array of the shape"):
        layer_blocks(wanted, pawns((1, 0)), out=numpy.zeros((1, 2), numpy.uint64))
    with pytest.raises(ValueError, match="at least one board, not 0"):
        layer_blocks(wanted, pawns((1, 0)), block=0)
