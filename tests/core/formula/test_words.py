"""The words that can be chosen while writing a formula are those that the grammar knows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.formula.names import (
    CONSTANTS,
    FILLS,
    HALVES,
    NAMES,
    PIECE_SETS,
    RELATIVE_FILLS,
    RELATIVE_STEPS,
    SIDES,
    STEPS,
)
from pawnviz.core.formula.parser import parse
from pawnviz.core.formula.tokens import FormulaError
from pawnviz.core.formula.words import Kind, Word, found_words, parts, words
from pawnviz.core.layers import LAYERS
from pawnviz.core.user_layers.collection import UserLayer, UserLayers

OWN = UserLayers(
    [UserLayer("wide_holes", "Wide holes", "own"), UserLayer("guarded", "Guarded", "own", "Guarded by a pawn.")]
).layers


def names(text: str, formula: str = "") -> list[str]:
    return [word.name for word in found_words(text, OWN.values(), formula)]


def kinds(text: str) -> list[tuple[str, Kind]]:
    return [(text[start:end], kind) for start, end, kind in parts(text, OWN)]


@pytest.mark.parametrize("word", words(), ids=lambda word: word.name)
def test_each_word_is_a_formula_as_it_is_written(word: Word) -> None:
    parse(word.text)
    assert word.about


def test_every_word_of_the_grammar_is_there_once() -> None:
    found = [word.name for word in words()]
    known = [*NAMES, *HALVES, *CONSTANTS, *PIECE_SETS, *STEPS, *RELATIVE_STEPS, *FILLS, *RELATIVE_FILLS, *LAYERS]
    assert sorted(found) == sorted(known)


def test_words_that_begin_with_a_text_come_first() -> None:
    assert names("rank_")[:8] == [f"rank_{number}" for number in range(1, 9)]
    found = names("att")
    assert found[0] == "attacks"
    assert found.index("attacks") < found.index("attack_file_fills") < found.index("east_attacks")
    assert names("tack").index("attacks") < names("tack").index("east_attacks")
    assert names("no such word") == []


def test_own_layers_and_the_formulas_own_names_are_among_the_words() -> None:
    assert names("wide") == ["wide_holes"]
    assert names("guard", "guards = own; guard")[:2] == ["guards", "guarded"]
    assert names("guards", "guards = own")[:1] != ["guards"], "the name that is being written is none to choose"
    word = found_words("guarded", OWN.values())[0]
    assert (word.kind, word.text, word.about) == (Kind.USER_LAYER, "guarded(own)", "Guarded by a pawn.")
    assert found_words("wide_h", OWN.values())[0].about == "Wide holes"


def test_without_a_text_every_word_can_be_chosen() -> None:
    assert len(names("")) == len(words()) + len(OWN)


def test_case_does_not_matter() -> None:
    assert names("WIDE") == ["wide_holes"]


def test_each_part_of_a_formula_is_what_it_is() -> None:
    assert kinds("mine = own & {d4 e4};\n~wide_holes(mine) | stops(0xFF << 12) - north(rank_4, 2) foo §") == [
        ("mine", Kind.LOCAL),
        ("=", Kind.OPERATOR),
        ("own", Kind.SIDE),
        ("&", Kind.OPERATOR),
        ("{d4 e4}", Kind.SQUARES),
        (";", Kind.OPERATOR),
        ("~", Kind.OPERATOR),
        ("wide_holes", Kind.USER_LAYER),
        ("(", Kind.OPERATOR),
        ("mine", Kind.LOCAL),
        (")", Kind.OPERATOR),
        ("|", Kind.OPERATOR),
        ("stops", Kind.LAYER),
        ("(", Kind.OPERATOR),
        ("0xFF", Kind.SQUARES),
        ("<<", Kind.OPERATOR),
        ("12", Kind.SQUARES),
        (")", Kind.OPERATOR),
        ("-", Kind.OPERATOR),
        ("north", Kind.CALL),
        ("(", Kind.OPERATOR),
        ("rank_4", Kind.SET),
        (",", Kind.OPERATOR),
        ("2", Kind.SQUARES),
        (")", Kind.OPERATOR),
        ("foo", Kind.OTHER),
        ("§", Kind.OTHER),
    ]


def test_sides_can_be_told_apart_from_other_sets() -> None:
    assert [kind for _, kind in kinds(" ".join(SIDES))] == [Kind.SIDE] * 4


def test_braces_that_are_still_open_hold_squares() -> None:
    assert kinds("{d4 e") == [("{d4 e", Kind.SQUARES)]


@given(st.text())
def test_every_sign_but_blanks_is_in_one_part(text: str) -> None:
    covered = "".join(text[start:end] for start, end, _ in parts(text))
    assert "".join(covered.split()) == "".join(text.split())


@given(st.text("own&|-~^<>{}()=;,e4x0 \nstop", max_size=40))
def test_a_formula_holds_nothing_without_a_meaning(text: str) -> None:
    try:
        parse(text)
    except FormulaError:
        return
    assert not [kind for _, _, kind in parts(text) if kind is Kind.OTHER]


def test_a_very_long_word_is_read_at_once() -> None:
    # A search from each of its letters would take a minute.
    assert names("zz", "x" * 100_000) == []
    assert kinds("x" * 100_000) == [("x" * 100_000, Kind.OTHER)]
