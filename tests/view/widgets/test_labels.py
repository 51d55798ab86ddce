"""Tests of labels, tool tips and messages."""

from __future__ import annotations

import html

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.view.widgets.labels import MessageLabel, plain_tip
from pawnviz.view.widgets.theme import DARK, LIGHT, palette


@given(text=st.text(min_size=1))
def test_a_tool_tip_reads_as_the_text_it_was(text: str) -> None:
    tip = plain_tip(text).removeprefix("<p>").removesuffix("</p>")
    assert html.unescape(tip.replace("<br>", "\n")) == html.unescape(html.escape(text))
    assert not set("<>") & set(tip.replace("<br>", ""))


def color_of(label: MessageLabel) -> str:
    return label.palette().color(label.foregroundRole()).name()


def test_what_is_wrong_is_in_the_color_of_errors_in_every_theme(qtbot: QtBot) -> None:
    plain, muted = MessageLabel(), MessageLabel(muted=True)
    for label in (plain, muted):
        qtbot.addWidget(label)
        label.show()
    for theme in (DARK, LIGHT):
        QApplication.setPalette(palette(theme))
        QApplication.processEvents()
        for label, usual in ((plain, theme.text), (muted, theme.muted_text)):
            label.show_message("Column 4: no square.", is_error=True)
            assert color_of(label) == theme.error_text
            label.show_message("4 squares")
            assert color_of(label) == usual


def test_a_window_with_an_empty_message_is_as_high_as_with_a_short_one(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    label = MessageLabel()
    label.setMinimumHeight(3 * label.fontMetrics().lineSpacing())
    QVBoxLayout(window).addWidget(label)
    window.show()
    before = window.sizeHint().height()
    label.show_message("4 squares")
    QApplication.processEvents()
    assert window.sizeHint().height() == before
