"""A switch keeps what is checked and a preference alike."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from pawnviz.model.preferences import Preference
from pawnviz.view.widgets.switch import Switch


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
