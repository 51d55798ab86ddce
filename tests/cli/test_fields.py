"""Fields: the characters of many values are the text of each of them."""

from __future__ import annotations

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pawnviz.cli.fields import Decimal, Field, Hexadecimal, Rank, Squares
from pawnviz.core.board.bitboard import diagram, square_names
from tests.strategies import masks

COUNTS = st.integers(0, 999)
FILES = st.integers(0, 255)
FIELDS: list[tuple[Field, st.SearchStrategy[int]]] = [
    (Hexadecimal(), masks()),
    (Hexadecimal(2), FILES),
    (Decimal(), COUNTS),
    (Decimal(">5"), COUNTS),
    (Decimal("<15"), COUNTS),
    (Decimal(counts=True), masks()),
    (Decimal(">5", counts=True), masks()),
    (Squares(), masks()),
    (Squares(files=True), FILES),
    *((Rank(rank), masks()) for rank in range(8)),
]


@pytest.mark.parametrize(("field", "values"), FIELDS, ids=[str(field) for field, _ in FIELDS])
@settings(max_examples=20)
@given(data=st.data())
def test_many_values_are_written_as_each_by_itself(
    field: Field, values: st.SearchStrategy[int], data: st.DataObject
) -> None:
    chosen = data.draw(st.lists(values, min_size=1, max_size=5))
    rows = field.characters(numpy.array(chosen, dtype=numpy.uint64))
    assert rows.shape == (len(chosen), field.width)
    assert [bytes(row).replace(b"\0", b"").decode() for row in rows] == [field.text(value) for value in chosen]


@given(masks())
def test_a_mask_is_written_as_the_board_s_functions_write_it(mask: int) -> None:
    assert Squares().text(mask).split() == (square_names(mask).split() or ["-"])
    assert [Rank(rank).text(mask) for rank in reversed(range(8))] == diagram(mask).splitlines()


def test_a_number_that_no_count_reaches_is_refused_in_an_array() -> None:
    assert Decimal().text(1000) == "1000"
    with pytest.raises(IndexError):
        Decimal().characters(numpy.array([1000], dtype=numpy.uint64))
