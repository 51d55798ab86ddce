"""The page of the position: structure and sides in words, what is copied, and what the board shows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from pawnviz.core.board.bitboard import parse_squares
from pawnviz.core.explain.summary import summary_of
from pawnviz.view.board.small_boards import SkeletonLabel, skeleton_colors
from pawnviz.view.inspector.sentences import SentenceList
from pawnviz.view.widgets.buttons import CopyButton
from pawnviz.view.widgets.theme import theme_of
from tests.view.hands import Hand, settle
from tests.view.program import OpenProgram, RunningProgram, send_leave

ISOLATED = "4k1n1/pp3ppp/4p3/8/3P4/8/PP3PPP/4K1N1 w - - 0 1"


class Reader:
    """The program with the first page of the inspector, and what is read there."""

    def __init__(self, program: RunningProgram) -> None:
        self.program = program
        self.page = program.pages.position
        settle()

    @property
    def lists(self) -> list[SentenceList]:
        return [found for found in self.page.findChildren(SentenceList) if found.isVisible()]

    def texts(self) -> list[str]:
        return [text for found in self.lists for text in found.texts]

    def labels(self) -> list[str]:
        return [label.text() for label in self.page.findChildren(QLabel) if label.isVisible() and label.text()]

    def spotlight(self) -> int | None:
        return self.program.board.state.spotlight

    def list_with(self, text: str) -> tuple[SentenceList, QPoint]:
        for found in self.lists:
            for number, sentence in enumerate(found.texts):
                if sentence.startswith(text):
                    return found, QPoint(20, found.sentence_rect(number).top() + 7)
        raise AssertionError(f"{text} is not in {self.texts()}")


@pytest.fixture
def reader(open_program: OpenProgram) -> Reader:
    return Reader(open_program(ISOLATED))


def test_the_page_says_the_structure_and_a_sentence_for_each_side_of_the_present_position(reader: Reader) -> None:
    assert reader.page.isVisible()
    assert "Isolated queen's pawn of White" in reader.labels()
    texts = reader.texts()
    assert texts[0].startswith("White's isolated pawn on d4")
    assert {"Three islands, isolated pawn d4.", "Two islands."} <= set(texts)
    assert "Isolated: d4 (unopposed)" in texts
    reader.program.document.clear()
    settle()
    assert "No named structure" in reader.labels()
    assert reader.texts()[:2] == ["No pawns.", "No pawns."]


def test_a_picture_of_the_pawns_stands_beside_the_structure_and_turns_with_the_board(reader: Reader) -> None:
    label = reader.page.findChild(SkeletonLabel)
    assert isinstance(label, SkeletonLabel) and label.isVisible()
    plain = label.grab().toImage()
    white = skeleton_colors(theme_of(label)).white.name()
    # The pawn on a2 is in the second row from the bottom, at the left.
    assert plain.pixelColor(2, 32).name() == white
    reader.program.action("flip").trigger()
    assert label.grab().toImage().pixelColor(37, 7).name() == white
    reader.program.document.clear()
    settle()
    assert not label.isVisible()


def test_what_a_sentence_speaks_of_is_shown_on_the_board_by_mouse_and_by_key(reader: Reader) -> None:
    found, place = reader.list_with("Three islands")
    Hand(found).move(place + QPoint(1, 1))
    Hand(found).move(place)
    assert reader.spotlight() == parse_squares("d4")
    send_leave(found)
    assert reader.spotlight() is None
    features, _ = reader.list_with("Islands: 3")
    features.setFocus(Qt.FocusReason.TabFocusReason)
    assert reader.spotlight() == parse_squares("d4")
    QTest.keyClick(features, Qt.Key.Key_Down)
    assert reader.spotlight() == parse_squares("a2 b2 d4 f2 g2 h2")
    QTest.keyClick(features, Qt.Key.Key_Down)
    assert reader.spotlight() == parse_squares("d4")


def test_the_summary_is_copied_by_its_button_and_by_its_key(reader: Reader) -> None:
    text = summary_of(reader.program.document.position).text
    clipboard = QGuiApplication.clipboard()
    button = next(found for found in reader.page.findChildren(CopyButton))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert clipboard.text() == text
    assert reader.program.status_message() == "Copied summary in words of the position."
    clipboard.clear()
    reader.program.press_keys("Ctrl+Alt+W")
    assert clipboard.text() == text
    assert reader.program.status_message() == "Copied the position in words"


def test_nothing_is_cut_and_long_pages_scroll(reader: Reader) -> None:
    reader.program.document.set_fen("r7/p3k1r1/B1p2p1p/2p2n2/p7/2P2PP1/P6P/1R2R1K1 b - - 3 29")
    settle()
    assert reader.page.body.width() <= reader.page.viewport().width()
    for found in reader.lists:
        for number in range(len(found.texts)):
            assert found.rect().contains(found.sentence_rect(number))
    assert reader.page.verticalScrollBar().maximum() > 0


@pytest.mark.slow
def test_the_page_says_who_stands_better_first_and_blocked_plans_below_the_fold(open_program: OpenProgram) -> None:
    reader = Reader(open_program("2nr3k/p4rbp/1p1q2p1/3Ppp2/P7/1Q1PB1P1/2P2RBP/5R1K w - - 0 27"))
    assert reader.texts()[1] == "More speaks for White: the passed pawn on d5, the bishop pair, the move."
    reader = Reader(open_program("r1bqr1k1/pp2bppp/2p2nn1/2Np2B1/3P4/3BP3/PPQ1NPPP/1R3RK1 b - - 0 12"))
    blocked = "Blocked for Black: c5 frees the game"
    assert not any(text.startswith(blocked) for text in reader.texts())
    reader.page.rule_button.click()
    settle()
    assert any(text.startswith(blocked) for text in reader.texts())
