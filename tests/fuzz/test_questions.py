from __future__ import annotations

import pytest

from pawnviz.core.collections.question import Question
from tests.core.games.sample import MASTERS
from tests.fuzz import questions
from tests.fuzz.__main__ import main


def test_answers_agree_with_python_chess(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "MADE_GAMES", 5)
    monkeypatch.setattr(questions, "find_spec", lambda name: None)
    assert main(["questions", "--count", "5", "--seed", "1"]) == 0
    assert main(["questions", "--count", "5", "--seed", "1", "--games", str(MASTERS)]) == 0
    first, second = (line for line in capsys.readouterr().out.splitlines() if line.startswith("5 questions"))
    assert "5 questions to 5 games" in first and "5 questions to 24 games with 2," in second


def test_an_answer_that_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(questions, "MADE_GAMES", 5)
    monkeypatch.setattr(questions, "read_fields", lambda text: Question())
    assert questions.run(5, 1) == 1
    assert "of seed 1: the scan of words answers otherwise: " in capsys.readouterr().err
