"""Pictures that leave the window: exported by dialog, copied, and dragged."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any, Final

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDrag, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import START
from pawnviz.view.sharing.export_dialog import ExportDialog
from tests.view.hands import Hand, enters
from tests.view.program import OpenProgram, RunningProgram

FEN: Final = "r1bq1rk1/pp3ppp/2n2n2/3p4/1b1P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"


def answer_with(monkeypatch: pytest.MonkeyPatch, path: Path | str) -> list[str]:
    """Answer the question for a file with a path; return the list of the paths that are offered."""
    offered: list[str] = []

    def choose(parent: object, title: str, start: str, filters: str) -> tuple[str, str]:
        offered.append(start)
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    return offered


def open_dialog(program: RunningProgram) -> ExportDialog:
    program.press_keys("Ctrl+E")
    dialog = next(child for child in program.window.findChildren(ExportDialog) if child.isVisible())
    QApplication.processEvents()
    return dialog


def clipboard() -> QMimeData:
    return QGuiApplication.clipboard().mimeData()


def test_a_picture_is_exported_by_keys_as_it_is_chosen_and_the_choices_come_back(
    open_program: OpenProgram, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    program = open_program(FEN)
    dialog = open_dialog(program)
    assert dialog.picture.caption_edit.text().startswith("Isolated queen's pawns face to face")
    dialog.picture.format_box.setCurrentIndex(dialog.picture.format_box.findData("svg"))
    dialog.picture.legend_box.setFocus()
    QTest.keyClick(dialog.picture.legend_box, Qt.Key.Key_Space)
    dialog.picture.width_box.setValue(640)
    offered = answer_with(monkeypatch, tmp_path / "ä picture & more")
    QTest.keyClick(dialog.picture.width_box, Qt.Key.Key_Return)
    QTest.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.job is None)
    written = tmp_path / "ä picture & more.svg"
    svg = written.read_text(encoding="utf-8")
    assert 'width="640"' in svg and "Isolated queen's pawns face to face" in svg and "Passed pawns" not in svg
    assert offered[0].endswith("Isolated queen's pawns face to face.svg")
    assert dialog.message.text() == f"Saved {written.name}."
    again = open_program()
    dialog = open_dialog(again)
    choices = dialog.choices.picture
    assert (choices.kind, choices.width, choices.legend, choices.caption) == ("svg", 640, False, True)
    assert again.window.preferences.exports.value.folder == str(tmp_path)


def test_the_preview_is_that_of_the_board_and_dark_only_if_wanted(program: RunningProgram, qtbot: QtBot) -> None:
    dialog = open_dialog(program)
    program.document.set_start()
    caption = dialog.picture.caption_edit
    qtbot.waitUntil(lambda: "Start" in caption.text() or "White to move" in caption.text())
    before = dialog.preview.image.copy()
    program.action("flip").trigger()
    qtbot.waitUntil(lambda: dialog.picture.subject.look.flipped)
    assert dialog.preview.image != before
    dialog.picture.width_box.setValue(300)
    qtbot.waitUntil(lambda: dialog.size_label.text().startswith("300 × "))
    caption.setText("My own words")
    qtbot.waitUntil(lambda: dialog.picture.subject.caption == "My own words")
    program.document.set_fen(FEN)
    qtbot.waitUntil(lambda: caption.text().startswith("Isolated queen's pawns face to face"))
    dialog.close()
    with qtbot.waitActive(program.window):
        program.window.activateWindow()
    program.window.preferences.theme.value = "dark"
    program.window.preferences.board_colors.value = "brown"
    dialog = open_dialog(program)
    qtbot.waitUntil(lambda: dialog.picture.subject.look.colors == "brown")
    assert dialog.picture.subject.look.theme == "light"
    dialog.picture.colors_box.setCurrentIndex(1)
    qtbot.waitUntil(lambda: dialog.picture.subject.look.theme == "dark")
    assert dialog.picture.subject.look.colors == "brown"


def test_what_cannot_be_written_is_said_and_no_file_overwritten_unasked(
    program: RunningProgram, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog = open_dialog(program)
    dialog.picture.format_box.setCurrentIndex(dialog.picture.format_box.findData("md"))
    picture = tmp_path / "a.svg"
    picture.write_text("mine")
    answer_with(monkeypatch, tmp_path / "a.md")
    for button, kept in ((QMessageBox.ButtonRole.RejectRole, True), (QMessageBox.ButtonRole.DestructiveRole, False)):
        dialog.save_button.click()
        box = dialog.findChild(QMessageBox)
        assert box is not None and "“a.svg” exists already" in box.text()
        next(each for each in box.buttons() if box.buttonRole(each) == button).click()
        QApplication.sendPostedEvents(None, 52)
        qtbot.waitUntil(lambda: dialog.job is None)
        assert (picture.read_text(encoding="utf-8") == "mine") is kept
        assert (tmp_path / "a.md").exists() is not kept
    assert "![" in (tmp_path / "a.md").read_text(encoding="utf-8")
    dialog.picture.width_box.setValue(200)
    answer_with(monkeypatch, tmp_path / "nowhere" / "a.png")
    dialog.save_button.click()
    qtbot.waitUntil(lambda: dialog.job is None)
    assert dialog.message.text().startswith("There is no folder") and not (tmp_path / "nowhere").exists()

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    answer_with(monkeypatch, tmp_path / "a.png")
    monkeypatch.setattr("pawnviz.model.storage._write_through", full)
    dialog.save_button.click()
    qtbot.waitUntil(lambda: dialog.job is None)
    assert dialog.message.text().startswith("The disk is full")
    assert not (tmp_path / "a.png").exists()


def test_the_copied_picture_is_an_image_and_an_svg_with_drawings(program: RunningProgram) -> None:
    program.document.set_fen(START.fen())
    program.press_keys("Ctrl+Alt+C")
    plain = bytes(clipboard().data("image/svg+xml").data()).decode()
    image = clipboard().imageData()
    assert isinstance(image, QImage) and image.width() == program.window.preferences.exports.value.picture.width
    assert plain.startswith("<svg ") and "image of 1,200 ×" in program.status_message()
    program.document.subject.toggle_drawing(12, 28, 0)
    program.press_keys("Ctrl+Alt+C")
    assert "#6b3fa0" in bytes(clipboard().data("image/svg+xml").data()).decode()
    assert "#6b3fa0" not in plain


def test_the_picture_is_dragged_by_button_or_preview(program: RunningProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    dragged: list[QMimeData] = []

    def execute(drag: QDrag, *_: Any) -> Qt.DropAction:
        dragged.append(drag.mimeData())
        data = drag.mimeData()
        assert data.hasImage() and data.hasFormat("image/svg+xml")
        if data.hasUrls():
            assert QImage(data.urls()[0].toLocalFile()).width() == 1200
        assert not enters(program.window, QPoint(5, 5), data), "the picture is nothing that the window could open"
        return Qt.DropAction.CopyAction

    monkeypatch.setattr(QDrag, "exec", execute)
    before = program.position_fen()
    button = program.window.menus.button("export_picture")
    hand = Hand(button)
    hand.press(QPoint(5, 5))
    hand.move(QPoint(8, 5))
    assert not dragged, "a hand that trembles drags nothing"
    hand.move(QPoint(40, 60))
    hand.release(QPoint(40, 60))
    assert len(dragged) == 1 and not program.window.findChildren(ExportDialog)
    assert not button.isDown()
    dialog = open_dialog(program)
    hand = Hand(dialog.preview)
    hand.press(QPoint(50, 50))
    hand.move(QPoint(120, 90))
    hand.release(QPoint(120, 90))
    assert len(dragged) == 2
    Hand(button).click(QPoint(5, 5))
    assert dialog.isVisible()
    assert program.position_fen() == before


def test_each_command_opens_its_page_of_the_one_dialog(program: RunningProgram, qtbot: QtBot) -> None:
    dialog = open_dialog(program)
    pages = [dialog.page]
    assert dialog.picture.copy_button.isVisible()
    assert not dialog.sheet.print_button.isVisible() and not dialog.sheet.next_button.isVisible()
    program.action("export_sheet").trigger()
    pages.append(dialog.page)
    assert pages == [dialog.picture, dialog.sheet] and dialog.sheet.print_button.isVisible()
    assert dialog.size_label.text() == "Page 1 of 1  ·  1 position"
    assert not dialog.picture.copy_button.isVisible()
    dialog.tabs.setCurrentIndex(2)
    assert dialog.preview.nothing_text == "Open a game first: Games, F3." and not dialog.save_button.isEnabled()
    dialog.tabs.setCurrentIndex(0)
    assert not dialog.message.text() and dialog.save_button.isEnabled()
    assert len(program.window.findChildren(ExportDialog)) == 1


def test_a_typed_ending_names_the_format_and_a_pdf_has_its_width_in_millimeters(
    open_program: OpenProgram, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog = open_dialog(open_program(FEN))
    dialog.picture.format_box.setCurrentIndex(dialog.picture.format_box.findData("html"))
    answer_with(monkeypatch, tmp_path / "kb.svg")
    dialog.save_button.click()
    qtbot.waitUntil(lambda: dialog.job is None)
    assert [path.name for path in tmp_path.iterdir() if path.suffix in (".svg", ".html")] == ["kb.svg"]
    assert (tmp_path / "kb.svg").read_text(encoding="utf-8").startswith("<svg")
    assert dialog.picture.format.name == "svg"
    picture = dialog.picture
    picture.format_box.setCurrentIndex(picture.format_box.findData("pdf"))
    picture.millimeter_box.setValue(58)
    picture.refresh()
    assert (picture.width_box.isEnabled(), picture.millimeter_box.isEnabled()) == (False, True)
    assert picture.subject.millimeters == 58
    assert picture.size_text.startswith("58 × ")
    picture.format_box.setCurrentIndex(picture.format_box.findData("png"))
    assert (picture.width_box.isEnabled(), picture.millimeter_box.isEnabled()) == (True, False)
