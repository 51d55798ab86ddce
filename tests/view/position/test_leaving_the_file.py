"""A file of positions is left by a whole position, keeps edits by hand, and loses no record by habit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import START, Position
from pawnviz.core.link import Link, write_link
from tests.view.hands import drops, enters, open_menu, text_data
from tests.view.program import OpenProgram, RunningProgram

FENS = [
    "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -",
    "1n5k/3q3p/pp1p2pB/5r2/1PP1Qp2/P6P/6P1/2R3K1 w - -",
    "4k3/8/8/8/8/8/4P3/4K3 w - -",
]
TEXT = f'{FENS[0]} bm f5; id "one";\n{FENS[1]} bm c5; id "two";\n{FENS[2]} am e4; id "three"'
PASTED = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"

Opened = tuple[RunningProgram, Path]


@pytest.fixture
def opened(program: RunningProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Opened:
    """Return a program with an open file of three records, and the file; a dialog for another name is cancelled."""
    path = tmp_path / "three.epd"
    path.write_text(TEXT)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    assert program.window.files.open_path(str(path))
    qtbot.waitUntil(lambda: program.window.navigator.is_shown("positions"))
    return program, path


def paste(program: RunningProgram) -> None:
    QGuiApplication.clipboard().setText(PASTED)
    program.press_keys("Ctrl+V")


def paste_into_the_fen_line(program: RunningProgram) -> None:
    QGuiApplication.clipboard().setText(PASTED)
    program.press_keys("Alt+D")
    program.press_keys("Ctrl+V")
    program.board.setFocus()


def paste_from_the_menu_of_the_fen_line(program: RunningProgram) -> None:
    QGuiApplication.clipboard().setText(PASTED)
    place = program.fen.edit.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, program.fen.edit.mapToGlobal(place))
    QApplication.sendEvent(program.fen.edit, event)
    menu = open_menu()
    next(action for action in menu.actions() if action.objectName() == "edit-paste").trigger()
    menu.close()
    program.board.setFocus()


def paste_with_a_slip_and_mend_it(program: RunningProgram) -> None:
    QGuiApplication.clipboard().setText(PASTED.replace(" w ", " W "))
    program.press_keys("Ctrl+V")
    edit = program.fen.edit
    edit.setFocus()
    start = edit.text().index("W")
    edit.setSelection(start, 1)
    QTest.keyClicks(edit, "w")
    program.board.setFocus()


def open_a_link(program: RunningProgram) -> None:
    QGuiApplication.clipboard().setText(write_link(Link(Position.from_fen(PASTED))))
    program.press_keys("Ctrl+V")


def choose_a_sample(program: RunningProgram) -> None:
    menu = program.window.sample_menu
    menu.popup(QPoint())
    menu.actions()[0].trigger()
    menu.close()


def drop(program: RunningProgram) -> None:
    data = text_data(PASTED)
    assert enters(program.window, QPoint(5, 5), data)
    assert drops(program.window, QPoint(5, 5), data)


WAYS: dict[str, Callable[[RunningProgram], object]] = {
    "paste": paste,
    "paste into the FEN line": paste_into_the_fen_line,
    "paste from the menu of the FEN line": paste_from_the_menu_of_the_fen_line,
    "paste with a slip": paste_with_a_slip_and_mend_it,
    "drop": drop,
    "link": open_a_link,
    "start position": lambda program: program.press_keys("Ctrl+Home"),
    "clear": lambda program: program.press_keys("Ctrl+Delete"),
    "new position": lambda program: program.press_keys("Ctrl+N"),
    "sample": choose_a_sample,
}


@pytest.mark.slow
def test_a_whole_position_leaves_the_file_and_undo_leads_back(opened: Opened) -> None:
    program, path = opened
    before = program.position_fen()
    for name, leave in WAYS.items():
        with program.qtbot.waitActive(program.window):
            program.window.activateWindow()  # A menu has been the active window.
        program.board.setFocus()
        leave(program)
        QApplication.processEvents()
        assert program.position_fen() != before, name
        assert program.window.windowTitle().startswith("Position")
        assert not program.window.navigator.is_shown("positions")
        assert program.status_message().endswith("Left three.epd; undo leads back"), name
        for command in ("save_file", "toggle_side", "save_file"):
            program.action(command).trigger()
        assert path.read_text() == TEXT
        program.action("undo").trigger()
        program.action("undo").trigger()
        assert (program.position_fen(), program.document.free.path) == (before, str(path)), name
        assert program.window.navigator.is_shown("positions")


def test_a_position_that_equals_the_record_leaves_the_file_too(opened: Opened) -> None:
    program, path = opened
    QGuiApplication.clipboard().setText(program.position_fen())
    program.press_keys("Ctrl+V")
    program.press_keys("Ctrl+Alt+T")
    program.press_keys("Ctrl+S")
    assert (program.document.free.path, path.read_text()) == ("", TEXT)


def test_an_edit_by_hand_stays_in_the_record_and_can_be_reverted(opened: Opened) -> None:
    program, path = opened
    before, revert = program.position_fen(), program.action("revert_record")
    for keys in ("Ctrl+Alt+T", "Ctrl+Shift+X", "Ctrl+Shift+M", "Ctrl+Up"):
        assert not revert.isEnabled()
        program.press_keys(keys)
        assert program.document.free.path == str(path) and revert.isEnabled()
        revert.trigger()
        assert program.position_fen() == before
        assert not revert.isEnabled() and not program.window.isWindowModified()
    edit = program.fen.edit
    edit.setFocus()
    edit.setSelection(edit.text().index(" w ") + 1, 1)
    QTest.keyClicks(edit, "b")
    program.board.setFocus()
    assert not program.document.position.white_to_move
    assert program.document.free.path == str(path)


def test_edits_that_a_restart_brings_back_can_be_reverted(open_program: OpenProgram, tmp_path: Path) -> None:
    path = tmp_path / "three.epd"
    path.write_text(TEXT)
    program = open_program(str(path))
    before = program.position_fen()
    program.press_keys("Ctrl+Alt+T")
    program.press_keys("Ctrl+PgDown")
    program.press_keys("Ctrl+Alt+T")
    program = open_program()
    for _ in range(2):
        program.action("revert_record").trigger()
        assert " w " in program.position_fen()
        program.press_keys("Ctrl+PgUp")
    assert program.position_fen() == before
    assert not program.window.isWindowModified()


def test_edits_of_a_file_that_was_left_come_back_after_a_restart(open_program: OpenProgram, tmp_path: Path) -> None:
    path = tmp_path / "three.epd"
    path.write_text(TEXT)
    program = open_program(str(path))
    program.press_keys("Ctrl+Alt+T")
    edited = program.position_fen()
    program.press_keys("Ctrl+PgDown")
    program.press_keys("Ctrl+Alt+T")
    paste(program)
    program = open_program()
    assert (program.position_fen(), program.document.free.path) == (PASTED, "")
    assert program.window.files.open_path(str(path))
    assert program.position_fen() == edited
    assert program.notice() == "“three.epd” has 2 records with unsaved edits."
    program.press_keys("Ctrl+N")
    assert program.notice() == "", "the offer is about the open file"
    assert program.window.files.open_path(str(path))
    QTest.mouseClick(program.window.notice.offer_button, Qt.MouseButton.LeftButton)
    assert program.notice() == ""
    assert " w " in program.position_fen() and not program.window.isWindowModified()
    assert path.read_text() == TEXT


def test_closing_the_file_leaves_no_file_behind_and_closing_its_page_leaves_the_file(opened: Opened) -> None:
    program, path = opened
    navigator = program.window.navigator
    navigator.back()
    assert program.document.free.path == str(path) and not navigator.is_shown("positions")
    navigator.show("positions")
    program.press_keys("Ctrl+Alt+T")
    position = program.position_fen()
    program.action("close_file").trigger()
    assert (program.document.free.path, program.position_fen()) == ("", position)
    assert not navigator.is_shown("positions") and not program.action("close_file").isEnabled()
    program.press_keys("Ctrl+S")
    assert path.read_text() == TEXT
    program.press_keys("Ctrl+Z")
    assert program.document.free.path == str(path) and navigator.is_shown("positions")
    assert program.window.isWindowModified()


def test_the_list_keeps_its_file_in_another_workspace_and_a_new_position_is_begun_from_each(opened: Opened) -> None:
    program, path = opened
    for keys in ("F3", "F2", "F4", "F2"):
        program.press_keys(keys)
        QApplication.processEvents()
    program.action("show_positions").trigger()
    assert program.document.free.path == str(path)
    assert program.window.navigator.is_shown("positions")
    for keys in ("F3", "F4"):
        program.press_keys(keys)
        program.press_keys("Ctrl+N")
        assert program.window.workspaces.current == "position"
        assert (program.position_fen(), program.document.free.path) == (START.fen(), "")
        paste(program)


def test_moves_that_edits_have_made_illegal_are_lost_only_after_a_question(opened: Opened) -> None:
    program, path = opened
    for square in ("f4", "c4", "e2"):
        program.drag(square, "a8" if square == "e2" else "h5")
        program.press_keys("Ctrl+PgDown")
    program.press_keys("Ctrl+S")
    question = "After your edits, moves of records 1 (bm f5), 2 (bm c5) and 3 (am e4) are no longer legal."
    assert program.question().text() == question
    program.answer("Cancel")
    assert path.read_text() == TEXT and program.window.isWindowModified()
    program.action("save_file").trigger()
    program.answer("Save without them")
    lines = path.read_text().split("\n")
    assert [line.split(" - -")[1] for line in lines] == [' id "one";', ' id "two";', ' id "three"']
    assert not program.window.isWindowModified()
    program.action("toggle_side").trigger()
    program.action("save_file").trigger()
    assert not program.window.isWindowModified(), "nothing is asked where no move is lost"


def test_moves_can_be_kept_all_the_same(opened: Opened) -> None:
    program, path = opened
    program.press_keys("Ctrl+Alt+T")
    program.press_keys("Ctrl+S")
    program.answer("Save with them")
    assert path.read_text() == TEXT.replace(" w ", " b ", 1)
