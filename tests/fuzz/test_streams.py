from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import streams
from tests.fuzz.__main__ import main
from tests.fuzz.streams import Try, make_try


def test_commands_end_in_order_whatever_its_streams_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["streams", "--count", "8", "--seed", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "python -m tests.fuzz streams --count 8 --seed 1"
    assert said[-1].startswith("8 processes, ")
    assert said[-1].endswith("; 0 wrong")


def test_a_seed_gives_the_same_tries_again() -> None:
    tries = [[make_try(seed, number) for number in range(100)] for seed in (5, 5, 6)]
    assert tries[0] == tries[1] != tries[2]
    assert {tried.words for tried in tries[0]} == set(streams.COMMANDS)


def test_another_end_than_the_right_one_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tried = Try(("--version", "--wrong"), "file", "closed", "file", None)
    assert streams.faults_of(tried, tmp_path) == ([], 1)
    failing = Try(("masks", "--side", "red"), "file", "file", "file", None)
    (status, lines), _ = streams.faults_of(failing, tmp_path)
    assert status == "the status is 2, not 0"
    assert lines.startswith("it says ")
    monkeypatch.setattr(streams, "make_try", lambda seed, number: failing)
    assert streams.run(1, 7) == 1
    assert "try 0 of seed 7, pawnviz masks --side red: the status is 2, not 0" in capsys.readouterr().err
