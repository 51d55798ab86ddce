"""The program in *Explore* as a fixture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from pawnviz.core.structures.table import set_user_structures
from tests.view.explore.program import ExploreProgram


@pytest.fixture
def explore(qtbot: QtBot, tmp_path: Path) -> Iterator[ExploreProgram]:
    program = ExploreProgram(qtbot, tmp_path)
    yield program
    program.end()
    set_user_structures(tuple)
