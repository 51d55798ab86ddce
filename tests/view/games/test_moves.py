"""The moves of a game as text, and their edits by mouse and keys."""

from __future__ import annotations

import io
import os
import shutil
from pathlib import Path

import chess.pgn
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QProgressDialog
from pytestqt.qtbot import QtBot

from pawnviz.model.games.game import OpenGame
from pawnviz.view.games import game_saving
from pawnviz.view.games.moves import MovesView
from tests.core.games.sample import MASTERS, texts_of
from tests.view.games.program import GamesProgram
from tests.view.games.showing import show_game

MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {the main move} 4. Ba4 Nf6 (4... d6) 5. O-O Be7 6. Re1 b5 *"


@pytest.fixture
def moves(qtbot: QtBot) -> MovesView:
    return show_game(qtbot, MovesView(game := OpenGame()), game, MOVES, width=300)


def test_moves_are_running_text_as_high_as_its_room_in_which_a_click_goes_to_a_marked_move(moves: MovesView) -> None:
    lines = [line.replace("▴", "").strip() for line in moves.toPlainText().splitlines()]
    assert lines == [
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6",
        "the main move",
        "4.Ba4 Nf6",
        "(4...d6)",
        "5.O‑O Be7 6.Re1 b5 *",
    ]
    moves.set_room(400)
    QApplication.processEvents()
    for san, ply in (("Nf3", 3), ("a6", 6), ("Re1", 11)):
        cursor = moves.textCursor()
        cursor.setPosition(moves.toPlainText().index(san) + 1)
        QTest.mouseClick(moves.viewport(), Qt.MouseButton.LeftButton, pos=moves.cursorRect(cursor).center())
        assert moves._game.ply == ply
    moves.resize(500, 400)
    (selection,) = moves.extraSelections()
    assert selection.cursor.selectedText() == "Re1"
    moves.resize(300, 400)
    moves.set_room(400)
    QApplication.processEvents()
    high = moves.height()
    assert 5 * moves.fontMetrics().lineSpacing() < high < 400 and not moves.verticalScrollBar().isVisible()
    moves.set_room(60)
    moves._game.go_to(11)
    QApplication.processEvents()
    assert moves.height() == 60
    assert moves.viewport().rect().contains(moves.cursorRect()), "the current move is seen"


def moves_in(path: Path) -> str:
    return " ".join(path.read_text().split())


def type_into(field: QLineEdit, text: str) -> str:
    """Type into a field and press Enter; return what is left in it."""
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    return field.text()


def test_a_game_is_edited_by_mouse_saved_and_all_others_stay(program: GamesProgram, tmp_path: Path) -> None:
    path = tmp_path / "copy.pgn"
    shutil.copy(MASTERS, path)
    before = texts_of(path.read_bytes())
    program.open(path)
    table = program.game_list.table
    place = table.visualRect(table.model().index(2, 1)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert program.bar.label.full_text.startswith("Start · Fischer, Robert James – Tal")
    hand, middle = program.hand, program.at(27)
    for _ in range(3):
        hand.wheel(middle, -1)
    program.drag("e7", "e5")
    assert program.write_comment("Ctrl+T", "an open game") == "Comment after 2...e5"
    program.keys("Ctrl+Up")
    assert program.window.windowTitle() == "copy.pgn[*] – pawnviz" and program.window.isWindowModified()
    assert path.read_bytes() == MASTERS.read_bytes(), "the file is not touched before it is saved"
    QTest.mouseClick(program.game_list.save_button, Qt.MouseButton.LeftButton)
    assert not program.window.isWindowModified()
    assert program.game_list.message.text() == "Saved “copy.pgn”: 1 edited game of 24; everything else is unchanged."
    after = texts_of(path.read_bytes())
    assert [index for index, text in enumerate(after) if text.data != before[index].data] == [2]
    assert program.rows()[2][9] == "2" and program.rows()[3][9] != "2"
    old = chess.pgn.read_game(io.StringIO(before[2].data.decode()))
    new = chess.pgn.read_game(io.StringIO(after[2].data.decode()))
    assert old is not None and new is not None and not new.errors
    assert new.headers == old.headers
    assert [move.uci() for move in new.mainline_moves()] == [*(m.uci() for m in list(old.mainline_moves())[:3]), "e7e5"]
    line = new.variations[0].variations[0].variations[0]
    assert line.variations[0].comment == "an open game"
    rest = [move.uci() for move in [line.variations[1].move, *line.variations[1].mainline_moves()]]
    assert rest == [move.uci() for move in old.mainline_moves()][3:]
    program.keys("Ctrl+S")
    assert "nothing to save" in program.game_list.message.text()
    program.drag("b1", "c3")
    assert program.game_list.message.text() == ""
    program.press_keys("Ctrl+S")
    assert program.game_list.message.text().startswith("Saved “copy.pgn”")
    program.press_keys("Ctrl+Z")
    assert program.game_list.message.text() == "" and program.window.isWindowModified()
    program.press_keys("Ctrl+Shift+Z")
    found = moves_in(path)
    assert "2. Nf3 e5 { an open game } (2... d6 3. d4" in found and ") 3. Nc3 0-1" in found


def test_moves_are_typed_and_what_is_wrong_is_said(program: GamesProgram) -> None:
    assert program.type_move("e4 e5 2. Nf3") == ""
    assert program.written().startswith("1. e4 d5 (1... e5 2. Nf3) 2. exd5")
    assert program.type_move("Nc6 Nf9") == "'Nf9' is no move."
    assert program.games.moves_page.field.text() == "Nf9"
    assert program.written().startswith("1. e4 d5 (1... e5 2. Nf3 Nc6) 2. exd5")
    QTest.keyClick(program.games.moves_page.field, Qt.Key.Key_Escape)
    assert program.moves.hasFocus() and program.window.isVisible()


def test_moves_are_typed_with_glyphs_and_what_is_wrong_is_said(program: GamesProgram) -> None:
    field, fault = program.games.moves_page.field, program.games.moves_page.fault
    field.setFocus()
    program.show_moves()
    assert type_into(field, "!?") == "!?" and fault.text() == "There is no move before !?." and fault.isVisible()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not fault.isVisible() and not field.text()
    assert type_into(field, "e4 d5!? 2. exd5 +-") == ""
    assert program.written().startswith("1. e4 d5 $5 2. exd5 $18 c6") and not fault.isVisible()
    assert type_into(field, "!?") == "" and type_into(field, "!?") == ""
    assert program.written().startswith("1. e4 d5 $5 2. exd5 $5 $18 c6")
    type_into(field, "c6!!!")
    assert fault.text() == "'c6!!!' is no move." and fault.isVisible()
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert not fault.isVisible()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert not fault.isVisible() and "2. exd5 $5 $18 c6 $3" in program.written()
    type_into(field, "Nf9")
    assert fault.isVisible()
    program.game.go_to(0)
    assert not fault.isVisible()


def test_glyphs_comments_and_variations_are_edited_by_keys(program: GamesProgram) -> None:
    program.game.go_to(4)
    program.game.change_variation(1)
    program.show_moves()
    for sign, nag in (("!", 1), ("?", 5), ("!", 1), ("!", 3)):
        QTest.keyClicks(program.moves, sign)
        assert program.game.node is not None and program.game.node.nags == {nag}
    assert program.write_comment("Ctrl+Shift+T", "or") == "Comment before 2...Qxd5"
    assert "({ or } 2... Qxd5 $3 3. Nc3 { attacks the queen })" in program.written()
    assert "2...Qxd5!!" in program.moves.toPlainText()
    program.keys("Ctrl+Up")
    assert program.written().startswith("1. e4 d5 2. exd5 { or } 2... Qxd5 $3 (2... c6 3. dxc6 bxc6 $1) 3. Nc3")
    program.keys("Ctrl+Delete")
    assert program.written() == "1. e4 d5 2. exd5 { or } 2... Qxd5 $3 (2... c6 3. dxc6 bxc6 $1) 1-0"
    program.keys("Ctrl+Down", "Ctrl+Shift+Delete")
    assert program.written() == "1. e4 d5 2. exd5 { or } 2... c6 3. dxc6 bxc6 $1 1-0"
    for _ in range(9):
        program.keys("Ctrl+Z")
    assert program.written().startswith("1. e4 d5 2. exd5 c6 (2... Qxd5 3. Nc3 { attacks the queen }) 3. dxc6")
    assert not program.window.isWindowModified()


def test_the_right_button_opens_the_menu_of_a_move(program: GamesProgram) -> None:
    program.show_moves()
    view = program.moves
    cursor = view.textCursor()
    cursor.setPosition(view.toPlainText().index("Nc3") + 1)
    place = view.cursorRect(cursor).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, view.viewport().mapToGlobal(place))
    QApplication.sendEvent(view.viewport(), event)
    menu = program.games.moves_page.actions_of_game.menu
    assert menu.isVisible() and program.game.ply == 5
    enabled = {action.text().replace("&", "") for action in menu.actions() if action.isEnabled() and action.text()}
    assert enabled >= {"Promote the variation", "Delete the variation", "Comment after the move…"}
    assert not enabled & {"Delete the moves after this one", "Remove glyphs"}
    action = next(action for action in menu.actions() if action.text() == "&Delete the variation")
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    assert program.written() == "1. e4 d5 2. exd5 c6 3. dxc6 bxc6 $1 1-0"


def test_nothing_that_was_edited_is_lost_without_a_question(program: GamesProgram) -> None:
    program.drag("d2", "d4")
    program.window.close()
    assert program.window.isVisible()
    assert program.question().text() == "1 game of “club.pgn” was edited."
    program.answer("Cancel")
    assert program.window.isVisible() and program.edits.is_modified
    program.window.close()
    assert program.window.isVisible()
    program.answer("Cancel")
    program.game_list.open_path(str(MASTERS))
    program.answer("Discard")
    program.qtbot.waitUntil(lambda: len(program.rows()) == 24)
    program.open()
    program.drag("d2", "d4")
    program.keys("Escape", "Ctrl+G", "Ctrl+G")
    assert program.edits.is_modified, "an edited game is left and comes back without a question"
    program.window.close()
    program.answer("Save")
    assert not program.window.isVisible()
    assert b"1. e4 (1. d4) 1... d5" in program.path.read_bytes()


def test_a_file_that_was_changed_meanwhile_is_not_written_over(program: GamesProgram, tmp_path: Path) -> None:
    program.drag("d2", "d4")
    changed = b'[Event "other"]\n\n1. c4 *\n\n' + program.path.read_bytes()
    program.path.write_bytes(changed)
    program.keys("Ctrl+S")
    assert "was changed by another program" in program.question().text()
    assert program.path.read_bytes() == changed
    program.answer("Put them in")
    program.qtbot.waitUntil(lambda: len(program.rows()) == 3)
    assert program.path.read_bytes().startswith(changed[:28])
    assert b"1. e4 (1. d4) 1... d5" in program.path.read_bytes()


def test_broken_and_packed_files_say_so(program: GamesProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import gzip

    packed, plain = tmp_path / "club.pgn.gz", tmp_path / "plain.pgn"
    packed.write_bytes(gzip.compress(program.path.read_bytes()))
    program.open(packed)
    program.game_list.table.setCurrentIndex(program.game_list.table.model().index(1, 0))
    program.drag("e2", "e4")
    offered = []

    def choose(parent: object, title: str, start: str, filters: str) -> tuple[str, str]:
        offered.append(start)
        return str(plain), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    program.keys("Ctrl+S")
    assert "Game 2 could not be read to the end: 'Nf9' is no move (line 15)." in program.question().text()
    program.answer("Save anyway")
    assert "is packed" in program.question().text() and not plain.exists()
    program.answer("Save as…")
    assert offered == [str(tmp_path / "club.pgn")]
    assert b"1. d4 (1. e4) 1... d5 *" in plain.read_bytes()
    assert program.window.windowTitle() == "plain.pgn[*] – pawnviz"


def test_a_large_file_is_saved_a_piece_at_a_time(program: GamesProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    before = program.path.read_bytes()
    monkeypatch.setattr(game_saving, "LARGE", 10)
    monkeypatch.setattr(program.game_list.saving._writing, "piece", -1.0)
    program.drag("d2", "d4")
    program.keys("Ctrl+S")
    progress = QApplication.activeModalWidget()
    assert isinstance(progress, QProgressDialog) and program.path.read_bytes() == before
    progress.canceled.emit()
    assert program.game_list.message.text() == "Nothing was saved; the file is as it was."
    assert program.path.read_bytes() == before and program.edits.is_modified
    assert not list(program.path.parent.glob(".*"))
    program.keys("Ctrl+S")
    program.qtbot.waitUntil(lambda: not program.edits.is_modified)
    assert b"1. e4 (1. d4) 1... d5" in program.path.read_bytes()
    assert QApplication.activeModalWidget() is None


def test_what_of_a_file_cannot_stay_and_a_change_during_the_save_are_said(
    program: GamesProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "copy.pgn"
    shutil.copy(MASTERS, path)
    (tmp_path / "other.pgn").hardlink_to(path)
    program.open(path)
    program.write_comment("Ctrl+T", "new")
    program.keys("Ctrl+S")
    message = program.game_list.message
    program.qtbot.waitUntil(lambda: message.text() != "")
    assert message.text() == (
        "Saved “copy.pgn”: 1 edited game of 24; everything else is unchanged. Its other names (hard links) still hold "
        "the file as it was before."
    )
    assert program.game_list.saving.says_saved
    program.write_comment("Ctrl+T", "newer")
    theirs = path.read_bytes() + b"\n"
    sync = os.fsync

    def sync_late(file: int) -> None:
        path.write_bytes(theirs)
        sync(file)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", sync_late)
        program.keys("Ctrl+S")
        program.qtbot.waitUntil(lambda: "was changed by another program during the save" in message.text())
    assert program.window.isWindowModified() and path.read_bytes() == theirs
    program.keys("Ctrl+S")
    program.answer("Put them in")
    program.qtbot.waitUntil(lambda: b"{ newer }" in path.read_bytes())
    assert path.read_bytes().endswith(b"\n\n")
