from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import START
from pawnviz.model.kept.settings import ERASER, HAND, TOOLS
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.drops import PIECE_MIME, dropped_piece, piece_mime
from pawnviz.view.board.shapes import badge_box
from pawnviz.view.widgets.theme import DARK, palette, theme_of
from tests.view.hands import (
    ALT,
    CONTROL,
    LEFT,
    MIDDLE,
    NONE,
    RIGHT,
    SHIFT,
    Desk,
    drag_leaves,
    drags_over,
    drops,
    enters,
    painted,
    text_data,
)

START_PIECES = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.fixture
def empty(qtbot: QtBot) -> Desk:
    return Desk(qtbot)


@pytest.fixture
def start(qtbot: QtBot) -> Desk:
    return Desk(qtbot, START.fen())


# The hand


def test_a_piece_is_dragged_to_another_square(start: Desk) -> None:
    start.drag("e2", "e3", "e4")
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
    assert start.steps == 1
    start.hand.move(start.off_board())
    assert start.shows_the_position()


def test_a_piece_dropped_on_another_takes_its_place(start: Desk) -> None:
    start.drag("d1", "d8")
    assert start.pieces == "rnbQkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR"


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


def test_a_piece_dragged_with_control_is_copied(start: Desk) -> None:
    start.drag("b1", "c3", modifiers=CONTROL)
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RNBQKBNR"
    start.drag("c3", "", modifiers=CONTROL)
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RNBQKBNR"
    assert start.steps == 1


def test_a_piece_put_back_where_it_was_is_no_step(start: Desk) -> None:
    start.drag("e2", "e5", "e2")
    start.click("e2")
    assert start.pieces == START_PIECES
    assert start.steps == 0


def test_a_drag_from_an_empty_square_moves_nothing(start: Desk) -> None:
    start.drag("e4", "e2")
    assert start.pieces == START_PIECES


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


def test_escape_during_a_drag_puts_the_piece_back(start: Desk) -> None:
    start.hand.press(start.at("e2"))
    start.hand.move(start.at("e5"))
    start.press_key(Qt.Key.Key_Escape)
    start.hand.move(start.at("e6"))
    assert start.shows_the_position()
    start.hand.release(start.at("e6"))
    assert start.pieces == START_PIECES
    assert start.steps == 0


def test_another_button_during_a_drag_puts_the_piece_back(start: Desk) -> None:
    start.hand.press(start.at("e2"))
    start.hand.move(start.at("e5"))
    start.hand.press(start.at("e5"), RIGHT)
    start.hand.release(start.at("e5"), RIGHT)
    start.hand.move(start.at("e6"))
    start.hand.release(start.at("e6"))
    assert start.pieces == START_PIECES
    assert start.board.state.drawings == {}


def test_a_release_of_another_button_does_not_end_a_drag(start: Desk) -> None:
    start.hand.press(start.at("e2"))
    start.hand.release(start.at("e5"), RIGHT)
    start.hand.release(start.at("e4"))
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"


def test_a_drag_whose_release_was_lost_ends_without_an_edit(start: Desk) -> None:
    start.hand.press(start.at("e2"))
    start.hand.buttons = Qt.MouseButton.NoButton
    start.hand.move(start.at("e5"))
    assert start.shows_the_position()
    start.hand.release(start.at("e5"))
    assert start.pieces == START_PIECES


def test_a_drag_ends_when_another_window_gets_the_focus(start: Desk) -> None:
    start.hand.press(start.at("e2"))
    QApplication.sendEvent(start.board, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason))
    start.hand.release(start.at("e5"))
    assert start.pieces == START_PIECES


def test_a_drag_ends_when_the_piece_is_changed_by_somebody_else(start: Desk) -> None:
    start.drag("e2", "e4")
    start.hand.press(start.at("e4"))
    start.document.undo_stack.undo()
    start.hand.release(start.at("e5"))
    assert start.pieces == START_PIECES
    start.hand.press(start.at("e2"))
    start.document.place(parse_square("e2"), "q")
    start.hand.release(start.at("e5"))
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/8/PPPPqPPP/RNBQKBNR"


def test_a_drag_goes_on_when_something_else_is_changed(start: Desk) -> None:
    start.hand.press(start.at("e2"))
    start.document.remove(parse_square("a8"))
    start.hand.release(start.at("e4"))
    assert start.pieces == "1nbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"


def test_a_flip_during_a_drag_changes_the_square_it_ends_on(start: Desk) -> None:
    start.hand.press(start.at("e2"))
    point = start.at("e4")
    start.hand.move(point)
    start.board.set_flipped(True)
    assert start.current_square == "d5"
    start.hand.release(point)
    assert start.pieces == "rnbqkbnr/pppppppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR"


# Tools that paint


def test_a_click_places_the_chosen_piece_and_the_same_again_removes_it(empty: Desk) -> None:
    empty.board.state.set_tool("N")
    empty.click("c3")
    assert empty.pieces == "8/8/8/8/8/2N5/8/8"
    empty.click("c3")
    assert empty.pieces == "8/8/8/8/8/8/8/8"
    assert empty.steps == 2


def test_a_click_on_another_piece_replaces_it(start: Desk) -> None:
    start.board.state.set_tool("q")
    start.click("e2")
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/8/PPPPqPPP/RNBQKBNR"


def test_a_right_click_places_the_piece_of_the_other_color_and_removes_it(empty: Desk) -> None:
    empty.board.state.set_tool("R")
    empty.click("a1", RIGHT)
    assert empty.pieces == "8/8/8/8/8/8/8/r7"
    empty.click("a1", LEFT)
    assert empty.pieces == "8/8/8/8/8/8/8/R7"
    empty.click("a1", RIGHT)
    empty.click("a1", RIGHT)
    assert empty.pieces == "8/8/8/8/8/8/8/8"
    assert empty.board.state.drawings == {}


@pytest.mark.parametrize("tool", [HAND, "P", "k", ERASER])
def test_a_middle_click_erases_with_any_tool(start: Desk, tool: str) -> None:
    start.board.state.set_tool(tool)
    start.click("d8", MIDDLE)
    assert start.pieces == "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.mark.parametrize("button", [LEFT, RIGHT, MIDDLE])
def test_the_eraser_erases_with_any_button(start: Desk, button: Qt.MouseButton) -> None:
    start.board.state.set_tool(ERASER)
    start.drag("a2", "h2", button=button)
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/8/8/RNBQKBNR"
    assert start.steps == 1
    start.click("e4", button)
    assert start.steps == 1


def test_a_stroke_paints_every_square_that_the_pointer_jumped_over(empty: Desk) -> None:
    empty.board.state.set_tool("P")
    empty.drag("a2", "h2", "h5")
    assert empty.pieces == "8/8/8/7P/7P/7P/PPPPPPPP/8"
    assert empty.shows_the_position()


def test_a_stroke_is_one_step(empty: Desk) -> None:
    empty.board.state.set_tool("P")
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


def test_a_stroke_that_begins_on_the_same_piece_erases_along_its_way(start: Desk) -> None:
    start.board.state.set_tool("P")
    start.drag("a2", "c2", "c1")
    assert start.pieces == "rnbqkbnr/pppppppp/8/8/8/8/3PPPPP/RN1QKBNR"


def test_a_stroke_may_leave_the_board_and_come_back(empty: Desk) -> None:
    empty.board.state.set_tool("P")
    empty.drag("a2", "", "a4", "b4")
    assert empty.pieces == "8/8/8/8/PP6/P7/P7/8"
    assert empty.steps == 1


def test_a_click_beside_the_board_places_nothing(empty: Desk) -> None:
    empty.board.state.set_tool("P")
    empty.drag("", "a4")
    assert empty.pieces == "8/8/8/8/8/8/8/8"


def test_a_stroke_whose_release_was_lost_does_not_cover_the_board(empty: Desk) -> None:
    empty.board.state.set_tool("P")
    empty.hand.press(empty.at("a2"))
    empty.hand.buttons = Qt.MouseButton.NoButton
    for square in ("h2", "h7", "a7"):
        empty.hand.move(empty.at(square))
    assert empty.pieces == "8/8/8/8/8/8/P7/8"


def test_another_button_ends_a_stroke(empty: Desk) -> None:
    empty.board.state.set_tool("P")
    empty.hand.press(empty.at("a2"))
    empty.hand.press(empty.at("b2"), RIGHT)
    empty.hand.move(empty.at("h2"))
    empty.hand.release(empty.at("h2"), RIGHT)
    empty.hand.release(empty.at("h2"))
    assert empty.pieces == "8/8/8/8/8/8/P7/8"


def test_undo_during_a_stroke_takes_it_back_and_ends_it(empty: Desk) -> None:
    empty.board.state.set_tool("P")
    empty.hand.press(empty.at("a2"))
    empty.hand.move(empty.at("d2"))
    empty.document.undo_stack.undo()
    empty.hand.move(empty.at("h2"))
    empty.hand.release(empty.at("h2"))
    assert empty.pieces == "8/8/8/8/8/8/8/8"
    empty.document.undo_stack.redo()
    assert empty.pieces == "8/8/8/8/8/8/PPPP4/8"


def test_another_tool_ends_a_stroke(empty: Desk) -> None:
    empty.board.state.set_tool("P")
    empty.hand.press(empty.at("a2"))
    empty.board.state.set_tool("q")
    empty.hand.move(empty.at("h2"))
    empty.hand.release(empty.at("h2"))
    assert empty.pieces == "8/8/8/8/8/8/P7/8"


def test_a_double_click_is_two_clicks(empty: Desk) -> None:
    empty.board.state.set_tool("P")
    empty.hand.double_click(empty.at("e4"))
    assert empty.pieces == "8/8/8/8/8/8/8/8"
    assert empty.steps == 2


@pytest.mark.parametrize("tool", TOOLS)
def test_the_pointer_shows_whether_a_tool_paints(start: Desk, tool: str) -> None:
    start.board.state.set_tool(tool)
    start.hand.move(start.at("e4"))
    arrow = start.board.cursor().shape() is Qt.CursorShape.ArrowCursor
    assert arrow == (tool == HAND)


def test_the_pointer_shows_a_hand_over_a_piece_as_soon_as_one_stands_there(empty: Desk) -> None:
    empty.hand.move(empty.at("e4"))
    assert empty.board.cursor().shape() is Qt.CursorShape.ArrowCursor
    empty.document.place(parse_square("e4"), "P")
    assert empty.board.cursor().shape() is Qt.CursorShape.OpenHandCursor


def test_a_tool_of_another_name_is_refused(empty: Desk) -> None:
    with pytest.raises(ValueError, match="'X' is no tool"):
        empty.board.state.set_tool("X")


# Drawings


def test_a_right_drag_draws_an_arrow_and_the_same_again_removes_it(start: Desk) -> None:
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


def test_a_right_click_draws_a_circle_and_the_same_again_removes_it(start: Desk) -> None:
    before = start.square_image("d5")
    start.click("d5", RIGHT)
    assert start.board.state.drawings == {(35, 35): 0}
    assert start.square_image("d5") != before
    start.click("d5", RIGHT)
    assert start.square_image("d5") == before


def test_modifiers_give_drawings_four_colors_and_another_color_replaces(start: Desk) -> None:
    colors = set()
    for number, modifiers in enumerate((NONE, SHIFT, CONTROL, ALT)):
        start.click("d5", RIGHT, modifiers)
        assert start.board.state.drawings == {(35, 35): number}
        image = start.square_image("d5")
        colors.add(tuple(image.pixel(x, image.height() // 2) for x in range(image.width())))
    assert len(colors) == 4


def test_an_arrow_dragged_off_the_board_is_not_drawn(start: Desk) -> None:
    start.drag("e2", "", button=RIGHT)
    assert start.board.state.drawings == {}


def test_escape_ends_a_drawing(start: Desk) -> None:
    start.hand.press(start.at("e2"), RIGHT)
    start.press_key(Qt.Key.Key_Escape)
    start.hand.release(start.at("e4"), RIGHT)
    assert start.board.state.drawings == {}


def test_drawings_are_cleared_together(start: Desk) -> None:
    before = painted(start.board)
    start.drag("e2", "e4", button=RIGHT)
    start.click("d5", RIGHT)
    start.board.state.clear_drawings()
    start.hand.move(start.off_board())
    assert painted(start.board) == before


# The current square


def test_the_square_under_the_pointer_is_the_current_one(start: Desk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(start.board.state.square_changed, timeout=500):
        start.hand.move(start.at("b7"))
    assert start.current_square == "b7"
    start.hand.move(start.off_board())
    assert start.current_square == ""


def test_no_square_is_current_once_the_pointer_has_left(start: Desk) -> None:
    start.hand.move(start.at("b7"))
    QApplication.sendEvent(start.board, QEvent(QEvent.Type.Leave))
    assert start.current_square == ""


def test_a_flip_puts_another_square_under_a_pointer_that_does_not_move(start: Desk, qtbot: QtBot) -> None:
    start.hand.move(start.at("b7"))
    with qtbot.waitSignal(start.board.state.square_changed, timeout=500):
        start.board.set_flipped(True)
    assert start.current_square == "g2"


def test_another_size_puts_another_square_under_a_pointer_that_does_not_move(start: Desk) -> None:
    start.hand.move(start.at("h1"))
    start.window.resize(start.window.width() + 400, start.window.height() + 400)
    QApplication.processEvents()
    assert start.current_square != "h1"
    assert start.shows_the_position()


def test_the_wheel_changes_nothing_on_the_board(start: Desk) -> None:
    start.hand.move(start.at("e4"))
    start.hand.wheel(start.at("e4"), 3)
    assert start.pieces == START_PIECES
    assert start.current_square == "e4"


def test_the_current_pawn_shows_its_own_squares_when_switched_on(start: Desk) -> None:
    start.hand.move(start.at("e2"))
    before = start.square_image("e4")
    start.board.state.set_show_own_pawn(True)
    assert start.shows_own_squares()
    assert start.square_image("e4") != before
    start.hand.move(start.at("e1"))
    assert not start.shows_own_squares()
    assert start.square_image("e4") == before


# What is painted


def test_layers_captures_flip_and_theme_are_painted_at_once(start: Desk) -> None:
    start.layers.apply_preset(["front_spans", "stops", "attacks", "safe_squares", "isolated_pawns", "filesets"])
    assert start.shows_the_position()
    start.document.set_fen("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR")
    assert start.shows_the_position()
    without = painted(start.board)
    start.board.pictures.set_show_captures(True)
    assert painted(start.board) != without
    assert start.shows_the_position()
    start.board.set_flipped(True)
    assert start.shows_the_position()
    light = painted(start.board)
    start.board.setPalette(palette(DARK))
    assert painted(start.board) != light
    assert start.shows_the_position()


def test_the_a1_corner_is_at_the_bottom_left_and_after_a_flip_at_the_top_right(empty: Desk) -> None:
    assert empty.at("a1").x() < empty.at("h1").x()
    assert empty.at("a1").y() > empty.at("a8").y()
    empty.board.set_flipped(True)
    assert empty.at("a1").x() > empty.at("h1").x()
    assert empty.at("a1").y() < empty.at("a8").y()


def test_without_coordinates_the_margins_are_narrower_and_empty(start: Desk) -> None:
    left = start.board.board_geometry.coordinate_margin
    start.board.set_coordinates(False)
    geometry = start.board.board_geometry
    assert geometry.coordinate_margin < left
    strip = start.board.grab(QRect(0, 0, geometry.board_rect.left() - 1, start.board.height())).toImage()
    strip = strip.convertToFormat(QImage.Format.Format_RGB32)
    blank = QImage(strip.size(), strip.format())
    blank.fill(QColor(theme_of(start.board).window))
    assert strip == blank
    start.board.set_coordinates(True)
    geometry = start.board.board_geometry
    strip = start.board.grab(QRect(0, 0, geometry.board_rect.left() - 1, start.board.height())).toImage()
    assert strip.convertToFormat(QImage.Format.Format_RGB32) != blank


def test_squares_that_are_not_legal_are_marked(start: Desk) -> None:
    before = start.square_image("a1"), start.square_image("b1")
    start.board.state.set_illegal_squares(1)
    assert start.square_image("a1") != before[0]
    assert start.square_image("b1") == before[1]
    start.board.state.set_illegal_squares(0)
    assert start.square_image("a1") == before[0]


@pytest.mark.parametrize("size", [(200, 200), (211, 403), (1900, 1000)])
def test_the_board_fits_into_any_size(start: Desk, size: tuple[int, int]) -> None:
    start.window.resize(*size)
    QApplication.processEvents()
    assert start.board.rect().contains(start.board.board_geometry.board_rect)
    assert start.shows_the_position()


# Drops


def test_a_piece_dropped_from_the_palette_is_placed(empty: Desk) -> None:
    data = piece_mime("n")
    assert enters(empty.board, empty.at("e4"), data)
    before = empty.square_image("e5")
    assert drags_over(empty.board, empty.at("e5"), data)
    assert empty.current_square == "e5"
    assert empty.square_image("e5") != before
    assert drops(empty.board, empty.at("e5"), data)
    assert empty.pieces == "8/8/8/4n3/8/8/8/8"
    assert empty.steps == 1


def test_a_piece_dropped_beside_the_board_is_not_placed(empty: Desk) -> None:
    data = piece_mime("n")
    assert enters(empty.board, empty.at("e4"), data)
    assert not drops(empty.board, empty.off_board(), data)
    assert empty.pieces == "8/8/8/8/8/8/8/8"


def test_a_piece_dragged_away_again_leaves_no_trace(empty: Desk) -> None:
    before = painted(empty.board)
    data = piece_mime("n")
    enters(empty.board, empty.at("e4"), data)
    drags_over(empty.board, empty.at("e5"), data)
    drag_leaves(empty.board)
    assert empty.current_square == ""
    assert painted(empty.board) == before


@pytest.mark.parametrize("letters", [b"", b"X", b"PP", b"\xff", b"pawn", b"\0"])
def test_foreign_data_in_the_dress_of_a_piece_is_refused(empty: Desk, letters: bytes) -> None:
    data = QMimeData()
    data.setData(PIECE_MIME, letters)
    assert dropped_piece(data) == ""
    assert not enters(empty.board, empty.at("e4"), data)
    assert not drags_over(empty.board, empty.at("e4"), data)
    assert not drops(empty.board, empty.at("e4"), data)
    assert empty.pieces == "8/8/8/8/8/8/8/8"


def test_a_text_over_the_board_is_left_to_the_window(empty: Desk) -> None:
    assert not enters(empty.board, empty.at("e4"), text_data(START.fen()))


def test_a_board_without_a_window_can_be_asked_for_its_squares(qtbot: QtBot, empty: Desk) -> None:
    board = BoardView(empty.document, empty.layers)
    qtbot.addWidget(board)
    board.resize(500, 500)
    assert board.square_at(board.square_center(27).toPointF()) == 27


def test_the_frame_of_a_pinned_square_leaves_its_badge_to_be_read(qtbot: QtBot) -> None:
    desk = Desk(qtbot, "4k3/8/3p4/4p3/4P3/2P5/8/4K3 w - - 0 1")
    desk.layers.apply_preset(["backward_pawns", "attacks"])
    rect = desk.board.board_geometry.square_rect(parse_square("d6"))
    badge = badge_box(rect.width(), 0, "B").toAlignedRect().adjusted(2, 2, -2, -2).translated(rect.topLeft())
    corner = QRect(rect.bottomLeft() - QPoint(0, 5), QSize(5, 5))
    # Of a translucent mark, too, what the frame leaves free is drawn once.
    layers = desk.layers
    layers.set_style("backward_pawns", layers.style_of("backward_pawns")._replace(opacity=0.3))
    inner = badge.adjusted(0, 0, -4, -4)
    translucent = desk.board.grab().toImage().copy(inner)
    desk.click("d6")
    assert desk.board.grab().toImage().copy(inner) == translucent
    desk.click("d6")
    layers.reset_style("backward_pawns")
    before = desk.board.grab().toImage()
    desk.click("d6")
    after = desk.board.grab().toImage()
    assert after.copy(badge) == before.copy(badge)
    assert after.copy(corner) != before.copy(corner)
