from __future__ import annotations

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.words import (
    capitalized,
    count_text,
    did_you_mean,
    escaped,
    folded,
    listed,
    lowered,
    plural,
    quoted,
    quoted_value,
    shortened,
    similar_names,
)


def test_a_list_in_words() -> None:
    assert [listed(["a", "b", "c"][:count]) for count in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed(("a", "b", "c"), "or") == "a, b or c"


def test_one_square_is_not_squares() -> None:
    assert [count_text(count, "square") for count in (0, 1, 2)] == ["0 squares", "1 square", "2 squares"]
    assert [count_text(count, "entry", "entries") for count in (0, 1, 2)] == ["0 entries", "1 entry", "2 entries"]
    assert [plural(count, "it calls", "they call") for count in (1, 2)] == ["it calls", "they call"]


@given(st.text(st.sampled_from("&<>\"'ae;#é\n")))
def test_text_is_escaped_as_html_does(text: str) -> None:
    assert escaped(text) == escape(text)


def test_only_the_first_letter_changes_its_case() -> None:
    assert capitalized("the e4 of NumPy") == "The e4 of NumPy"
    assert lowered("Pawns of White") == "pawns of White"
    assert lowered("NumPy array") == "numPy array"
    assert lowered("FEN field") == "FEN field"
    assert capitalized("") == lowered("") == ""


def test_a_long_text_ends_with_three_dots_in_one_character() -> None:
    assert shortened("x" * 40) == "x" * 40
    assert shortened("x" * 41) == "x" * 39 + "…"
    assert shortened("abcdef", 4) == "abc…"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("own", "'own'"),
        ("a\nb", "'a\\nb'"),
        ("♔", "'\\u2654'"),
        ("z" * 41, f"'{'z' * 40}'..."),
        ("", "''"),
    ],
)
def test_a_text_is_quoted_in_plain_ascii(text: str, words: str) -> None:
    assert quoted(text) == words


@given(st.text(max_size=80))
def test_a_quotation_is_one_short_line_whatever_the_text_is(text: str) -> None:
    words = quoted(text)
    assert words.isascii() and words.isprintable() and len(words) <= 63
    assert words.endswith("...") or words == ascii(text)


def test_a_value_of_a_file_is_quoted_on_one_line_and_cut() -> None:
    assert quoted_value("abc") == "“abc”"
    assert quoted_value("a\nb") == "“a\\nb”"
    assert quoted_value([1]) == "“[1]”"
    assert len(quoted_value("x" * 1000)) == 40


def test_the_same_words_in_another_order_are_meant_before_all_names_that_look_alike() -> None:
    known = [*(f"file_{letter}" for letter in "abcdefgh"), *(f"rank_{number}" for number in range(1, 9)), "front_spans"]
    for letter in "abcdefgh":
        assert did_you_mean(f"{letter}_file", known, "") == f"did you mean file_{letter}?"
    assert did_you_mean("D-file", known, "") == "did you mean file_d?"
    assert (similar_names("7_rank", known), similar_names("spans front", known)) == (["rank_7"], ["front_spans"])


def test_the_names_most_like_a_name_are_offered_and_a_hint_where_there_is_none() -> None:
    known = ("front_spans", "rear_spans", "stops", "attacks")
    assert similar_names("Front-Span", known, 1) == ["front_spans"]
    assert did_you_mean("stop", known, "nothing is like it") == "did you mean stops?"
    assert did_you_mean("spans", known[:2], "") == "did you mean rear_spans or front_spans?"
    assert similar_names("isolatd", ("isolated_files", "isolated_pawns"), 1) == ["isolated_pawns"]
    assert did_you_mean("xyz", known, "see the list") == "see the list"
    assert (
        did_you_mean("passd", ("pawns", "passed_pawns", "passed_pawns_2"), "") == "did you mean passed_pawns or pawns?"
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("MÜLLER", "muller"),
        ("Łukasz", "lukasz"),
        ("Sørensen", "sorensen"),
        ("Groß", "gross"),
        ("Đoković Þór Ægir Œuvre", "dokovic thor aegir oeuvre"),
        ("İnan Işık", "inan isik"),
        ("Dvor\N{COMBINING CARON}a\N{COMBINING ACUTE ACCENT}k", "dvorak"),
        ("Nguyễn", "nguyen"),
        ("Андрей", "андреи"),
        ("\N{COMBINING ACUTE ACCENT}", ""),
        ("Karpov, A.", "karpov, a."),
    ],
)
def test_a_text_is_folded_without_capitals_and_accents(text: str, written: str) -> None:
    assert folded(text) == folded(written) == folded(text.upper()) == written
