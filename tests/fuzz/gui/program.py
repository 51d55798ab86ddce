"""The running program as every part of the fuzzer uses it: chance, a record of what was done, mouse and keyboard."""

from __future__ import annotations

import random
from collections import deque
from pathlib import Path
from typing import Final, NoReturn, TextIO

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from pawnviz.view.app import Program
from pawnviz.view.board import slide
from pawnviz.view.board.mask_view import MaskView
from pawnviz.view.formula.steps_view import StepsView
from pawnviz.view.inspector.sentence_list import SentenceList
from tests.fuzz.gui.files import write_files
from tests.view.hands import NONE, Hand, drag_leaves

LOG_LENGTH: Final = 30
"""The number of last events that are shown when something goes wrong."""

FIRST_SIZE: Final = (1024, 700)
"""The size of the window at the start, and where its memory is measured: its picture takes 4 bytes a pixel."""

MOST_CHARACTERS: Final = 60
"""The number of characters that are typed one by one; longer texts are pasted."""

BUTTONS: Final = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton)
MODIFIERS: Final = (
    *([Qt.KeyboardModifier.NoModifier] * 6),
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
)

CONTROLS: Final = (
    QAbstractButton,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QAbstractItemView,
    QAbstractSlider,
    QTabBar,
    MaskView,
    StepsView,
    SentenceList,
)
"""What a person can work by mouse or keyboard, besides the board."""


class FaultError(Exception):
    """Something that must not be: what was raised, what Qt complained about, or what does not agree."""


class FuzzedProgram:
    """The program over a folder of its own, the chance that decides what is done with it, and what has been done."""

    def __init__(self, seed: int, folder: Path, record: TextIO) -> None:
        """Start the program; each event is written to ``record`` before it happens."""
        self.random = random.Random(seed)
        self.folder = folder
        self.record = record
        self.last_events: deque[str] = deque(maxlen=LOG_LENGTH)
        vars(slide)["DURATION"] = 0  # Boards are compared right after a step.
        self.program = Program(None, folder / "settings")
        self.document = self.program.document
        self.layers = self.program.layers
        self.window = self.program.window
        self.board = self.window.board
        self.hand = Hand(self.board)
        self.first_position = self.document.position
        """The position that undoing everything leads to."""
        self.window.resize(*FIRST_SIZE)
        self.program.show()
        self.panels = self.window.docks.panels
        self.window.activateWindow()
        for _ in range(10):
            QApplication.processEvents()
        self.paths, self.save_paths = write_files(folder)

    def end(self) -> None:
        """Close the window and take everything away."""
        self.drop_games()
        self.window.close()
        self.window.deleteLater()
        self.program.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def note(self, text: str) -> None:
        """Write down what is about to be done."""
        self.last_events.append(text)
        self.record.write(f"{text}\n")
        self.record.flush()

    def fail(self, text: str) -> NoReturn:
        """Stop with what is wrong."""
        raise FaultError(text)

    # What is there

    def focused(self) -> QWidget:
        """Return the widget that has the keyboard focus."""
        return QApplication.focusWidget() or self.board

    def dialogs(self) -> list[QDialog]:
        """Return the open windows beside the main one, in the order of their titles."""
        found = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QDialog)]
        return sorted((dialog for dialog in found if dialog.isVisible()), key=QDialog.windowTitle)

    def point_in(self, widget: QWidget) -> QPoint:
        """Return any point of a widget."""
        return QPoint(self.random.randrange(max(1, widget.width())), self.random.randrange(max(1, widget.height())))

    def open_windows(self) -> list[QWidget]:
        """Return the windows beside the main one, the open docks and the notice, in an order that no chance decides."""
        docks: list[QWidget] = [dock for dock in self.window.findChildren(QDockWidget) if dock.isVisible()]
        return [*self.dialogs(), *docks, self.window.notice]

    def controls(self, window: QWidget) -> list[QWidget]:
        """Return what can be worked in a window or dock."""
        children: list[QWidget] = window.findChildren(QWidget)
        return [
            child
            for child in children
            if isinstance(child, CONTROLS)
            and child.isVisible()
            and child.isEnabled()
            and child.window() is window.window()
        ]

    # What every part does

    def write(self, field: QWidget, texts: tuple[str, ...]) -> None:
        """Write one of the texts over what stands in a field, paste it, or write it into the middle."""
        text = self.random.choice(texts)
        self.note(f"write {text[:60]!r}")
        give_focus(field)
        if self.random.random() < 0.7:
            QTest.keySequence(field, QKeySequence("Ctrl+A"))
            QTest.keyClick(field, Qt.Key.Key_Delete)
        if len(text) > MOST_CHARACTERS or "\n" in text or self.random.random() < 0.3:
            QGuiApplication.clipboard().setText(text)
            QTest.keySequence(field, QKeySequence("Ctrl+V"))
        else:
            type_text(field, text)

    def close_popups(self) -> None:
        """Close menus and lists that drop down, and boxes that would stop everything else."""
        for _ in range(5):
            popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
            if popup is None:
                self.activate_something()
                return
            popup.close()
            QApplication.processEvents()
        self.fail(f"{popup!r} does not close")

    def activate_something(self) -> None:
        """Activate the main window where the active one is gone, as a window system does."""
        active = QApplication.activeWindow()
        if active is None or not active.isVisible() or active.windowType() == Qt.WindowType.Popup:
            self.window.activateWindow()
            QApplication.processEvents()

    def put_away(self) -> None:
        """Let go of everything on the board."""
        for button in BUTTONS:
            if self.hand.buttons & button:
                self.hand.release(QPoint(1, 1), button)
        self.hand.modifiers = NONE
        self.hand.move(QPoint(1, 1))
        drag_leaves(self.board)
        tool = self.board.state.tool
        give_focus(self.board)
        # Each ends one thing: a question for a pawn, a drawn pattern, a held piece, the pin, the tool, the cursor.
        for _ in range(8):
            QTest.keyClick(self.board, Qt.Key.Key_Escape)
        self.board.preferences.tool.value = tool
        if not self.document.subject.takes_moves:
            self.board.state.clear_drawings()
        self.board.state.set_shift_held(False)
        QApplication.processEvents()

    def leave_presentation(self) -> None:
        """Return from the presentation to the window."""
        self.window.presentation.end()

    def drop_games(self) -> None:
        """Drop what was edited in games, open none, and go to the free position."""
        panels = self.window.workspaces.made_games
        if panels is not None:
            panels.games.edits.close()
        self.window.workspaces.show_position()

    def point_at_nothing(self) -> None:
        """Let the pointer leave everything."""
        children: list[QWidget] = self.window.findChildren(QWidget)
        for child in children:
            if isValid(child):
                QApplication.sendEvent(child, QEvent(QEvent.Type.Leave))


def give_focus(widget: QWidget) -> None:
    """Give a widget the keyboard focus, and activate its window if another one is active."""
    window = widget.window()
    if not window.isActiveWindow():
        window.activateWindow()
        QApplication.processEvents()
    widget.setFocus(Qt.FocusReason.MouseFocusReason)


def enter(widget: QWidget) -> None:
    """Let the pointer come over a widget."""
    middle = QPointF(widget.rect().center())
    QApplication.sendEvent(widget, QEnterEvent(middle, middle, QPointF(widget.mapToGlobal(middle.toPoint()))))


def type_text(widget: QWidget, text: str) -> None:
    """Type a text; ``QTest`` knows only the keys of ASCII."""
    for character in text:
        if character.isascii() and character.isprintable():
            QTest.keyClicks(widget, character)
        else:
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QApplication.sendEvent(widget, QKeyEvent(kind, 0, NONE, character))


def open_once(dock: QDockWidget) -> None:
    """Open a dock and close it, so that what is made when it is first opened is there."""
    dock.show()
    QApplication.processEvents()
    dock.hide()
