"""Any control of any page, dialog or bar: buttons, lists, fields, sliders and tables, and text in the focused field."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QKeySequence
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
    QTextEdit,
    QWidget,
)

from pawnviz.view.formula.edit import FormulaEdit
from pawnviz.view.position.fen_line import FenEdit
from tests.fuzz.gui.program import Part, Step, give_focus
from tests.fuzz.gui.texts import FORMULAS, MASKS, TITLES
from tests.view.hands import LEFT, RIGHT, Hand

KEYS: Final = (
    *("Up", "Down", "Left", "Right", "Home", "End", "Space", "Return", "Tab", "Backtab", "Delete", "Backspace"),
    *("Ctrl+A", "Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+Z", "Ctrl+Space", "Ctrl+Return", "PgDown", "PgUp", "Escape"),
)
FOUND: Final = ("Help", "zzz", "span", "a", "é<b>", "x" * 300, "isolani", "Game 3", "1-0")
LEFT_OUT: Final = ("quit_program", "print_board")


class ControlsPart(Part):
    """Events on controls without knowledge of their purpose."""

    def events(self) -> list[tuple[int, Step]]:
        return [(26, self.work), (6, self.point), (8, self.press_key), (8, self.type_text), (2, self.take_offer)]

    def control(self) -> QWidget | None:
        """Return any control of any window, more often of a dialog if one is open."""
        windows = self.fuzzed.open_windows()
        dialogs = [window for window in windows if isinstance(window, QDialog)]
        window = self.random.choice(dialogs if dialogs and self.random.random() < 0.6 else windows)
        controls = self.fuzzed.controls(window)
        return self.random.choice(controls) if controls else None

    def work(self) -> None:
        control = self.control()
        if control is None:
            return
        name = control.accessibleName() or control.objectName() or getattr(control, "text", str)()
        self.note(f"work {type(control).__name__} {name!r} of {type(control.parentWidget()).__name__}")
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
        choice = self.random.randrange(3)
        if choice == 0:
            Hand(box).wheel(QPoint(5, 5), self.random.choice((-2, 1)))
        elif choice == 1:
            QTest.keyClick(box, self.random.choice((Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End)))
        else:
            model = box.model()
            rows = [row for row in range(box.count()) if model.flags(model.index(row, 0)) & Qt.ItemFlag.ItemIsEnabled]
            if rows:
                box.setCurrentIndex(self.random.choice(rows))
                box.activated.emit(box.currentIndex())

    def click(self, widget: QWidget) -> None:
        hand, point, choice = Hand(widget), self.fuzzed.point_in(widget), self.random.random()
        if isinstance(widget, QAbstractButton) and choice < 0.8:
            hand.click(widget.rect().center())
        elif choice < 0.1:
            hand.double_click(point)
        elif choice < 0.2:
            hand.drag(point, self.fuzzed.point_in(widget))
        else:
            hand.click(point, RIGHT if choice < 0.25 else LEFT)

    def point(self) -> None:
        window = self.random.choice(self.fuzzed.open_windows())
        child = window.childAt(self.fuzzed.point_in(window)) or window
        self.note(f"point at {type(child).__name__} {child.accessibleName()!r}")
        if self.random.random() < 0.3:
            QApplication.sendEvent(child, QEvent(QEvent.Type.Leave))
            return
        middle = QPointF(child.rect().center())
        QApplication.sendEvent(child, QEnterEvent(middle, middle, QPointF(child.mapToGlobal(middle.toPoint()))))
        Hand(child).move(self.fuzzed.point_in(child))
        Hand(child).wheel(self.fuzzed.point_in(child), self.random.choice((-1, 0, 0, 1)))

    def press_key(self) -> None:
        control, keys = self.control(), self.random.choice(KEYS)
        if control is None or control.objectName() in LEFT_OUT:
            return
        self.note(f"press {keys} in {type(control).__name__} {control.accessibleName()!r}")
        give_focus(control)
        QTest.keySequence(control, QKeySequence(keys))

    def type_text(self) -> None:
        """Type a text into the field with the focus, or else into a field that is seen."""
        field = self.fuzzed.focused()
        if not isinstance(field, (QLineEdit, QPlainTextEdit, QTextEdit)):
            found = [each for each in self.fuzzed.controls(self.window) if isinstance(each, QLineEdit)]
            field = self.random.choice(found) if found else field
        if not isinstance(field, FenEdit):
            self.note(f"type into {type(field).__name__} {field.accessibleName()!r}")
            self.fuzzed.write(field, (*FOUND, *FORMULAS[:4], *MASKS[:4]))

    def take_offer(self) -> None:
        notice = self.window.notice
        if notice.isVisible():
            button = notice.offer_button if notice.offer_button.isVisible() else notice.close_button
            self.note(f"notice: {button.text() or 'close'}")
            button.click()
