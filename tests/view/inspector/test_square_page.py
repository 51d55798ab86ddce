"""The page of a square: a pawn's labels with their reasons, facts of squares and pawns, and the pin."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolTip
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square, parse_squares
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.view.inspector.sentences import SentenceList
from pawnviz.view.navigator import NARROWEST
from tests.view.hands import Hand, on_screen, settle
from tests.view.inspector.reader import BACKWARD, SICILIAN, Reader
from tests.view.program import OpenProgram, send_leave


def test_a_pawn_shows_what_matters_first_and_why_by_a_click_the_pointer_or_the_cursor(reader: Reader) -> None:
    reader.look_at("f5")
    assert reader.headline() == "An isolated pawn on a closed file, blocked by the pawn on f6."
    assert [text.partition(":")[0] for text in reader.sentences()] == ["Isolated", "Rammed"]
    assert not (reader.page.why_not.isVisible() or reader.page.more_button.isVisible())
    assert reader.page.hint.isVisible()
    reader.click("f5")
    assert reader.page.why_not.isVisible()
    assert not reader.page.hint.isVisible()
    assert reader.headline() == "An isolated pawn on a closed file, blocked by the pawn on f6."
    assert reader.sentences() == [
        "Isolated: no white pawn stands on the e- or g-file, beside the f-file.",
        "Rammed: a black pawn stands right in front of it on f6.",
    ]
    reader.click("g7")
    assert (
        reader.headline() == "A backward pawn on a half-open file, may strike at f5 and h5 from g6, but would be lost."
    )
    assert reader.sentences()[0].startswith("Backward (by all definitions): no black pawn stands beside or behind g7")
    reader.click("g7")
    reader.look_at("a1")
    reader.program.board.state.show_cursor(parse_square("g7"))
    settle()
    assert reader.sentences()[0].startswith("Backward")


@pytest.mark.slow
def test_more_labels_and_geometry_are_folded_and_stay_as_they_are_left(reader: Reader) -> None:
    reader.click("f5")
    ranked = reader.ranked("f5")
    assert not reader.page.more.isVisible()
    assert not reader.page.geometry_lines.isVisible()
    reader.unfold("More labels")
    assert reader.page.more.texts == [
        *(line.sentence for line in ranked.more),
        *(reason.text for reason in ranked.denied),
    ]
    assert "Not backward (unrammed): a black pawn stands right in front of it on f6." in reader.page.more.texts
    muted = [block.sentence.whole for block in reader.page.more.blocks if block.sentence.muted]
    assert muted == [reason.text for reason in ranked.denied], "denials are muted"
    reader.unfold("Geometry")
    lines = [line.sentence for line in ranked.geometry]
    assert reader.page.geometry_lines.texts[: len(lines)] == lines
    reader.click("g7")
    assert reader.page.more.isVisible()
    reader.unfold("More labels")
    reader.unfold("Geometry")
    assert not (reader.page.more.isVisible() or reader.page.geometry_lines.isVisible())


def test_a_square_without_a_pawn_says_what_it_is_and_no_square_what_to_do(reader: Reader) -> None:
    reader.look_at("g6")
    guards = "White's pawns guard it twice, Black's never"
    assert reader.headline() == f"{guards}; an outpost for White; a hole in Black's camp; a break square for Black."
    reader.look_at("a1")
    assert reader.headline() == "No pawn guards it; safe for both sides."
    assert reader.sentences() == []
    send_leave(reader.program.board)
    settle()
    assert (reader.headline(), reader.facts()) == ("", {})
    hint = reader.page.findChild(SentenceList)
    assert isinstance(hint, SentenceList)
    assert hint.isVisible()
    assert hint.accessibleName() == "Click a pawn or any other square, and this page says what it is for each side."


def test_labels_are_those_after_an_edit_and_a_tool_tip_explains_them_in_plain_words(reader: Reader) -> None:
    reader.click("f5")
    place = reader.place_of("Rammed")
    event = QHelpEvent(QEvent.Type.ToolTip, place, reader.reasons.mapToGlobal(place))
    QApplication.sendEvent(reader.reasons, event)
    assert "neither of the two can step" in QToolTip.text()
    assert "with an enemy pawn right in front" in QToolTip.text()
    QToolTip.hideText()
    reader.program.document.place(parse_square("e4"), "P")
    settle()
    assert reader.headline() == "A wedge that fixes f6, guarded by e4."
    assert not any(text.startswith(("Backward", "Isolated")) for text in reader.sentences())
    assert reader.sentences() == ["Rammed: a black pawn stands right in front of it on f6."]


def test_a_click_on_a_pawn_turns_to_its_page_and_pointing_does_not(reader: Reader, qtbot: QtBot) -> None:
    navigator = reader.program.window.navigator
    navigator.back()
    reader.look_at("g7")
    assert not reader.page.isVisible()
    reader.click("f5")
    qtbot.waitUntil(reader.page.isVisible)
    assert reader.sentences()
    reader.program.press(Qt.Key.Key_Escape)
    assert navigator.current == "position"
    navigator.show("layers")
    reader.click("f5")
    assert navigator.current == "layers", "another page stays"


def test_a_pinned_square_stays_with_its_reasons_in_view_until_the_button_or_escape_releases_it(reader: Reader) -> None:
    reader.click("f5")
    sentences = reader.sentences()
    for square in ("a1", "g7", "h5"):
        reader.look_at(square)
        assert reader.sentences() == sentences
        assert "f5" in reader.seen()
    assert reader.pin_button().isVisible()
    reader.program.press(Qt.Key.Key_Escape)
    settle()
    assert "h5" in reader.seen()
    assert not reader.pin_button().isVisible()
    reader.click("f5")
    reader.look_at("a1")
    QTest.mouseClick(reader.pin_button(), Qt.MouseButton.LeftButton)
    settle()
    assert reader.program.board.state.pinned is None
    assert "a1" in reader.seen()
    reader.program.layers.apply_preset(["front_spans", "attacks", "safe_squares", "holes", "stops", "telestops"])
    reader.click("f5")
    title = next(label for label in reader.page.findChildren(QLabel) if label.text() == "f5")
    assert reader.is_in_view(title)
    assert reader.is_in_view(reader.reasons, reader.reasons.sentence_rect(1).bottom())
    bar = reader.page.verticalScrollBar()
    bar.setValue(bar.maximum())
    reader.click("g7")
    assert bar.value() == 0


# Facts


def test_a_sentence_says_for_which_side_a_fact_holds_and_the_board_shows_its_pawns(reader: Reader) -> None:
    reader.program.layers.apply_preset(["attacks", "passed_pawns"])
    reader.look_at("g6")
    assert reader.facts() == {
        "Guarded by": "White f5 h5.",
        "Ever guarded by": "White f5 h5.",
        "In front span of": "Black g7.",
        "Safe": "for White.",
        "Hole": "for Black.",
        "Outpost (wiki)": "for White.",
        "Outpost (Stockfish)": "for White.",
        "Attacks": "of White.",
    }
    assert "the white pawns f5 and h5 attack g6" in reader.page.facts.blocks[3].sentence.tip
    place = reader.page.facts.sentence_rect(0).topLeft() + QPoint(8, 7)
    reader.program.board.state.set_pinned(parse_square("g6"))
    settle()
    Hand(reader.page.facts).move(place)
    assert reader.spotlight() == parse_squares("f5 h5 g6")


@pytest.mark.slow
def test_no_text_of_the_page_is_cut_in_the_narrowest_column(reader: Reader) -> None:
    reader.page.setFixedWidth(NARROWEST)
    reader.click("f5")
    reader.unfold("More labels")
    reader.unfold("Geometry")
    for fen in (BACKWARD, SICILIAN, "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1"):
        reader.program.document.set_fen(fen)
        for square in ("f5", "g7", "d6", "c2"):
            reader.click(square)
            assert reader.page.body.width() <= reader.page.viewport().width()
            rects = [reader.reasons.sentence_rect(number) for number in range(len(reader.sentences()))]
            assert all(reader.reasons.rect().contains(rect) for rect in rects)


def test_keys_go_from_sentence_to_sentence(reader: Reader) -> None:
    reader.click("g7")
    reasons = reader.reasons
    reasons.setFocus(Qt.FocusReason.TabFocusReason)
    before = reasons.grab().toImage()
    QTest.keyClick(reasons, Qt.Key.Key_Down)
    assert reasons.accessibleDescription() == reader.sentences()[1]
    assert reasons.grab().toImage() != before
    for _ in range(40):
        QTest.keyClick(reasons, Qt.Key.Key_Down)
    assert reasons.accessibleDescription() == reader.sentences()[-1]
    assert reader.is_in_view(reasons, reasons.sentence_rect(len(reader.sentences()) - 1).center().y())
    QTest.keyClick(reasons, Qt.Key.Key_Up)
    QTest.keyClick(reasons, Qt.Key.Key_Return)
    assert reader.program.layers.current == reader.ranked("g7").first[-2].identifier


def test_a_sentence_shows_its_pawns_and_its_title_alone_leads_to_the_layer_by_mouse_and_key(reader: Reader) -> None:
    reader.click("f5")
    place = reader.place_of("Isolated")
    far = QPoint(reader.reasons.width() - 10, place.y())
    current = reader.program.layers.current
    Hand(reader.reasons).move(far)
    QTest.mouseClick(reader.reasons, Qt.MouseButton.LeftButton, pos=far)
    assert reader.program.layers.current == current
    assert reader.reasons.cursor().shape() == Qt.CursorShape.ArrowCursor
    Hand(reader.reasons).move(place)
    assert reader.reasons.cursor().shape() == Qt.CursorShape.PointingHandCursor
    QTest.mouseClick(reader.reasons, Qt.MouseButton.LeftButton, pos=QPoint(8, 7))
    assert reader.program.layers.current == "isolated_pawns"
    assert not reader.page.isVisible()
    reader.program.layers.set_current("pawns")
    reader.program.show_page("square")
    settle()
    reader.reasons.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(reader.reasons, Qt.Key.Key_Return)
    assert reader.program.layers.current == "isolated_pawns"
    reader.program.show_page("square")
    settle()
    reader.click("g7")
    board = reader.program.board
    before = board.grab().toImage()
    Hand(reader.reasons).move(reader.place_of("Weak"))
    Hand(reader.reasons).move(reader.place_of("Backward"))
    assert reader.spotlight() == parse_squares("g7 f5 h5")
    assert board.grab().toImage() != before
    send_leave(reader.reasons)
    assert reader.spotlight() is None
    assert board.grab().toImage() == before


def test_the_title_of_a_layer_is_followed_while_it_is_written(open_program: OpenProgram) -> None:
    reader = Reader(open_program(BACKWARD))
    layers = reader.program.layers
    layers.clear()
    reader.look_at("f5")
    layers.user_layers.set_draft(UserLayer("", "First", "own"))
    settle()
    before = on_screen(reader.page.facts)
    layers.user_layers.set_draft(UserLayer("", "Another", "own"))
    settle()
    assert on_screen(reader.page.facts) != before


def test_a_square_that_is_pinned_says_why_it_is_a_hole_or_an_outpost(reader: Reader) -> None:
    reader.program.document.set_fen("4k3/2p5/4p3/3n4/2P1P3/8/8/4K3 w - - 0 1")
    reader.click("d4")
    shown = [text for each in reader.page.findChildren(SentenceList) if each.isVisible() for text in each.texts]
    assert "Hole (White): d4 is on White's fourth rank, and no white pawn can ever guard d4 without capturing." in shown
    assert reader.headline() == "No pawn guards it; a hole in White's camp."
