"""Conditions: what holds for which side, which texts are refused and where, and that no text breaks the parser."""

from __future__ import annotations

from typing import Any, Final, cast

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pawnviz.core.board.side import Side
from pawnviz.core.formula.conditions import parse_condition
from pawnviz.core.formula.parser import parse
from pawnviz.core.formula.tokens import LONGEST_TEXT, FormulaError
from pawnviz.core.layers import LAYERS
from tests.core.formula.worked import PARTS, WHITE, own_layers
from tests.strategies import Board, array_sides, boards


def holds(text: str, side: Side[int] = WHITE) -> bool:
    """Return whether a condition holds for White, or for another side."""
    truth = parse_condition(text).evaluate(side)
    assert isinstance(truth, bool)
    return truth


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("popcount(own) == 8", True),
        ("popcount(own) != 8", False),
        ("popcount(enemy) < 8", False),
        ("popcount(enemy)<=8", True),
        ("8 > popcount(rank_1 & file_a)", True),
        ("popcount(board) >= 64", True),
        ("popcount({a1 b2} | {c3}) == 3", True),
        ("island_count(own) == 1", True),
        ("island_count({a2 c2 h7}) == 3", True),
        ("island_count(own) < island_count({a1 c1})", True),
        ("popcount(own) > popcount(enemy)", False),
        ("0 == 0", True),
        ("9999 < 1", False),
        ("popcount(own << 8) == 8", True),
        ("not popcount(own) == 8", False),
        ("not not popcount(own) == 8", True),
        ("not (0 == 1) and 1 == 1", True),
        ("0 == 1 and 0 == 1 or 1 == 1", True),
        ("0 == 1 and (0 == 1 or 1 == 1)", False),
        ("1 == 1 or 0 == 1 and 0 == 1", True),
        ("not 1 == 1 or 1 == 1", True),
        ("x = own; popcount(x) == 8", True),
        ("x = own & rank_2; y = x - file_a; popcount(y) < popcount(x)", True),
    ],
)
def test_a_condition_compares_numbers_and_joins_what_holds(text: str, truth: bool) -> None:
    assert holds(text) is truth


@given(boards=st.lists(boards(), min_size=1, max_size=4))
def test_a_condition_of_arrays_is_an_array_of_what_holds_on_each_board(boards: list[Board]) -> None:
    for text in (
        "popcount(own) >= popcount(enemy)",
        "island_count(own) < 2 or not popcount(attacks(own) & enemy) == 0",
        "popcount(own) > 9999 or popcount(own) < 300",
        "2 > 1",
        "not 2 > 1",
        "popcount(front_spans(own | enemy)) > 20 and island_count(enemy) >= 2 and 1 < 2",
    ):
        condition = parse_condition(text)
        for color in (0, 1):
            expected = [condition.evaluate(board.sides()[color]) for board in boards]
            found = cast(NDArray[Any], condition.evaluate(array_sides(boards)[color]))
            assert found.dtype == numpy.bool_
            assert found.tolist() == expected


@given(board=boards())
def test_a_condition_counts_what_a_formula_computes(board: Board) -> None:
    for side in board.sides():
        count = parse("attacks(own) - attacks(enemy)").evaluate(side).bit_count()
        assert parse_condition(f"popcount(attacks(own) - attacks(enemy)) == {count}").evaluate(side)
        assert not parse_condition(f"popcount(attacks(own) - attacks(enemy)) > {count}").evaluate(side)


def test_a_condition_calls_layers_of_the_user_s_own() -> None:
    names = own_layers(guarded="own & attacks(own)")
    condition = parse_condition("popcount(guarded(own)) == 3", names)
    assert condition.evaluate(WHITE) is ((WHITE.pawns & LAYERS["attacks"](WHITE)).bit_count() == 3)
    assert parse_condition("popcount(guarded(own)) == 3", own_layers(guarded="own & attacks(own)")) is condition


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 1, "expected a number such as popcount(own), island_count(own) or 2, found the end"),
        ("popcount(own)", 14, "expected a comparison: <, <=, ==, !=, >= or >, found the end"),
        ("popcount(own) = 2", 15, "found '='; did you mean ==?"),
        ("popcount(own) << 2", 15, "expected a comparison"),
        ("popcount(own) >", 16, "expected a number"),
        ("popcount(own) > 2 >", 19, "expected and, or or the end of the condition, found '>'"),
        ("1 < 2 < 3", 7, "expected and, or or the end of the condition, found '<'"),
        ("popcount > 2", 1, "popcount needs what it is of; expected popcount(own)"),
        ("island_count > 2", 1, "island_count needs what it is of; expected island_count(own)"),
        ("popcount() > 2", 10, "expected a set of squares"),
        ("popcount(own > 2", 14, "expected an operator or the ) of the ( in column 9"),
        ("popcount(own and enemy) > 2", 14, "found 'and'; did you mean &?"),
        ("popcount(island_count(own)) > 2", 10, "island_count is a number, not a set of squares"),
        ("popcount(popcount(own)) > 2", 10, "popcount is a number, not a set of squares"),
        (
            "front_spans(own) > 2",
            1,
            "front_spans is a set of squares, not a number; expected popcount(front_spans(own))",
        ),
        ("own > 2", 1, "own is a set of squares, not a number; expected popcount(own)"),
        ("x = own; x > 2", 10, "x is a set of squares, not a number; expected popcount(x)"),
        ("{e4} > 2", 1, "expected a number"),
        ("0xff > 2", 1, "expected a number"),
        ("popcount(own) > 10000", 17, "expected a count from 0 to 9999, found '10000'"),
        ("popcount(own) > -1", 17, "expected a number"),
        ("(popcount(own) > 2", 19, "expected and, or or the ) of the ( in column 1"),
        ("popcount(own) > 2 and", 22, "expected a number"),
        ("popcount(own) > 2 & 1 < 2", 19, "expected and, or or the end"),
        ("and", 1, "expected a number"),
        ("not", 4, "expected a number"),
        ("popcnt(own) > 2", 1, "'popcnt' is not known; did you mean popcount(own)?"),
        ("isolatd > 2", 1, "'isolatd' is not known; did you mean popcount(isolated_pawns(own))?"),
        ("zzzzz(own) > 2", 1, "'zzzzz' is not known; expected a number"),
        ("and = own; popcount(own) > 2", 1, "and has a meaning of its own"),
        ("popcount(own) ≥ 2", 15, "GREATER-THAN OR EQUAL TO (U+2265)"),
    ],
)
def test_a_wrong_condition_is_refused_with_its_column_and_what_was_expected(text: str, column: int, words: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_condition(text)
    assert caught.value.column == column
    assert words in caught.value.message
    assert len(caught.value.message) <= 200


def test_the_limits_hold_for_conditions() -> None:
    for text, words in (
        ("popcount(own) > 1" + " " * LONGEST_TEXT, "at most 4096 characters"),
        ("(" * 65 + "1 > 2" + ")" * 65, "at most 64 deep"),
        ("not " * 65 + "1 > 2", "at most 64 deep"),
        ("not " * 40 + "popcount(" + "~" * 30 + "own) > 2", "at most 64 deep"),
        (" or ".join(["1>2"] * 200), "at most 512 parts"),
        ("popcount(" + "|".join(["own"] * 510) + ") > 2", "at most 512 parts"),
    ):
        with pytest.raises(FormulaError) as caught:
            parse_condition(text)
        assert words in caught.value.message
        assert 1 <= caught.value.column <= len(text) + 1
    assert parse_condition(" or ".join(["1>2"] * 150)).evaluate(WHITE) is False


_CONDITION_WORDS: Final = "popcount(own) popcount island_count and or not <= == >= 2 <"


@given(text=st.lists(PARTS | st.sampled_from(_CONDITION_WORDS.split())).map(" ".join))
def test_any_text_is_a_condition_or_refused_with_a_column(text: str) -> None:
    try:
        condition = parse_condition(text)
    except FormulaError as error:
        assert 1 <= error.column <= len(text) + 1
        assert 0 < len(error.message) <= 200
        assert error.message.isprintable()
    else:
        assert condition.evaluate(WHITE) in (False, True)
