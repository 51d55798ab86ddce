"""Which names, titles and definitions user layers can have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.user_layers.names import (
    LONGEST_IDENTIFIER,
    free_identifier,
    identifier_fault,
    identifier_for,
    text_fault,
)


@pytest.mark.parametrize("identifier", ["a", "wide_holes", "my_holes_2", "x1", "a" * LONGEST_IDENTIFIER])
def test_a_name_in_snake_case_can_be_had(identifier: str) -> None:
    assert identifier_fault(identifier) == ""


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        ("", "a name is expected, such as lasting_holes"),
        ("Holes", "“Holes” is not a name"),
        ("my holes", "“my holes” is not a name"),
        ("2holes", "“2holes” is not a name"),
        ("_holes", "“_holes” is not a name"),
        ("holes_", "“holes_” is not a name"),
        ("my__holes", "“my__holes” is not a name"),
        ("holes\n", "“holes\\n” is not a name"),
        ("wide_hоles", "“о” CYRILLIC SMALL LETTER O (U+043E) is not one of the letters a to z"),
        ("wide_holes\u202e", "RIGHT-TO-LEFT OVERRIDE (U+202E) is not one of the letters a to z"),
        ("a" * 41, "a name is at most 40 characters long, this one is 41"),
        ("front_spans", "front_spans is a built-in layer"),
        ("island_count", "island_count is a built-in number"),
        ("own", "own has a meaning of its own in formulas"),
        ("rank_4", "rank_4 has a meaning of its own in formulas"),
        ("north_fill", "north_fill has a meaning of its own in formulas"),
        ("popcount", "popcount has a meaning of its own in formulas"),
        ("or", "or has a meaning of its own in formulas"),
        ("bench_1", "names that start with bench_ are the program's own"),
        ("bench_mask", "names that start with bench_ are the program's own"),
        ("e4", "e4 has a meaning of its own in formulas"),
        ("taken", "taken is the name of another of your layers"),
    ],
)
def test_a_name_that_cannot_be_had_is_explained(identifier: str, words: str) -> None:
    assert identifier_fault(identifier, {"taken"}).startswith(words)


@pytest.mark.parametrize(
    ("title", "identifier"),
    [
        ("Lasting holes", "lasting_holes"),
        ("Übermut – 1. Teil", "ubermut_1_teil"),
        ("4th rank", "th_rank"),
        ("Пешки", "my_layer"),
        ("", "my_layer"),
        ("Attacks", "attacks_2"),
        ("Taken", "taken_3"),
        ("Own", "own_2"),
        ("E4", "e4_2"),
        ("Bench 2b", "my_layer"),
        ("Bench b", "b"),
        ("Bench bench b", "my_layer"),
        ("Bench", "bench"),
        ("x" * 500, "x" * 40),
    ],
)
def test_a_title_gives_a_name(title: str, identifier: str) -> None:
    assert identifier_for(title, {"taken", "taken_2"}) == identifier


@given(st.text(), st.sets(st.sampled_from(["a", "a_2", "my_layer", "b"])))
def test_a_name_made_of_a_title_can_always_be_had(title: str, taken: set[str]) -> None:
    assert identifier_fault(identifier_for(title, taken), taken) == ""


def test_a_free_name_is_no_longer_than_a_name_may_be() -> None:
    longest = "a" * LONGEST_IDENTIFIER
    assert free_identifier(longest, {longest}) == "a" * 38 + "_2"
    assert free_identifier("ab_" * 13 + "c", {"ab_" * 13 + "c"}) == ("ab_" * 13)[:-1] + "_2"


def test_a_title_is_one_line_of_signs() -> None:
    assert text_fault("Löcher – “alle” ♙", "a title", 60) == ""
    assert text_fault("a\tb", "a title", 60).startswith("a title is one line of printable characters; ")
    assert "RIGHT-TO-LEFT OVERRIDE (U+202E)" in text_fault("a\u202eb", "a title", 60)
    assert text_fault("x" * 61, "a title", 60) == "a title is at most 60 characters long, this one is 61"
