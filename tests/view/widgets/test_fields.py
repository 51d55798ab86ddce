"""Tests of fields for words and texts."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from pawnviz.view.widgets.fields import LONGEST_SEARCH, BoundedTextEdit, SearchField
from tests.view.hands import CONTROL


def test_a_pasted_text_is_cut_to_the_longest_search(qtbot: QtBot) -> None:
    field = SearchField()
    qtbot.addWidget(field)
    QGuiApplication.clipboard().setText("8/" * 20_000)
    QTest.keyClick(field, Qt.Key.Key_V, CONTROL)
    assert len(field.text()) == LONGEST_SEARCH


class Field:
    """A field for ten characters, and what it has said."""

    def __init__(self) -> None:
        self.edit = BoundedTextEdit(10)
        self.said: list[str] = []
        self.edit.refused.connect(self.said.append)

    def paste(self, text: str) -> None:
        data = QMimeData()
        data.setText(text)
        QGuiApplication.clipboard().setMimeData(data)
        self.edit.paste()


@pytest.fixture
def field(qtbot: QtBot) -> Iterator[Field]:
    made = Field()
    qtbot.addWidget(made.edit)
    made.edit.show()
    yield made
    QGuiApplication.clipboard().clear()


def test_a_million_characters_are_refused_at_once_and_nothing_is_lost(field: Field) -> None:
    field.paste("before")
    field.edit.selectAll()
    began = time.thread_time()
    field.paste("a" * 1_000_000)
    assert time.thread_time() - began < 0.05
    assert field.said == ["Not inserted: at most 10 characters; this text has 1,000,000."]
    assert field.edit.toPlainText() == "before"
    assert field.edit.textCursor().selectedText() == "before"
    field.edit.undo()
    assert field.edit.toPlainText() == ""
    field.edit.redo()
    assert field.edit.toPlainText() == "before"


def test_a_text_that_fits_is_pasted_and_what_is_replaced_does_not_count(field: Field) -> None:
    field.paste("0123456")
    field.paste("0123")
    assert field.said == ["Not inserted: at most 10 characters; with this text there would be 11."]
    field.edit.selectAll()
    field.paste("0123")
    assert field.edit.toPlainText() == "0123"
    field.edit.clear()
    field.said.clear()
    field.paste("0123456789")
    assert (field.edit.toPlainText(), field.said) == ("0123456789", [])
