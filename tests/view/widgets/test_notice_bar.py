"""Notices above the board, and their buttons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from pawnviz.view.widgets import notice_bar
from pawnviz.view.widgets.notice_bar import LEAST_WIDTH, NoticeBar


def test_the_button_of_a_notice_goes_with_its_line(qtbot: QtBot) -> None:
    notice = NoticeBar()
    qtbot.addWidget(notice)
    done: list[str] = []
    notice.offer("First line.", "First", lambda: done.append("first"))
    notice.show_message("Another line.")
    assert notice.text.split("\n") == ["First line.", "Another line."]
    notice.offer_button.click()
    assert (done, notice.text) == (["first"], "Another line.")
    assert not notice.offer_button.isVisible()
    notice.offer("Second & line.", "Salt & pepper", lambda: done.append("second"))
    assert notice.offer_button.text() == "Salt && pepper"
    for number in range(5):
        notice.show_message(f"Line {number}.")
    lines = ["Second & line.", "Line 2.", "Line 3.", "Line 4."]
    assert notice.text.split("\n") == lines, "lines without a button make room for later ones"
    assert not notice.offer_button.isHidden()
    notice.offer("Third line.", "Third", lambda: done.append("third"))
    notice.close_button.click()
    notice.show_message("A new line.")
    assert not notice.offer_button.isVisible()
    assert done == ["first"]


def test_a_notice_goes_after_a_while_unless_it_offers_something(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notice_bar, "LEAST_TIME", 30)
    monkeypatch.setattr(notice_bar, "_TIME_PER_CHARACTER", 0)
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1000, 600)
    notice = NoticeBar(window, lambda: QRect(500, 2, 500, 50))
    window.show()
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


@pytest.mark.parametrize(("width", "is_beside"), [(LEAST_WIDTH + 200, True), (LEAST_WIDTH - 100, False)])
def test_a_notice_stands_below_a_tool_bar_that_leaves_no_room(qtbot: QtBot, width: int, is_beside: bool) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1000, 600)
    area = QRect(1000 - width, 2, width, 50)
    notice = NoticeBar(window, lambda: area)
    window.show()
    notice.show_message("A line of a notice that says something, and is not too short.")
    assert notice.geometry().right() == area.right()
    assert area.contains(notice.geometry().center()) == is_beside
    assert (notice.geometry().top() > area.bottom()) != is_beside
