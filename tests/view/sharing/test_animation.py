"""The open game exported as a GIF and as images, with progress and cancel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from pawnviz.view.sharing.export_dialog import ExportDialog
from tests.gifs import read_gif
from tests.view.program import RunningProgram
from tests.view.sharing.test_pictures import answer_with
from tests.view.sharing.test_sheet import open_game


def dialog_with_game(program: RunningProgram, qtbot: QtBot, path: Path) -> ExportDialog:
    """Open a game, and the dialog that exports it."""
    games = open_game(program, qtbot, path)
    games.page.export_button.click()
    dialog = program.window.findChild(ExportDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: not dialog.is_waiting)
    return dialog


@pytest.mark.slow
def test_a_game_is_exported_from_its_window_with_progress_and_cancel(
    program: RunningProgram, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert not program.action("export_game").isEnabled()
    games = open_game(program, qtbot, tmp_path / "game.pgn")
    assert isinstance(games.page.export_button, QPushButton)
    games.page.export_button.click()
    dialog = program.window.findChild(ExportDialog)
    assert dialog is not None and dialog.isVisible()
    assert "8 frames" in dialog.size_label.text()
    games.games.game.go_to(3)
    qtbot.waitUntil(lambda: not dialog.is_waiting)
    before = dialog.preview.grab().toImage()
    program.hand.drag(program.at(0), program.at(56), button=Qt.MouseButton.RightButton)
    qtbot.waitUntil(lambda: dialog.preview.grab().toImage() != before)
    games.games.game.undo_stack.undo()
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


def test_a_cancelled_export_of_images_says_how_many_were_written_and_each_is_whole(
    program: RunningProgram, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    dialog = dialog_with_game(program, qtbot, tmp_path / "game.pgn")
    folder = tmp_path / "images"
    folder.mkdir()
    dialog.animation.format_box.setCurrentIndex(dialog.animation.format_box.findData("png"))
    answer_with(monkeypatch, folder / "a.png")
    dialog.save_button.click()
    job = dialog.job
    assert job is not None

    def cancel() -> None:
        if job.file_count == 3:
            dialog.cancel_button.click()

    job.progressed.connect(cancel)
    qtbot.waitUntil(lambda: dialog.job is None)
    assert dialog.message.text() == "Cancelled; 3 images were written." and not dialog.progress.isVisible()
    assert sorted(path.name for path in folder.iterdir()) == [f"a-00{number}.png" for number in range(3)]
    assert all(QImage(str(path)).width() > 100 for path in folder.iterdir())


@pytest.mark.slow
def test_a_game_is_exported_as_a_living_page(
    program: RunningProgram, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program.action("export_page").trigger()
    dialog = program.window.findChild(ExportDialog)
    assert dialog is not None and (dialog.page, dialog.page.format.name) == (dialog.picture, "html")
    dialog.close()
    open_game(program, qtbot, tmp_path / "game.pgn")
    program.action("export_page").trigger()
    assert (dialog.page, dialog.page.format.name) == (dialog.animation, "html")
    controls = dialog.animation.controls
    assert not any(controls[name].isEnabled() for name in ("width", "tenths", "legend"))
    assert controls["colors"].isEnabled()
    assert re.fullmatch(
        r"A page with \d+ half-moves, \d+ layers?, turning points and lives of the pawns", dialog.size_label.text()
    )
    dialog.animation.choose_format(Path("a.gif"))
    qtbot.waitUntil(lambda: "px" in dialog.size_label.text())
    dialog.animation.choose_format(Path("a.html"))
    answer_with(monkeypatch, tmp_path / "a.html")
    dialog.save_button.click()
    qtbot.waitUntil(lambda: dialog.job is None)
    assert dialog.message.text() == "Saved a.html."
    assert (tmp_path / "a.html").read_text(encoding="utf-8").count('class="life"') == 16


@pytest.mark.slow
def test_an_export_whose_window_is_closed_is_cancelled(
    program: RunningProgram, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "made").mkdir()
    for kind in ("gif", "png", "html"):
        dialog = dialog_with_game(program, qtbot, tmp_path / "game.pgn")
        dialog.animation.format_box.setCurrentIndex(dialog.animation.format_box.findData(kind))
        answer_with(monkeypatch, tmp_path / "made" / f"a.{kind}")
        dialog.save_button.click()
        dialog.close()
        assert dialog.job is None
        QApplication.processEvents()
        assert not list((tmp_path / "made").iterdir())


def test_a_game_that_is_closed_before_its_file_is_named_is_not_exported(
    program: RunningProgram, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    games = open_game(program, qtbot, tmp_path / "game.pgn")
    games.page.export_button.click()
    dialog = program.window.findChild(ExportDialog)
    assert dialog is not None
    target = tmp_path / "a.gif"

    def close_game(*_: object) -> tuple[str, str]:
        games.games.edits.close()
        return str(target), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", close_game)
    dialog.save_button.click()
    assert dialog.job is None and not dialog.save_button.isEnabled()
    assert dialog.preview.nothing_text == "Open a game first: Games, F3." and not target.exists()


def test_images_that_exist_are_asked_about_and_what_cannot_stay_is_said(
    program: RunningProgram, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    dialog = dialog_with_game(program, qtbot, tmp_path / "game.pgn")
    dialog.animation.format_box.setCurrentIndex(dialog.animation.format_box.findData("png"))
    for number in range(4):
        (tmp_path / f"a-00{number}.png").write_text("mine")
    (tmp_path / "other.png").hardlink_to(tmp_path / "a-000.png")
    answer_with(monkeypatch, tmp_path / "a.png")
    dialog.save_button.click()
    box = dialog.findChild(QMessageBox)
    assert box is not None and box.text() == "4 files such as “a-000.png” exist already."
    next(each for each in box.buttons() if box.buttonRole(each) == QMessageBox.ButtonRole.DestructiveRole).click()
    qtbot.waitUntil(lambda: dialog.job is None and bool(dialog.message.text()))
    assert dialog.message.text() == (
        "Saved 8 images beside each other. Its other names (hard links) still hold the file as it was before."
    )


def test_keys_of_pictures_work_in_the_workspace_of_games(program: RunningProgram, qtbot: QtBot, tmp_path: Path) -> None:
    games = open_game(program, qtbot, tmp_path / "game.pgn")
    games.games.game.go_to(2)
    program.press_keys("Ctrl+Shift+A")
    games.games.game.go_to(4)
    program.press_keys("Ctrl+Shift+A")
    dialog = program.window.sharing.dialog
    assert [entry.title for entry in dialog.sheet.list.positions] == [
        "Anna – Ben: after 1...e6",
        "Anna – Ben: after 2...d5",
    ]
