"""The running program as every part of the fuzzer uses it: chance, a record of the events, mouse and keyboard."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn, TextIO

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

from pawnviz.view.app import Program
from pawnviz.view.board import board as slide
from pawnviz.view.board.small_boards import MaskView
from pawnviz.view.formula.steps_view import StepsView
from pawnviz.view.inspector.sentences import SentenceList
from pawnviz.view.navigator import PageWindow
from tests.fuzz.gui.files import write_files
from tests.view.hands import NONE, Hand, drag_leaves

LOG_LENGTH: Final = 30
"""The number of last events that are shown with a fault."""

FIRST_SIZE: Final = (1024, 700)
"""The size of the window at the start."""

MOST_CHARACTERS: Final = 40
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
"""The kinds of widgets that are worked by mouse or keyboard, besides the board."""

Step = Callable[[], None]


class FaultError(Exception):
    """A fault: something was raised or reported by Qt, or two things that must agree do not."""


class FuzzedProgram:
    """The program over a folder of its own, with the chance that chooses the events, and the last of them."""

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
        self.window.resize(*FIRST_SIZE)
        self.program.show()
        self.window.activateWindow()
        for _ in range(10):
            QApplication.processEvents()
        self.window.complete()
        self.paths, self.save_paths = write_files(folder)

    def end(self) -> None:
        panels = self.window.workspaces.made_games
        if panels is not None:
            panels.games.edits.close()
        # Python is gone when Qt deletes the last content of the clipboard.
        QGuiApplication.clipboard().clear()
        self.window.close()
        self.window.deleteLater()
        self.program.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def note(self, text: str) -> None:
        self.last_events.append(text)
        self.record.write(f"{text}\n")
        self.record.flush()

    def fail(self, text: str) -> NoReturn:
        raise FaultError(text)

    # Parts of the window

    def focused(self) -> QWidget:
        return QApplication.focusWidget() or self.board

    def dialogs(self) -> list[QDialog]:
        found = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QDialog)]
        return sorted((dialog for dialog in found if dialog.isVisible()), key=QDialog.windowTitle)

    def page_windows(self) -> list[PageWindow]:
        found = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, PageWindow)]
        return sorted((window for window in found if window.isVisible()), key=PageWindow.windowTitle)

    def open_windows(self) -> list[QWidget]:
        """Return the places with controls: dialogs, pages in windows of their own, and the main window.

        Children that are found in a window of a page would belong to it for PySide, and be lost with it.
        """
        pages = [window.page for window in self.page_windows()]
        return [*self.dialogs(), *pages, self.window]

    def controls(self, window: QWidget) -> list[QWidget]:
        children: list[QWidget] = window.findChildren(QWidget)
        return [
            child
            for child in children
            if isinstance(child, CONTROLS)
            and child.isVisible()
            and child.isEnabled()
            and child.window() is window.window()
        ]

    def point_in(self, widget: QWidget) -> QPoint:
        return QPoint(self.random.randrange(max(1, widget.width())), self.random.randrange(max(1, widget.height())))

    @property
    def is_presenting(self) -> bool:
        return "presentation" in vars(self.window) and self.window.presentation.is_presenting

    # Actions of every part

    def run_command(self, name: str) -> bool:
        """Run a command by its action, and return whether it was enabled."""
        action = self.window.menus.actions_by_name[name]
        action.trigger()
        return action.isEnabled()

    def write(self, field: QWidget, texts: tuple[str, ...]) -> None:
        """Write one of the texts over the content of a field or into it, or paste it."""
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

    def settle(self) -> None:
        """Let the event loop run after an event, and close menus, lists that drop down, and modal boxes."""
        QApplication.processEvents()
        for _ in range(5):
            popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
            if popup is None:
                break
            popup.close()
            QApplication.processEvents()
        else:
            self.fail(f"{popup!r} does not close")
        # As a window system does when the active window is gone.
        active = QApplication.activeWindow()
        if active is None or not active.isVisible() or active.windowType() == Qt.WindowType.Popup:
            (self.window.presentation if self.is_presenting else self.window).activateWindow()
        for _ in range(2):
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            QApplication.processEvents()

    def answer_questions(self) -> None:
        """Answer questions by any of their buttons."""
        for _ in range(3):
            QApplication.processEvents()
            box = QApplication.activeModalWidget()
            if not isinstance(box, QMessageBox):
                return
            button = self.random.choice(box.buttons())
            self.note(f"{button.text()!r} to {box.text()[:60]!r}")
            button.click()

    def release_all(self) -> None:
        """Release everything on the board: buttons, a held piece, the pin, the tool and the cursor."""
        for button in BUTTONS:
            if self.hand.buttons & button:
                self.hand.release(QPoint(1, 1), button)
        self.hand.modifiers = NONE
        self.hand.move(QPoint(1, 1))
        drag_leaves(self.board)
        give_focus(self.board)
        state = self.board.state
        for _ in range(8):
            waits = self.window.status.currentMessage().endswith("Escape cancels.")
            held = state.gesture is not None or state.pinned is not None or state.cursor_shown
            if not (waits or held or state.tool != "hand"):
                break
            QTest.keyClick(self.board, Qt.Key.Key_Escape)
        state.shift_held = False
        QApplication.processEvents()


class Part:
    """The events and checks of one part of the window.

    An event notes by ``note`` what it does before it does it, and takes every choice from ``random``, so that a seed
    repeats it. A check calls ``fail`` with a sentence that names what it found and what it expected.
    """

    def __init__(self, fuzzed: FuzzedProgram) -> None:
        self.fuzzed = fuzzed
        self.random = fuzzed.random
        self.note = fuzzed.note
        self.fail = fuzzed.fail
        self.document = fuzzed.document
        self.layers = fuzzed.layers
        self.window = fuzzed.window
        self.board = fuzzed.board

    def events(self) -> list[tuple[int, Step]]:
        """Return the events, each with its weight among those of all parts."""
        return []

    def checks(self) -> list[tuple[int, Step]]:
        """Return the checks, each with the number of events after which it is due: 1 for after every event."""
        return []


def give_focus(widget: QWidget) -> None:
    window = widget.window()
    if not window.isActiveWindow():
        window.activateWindow()
        QApplication.processEvents()
    widget.setFocus(Qt.FocusReason.MouseFocusReason)


def type_text(widget: QWidget, text: str) -> None:
    """Type a text; ``QTest`` knows only the keys of ASCII."""
    for character in text:
        if character.isascii() and character.isprintable():
            QTest.keyClicks(widget, character)
        else:
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QApplication.sendEvent(widget, QKeyEvent(kind, 0, NONE, character))
