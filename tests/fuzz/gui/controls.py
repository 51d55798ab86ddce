"""Any control of any window or dock: buttons, lists, fields, sliders and tables."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QWidget,
)

from pawnviz.view.formula.edit import FormulaEdit
from tests.fuzz.gui.part import Part, Step
from tests.fuzz.gui.program import enter, give_focus
from tests.fuzz.gui.texts import FORMULAS, MASKS, TITLES
from tests.view.hands import LEFT, RIGHT, Hand

WORDS: Final = ("span", "back", "zzz", "a")
KEYS: Final = (
    *("Up", "Down", "Left", "Right", "Home", "End", "Space", "Return", "Tab", "Backtab", "Delete", "Backspace"),
    *("Ctrl+A", "Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+Z", "Ctrl+Space", "Ctrl+S", "Ctrl+Return", "PgDown", "PgUp"),
)


class ControlsPart(Part):
    """What is done to controls without knowing what they are for."""

    def events(self) -> list[tuple[int, Step]]:
        return [
            (26, self.work_a_control),
            (8, self.point_somewhere),
            (4, self.press_key),
            (3, self.take_offer),
        ]

    def work_a_control(self) -> None:
        """Work any control of any window or dock, more often of a window where there is one."""
        windows = self.fuzzed.open_windows()
        dialogs = [window for window in windows if isinstance(window, QDialog)]
        window = self.random.choice(dialogs if dialogs and self.random.random() < 0.6 else windows)
        controls = self.fuzzed.controls(window)
        if not controls:
            return
        control = self.random.choice(controls)
        name = control.accessibleName() or control.objectName() or getattr(control, "text", str)()
        self.note(f"work {type(control).__name__} {name!r} of {window.windowTitle() or type(window).__name__}")
        if isinstance(control, QComboBox):
            self.choose(control)
        elif isinstance(control, QPlainTextEdit):
            self.fuzzed.write(control, FORMULAS if isinstance(control, FormulaEdit) else MASKS)
        elif isinstance(control, QLineEdit):
            self.fuzzed.write(control, TITLES)
        elif isinstance(control, QAbstractSlider) and not isinstance(control, QScrollBar):
            control.setValue(self.random.randint(control.minimum(), control.maximum()))
        elif isinstance(control, QAbstractItemView):
            self.click(control.viewport())
        else:
            self.click(control)

    def choose(self, box: QComboBox) -> None:
        """Choose another entry of a list by wheel, key, typing, or by its place."""
        choice = self.random.randrange(4)
        if choice == 0:
            Hand(box).wheel(QPoint(5, 5), self.random.choice((-2, 1)))
        elif choice == 1:
            QTest.keyClick(box, self.random.choice((Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End)))
        elif choice == 2 and box.isEditable():
            give_focus(box)
            self.fuzzed.write(box, WORDS)
            QTest.keyClick(box, self.random.choice((Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Escape)))
        elif box.count():
            model = box.model()
            rows = [row for row in range(box.count()) if model.flags(model.index(row, 0)) & Qt.ItemFlag.ItemIsEnabled]
            if rows:
                row = self.random.choice(rows)
                box.setCurrentIndex(row)
                box.activated.emit(row)

    def click(self, widget: QWidget) -> None:
        """Click, double-click or drag within a widget."""
        hand = Hand(widget)
        point = self.fuzzed.point_in(widget)
        choice = self.random.random()
        if isinstance(widget, QAbstractButton) and choice < 0.8:
            hand.click(widget.rect().center())
        elif choice < 0.1:
            hand.double_click(point)
        elif choice < 0.2:
            hand.drag(point, self.fuzzed.point_in(widget))
        elif choice < 0.25:
            hand.click(point, RIGHT)
        else:
            hand.click(point, LEFT)

    def point_somewhere(self) -> None:
        """Move the pointer over a part of a window or dock, or away from it."""
        window = self.random.choice(self.fuzzed.open_windows())
        child = window.childAt(self.fuzzed.point_in(window)) or window
        if self.random.random() < 0.3:
            self.note(f"the pointer leaves {type(child).__name__}")
            QApplication.sendEvent(child, QEvent(QEvent.Type.Leave))
        else:
            self.note(f"point at {type(child).__name__} of {window.windowTitle() or type(window).__name__}")
            enter(child)
            Hand(child).move(self.fuzzed.point_in(child))

    def press_key(self) -> None:
        """Press a key in a control of a window or dock."""
        controls = self.fuzzed.controls(self.random.choice(self.fuzzed.open_windows()))
        if not controls:
            return
        control, keys = self.random.choice(controls), self.random.choice(KEYS)
        self.note(f"press {keys} in {type(control).__name__} {control.accessibleName()}")
        give_focus(control)
        QTest.keySequence(control, QKeySequence(keys))

    def take_offer(self) -> None:
        """Take what the notice above the board offers, or close it."""
        notice = self.window.notice
        if not notice.isVisible():
            return
        button = notice.offer_button if notice.offer_button.isVisible() else notice.close_button
        self.note(f"notice: {button.text() or 'close'}")
        button.click()
