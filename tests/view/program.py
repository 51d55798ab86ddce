"""The whole program for tests: its window is shown with its panels, and keeps everything in a folder of its own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from pawnviz.core.board.position import Position
from pawnviz.view.app import Program, make_application
from tests.view.hands import NONE, Hand


class RunningProgram:
    """A running program: its document, layers and window, a mouse over its board, and a keyboard."""

    def __init__(self, qtbot: QtBot, folder: Path, start: str | None = None) -> None:
        make_application()
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

    def action(self, name: str) -> QAction:
        return self.window.menus.actions_by_name[name]

    def notice(self) -> str:
        """The notice that is seen, empty for none."""
        return self.window.notice.text if self.window.notice.isVisible() else ""

    def status_message(self) -> str:
        """The message that stands in the status line for a moment, empty for none."""
        return self.window.statusBar().currentMessage()

    def at(self, square: int) -> QPoint:
        return self.board.square_center(square)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """Press and release a key in the widget with the focus."""
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifiers)

    def press_keys(self, keys: str) -> None:
        """Press a portable key sequence, such as ``Ctrl+Home``, in the widget with the focus."""
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


def set_up(program: RunningProgram, fen: str) -> None:
    """Put a position on the board with nothing to undo."""
    program.document.free.restore(Position.from_fen(fen))


def send_leave(widget: QWidget) -> None:
    """Let the pointer leave a widget."""
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))
