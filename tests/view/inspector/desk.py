"""A window with a board and the pages about what is on it, and eyes for them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TypeVar, cast

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.formula.edit import FormulaBox
from pawnviz.view.inspector.layer_page import LayerWords
from pawnviz.view.inspector.position_page import PositionPage
from pawnviz.view.inspector.square_page import SquarePage
from pawnviz.view.navigator import NARROWEST
from pawnviz.view.widgets.page import Navigation, Page
from tests.view.hands import settle

FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8"
Kind = TypeVar("Kind", bound=QWidget)


class InspectorWindow:
    """A window of 1024 by 700 with the board and the pages in a column as narrow as it can be."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.document = Document()
        self.document.set_fen(FEN)
        self.layers = ShownLayers(self.document)
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.resize(1024, 700)
        self.board = BoardView(self.document, self.layers)
        self.notices: list[str] = []
        ways = SimpleNamespace(show=self.turn_to_page, show_layers=settle, say=self.notices.append)
        navigator = cast("Navigation", ways)
        position = PositionPage(self.document, self.layers, self.board, navigator)
        square = SquarePage(self.document, self.layers, self.board, navigator, position.tables)
        layer = LayerWords(self.document, self.layers, self.board, navigator)
        self.by_title: dict[str, Page] = {"Position": position, "Square": square, "Layer": layer}
        self.pages = QStackedWidget()
        self.pages.setFixedWidth(NARROWEST)
        for page in self.by_title.values():
            self.pages.addWidget(page)
        row = QHBoxLayout(self.window)
        row.addWidget(self.board)
        row.addWidget(self.pages)
        self.window.show()
        settle()

    def look_at(self, square: str) -> None:
        point = self.board.square_center(parse_square(square))
        QTest.mouseMove(self.board, point + QPoint(2, 2))
        QTest.mouseMove(self.board, point)
        settle()

    def click(self, square: str) -> None:
        QTest.mouseClick(self.board, Qt.MouseButton.LeftButton, pos=self.board.square_center(parse_square(square)))
        settle()

    def turn_to_page(self, name: str) -> None:
        """Show a page by its name."""
        self.turn_to(name.capitalize())

    def turn_to(self, title: str) -> Page:
        self.pages.setCurrentWidget(self.by_title[title])
        settle()
        return self.by_title[title]

    def button(self, name: str) -> QAbstractButton:
        return self.named(QAbstractButton, name)

    def named(self, kind: type[Kind], name: str) -> Kind:
        found = [widget for widget in self.pages.findChildren(kind) if widget.accessibleName() == name]
        assert len(found) == 1, f"{len(found)} named {name}"
        return found[0]


def body_of(page: QScrollArea) -> QWidget:
    body = page.widget()
    assert body is not None
    return body


def seen_texts(widget: QWidget) -> list[str]:
    """Return the texts of the labels that are seen; a formula is one text, however its lines are broken."""
    seen = [label for label in widget.findChildren(QLabel) if label.isVisible() and label.text()]
    return [label.full_text if isinstance(label, FormulaBox) else label.text() for label in seen]
