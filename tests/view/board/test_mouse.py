"""The board edited with the mouse, and by drops."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import START
from pawnviz.model.preferences import ERASER, HAND, TOOLS
from pawnviz.view.board.gestures import PIECE_MIME, dropped_piece, piece_mime
from tests.view.hands import (
    ALT,
    CONTROL,
    LEFT,
    MIDDLE,
    NONE,
    RIGHT,
    SHIFT,
    Desk,
    drags_over,
    drops,
    enters,
    painted,
    text_data,
)
from tests.view.program import OpenProgram

START_PIECES = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    found = Desk(qtbot, FEN)
    found.layers.apply_preset(["front_spans", "stops", "attacks"])
    return found


@pytest.mark.parametrize("modifiers", [NONE, SHIFT])
def test_a_piece_dragged_off_the_board_is_removed(start: Desk, modifiers: Qt.KeyboardModifier) -> None:
    start.drag("a1", "", modifiers=modifiers)
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR"
    assert start.steps == 1


@pytest.mark.qt_log_ignore("Mouse event at .* occurs outside target window", extend=True)
def test_a_piece_dragged_out_of_the_window_is_removed(start: Desk) -> None:
    QTest.mousePress(start.window.windowHandle(), LEFT, NONE, start.board.mapTo(start.window, start.at("h8")))
    QTest.mouseMove(start.window.windowHandle(), QPoint(900, 300))
    QTest.mouseRelease(start.window.windowHandle(), LEFT, NONE, QPoint(900, 300))
    assert start.pieces == "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def test_a_piece_is_dragged_to_another_square_or_with_control_copied_and_put_back_it_is_no_step(start: Desk) -> None:
    start.drag("e2", "e5", "e2")
    for _ in range(2):  # Pinned and released.
        start.click("e2")
    assert start.pieces == START_PIECES
    assert start.steps == 0
    start.drag("e2", "e3", "e4")
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
    assert start.steps == 1
    start.hand.move(start.off_board())
    assert start.shows_the_position()
    start.drag("b1", "c3", modifiers=CONTROL)
    start.drag("c3", "", modifiers=CONTROL)
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/4P3/2N5/PPPP1PPP/RNBQKBNR"
    assert start.steps == 2


def test_a_held_piece_leaves_its_square_and_follows_the_pointer(start: Desk) -> None:
    standing, empty = start.square_image("e2"), start.square_image("e5")
    start.hand.press(start.at("e2"))
    start.hand.move(start.at("e5"))
    assert start.square_image("e5") != empty
    assert start.square_image("e2") != standing
    assert start.board.cursor().shape() is Qt.CursorShape.ClosedHandCursor
    assert start.pieces == START_PIECES
    start.hand.release(start.at("e5"))
    assert start.board.cursor().shape() is Qt.CursorShape.OpenHandCursor


def test_a_drag_ends_without_an_edit_by_another_button_a_lost_release_or_another_window(start: Desk) -> None:
    start.hand.press(start.at("e2"))
    start.hand.move(start.at("e5"))
    start.hand.press(start.at("e5"), RIGHT)
    start.hand.release(start.at("e5"), RIGHT)
    start.hand.move(start.at("e6"))
    start.hand.release(start.at("e6"))
    assert start.pieces == START_PIECES
    assert start.board.state.drawings == {}
    start.hand.press(start.at("e2"))
    start.hand.buttons = Qt.MouseButton.NoButton
    start.hand.move(start.at("e5"))
    assert start.shows_the_position()
    start.hand.release(start.at("e5"))
    assert start.pieces == START_PIECES
    start.hand.press(start.at("e2"))
    QApplication.sendEvent(start.board, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason))
    start.hand.release(start.at("e5"))
    assert start.pieces == START_PIECES


def test_another_button_or_a_change_elsewhere_does_not_end_a_drag_but_one_of_its_piece_does(start: Desk) -> None:
    start.drag("e2", "e4")
    start.hand.press(start.at("e4"))
    start.document.undo_stack.undo()
    start.hand.release(start.at("e5"))
    assert start.pieces == START_PIECES
    start.hand.press(start.at("e2"))
    start.document.place(parse_square("e2"), "q")
    start.hand.release(start.at("e5"))
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/8/PPPPqPPP/RNBQKBNR"
    start.document.set_fen(START.fen())
    start.hand.press(start.at("e2"))
    start.hand.release(start.at("e5"), RIGHT)
    start.hand.release(start.at("e4"))
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
    start.document.set_fen(START.fen())
    start.hand.press(start.at("e2"))
    start.document.remove(parse_square("a8"))
    start.hand.release(start.at("e4"))
    assert start.pieces == "1nbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"


def test_a_click_or_double_click_places_the_chosen_piece_and_the_same_again_removes_it(empty: Desk) -> None:
    empty.board.preferences.tool.value = "N"
    empty.click("c3")
    assert empty.pieces == "8/8/8/8/8/2N5/8/8"
    empty.click("c3")
    assert empty.pieces == "8/8/8/8/8/8/8/8"
    assert empty.steps == 2
    empty.hand.double_click(empty.at("e4"))
    assert empty.pieces == "8/8/8/8/8/8/8/8"
    assert empty.steps == 4


def test_a_right_click_places_the_piece_of_the_other_color_and_removes_it(empty: Desk) -> None:
    empty.board.preferences.tool.value = "R"
    empty.click("a1", RIGHT)
    assert empty.pieces == "8/8/8/8/8/8/8/r7"
    empty.click("a1", LEFT)
    assert empty.pieces == "8/8/8/8/8/8/8/R7"
    empty.click("a1", RIGHT)
    empty.click("a1", RIGHT)
    assert empty.pieces == "8/8/8/8/8/8/8/8"
    assert empty.board.state.drawings == {}


def test_a_middle_click_erases_with_any_tool_and_the_eraser_with_any_button(start: Desk) -> None:
    for tool, square in ((HAND, "a1"), ("P", "b1"), ("k", "c1"), (ERASER, "d1")):
        start.board.preferences.tool.value = tool
        start.click(square, MIDDLE)
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/4KBNR"
    for button in (LEFT, RIGHT, MIDDLE):
        start.document.set_fen(START.fen())
        start.document.undo_stack.clear()
        start.drag("a2", "h2", button=button)
        start.click("e4", button)
        assert (start.pieces, start.steps) == ("rnbqkbnr/pppppppp/8/8/8/8/8/RNBQKBNR", 1)


def test_a_stroke_is_one_step_which_paints_all_that_the_pointer_jumped_over_also_off_the_board(empty: Desk) -> None:
    empty.board.preferences.tool.value = "P"
    empty.drag("a7", "h7", button=RIGHT)
    empty.drag("a2", "d2", "h2")
    assert empty.pieces == "8/pppppppp/8/8/8/8/PPPPPPPP/8"
    assert empty.steps == 2
    empty.document.undo_stack.undo()
    assert empty.pieces == "8/pppppppp/8/8/8/8/8/8"
    empty.document.undo_stack.undo()
    assert empty.pieces == "8/8/8/8/8/8/8/8"
    empty.document.undo_stack.redo()
    empty.document.undo_stack.redo()
    assert empty.pieces == "8/pppppppp/8/8/8/8/PPPPPPPP/8"
    assert empty.shows_the_position()
    empty.document.set_fen("8/8/8/8/8/8/8/8")
    empty.drag("a2", "h2", "h5")
    assert empty.pieces == "8/8/8/7P/7P/7P/PPPPPPPP/8"
    assert empty.shows_the_position()
    empty.document.set_fen("8/8/8/8/8/8/8/8")
    empty.document.undo_stack.clear()
    empty.drag("a2", "", "a4", "b4")
    assert empty.pieces == "8/8/8/8/PP6/P7/P7/8"
    assert empty.steps == 1


def test_a_stroke_that_begins_on_the_same_piece_erases_along_its_way(start: Desk) -> None:
    start.board.preferences.tool.value = "P"
    start.drag("a2", "c2", "c1")
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/8/3PPPPP/RN1QKBNR"


def test_undo_during_a_stroke_takes_it_back_and_ends_it(empty: Desk) -> None:
    empty.board.preferences.tool.value = "P"
    empty.hand.press(empty.at("a2"))
    empty.hand.move(empty.at("d2"))
    empty.document.undo_stack.undo()
    empty.hand.move(empty.at("h2"))
    empty.hand.release(empty.at("h2"))
    assert empty.pieces == "8/8/8/8/8/8/8/8"
    empty.document.undo_stack.redo()
    assert empty.pieces == "8/8/8/8/8/8/PPPP4/8"


def test_the_pointer_shows_whether_a_tool_paints_and_a_hand_over_a_piece_at_once(empty: Desk) -> None:
    for tool in reversed(TOOLS):
        empty.board.preferences.tool.value = tool
        empty.hand.move(empty.at("e4"))
        assert (empty.board.cursor().shape() is Qt.CursorShape.ArrowCursor) == (tool == HAND), tool
    assert empty.board.cursor().shape() is Qt.CursorShape.ArrowCursor
    empty.document.place(parse_square("e4"), "P")
    assert empty.board.cursor().shape() is Qt.CursorShape.OpenHandCursor


def test_a_right_drag_draws_an_arrow_a_right_click_a_circle_and_the_same_or_a_command_removes_them(start: Desk) -> None:
    before = painted(start.board)
    start.drag("e2", "e4", button=RIGHT)
    assert start.board.state.drawings == {(12, 28): 0}
    assert start.pieces == START_PIECES
    start.hand.move(start.off_board())
    assert painted(start.board) != before
    start.drag("e2", "e4", button=RIGHT)
    assert start.board.state.drawings == {}
    start.hand.move(start.off_board())
    assert painted(start.board) == before
    square = start.square_image("d5")
    start.click("d5", RIGHT)
    assert start.board.state.drawings == {(35, 35): 0}
    assert start.square_image("d5") != square
    start.click("d5", RIGHT)
    assert start.square_image("d5") == square
    start.drag("e2", "", button=RIGHT)
    assert start.board.state.drawings == {}
    start.drag("e2", "e4", button=RIGHT)
    start.click("d5", RIGHT)
    start.document.subject.clear_drawings()
    start.hand.move(start.off_board())
    assert painted(start.board) == before


def test_modifiers_give_drawings_four_colors_and_another_color_replaces(start: Desk) -> None:
    colors = set()
    for number, modifiers in enumerate((NONE, SHIFT, CONTROL, ALT)):
        start.click("d5", RIGHT, modifiers)
        assert start.board.state.drawings == {(35, 35): number}
        image = start.square_image("d5")
        colors.add(tuple(image.pixel(x, image.height() // 2) for x in range(image.width())))
    assert len(colors) == 4


def test_a_click_with_the_hand_pins_a_square_and_another_click_another_one(desk: Desk) -> None:
    desk.click("c3")
    assert desk.board.state.pinned == parse_square("c3")
    desk.hand.move(desk.at("e5"))
    assert desk.current_square == "e5"
    assert desk.board.state.inspected_square == parse_square("c3")
    desk.click("e5")
    assert desk.board.state.pinned == parse_square("e5")
    assert desk.pieces == FEN.split()[0]


@pytest.mark.parametrize("release", ["the same square", "beside the board", "Escape"])
def test_a_pin_is_released(desk: Desk, release: str) -> None:
    desk.click("c3")
    if release == "Escape":
        desk.press_key(Qt.Key.Key_Escape)
    elif release == "beside the board":
        desk.hand.click(desk.off_board())
    else:
        desk.click("c3")
    assert desk.board.state.pinned is None
    desk.hand.move(desk.at("e5"))
    assert desk.board.state.inspected_square == parse_square("e5")


def test_a_drag_a_drawing_and_a_painted_piece_pin_nothing(desk: Desk) -> None:
    desk.drag("f4", "f5")
    desk.drag("f5", "f6", "f5")
    desk.click("e5", RIGHT)
    assert desk.board.state.pinned is None
    desk.board.preferences.tool.value = "p"
    desk.click("e5")
    assert desk.board.state.pinned is None


def test_a_pin_is_seen_and_goes_before_the_tool_at_escape(desk: Desk) -> None:
    desk.hand.move(desk.off_board())
    before = desk.square_image("e5")
    desk.click("e5")
    desk.hand.move(desk.off_board())
    assert desk.square_image("e5") != before
    desk.board.preferences.tool.value = "P"
    desk.press_key(Qt.Key.Key_Escape)
    assert (desk.board.state.pinned, desk.board.state.tool) == (None, "P")
    assert desk.square_image("e5") == before


def test_the_key_pins_the_square_of_the_cursor_and_releases_it(open_program: OpenProgram) -> None:
    program = open_program(FEN)
    program.board.state.show_cursor(parse_square("d5"))
    program.press_keys("Ctrl+Shift+I")
    assert program.board.state.pinned == parse_square("d5")
    program.board.setFocus()
    program.press(Qt.Key.Key_Up)
    program.press_keys("Ctrl+Shift+I")
    assert program.board.state.pinned == parse_square("d6")
    program.press_keys("Ctrl+Shift+I")
    assert program.board.state.pinned is None


def test_a_piece_dropped_beside_the_board_is_not_placed(empty: Desk) -> None:
    data = piece_mime("n")
    assert enters(empty.board, empty.at("e4"), data)
    assert not drops(empty.board, empty.off_board(), data)
    assert empty.pieces == "8/8/8/8/8/8/8/8"


@pytest.mark.parametrize("letters", [b"", b"X", b"PP", b"\xff", b"pawn", b"\0"])
def test_foreign_data_or_a_text_is_no_piece_and_none_is_dropped_beside_the_board(empty: Desk, letters: bytes) -> None:
    data = QMimeData()
    data.setData(PIECE_MIME, letters)
    assert dropped_piece(data) == ""
    assert not enters(empty.board, empty.at("e4"), data)
    assert not drags_over(empty.board, empty.at("e4"), data)
    assert not drops(empty.board, empty.at("e4"), data)
    assert empty.pieces == "8/8/8/8/8/8/8/8"


def test_a_text_over_the_board_is_left_to_the_window(empty: Desk) -> None:
    assert not enters(empty.board, empty.at("e4"), text_data(START.fen()))
