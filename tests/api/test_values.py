"""Values of both sides: how they unpack, and what they are indexed by."""

from __future__ import annotations

from typing import Any

import chess
import pytest

import pawnviz


def test_a_value_of_both_sides_unpacks_to_white_and_black() -> None:
    white, black = pawnviz.ByColor("one", "other")
    assert (white, black) == ("one", "other")


def test_it_is_indexed_by_a_color_of_python_chess() -> None:
    value = pawnviz.ByColor("one", "other")
    assert (value[chess.WHITE], value[chess.BLACK]) == ("one", "other")


@pytest.mark.parametrize("index", [0, 1, "white", None])
def test_anything_but_a_color_is_no_index(index: Any) -> None:
    with pytest.raises(TypeError, match="a color is True for White or False for Black"):
        pawnviz.ByColor("one", "other")[index]


def test_masks_name_their_squares_and_are_shown_in_hexadecimal() -> None:
    masks = pawnviz.Masks(1 << 28 | 1, 0)
    assert masks.squares == pawnviz.ByColor(("a1", "e4"), ())
    assert repr(masks) == "Masks(white=0x0000000010000001, black=0x0000000000000000)"
