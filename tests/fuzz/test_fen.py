from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from tests.fuzz import fen
from tests.fuzz.__main__ import FUZZERS, main


def test_five_thousand_texts_give_positions_or_short_errors_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fen", "--count", "5000", "--seed", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "python -m tests.fuzz fen --count 5000 --seed 1"
    assert len(said) == 11
    texts, accepted = (int(words.split()[0]) for words in said[-1].split(", ")[:2])
    assert texts == 5000
    assert 1000 < accepted < 4000, "the texts should be a mixture of FENs and others"


def test_a_seed_gives_the_same_texts_again() -> None:
    assert [fen.make_text(5, number) for number in range(50)] == [fen.make_text(5, number) for number in range(50)]
    assert [fen.make_text(5, number) for number in range(50)] != [fen.make_text(6, number) for number in range(50)]


def test_a_seed_is_chosen_where_none_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fen", "--count", "1"]) == 0
    assert "--count 1 --seed " in capsys.readouterr().out


def test_an_unknown_fuzzer_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["abacus"])
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert all(name in said for name in FUZZERS)


def raise_other(text: str) -> Position:
    raise IndexError("string index out of range")


def raise_long(text: str) -> Position:
    raise FenError("placement", "x" * 201, 0, 0)


def raise_lines(text: str) -> Position:
    raise FenError("placement", "one\ntwo", 0, 0)


def raise_beside(text: str) -> Position:
    raise FenError("placement", "wrong", 0, len(text) + 1)


def take_long(text: str) -> Position:
    end = time.process_time() + 2 * fen.LIMIT
    while time.process_time() < end:
        pass
    raise FenError("placement", "wrong", 0, 0)


def give_another(text: str) -> Position:
    return Position(white_to_move=text.endswith(" 0 1"))


@pytest.mark.parametrize("fault", [raise_other, raise_long, raise_lines, raise_beside, take_long, give_another])
def test_a_fault_is_found_and_shown_with_its_text_and_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fault: Callable[[str], Position]
) -> None:
    monkeypatch.setattr(Position, "from_fen", staticmethod(fault))
    assert fen.run(50, 3) == 1
    said = capsys.readouterr().err
    assert "of seed 3 goes wrong:" in said
    number = int(said.split("text ")[-1].split()[0])
    assert said.splitlines()[-1] == ascii(fen.make_text(3, number))
