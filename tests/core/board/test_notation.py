"""Masks as text: the eight mappings, every notation there and back, and short errors that point at what is wrong."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import (
    BOARD,
    RANKS,
    diagram,
)
from pawnviz.core.board.mapping import MAPPINGS, SquareMapping
from pawnviz.core.board.mask_reader import read_mask
from pawnviz.core.board.notation import Notation, write_mask
from tests.strategies import masks

E4: Final = 1 << 28


# Their digits start with 0b, or are all decimal, when they are written in hexadecimal.
TWO_FACED: Final = st.sampled_from(
    (0x0B << 56, 0xB0B0_B0B0_B0B0_B0B0, 1 << 60, 0x1234_5678_9012_3456, 0x0B01_0101_0101_0101)
)


@given(masks() | TWO_FACED, st.sampled_from(Notation), st.sampled_from(list(MAPPINGS.values())))
def test_a_written_mask_is_read_as_the_same_in_every_notation_and_mapping(
    mask: int, notation: Notation, mapping: SquareMapping
) -> None:
    mask = mapping.mask(mask)
    text = write_mask(mask, notation, mapping)
    found = read_mask(text, mapping)
    assert (found.mask, found.notation) == (mask, notation.kind)
    assert found.description.isprintable()
    if notation.is_word:
        assert text.split() == [text]


@given(masks(), st.sampled_from(Notation), st.sampled_from(list(MAPPINGS.values())))
def test_only_numbers_depend_on_the_mapping(mask: int, notation: Notation, mapping: SquareMapping) -> None:
    text = write_mask(mask, notation, mapping)
    if notation.is_number:
        assert text == write_mask(mapping.number(mask), notation)
        assert read_mask(text).mask == mapping.number(mask)
    else:
        assert text == write_mask(mask, notation)
        assert read_mask(text).mask == mask


def test_a_mask_is_written_as_each_language_writes_it() -> None:
    mask = RANKS[1] | 1 << 63
    assert {notation: write_mask(mask, notation) for notation in Notation} == {
        Notation.HEX: "0x800000000000ff00",
        Notation.DECIMAL: "9223372036854841088",
        Notation.BINARY: "0b1000000000000000000000000000000000000000000000001111111100000000",
        Notation.DIAGRAM: diagram(mask),
        Notation.SQUARES: "a2 b2 c2 d2 e2 f2 g2 h2 h8",
        Notation.SIGNED: "-9223372036854710528",
        Notation.ROWS: ".......1/......../......../......../......../......../11111111/........",
        Notation.SET: "{a2,b2,c2,d2,e2,f2,g2,h2,h8}",
        Notation.C: "0x800000000000ff00ULL",
        Notation.CPP: "0x8000'0000'0000'ff00ULL",
        Notation.CSHARP: "0x800000000000ff00UL",
        Notation.RUST: "0x8000_0000_0000_ff00_u64",
        Notation.GO: "uint64(0x800000000000ff00)",
        Notation.JAVA: "0x800000000000ff00L",
        Notation.JAVASCRIPT: "0x800000000000ff00n",
        Notation.PYTHON: "0x8000_0000_0000_ff00",
        Notation.NUMPY: "numpy.uint64(0x800000000000ff00)",
        Notation.PASCAL: "$800000000000ff00",
        Notation.ASSEMBLER: "0800000000000ff00h",
    }
    assert write_mask(0, Notation.SQUARES) == "-"
    assert write_mask(0, Notation.SET) == "{}"
    assert write_mask(E4, Notation.HEX, MAPPINGS["BERLEF"]) == "0x0000001000000000"


def test_each_notation_has_a_name_of_its_own() -> None:
    assert len({notation.title for notation in Notation}) == len(Notation)
    assert {notation.kind for notation in Notation} == set(list(Notation)[:5])


@pytest.mark.parametrize("mask", [-1, BOARD + 1])
def test_what_is_no_mask_is_not_written(mask: int) -> None:
    with pytest.raises(ValueError, match="0 to 2"):
        write_mask(mask, Notation.HEX)
