"""The whole program as a fixture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from pawnviz.view.board import board as slide
from tests.view.program import RunningProgram


@pytest.fixture(autouse=True)
def no_slides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have pieces stand at once where a move has put them."""
    monkeypatch.setattr(slide, "DURATION", 0)


@pytest.fixture
def open_program(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., RunningProgram]]:
    """Return a function that starts the program over the test's own folder, with a FEN or a file if one is given."""
    programs: list[RunningProgram] = []

    def start(what: str | None = None) -> RunningProgram:
        if programs:
            programs[-1].end()
        programs.append(RunningProgram(qtbot, tmp_path, what))
        return programs[-1]

    yield start
    if programs:
        programs[-1].end()


@pytest.fixture
def program(open_program: Callable[..., RunningProgram]) -> RunningProgram:
    """Return the program as it starts for the first time."""
    return open_program()
