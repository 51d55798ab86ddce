"""The program with the page of the square, for tests that read it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.explain.pawn_words import RankedLabels, ranked_labels
from pawnviz.view.inspector.sentences import SentenceList
from pawnviz.view.widgets.page import FoldButton
from tests.view.hands import settle
from tests.view.program import RunningProgram

BACKWARD = "8/6p1/5p1p/5P1P/8/8/8/8 w - - 0 1"
"""The white pawns f5 and h5 are backward by the wiki's formula, yet rammed."""

SICILIAN = "r1bqkb1r/1p3ppp/p1nppn2/8/3NP3/2N1B3/PPP2PPP/R2QKB1R w KQkq - 0 8"


class Reader:
    """The program with the page of the square in view, and what is read there."""

    def __init__(self, program: RunningProgram) -> None:
        self.program = program
        program.show_page("square")
        self.page = program.pages.square
        settle()

    def look_at(self, square: str) -> None:
        self.program.hand.move(self.program.at(parse_square(square)))
        settle()

    def click(self, square: str) -> None:
        self.program.hand.click(self.program.at(parse_square(square)))
        settle()

    @property
    def reasons(self) -> SentenceList:
        return self.page.reasons

    def headline(self) -> str:
        found = self.page.findChild(SentenceList)
        assert isinstance(found, SentenceList)
        return "".join(found.texts)

    def unfold(self, name: str) -> None:
        found = [fold for fold in self.page.findChildren(FoldButton) if fold.text().startswith(name)]
        assert len(found) == 1
        QTest.mouseClick(found[0], Qt.MouseButton.LeftButton)
        settle()

    def ranked(self, square: str) -> RankedLabels:
        position = self.program.document.position
        side = position.sides()[0 if position.piece_at(parse_square(square)) == "P" else 1]
        return ranked_labels(side, parse_square(square))

    def sentences(self) -> list[str]:
        return self.reasons.texts if self.reasons.isVisible() else []

    def place_of(self, begin: str) -> QPoint:
        """Return where the sentence that begins so is in the list of reasons."""
        number = next(number for number, text in enumerate(self.sentences()) if text.startswith(begin))
        rect = self.reasons.sentence_rect(number)
        return QPoint(8, rect.top() + 7)

    def facts(self) -> dict[str, str]:
        """Return what the page says of both sides, by its titles."""
        return dict(text.split(": ", 1) for text in self.page.facts.texts)

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

    def spotlight(self) -> int | None:
        return self.program.board.state.spotlight
