"""What happens in the window beside the thing that is done: notices, drawings, pins, previews and pasted texts."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import START
from pawnviz.view.position.files import is_for_board
from tests.view.hands import open_menu
from tests.view.program import RunningProgram

FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
D4, E4 = parse_square("d4"), parse_square("e4")


def test_nothing_moves_when_notices_come_and_that_of_a_fault_ends(program: RunningProgram, tmp_path: Path) -> None:
    window = program.window
    for size in ((1024, 700), (1366, 720), (2560, 1400)):
        window.notice.hide()
        window.resize(*size)
        QApplication.processEvents()
        parts = (program.board, window.legend, window.fen_line, window.navigator.column)
        before = [QRect(part.mapTo(window, QPoint()), part.size()) for part in parts]
        window.notice.show_message(
            "Hedgehog: pawns on the third rank beside a half-open file; count the safe squares that they leave."
        )
        QApplication.processEvents()
        assert [QRect(part.mapTo(window, QPoint()), part.size()) for part in parts] == before
        place = QRect(window.notice.mapTo(window, QPoint()), window.notice.size())
        assert window.rect().contains(place)
        assert not place.intersects(before[0])
        assert window.childAt(place.center()) in (window.notice, *window.notice.children())
    program.window.notice.hide()
    program.window.notice.close_button.click()
    files = program.window.files
    program.window.notice.offer("Something else.", "Answer", program.board.update)
    assert not files.open_path(str(tmp_path / "missing.fen"))
    assert not files.open_path(str(tmp_path / "gone.fen"))
    assert program.notice() == f"There is no file “gone.fen” in “{tmp_path}”."
    (tmp_path / "a.fen").write_text(FEN)
    assert files.open_path(str(tmp_path / "a.fen"))
    assert program.notice() == "Something else."


def test_drawings_and_pin_go_with_their_position_and_come_back_with_it(program: RunningProgram, tmp_path: Path) -> None:
    state = program.board.state
    program.document.subject.toggle_drawing(D4, E4, 0)
    state.set_pinned(D4)
    program.document.place(E4, "P")
    assert (state.drawings, state.pinned) == ({(D4, E4): 0}, D4)
    program.press_keys("Ctrl+Home")
    assert program.document.position == START
    assert (state.drawings, state.pinned) == ({}, None)
    program.document.subject.toggle_drawing(E4, E4, 1)
    program.press_keys("Ctrl+Z")
    assert (state.drawings, state.pinned) == ({(D4, E4): 0}, D4)
    program.press_keys("Ctrl+Z")
    assert state.drawings == {(D4, E4): 0}, "an edit is of the same position"
    program.press_keys("Ctrl+Y")
    program.press_keys("Ctrl+Y")
    assert (state.drawings, state.pinned) == ({(E4, E4): 1}, None)
    program.document.subject.clear_drawings()
    program.document.subject.toggle_drawing(D4, E4, 0)
    QGuiApplication.clipboard().setText(FEN)
    program.press_keys("Ctrl+V")
    assert not state.drawings
    (tmp_path / "two.epd").write_text(f"{START.fen()}\n{FEN}\n")
    program.window.files.open_path(str(tmp_path / "two.epd"))
    program.document.subject.toggle_drawing(E4, D4, 0)
    program.press_keys("Ctrl+PgDown")
    assert not state.drawings
    program.press_keys("Ctrl+PgUp")
    program.press_keys("Ctrl+Z")
    program.press_keys("Ctrl+Z")
    assert state.drawings == {(D4, E4): 0}


def test_a_preview_ends_when_a_menu_is_opened_on_its_row(program: RunningProgram) -> None:
    tree = program.layers_page.tree
    name = next(iter(program.layers.now.sides))
    tree.scrollTo(tree.rows.index_of(name))
    place = tree.visualRect(tree.rows.index_of(name)).center()
    QTest.mouseMove(tree.viewport(), place)
    assert program.layers.now.preview == name
    QApplication.sendEvent(
        tree.viewport(),
        QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, tree.viewport().mapToGlobal(place)),
    )
    assert program.layers.now.preview == ""
    menu = open_menu()
    menu.close()
    assert program.layers.now.preview == ""


@pytest.mark.slow
def test_only_a_whole_fen_that_is_pasted_into_a_field_of_something_else_is_set_up(program: RunningProgram) -> None:
    assert all(map(is_for_board, (FEN, f"  {FEN}\n", "8/8/8/8/8/8/8/8 w")))
    others = ("8/8/8/8/8/8/8/8", "passed_pawns(own)", "8/8/8/8/8/8/8/9 w - -", "d4 e4", "")
    assert not any(map(is_for_board, others))
    search = program.layers_page.search_field
    for text, pieces in ((FEN, FEN.split()[0]), ("rams", FEN.split()[0])):
        QGuiApplication.clipboard().setText(text)
        program.press_keys("Ctrl+F")
        program.press_keys("Ctrl+V")
        assert program.pieces == pieces
    assert search.text() == "rams"
    program.document.set_start()
    program.window.preferences.for_programmers.value = True
    program.press_keys("Ctrl+M")
    field = program.pages.bench.field.text
    assert field.hasFocus()
    for text in (FEN, "d4 e4"):
        QGuiApplication.clipboard().setText(text)
        program.press_keys("Ctrl+V")
    assert program.pieces == FEN.split()[0]
    assert field.toPlainText() == "d4 e4"
    program.document.set_fen("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1")
    program.hand.click(program.at(parse_square("e4")))
    program.press_keys("Ctrl+Shift+W")
    QGuiApplication.clipboard().setText("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1")
    program.press_keys("Ctrl+V")
    assert program.position_fen() == "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"


def test_copied_source_is_said_in_the_status_line(program: RunningProgram) -> None:
    program.window.preferences.for_programmers.value = True
    program.layers.set_current("stops")
    program.press_keys("Ctrl+Alt+S")
    QApplication.processEvents()
    panel = program.pages.layer.steps
    panel.tabs.setCurrentIndex(1)
    QApplication.processEvents()
    QTest.mouseClick(panel.copy_button, Qt.MouseButton.LeftButton)
    assert program.status_message() == "Copied the source of Stops in C"
    assert "<<" in QGuiApplication.clipboard().text()
