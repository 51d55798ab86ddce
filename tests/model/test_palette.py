"""The ranking of the command palette over entries of its own."""

from __future__ import annotations

import random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.model.palette import LONGEST_TYPED, MOST_RESULTS, Entry, Index, ranked, words_of


def entry(title: str, words: str = "", about: str = "", bias: float = 0.0) -> Entry:
    return Entry("Command", title, print, words, about, bias)


ENTRIES = (
    entry("Flip", "turn", "Turn the board around"),
    entry("Save"),
    entry("Save as"),
    entry("Safe squares"),
    entry("Set up", "castling"),
    entry("Classical Dutch setup"),
    entry("Isolated queen's pawn"),
    entry("Müller, Karsten"),
    entry("Van Wely, Loek"),
    entry("Export picture", "png Ctrl+E", "Export the board"),
)
INDEX = Index(ENTRIES)


def titles(text: str) -> list[str]:
    return [found.title for found in ranked([INDEX], text)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("flip", "Flip"),
        ("FL", "Flip"),
        ("turn the board", "Flip"),
        ("save", "Save"),
        ("as save", "Save as"),
        ("squares safe", "Safe squares"),
        ("safe", "Safe squares"),
        ("setup", "Set up"),
        ("set-up", "Set up"),
        ("queens pawn", "Isolated queen's pawn"),
        ("queen’s", "Isolated queen's pawn"),
        ("iqp", "Isolated queen's pawn"),
        ("muller", "Müller, Karsten"),
        ("mueller", "Müller, Karsten"),
        ("karsten müller", "Müller, Karsten"),
        ("vanwely", "Van Wely, Loek"),
        ("ctrl+e", "Export picture"),
        ("pictures", "Export picture"),
    ],
)
def test_an_entry_is_found_by_beginnings_in_any_order_other_words_and_keys(text: str, first: str) -> None:
    assert titles(text)[0] == first


@pytest.mark.parametrize("text", ["epxort", "exprt", "exporrt", "ezport", "xeport", "export pcture", "picure exp"])
def test_one_letter_of_each_word_may_be_wrong_swapped_missing_or_too_many(text: str) -> None:
    assert titles(text)[0] == "Export picture"


def test_an_entry_that_lacks_a_word_is_not_found_unless_no_entry_has_all_of_three_or_more() -> None:
    assert titles("export zebra") == []
    assert titles("zz") == []
    assert titles("export picture zebra") == ["Export picture"]


def test_descriptions_count_least_and_only_for_words_of_three_letters() -> None:
    index = Index((entry("Alpha", about="beta of"), entry("Beta")))
    assert [found.title for found in ranked([index], "beta")] == ["Beta", "Alpha"]
    assert ranked([index], "bet")[-1].title == "Alpha"
    assert [found.title for found in ranked([index], "be")] == ["Beta"]


def test_several_indexes_are_ranked_together_and_equals_stay_in_their_order() -> None:
    others = Index((entry("Flipper"), entry("Flippers", bias=-3.0)))
    assert [found.title for found in ranked([others, INDEX], "flip")] == ["Flippers", "Flip", "Flipper"]
    twice = Index((entry("Same", "1"), entry("Same", "2")))
    assert [found.words for found in ranked([twice], "same")] == ["1", "2"]


def test_without_a_text_the_first_entries_are_listed() -> None:
    assert titles("") == titles(" \t… ") == [each.title for each in ENTRIES]
    many = Index(entry(f"Number {number}") for number in range(200))
    assert len(ranked([many], "")) == len(ranked([many], "number")) == MOST_RESULTS
    assert ranked([Index(())], "a") == []


@given(st.text(max_size=3 * LONGEST_TYPED))
def test_any_text_can_be_typed(text: str) -> None:
    assert len(ranked([INDEX], text)) <= MOST_RESULTS
    assert all(word and word == word.strip() for word in words_of(text))


@pytest.mark.slow
def test_twenty_thousand_players_take_less_than_a_fiftieth_of_a_second_a_key() -> None:
    chance = random.Random(7)
    parts = [a + b for a in ("k", "l", "r", "n", "t", "sh", "st") for b in ("a", "o", "i", "en")]
    names = {
        f"{''.join(chance.choices(parts, k=3)).title()}, {''.join(chance.choices(parts, k=2)).title()}"
        for _ in range(21_000)
    }
    index = Index(entry(name) for name in sorted(names)[:20_000])
    assert len(index.entries) == 20_000
    for text in ("k", "ka", "kar", "karo", "karov", "karovn", "karovn ta", "s", "e l", "st", "mikarolix ta"):
        times = []
        for _ in range(3):
            start = process_time()
            ranked([index], text)
            times.append(process_time() - start)
        assert min(times) < 0.02, (text, times)
