from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pawnviz.core.collections.making import arrays_of_games
from tests.core.collections.sample import collected
from tests.core.games.sample import MASTERS, texts_of
from tests.fuzz.collect import faults_of


@pytest.mark.skipif(sys.platform == "win32", reason="kills by a signal")
def test_runs_that_are_killed_lose_nothing() -> None:
    words = [sys.executable, "-m", "tests.fuzz", "collect", "--count", "3", "--seed", "1"]
    done = subprocess.run(
        words, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=110, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 kills, " in done.stdout


def test_lost_and_doubled_games_and_damage_are_found(tmp_path: Path) -> None:
    path = tmp_path / "games.pawnviz"
    whole = arrays_of_games(texts_of(MASTERS.read_bytes()))
    collected(path, MASTERS)
    assert faults_of(path, whole, is_whole=True) == []
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE game SET number = 3 WHERE number = 5")
        connection.commit()
        assert faults_of(path, whole, is_whole=True) == ["the column number has other values"]
        connection.execute("UPDATE game SET number = 5 WHERE id = 4")
        connection.execute("UPDATE source SET game_count = 25")
        connection.commit()
        assert faults_of(path, whole, is_whole=True) == ["the sources have another number of games"]
        connection.execute("DELETE FROM block")
        connection.execute("UPDATE source SET game_count = 0")
        connection.commit()
        assert faults_of(path, whole, is_whole=True) == ["there are 0 games and 0 rows, not 24 and 638"]
