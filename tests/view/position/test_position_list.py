"""Stepping through a file of many positions by mouse and by keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import Position
from pawnviz.core.explain.summary import summary_of
from pawnviz.core.layers import LAYERS
from pawnviz.view.position.position_list import PositionListPanel
from tests.view.hands import caption_text
from tests.view.program import OpenProgram, RunningProgram

LINES = [
    f'8/8/8/8/8/8/{"PPPPPPPP"[: count % 7 + 1]}{7 - count % 7}/8 w - - id "no {count}"; bm a{3};'
    for count in range(1200)
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file of 1,200 positions, with two lines that cannot be read."""
    path = tmp_path / "many.epd"
    path.write_text("\n".join([*LINES[:2], "8/8/8/9/8/8/8/8 w - -", *LINES[2:], "what is this"]) + "\n")
    return path


@pytest.fixture
def panel(program: RunningProgram, file: Path, qtbot: QtBot) -> PositionListPanel:
    assert program.window.files.open_path(str(file))
    panel = program.window.navigator.widgets.positions
    qtbot.waitUntil(lambda: panel.isVisible() and not panel.rows.checking.is_running)
    return panel


def test_opening_a_file_of_several_positions_shows_the_list(program: RunningProgram, panel: PositionListPanel) -> None:
    assert panel.number.text() == "1 of 1,201"
    assert panel.faults.text() == "2 lines cannot be read"
    assert panel.rows.rowCount() == 1202
    texts = [panel.rows.index(row).data() for row in (0, 2, 1201)]
    assert texts[0] == "1   best a3, no 0"
    assert texts[1].startswith("Line 3 cannot be read: The placement has '9'")
    assert texts[2].startswith("Line 1,202 cannot be read: It does not begin")
    assert panel.details.toPlainText() == "id  no 0\nbm  a3"


def test_the_list_is_there_for_a_file_that_is_named_at_the_start_and_again_at_the_next_one(
    open_program: OpenProgram, file: Path, qtbot: QtBot
) -> None:
    program = open_program(str(file))
    qtbot.waitUntil(lambda: program.window.navigator.is_shown("positions"))
    program.press_keys("Ctrl+PgDown")
    program = open_program()
    qtbot.waitUntil(lambda: program.window.navigator.is_shown("positions"))
    assert program.window.navigator.widgets.positions.number.text() == "2 of 1,201"
    assert not program.window.isWindowModified()


def test_buttons_rows_and_keys_step_over_faulty_lines(program: RunningProgram, panel: PositionListPanel) -> None:
    QTest.mouseClick(panel.next_button, Qt.MouseButton.LeftButton)
    assert program.pieces == LINES[1].split()[0]
    QTest.mouseClick(panel.previous_button, Qt.MouseButton.LeftButton)
    assert program.pieces == LINES[0].split()[0]
    for row, entry in ((4, 3), (2, 3), (0, 0)):
        place = panel.view.visualRect(panel.rows.index(row)).center()
        QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, place.y()))
        assert program.pieces == LINES[entry].split()[0]
    program.board.setFocus()
    for expected in (2, 4, 5):
        program.press(Qt.Key.Key_PageDown)
        assert panel.number.text() == f"{expected} of 1,201"
    program.press(Qt.Key.Key_PageUp)
    program.press(Qt.Key.Key_PageUp)
    assert program.pieces == LINES[1].split()[0]
    program.press_keys("Ctrl+PgUp")
    program.press_keys("Ctrl+PgUp")
    assert program.status_message() == "This is the first position of the file"
    assert not program.window.isWindowModified()
    for _ in range(3):
        program.press_keys("Ctrl+PgDown")
    program.press_keys("Ctrl+Z")
    assert panel.number.text() == "1 of 1,201", "steps are undone together"


def test_a_filter_leaves_the_lines_with_its_text_among_which_steps_stay_and_a_number_all_lines(
    program: RunningProgram, panel: PositionListPanel
) -> None:
    panel.filter.setFocus()
    QTest.keyClicks(panel.filter, "NO 11")
    assert [panel.rows.index(row).data().split()[-1] for row in range(3)] == ["11", "110", "111"]
    program.press(Qt.Key.Key_Return)
    assert panel.details.toPlainText().startswith("id  no 11\n")
    program.press_keys("Ctrl+PgDown")
    assert panel.details.toPlainText().startswith("id  no 110\n")
    program.press(Qt.Key.Key_Down)
    assert panel.details.toPlainText().startswith("id  no 111\n")
    panel.filter.clear()
    rows = panel.rows.rowCount()
    QTest.keyClicks(panel.filter, "112")
    assert panel.rows.rowCount() == rows, "a number leaves all lines"
    QTest.keyClick(panel.filter, Qt.Key.Key_Return)
    assert program.document.free.file_place.entry == 111
    assert panel.filter.text() == ""


KNIGHTS = (
    ("4k3/8/8/3N4/4P3/8/8/4K3 w - -", 'bm Ke2; id "strong knight";'),
    ("4k3/2p5/8/3N4/4P3/8/8/4K3 w - -", 'am Kd2; id "driven away";'),
    ("rnbqkbnr/pp3ppp/2p1p3/3p4/2PP4/4P3/PP3PPP/RNBQKBNR w KQkq -", 'id "all pieces";'),
)


@pytest.fixture
def knights(program: RunningProgram, tmp_path: Path, qtbot: QtBot) -> PositionListPanel:
    """Return the list of a file in which only the first position has an outpost."""
    path = tmp_path / "knights.epd"
    path.write_text("".join(f"{board} {rest}\n" for board, rest in KNIGHTS))
    assert program.window.files.open_path(str(path))
    panel = program.window.navigator.widgets.positions
    qtbot.waitUntil(lambda: panel.isVisible() and not panel.rows.checking.is_running)
    return panel


def names(panel: PositionListPanel) -> list[str]:
    rows = [panel.rows.row_at(row) for row in range(panel.rows.rowCount())]
    return [row.name for row in rows if row is not None]


def test_a_filter_without_the_board_s_position_begins_at_the_top(program: RunningProgram, tmp_path: Path) -> None:
    lines = [f'8/8/8/3p4/4P3/8/8/4K2k w - - id "no {count}";' for count in range(300)]
    path = tmp_path / "last.epd"
    path.write_text("\n".join([*lines, '8/8/8/8/8/8/8/4K2k w - - id "last";']) + "\n")
    assert program.window.files.open_path(str(path))
    panel = program.window.navigator.widgets.positions
    program.document.free.go_to_entry(300)
    QApplication.processEvents()
    bar = panel.view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    panel.filter.setText("no layer:levers")
    panel.chips.take()
    program.qtbot.waitUntil(lambda: not panel.rows.search.is_running and panel.rows.rowCount() == 300)
    QApplication.processEvents()
    assert (bar.value(), panel.view.currentIndex().isValid()) == (0, False)


def test_a_typed_word_offers_a_layer_which_leaves_the_positions_where_it_holds_a_square(
    program: RunningProgram, knights: PositionListPanel, qtbot: QtBot
) -> None:
    program.press_keys("Ctrl+F")
    QTest.keyClicks(knights.filter, "outposts")
    qtbot.waitUntil(lambda: knights.filter.is_offering)
    QTest.keyClick(knights.filter, Qt.Key.Key_Tab)
    QTest.keyClick(knights.filter, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not knights.rows.search.is_running)
    assert [chip.text() for chip in knights.chips.chips] == ["Outposts"]
    expected = [
        name
        for (board, _), name in zip(KNIGHTS, ("strong knight", "driven away", "all pieces"), strict=True)
        if any(LAYERS["outposts"](side) for side in Position.from_fen(f"{board} 0 1").sides())
    ]
    assert names(knights) == expected != ["strong knight", "driven away", "all pieces"]
    assert knights.state.text().startswith(f"{len(expected)} position")
    QTest.keyClick(knights.chips.chips[0], Qt.Key.Key_Delete)
    assert len(names(knights)) == 3 and knights.state.isHidden()


def test_positions_are_found_by_pieces_structures_and_words_and_their_rows_say_advice_and_name(
    knights: PositionListPanel, qtbot: QtBot
) -> None:
    rows = [knights.rows.row_at(row) for row in range(3)]
    assert [row.advice for row in rows if row is not None] == ["best Ke2", "avoid Kd2", ""]
    assert knights.rows.index(1).data() == "2   avoid Kd2, driven away"
    for text, expected in (
        ('where:"popcount(knights(own)) == 1"', ["strong knight", "driven away"]),
        ('where:"popcount(knights(own)) == 1" away', ["driven away"]),
        ('pattern:"W e4"', ["strong knight", "driven away"]),
        ("pawns:8/2p5/8/8/4P3/8/8/8", ["driven away"]),
        ("structure:carlsbad", []),
    ):
        knights.filter.setText(text)
        qtbot.waitUntil(lambda: not knights.rows.search.is_running)
        assert names(knights) == expected, text
    assert knights.state.text() == "No position fits. Remove a chip or a word."
    knights.filter.setText("elo:2500-")
    assert "is no field" in knights.chips.message.text()


def test_a_row_names_the_structure_that_the_page_of_its_position_names(program: RunningProgram, tmp_path: Path) -> None:
    path = tmp_path / "pieces.epd"
    boards = ("1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -", "4k3/p6p/8/8/8/1P6/7P/4K3 w - -")
    path.write_text("".join(f"{board}\n" for board in boards))
    assert program.window.files.open_path(str(path))
    row = program.window.navigator.widgets.positions.rows.row_at(0)
    assert row is not None and row.structure == summary_of(Position.from_fen(f"{boards[0]} 0 1")).structure
    assert row.structure == "Extra center pawn for Black", "its rule asks for pieces"


def test_marks_of_a_comparison_sleep_when_a_file_is_opened_until_wanted(program: RunningProgram, file: Path) -> None:
    def compared() -> Position | None:
        return program.board.pictures.compared

    program.action("pin_position").trigger()
    program.document.place(28, "P")
    compare = program.window.navigator.widgets.compare
    assert compare.mark_box.isChecked() and compared() is not None
    assert program.window.files.open_path(str(file))
    program.window.navigator.show("compare")
    assert compared() is None
    compare.mark_box.click()
    assert compared() == program.window.navigator.widgets.comparison.pinned


def test_a_filter_goes_on_with_letters_typed_in_the_list_ends_by_escape_and_when_a_file_is_opened(
    program: RunningProgram, panel: PositionListPanel, file: Path
) -> None:
    before = program.board.board_geometry.flipped, program.document.position
    panel.filter.setFocus()
    QTest.keyClicks(panel.filter, "no 1")
    program.press(Qt.Key.Key_Return)
    assert panel.view.hasFocus()
    first = program.document.position
    for text in "19f":
        program.press(Qt.Key(ord(text.upper())))
    assert panel.filter.text() == "no 119f"
    assert panel.filter.hasFocus()
    assert (program.board.board_geometry.flipped, program.document.position) == (before[0], first)
    program.press(Qt.Key.Key_Backspace)
    program.press(Qt.Key.Key_Return)
    assert panel.view.hasFocus()
    program.press(Qt.Key.Key_Escape)
    assert panel.filter.text() == ""
    program.press(Qt.Key.Key_Escape)
    assert panel.filter.hasFocus()
    QTest.keyClicks(panel.filter, "no 11")
    program.press_keys("Ctrl+S")
    assert panel.filter.text() == "no 11"
    assert program.window.files.open_path(str(file))
    assert panel.filter.text() == ""
    assert panel.rows.rowCount() == 1202


@pytest.mark.slow
def test_undoing_the_way_through_a_file_says_where_it_led_and_the_presentation_steps_through_it(
    program: RunningProgram, panel: PositionListPanel, qtbot: QtBot
) -> None:
    program.board.setFocus()
    for _ in range(3):
        program.press(Qt.Key.Key_PageDown)
    program.press_keys("Ctrl+Z")
    assert program.status_message() == "Undone: go to position 5 of many.epd. This is position 1 of 1,201."
    program.press_keys("Ctrl+Y")
    assert program.status_message() == "Done again: go to position 5 of many.epd. This is position 5 of 1,201."
    program.press_keys("Ctrl+Z")
    program.board.setFocus()
    program.press(Qt.Key.Key_F11)
    presentation = program.window.presentation
    qtbot.waitUntil(presentation.isActiveWindow)
    program.press(Qt.Key.Key_PageDown)
    assert caption_text(presentation).endswith("White to move\nmany.epd, 2 of 1,201: no 1")
    program.press(Qt.Key.Key_Escape)


def test_an_edited_position_is_starred_and_saved(program: RunningProgram, panel: PositionListPanel, file: Path) -> None:
    before = file.read_text()
    program.document.place(36, "Q")
    program.press_keys("Ctrl+PgDown")
    assert panel.rows.index(0).data().startswith("1 *")
    assert program.window.isWindowModified()
    program.press_keys("Ctrl+S")
    assert not program.window.isWindowModified()
    assert panel.rows.index(0).data() == "1   best a3, no 0"
    assert file.read_text() == before.replace(LINES[0].split()[0], "8/8/8/4Q3/8/8/P7/8", 1)


def test_a_single_position_closes_the_list(program: RunningProgram, panel: PositionListPanel, tmp_path: Path) -> None:
    (tmp_path / "one.fen").write_text(LINES[5])
    program.window.files.open_path(str(tmp_path / "one.fen"))
    QApplication.processEvents()
    assert not program.window.navigator.is_shown("positions")
    assert not program.action("next_position").isEnabled()
    program.press_keys("PgDown")
    assert program.status_message().startswith("Open an EPD or FEN file of several positions first")
    program.press_keys("Ctrl+Z")
    QApplication.processEvents()
    assert panel.isVisible()


@pytest.mark.slow
def test_a_large_file_is_there_at_once_while_it_is_checked(
    program: RunningProgram, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "huge.epd"
    file.write_text("\n".join(LINES * 20))
    assert program.window.files.open_path(str(file))
    panel = program.window.navigator.widgets.positions
    assert panel.rows.checking.is_running
    assert panel.number.text() == "1 of 24,000"
    program.press_keys("Ctrl+PgDown")
    assert panel.number.text() == "2 of 24,000"


def test_a_pasted_game_is_said_to_be_one(program: RunningProgram) -> None:
    before = program.position_fen()
    QGuiApplication.clipboard().setText("1. e4 e5 2. Nf3")
    program.press_keys("Ctrl+V")
    assert program.notice() == "The clipboard has a game in PGN." and program.window.notice.isVisible()
    assert program.position_fen() == before
    program.press_keys("Alt+D")
    program.press_keys("Ctrl+V")
    assert program.fen.message.startswith("This is a game in PGN. A position is set up from its FEN")
    assert program.position_fen() == before
