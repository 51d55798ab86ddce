"""Files by the commands of the window: opened, saved, asked about, and offered again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from pawnviz.core.board.bitboard import parse_square
from pawnviz.model.kept.folder import FIRST_FEN
from pawnviz.view.formula.steps_panel import CODE
from tests.view.hands import LEFT
from tests.view.program import OpenProgram, RunningProgram, set_up

SEED = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"


def choose(monkeypatch: pytest.MonkeyPatch, path: Path | str) -> None:
    def answer(*_: object) -> tuple[str, str]:
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)


def test_positions_are_saved_and_opened(
    program: RunningProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.fen"
    choose(monkeypatch, path)
    set_up(program, SEED)
    program.press_keys("Ctrl+S")
    assert path.read_text() == f"{SEED}\n"
    assert program.status_message() == f"Saved {path}"
    program.press_keys("Ctrl+Shift+M")
    assert program.window.isWindowModified()
    choose(monkeypatch, "/nowhere/else.fen")
    program.press_keys("Ctrl+S")
    assert path.read_text() == f"{program.position_fen()}\n"
    assert not program.window.isWindowModified()
    mirrored = program.position_fen()
    program.press_keys("Ctrl+Delete")
    choose(monkeypatch, path)
    program.press_keys("Ctrl+O")
    assert program.position_fen() == mirrored
    program.press_keys("Ctrl+Z")
    assert program.pieces == "8/8/8/8/8/8/8/8"


def test_save_as_adds_the_ending_and_writes_over_no_file_without_a_question(
    program: RunningProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(monkeypatch, tmp_path / "second")
    program.press_keys("Ctrl+Shift+S")
    assert (tmp_path / "second.fen").read_text() == f"{FIRST_FEN}\n"
    assert program.window.windowTitle().startswith("second.fen")
    file = tmp_path / "mine.fen"
    file.write_text("what was there\n")
    choose(monkeypatch, tmp_path / "mine")
    program.window.files.save_file_as()
    assert program.question().text() == "“mine.fen” exists already."
    program.answer("Cancel")
    assert file.read_text() == "what was there\n"


def test_a_cancelled_dialog_changes_nothing_and_a_missing_or_wrong_file_is_named_until_another_is_opened(
    program: RunningProgram, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    choose(monkeypatch, "")
    for keys in ("Ctrl+O", "Ctrl+S", "Ctrl+Shift+S"):
        program.press_keys(keys)
    assert program.position_fen() == FIRST_FEN
    assert program.notice() == ""
    assert program.document.free.path == ""
    choose(monkeypatch, tmp_path / "gone.fen")
    program.press_keys("Ctrl+O")
    assert program.notice() == f"There is no file “gone.fen” in “{tmp_path}”."
    assert program.position_fen() == FIRST_FEN
    QTest.mouseClick(program.window.notice.close_button, LEFT)
    assert program.notice() == ""
    path = tmp_path / "wrong.fen"
    path.write_text("8/8/8/9/8/8/8/8 w - - 0 1\n")
    choose(monkeypatch, path)
    program.press_keys("Ctrl+O")
    assert program.notice().startswith("“wrong.fen”, line 1: ")
    assert program.position_fen() == FIRST_FEN
    program.window.notice.close_button.click()
    bad, games = tmp_path / "bad.epd", tmp_path / "good.pgn"
    bad.write_text("no position\n")
    games.write_text("1. e4 *\n")
    assert not program.window.files.open_path(str(bad)) and "bad.epd" in program.notice()
    assert program.window.files.open_path(str(games)) and not program.notice()
    assert not program.window.files.open_path(str(bad)) and program.notice()
    program.window.workspaces.games.list.open_path(str(games))
    assert not program.notice(), "the button of Games has opened it"


def test_a_folder_that_may_not_be_written_to_is_named_and_nothing_is_lost(
    program: RunningProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "read-only"
    folder.mkdir()
    access = os.access
    # The superuser, whom tests may run as, may write everywhere.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != folder and access(path, mode))
    choose(monkeypatch, folder / "kept.fen")
    program.press_keys("Ctrl+Shift+M")
    program.press_keys("Ctrl+S")
    assert program.notice() == f"The folder “{folder}” may not be written to; choose another folder."
    assert program.window.isWindowModified()
    assert program.document.free.path == ""
    assert list(folder.iterdir()) == []


def recent_names(program: RunningProgram) -> list[str]:
    program.window.recent_menu.popup(QPoint(0, 0))
    names = [action.text() for action in program.window.recent_menu.actions()]
    program.window.recent_menu.hide()
    return names


def test_the_latest_files_are_offered_again_also_at_the_next_start(open_program: OpenProgram, tmp_path: Path) -> None:
    program = open_program()
    assert recent_names(program) == ["No files yet"]
    for name in ("one.fen", "t&o.fen"):
        (tmp_path / name).write_text(f"{'8/' * 7}8 {'w' if name == 'one.fen' else 'b'} - - 0 1")
        assert program.window.files.open_path(str(tmp_path / name))
    assert recent_names(program) == ["&1 t&&o.fen", "&2 one.fen"]
    program = open_program()
    assert recent_names(program) == ["&1 t&&o.fen", "&2 one.fen"]
    program.window.recent_menu.actions()[1].trigger()
    assert program.position_fen() == "8/8/8/8/8/8/8/8 w - - 0 1"
    assert recent_names(program) == ["&1 one.fen", "&2 t&&o.fen"]
    (tmp_path / "t&o.fen").unlink()
    program.window.recent_menu.actions()[1].trigger()
    assert "t&o.fen" in program.notice()


def test_page_and_language_of_the_steps_come_back(open_program: OpenProgram) -> None:
    program = open_program()
    program.window.preferences.for_programmers.value = True
    program.press_keys("Ctrl+Alt+S")
    panel = program.pages.layer.steps
    panel.tabs.setCurrentIndex(CODE)
    panel.language.setCurrentIndex(panel.language.findData("rust"))
    program = open_program()
    QApplication.processEvents()
    panel = program.pages.layer.steps
    assert (panel.tabs.currentIndex(), panel.language.currentData()) == (CODE, "rust")
    assert "pub const fn" in panel.source.toPlainText()


def test_saving_a_file_of_several_positions_changes_the_edited_one(program: RunningProgram, tmp_path: Path) -> None:
    file = tmp_path / "two.epd"
    file.write_text('# both\n8/8/8/8/8/8/8/8 w - - id "one";\nbroken\n8/8/8/8/8/8/P7/8 w - - id "two";\n')
    assert program.window.files.open_path(str(file))
    assert program.status_message() == f"Opened {file}: the first of its 2 positions"
    program.press_keys("Ctrl+Alt+T")
    program.press_keys("Ctrl+S")
    assert program.status_message() == f"Saved {file} with its 2 positions"
    text = '# both\n8/8/8/8/8/8/8/8 b - - id "one";\nbroken\n8/8/8/8/8/8/P7/8 w - - id "two";\n'
    assert file.read_text() == text
    assert not program.window.isWindowModified()


@pytest.mark.slow
def test_saving_over_what_another_program_wrote_is_asked_about(
    program: RunningProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, other = tmp_path / "mine.fen", tmp_path / "other.fen"
    set_up(program, SEED)
    choose(monkeypatch, file)
    program.press_keys("Ctrl+S")
    theirs = "8/8/8/8/8/8/8/8 w - - 0 1\n"
    file.write_text(theirs)
    program.press_keys("Ctrl+Alt+T")
    mine = f"{program.position_fen()}\n"

    program.window.files.save_file()
    assert program.question().text() == ("“mine.fen” was changed by another program since it was opened or saved here.")
    program.answer("Cancel")
    assert file.read_text() == theirs
    assert program.window.isWindowModified()

    program.window.files.save_file()
    program.question().close()
    QApplication.processEvents()
    assert file.read_text() == theirs, "Escape leaves it too"

    choose(monkeypatch, other)
    program.window.files.save_file()
    program.answer("Save as…")
    assert (file.read_text(), other.read_text()) == (theirs, mine)

    assert program.window.files.open_path(str(file))
    file.write_text(mine)
    program.window.files.save_file()
    program.answer("Overwrite")
    assert file.read_text() == theirs
    assert not program.window.isWindowModified()

    file.unlink()
    program.window.files.save_file()
    assert QApplication.activeModalWidget() is None
    assert file.read_text() == theirs, "a file that is gone is written again"


def test_a_piece_that_is_carried_by_key_is_announced(program: RunningProgram) -> None:
    def line() -> str:
        return program.window.status.reading

    program.board.setFocus()
    program.board.state.cursor = parse_square("d4")
    program.press(Qt.Key.Key_Up)  # The first key shows the cursor.
    program.press(Qt.Key.Key_Return)
    assert line() == "The piece of d4 is held: arrow keys carry it, Enter puts it down, Escape lets go."
    program.window.status.show_message("Something in passing")
    program.press(Qt.Key.Key_Up)
    assert line().startswith("Put down here: ")
    assert program.status_message() == "", "what is said in passing does not hide it"
    program.press(Qt.Key.Key_Escape)
    assert "held" not in line()
