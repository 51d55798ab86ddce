"""Notices above the board, and their buttons."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from pawnviz.view.widgets.notice_bar import NoticeBar


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
    for number in range(4):
        notice.show_message(f"Line {number}.")
    assert not notice.offer_button.isVisible(), "its line made room for later ones"
    notice.offer("Third line.", "Third", lambda: done.append("third"))
    notice.close_button.click()
    notice.show_message("A new line.")
    assert not notice.offer_button.isVisible()
    assert done == ["first"]
