"""Tests of buttons and switches, and of the ring around the control with the focus."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from pawnviz.model.preferences import Preference
from pawnviz.view.widgets.buttons import FocusRing, Switch
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme, palette


def test_whichever_changes_the_others_follow(qtbot: QtBot) -> None:
    shown = Preference(True, bool)
    box, action = QCheckBox(), QAction("Shown")
    qtbot.addWidget(box)
    for button in (box, action):
        Switch(button, shown)

    def states() -> tuple[bool, bool, bool]:
        return shown.value, box.isChecked(), action.isChecked()

    assert action.isCheckable()
    assert states() == (True, True, True)
    box.click()
    assert states() == (False, False, False)
    action.trigger()
    assert states() == (True, True, True)
    shown.value = False
    assert states() == (False, False, False)


class Window(QWidget):
    """A button, a list of choices and a field, one below the other."""

    def __init__(self) -> None:
        super().__init__()
        self.button, self.choice, self.field = QPushButton("Close"), QComboBox(), QLineEdit()
        self.choice.addItems(["One", "Two"])
        layout = QVBoxLayout(self)
        for part in (self.button, self.choice, self.field):
            layout.addWidget(part)
        self.ring = FocusRing(self)

    def is_ringed(self, part: QWidget) -> bool:
        """Return whether the accent color is seen just outside of all edges of a part."""
        image = self.grab().toImage()
        place = part.geometry()
        middle = place.center()
        points = (
            (place.left() - 1, middle.y()),
            (place.right() + 2, middle.y()),
            (middle.x(), place.top() - 1),
            (middle.x(), place.bottom() + 2),
        )
        accent = self.palette().accent().color()
        return all(image.pixelColor(x, y) == accent for x, y in points)

    def ringed(self) -> list[QWidget]:
        QApplication.processEvents()
        return [part for part in (self.button, self.choice, self.field) if self.is_ringed(part)]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_control_with_the_focus_is_ringed_and_a_field_has_its_cursor(qtbot: QtBot, theme: Theme) -> None:
    window = Window()
    qtbot.addWidget(window)
    window.setPalette(palette(theme))
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    window.button.setFocus()
    assert window.ringed() == [window.button]
    QTest.keyClick(window.button, Qt.Key.Key_Tab)
    assert window.ringed() == [window.choice]
    QTest.keyClick(window.choice, Qt.Key.Key_Tab)
    assert window.field.hasFocus()
    assert window.ringed() == []


def test_the_ring_moves_with_its_control_and_leaves_with_the_focus(qtbot: QtBot) -> None:
    window, other = Window(), Window()
    for one in (window, other):
        qtbot.addWidget(one)
        one.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    window.button.setFocus()
    window.resize(400, 300)
    assert window.ringed() == [window.button]
    with qtbot.waitActive(other):
        other.activateWindow()
    other.choice.setFocus()
    assert (window.ringed(), other.ringed()) == ([], [other.choice])


def test_the_ring_goes_with_what_its_control_lies_in_and_stays_within_what_is_seen(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    above, button, area, inside = QLabel("Above"), QPushButton("Close"), QScrollArea(), QWidget()
    button.setFixedHeight(30)
    column = QVBoxLayout(inside)
    column.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
    inside.setMinimumHeight(400)
    area.setWidget(inside)
    area.setWidgetResizable(True)
    layout = QVBoxLayout(window)
    for part in (above, area):
        layout.addWidget(part)
    ring = FocusRing(window)
    window.resize(300, 200)
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    button.setFocus()
    QApplication.processEvents()
    former = ring.geometry()
    assert former.height() == 34
    above.hide()
    QApplication.processEvents()
    assert ring.geometry().top() < former.top()
    area.verticalScrollBar().setValue(column.contentsMargins().top() + 10)
    QApplication.processEvents()
    assert ring.isVisible() and ring.height() == 24
    area.verticalScrollBar().setValue(200)
    QApplication.processEvents()
    assert not ring.isVisible()


def test_a_kind_of_control_with_a_sign_of_its_own_has_no_ring(qtbot: QtBot) -> None:
    window = Window()
    qtbot.addWidget(window)
    ring = FocusRing(window, (QPushButton,))
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    window.button.setFocus()
    assert not ring.isVisible()
    window.choice.setFocus()
    assert ring.isVisible()
