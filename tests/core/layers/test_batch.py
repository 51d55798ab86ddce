"""Layers in blocks: the same masks as without blocks, whatever the block, and wrong arrays refused."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pawnviz.core.board.side import BLACK, WHITE, pawn_sides
from pawnviz.core.layers import LAYERS, NUMBERS, Layer, Number
from pawnviz.core.layers.batch import layer_blocks
from tests.strategies import masks

WANTED: list[tuple[Layer | Number, bool]] = [
    *((layer, color) for layer in LAYERS.values() for color in (WHITE, BLACK)),
    *((number, color) for number in NUMBERS.values() for color in (BLACK, WHITE)),
]


def pawns(*values: int) -> NDArray[Any]:
    """Return masks of pawns as an array."""
    return numpy.array(values, dtype=numpy.uint64)


@given(boards=st.lists(st.tuples(masks(), masks()), max_size=7), block=st.integers(1, 9))
def test_every_layer_and_number_is_the_same_in_blocks_of_any_size(boards: list[tuple[int, int]], block: int) -> None:
    white, black = pawns(*(white for white, _ in boards)), pawns(*(black for _, black in boards))
    result = layer_blocks(WANTED, white, black, block=block)
    assert result.dtype == numpy.uint64
    assert result.shape == (len(WANTED), len(boards))
    for row, (rule, color) in enumerate(WANTED):
        expected = [rule(pawn_sides(*pair)[0 if color else 1]) for pair in boards]
        assert result[row].tolist() == expected


def test_the_masks_are_written_into_the_given_array() -> None:
    out = numpy.full((1, 2), 7, dtype=numpy.uint64)
    assert layer_blocks([(LAYERS["stops"], WHITE)], pawns(1, 2), pawns(0, 0), out=out) is out
    assert out.tolist() == [[1 << 8, 2 << 8]]


def test_pawns_of_another_length_or_dtype_are_refused() -> None:
    wanted = [(LAYERS["stops"], WHITE)]
    with pytest.raises(ValueError, match=r"one length, not \(2,\) and \(1,\)"):
        layer_blocks(wanted, pawns(1, 2), pawns(0))
    with pytest.raises(ValueError, match="one length"):
        layer_blocks(wanted, pawns(1, 2).reshape(1, 2), pawns(0, 0).reshape(1, 2))
    with pytest.raises(ValueError, match="arrays of uint64"):
        layer_blocks(wanted, pawns(1).astype(numpy.int64), pawns(0))
    with pytest.raises(ValueError, match="out has the shape"):
        layer_blocks(wanted, pawns(1), pawns(0), out=pawns(0))
    with pytest.raises(ValueError, match="at least one board, not 0"):
        layer_blocks(wanted, pawns(1), pawns(0), block=0)
