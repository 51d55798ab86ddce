from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPushButton, QToolTip

from pawnviz.core.board.bitboard import parse_square, parse_squares
from pawnviz.core.board.position import Position
from pawnviz.core.explain.pawn_words import change_sentence
from pawnviz.core.layers import LAYERS
from pawnviz.core.picture.picture import GAINED, KEPT, LOST
from pawnviz.view.inspector.compare_panel import ComparePanel
from pawnviz.view.inspector.sentences import SentenceList
from pawnviz.view.widgets.theme import DARK
from tests.view.hands import Hand, settle
from tests.view.layers.hands import temporary
from tests.view.program import OpenProgram, RunningProgram, send_leave

FEN = "4k3/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/4K3 w - - 0 1"
BEFORE = Position.from_fen(FEN)


class Table:
    """The program with the position pinned, and what the panel says."""

    def __init__(self, program: RunningProgram) -> None:
        self.program = program
        program.layers.apply_preset(["front_spans", "stops"])
        program.press_keys("Ctrl+Alt+V")
        settle()
        panel = program.window.navigator.widgets.compare
        self.panel: ComparePanel = panel

    def move(self, source: str, target: str) -> None:
        self.program.hand.drag(self.program.at(parse_square(source)), self.program.at(parse_square(target)))
        settle()

    def click(self, button: QAbstractButton) -> None:
        place = QPoint(10, button.height() // 2)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=place)
        settle()

    def texts(self) -> list[str]:
        return [label.text() for label in self.panel.findChildren(QLabel) if label.isVisible() and label.text()]

    def headline(self) -> str:
        found = self.panel.findChild(SentenceList)
        assert isinstance(found, SentenceList)
        return "".join(found.texts)

    def sentences(self) -> dict[str, str]:
        return dict(text.removesuffix(".").split(": ", 1) for text in self.panel.sentences.texts)

    def place_of(self, title: str) -> QPoint:
        rect = self.panel.sentences.sentence_rect(list(self.sentences()).index(title))
        return rect.topLeft() + QPoint(8, 7)

    def summary(self) -> str:
        return next(text for text in self.texts() if "differ" in text)

    def change_at(self, square: str, shape: str, white: bool = True) -> int | None:
        marks = self.program.board.pictures.seen.cells[parse_square(square)].marks
        return next((mark.change for mark in marks if mark.mark.shape == shape and mark.white == white), None)

    def position(self) -> Position:
        return self.program.document.position


@pytest.fixture
def table(open_program: OpenProgram) -> Table:
    return Table(open_program(FEN))


def test_the_key_pins_the_position_whose_panel_names_keys_and_fits_its_column(table: Table) -> None:
    assert table.program.window.navigator.widgets.comparison.pinned == BEFORE
    assert table.panel.isVisible()
    assert table.summary() == "No layers differ; all pieces are the same."
    assert not table.panel.sentences.isVisible()
    assert not table.panel.switch_button.isEnabled()
    table.move("f4", "f5")
    table.move("d5", "e4")
    assert "(Ctrl+Shift+V)" in table.panel.switch_button.toolTip()
    assert "(Ctrl+Alt+V)" in table.panel.pin_button.toolTip()
    assert table.panel.body.width() <= table.panel.viewport().width()
    for button in (table.panel.switch_button, table.panel.mark_box, table.panel.shown_box):
        assert button.width() >= button.minimumSizeHint().width() or button is table.panel.switch_button
    table.program.window.preferences.theme.value = "dark"
    settle()
    assert table.program.window.navigator.widgets.compare is table.panel
    assert table.panel.grab().toImage().pixelColor(2, 2) == QColor(DARK.window)


def test_a_sentence_on_top_says_what_changed_and_layers_that_matter_come_first(table: Table) -> None:
    assert table.headline() == "No passed or doubled pawn, target, island or structure has come or gone."
    table.program.document.remove(parse_square("b2"))
    settle()
    before, after = BEFORE, table.position()
    assert table.headline() == change_sentence(before, after)
    assert change_sentence(before, after).startswith("a4, c2 and c3 became isolated; ")
    layers = list(table.sentences())
    assert "Isolated pawns" in layers
    assert "Front spans" not in layers
    assert layers.index("Isolated pawns") < layers.index("Half-open files")
    table.click(table.panel.fold)
    unfolded = list(table.sentences())
    assert unfolded[: len(layers)] == layers
    assert "Front spans" in unfolded
    assert table.panel.fold.text() == f"Further layers ({len(unfolded) - len(layers)})"
    table.panel.fold.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(table.panel.fold, Qt.Key.Key_Space)
    settle()
    assert list(table.sentences()) == layers


@pytest.mark.slow
def test_a_sentence_names_squares_gained_and_lost_shows_them_and_leads_to_its_layer(table: Table) -> None:
    table.move("f4", "f5")
    table.click(table.panel.fold)
    sentences = table.sentences()
    assert sentences["Stops"] == "White gained f6 and lost f5"
    assert sentences["Front spans"] == "White lost f5"
    assert "; pieces differ on f4 f5." in table.summary()
    sides = list(zip(BEFORE.sides(), table.position().sides(), strict=True))
    differing = [layer.title for layer in LAYERS.values() if any(layer(old) != layer(new) for old, new in sides)]
    assert sorted(sentences) == sorted(differing)
    assert table.summary().startswith(f"{len(sentences)} layers differ")
    listed, place = table.panel.sentences, table.place_of("Stops")
    table.panel.ensureVisible(0, listed.mapTo(table.panel.body, place).y())
    Hand(listed).move(place)
    assert table.program.board.state.spotlight == parse_squares("f5 f6")
    QApplication.sendEvent(listed, QHelpEvent(QEvent.Type.ToolTip, place, listed.mapToGlobal(place)))
    assert "White: 7 → 7 squares." in QToolTip.text()
    QToolTip.hideText()
    QTest.mouseClick(listed, Qt.MouseButton.LeftButton, pos=place)
    assert table.program.layers.current == "stops"
    send_leave(listed)
    assert table.program.board.state.spotlight is None


def test_shown_layers_alone_are_listed_where_asked(table: Table) -> None:
    table.move("f4", "f5")
    table.click(table.panel.shown_box)
    assert list(table.sentences()) == ["Front spans", "Stops"]
    assert table.summary().startswith("2 shown layers differ")
    table.program.layers.set_shown("stops", False, True)
    settle()
    assert list(table.sentences()) == ["Front spans"]
    assert table.summary().startswith("1 shown layer differs")


@pytest.mark.slow
def test_the_board_switches_between_both_by_key_and_by_button(table: Table) -> None:
    table.move("f4", "f5")
    table.click(table.panel.fold)
    after = table.position()
    steps = table.program.steps
    table.program.press_keys("Ctrl+Shift+V")
    settle()
    assert table.position() == BEFORE
    assert "the pinned position is on the board" in table.summary()
    assert table.panel.switch_button.text().replace("&", "") == "Show edited"
    assert table.sentences()["Stops"] == "White gained f5 and lost f6", "the sentences say what the board's marks say"
    assert table.change_at("f5", "chevron") == GAINED
    assert table.change_at("f6", "chevron") == LOST
    table.click(table.panel.switch_button)
    assert table.position() == after
    assert table.program.steps == steps
    assert table.change_at("f6", "chevron") == GAINED


def test_another_position_is_pinned_in_place_of_the_first_and_unpinning_ends_the_comparison(table: Table) -> None:
    table.move("f4", "f5")
    table.click(table.panel.pin_button)
    assert table.summary().startswith("No layers differ")
    assert table.change_at("f6", "chevron") == KEPT
    table.click(table.panel.unpin_button)
    assert table.program.window.navigator.widgets.comparison.pinned is None
    assert table.change_at("f5", "chevron") is None
    buttons = [button for button in table.panel.findChildren(QPushButton) if button.isVisible()]
    assert [button.text().replace("&", "") for button in buttons] == ["Pin this position"]
    table.click(buttons[0])
    assert table.program.window.navigator.widgets.comparison.pinned == table.position()


@pytest.mark.slow
def test_the_board_marks_what_was_gained_and_lost_but_not_in_a_drag_or_for_a_closed_panel(table: Table) -> None:
    table.move("f4", "f5")
    table.program.window.navigator.close("compare")
    settle()
    assert table.change_at("f6", "chevron") == KEPT
    table.program.window.navigator.show("compare")
    settle()
    assert table.change_at("f6", "chevron") == GAINED
    table.program.hand.press(table.program.at(parse_square("g2")))
    table.program.hand.move(table.program.at(parse_square("g3")))
    assert table.change_at("f6", "chevron") == KEPT
    assert table.change_at("g4", "chevron") == GAINED
    table.program.press(Qt.Key.Key_Escape)
    assert table.change_at("f6", "chevron") == GAINED
    assert table.change_at("f6", "chevron") == GAINED
    assert table.change_at("f5", "chevron") == LOST
    assert table.change_at("a5", "chevron") == KEPT
    table.click(table.panel.mark_box)
    assert table.change_at("f6", "chevron") == KEPT
    assert table.change_at("f5", "chevron") is None


def test_a_panel_behind_another_page_still_marks_the_board(table: Table) -> None:
    table.program.window.navigator.show("layers")
    settle()
    assert not table.panel.isVisible()
    table.move("f4", "f5")
    assert table.change_at("f6", "chevron") == GAINED
    assert table.sentences() == {}
    table.program.window.navigator.back()
    settle()
    table.click(table.panel.fold)
    assert "Stops" in table.sentences()


@pytest.mark.slow
def test_without_another_position_the_switch_is_off_and_a_late_panel_marks_changes(open_program: OpenProgram) -> None:
    program = open_program(FEN)
    program.window.navigator.widgets.comparison.pin()
    program.document.clear()
    program.window.navigator.show("compare")
    assert program.board.pictures.compared == BEFORE
    program = open_program(FEN)
    switch = program.action("show_other_position")
    assert not switch.isEnabled()
    program.press_keys("Ctrl+Alt+V")
    assert not switch.isEnabled(), "the pinned position is the one on the board"
    program.press_keys("Ctrl+Shift+V")
    assert program.document.position == BEFORE
    program.press_keys("Ctrl+Shift+M")
    assert switch.isEnabled()


def test_a_layer_that_is_gone_since_its_sentence_was_made_is_not_chosen(table: Table) -> None:
    layers = table.program.layers
    layers.set_temporary([temporary("given")])
    table.move("f4", "f5")
    place, before = table.place_of(temporary("given").title), layers.current
    layers.set_temporary(())
    QTest.mouseClick(table.panel.sentences, Qt.MouseButton.LeftButton, pos=place)
    assert layers.current == before
    settle()
    assert temporary("given").title not in table.sentences()
