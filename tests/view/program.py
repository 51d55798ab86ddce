"""The whole program for tests: its window is shown with its panels, and keeps everything in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.view.app import Program, make_application
from pawnviz.view.games.games_page import GamePanels
from pawnviz.view.layers.panel import LayerPanel
from pawnviz.view.pages import PageWidgets
from tests.view.hands import LEFT, NONE, Hand


class RunningProgram:
    def __init__(self, qtbot: QtBot, folder: Path, start: str | None = None) -> None:
        make_application()
        self.qtbot = qtbot
        self.inner = Program(start, folder)
        self.document = self.inner.document
        self.layers = self.inner.layers
        self.window = self.inner.window
        self.board = self.window.board
        self.fen = self.window.fen_line
        self.window.resize(1024, 700)
        with qtbot.waitSignal(self.board.first_painted):
            self.inner.show()
        QApplication.processEvents()
        with qtbot.waitActive(self.window):
            self.window.activateWindow()
        self.board.setFocus(Qt.FocusReason.MouseFocusReason)
        self.hand = Hand(self.board)

    @property
    def pieces(self) -> str:
        return self.document.position.placement()

    @property
    def steps(self) -> int:
        return self.document.undo_stack.index()

    def position_fen(self) -> str:
        return self.document.position.fen()

    def letters_taken_twice(self, part: QWidget) -> dict[str, str]:
        """Return the texts of a part's buttons by those of their letters that a menu or a command has too."""
        taken = [QKeySequence.mnemonic(action.text()) for action in self.window.menuBar().actions()]
        taken += [keys for action in self.window.findChildren(QAction) for keys in action.shortcuts()]
        buttons: list[QAbstractButton] = part.findChildren(QAbstractButton)
        return {
            button.shortcut().toString(): button.text()
            for button in buttons
            if not button.shortcut().isEmpty() and button.shortcut() in taken
        }

    def action(self, name: str) -> QAction:
        return self.window.menus.actions_by_name[name]

    def notice(self) -> str:
        """The latest lasting message, which a passing one covers for a moment, empty for none."""
        return self.window.notice.text

    def status_message(self) -> str:
        return self.window.statusBar().currentMessage()

    def at(self, square: int) -> QPoint:
        return self.board.square_center(square)

    def click(self, square: str) -> None:
        self.hand.click(self.at(parse_square(square)))
        QApplication.processEvents()

    def drag(
        self,
        source: str,
        target: str,
        button: Qt.MouseButton = LEFT,
        modifiers: Qt.KeyboardModifier = NONE,
    ) -> None:
        """Drag from one square to another, both named such as ``e4``."""
        self.hand.modifiers = modifiers
        self.hand.drag(*(self.at(parse_square(name)) for name in (source, target)), button=button)
        self.hand.modifiers = NONE
        QApplication.processEvents()

    @property
    def pages(self) -> PageWidgets:
        return self.window.navigator.widgets

    def show_page(self, name: str) -> None:
        self.window.navigator.show(name)
        QApplication.processEvents()

    @property
    def layers_page(self) -> LayerPanel:
        self.show_page("layers")
        return self.pages.layers

    @property
    def games(self) -> GamePanels:
        """The panels of the games, with the open game, its list and its bar."""
        return self.window.workspaces.games

    def open_games(self, path: Path) -> None:
        """Open a file of games, and wait until all are listed and the first is open."""
        assert self.window.files.open_path(str(path))
        games = self.games.games
        self.qtbot.waitUntil(lambda: games.listing is not None and not games.listing.job.is_running)
        self.qtbot.waitUntil(lambda: games.game.line is not None)
        QApplication.processEvents()

    def question(self) -> QMessageBox:
        boxes = [box for box in self.window.findChildren(QMessageBox) if box.isVisible()]
        assert len(boxes) == 1
        return boxes[0]

    def answer(self, title: str) -> None:
        button = next(button for button in self.question().buttons() if button.text().replace("&", "") == title)
        QTest.mouseClick(button, LEFT)
        QApplication.processEvents()

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifiers)

    def press_keys(self, keys: str) -> None:
        QTest.keySequence(QApplication.focusWidget() or self.window, QKeySequence(keys))

    def focus_widget(self) -> QWidget | None:
        return QApplication.focusWidget()

    def close(self) -> None:
        """Close the window as a person does, which keeps everything; the program is over then."""
        assert self.window.close()

    def end(self) -> None:
        """Close the window as a person does and take everything away."""
        if not isValid(self.window):
            return
        self.window.close()
        self.window.deleteLater()
        self.inner.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


OpenProgram = Callable[..., RunningProgram]
"""Starts the program over the test's own folder, with a FEN or a file if one is given."""


def set_up(program: RunningProgram, fen: str) -> None:
    program.document.free.restore(Position.from_fen(fen))


def send_leave(widget: QWidget) -> None:
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))
