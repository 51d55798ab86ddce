from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square, parse_squares
from pawnviz.core.board.position import Position
from pawnviz.core.explain.reasons import reason
from pawnviz.core.explain.terms import DISPUTED_TERMS
from pawnviz.core.layers import LAYERS
from pawnviz.core.picture.difference import PASTED
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.model.layers.shown_layers import TemporaryLayers
from pawnviz.view.layers.layer_list import LayerChoice
from pawnviz.view.windows.definitions_page import DefinitionsPage
from tests.view.hands import Hand, settle, temporary_layers
from tests.view.program import OpenProgram, RunningProgram

RAMMED = "4k3/6p1/5p1p/5P1P/8/8/8/4K3 w - - 0 1"
"""The white pawns f5 and h5 are backward by the wiki's formula, yet rammed; the black pawn g7 is backward by both."""


class Table:
    def __init__(self, program: RunningProgram) -> None:
        self.program = program
        self.layers = program.layers
        self.layers.apply_preset(["stops", "attacks"])
        program.press_keys("Ctrl+Shift+D")
        settle()
        self.page: DefinitionsPage = program.window.navigator.widgets.definitions

    def close(self) -> None:
        self.program.action("compare_definitions").trigger()
        settle()

    def parts(self) -> list[tuple[str, str]]:
        return [(box.title.text(), box.squares.text()) for box in self.page.boxes if box.isVisible()]

    def shown(self) -> list[tuple[str, bool, bool]]:
        return [(entry.layer.title, entry.white, entry.black) for entry in self.layers.shown()]

    def marks_at(self, square: str) -> list[tuple[str, bool]]:
        marks = self.program.board.pictures.seen.cells[parse_square(square)].marks
        return [(mark.mark.shape, mark.white) for mark in marks]

    def title_of(self, column: int, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return self.page.definitions.table.model().headerData(column, Qt.Orientation.Horizontal, role)

    def cell(self, row: int, column: int, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return self.page.definitions.table.model().index(row, column).data(role)

    def name_of(self, row: int, role: int = Qt.ItemDataRole.AccessibleTextRole) -> Any:
        return self.page.definitions.table.model().headerData(row, Qt.Orientation.Vertical, role)

    def columns(self) -> list[str]:
        return [self.title_of(column) for column in range(self.page.definitions.table.model().columnCount())]

    def rows(self) -> dict[str, str]:
        columns, rows = range(len(self.columns())), range(self.page.definitions.table.model().rowCount())
        return {self.name_of(row): "".join(self.cell(row, column) for column in columns) for row in rows}

    def click_row(self, title: str) -> None:
        table = self.page.definitions.table
        row = list(self.rows()).index(title)
        place = table.visualRect(table.model().index(row, 0)).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        settle()

    def click_column(self, title: str) -> None:
        header = self.page.definitions.table.horizontalHeader()
        column = self.columns().index(title)
        place = QPoint(header.sectionViewportPosition(column) + header.sectionSize(column) // 2, header.height() // 2)
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        settle()

    def choose(self, field: LayerChoice, title: str) -> None:
        field.setFocus()
        line = field.lineEdit()
        assert line is not None
        line.selectAll()
        QTest.keyClicks(line, title)
        QTest.keyClick(line, Qt.Key.Key_Return)
        completer = field.completer()
        assert completer is not None
        popup = completer.popup()
        if popup is not None:
            popup.hide()
        settle()

    def paste(self, text: str) -> None:
        self.page.pasted.text.setFocus()
        self.page.pasted.text.selectAll()
        self.page.pasted.text.insertPlainText(text)
        settle()

    def sentences(self) -> list[str]:
        return self.page.definitions.reasons.texts if self.page.definitions.reasons.isVisible() else []

    def texts(self) -> list[str]:
        return [label.text() for label in self.page.findChildren(QLabel) if label.isVisible()]

    def point_at(self, widget: QWidget, inside: bool = True) -> None:
        middle = QPointF(widget.rect().center())
        event = QEnterEvent(middle, middle, middle) if inside else QEvent(QEvent.Type.Leave)
        QCoreApplication.sendEvent(widget, event)

    def spotlight(self) -> int | None:
        return self.program.board.state.spotlight


@pytest.fixture
def table(open_program: OpenProgram) -> Table:
    return Table(open_program(RAMMED))


def test_the_key_opens_definitions_of_a_backward_pawn_apart_on_the_board_and_beside_each_other(table: Table) -> None:
    assert table.page.isVisible()
    assert table.parts() == [
        ("Only Backward pawns", "White 2 squares: f5 h5\nBlack 0 squares"),
        ("Only Backward, not rammed", "White 0 squares\nBlack 0 squares"),
        ("In both", "White 0 squares\nBlack 1 square: g7"),
    ]
    assert [title for title, _, _ in table.shown()] == [title for title, _ in table.parts()]
    assert table.marks_at("f5") == [("solid", True)]
    assert table.marks_at("g7") == [("disc", False)]
    assert table.marks_at("f6") == []
    assert table.columns() == ["wiki", "unrammed", "Stockfish", "telestops", "Straggler"]
    assert table.rows() == {"White f5": "✓–✓✓–", "White h5": "✓–✓✓–", "Black g7": "✓✓✓✓✓"}
    assert [table.name_of(row, Qt.ItemDataRole.FontRole).bold() for row in range(3)] == [True, True, False]
    tip = table.title_of(2, Qt.ItemDataRole.ToolTipRole)
    assert "Stockfish 15.1" in tip
    assert LAYERS["backward_pawns_stockfish"].definition in tip


def test_the_cells_follow_the_theme(table: Table) -> None:
    actions = table.program.window.menus.actions_by_name
    colors = []
    for theme in ("theme_dark", "theme_light", "theme_dark"):
        actions[theme].trigger()
        settle()
        palette = table.page.palette()
        assert table.cell(0, 0, Qt.ItemDataRole.ForegroundRole).color() == palette.text().color()
        assert table.cell(0, 1, Qt.ItemDataRole.ForegroundRole).color() == palette.placeholderText().color()
        colors.append(palette.text().color().name())
    assert colors[0] == colors[2] != colors[1]


def test_a_row_chosen_by_click_or_key_is_pinned_and_says_why_by_each_definition(table: Table) -> None:
    assert table.sentences() == []
    table.click_row("White f5")
    side = table.program.document.position.sides()[0]
    assert table.sentences() == [
        reason(variant.layer, side, parse_square("f5")).text for variant in DISPUTED_TERMS["backward"].variants
    ]
    assert "Not backward (unrammed): a black pawn stands right in front of it on f6." in table.sentences()
    assert table.program.board.state.pinned == parse_square("f5")
    assert "a black pawn stands right in front of it on f6" in table.cell(0, 1, Qt.ItemDataRole.ToolTipRole)
    table.close()
    table.program.press_keys("Ctrl+Shift+D")
    settle()
    table.page.definitions.table.setFocus()
    QTest.keyClick(table.page.definitions.table, Qt.Key.Key_Down)
    settle()
    assert table.program.board.state.pinned == parse_square("f5")
    assert len(table.sentences()) == len(DISPUTED_TERMS["backward"].variants)
    table.close()
    assert table.program.board.state.pinned is None


def test_every_term_can_be_read(table: Table) -> None:
    table.program.document.set_fen("7k/p2Pp3/2P5/p7/2PpP1PP/2Pppp2/8/7K w - - 0 1")
    field = table.page.term_choice
    for term in DISPUTED_TERMS.values():
        field.setFocus()
        place = field.findData(term.identifier)
        while field.currentIndex() != place:
            QTest.keyClick(field, Qt.Key.Key_Down if field.currentIndex() < place else Qt.Key.Key_Up)
        settle()
        assert len(table.columns()) == len(term.variants)
        assert table.page.first.identifier == term.variants[0].layer
        table.click_row(next(iter(table.rows())))
        assert len(table.sentences()) == len(term.variants)
        for column, title in enumerate(table.columns()):
            metrics = QFontMetrics(table.title_of(column, Qt.ItemDataRole.FontRole))
            assert metrics.horizontalAdvance(title) <= table.page.definitions.table.columnWidth(column), title


def test_any_two_layers_are_chosen_by_typing_and_a_deleted_one_is_no_longer_compared(table: Table) -> None:
    table.page.compare("front_spans")
    assert not table.page.definitions.table.isVisible()
    table.choose(table.page.second, "Stops")
    assert table.page.second.identifier == "stops"
    assert table.parts()[1:] == [
        ("Only Stops", "White 0 squares\nBlack 0 squares"),
        ("In both", "White 2 squares: f6 h6\nBlack 3 squares: f5 h5 g6"),
    ]
    table.layers.user_layers.keep(UserLayer("mine", "Mine", "stops(own)"))
    table.page.compare("mine")
    settle()
    assert table.parts()[0][0] == "Only Mine"
    table.layers.delete("mine")
    settle()
    assert not table.page.first.offers("mine")
    assert table.parts()[0][0] != "Only Mine"


def test_a_pasted_mask_is_compared_for_one_side_and_one_that_cannot_be_read_is_explained(table: Table) -> None:
    table.page.compare("stops")
    table.page.second.choose(PASTED)
    table.page.second.picked.emit()
    settle()
    assert table.page.pasted.text.isVisible()
    assert table.parts() == []
    assert table.shown() == []
    table.paste("f6 g6 h6")
    assert table.parts() == [
        ("Only Stops", "White 0 squares"),
        ("Only Pasted mask", "White 1 square: g6"),
        ("In both", "White 2 squares: f6 h6"),
    ]
    assert table.marks_at("g6") == [("crosses", True)]
    assert any("3 squares" in text for text in table.texts())
    table.paste("0x0000a00000000000")
    assert table.parts()[1] == ("Only Pasted mask", "White 0 squares")
    mappings = table.page.pasted.mapping_choice
    mappings.setFocus()
    QTest.keyClick(mappings, Qt.Key.Key_Down)
    settle()
    assert table.parts()[1] != ("Only Pasted mask", "White 0 squares")
    table.paste("f6 k9")
    assert table.parts() == []
    assert any(text.startswith("Column 4: ") for text in table.texts())


def test_the_verdict_says_where_two_layers_differ(table: Table) -> None:
    assert "They differ for White on 2 squares." in table.texts()
    table.click_column("Stockfish")
    assert "No difference in this position." in table.texts()
    table.page.compare("stops")
    table.page.second.choose("stops")
    table.page.second.picked.emit()
    settle()
    assert "Both are the same layer." in table.texts()
    assert table.parts() == [("In both", "White 2 squares: f6 h6\nBlack 3 squares: f5 h5 g6")]
    assert [title for title, _, _ in table.shown()] == ["In both"]
    table.choose(table.page.second, "Attacks")
    assert [title for title, _ in table.parts()] == ["Only Stops", "Only Attacks", "In both"]
    assert [title for title, _, _ in table.shown()] == ["Only Stops", "Only Attacks", "In both"]
    table.page.first.choose("isolated_pawns")
    table.page.first.picked.emit()
    table.program.document.clear()
    settle()
    assert "Neither holds a square in this position." in table.texts()


def test_pointing_at_a_part_or_a_sentence_shows_its_squares_and_tab_goes_through_the_page(table: Table) -> None:
    table.page.exchange.setFocus()
    stations = []
    for _ in range(4):
        table.program.press(Qt.Key.Key_Tab)
        stations.append(table.program.focus_widget())
    assert stations == [
        table.page.side_choice,
        table.page.on_board,
        table.page.find_button,
        table.page.definitions.table,
    ]
    table.point_at(table.page.boxes[0])
    assert table.spotlight() == parse_squares("f5 h5")
    table.point_at(table.page.boxes[0], inside=False)
    assert table.spotlight() is None
    table.click_row("White f5")
    Hand(table.page.definitions.reasons).move(QPoint(40, table.page.definitions.reasons.height() - 4))
    Hand(table.page.definitions.reasons).move(QPoint(30, 5))
    assert table.spotlight() == parse_squares("f5 g7")
    table.close()
    assert table.spotlight() is None


def test_one_side_alone_is_compared(table: Table) -> None:
    table.page.side_choice.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down):
        QTest.keyClick(table.page.side_choice, key)
    settle()
    assert table.parts()[2] == ("In both", "Black 1 square: g7")
    assert table.rows() == {"Black g7": "✓✓✓✓✓"}
    assert {(white, black) for _, white, black in table.shown()} == {(False, True)}
    table.click_column("telestops")
    assert {(white, black) for _, white, black in table.shown()} == {(False, True)}


def test_a_click_on_a_column_compares_it_and_first_and_second_are_exchanged(table: Table) -> None:
    QTest.mouseClick(table.page.exchange, Qt.MouseButton.LeftButton)
    assert [title for title, _ in table.parts()] == [
        "Only Backward, not rammed",
        "Only Backward pawns",
        "In both",
    ]
    QTest.mouseClick(table.page.exchange, Qt.MouseButton.LeftButton)
    table.click_column("telestops")
    assert table.parts()[1][0] == "Only Backward by telestops"
    assert table.parts()[2][1] == "White 2 squares: f5 h5\nBlack 1 square: g7"
    bold = [table.title_of(column, Qt.ItemDataRole.FontRole).bold() for column in range(5)]
    assert bold == [True, False, False, True, False]
    table.click_column("wiki")
    assert table.page.first.identifier == "backward_pawns_telestop"
    assert table.page.second.identifier == "backward_pawns"


def test_an_edit_is_read_at_once_and_without_squares_the_table_is_its_titles_alone(table: Table) -> None:
    table.click_row("White f5")
    table.program.document.remove(parse_square("f6"))
    settle()
    assert table.rows()["White f5"] == "✓✓✓✓–"
    assert table.parts()[2] == ("In both", "White 1 square: f5\nBlack 1 square: g7")
    assert any(text.startswith("Backward (unrammed)") for text in table.sentences())
    table.program.document.remove(parse_square("f5"))
    settle()
    assert table.sentences() == []
    assert table.program.board.state.pinned is None
    table.program.document.clear()
    settle()
    assert table.rows() == {}
    assert "No definition holds a square in this position." in table.texts()
    assert table.page.definitions.table.viewport().height() <= 2
    assert table.page.definitions.table.horizontalHeader().isVisible()


def test_the_layers_from_before_come_back_when_the_page_is_hidden(table: Table) -> None:
    program = table.program
    close_button = program.window.navigator.column.first.close_button
    ways: tuple[Callable[[], object], ...] = (
        lambda: QTest.mouseClick(close_button, Qt.MouseButton.LeftButton),
        lambda: program.press(Qt.Key.Key_Escape),
        lambda: program.window.navigator.show("layers"),
        lambda: program.press(Qt.Key.Key_F3),
    )
    for hide in ways:
        program.window.navigator.show("definitions")
        settle()
        table.click_row("White f5")
        hide()
        settle()
        assert not table.page.isVisible()
        assert table.shown() == [("Attacks", True, True), ("Stops", True, True)]
        assert table.layers.now.temporary == ()
        assert program.board.state.pinned is None
        assert program.board.state.spotlight is None


def test_the_page_in_a_window_of_its_own_fits_and_marks_the_board_until_the_window_is_closed(table: Table) -> None:
    QTest.mouseClick(table.program.window.navigator.column.first.window_button, Qt.MouseButton.LeftButton)
    settle()
    window = table.page.window()
    assert window is not table.program.window and table.page.isVisible()
    assert table.marks_at("f5") == [("solid", True)]
    for width in (340, 640):
        window.resize(width, 600)
        settle()
        assert table.page.width() == width
        assert table.page.body.width() == table.page.viewport().width() <= width
        for part in table.page.body.findChildren(QWidget):
            if part.isVisible() and part.parentWidget() is table.page.body:
                assert part.geometry().right() < table.page.body.width(), part
    window.close()
    settle()
    assert not table.page.isVisible()
    assert table.shown() == [("Attacks", True, True), ("Stops", True, True)]


def test_it_opens_on_two_definitions_that_differ_or_offers_boards_where_some_do(open_program: OpenProgram) -> None:
    program = open_program("4k3/8/8/8/8/2P5/PP3PPP/4K3 w - - 0 1")
    program.press_keys("Ctrl+Shift+D")
    page = program.window.navigator.widgets.definitions
    assert page.definitions.term is DISPUTED_TERMS["duo"]
    assert page.verdict.text() == "They differ for White on 3 squares."
    assert not page.elsewhere.isVisible()
    program.press_keys("Ctrl+Shift+D")
    program.document.set_fen(RAMMED)
    program.press_keys("Ctrl+Shift+D")
    assert page.verdict.text().startswith("They differ for White")
    program.press_keys("Ctrl+Shift+D")
    program.document.set_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    program.press_keys("Ctrl+Shift+D")
    assert page.verdict.text() == "Neither holds a square in this position."
    assert "Backward by some definitions" in page.elsewhere.text() and page.elsewhere.isVisible()
    page.elsewhere.setFocus()
    page.elsewhere.linkActivated.emit(page.elsewhere.text().partition('href="')[2].partition('"')[0])
    QApplication.processEvents()
    assert page.verdict.text().startswith("They differ for ")
    assert not page.elsewhere.isVisible()


def test_layers_switched_on_meanwhile_stay_and_those_of_a_person_are_kept_at_the_end(table: Table) -> None:
    table.layers.set_shown("front_spans", True, False)
    table.close()
    assert table.shown() == [("Front spans", True, False)]


def test_the_difference_leaves_the_board_for_layers_of_another_window_and_returns(table: Table) -> None:
    box = table.page.on_board
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert table.shown() == [("Attacks", True, True), ("Stops", True, True)]
    assert table.parts()
    table.click_column("telestops")
    assert table.layers.now.temporary == ()
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert [title for title, _, _ in table.shown()] == [title for title, _ in table.parts()]
    other_window, other = TemporaryLayers(table.layers, table.layers), temporary_layers()
    other_window.show(other)
    assert not table.page.on_board.isChecked()
    table.click_column("telestops")
    assert table.layers.now.temporary == other
    other_window.hide()
    assert table.shown() == [("Attacks", True, True), ("Stops", True, True)]
    table.close()
    assert table.shown() == [("Attacks", True, True), ("Stops", True, True)]


def test_closing_the_main_window_keeps_a_persons_own_layers(table: Table) -> None:
    table.program.close()
    preferences = table.program.inner.preferences
    preferences.settings()
    kept = preferences.layers.value
    assert kept["shown"] == {"stops": "both", "attacks": "both"}


def test_a_layer_is_compared_from_its_own_menu(open_program: OpenProgram) -> None:
    program = open_program(RAMMED)
    panel = program.window.navigator.widgets.layers
    page = program.window.navigator.widgets.definitions
    for name, term in (("outposts_stockfish", "outpost"), ("front_spans", "")):
        program.window.navigator.show_layers()
        program.layers.set_current(name)
        QApplication.processEvents()
        panel.commands.actions_by_name["compare"].trigger()
        assert page.isVisible()
        assert page.first.identifier == name
        assert page.second.identifier != name
        assert page.term_choice.currentData() == term
    assert not any(isinstance(widget, QMenu) and widget.isVisible() for widget in QApplication.topLevelWidgets())
    program.layers.set_current(program.layers.now.temporary[0].identifier)
    panel.commands.actions_by_name["compare"].trigger()
    assert page.first.identifier == "front_spans"


def test_the_open_file_is_asked_where_layers_differ(open_program: OpenProgram, tmp_path: Path, qtbot: QtBot) -> None:
    program = open_program()
    page = program.window.navigator.widgets.definitions
    program.press_keys("Ctrl+Shift+D")
    page.first.choose("backward_pawns")
    page.second.choose("weak_pawns")
    page.find_button.click()
    assert program.status_message() == "Open a file of positions or of games first"
    boards = ["4k3/8/8/8/8/8/8/4K3 w - -", RAMMED, "4k3/pp6/8/8/8/8/PP6/4K3 w - -"]
    (tmp_path / "two.epd").write_text("\n".join(boards))
    assert program.window.files.open_path(str(tmp_path / "two.epd"))
    positions = program.window.navigator.widgets.positions
    for color, side in ((None, "Both sides"), (True, "White"), (False, "Black")):
        program.press_keys("Ctrl+Shift+D")
        page.side_choice.setCurrentText(side)
        QTest.mouseClick(page.find_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: positions.isVisible() and not positions.rows.search.is_running)
        layers = (LAYERS[page.first.identifier], LAYERS[page.second.identifier])
        expected = [
            number
            for number, fen in enumerate(boards, 1)
            for each in [Position.from_fen(fen).sides()]
            if any(layers[0](side) != layers[1](side) for side in each if color in (None, side.color))
        ]
        found = [positions.rows.row_at(row) for row in range(positions.rows.rowCount())]
        assert [row.number for row in found if row is not None] == expected
    assert "≠" in positions.chips.chips[0].text()
