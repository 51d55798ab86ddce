"""A switch keeps what is checked and a preference alike."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from pawnviz.model.preferences.field import Preference
from pawnviz.model.preferences.kinds import TRUTH
from pawnviz.view.widgets.switch import Switch


def test_whichever_changes_the_others_follow(qtbot: QtBot) -> None:
    shown = Preference(True, TRUTH)
    box, action = QCheckBox(), QAction("Shown")
    qtbot.addWidget(box)
    for button in (box, action):
        Switch(button, shown)
    assert box.isChecked() and action.isChecked() and action.isCheckable()
    box.click()
    assert not shown.value and not action.isChecked()
    action.trigger()
    assert shown.value and box.isChecked()
    shown.value = False
    assert not box.isChecked() and not action.isChecked()
