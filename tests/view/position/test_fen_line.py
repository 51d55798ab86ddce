from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFocusEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import mask_of, parse_square
from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import START, Position
from pawnviz.model.document import Document
from pawnviz.view.position.fen_line import FenLine
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.theme import DARK, LIGHT, palette
from tests.view.hands import CONTROL, NONE, enters, file_data, text_data
from tests.view.program import RunningProgram

SEED = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


class Line:
    """A FEN line in a window, with a button to go to."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.document = Document()
        self.window = QWidget()
        self.fen = FenLine(self.document)
        self.button = QPushButton("Elsewhere")
        layout = QVBoxLayout(self.window)
        layout.addWidget(self.fen)
        layout.addWidget(self.fen.verdict)
        layout.addWidget(self.button)
        qtbot.addWidget(self.window)
        self.window.resize(700, 120)
        self.window.show()
        with qtbot.waitActive(self.window):
            self.window.activateWindow()
        self.button.setFocus()

    @property
    def text(self) -> str:
        return self.fen.edit.text()

    @property
    def steps(self) -> int:
        return self.document.undo_stack.index()

    def board_fen(self) -> str:
        return self.document.position.fen()

    def error(self) -> FenError | None:
        return self.fen.error

    def focus(self) -> None:
        self.fen.focus()

    def type(self, text: str) -> None:
        """Replace what is selected, character by character."""
        QTest.keyClicks(self.fen.edit, text)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.fen.edit, key, modifiers)

    def leave(self) -> None:
        self.button.setFocus(Qt.FocusReason.TabFocusReason)

    def settle(self) -> None:
        """Wait until what is not legal has been found out."""
        with self.qtbot.waitSignal(self.fen.problems_changed):
            pass

    def paste(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.press(Qt.Key.Key_V, CONTROL)

    def colors(self) -> set[str]:
        image = self.fen.edit.grab().toImage()
        return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


@pytest.fixture
def line(qtbot: QtBot) -> Line:
    return Line(qtbot)


def test_the_line_is_the_position_after_an_edit_elsewhere_also_while_something_is_typed(line: Line) -> None:
    assert line.text == START.fen()
    line.document.remove(parse_square("a1"))
    assert line.text == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1"
    line.document.undo_stack.undo()
    assert line.text == START.fen()
    line.focus()
    line.type("8/8/8/8/8/8/8/8 w")
    line.document.place(parse_square("e4"), "P")
    assert line.text == "8/8/8/8/4P3/8/8/8 w - - 0 1"
    line.fen.edit.setCursorPosition(len("8/8/8/8/4P3/8/8/8 "))
    line.press(Qt.Key.Key_Delete)
    line.type("b")
    assert not line.document.position.white_to_move
    assert line.steps == 3
    for _ in range(3):
        line.document.undo_stack.undo()
    assert line.text == START.fen()


def test_text_is_on_the_board_as_soon_as_it_can_be_read_and_the_last_good_position_stays(line: Line) -> None:
    line.focus()
    line.type("8/8/8/8/4P3/8/8/8")
    assert line.board_fen() == "8/8/8/8/4P3/8/8/8 w - - 0 1"
    assert line.text == "8/8/8/8/4P3/8/8/8"
    assert line.error() is None
    line.type(" x")
    assert line.board_fen() == "8/8/8/8/4P3/8/8/8 w - - 0 1"
    error = line.error()
    assert error is not None
    assert error.field == "side to move"
    assert line.fen.message == error.message
    assert "'x'" in line.fen.message
    line.press(Qt.Key.Key_Backspace)
    assert line.error() is None


def test_the_wrong_field_alone_is_marked_wherever_the_cursor_is_until_it_is_mended(line: Line) -> None:
    wrong, paper = QColor(LIGHT.error_background).name(), QColor(LIGHT.error_text).name()
    assert not line.colors() & {wrong, paper}
    line.focus()
    line.type("8/8/8/8/4P3/8/8/8 x")
    line.leave()
    assert line.colors() >= {wrong}
    image = line.fen.edit.grab().toImage()
    columns = [
        x for x in range(image.width()) if any(image.pixelColor(x, y).name() == wrong for y in range(image.height()))
    ]
    width = line.fen.edit.fontMetrics().horizontalAdvance("8/8/8/8/4P3/8/8/8 x")
    letter = line.fen.edit.fontMetrics().horizontalAdvance("x")
    assert max(columns) - min(columns) <= letter + 1  # A letter may begin and end within a pixel.
    assert width - 2 * letter <= min(columns) <= width + 2 * letter
    line.fen.setPalette(palette(LIGHT))
    before = line.fen.edit.grab().toImage()
    line.fen.edit.setCursorPosition(0)
    for theme in (DARK, LIGHT):
        line.fen.setPalette(palette(theme))
    assert line.fen.edit.grab().toImage() == before
    line.fen.edit.setFocus()
    line.fen.edit.setCursorPosition(len(line.text))
    line.press(Qt.Key.Key_Backspace)
    line.type("b")
    line.leave()
    assert QColor(LIGHT.error_background).name() not in line.colors()
    assert line.text == "8/8/8/8/4P3/8/8/8 b - - 0 1"


def test_the_whole_of_what_is_typed_is_one_step(line: Line) -> None:
    line.focus()
    line.type(SEED)
    assert line.steps == 1
    line.leave()
    line.document.undo_stack.undo()
    assert line.board_fen() == START.fen()
    assert line.text == START.fen()
    line.document.undo_stack.redo()
    assert line.text == SEED


def test_the_line_is_left_by_its_keys_but_not_by_a_menu_or_another_window(line: Line, qtbot: QtBot) -> None:
    line.focus()
    line.type("8/8/8/8/8/8/8/8 b")
    for reason in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
        QApplication.sendEvent(line.fen.edit, QFocusEvent(QFocusEvent.Type.FocusOut, reason))
        assert line.text == "8/8/8/8/8/8/8/8 b"
        QApplication.sendEvent(line.fen.edit, QFocusEvent(QFocusEvent.Type.FocusIn, reason))
    line.type(" - - 5")
    assert line.board_fen() == "8/8/8/8/8/8/8/8 b - - 5 1"
    assert line.steps == 1
    line.leave()
    line.document.set_fen(START.fen())
    line.document.undo_stack.clear()
    other = QWidget()
    qtbot.addWidget(other)
    line.focus()
    line.type("8/8/8/8/8/8/8/8 b")
    other.show()
    with qtbot.waitActive(other):
        other.activateWindow()
    assert line.text == "8/8/8/8/8/8/8/8 b"
    line.leave()
    with qtbot.waitActive(line.window):
        line.window.activateWindow()
    assert line.text == "8/8/8/8/8/8/8/8 b - - 0 1"
    line.focus()
    line.type("8/8/8/8/8/8/8/8 w")
    assert line.steps == 2


def test_a_wrong_text_stays_marked_when_the_line_is_left(line: Line) -> None:
    line.focus()
    line.type("rubbish")
    line.leave()
    assert line.text == "rubbish"
    assert line.error() is not None
    line.document.clear()
    assert line.text == "8/8/8/8/8/8/8/8 w - - 0 1"
    assert line.error() is None


def test_enter_writes_it_in_full_and_gives_the_keys_back_but_stays_at_a_wrong_text_which_escape_replaces(
    line: Line, qtbot: QtBot
) -> None:
    line.focus()
    line.type("8/8/8/8/8/8/8/8 b")
    with qtbot.waitSignal(line.fen.finished):
        line.press(Qt.Key.Key_Return)
    assert line.text == "8/8/8/8/8/8/8/8 b - - 0 1"
    assert not line.fen.edit.hasFocus()
    line.focus()
    line.type("8/8/8/8/8/8/8/9")
    line.press(Qt.Key.Key_Return)
    assert line.fen.edit.hasFocus()
    assert line.text == "8/8/8/8/8/8/8/9"
    with qtbot.waitSignal(line.fen.finished):
        line.press(Qt.Key.Key_Escape)
    assert line.error() is None
    assert line.text == line.board_fen() == "8/8/8/8/8/8/8/8 b - - 0 1"
    assert line.steps == 1
    assert not line.fen.edit.hasFocus()


def test_undo_in_the_line_takes_back_what_was_typed_then_steps_of_the_board(line: Line) -> None:
    line.focus()
    edit = line.fen.edit
    assert not edit.isUndoAvailable()
    QTest.keyClick(edit, Qt.Key.Key_End)
    line.press(Qt.Key.Key_Backspace)
    line.type("7")
    assert line.document.position.fullmove_number == 7
    assert edit.isUndoAvailable()
    while edit.isUndoAvailable():
        line.press(Qt.Key.Key_Z, CONTROL)
    assert line.board_fen() == START.fen()
    assert line.steps == 0


def test_a_whole_fen_pasted_replaces_the_line_and_a_part_stands_at_the_cursor(line: Line) -> None:
    line.focus()
    line.fen.edit.setCursorPosition(len(START.fen()))
    line.paste("2")
    assert line.document.position.fullmove_number == 12
    line.fen.edit.setCursorPosition(12)
    line.paste(f"  {SEED}\n")
    assert line.board_fen() == SEED


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("8/8/8/8/8/8/8/" + "8" * 1_000_000, "characters"),
        ("8/8/8/8/8/8/8/٨ w - - 0 1", "'\\u0668'"),
        ("8/8/8/8/8/8/8/8 w - - ٣ 1", "'\\u0663'"),
        ("8/8/8/8/8/8/8/8 w - - 0 999999999999999999999999999999", "from 0 to 9999"),
        ("<b>8/8</b>", "'<'"),
        ("\U0001f600" * 40, ""),
    ],
)
def test_odd_texts_are_explained_in_a_line(line: Line, text: str, part: str) -> None:
    line.focus()
    start = time.process_time()
    line.paste(text)
    line.fen.edit.grab()
    assert time.process_time() - start < 1
    assert line.error() is not None
    assert part in line.fen.message
    assert len(line.fen.message) <= 200
    assert line.board_fen() == START.fen()


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=90) | st.text("pPkK12345678/ wb-KQkq0", max_size=90))
def test_any_text_is_either_on_the_board_or_explained(line: Line, text: str) -> None:
    before = line.board_fen()
    if line.fen.offer(text):
        assert line.text == line.board_fen() == Position.from_fen(text).fen()
    else:
        assert line.board_fen() == before
        assert 0 < len(line.fen.message) <= 200


def test_drops_on_the_line_are_left_to_the_window(line: Line) -> None:
    assert not enters(line.fen.edit, QPoint(20, 8), text_data(SEED))
    assert not enters(line.fen.edit, QPoint(20, 8), file_data("/tmp/position.fen"))


def test_a_legal_position_is_called_so_and_faults_are_explained_with_their_squares_at_one_height(line: Line) -> None:
    line.qtbot.waitUntil(lambda: line.fen.message == "A legal position.")
    height = line.fen.verdict.sizeHint().height()
    assert not line.fen.repair_button.isVisible()
    assert line.fen.illegal_squares == 0
    line.document.set_fen("4k2P/8/8/8/8/8/8/4K3 w - - 0 1")
    line.settle()
    assert line.fen.message == "A pawn cannot stand on rank 1 or 8: h8."
    assert line.fen.illegal_squares == mask_of([parse_square("h8")])
    line.document.set_fen("4k2P/8/8/8/8/8/8/4K3 w K e6 0 1")
    line.settle()
    assert line.fen.repair_button.isVisible()
    assert line.fen.verdict.sizeHint().height() == height


@pytest.mark.parametrize(
    ("fen", "verdict"),
    [
        ("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", "A legal position. White wins."),
        ("8/8/8/8/4k3/8/4P3/4K3 b - - 0 1", "A legal position. Draw."),
        ("8/8/4k3/8/8/4K3/4P3/R7 w - - 0 1", "A legal position."),
    ],
)
def test_who_wins_a_pawn_ending_is_said_below_the_line(line: Line, fen: str, verdict: str) -> None:
    line.document.set_fen(fen)
    line.settle()
    assert line.fen.message == verdict
    line.document.clear()
    line.settle()
    assert "wins" not in line.fen.message


def test_a_repair_is_one_click_and_one_step_that_keeps_edits_and_changes_nothing_if_not_needed(line: Line) -> None:
    line.document.set_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1")
    line.settle()
    button = line.fen.repair_button
    assert button.isVisible()
    assert button.text() == "Drop the K right"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert line.board_fen() == KINGS
    assert line.document.undo_stack.undoText() == "Drop the K right"
    line.settle()
    assert line.fen.message == "A legal position."
    assert not button.isVisible()
    line.document.undo_stack.undo()
    assert line.document.position.castling_text() == "K"
    line.settle()
    line.document.place(parse_square("a2"), "P")
    line.fen.repair_button.click()
    assert line.board_fen() == "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"
    line.document.set_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1")
    line.settle()
    line.document.place(parse_square("h1"), "R")
    line.fen.repair_button.click()
    assert line.board_fen() == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    line.document.set_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1")
    line.settle()
    line.focus()
    line.type("x")
    assert "'x'" in line.fen.message
    assert not line.fen.repair_button.isVisible()
    line.press(Qt.Key.Key_Escape)
    assert line.fen.repair_button.isVisible()


def test_further_problems_are_repaired_from_a_menu(line: Line) -> None:
    line.document.set_fen("4k2P/8/8/8/8/8/8/4K3 w K e6 0 1")
    line.settle()
    assert line.fen.more_button.text() == "2 more"
    menu = line.fen.more_button.menu()
    assert len(menu.actions()) == 2
    for _ in range(2):
        action = next(action for action in menu.actions() if action.isEnabled())
        action.trigger()
        line.settle()
    assert len(menu.actions()) == 0 or not line.fen.illegal_squares & ~mask_of([parse_square("h8")])
    assert line.board_fen() == "4k2P/8/8/8/8/8/8/4K3 w - - 0 1"


def test_letters_become_smaller_where_the_whole_fen_has_no_room_and_large_again(line: Line) -> None:
    long = "rnbqkbnr/pp2pppp/2p5/3p4/3P1B2/2P1PN2/PP3PPP/RN1QKB1R w KQkq - 12 34"
    line.document.set_fen(long)
    edit = line.fen.edit
    sizes, heights = [], set()
    for width in (900, 560, 500, 900):
        line.window.resize(width, 120)
        QApplication.processEvents()
        sizes.append(edit.fontInfo().pixelSize())
        heights.add(edit.height())
        if width > 500:
            assert edit.fontMetrics().horizontalAdvance(long) <= edit.width() - 8
    assert sizes[0] == sizes[3] > sizes[1] >= sizes[2] >= 0.7 * sizes[0]
    assert len(heights) == 1
    line.document.set_fen("8/8/8/8/8/8/8/8 w - - 0 1")
    line.window.resize(500, 120)
    QApplication.processEvents()
    assert edit.fontInfo().pixelSize() == sizes[0]


@pytest.mark.parametrize(
    "text",
    [
        "8/8/8/8/8/8/8/8 whatever - - 0 1",
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8/8 wx KQkqs e4 0 1",
    ],
)
def test_no_error_is_cut_in_a_small_window(program: RunningProgram, text: str) -> None:
    program.press_keys("Alt+D")
    program.fen.edit.clear()
    QTest.keyClicks(program.fen.edit, text)
    QApplication.processEvents()
    assert program.fen.error is not None
    label = program.fen.verdict.findChild(ElidedLabel)
    assert isinstance(label, ElidedLabel)
    assert label.text() == label.full_text == program.fen.error.message
