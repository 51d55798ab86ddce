"""The open game exported as a GIF and as images, with progress and cancel."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from pawnviz.view.sharing.export_dialog import ExportDialog
from tests.gifs import read_gif
from tests.view.program import RunningProgram
from tests.view.sharing.test_pictures import answer_with
from tests.view.sharing.test_sheet import PGN


def test_a_game_is_exported_from_its_window_with_progress_and_cancel(
    program: RunningProgram, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program.action("export_game").trigger()
    assert program.status_message() == "Open a game first: File > Games"
    (tmp_path / "game.pgn").write_text(PGN)
    program.window.further_windows.open_games_file(str(tmp_path / "game.pgn"))
    games = program.window.further_windows.games_window()
    assert isinstance(games.export_button, QPushButton)
    qtbot.waitUntil(lambda: games.export_button.isEnabled())
    games.export_button.click()
    dialog = program.window.findChild(ExportDialog)
    assert dialog is not None and dialog.isVisible()
    assert "8 frames" in dialog.size_label.text()
    games.game.go_to(3)
    qtbot.waitUntil(lambda: not dialog.is_waiting)
    before = dialog.preview.grab().toImage()
    program.hand.drag(program.at(0), program.at(56), button=Qt.MouseButton.RightButton)
    qtbot.waitUntil(lambda: dialog.preview.grab().toImage() != before)
    games.edits.undo_stack.undo()
    dialog.animation.width_box.setValue(160)
    dialog.animation.last_box.setValue(4)
    answer_with(monkeypatch, tmp_path / "game.gif")
    dialog.save_button.click()
    job = dialog.job
    assert job is not None and job.is_running and dialog.progress.isVisible() and not dialog.save_button.isEnabled()
    dialog.cancel_button.click()
    assert dialog.message.text() == "Cancelled." and not (tmp_path / "game.gif").exists()
    seen: list[int] = []
    dialog.progress.valueChanged.connect(seen.append)
    dialog.save_button.click()
    qtbot.waitUntil(lambda: dialog.job is None)
    assert seen == sorted(seen) and len(seen) >= 12, "five colors of frames, the head, five frames and the end"
    assert seen[-1] == dialog.progress.maximum()
    assert dialog.message.text() == "Saved game.gif."
    assert len(read_gif(tmp_path / "game.gif").frames) == 5
    dialog.animation.format_box.setCurrentIndex(dialog.animation.format_box.findData("png"))
    answer_with(monkeypatch, tmp_path / "frame.png")
    dialog.save_button.click()
    qtbot.waitUntil(lambda: dialog.job is None)
    names = sorted(path.name for path in tmp_path.glob("frame*"))
    assert names == [f"frame-00{number}.png" for number in range(5)]
    assert dialog.message.text() == "Saved 5 images beside each other."
    answer_with(monkeypatch, tmp_path / "none" / "frame.png")
    dialog.save_button.click()
    qtbot.waitUntil(lambda: dialog.job is None)
    assert dialog.message.text().startswith("There is no folder")
    games.close()


def test_keys_of_pictures_work_in_the_window_of_games(program: RunningProgram, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text(PGN)
    program.window.further_windows.open_games_file(str(tmp_path / "game.pgn"))
    games = program.window.further_windows.games_window()
    qtbot.waitUntil(lambda: games.export_button.isEnabled())
    qtbot.waitUntil(games.isActiveWindow)
    games.game.go_to(2)
    program.press_keys("Ctrl+Shift+A")
    games.game.go_to(4)
    program.press_keys("Ctrl+Shift+A")
    dialog = program.window.sharing.dialog
    assert [entry.title for entry in dialog.sheet.list.positions] == [
        "Anna – Ben: after 1...e6",
        "Anna – Ben: after 2...d5",
    ]
    games.close()
