from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import parse_square, parse_squares
from pawnviz.core.formula.tokens import FormulaError
from pawnviz.core.structures.drawing import PatternMark, cycled, grouped, pattern_marks, pattern_of_pawns
from pawnviz.core.structures.pattern import read_pattern

D4 = parse_square("d4")


def test_a_click_goes_through_a_white_pawn_a_black_one_none_and_free() -> None:
    texts = [""]
    for _ in range(4):
        texts.append(cycled(texts[-1], D4))
    assert texts == ["", "W d4+", "B d4+", "W -d4; B -d4", ""]


def test_a_click_of_the_other_button_goes_back() -> None:
    assert cycled(cycled("", D4), D4, -1) == ""
    assert cycled("", D4, -1) == "W -d4; B -d4"


def test_a_click_changes_the_word_of_its_square_alone() -> None:
    assert cycled("W d4 -c; B e5+", D4) == "W -c; B e5+ d4+"


def test_a_drag_asks_for_a_pawn_on_one_of_its_squares() -> None:
    text = grouped("W e3+ -c", parse_squares("e2 e3"), True)
    assert text == "W -c e2/e3+"
    assert PatternMark(True, parse_squares("e2 e3")) in pattern_marks(text)


def test_a_click_on_one_of_several_squares_changes_their_color_and_then_frees_them() -> None:
    black = cycled("W e2/e3+", parse_square("e3"))
    assert black == "B e2/e3+"
    assert cycled(black, parse_square("e2")) == ""


def test_a_mark_says_whether_a_pawn_must_be_there() -> None:
    assert pattern_marks("W d4+; B -d4") == (
        PatternMark(True, 1 << D4),
        PatternMark(False, 1 << D4, is_empty=True),
    )


def test_the_pawns_of_a_board_are_a_pattern() -> None:
    assert pattern_of_pawns(parse_squares("d4 e2 e3"), parse_squares("d5")) == "W d4 e2+ e3+; B d5"


@given(st.lists(st.tuples(st.integers(0, 63), st.sampled_from((-1, 1))), max_size=12))
def test_any_clicks_give_a_pattern_that_can_be_read(clicks: list[tuple[int, int]]) -> None:
    text = reduce(lambda text, click: cycled(text, *click), clicks, "")
    read_pattern(text)


def test_a_faulty_pattern_stays_as_it_is() -> None:
    with pytest.raises(FormulaError):
        cycled("W d9", D4)
