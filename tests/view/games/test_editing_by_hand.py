"""Games edited by hand: moves typed, comments, glyphs, variations, and what is asked before edits are lost."""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import chess.pgn
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMessageBox, QProgressDialog
from pytestqt.qtbot import QtBot

from pawnviz.view.games import game_saving
from pawnviz.view.games.comment_dialog import CommentDialog
from tests.core.games.sample import MASTERS, texts_of
from tests.view.games.test_board_game import BoardDesk


def moves_in(path: Path) -> str:
    """Return the text of a file in one line."""
    return " ".join(path.read_text().split())


class EditDesk(BoardDesk):
    """The desk with the page of moves in front."""

    def to_moves(self) -> None:
        self.window.activateWindow()
        self.page(1)
        self.window.moves.setFocus()

    def keys(self, *keys: str) -> None:
        """Press keys in the window of games."""
        self.window.activateWindow()
        QApplication.processEvents()
        for key in keys:
            self.program.press_keys(key)
            QApplication.processEvents()

    def type_move(self, text: str) -> str:
        """Type into the page of moves and press Enter; return what is said about it."""
        self.to_moves()
        QTest.keyClicks(self.window.moves, text[:1])
        field = self.window.moves_page.field
        assert field.hasFocus()
        QTest.keyClicks(field, text[1:])
        QTest.keyClick(field, Qt.Key.Key_Return)
        fault = self.window.moves_page.fault
        return fault.text() if fault.isVisible() else ""

    def write_comment(self, keys: str, text: str) -> str:
        """Write a comment in its dialog and return its heading."""
        self.keys(keys)
        dialog = self.window.findChild(CommentDialog)
        assert isinstance(dialog, CommentDialog) and dialog.isVisible()
        dialog.edit.selectAll()
        QTest.keyClicks(dialog.edit, text)
        QTest.keyClick(dialog.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert not dialog.isVisible()
        return dialog.heading.text()

    def question(self) -> QMessageBox:
        boxes = [box for box in self.window.findChildren(QMessageBox) if box.isVisible()]
        assert len(boxes) == 1
        return boxes[0]

    def answer(self, title: str) -> None:
        box = self.question()
        button = next(button for button in box.buttons() if button.text().replace("&", "") == title)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        QApplication.processEvents()


def type_into(field: QLineEdit, text: str) -> str:
    """Type into a field and press Enter; return what is left in it."""
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    return field.text()


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[EditDesk]:
    found = EditDesk(qtbot, tmp_path)
    found.open()
    yield found
    found.window.edits.close()
    found.program.end()


def test_a_game_is_edited_by_mouse_saved_and_all_others_stay(desk: EditDesk, tmp_path: Path) -> None:
    path = tmp_path / "copy.pgn"
    shutil.copy(MASTERS, path)
    before = texts_of(path.read_bytes())
    desk.open(path)
    table = desk.window.table
    place = table.visualRect(table.model().index(2, 1)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert desk.window.heading.full_text.startswith("Fischer, Robert James – Tal")
    hand, middle = desk.program.hand, desk.program.at(27)
    for _ in range(3):
        hand.wheel(middle, -1)
    desk.drag("e7", "e5")
    assert desk.write_comment("Ctrl+T", "an open game") == "Comment after 2...e5"
    desk.keys("Ctrl+Up")
    assert desk.window.windowTitle() == "copy.pgn[*] – Games" and desk.window.isWindowModified()
    assert path.read_bytes() == MASTERS.read_bytes(), "the file is not touched before it is saved"
    QTest.mouseClick(desk.window.save_button, Qt.MouseButton.LeftButton)
    assert not desk.window.isWindowModified()
    assert desk.window.message.text() == "Saved “copy.pgn”: 1 edited game of 24; all else is as it was."
    after = texts_of(path.read_bytes())
    assert [index for index, text in enumerate(after) if text.data != before[index].data] == [2]
    assert desk.rows()[2][9] == "2" and desk.rows()[3][9] != "2"
    old = chess.pgn.read_game(io.StringIO(before[2].data.decode()))
    new = chess.pgn.read_game(io.StringIO(after[2].data.decode()))
    assert old is not None and new is not None and not new.errors
    assert new.headers == old.headers
    assert [move.uci() for move in new.mainline_moves()] == [*(m.uci() for m in list(old.mainline_moves())[:3]), "e7e5"]
    line = new.variations[0].variations[0].variations[0]
    assert line.variations[0].comment == "an open game"
    rest = [move.uci() for move in [line.variations[1].move, *line.variations[1].mainline_moves()]]
    assert rest == [move.uci() for move in old.mainline_moves()][3:]
    desk.keys("Ctrl+S")
    assert "nothing to save" in desk.window.message.text()
    desk.drag("b1", "c3")
    assert desk.window.message.text() == "“copy.pgn”: 24 games"
    desk.press_keys("Ctrl+S")
    assert desk.window.message.text().startswith("Saved “copy.pgn”")
    desk.press_keys("Ctrl+Z")
    assert desk.window.message.text() == "“copy.pgn”: 24 games" and desk.window.isWindowModified()
    desk.press_keys("Ctrl+Shift+Z")
    found = moves_in(path)
    assert "2. Nf3 e5 { an open game } (2... d6 3. d4" in found and ") 3. Nc3 0-1" in found


def test_moves_are_typed_and_what_is_wrong_is_said(desk: EditDesk) -> None:
    assert desk.type_move("e4 e5 2. Nf3") == ""
    assert desk.moves().startswith("1. e4 d5 (1... e5 2. Nf3) 2. exd5")
    assert desk.type_move("Nc6 Nf9") == "'Nf9' is no move."
    assert desk.window.moves_page.field.text() == "Nf9"
    assert desk.moves().startswith("1. e4 d5 (1... e5 2. Nf3 Nc6) 2. exd5")
    QTest.keyClick(desk.window.moves_page.field, Qt.Key.Key_Escape)
    assert desk.window.moves.hasFocus() and desk.window.isVisible()


def test_moves_are_typed_with_glyphs_and_a_glyph_alone_is_that_of_the_current_move(desk: EditDesk) -> None:
    field, fault = desk.window.moves_page.field, desk.window.moves_page.fault
    field.setFocus()
    desk.page(1)
    assert type_into(field, "!?") == "!?" and fault.text() == "There is no move before !?." and fault.isVisible()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not fault.isVisible() and not field.text()
    assert type_into(field, "e4 d5!? 2. exd5 +-") == ""
    assert desk.moves().startswith("1. e4 d5 $5 2. exd5 $18 c6") and not fault.isVisible()
    assert type_into(field, "!?") == "" and type_into(field, "!?") == ""
    assert desk.moves().startswith("1. e4 d5 $5 2. exd5 $5 $18 c6")
    type_into(field, "c6!!!")
    assert fault.text() == "'c6!!!' is no move." and fault.isVisible()
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert not fault.isVisible()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert not fault.isVisible() and "2. exd5 $5 $18 c6 $3" in desk.moves()
    type_into(field, "Nf9")
    assert fault.isVisible()
    desk.page(0)
    desk.page(1)
    assert not fault.isVisible()


def test_glyphs_comments_and_variations_are_edited_by_keys(desk: EditDesk) -> None:
    desk.window.game.go_to(4)
    desk.window.game.go_to_variation(1)
    desk.to_moves()
    for sign, nag in (("!", 1), ("?", 5), ("!", 1), ("!", 3)):
        QTest.keyClicks(desk.window.moves, sign)
        assert desk.window.game.node is not None and desk.window.game.node.nags == {nag}
    assert desk.write_comment("Ctrl+Shift+T", "or") == "Comment before 2...Qxd5"
    assert "({ or } 2... Qxd5 $3 3. Nc3 { attacks the queen })" in desk.moves()
    assert "2...Qxd5!!" in desk.window.moves.toPlainText()
    desk.keys("Ctrl+Up")
    assert desk.moves().startswith("1. e4 d5 2. exd5 { or } 2... Qxd5 $3 (2... c6 3. dxc6 bxc6 $1) 3. Nc3")
    desk.keys("Ctrl+Delete")
    assert desk.moves() == "1. e4 d5 2. exd5 { or } 2... Qxd5 $3 (2... c6 3. dxc6 bxc6 $1) 1-0"
    desk.keys("Ctrl+Down", "Ctrl+Shift+Delete")
    assert desk.moves() == "1. e4 d5 2. exd5 { or } 2... c6 3. dxc6 bxc6 $1 1-0"
    for _ in range(9):
        desk.keys("Ctrl+Z")
    assert desk.moves().startswith("1. e4 d5 2. exd5 c6 (2... Qxd5 3. Nc3 { attacks the queen }) 3. dxc6")
    assert not desk.window.isWindowModified()


def test_the_right_button_opens_the_menu_of_a_move(desk: EditDesk) -> None:
    desk.to_moves()
    view = desk.window.moves
    cursor = view.textCursor()
    cursor.setPosition(view.toPlainText().index("Nc3") + 1)
    place = view.cursorRect(cursor).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, view.viewport().mapToGlobal(place))
    QApplication.sendEvent(view.viewport(), event)
    menu = desk.window.moves_page.actions_of_game.menu
    assert menu.isVisible() and desk.window.game.ply == 5
    enabled = {action.text().replace("&", "") for action in menu.actions() if action.isEnabled() and action.text()}
    assert enabled >= {"Promote the variation", "Delete the variation", "Comment after the move…"}
    assert not enabled & {"Delete the moves after this one", "Remove glyphs"}
    action = next(action for action in menu.actions() if action.text() == "&Delete the variation")
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    assert desk.moves() == "1. e4 d5 2. exd5 c6 3. dxc6 bxc6 $1 1-0"


def test_nothing_that_was_edited_is_lost_without_a_question(desk: EditDesk) -> None:
    desk.drag("d2", "d4")
    desk.window.close()
    assert desk.window.isVisible()
    assert desk.question().text() == "1 game of “club.pgn” was edited."
    desk.answer("Cancel")
    assert desk.window.isVisible() and desk.window.edits.is_modified
    desk.program.window.close()
    assert desk.program.window.isVisible()
    desk.answer("Cancel")
    desk.window.open_path(str(MASTERS))
    desk.answer("Discard")
    desk.qtbot.waitUntil(lambda: len(desk.rows()) == 24)
    desk.open()
    desk.drag("d2", "d4")
    desk.keys("Escape")
    desk.answer("Save")
    assert not desk.window.isVisible()
    assert b"1. e4 (1. d4) 1... d5" in desk.path.read_bytes()
    assert desk.fen() == desk.before


def test_a_file_that_was_changed_meanwhile_is_not_written_over(desk: EditDesk, tmp_path: Path) -> None:
    desk.drag("d2", "d4")
    changed = b'[Event "other"]\n\n1. c4 *\n\n' + desk.path.read_bytes()
    desk.path.write_bytes(changed)
    desk.keys("Ctrl+S")
    assert "was changed by another program" in desk.question().text()
    assert desk.path.read_bytes() == changed
    desk.answer("Put them in")
    desk.qtbot.waitUntil(lambda: len(desk.rows()) == 3)
    assert desk.path.read_bytes().startswith(changed[:28])
    assert b"1. e4 (1. d4) 1... d5" in desk.path.read_bytes()


def test_a_broken_or_packed_file_says_what_saving_means(
    desk: EditDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import gzip

    packed, plain = tmp_path / "club.pgn.gz", tmp_path / "plain.pgn"
    packed.write_bytes(gzip.compress(desk.path.read_bytes()))
    desk.open(packed)
    desk.window.table.setCurrentIndex(desk.window.table.model().index(1, 0))
    desk.drag("e2", "e4")
    offered = []

    def choose(parent: object, title: str, start: str, filters: str) -> tuple[str, str]:
        offered.append(start)
        return str(plain), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    desk.keys("Ctrl+S")
    assert "Game 2 could not be read to the end: 'Nf9' is no move (line 15)." in desk.question().text()
    desk.answer("Save all the same")
    assert "is packed" in desk.question().text() and not plain.exists()
    desk.answer("Save as…")
    assert offered == [str(tmp_path / "club.pgn")]
    assert b"1. d4 (1. e4) 1... d5 *" in plain.read_bytes()
    assert desk.window.windowTitle() == "plain.pgn[*] – Games"


def test_a_large_file_is_saved_a_piece_at_a_time(desk: EditDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = desk.path.read_bytes()
    monkeypatch.setattr(game_saving, "LARGE", 10)
    monkeypatch.setattr(game_saving, "PIECE", -1.0)
    desk.drag("d2", "d4")
    desk.keys("Ctrl+S")
    progress = QApplication.activeModalWidget()
    assert isinstance(progress, QProgressDialog) and desk.path.read_bytes() == before
    progress.canceled.emit()
    assert desk.window.message.text() == "Nothing was saved; the file is as it was."
    assert desk.path.read_bytes() == before and desk.window.edits.is_modified
    assert not list(desk.path.parent.glob(".*"))
    desk.keys("Ctrl+S")
    desk.qtbot.waitUntil(lambda: not desk.window.edits.is_modified)
    assert b"1. e4 (1. d4) 1... d5" in desk.path.read_bytes()
    assert QApplication.activeModalWidget() is None


def test_what_of_a_file_cannot_stay_and_a_change_during_the_save_are_said(
    desk: EditDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "copy.pgn"
    shutil.copy(MASTERS, path)
    (tmp_path / "other.pgn").hardlink_to(path)
    desk.open(path)
    desk.write_comment("Ctrl+T", "new")
    desk.keys("Ctrl+S")
    assert desk.window.message.text() == (
        "Saved “copy.pgn”: 1 edited game of 24; all else is as it was. Its other names (hard links) still hold the file"
        " as it was before."
    )
    assert desk.window.saving.says_saved
    desk.write_comment("Ctrl+T", "newer")
    theirs = path.read_bytes() + b"\n"
    sync = os.fsync

    def sync_late(file: int) -> None:
        path.write_bytes(theirs)
        sync(file)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", sync_late)
        desk.keys("Ctrl+S")
    assert "was changed by another program during the save" in desk.window.message.text()
    assert desk.window.isWindowModified() and path.read_bytes() == theirs
    desk.keys("Ctrl+S")
    desk.answer("Put them in")
    assert b"{ newer }" in path.read_bytes() and path.read_bytes().endswith(b"\n\n")
