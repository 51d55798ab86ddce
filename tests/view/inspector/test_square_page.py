"""The inspector's page of a square: a pawn's labels with their reasons, facts of squares and pawns, and the pin."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent, QImage, QResizeEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QTableView, QToolButton, QToolTip, QWidget

from pawnviz.core.board.bitboard import parse_square, parse_squares
from pawnviz.core.explain.reasons import pawn_labels, pawn_reasons
from pawnviz.core.explain.structures import STRUCTURES
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.override import override
from pawnviz.view.inspector.inspector import Inspector
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.inspector.short_labels import ShortLabels
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.page import Page
from tests.view.hands import Hand
from tests.view.program import RunningProgram, send_leave

BACKWARD = "8/6p1/5p1p/5P1P/8/8/8/8 w - - 0 1"
"""The white pawns f5 and h5 are backward by the wiki's formula, yet rammed."""

SICILIAN = "r1bqkb1r/1p3ppp/p1nppn2/8/3NP3/2N1B3/PPP2PPP/R2QKB1R w KQkq - 0 8"


class Reader:
    """The program with the inspector's page of the square in view, and what is read there."""

    def __init__(self, program: RunningProgram) -> None:
        self.program = program
        self.inspector: Inspector = program.window.docks.panels.inspector
        self.inspector.show_square()
        self.page = next(
            page for page in self.inspector.findChildren(Page) if page.accessibleName() == "Square pointed at"
        )
        self.settle()

    def settle(self) -> None:
        for _ in range(4):
            QApplication.processEvents()

    def look_at(self, square: str) -> None:
        self.program.hand.move(self.program.at(parse_square(square)))
        self.settle()

    def click(self, square: str) -> None:
        self.program.hand.click(self.program.at(parse_square(square)))
        self.settle()

    @property
    def reasons(self) -> SentenceList:
        found = self.page.findChild(SentenceList)
        assert isinstance(found, SentenceList)
        return found

    def sentences(self) -> list[str]:
        return self.reasons.texts if self.reasons.isVisible() else []

    def place_of(self, begin: str) -> QPoint:
        """Return where the sentence that begins so is in the list of reasons."""
        number = next(number for number, text in enumerate(self.sentences()) if text.startswith(begin))
        rect = self.reasons.sentence_rect(number)
        return QPoint(8, rect.top() + 7)

    @property
    def short(self) -> ShortLabels:
        found = self.page.findChild(ShortLabels)
        assert isinstance(found, ShortLabels)
        return found

    def seen(self) -> list[str]:
        return [label.text() for label in self.page.findChildren(QLabel) if label.isVisible() and label.text()]

    def pin_button(self) -> QToolButton:
        found = [button for button in self.page.findChildren(QToolButton) if button.accessibleName() == "Pinned"]
        assert len(found) == 1
        return found[0]

    def is_in_view(self, widget: QWidget, top: int = 0) -> bool:
        """Return whether a widget is seen from this height of it on."""
        place = widget.mapTo(self.page.viewport(), QPoint(0, top)).y()
        return 0 <= place < self.page.viewport().height()


def spotlight(reader: Reader) -> int | None:
    return reader.program.board.state.spotlight


@pytest.fixture
def reader(open_program: Callable[..., RunningProgram]) -> Reader:
    return Reader(open_program(BACKWARD))


# A pawn's labels and why


def test_a_pawn_that_is_pointed_at_shows_each_label_and_why(reader: Reader) -> None:
    reader.look_at("f5")
    side = reader.program.document.position.sides()[0]
    assert reader.sentences() == [reason.text for reason in pawn_reasons(side, parse_square("f5"))]
    assert (
        "Backward (wiki): no white pawn stands beside or behind f5 on the e- or g-file to guard f6, "
        "and the black pawn g7 attacks f6." in reader.sentences()
    )
    assert "Not backward (unrammed): a black pawn stands on its stop f6." in reader.sentences()
    assert "f5, white pawn: its labels and why" in reader.seen()
    reader.look_at("g7")
    assert any(text.startswith("Backward (unrammed): ") for text in reader.sentences())


def test_a_square_without_a_pawn_has_no_labels(reader: Reader) -> None:
    reader.look_at("f5")
    reader.look_at("a1")
    assert reader.sentences() == []
    assert reader.short.accessibleName() == "Labels: none"
    send_leave(reader.program.board)
    reader.settle()
    assert reader.sentences() == []


def test_labels_follow_an_edit_at_once(reader: Reader) -> None:
    reader.look_at("f5")
    reader.program.document.place(parse_square("e4"), "P")
    reader.settle()
    assert "Not backward (wiki): f6 is in the front attack span of the white pawn e4." not in reader.sentences()
    assert not any(text.startswith("Backward (wiki)") for text in reader.sentences())
    assert "Defended: the white pawn e4 guards f5." in reader.sentences()


def test_the_labels_are_named_in_short_below_the_title(reader: Reader) -> None:
    reader.look_at("f5")
    labels = [reason.label for reason in pawn_labels(reader.program.document.position.sides()[0], parse_square("f5"))]
    assert reader.short.accessibleName() == f"Labels: {', '.join(labels)}"
    assert reader.short.height() <= 3 * reader.short.fontMetrics().lineSpacing()
    for label in labels[:3]:
        assert label in reader.short.text()


def test_labels_that_do_not_fit_are_counted(reader: Reader) -> None:
    reader.program.document.set_fen(SICILIAN)
    reader.look_at("e6")
    short = ShortLabels()
    reasons = pawn_labels(reader.program.document.position.sides()[1], parse_square("e6"))
    short.resize(160, 40)
    short.show_labels(reasons)
    shown = [reason for reason in reasons if reason.label in short.text()]
    assert 0 < len(shown) < len(reasons)
    assert f"+{len(reasons) - len(shown)}" in short.text()
    short.resize(2000, 40)
    short.show_labels(())
    short.show_labels(reasons)
    assert "+" not in short.text()


def test_a_tool_tip_explains_the_label_and_the_terms_in_plain_words(reader: Reader) -> None:
    reader.look_at("f5")
    place = reader.place_of("Not backward (unrammed)")
    event = QHelpEvent(QEvent.Type.ToolTip, place, reader.reasons.mapToGlobal(place))
    QApplication.sendEvent(reader.reasons, event)
    assert "none stands there" in QToolTip.text()
    assert "the square right in front of a pawn" in QToolTip.text()
    QToolTip.hideText()


def test_pointing_at_a_sentence_shows_its_pawns_on_the_board(reader: Reader) -> None:
    reader.click("f5")
    board = reader.program.board
    before = board.grab().toImage()
    Hand(reader.reasons).move(reader.place_of("Not backward (unrammed)"))
    Hand(reader.reasons).move(reader.place_of("Backward (wiki)"))
    assert spotlight(reader) == parse_squares("f5 g7")
    assert board.grab().toImage() != before
    send_leave(reader.reasons)
    assert spotlight(reader) is None
    assert board.grab().toImage() == before


@pytest.mark.parametrize("where", ["short", "sentence"])
def test_a_label_leads_to_its_layer_by_mouse_and_by_key(reader: Reader, where: str) -> None:
    reader.click("f5")
    label: QWidget = reader.short if where == "short" else reader.reasons
    identifier = pawn_labels(reader.program.document.position.sides()[0], parse_square("f5"))[0].identifier
    QTest.mouseClick(label, Qt.MouseButton.LeftButton, pos=QPoint(8, 7))
    assert reader.program.layers.current == identifier
    assert not reader.page.isVisible()
    reader.program.layers.set_current("pawns")
    reader.inspector.show_square()
    reader.settle()
    label.setFocus(Qt.FocusReason.TabFocusReason)
    if where == "short":
        QTest.keyClick(label, Qt.Key.Key_Tab)
    QTest.keyClick(label, Qt.Key.Key_Return)
    assert reader.program.layers.current == identifier


# The pin


def test_a_pinned_square_stays_while_the_current_square_changes(reader: Reader) -> None:
    reader.click("f5")
    sentences = reader.sentences()
    for square in ("a1", "g7", "h5"):
        reader.look_at(square)
        assert reader.sentences() == sentences
        assert "f5" in reader.seen()
    assert reader.pin_button().isVisible()
    reader.program.press(Qt.Key.Key_Escape)
    reader.settle()
    assert "h5" in reader.seen()
    assert not reader.pin_button().isVisible()


def test_the_button_releases_the_pin(reader: Reader) -> None:
    reader.click("f5")
    reader.look_at("a1")
    QTest.mouseClick(reader.pin_button(), Qt.MouseButton.LeftButton)
    reader.settle()
    assert reader.program.board.state.pinned is None
    assert "a1" in reader.seen()


def test_a_pinned_pawn_brings_its_reasons_into_view_and_the_release_the_title(reader: Reader) -> None:
    reader.program.layers.apply_preset(["front_spans", "attacks", "safe_squares", "holes", "stops", "telestops"])
    reader.look_at("f5")
    title = next(label for label in reader.page.findChildren(QLabel) if label.text() == "f5")
    assert reader.is_in_view(title)
    assert not reader.is_in_view(reader.reasons)
    reader.click("f5")
    assert reader.is_in_view(reader.reasons)
    assert reader.is_in_view(reader.reasons, reader.reasons.sentence_rect(2).bottom())
    reader.program.press(Qt.Key.Key_Escape)
    reader.settle()
    assert reader.is_in_view(title)


def test_a_pinned_square_without_a_pawn_scrolls_nothing(reader: Reader) -> None:
    reader.click("a1")
    assert reader.page.verticalScrollBar().value() == 0
    assert "a1" in reader.seen()


def test_an_edit_on_the_pinned_square_is_read_there(reader: Reader) -> None:
    reader.click("f5")
    reader.program.document.remove(parse_square("f5"))
    reader.settle()
    assert reader.sentences() == []
    assert "empty" in reader.seen()


# Facts


def test_the_square_s_facts_are_named_for_each_side(reader: Reader) -> None:
    reader.look_at("g6")
    names = {label.accessibleName() for label in reader.page.findChildren(QLabel) if label.isVisible()}
    assert "Guarded by, White: f5 h5" in names
    assert "Ever guarded by, Black: none" in names
    assert "In rear span of, White: none" in names
    assert "Safe, White: yes" in names
    assert "Hole, White: no" in names
    assert "Safe, Black: no" in names
    safe = next(label for label in reader.page.findChildren(QLabel) if label.accessibleName() == "Safe, Black: no")
    assert "the white pawns f5 and h5 attack g6" in safe.toolTip()


def test_the_pawn_s_facts_are_named(reader: Reader) -> None:
    reader.look_at("g7")
    names = {label.accessibleName() for label in reader.page.findChildren(QLabel) if label.isVisible()}
    assert "To promotion: 5 moves, on g1" in names
    assert "Helpers: none" in names
    assert "Sentries: f5 h5" in names


def test_no_text_of_the_page_is_cut_in_a_dock_of_300_pixels(reader: Reader) -> None:
    for fen in (BACKWARD, SICILIAN, "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1"):
        reader.program.document.set_fen(fen)
        for square in ("f5", "g7", "d6", "c2"):
            reader.look_at(square)
            assert reader.page.body.width() <= reader.page.viewport().width()
            rects = [reader.reasons.sentence_rect(number) for number in range(len(reader.sentences()))]
            assert all(reader.reasons.rect().contains(rect) for rect in rects)
            for label in reader.page.findChildren(ElidedLabel):
                if label.isVisible():
                    assert "…" not in label.text(), label.toolTip()


def test_a_pawn_that_appears_moves_nothing_that_is_above_it(reader: Reader) -> None:
    reader.look_at("f5")
    reader.look_at("a1")
    table = reader.page.findChild(QTableView)
    assert isinstance(table, QTableView)
    sizes = Sizes(table, *(label for label in reader.page.findChildren(ElidedLabel) if label.isVisible()))
    reader.look_at("f5")
    assert reader.sentences()
    assert sizes.changed == []


class Sizes(QObject):
    """Notes each size that widgets are given."""

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self.changed: list[tuple[str, QSize]] = []
        for widget in widgets:
            widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QWidget) and isinstance(event, QResizeEvent):
            self.changed.append((watched.accessibleName(), event.size()))
        return False


# Structures


def test_named_structures_on_the_board_are_listed_with_their_rule(open_program: Callable[..., RunningProgram]) -> None:
    program = open_program("8/1p3ppp/8/p7/P7/8/1P3PPP/8 w - - 0 1")
    inspector = program.window.docks.panels.inspector
    inspector.show_numbers()
    for _ in range(4):
        QApplication.processEvents()
    found = inspector.findChildren(SentenceList)[-1]
    symmetrical = STRUCTURES["symmetrical"]
    plans = [f"{side}'s plans: {text}" for side, text in zip(("White", "Black"), symmetrical.plans, strict=True)]
    assert found.texts == [f"Symmetrical: {symmetrical.rule.words}", *plans]
    program.document.set_fen("8/pp3ppp/4p3/8/3P4/8/PP3PPP/8 w - - 0 1")
    for _ in range(4):
        QApplication.processEvents()
    titles = [text.partition(":")[0] for text in found.texts]
    assert titles == ["Isolated queen's pawn of White", "White's plans", "Black's plans"]
    Hand(found).move(QPoint(30, 4))
    Hand(found).move(QPoint(20, 5))
    assert program.board.state.spotlight == parse_squares("d4")
    send_leave(found)
    program.document.clear()
    for _ in range(4):
        QApplication.processEvents()
    assert found.texts == []
    assert found.accessibleName() == "None of the named structures is on the board."
    assert found.rect().contains(found.sentence_rect(0)), "what is said where there is none has two lines"


def test_keys_go_from_sentence_to_sentence(reader: Reader) -> None:
    reader.click("f5")
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
    side = reader.program.document.position.sides()[0]
    assert reader.program.layers.current == pawn_reasons(side, parse_square("f5"))[-2].identifier


def test_only_the_title_of_a_sentence_is_a_link(reader: Reader) -> None:
    reader.click("f5")
    place = reader.place_of("Backward (wiki)")
    far = QPoint(reader.reasons.width() - 10, place.y())
    current = reader.program.layers.current
    Hand(reader.reasons).move(far)
    QTest.mouseClick(reader.reasons, Qt.MouseButton.LeftButton, pos=far)
    assert reader.program.layers.current == current
    assert reader.reasons.cursor().shape() == Qt.CursorShape.ArrowCursor
    Hand(reader.reasons).move(place)
    assert reader.reasons.cursor().shape() == Qt.CursorShape.PointingHandCursor


def test_the_title_of_a_layer_is_followed_while_it_is_written(open_program: Callable[..., RunningProgram]) -> None:
    reader = Reader(open_program(BACKWARD))
    layers = reader.program.layers
    layers.own.set_draft(UserLayer("", "First", "own"))
    reader.settle()
    table = reader.page.findChild(QTableView)
    assert isinstance(table, QTableView)
    before = on_screen(table)
    layers.own.set_draft(UserLayer("", "Another", "own"))
    reader.settle()
    assert on_screen(table) != before


def on_screen(widget: QWidget) -> QImage:
    """Return what is seen of a widget, without painting it anew."""
    window = widget.window()
    return (
        window.screen().grabWindow(window.winId()).copy(QRect(widget.mapTo(window, QPoint()), widget.size())).toImage()
    )
