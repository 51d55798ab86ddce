"""Games that are pasted, dropped as a text, opened again from the list of recent files, and copied."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from tests.core.games.sample import MASTERS, read
from tests.view.games.program import GamesProgram
from tests.view.hands import drops, enters

TEXT = MASTERS.read_text()


def paste(program: GamesProgram, text: str) -> None:
    """Paste a text, and open the game in it, which is offered."""
    QGuiApplication.clipboard().setText(text)
    program.keys("Ctrl+V")
    assert program.notice() == "The clipboard has a game in PGN."
    QTest.mouseClick(program.window.notice.offer_button, Qt.MouseButton.LeftButton)
    assert not program.notice()


def test_pasted_games_are_listed_edited_and_saved(
    program: GamesProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.show_list()
    paste(program, TEXT)
    program.qtbot.waitUntil(lambda: len(program.rows()) == 24)
    assert program.game_list.line.full_text == "Pasted games · 24 games"
    assert program.window.windowTitle() == "Pasted games[*] – pawnviz"
    program.drag("d2", "d4")
    path = tmp_path / "new.pgn"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    program.keys("Ctrl+S")
    assert path.read_text().count("[Event ") == 24 and "1. e4 (1. d4) 1... e6" in path.read_text()
    assert program.window.preferences.recent_files.value[0] == str(path)
    program.show_moves()
    program.keys("Ctrl+C")
    copied = read(QGuiApplication.clipboard().text())
    assert not copied.problems and copied.game.headers["White"].strip() == "Morphy, Paul"
    assert len(copied.game.variations) == 2
    QGuiApplication.clipboard().clear()
    program.game_list.table.setFocus()
    program.keys("Ctrl+C")
    assert QGuiApplication.clipboard().text().startswith("[Event ")
    program.press_keys("Ctrl+G")
    program.keys("Ctrl+C")
    assert QGuiApplication.clipboard().text() == program.position_fen(), "the own position is copied as a FEN"


def test_a_game_that_is_pasted_or_dropped_in_position_can_be_opened_as_one(program: GamesProgram) -> None:
    program.press_keys("F2")
    assert program.window.workspaces.current == "position"
    paste(program, "1. e4 e5 2. Nf3 *")
    program.qtbot.waitUntil(lambda: len(program.rows()) == 1)
    assert program.window.workspaces.current == "games"
    program.press_keys("F2")
    data = QMimeData()
    data.setText("1. d4 d5 2. c4 *")
    assert enters(program.window, QPoint(5, 5), data)
    drops(program.window, QPoint(5, 5), data)
    QTest.mouseClick(program.window.notice.offer_button, Qt.MouseButton.LeftButton)
    program.qtbot.waitUntil(lambda: "c4" in program.moves.toPlainText())


def test_files_of_games_are_among_the_recent_ones(program: GamesProgram, tmp_path: Path) -> None:
    text = tmp_path / "games.txt"
    text.write_text(TEXT)
    assert program.window.files.open_path(str(text)), "what holds games is opened as games"
    program.qtbot.waitUntil(lambda: len(program.rows()) == 24)
    menu = program.window.recent_menu
    assert program.window.preferences.recent_files.value[:2] == (str(text), str(program.path))
    program.press_keys("F2")
    menu.aboutToShow.emit()
    menu.actions()[1].trigger()
    QApplication.processEvents()
    program.qtbot.waitUntil(lambda: len(program.rows()) == 2)
    assert program.window.workspaces.current == "games"
    assert not program.window.files.open_path(str(tmp_path / "missing.zip"))
