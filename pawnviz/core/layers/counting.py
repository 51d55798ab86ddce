"""Counting on ints and on arrays alike; counts of arrays are ``uint8``, as ``popcount`` returns them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from pawnviz.core.board.bitboard import BOARD, Bits, squares


def squares_of_any(mask: Bits) -> Iterator[int]:
    """Yield the squares of a mask, or those of any mask of an array, lowest first."""
    if isinstance(mask, int):
        return squares(mask)
    import numpy

    return squares(int(numpy.bitwise_or.reduce(cast(Any, mask), axis=None)))


def where_empty(mask: Bits) -> Bits:
    """Return the whole board where a mask is empty, else the empty mask."""
    empty: Any = mask == 0
    board: Bits = _where(empty)
    return board


def where_more(count: Bits, other: Bits | int) -> Bits:
    """Return the whole board where a count is above another one or a number, else the empty mask."""
    first: Any = count
    board: Bits = _where(first > other)
    return board


def excess(count: Bits, other: Bits) -> Bits:
    """Return by how much a count is above another one, 0 where it is not: a count of the same type."""
    first: Any = count
    difference: Bits = (first - other) * (first > other)
    return difference


def distance(count: Bits, other: Bits) -> Bits:
    """Return how far two counts are apart: a count of the same type."""
    return excess(count, other) | excess(other, count)


def _where(condition: Any) -> Any:
    if isinstance(condition, bool):
        return BOARD if condition else 0
    import numpy

    return numpy.where(condition, numpy.uint64(BOARD), numpy.uint64(0))
