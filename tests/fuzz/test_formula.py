from __future__ import annotations

import sys

import pytest

from pawnviz.core.formula.parser import parse
from tests.fuzz import formula
from tests.fuzz.__main__ import main

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be limited there")


def test_two_thousand_texts_are_read_or_refused_in_little_memory(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["formula", "--count", "2000", "--seed", "1"]) == 0
    said = capfd.readouterr().out.splitlines()
    assert said[0] == "python -m tests.fuzz formula --count 2000 --seed 1"
    assert len(said) == 11
    texts, accepted = (int(words.split()[0]) for words in said[-1].split(", ")[:2])
    assert texts == 2000
    assert 500 < accepted < 1500, "the texts should be a mixture of formulas and others"


def test_a_seed_gives_the_same_texts_again() -> None:
    first, again, other = ([formula.make_case(seed, number).text for number in range(50)] for seed in (5, 5, 6))
    assert first == again
    assert first != other


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("hang", "SIGALRM"),
        ("die", "SIGABRT"),
        ("memory", "MemoryError"),
        ("execute", "is reached"),
        ("column", "AssertionError"),
        ("recursion", "RecursionError"),
    ],
)
def test_a_fault_is_found_and_shown_with_its_text_and_seed(
    capfd: pytest.CaptureFixture[str], fault: str, words: str
) -> None:
    assert formula.run(3, 4, fault, seconds=1 if fault == "hang" else formula.SECONDS) == 1
    said = capfd.readouterr().err
    assert words in said
    assert "0 of seed 4 goes wrong:" in said
    assert ascii(formula.make_case(4, 0).text) in said


def test_a_text_that_takes_too_long_or_a_mask_too_large_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formula, "LIMIT", -1)
    with pytest.raises(AssertionError, match="reading takes"):
        formula.check(formula.Case("own", False, {}))
    monkeypatch.setattr(formula, "LIMIT", 1)
    monkeypatch.setattr(formula, "BOARD", 0xFF)
    with pytest.raises(AssertionError):
        formula.check(formula.Case("own", False, {}))
    assert parse("own").text == "own"
