"""Masks as text: the eight mappings, every notation there and back, and short errors that point at what is wrong."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import (
    FILES,
    LIGHT_SQUARES,
    RANKS,
    SQUARE_NAMES,
    parse_square,
)
from pawnviz.core.board.mapping import LERF, MAPPINGS, SquareMapping, mapping_named
from tests.strategies import masks, masks_array, masks_list

E4: Final = 1 << 28


def test_the_mappings_are_the_eight_ways_from_a_corner_along_a_rank_or_a_file() -> None:
    assert {name: mapping.first_squares for name, mapping in MAPPINGS.items()} == {
        "LERF": "a1b1",
        "LEFR": "a1a2",
        "BERF": "h8g8",
        "BEFR": "h8h7",
        "BERLEF": "a8b8",
        "LERBEF": "h1g1",
        "LEFBER": "a8a7",
        "BEFLER": "h1h2",
    }
    assert all(name == mapping.name for name, mapping in MAPPINGS.items())
    assert next(iter(MAPPINGS.values())) == LERF


@pytest.mark.parametrize("mapping", MAPPINGS.values(), ids=MAPPINGS)
def test_bits_are_counted_along_a_line_from_the_first_square_to_the_opposite_corner(mapping: SquareMapping) -> None:
    numbered = [mapping.square(bit) for bit in range(64)]
    assert numbered[:2] == [mapping.first, mapping.second]
    assert sorted(numbered) == list(range(64))
    assert numbered[63] == mapping.first ^ 63
    steps = {(after - before, bit % 8 == 7) for bit, (before, after) in enumerate(pairwise(numbered))}
    assert len({step for step, turns in steps if not turns}) == 1
    assert len({step for step, turns in steps if turns}) == 1
    assert [mapping.bit(square) for square in numbered] == list(range(64))
    names = [SQUARE_NAMES[square] for square in numbered]
    assert mapping.title == f"{names[0]} = bit 0, {names[1]} = bit 1, {names[63]} = bit 63"


@given(masks(), st.sampled_from(list(MAPPINGS.values())))
def test_a_mask_has_the_squares_of_the_bits_of_its_number(number: int, mapping: SquareMapping) -> None:
    mask = sum(1 << mapping.square(bit) for bit in range(64) if number >> bit & 1)
    assert mapping.mask(number) == mask
    assert mapping.number(mask) == number


@given(st.lists(masks(), min_size=1, max_size=20), st.sampled_from(list(MAPPINGS.values())))
def test_arrays_are_mapped_as_numbers_are(numbers: list[int], mapping: SquareMapping) -> None:
    array = masks_array(numbers)
    assert masks_list(mapping.mask(array)) == [mapping.mask(number) for number in numbers]
    assert masks_list(mapping.number(array)) == [mapping.number(number) for number in numbers]
    assert masks_list(array) == numbers


def test_constants_of_other_mappings_are_those_that_the_wiki_and_engines_print() -> None:
    assert MAPPINGS["LEFR"].mask(0xFF) == FILES[0]
    assert MAPPINGS["LEFR"].mask(0x0101_0101_0101_0101) == RANKS[0]
    assert MAPPINGS["BERLEF"].mask(0xFF) == RANKS[7]
    assert MAPPINGS["BERLEF"].number(E4) == 1 << 36
    assert MAPPINGS["LERBEF"].mask(0x0101_0101_0101_0101) == FILES[7]
    assert MAPPINGS["BERF"].mask(1) == 1 << parse_square("h8")
    assert MAPPINGS["BEFR"].mask(0xFF) == FILES[7]
    assert MAPPINGS["LEFR"].mask(0x55AA_55AA_55AA_55AA) == LIGHT_SQUARES


@pytest.mark.parametrize("mapping", MAPPINGS.values(), ids=MAPPINGS)
def test_a_mapping_is_found_by_name_and_by_its_first_squares(mapping: SquareMapping) -> None:
    first, second = mapping.first_squares[:2], mapping.first_squares[2:]
    for text in (
        mapping.name,
        mapping.name.lower(),
        f"{first}{second}",
        f"{first} {second}",
        f" {first.upper()},{second}",
    ):
        assert mapping_named(text) is mapping


@pytest.mark.parametrize("text", ["", "a1", "a1c3", "LE", "BERFX", "\0", "x" * 1_000_000])
def test_another_name_of_a_mapping_is_refused_with_those_that_there_are(text: str) -> None:
    with pytest.raises(ValueError, match=r"^there is no mapping '.*LERF \(a1b1\), LEFR \(a1a2\)") as caught:
        mapping_named(text)
    assert len(str(caught.value)) <= 250
