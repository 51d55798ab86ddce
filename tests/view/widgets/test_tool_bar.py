"""Buttons of actions follow them, and no connection is added when an action changes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import SIGNAL
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from pawnviz.view.widgets.tool_bar import ActionButton, ToolBar


@pytest.mark.parametrize("place", ["bar", "button"])
def test_a_button_follows_its_action_with_one_connection(qtbot: QtBot, place: str) -> None:
    action = QAction("Undo")
    if place == "bar":
        bar = ToolBar("Tools")
        qtbot.addWidget(bar)
        bar.addAction(action)
        button = bar.widgetForAction(action)
    else:
        button = ActionButton(action)
        qtbot.addWidget(button)
    assert isinstance(button, QToolButton)
    for number in range(50):
        action.setEnabled(number % 2 == 0)
        assert button.isEnabled() == action.isEnabled()
    action.setText("Undo the move")
    action.setToolTip("Takes the last move back")
    action.setEnabled(True)
    assert button.text() == "Undo the move"
    assert button.toolTip() == "Takes the last move back"
    assert action.receivers(SIGNAL("changed()")) <= 1
    with qtbot.waitSignal(action.triggered):
        button.click()
