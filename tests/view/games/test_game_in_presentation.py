"""A game that is presented on the whole screen: its keys, and the players and the move in the caption."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.view.games.desk import Desk

from pawnviz.view.windows.presentation import Presentation


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("presented")


@pytest.fixture
def desk(qtbot: QtBot, folder: Path) -> Iterator[Desk]:
    found = Desk(qtbot, folder)
    found.open()
    yield found
    found.window.edits.close()
    found.program.end()


def present(desk: Desk) -> Presentation:
    """Begin the presentation with its key in the main window."""
    desk.program.window.activateWindow()
    QApplication.processEvents()
    desk.program.press(Qt.Key.Key_F11)
    presentation = desk.program.window.further_windows.presentation
    desk.qtbot.waitUntil(presentation.isActiveWindow)
    QApplication.processEvents()
    return presentation


def test_keys_go_through_the_game_and_the_caption_names_players_and_move(desk: Desk) -> None:
    presentation = present(desk)
    keys = ("Right", "Alt+Right", "Left", "Alt+Left", "End", "Home", "Alt+End", "Alt+Home")
    plies = []
    for key in keys:
        desk.program.press_keys(key)
        plies.append(desk.window.game.ply)
    assert plies == [1, 2, 1, 0, 6, 0, 6, 0]
    desk.program.press_keys("Right")
    assert desk.fen().startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")
    assert presentation.caption.full_text.startswith("Adams – Brown: after 1.e4  ·  ")
    assert presentation.caption.full_text.endswith("Black to move")
    desk.program.press_keys("Up")
    assert desk.program.board.state.cursor_shown
    cursor = desk.program.board.state.cursor
    desk.program.press_keys("Right")
    assert desk.program.board.state.cursor == cursor + 1 and desk.window.game.ply == 1
    desk.program.press_keys("Alt+Right")
    assert desk.window.game.ply == 2
    desk.program.press_keys("Ctrl+Home")
    assert "Adams" not in presentation.caption.full_text, "an edited position is not the game's"
    desk.program.press_keys("Alt+Right")
    assert desk.window.game.ply == 2


def test_a_list_of_positions_is_gone_through_by_key(desk: Desk, folder: Path) -> None:
    path = folder / "list.epd"
    path.write_text("8/8/8/8/8/4P3/8/K1k5 w - - id one;\n8/8/8/8/8/3P4/8/K1k5 w - - id two;\n")
    assert desk.program.window.files.open_path(str(path))
    presentation = present(desk)
    desk.program.press_keys("PgDown")
    assert desk.fen().startswith("8/8/8/8/8/3P4/8/K1k5")
    assert "2 of 2" in presentation.caption.full_text and "two" in presentation.caption.full_text
    desk.program.press_keys("PgUp")
    assert desk.fen().startswith("8/8/8/8/8/4P3/8/K1k5")
    desk.program.press_keys("Right")
    assert desk.program.board.state.cursor_shown
