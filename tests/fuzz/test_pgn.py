from __future__ import annotations

import random

import pytest

from pawnviz.core.games.cutting import GameText
from pawnviz.core.games.reading import Problem, ReadGame, read_game
from tests.fuzz import pgn
from tests.fuzz.__main__ import main


def test_sixty_files_lose_no_good_game_and_report_each_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pgn", "--count", "60", "--seed", "1"]) == 0
    assert "60 files, " in capsys.readouterr().out


def test_a_seed_gives_the_same_files_again() -> None:
    assert [pgn.make_file(5, number) for number in range(20)] == [pgn.make_file(5, number) for number in range(20)]
    assert pgn.make_file(5, 1) != pgn.make_file(6, 1)


@pytest.mark.parametrize("way", pgn.BREAKS)
def test_each_way_to_break_a_game_changes_the_line_that_it_names(way: str) -> None:
    for game in pgn.games()[:5]:
        lines = game.split(b"\n")
        before = list(lines)
        index = pgn.BREAKS[way](random.Random(3), lines)
        assert lines != before
        assert lines[index] not in before


def test_a_fault_that_is_not_reported_in_its_line_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def beside(text: GameText) -> ReadGame:
        read = read_game(text)
        return ReadGame(read.game, tuple(Problem(line + 1, what) for line, what in read.problems))

    monkeypatch.setattr(pgn, "read_game", beside)
    assert pgn.run(50, 3) == 1
    assert "nothing is reported in line" in capsys.readouterr().err


def test_a_good_game_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    real = pgn.games()
    monkeypatch.setattr(pgn, "games", lambda: real)
    monkeypatch.setattr(pgn, "cut", lambda blocks: [GameText(b"".join(blocks), 1, 0)])
    assert pgn.run(50, 3) == 1
    assert "a good game is lost" in capsys.readouterr().err
