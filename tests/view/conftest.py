"""The whole program as a fixture."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final

import pytest
from pytestqt.qtbot import QtBot

from pawnviz.model.jobs import ProcessJob
from pawnviz.view.board import board as slide
from tests.view.program import OpenProgram, RunningProgram

MOST_INDEXED_HERE: Final = 32_000
"""The bytes of a file of games up to which it is indexed in the process of the tests."""


@pytest.fixture(autouse=True)
def no_slides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have pieces stand at once where a move has put them."""
    monkeypatch.setattr(slide, "DURATION", 0)


@pytest.fixture(autouse=True)
def small_files_indexed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Index small files of games here, and have a process only say the lines: Python takes half a second to start."""
    start_module = ProcessJob.start_module
    printf = shutil.which("printf")

    def start(job: ProcessJob, module: str, *arguments: str) -> None:
        path = Path(arguments[0]) if arguments else Path()
        is_index = module == "pawnviz.core.collections.collecting"
        if not is_index or printf is None or not path.is_file() or path.stat().st_size > MOST_INDEXED_HERE:
            start_module(job, module, *arguments)
            return
        from pawnviz.core.collections import collecting

        with monkeypatch.context() as here, redirect_stdout(StringIO()) as said:
            here.setattr(collecting, "_end_with_input", lambda: None)
            here.setattr(os, "nice", lambda step: None, raising=False)
            collecting.main(*arguments)
        job.start(printf, "%s", said.getvalue())

    monkeypatch.setattr(ProcessJob, "start_module", start)


@pytest.fixture
def open_program(qtbot: QtBot, tmp_path: Path) -> Iterator[OpenProgram]:
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
def program(open_program: OpenProgram) -> RunningProgram:
    return open_program()
