"""The line for words to search."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from pawnviz.view.widgets.search_field import LONGEST_SEARCH, SearchField
from tests.view.hands import CONTROL


def test_a_pasted_text_is_cut_to_the_longest_search(qtbot: QtBot) -> None:
    field = SearchField()
    qtbot.addWidget(field)
    QGuiApplication.clipboard().setText("8/" * 20_000)
    QTest.keyClick(field, Qt.Key.Key_V, CONTROL)
    assert len(field.text()) == LONGEST_SEARCH
