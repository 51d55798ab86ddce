"""The settings of a version without workspaces, written by it, in this one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.view.program import RunningProgram

FORMER = Path(__file__).with_name("without_workspaces")


@pytest.fixture
def program(open_program: Callable[[], RunningProgram], tmp_path: Path) -> RunningProgram:
    shutil.copytree(FORMER, tmp_path, dirs_exist_ok=True)
    started = open_program()
    started.window.resize(1366, 720)
    QApplication.processEvents()
    return started


def visible(program: RunningProgram) -> list[str]:
    groups = program.window.docks.toggle_actions()
    return [action.text() for group in groups for action in group if action.isChecked()]


def test_position_layers_and_panels_come_back(program: RunningProgram) -> None:
    assert program.notice() == ""
    assert program.position_fen() == "r1b2rk1/pp2bppp/2nppn2/q7/3NP3/2N1B3/PPPQBPPP/2KR3R w - - 0 10"
    assert set(program.layers.sides) == {"front_spans", "levers"}
    assert visible(program) == ["Editor", "Layers", "Inspector", "Steps", "Pawn moves"]


def test_the_workspaces_have_their_panels_in_their_places(program: RunningProgram) -> None:
    before = visible(program)
    square = program.board.board_geometry.square_size
    program.action("show_games").trigger()
    QApplication.processEvents()
    assert visible(program) == ["List of games"]
    assert program.window.height() == 720
    program.action("show_position").trigger()
    QApplication.processEvents()
    assert visible(program) == before
    program.action("show_explore").trigger()
    QApplication.processEvents()
    assert visible(program) == ["Inspector", "Structure explorer"]
    program.action("show_position").trigger()
    QApplication.processEvents()
    assert visible(program) == before
    assert (program.window.height(), program.board.board_geometry.square_size) == (720, square)
