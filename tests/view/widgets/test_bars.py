"""Tests of the tool bar, and of the line of lasting messages with their buttons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import SIGNAL
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from pawnviz.view.widgets import bars
from pawnviz.view.widgets.bars import NoticeBar, ToolBar


def test_the_button_of_a_notice_goes_with_its_line(qtbot: QtBot) -> None:
    notice = NoticeBar()
    qtbot.addWidget(notice)
    done: list[str] = []
    notice.offer("First line.", "First", lambda: done.append("first"))
    for number in range(3):
        notice.show_message(f"Line {number}.")
    assert notice.text == "Line 2." and notice.offer_button.isHidden()
    notice.close_button.click()
    assert notice.text == "First line.", "an offer stays until it is answered; later messages replace each other"
    notice.offer("Second & line.", "Salt & pepper", lambda: done.append("second"))
    assert notice.offer_button.text() == "Salt && pepper"
    notice.offer_button.click()
    assert (done, notice.text, notice.offer_button.text()) == (["second"], "First line.", "First")
    notice.close_button.click()
    assert (done, notice.text, notice.isHidden()) == (["second"], "", True)


def test_a_message_is_plain_text_and_the_tool_tip_has_all_of_it(qtbot: QtBot) -> None:
    notice = NoticeBar()
    qtbot.addWidget(notice)
    notice.show_message("There is no file “<h1>a</h1>”.\n" + "And more. " * 50)
    assert notice.label.full_text.startswith("There is no file “<h1>a</h1>”. And more.")
    assert "&lt;h1&gt;" in notice.label.toolTip() and notice.height() == notice.minimumHeight()


def test_a_notice_goes_after_a_while_unless_it_offers_something(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bars, "LEAST_TIME", 30)
    monkeypatch.setattr(bars, "_TIME_PER_CHARACTER", 0)
    notice = NoticeBar()
    qtbot.addWidget(notice)
    monkeypatch.setattr(notice, "underMouse", lambda: False)
    notice.show_message("A line.")
    assert not notice.isHidden()
    qtbot.waitUntil(notice.isHidden)
    notice.show_message("Another line.")
    assert notice.text == "Another line.", "what has gone does not come back"
    qtbot.waitUntil(notice.isHidden)
    notice.offer("A layer was written.", "Open", lambda: None)
    qtbot.wait(150)
    assert not notice.isHidden()
    notice.offer_button.click()
    assert notice.isHidden()


def test_a_button_follows_its_action_with_one_connection(qtbot: QtBot) -> None:
    action = QAction("Undo")
    bar = ToolBar("Tools")
    qtbot.addWidget(bar)
    bar.addAction(action)
    button = bar.widgetForAction(action)
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
