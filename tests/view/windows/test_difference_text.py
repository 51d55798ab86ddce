"""What is said of differences, without a window."""

from __future__ import annotations

import pytest
from pawnviz.view.windows.difference_text import comparison_text, part_text, verdict_text

from pawnviz.core.board.bitboard import parse_squares

E4, D5 = parse_squares("e4"), parse_squares("d5")


@pytest.mark.parametrize(
    ("parts", "sides", "expected"),
    [
        (((E4, D5), (D5, 0), (0, 0)), (True, True), "They differ for White on 2 squares, for Black on 1 square."),
        (((E4, D5), (D5, 0), (0, 0)), (False, True), "They differ for Black on 1 square."),
        (((E4, 0), (0, 0), (0, D5)), (False, True), "No difference in this position."),
        (((E4, 0), (0, 0), (0, 0)), (False, True), "Neither holds a square in this position."),
    ],
)
def test_the_verdict_is_of_the_sides_that_are_compared(
    parts: tuple[tuple[int, int], ...], sides: tuple[bool, bool], expected: str
) -> None:
    assert verdict_text(parts, sides) == expected


def test_a_part_has_a_line_for_each_side_that_is_compared() -> None:
    assert part_text((E4 | D5, 0), (True, True)) == "White 2 squares: e4 d5\nBlack 0 squares"
    assert part_text((E4 | D5, 0), (False, True)) == "Black 0 squares"


def test_a_mask_is_compared_with_a_layer_or_the_layer_is_counted() -> None:
    assert comparison_text(None, E4, "Stops of White") == "Stops of White: 1 square."
    assert comparison_text(E4, E4, "Stops of White") == "Equal to Stops of White."
    assert comparison_text(D5, E4, "Stops of White") == "Differs from Stops of White.\nMissing: e4\nSurplus: d5"
