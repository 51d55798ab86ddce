"""Who wins a pawn ending, as the page of the position says it, by mouse and in the whole program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square, square_names
from pawnviz.view.engine import panel as engine_panel
from pawnviz.view.inspector.position_page import EndingSection, PositionPage
from pawnviz.view.inspector.sentences import SentenceList
from pawnviz.view.widgets.buttons import CopyButton
from tests.engines import quick_engine
from tests.view.hands import LEFT, settle
from tests.view.program import OpenProgram, RunningProgram

OPPOSITION = "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"
HARD = "8/p4p2/1p4pk/2p5/2P5/1P3KP1/P4P2/8 w - - 0 1"


class Page:
    """The page of the position of a running program, turned to with the mouse."""

    def __init__(self, qtbot: QtBot, program: RunningProgram) -> None:
        self.qtbot = qtbot
        self.program = program
        section = program.pages.position.findChild(EndingSection)
        assert isinstance(section, EndingSection)
        self.section = section
        settle()

    @property
    def sentences(self) -> SentenceList:
        found = self.section.findChild(SentenceList)
        assert isinstance(found, SentenceList)
        return found

    def texts(self) -> list[str]:
        return self.sentences.texts if self.section.isVisible() else []

    def read(self) -> list[str]:
        """Return the sentences once the solving has come to its end."""
        self.qtbot.waitUntil(lambda: not any(text.startswith("Solving") for text in self.texts()))
        return self.texts()

    def button(self, title: str) -> QPushButton:
        return next(each for each in self.section.findChildren(QPushButton) if each.text().startswith(title))

    def search(self) -> None:
        QTest.mouseClick(self.button("Search"), LEFT)
        settle()

    def point_at(self, text: str) -> str:
        """Move the mouse to a sentence and return the squares that the board shows for it."""
        middle = self.sentences.sentence_rect(self.texts().index(text)).center()
        QTest.mouseMove(self.sentences, middle - QPoint(1, 0))
        QTest.mouseMove(self.sentences, middle)
        return self.spotlight()

    def spotlight(self) -> str:
        return square_names(self.program.board.state.spotlight or 0)


@pytest.fixture
def open_page(qtbot: QtBot, open_program: OpenProgram) -> Callable[[str], Page]:
    return lambda fen: Page(qtbot, open_program(fen))


@pytest.mark.slow
def test_the_page_of_the_position_says_who_wins_until_the_game_is_over(open_page: Callable[[str], Page]) -> None:
    page = open_page(OPPOSITION)
    for fen, verdict in (
        (OPPOSITION, "White wins: proved."),
        ("8/k7/p7/7P/2K5/8/7p/8 b - - 0 1", "Black wins: proved."),
        ("7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "Draw: proved."),
    ):
        page.program.document.set_fen(fen)
        settle()
        assert page.read()[0] == verdict
    assert open_page("8/8/8/8/8/k7/p7/K7 b - - 0 1").read()
    assert open_page("8/8/8/8/8/k7/p7/K7 w - - 0 1").texts() == []


def test_a_sentence_on_a_king_shows_its_squares_on_the_board(open_page: Callable[[str], Page]) -> None:
    page = open_page(OPPOSITION)
    line = "1...Kf6 2.Kd5 Ke7 3.Ke5 Kf8 4.Kf6 Kg8 5.e4 Kh8 6.e5 Kg8 7.Ke7 Kh8 8.e6 Kg8 9.Ke8 Kh8 10.e7 Kg8 11.Kd8 Kh8"
    assert page.read() == [
        "White wins: proved.",
        f"Line: {line} 12.e8=Q+.",
        "With White to move: it would be a draw.",
        "Direct opposition: White has it; the kings stand on the e-file with 1 square between, and Black is to move.",
        "Key squares of e3: d5, e5, f5.",
        "Winning squares for the white king, Black to move: e4.",
        "Drawing squares for the white king, Black to move: 53.",
        "Drawing squares for the black king, Black to move: d6, f6, d7, e7, f7.",
        "Losing squares for the black king, Black to move: 50.",
    ]
    assert page.point_at("Winning squares for the white king, Black to move: e4.") == "e4"
    assert page.point_at("With White to move: it would be a draw.") == "e4 e6"
    assert page.point_at("White wins: proved.") == ""
    assert page.point_at("Key squares of e3: d5, e5, f5.") == "d5 e5 f5"


def test_the_race_is_counted_while_who_wins_is_not_known_yet(open_page: Callable[[str], Page]) -> None:
    page = open_page("8/8/8/1p5K/5Pp1/k7/8/8 w - - 0 51")
    race = (
        "Race, both only pushing: Black queens on move 3 (g4 to g1); White on move 4 with check (f4 to f8). "
        "The white king is in the square of g4 and may catch it."
    )
    assert page.texts()[0].startswith("Solving")
    assert page.texts()[1:] == [race]
    assert page.point_at(race) == "g1 f4 g4 f8"


def test_the_copied_summary_says_what_the_page_has_found_out(open_page: Callable[[str], Page]) -> None:
    page = open_page("7K/8/k1P5/7p/8/8/8/8 w - - 0 1")
    assert page.read()[0] == "Draw: proved."
    page.program.press_keys("Ctrl+Alt+W")
    assert QApplication.clipboard().text().splitlines()[2] == "Pawn ending: Draw, proved."
    button = next(found for found in page.section.window().findChildren(CopyButton) if found.isVisible())
    QApplication.clipboard().clear()
    QTest.mouseClick(button, LEFT)
    assert QApplication.clipboard().text().splitlines()[2] == "Pawn ending: Draw, proved."


def test_the_section_is_seen_only_for_pawn_endings(open_page: Callable[[str], Page]) -> None:
    page = open_page("8/8/8/4k3/8/4P3/8/4K3 w - - 0 1")
    assert page.read()
    page.program.document.place(parse_square("a1"), "R")
    settle()
    assert page.texts() == []
    page.program.document.remove(parse_square("a1"))
    settle()
    assert page.read()[0] == "Draw: proved."


def test_the_verdict_is_in_sight_when_the_position_changes(open_page: Callable[[str], Page]) -> None:
    page = open_page(OPPOSITION)
    position_page = page.program.window.findChild(PositionPage)
    assert isinstance(position_page, QScrollArea)
    page.program.window.resize(page.program.window.width(), 500)
    settle()
    bar = position_page.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    page.program.document.set_fen("8/8/8/4k3/8/4P3/8/4K3 w - - 0 1")
    settle()
    assert bar.value() == 0
    assert page.read()[0] == "Draw: proved."


def test_the_search_is_stopped_with_a_button(open_page: Callable[[str], Page]) -> None:
    page = open_page(HARD)
    search, stop = page.button("Search"), page.button("Stop")
    assert page.texts()[0] == "Not decided: not searched yet."
    assert search.isVisible() and not stop.isVisible()
    assert search.text() == "Search (up to 10 s)"
    page.search()
    assert stop.isVisible() and not search.isVisible()
    QTest.mouseClick(stop, LEFT)
    settle()
    assert page.texts()[0] == "Not decided: the search was stopped."
    assert not stop.isVisible()


@pytest.mark.slow
def test_an_ending_that_is_not_proved_has_the_evaluation_of_the_engine(
    open_page: Callable[[str], Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    path = quick_engine(tmp_path)
    monkeypatch.setattr(engine_panel, "find_engines", lambda: (path,))
    page = open_page(HARD)
    assert not [text for text in page.texts() if text.startswith("Engine")]
    page.program.press_keys("Ctrl+Alt+N")
    assert page.program.pages.engine is not None
    analysis = page.program.pages.engine.analysis
    analysis.start()
    qtbot.waitUntil(lambda: bool(analysis.variations))
    settle()
    evaluation = "Engine: +0.10 for White, depth 1; not proved."
    assert page.texts()[0].startswith("Not decided")
    assert page.texts()[1] == evaluation
    best = analysis.variations[0]
    assert page.point_at(evaluation) == square_names(1 << best.source | 1 << best.target)
    page.program.document.set_fen(OPPOSITION)
    qtbot.waitUntil(lambda: bool(analysis.variations))
    settle()
    assert page.texts()[0] == "White wins: proved."
    assert not [text for text in page.texts() if text.startswith("Engine")]
    analysis.stop()


def test_another_position_while_solving_gets_its_own_verdict(open_page: Callable[[str], Page]) -> None:
    page = open_page(HARD)
    page.search()
    assert page.texts()[0].startswith("Solving")
    page.program.document.set_fen(OPPOSITION)
    settle()
    assert page.texts()[0] == "White wins: proved."


def test_the_program_can_be_closed_while_it_solves(open_page: Callable[[str], Page]) -> None:
    page = open_page(HARD)
    page.search()
    assert page.texts()[0].startswith("Solving")
    page.program.end()
    settle()
