"""A row of widgets that wraps: it is as high as its rows at any width."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.view.widgets.layouts import WrappingRow


def test_all_widgets_are_seen_when_the_room_becomes_narrow_and_wide_again(qtbot: QtBot) -> None:
    window, inner, row = QWidget(), QWidget(), WrappingRow()
    qtbot.addWidget(window)
    field = QLineEdit()
    field.setMinimumWidth(150)
    parts: list[QWidget] = [*(QPushButton(f"Button {number}") for number in range(3)), field]
    row.set_parts(parts)
    for holder, held in ((inner, row), (window, inner)):
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(held)
    column.addStretch(1)
    window.resize(700, 300)
    window.show()
    qtbot.waitExposed(window)
    heights = []
    for width in (700, 260, 700):
        window.resize(width, 300)
        for _ in range(3):
            QApplication.processEvents()
        assert all(row.rect().contains(part.geometry()) for part in parts), width
        heights.append(row.height())
    assert heights[0] == heights[2] < heights[1]


def test_a_widget_that_grows_is_seen_whole_also_in_a_row_that_was_hidden(qtbot: QtBot) -> None:
    window, row, button = QWidget(), WrappingRow(), QPushButton("Short")
    qtbot.addWidget(window)
    row.set_parts([QPushButton("First"), button, QPushButton("Last")])
    column = QVBoxLayout(window)
    column.addWidget(row)
    column.addStretch(1)
    window.resize(300, 200)
    window.show()
    qtbot.waitExposed(window)
    heights = [row.height()]
    for text in ("A text of some length", "A text that is longer than any other of this row"):
        row.setVisible(len(heights) == 1)
        button.setText(text)
        row.show()
        for _ in range(3):
            QApplication.processEvents()
        assert all(row.rect().contains(part.geometry()) for part in row.parts), text
        assert button.width() >= min(button.sizeHint().width(), row.width())
        heights.append(row.height())
    assert heights == sorted(set(heights))
