from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.games.headers import LONGEST_TEXT, GameTexts
from pawnviz.core.words import folded

TEXTS = st.lists(st.text(alphabet=st.sampled_from("aAbß İéÿ€\udcff0."), max_size=6), max_size=12)


def test_a_text_keeps_its_number() -> None:
    texts = GameTexts()
    assert [texts.number(text) for text in ("", "Fischer", "Spassky", "Fischer", "")] == [0, 1, 2, 1, 0]
    assert len(texts) == 3
    assert texts[2] == "Spassky"
    with pytest.raises(IndexError):
        texts[3]


def test_of_a_text_that_is_too_long_the_beginning_is_kept() -> None:
    texts = GameTexts()
    assert texts.number("a" * 2_000_000) == texts.number("a" * 1_000_000) == 1
    assert len(texts[1]) == LONGEST_TEXT


@given(TEXTS, st.text(alphabet="abs é€ÿ\udcff0.", min_size=1, max_size=3), st.integers(0, 5))
def test_the_texts_that_hold_a_word_are_found(given_texts: list[str], word: str, first: int) -> None:
    texts = GameTexts()
    for text in given_texts:
        texts.number(text)
    first = min(first, len(texts))
    found = texts.containing(folded(word), first).tolist()
    assert found == [folded(word) in folded(texts[number]) for number in range(first, len(texts))]
