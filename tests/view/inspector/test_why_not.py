"""The question why a pawn does not carry a label, on the page of the square."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square, parse_squares
from tests.view.hands import settle
from tests.view.inspector.reader import BACKWARD, Reader
from tests.view.program import send_leave


def test_the_list_of_questions_has_what_the_pawn_is_not_with_everyday_labels_first(reader: Reader) -> None:
    reader.click("f5")
    field = reader.page.why_not
    items = [field.itemText(place) for place in range(field.count())]
    assert items[0] == "Passed (wiki)"
    assert "Isolated" not in items
    assert "Rammed" not in items
    assert "" in items, "a line between the labels of every day and the others"
    assert items.index("Backward") < items.index("") < items.index("Faker (wiki)")
    place = items.index("Doubled (wiki)")
    field.setCurrentIndex(place)
    field.activated.emit(place)
    assert reader.page.answer.texts == ["Not doubled (wiki): no white pawn shares the f-file with f5."]


def test_a_question_stays_in_its_place_while_the_pawn_changes(reader: Reader) -> None:
    reader.click("f5")
    field = reader.page.why_not
    place = field.mapTo(reader.page, QPoint())
    position = reader.program.document.position
    reasons = set()
    for pawn in ("h5", "g7", "d5", "f6", "b3"):
        if position.piece_at(parse_square(pawn)) in ("P", "p"):
            reader.click(pawn)
            assert field.mapTo(reader.page, QPoint()) == place
            reasons.add(reader.reasons.height())
    assert len(reasons) > 1, "they have more and fewer reasons"
    reader.click("f5")
    row = field.findText("Passed (wiki)")
    field.setCurrentIndex(row)
    field.activated.emit(row)
    assert reader.page.answer.texts[0].startswith("Not passed (wiki): the black pawns")
    reader.click("h5")
    assert "h6" in reader.page.answer.texts[0]
    assert field.currentText() == "Passed (wiki)"
    reader.program.document.set_fen("4k3/8/8/5P2/8/8/8/4K3 w - - 0 1")
    reader.click("f5")
    assert reader.page.answer.texts[0].startswith("Passed (wiki): no black pawn stands")


def test_called_from_the_menu_the_question_waits_for_a_click_on_a_pawn(reader: Reader) -> None:
    reader.program.board.preferences.tool.value = "Q"
    send_leave(reader.program.board)
    reader.program.action("why_not").trigger()
    assert reader.program.status_message().startswith("Click the pawn")
    reader.click("a1")
    assert reader.program.status_message().startswith("Click the pawn")
    assert reader.program.focus_widget() is not reader.page.why_not
    reader.click("f5")
    assert reader.program.focus_widget() is reader.page.why_not
    assert reader.program.board.state.pinned == parse_square("f5")
    assert not reader.program.status_message()
    assert reader.program.pieces == BACKWARD.split()[0], "nothing was placed"
    reader.program.window.setFocus()
    reader.click("h5")
    assert reader.program.focus_widget() is not reader.page.why_not, "it is asked once"


def test_escape_and_an_edit_end_the_wait_for_a_pawn(reader: Reader) -> None:
    panel = reader.program.layers_page
    for end in ("escape", "edit", "message"):
        send_leave(reader.program.board)
        reader.look_at("a1")
        panel.focus_search()
        reader.program.action("why_not").trigger()
        if end == "escape":
            reader.program.board.setFocus()
            reader.program.press(Qt.Key.Key_Escape)
            assert panel.isVisible(), "the page stays"
        elif end == "edit":
            reader.program.document.switch_side_to_move()
        else:
            reader.program.press_keys("Ctrl+Shift+C")
        assert not reader.program.status_message().startswith("Click")
        reader.click("f5")
        assert reader.program.focus_widget() is not reader.page.why_not
        reader.click("f5")


def test_the_field_of_the_question_has_a_ring_and_its_pinned_square_is_named_over_another(reader: Reader) -> None:
    reader.click("f5")
    field = reader.page.why_not
    plain = field.grab().toImage()
    reader.program.press_keys("Ctrl+Shift+W")
    settle()
    accent = field.palette().accent().color()
    image = field.grab().toImage()
    assert image.pixelColor(1, field.height() // 2) == accent != plain.pixelColor(1, field.height() // 2)
    reader.program.press_keys("Ctrl+B")
    settle()
    assert field.grab().toImage().pixelColor(1, field.height() // 2) != accent
    reader.click("f5")
    reader.program.board.setFocus(Qt.FocusReason.MouseFocusReason)
    reader.program.press_keys("Ctrl+Shift+W")
    assert "pinned" not in reader.program.status_message(), "the pinned square is the one pointed at"
    reader.program.board.setFocus(Qt.FocusReason.MouseFocusReason)
    reader.look_at("h6")
    reader.program.press_keys("Ctrl+Shift+W")
    assert reader.program.status_message() == "Why not is asked of the pinned f5; Escape releases it"
    assert reader.program.board.state.pinned == parse_square("f5")


def test_why_a_pawn_does_not_carry_a_label_is_asked_by_typing_a_part_of_its_name(reader: Reader, qtbot: QtBot) -> None:
    reader.look_at("f5")
    reader.program.press_keys("Ctrl+Shift+W")
    settle()
    assert reader.program.board.state.pinned == parse_square("f5")
    field = reader.page.why_not
    assert reader.program.focus_widget() is field
    QTest.keyClicks(field, "unram")
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle()
    assert reader.page.answer.texts == ["Not backward (unrammed): a black pawn stands right in front of it on f6."]
    assert reader.spotlight() == parse_squares("f5 f6")
    # Without a desktop, the closed list of completions stays active.
    reader.program.window.activateWindow()
    qtbot.waitUntil(reader.program.window.isActiveWindow)
    reader.program.board.setFocus(Qt.FocusReason.MouseFocusReason)
    assert reader.spotlight() is None


def test_words_that_are_no_label_are_not_answered(reader: Reader) -> None:
    reader.look_at("f5")
    reader.program.press_keys("Ctrl+Shift+W")
    field = reader.page.why_not
    QTest.keyClicks(field, "zzz")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert not reader.page.answer.isVisible()
