from __future__ import annotations

import re

import pytest

from pawnviz.core.endings import wins
from pawnviz.core.endings.pawns import places_of_kings
from pawnviz.core.endings.wins import Wins
from tests.fuzz import endings
from tests.fuzz.__main__ import main


def test_placements_and_positions_agree_with_the_reference(capfd: pytest.CaptureFixture[str]) -> None:
    assert endings.run(10, 4, most_pawns=3, duels=False, most_tables=20) == 0
    said = capfd.readouterr().out.splitlines()[-1]
    structures, given_up, placements, decided, confirmed, *positions = map(int, re.findall(r"\d+", said))
    assert structures + given_up == 10
    assert structures >= 5
    assert placements >= decided >= confirmed > 0.9 * decided > 10_000
    assert positions[0] >= 30


@pytest.mark.parametrize("turn", ["to_move", "waiting"])
def test_a_placement_that_is_wrong_is_found(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, turn: str
) -> None:
    solved = wins.KnownWins.wins

    def with_one_more(finder: wins.KnownWins, white: int, black: int, passed: int = 0) -> Wins:
        found = solved(finder, white, black, passed)
        missing = getattr(found, f"possible_{turn}") ^ places_of_kings(white, black, white_to_move=turn == "to_move")
        wrong = getattr(found, f"proved_{turn}") | missing & -missing
        return found._replace(**{f"proved_{turn}": wrong})

    monkeypatch.setattr(wins.KnownWins, "wins", with_one_more)
    assert endings.run(3, 4, most_pawns=1, duels=False) == 1
    assert "won, but not by the reference" in capfd.readouterr().err


def test_the_command_prints_its_seed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["endings", "--count", "0", "--seed", "3"]) == 0
    assert capfd.readouterr().out.startswith(
        "python -m tests.fuzz endings --count 0 --seed 3\n0 structures, 0 given up"
    )
