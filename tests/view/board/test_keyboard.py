from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QToolBar

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.fen import PIECES
from pawnviz.model.preferences import ERASER, HAND
from tests.view.hands import CONTROL, NONE, SHIFT, Desk, hold_key

KEYPAD = Qt.KeyboardModifier.KeypadModifier
START_PIECES = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
BLANK = "8/8/8/8/8/8/8/8"


def put_cursor(desk: Desk, square: str) -> None:
    desk.board.state.show_cursor(parse_square(square))


def test_the_first_arrow_key_shows_the_cursor_where_the_mouse_was_last_and_the_next_one_moves_it(start: Desk) -> None:
    before = start.square_image("e2")
    start.press_key(Qt.Key.Key_Up)
    assert start.current_square == "e2"
    assert start.square_image("e2") != before
    start.press_key(Qt.Key.Key_Up)
    assert start.current_square == "e3"
    start.press_key(Qt.Key.Key_Up)
    assert start.square_image("e2") == before
    start.click("c6")
    start.press_key(Qt.Key.Key_Down)
    assert start.current_square == "c6"


@pytest.mark.parametrize(
    ("key", "square", "flipped"),
    [
        (Qt.Key.Key_Left, "c4", "e4"),
        (Qt.Key.Key_Right, "e4", "c4"),
        (Qt.Key.Key_Up, "d5", "d3"),
        (Qt.Key.Key_Down, "d3", "d5"),
    ],
)
def test_arrow_keys_move_the_cursor_as_the_board_is_seen(start: Desk, key: Qt.Key, square: str, flipped: str) -> None:
    put_cursor(start, "d4")
    start.press_key(key)
    assert start.current_square == square
    start.board.preferences.flipped.value = True
    put_cursor(start, "d4")
    start.press_key(key, KEYPAD)
    assert start.current_square == flipped


def test_the_cursor_is_shown_when_the_board_is_reached_by_key(start: Desk) -> None:
    bar = QToolBar(start.window)
    line = QLineEdit()
    bar.addWidget(line)
    start.window.addToolBar(bar)
    QApplication.processEvents()
    line.setFocus()
    assert line.hasFocus()
    assert start.current_square == ""
    start.board.setFocus(Qt.FocusReason.TabFocusReason)
    assert start.current_square == "e2"
    line.setFocus(Qt.FocusReason.TabFocusReason)
    assert start.current_square == ""


@pytest.mark.parametrize("reason", [Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason])
def test_the_cursor_comes_back_after_a_menu_or_another_window(start: Desk, reason: Qt.FocusReason) -> None:
    put_cursor(start, "d4")
    QApplication.sendEvent(start.board, QFocusEvent(QEvent.Type.FocusOut, reason))
    QApplication.sendEvent(start.board, QFocusEvent(QEvent.Type.FocusIn, reason))
    assert start.current_square == "d4"


def test_a_letter_places_a_piece_capital_for_white(empty: Desk) -> None:
    for piece in PIECES:
        put_cursor(empty, "a8")
        empty.type(piece)
        assert empty.pieces == f"{piece}7/8/8/8/8/8/8/8"
        assert empty.shows_the_position() is False  # The cursor's frame is around it.
        empty.press_key(Qt.Key.Key_Escape)
        assert empty.shows_the_position()


def test_a_letter_without_a_cursor_goes_to_the_square_under_the_pointer_or_shows_the_cursor(empty: Desk) -> None:
    empty.type("R")
    assert empty.pieces == "8/8/8/8/8/8/4R3/8"
    assert empty.current_square == "e2"
    empty.press_key(Qt.Key.Key_Escape)
    empty.document.set_fen(BLANK)
    empty.hand.move(empty.at("g5"))
    empty.type("R")
    assert empty.pieces == "8/8/8/6R1/8/8/8/8"


def test_other_characters_and_letters_with_control_or_alt_place_nothing(empty: Desk) -> None:
    put_cursor(empty, "e4")
    for text in ("x", "d", "1", " ", "ß", "Д", "-"):
        QApplication.sendEvent(empty.board, QKeyEvent(QEvent.Type.KeyPress, 0, NONE, text))
    assert empty.pieces == BLANK
    for modifiers in (CONTROL, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.MetaModifier):
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_P, modifiers, "p")
        QApplication.sendEvent(empty.board, event)
        assert not event.isAccepted()
    assert empty.pieces == BLANK


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
def test_delete_removes_the_piece_at_the_cursor(start: Desk, key: Qt.Key) -> None:
    put_cursor(start, "d1")
    start.press_key(key)
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR"
    start.press_key(key)
    assert start.steps == 1


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_a_piece_is_lifted_and_put_down_by_key(start: Desk, key: Qt.Key) -> None:
    put_cursor(start, "e2")
    start.press_key(key)
    lifted_from = start.square_image("e2")
    start.press_key(Qt.Key.Key_Up)
    start.press_key(Qt.Key.Key_Up)
    assert start.pieces == START_PIECES
    assert start.square_image("e2") != lifted_from
    start.press_key(key)
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
    assert start.steps == 1


def test_a_piece_put_down_with_control_is_copied(start: Desk) -> None:
    put_cursor(start, "e2")
    start.press_key(Qt.Key.Key_Space)
    start.press_key(Qt.Key.Key_Up)
    start.press_key(Qt.Key.Key_Space, CONTROL)
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/4P3/PPPPPPPP/RNBQKBNR"


def test_nothing_is_lifted_from_an_empty_square_or_by_the_first_space_which_shows_the_cursor(start: Desk) -> None:
    start.press_key(Qt.Key.Key_Space)
    assert start.current_square == "e2"
    start.press_key(Qt.Key.Key_Escape)
    assert start.current_square == ""
    assert start.pieces == START_PIECES
    put_cursor(start, "e4")
    start.press_key(Qt.Key.Key_Space)
    start.press_key(Qt.Key.Key_Down)
    start.press_key(Qt.Key.Key_Down)
    start.press_key(Qt.Key.Key_Space)
    start.press_key(Qt.Key.Key_Up)
    start.press_key(Qt.Key.Key_Space)
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR"


def test_the_chosen_piece_and_the_eraser_are_used_at_the_cursor(empty: Desk) -> None:
    empty.board.preferences.tool.value = "b"
    put_cursor(empty, "e4")
    empty.press_key(Qt.Key.Key_Space)
    assert empty.pieces == "8/8/8/8/4b3/8/8/8"
    empty.press_key(Qt.Key.Key_Space)
    assert empty.pieces == BLANK
    empty.document.set_fen("8/8/8/8/4b3/8/8/8")
    empty.board.preferences.tool.value = ERASER
    empty.press_key(Qt.Key.Key_Return)
    assert empty.pieces == BLANK


def test_a_piece_lifted_by_key_is_let_go_by_a_click_or_another_piece_in_its_place(start: Desk) -> None:
    put_cursor(start, "e2")
    start.press_key(Qt.Key.Key_Space)
    start.drag("a2", "a4")
    assert start.pieces == START_PIECES
    start.drag("a2", "a4")
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR"
    start.document.set_fen(f"{START_PIECES} w KQkq - 0 1")
    put_cursor(start, "e2")
    start.press_key(Qt.Key.Key_Space)
    start.type("q")
    start.press_key(Qt.Key.Key_Up)
    start.press_key(Qt.Key.Key_Space)
    start.press_key(Qt.Key.Key_Down)
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/8/PPPPqPPP/RNBQKBNR"


def test_the_mouse_passing_over_the_board_does_not_disturb_a_piece_lifted_by_key(start: Desk) -> None:
    put_cursor(start, "e2")
    start.press_key(Qt.Key.Key_Space)
    start.hand.move(start.at("a8"))
    QApplication.sendEvent(start.board, QEvent(QEvent.Type.Leave))
    start.press_key(Qt.Key.Key_Up)
    start.press_key(Qt.Key.Key_Space)
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR"
    start.press_key(Qt.Key.Key_Escape)
    assert start.current_square == ""


def test_escape_lets_go_then_returns_to_the_hand_then_hides_the_cursor(start: Desk) -> None:
    put_cursor(start, "e2")
    start.press_key(Qt.Key.Key_Space)
    start.press_key(Qt.Key.Key_Escape)
    start.press_key(Qt.Key.Key_Up)
    start.press_key(Qt.Key.Key_Space)
    assert start.pieces == START_PIECES
    start.board.preferences.tool.value = "P"
    start.press_key(Qt.Key.Key_Escape)
    assert start.board.state.tool == HAND
    assert start.current_square == "e3"
    start.press_key(Qt.Key.Key_Escape)
    assert start.current_square == ""
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, NONE)
    QApplication.sendEvent(start.board, event)
    assert not event.isAccepted()


def test_escape_ends_a_stroke_and_keeps_what_it_painted(empty: Desk) -> None:
    empty.board.preferences.tool.value = "P"
    empty.hand.press(empty.at("a2"))
    empty.press_key(Qt.Key.Key_Escape)
    empty.hand.move(empty.at("h2"))
    empty.hand.release(empty.at("h2"))
    assert empty.pieces == "8/8/8/8/8/8/P7/8"
    assert empty.board.state.tool == "P"


@pytest.mark.parametrize("key", [Qt.Key.Key_Q, Qt.Key.Key_Delete, Qt.Key.Key_Space, Qt.Key.Key_Up])
def test_keys_during_a_drag_do_nothing(start: Desk, key: Qt.Key) -> None:
    start.hand.press(start.at("e2"))
    start.hand.move(start.at("e4"))
    start.press_key(key)
    start.press_key(key)
    assert start.pieces == START_PIECES
    start.hand.release(start.at("e4"))
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
    assert start.steps == 1


def test_shift_shows_a_pawns_own_squares_while_it_is_held_though_let_go_elsewhere(start: Desk) -> None:
    start.hand.move(start.at("e2"))
    before = start.square_image("e4")
    hold_key(start.board, Qt.Key.Key_Shift, True)
    assert start.square_image("e4") != before
    hold_key(start.board, Qt.Key.Key_Shift, False)
    assert start.square_image("e4") == before
    hold_key(start.board, Qt.Key.Key_Shift, True)
    assert start.shows_own_squares()
    start.hand.move(start.at("d2"))
    assert not start.shows_own_squares()
    start.hand.modifiers = SHIFT
    start.hand.move(start.at("c2"))
    assert start.shows_own_squares()
