"""Patterns: their words, in sentences and as formulas, and where one is wrong."""

from __future__ import annotations

import pytest

from pawnviz.core.formula.tokens import FormulaError
from pawnviz.core.structures.pattern import pattern_words, read_pattern
from pawnviz.core.structures.rule import Rule, check_condition
from pawnviz.core.structures.rule_table import RuleTable


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (
            "W d4 -c -e; B -d",
            "White has a pawn on d4 and none on the files c and e. Black has no pawn on the d-file. "
            "No pawn on a named square is doubled.",
        ),
        ("B c6 d5", "Black has pawns on c6 and d5. No pawn on a named square is doubled."),
        ("W c4/d4+", "White has one or more pawns on c4 or d4."),
        ("W d4+ -e4/e5", "White has a pawn on d4 and none on e4 or e5."),
        ("W -c4", "White has no pawn on c4."),
        ("W c7+c", "White has exactly two pawns on the c-file, one of them on c7."),
        ("", ""),
    ],
)
def test_a_pattern_is_said_in_sentences(pattern: str, words: str) -> None:
    assert pattern_words(read_pattern(pattern)) == words


@pytest.mark.parametrize(
    ("pattern", "column", "message"),
    [
        ("d4", 1, "expected W or B and then words on its pawns, found 'd4'"),
        ("W d4; -e", 7, "expected W or B and then words on its pawns, found '-e'"),
        ("W d4 e9", 6, "'e9' is no word of a pattern; expected one such as d4, e2/e3, -c or c+c"),
        ("W d4 e2/", 6, "'e2/' is no word of a pattern; expected one such as d4, e2/e3, -c or c+c"),
        ("W c+d", 3, "'c+d' is no word of a pattern; expected one such as d4, e2/e3, -c or c+c"),
        (
            "W c4/d4",
            3,
            "the squares of 'c4/d4' are on several files; expected c4/d4+ for one or more pawns on these squares",
        ),
        ("W d4 -d", 6, "no pawns fulfill '-d' together with the words before it on its file"),
        ("W d4 d5", 6, "no pawns fulfill 'd5' together with the words before it on its file"),
        ("W " + "e " * 3000, 4097, "a pattern is at most 4096 characters long"),
    ],
)
def test_a_wrong_pattern_is_named_with_its_column(pattern: str, column: int, message: str) -> None:
    with pytest.raises(FormulaError) as caught:
        read_pattern(pattern)
    assert (caught.value.column, caught.value.message) == (column, message)


def test_colors_may_change_without_a_semicolon_and_words_stand_on_lines() -> None:
    assert read_pattern("W d4 B d5\n c6") == read_pattern("W d4; B d5 c6")
    assert read_pattern("W d4+ -d5") != read_pattern("W d4")


def test_a_rule_is_one_condition_of_the_formula_language() -> None:
    rule = Rule(
        read_pattern("W d3/d4! -c; B e"), "pawns = own & file_a; popcount(pawns) >= 1 or island_count(own) == 1"
    )
    assert rule.formula == (
        "pawns = own & file_a; popcount(white & file_d) == 1 and popcount(white & file_d - {d3 d4}) == 0 "
        "and popcount(passed_pawns(white) & file_d) == 0 and popcount(white & file_c) == 0 "
        "and popcount(black & file_e) >= 1 and (popcount(pawns) >= 1 or island_count(own) == 1)"
    )
    check_condition(rule.formula)


def test_a_pattern_of_very_many_words_is_asked_too() -> None:
    squares = "/".join(f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9))
    rule = Rule(read_pattern("W " + f"{squares}+ " * 20))
    assert len(rule.terms) == 20
    assert RuleTable([rule]).holding(1, 0) == 1


def test_a_condition_is_said_for_the_side_that_has_it_or_in_words_of_its_own() -> None:
    rule = Rule((), "popcount(own) >= 4")
    assert rule.words == "For White: popcount(own) >= 4."
    assert rule.turned.words == "For Black, with the board turned: popcount(own) >= 4."
    assert Rule((), "popcount(own) >= 4", color=False).words == "For Black: popcount(own) >= 4."
    rule = Rule((), "popcount(own) >= 4", "White has four pawns behind c5.")
    assert rule.turned.words == "Black has four pawns behind c4."


@pytest.mark.parametrize(
    ("where", "column", "message"),
    [
        (
            "popcount(own) > ",
            17,
            "expected a number such as popcount(own), island_count(own) or 2, found the end of the formula",
        ),
        ("popcount(knights(own)) == 1", 10, "knights are not pawns alone; expected pawns such as own or enemy"),
        ("popcount(own_pieces) == 1", 10, "own_pieces are not pawns alone; expected pawns such as own or enemy"),
    ],
)
def test_a_condition_that_is_wrong_or_looks_at_other_pieces_is_named_with_its_column(
    where: str, column: int, message: str
) -> None:
    with pytest.raises(FormulaError) as caught:
        check_condition(where)
    assert (caught.value.column, caught.value.message) == (column, message)
