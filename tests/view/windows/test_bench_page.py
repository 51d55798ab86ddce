"""The mask bench: masks in, joined and compared with layers, and out again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import BOARD, parse_squares
from pawnviz.core.board.notation import MAPPINGS, Notation
from pawnviz.core.labels.order import sections
from pawnviz.core.layers import LAYERS
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers, TemporaryLayers
from pawnviz.view.board.small_boards import MappingPicture
from pawnviz.view.windows.bench_page import BenchPage
from tests.view.hands import temporary_layers


class BenchOverPosition:
    """A bench over a position with two pawns."""

    def __init__(self) -> None:
        self.document = Document()
        self.document.set_fen("8/8/8/3p4/4P3/8/8/8 w - - 0 1")
        self.layers = ShownLayers(self.document)
        self.layers.clear()
        self.layers.set_current("attacks")
        self.other_window = TemporaryLayers(self.layers, self.document)
        self.bench = BenchPage(self.document, self.layers)

    def exhibits(self) -> dict[str, int]:
        """Return the squares that the board shows for the bench, by title."""
        side = self.document.position.sides()[0]
        return {layer.title: layer(side) for layer in self.layers.now.temporary}

    def choose_layer(self, title: str) -> None:
        """Type a layer's title over the one that stands in the field and press Enter."""
        line, completer = self.bench.layer_choice.lineEdit(), self.bench.layer_choice.completer()
        assert line is not None and completer is not None
        self.bench.layer_choice.setFocus()
        line.selectAll()
        QTest.keyClicks(line, title)
        QTest.keyClick(line, Qt.Key.Key_Return)
        popup = completer.popup()
        if popup is not None:
            popup.hide()
        # As on a screen: else no window is active when a list of words closes.
        self.bench.activateWindow()
        QApplication.processEvents()


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[BenchOverPosition]:
    made = BenchOverPosition()
    qtbot.addWidget(made.bench)
    made.bench.show()
    yield made
    made.bench.close()


def test_a_mask_is_read_in_any_notation_and_shown_on_the_board(desk: BenchOverPosition) -> None:
    mask = parse_squares("d5 f5")
    for text in ("0x2800000000", "171798691840", "d5 f5", "UINT64_C(0x2800000000)", "0x28_0000_0000u64"):
        desk.bench.field.text.clear()
        desk.bench.field.text.setPlainText(text)
        assert desk.bench.current_mask == desk.bench.editor.shown_mask == desk.exhibits()["Given mask"] == mask
        assert "2 squares" in desk.bench.field.message.text()


def test_a_number_is_read_in_the_mapping_chosen_and_a_list_of_squares_alike_in_each(desk: BenchOverPosition) -> None:
    desk.bench.field.text.setPlainText("0x3")
    assert desk.bench.current_mask == parse_squares("a1 b1")
    desk.bench.field.mapping_choice.setCurrentIndex(desk.bench.field.mapping_choice.findData("BERF"))
    assert desk.bench.current_mask == parse_squares("h8 g8")
    assert "BERF" in desk.bench.field.message.text()
    desk.bench.field.text.setPlainText("a1 b1")
    for index in range(desk.bench.field.mapping_choice.count()):
        desk.bench.field.mapping_choice.setCurrentIndex(index)
        assert desk.bench.current_mask == parse_squares("a1 b1")


def test_missing_and_surplus_squares_are_named_and_shown_as_layers_if_there_are_any(desk: BenchOverPosition) -> None:
    desk.bench.field.text.setPlainText("d5 a1")
    assert "Missing: f5" in desk.bench.comparison.text()
    assert "Surplus: a1" in desk.bench.comparison.text()
    assert desk.exhibits()["Missing from the mask"] == parse_squares("f5")
    assert desk.exhibits()["Surplus in the mask"] == parse_squares("a1")
    desk.bench.field.text.setPlainText("d5 f5")
    assert desk.bench.comparison.text() == "Equal to Attacks of White."
    assert list(desk.exhibits()) == ["Given mask"]
    desk.bench.field.text.setPlainText("d5")
    assert list(desk.exhibits()) == ["Given mask", "Missing from the mask"]


def test_the_comparison_follows_side_layer_and_position_and_a_changed_user_layer(desk: BenchOverPosition) -> None:
    desk.bench.field.text.setPlainText("c4 e4")
    desk.bench.side_choice.setCurrentIndex(1)
    assert desk.bench.comparison.text() == "Equal to Attacks of Black."
    desk.choose_layer("Stops")
    assert "Missing: d4" in desk.bench.comparison.text()
    desk.bench.field.text.setPlainText("d3")
    desk.document.move(35, 27)
    assert desk.bench.comparison.text() == "Equal to Stops of Black."
    desk.bench.side_choice.setCurrentIndex(0)
    desk.layers.user_layers.set_kept(UserLayers([UserLayer("mine", "Mine", "{d5}")]))
    desk.choose_layer("Mine")
    desk.bench.field.text.setPlainText("d5")
    assert desk.bench.comparison.text().startswith("Equal to")
    desk.layers.user_layers.set_kept(UserLayers([UserLayer("mine", "Mine", "{d5 e5}")]))
    assert "Missing: e5" in desk.bench.comparison.text()


def test_the_layers_are_offered_by_chapter_and_found_by_any_part_of_their_titles(desk: BenchOverPosition) -> None:
    choice = desk.bench.layer_choice
    assert choice.currentText() == "Attacks"
    texts = [choice.itemText(row) for row in range(choice.count())]
    assert len(texts) == len(LAYERS) + len(sections())
    assert not choice.model().flags(choice.model().index(0, 0))
    completer = choice.completer()
    assert completer is not None
    completer.setCompletionPrefix("OF EACH")
    found = [completer.completionModel().index(row, 0).data() for row in range(completer.completionCount())]
    assert found == ["Telestops of each pawn"]
    desk.choose_layer("No such layer")
    desk.bench.field.text.setFocus()
    assert choice.currentText() == "Attacks"
    desk.bench.field.text.setPlainText("d5 f5")
    assert desk.bench.comparison.text() == "Equal to Attacks of White."


def test_squares_are_switched_by_click_drag_and_key(desk: BenchOverPosition, qtbot: QtBot) -> None:
    editor = desk.bench.editor
    cell = (editor.width() - 1) // 8
    qtbot.mousePress(editor, Qt.MouseButton.LeftButton, pos=QPoint(cell // 2, 7 * cell + cell // 2))
    qtbot.mouseMove(editor, QPoint(cell + cell // 2, 7 * cell + cell // 2))
    qtbot.mouseRelease(editor, Qt.MouseButton.LeftButton, pos=QPoint(cell + cell // 2, 7 * cell + cell // 2))
    assert desk.bench.current_mask & 1
    editor.setFocus()
    qtbot.keyClick(editor, Qt.Key.Key_Up)
    qtbot.keyClick(editor, Qt.Key.Key_Space)
    assert desk.bench.current_mask & parse_squares("a2")
    assert desk.bench.field.text.toPlainText().startswith("0x")


def test_a_mask_is_joined_with_a_layer(desk: BenchOverPosition, qtbot: QtBot) -> None:
    wanted = {"and": "d5", "or": "a1 d5 f5", "xor": "a1 f5", "and not": "a1", "from layer": "f5", "layer": "d5 f5"}
    for operation, button in desk.bench.operations.items():
        desk.bench.field.text.setPlainText("d5 a1")
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        expected = parse_squares(wanted[operation]) if operation in wanted else parse_squares("a1 d5") ^ BOARD
        assert desk.bench.current_mask == expected, operation


def test_every_form_is_listed_and_copied(desk: BenchOverPosition, qtbot: QtBot) -> None:
    desk.bench.field.text.setPlainText("d5 f5")
    assert list(desk.bench.forms.rows) == list(Notation)
    label, button = desk.bench.forms.rows[Notation.RUST]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == label.full_text
    assert int(label.full_text.replace("_", "").removesuffix("u64"), 0) == parse_squares("d5 f5")


def test_the_mask_leaves_the_board_with_the_bench_and_comes_back_when_it_opens_again(desk: BenchOverPosition) -> None:
    desk.bench.field.text.setPlainText("d5")
    assert desk.exhibits()
    desk.bench.on_board.click()
    assert not desk.exhibits()
    desk.bench.on_board.click()
    assert desk.exhibits()
    desk.bench.close()
    assert not desk.exhibits()
    desk.bench.show()
    desk.bench.field.text.setPlainText("d4")
    assert desk.bench.on_board.isChecked() and desk.exhibits()
    desk.bench.close()
    assert not desk.exhibits()
    desk.bench.show()
    QApplication.processEvents()
    assert desk.bench.on_board.isChecked()
    assert desk.exhibits()["Given mask"] == parse_squares("d4")


def test_a_bench_opened_while_another_window_s_layer_is_looked_at_compares_with_a_lasting_one(
    desk: BenchOverPosition, qtbot: QtBot
) -> None:
    desk.bench.close()
    other = temporary_layers()
    desk.other_window.show(other)
    desk.layers.set_current(other[0].identifier)
    bench = BenchPage(desk.document, desk.layers)
    qtbot.addWidget(bench)
    bench.show()
    desk.document.clear()
    assert bench.layer_choice.findText(other[0].title) < 0
    bench.field.text.setPlainText("d5")
    assert bench.comparison.text().startswith("Differs from")
    bench.close()


def test_a_title_or_a_text_is_shown_as_it_is_written(desk: BenchOverPosition) -> None:
    desk.bench.field.text.setPlainText("<h1>d4</h1>")
    assert "<h1>" in desk.bench.field.message.text()
    desk.layers.user_layers.set_kept(UserLayers([UserLayer("mine", "Holes <b>now</b>", "own")]))
    desk.choose_layer("Holes <b>now</b>")
    assert "<b>" in desk.bench.comparison.text()
    for label in (desk.bench.field.message, desk.bench.comparison):
        assert label.textFormat() == Qt.TextFormat.PlainText


def test_a_text_that_cannot_be_read_is_explained_and_the_last_mask_stays(desk: BenchOverPosition) -> None:
    before = desk.bench.comparison.text()
    desk.bench.field.text.setPlainText("nothing")
    desk.document.position_changed.emit()
    assert desk.bench.comparison.text() == before
    desk.bench.field.text.setPlainText("d5")
    desk.bench.field.text.setPlainText("nothing")
    assert desk.bench.comparison.text().startswith("Differs from")
    desk.bench.field.text.setPlainText("e4")
    desk.bench.field.text.setPlainText("e9")
    assert desk.bench.current_mask == parse_squares("e4")
    assert desk.bench.field.message.text().startswith("Column ")
    assert desk.bench.field.message.foregroundRole() is QPalette.ColorRole.BrightText


def test_the_picture_of_a_mapping_says_where_the_bits_lie(qtbot: QtBot) -> None:
    picture = MappingPicture()
    qtbot.addWidget(picture)
    looks = set()
    for mapping in MAPPINGS.values():
        picture.set_mapping(mapping)
        assert picture.toolTip() == mapping.title
        looks.add(bytes(picture.grab().toImage().constBits()))
    assert len(looks) == len(MAPPINGS)


def test_the_bench_fits_the_reading_column_and_scrolls_up_and_down_alone(desk: BenchOverPosition) -> None:
    desk.bench.field.text.setPlainText("d4")
    for width in (340, 640):
        desk.bench.resize(width, 500)
        QApplication.processEvents()
        room = desk.bench.viewport().width()
        assert desk.bench.body.width() == room <= width
        for part in (desk.bench.editor, desk.bench.picture, desk.bench.forms, *desk.bench.operations.values()):
            assert part.mapTo(desk.bench.body, part.rect().topRight()).x() < room, part
        for part in desk.bench.operations.values():
            assert part.width() >= part.sizeHint().width()


def test_without_a_mask_the_layer_s_squares_are_counted_and_ways_to_one_offered(desk: BenchOverPosition) -> None:
    assert desk.bench.comparison.text() == "Attacks of White: 2 squares."
    desk.bench.field.text.setPlainText("0x0")
    assert desk.bench.comparison.text() == "Differs from Attacks of White.\nMissing: d5 f5"
    desk.bench.field.text.setPlainText("d5 f5")
    assert desk.bench.field.message.text() == "2 squares"
    desk.bench.field.text.setPlainText("0x1")
    assert desk.bench.field.message.text() == "Hexadecimal, LERF: 1 square"
    bench = desk.bench
    bench.field.text.clear()
    assert not bench.forms.isVisible() and not bench.comparison.isVisible()
    assert [name for name, button in bench.operations.items() if button.isVisible()] == ["layer"]
    desk.choose_layer("Passed pawns")
    bench.operations["layer"].click()
    assert bench.forms.isVisible() and bench.comparison.isVisible()
    assert all(button.isVisible() for button in bench.operations.values())


def test_a_text_far_too_long_is_not_pasted_and_a_number_far_too_large_is_refused(desk: BenchOverPosition) -> None:
    desk.bench.set_mask(1)
    QGuiApplication.clipboard().setText("9" * 1_000_000)
    desk.bench.field.text.selectAll()
    desk.bench.field.text.paste()
    assert desk.bench.field.message.text() == "Not inserted: at most 4,096 characters; this text has 1,000,000."
    assert desk.bench.current_mask == 1
    desk.bench.field.text.setPlainText("9" * 5000)
    assert "at most 4096 characters" in desk.bench.field.message.text()
    QGuiApplication.clipboard().setText("9" * 4096)
    desk.bench.field.text.selectAll()
    desk.bench.field.text.paste()
    assert "does not fit 64 bits" in desk.bench.field.message.text()
    QGuiApplication.clipboard().clear()
