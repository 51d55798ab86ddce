"""The program with a file of games as a fixture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.view.games.program import GamesProgram


@pytest.fixture
def program(qtbot: QtBot, tmp_path: Path) -> Iterator[GamesProgram]:
    running = GamesProgram(qtbot, tmp_path)
    running.open()
    yield running
    running.end()
