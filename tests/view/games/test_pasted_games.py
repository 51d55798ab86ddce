"""Games that are pasted, dropped as a text, opened again from the list of recent files, and copied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from tests.core.games.sample import MASTERS, read
from tests.view.games.test_editing_by_hand import EditDesk
from tests.view.hands import drops, enters

TEXT = MASTERS.read_text()


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[EditDesk]:
    found = EditDesk(qtbot, tmp_path)
    yield found
    found.window.edits.close()
    found.program.end()


def test_pasted_games_are_listed_edited_and_saved(
    desk: EditDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    QGuiApplication.clipboard().setText("8/8/8/8/8/8/8/8 w - - 0 1")
    desk.window.open_button.setFocus()
    desk.keys("Ctrl+V")
    assert desk.window.message.text().startswith("The clipboard has no game in PGN")
    QGuiApplication.clipboard().setText(TEXT)
    desk.keys("Ctrl+V")
    desk.qtbot.waitUntil(lambda: len(desk.rows()) == 24)
    assert desk.window.message.text() == "“Pasted games”: 24 games"
    assert desk.window.windowTitle() == "Pasted games[*] – Games"
    desk.drag("d2", "d4")
    path = tmp_path / "new.pgn"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    desk.keys("Ctrl+S")
    assert path.read_text().count("[Event ") == 24 and "1. e4 (1. d4) 1... e6" in path.read_text()
    assert desk.program.window.preferences.recent_files.value[0] == str(path)
    desk.to_moves()
    desk.keys("Ctrl+C")
    copied = read(QGuiApplication.clipboard().text())
    assert not copied.problems and copied.game.headers["White"].strip() == "Morphy, Paul"
    assert len(copied.game.variations) == 2
    QGuiApplication.clipboard().clear()
    desk.window.table.setFocus()
    desk.keys("Ctrl+C")
    assert QGuiApplication.clipboard().text().startswith("[Event ")
    desk.page(2)
    desk.window.events.list.setFocus()
    desk.window.events.list.selectAll()
    desk.keys("Ctrl+C")
    assert not QGuiApplication.clipboard().text().startswith("[Event ")


def test_a_pasted_game_in_the_main_window_can_be_opened_as_one(desk: EditDesk) -> None:
    desk.window.close()
    QGuiApplication.clipboard().setText("1. e4 e5 2. Nf3 *")
    desk.press_keys("Ctrl+V")
    assert desk.program.notice() == "The clipboard has a game in PGN."
    QTest.mouseClick(desk.program.window.notice.offer_button, Qt.MouseButton.LeftButton)
    desk.qtbot.waitUntil(lambda: len(desk.rows()) == 1)
    assert desk.window.isVisible() and not desk.program.notice()
    data = QMimeData()
    data.setText("1. d4 d5 2. c4 *")
    assert enters(desk.window, QPoint(5, 5), data)
    drops(desk.window, QPoint(5, 5), data)
    desk.qtbot.waitUntil(lambda: "c4" in desk.window.moves.toPlainText())


def test_files_of_games_are_among_the_recent_ones(desk: EditDesk, tmp_path: Path) -> None:
    text = tmp_path / "games.txt"
    text.write_text(TEXT)
    desk.open()
    assert desk.program.window.files.open_path(str(text)), "what holds games is opened as games"
    desk.qtbot.waitUntil(lambda: len(desk.rows()) == 24)
    menu = desk.program.window.recent_menu
    assert desk.program.window.preferences.recent_files.value[:2] == (str(text), str(desk.path))
    desk.window.close()
    menu.aboutToShow.emit()
    menu.actions()[1].trigger()
    QApplication.processEvents()
    desk.qtbot.waitUntil(lambda: len(desk.rows()) == 2)
    assert desk.window.isVisible()
    assert not desk.program.window.files.open_path(str(tmp_path / "missing.zip"))
