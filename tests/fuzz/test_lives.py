from __future__ import annotations

from dataclasses import replace

import pytest

from pawnviz.core.games.line import MoveLine
from pawnviz.core.games.lives import PawnLife, pawn_lives
from tests.core.games import followed
from tests.core.games.sample import MASTERS
from tests.fuzz import lives
from tests.fuzz.__main__ import main


def test_real_and_made_games_agree_with_the_reference(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lives", "--count", "2", "--seed", "2", "--games", str(MASTERS)]) == 0
    assert main(["lives", "--count", "1", "--seed", "2"]) == 0
    said = capsys.readouterr().out
    assert "2 games of " in said and "1 game of 91 plies with 2 promotions" in said


def test_a_seed_chooses_the_same_games_again_and_no_more_than_there_are() -> None:
    names = [[game.headers["White"] for game in lives.chosen_games(MASTERS, 3, seed)] for seed in (4, 4, 5)]
    assert names[0] == names[1] != names[2]
    assert len(lives.chosen_games(MASTERS, 99, 4)) == 24


@pytest.mark.parametrize("fault", ["a label too early", "another fate"])
def test_a_life_that_is_wrong_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fault: str
) -> None:
    def wrong(line: MoveLine) -> tuple[PawnLife, ...]:
        if fault == "another fate":
            return pawn_lives(MoveLine(tuple(replace(move, captured=None) for move in line.moves), line.positions))
        return pawn_lives(MoveLine(line.moves, (*line.positions[1:], line.positions[-1])))

    monkeypatch.setattr(followed, "pawn_lives", wrong)
    assert lives.run(1, 1) == 1
    assert "game 0 of seed 1: " in capsys.readouterr().err


def test_only_lives_takes_a_file_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["fen", "--games", str(MASTERS)])
    assert "only lives, saves and questions take games of a file" in capsys.readouterr().err
