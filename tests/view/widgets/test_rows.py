"""Tables whose rows are chosen as wholes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.view.widgets.rows import RowTable


class Rows(QWidget):
    """A table of two rows above a field."""

    def __init__(self) -> None:
        super().__init__()
        self.table = RowTable("Players", 7)
        model = QStandardItemModel(self)
        for texts in (("Karpov", "1951"), ("Botvinnik", "1911")):
            model.appendRow([QStandardItem(text) for text in texts])
        self.table.setModel(model)
        self.field = QLineEdit()
        column = QVBoxLayout(self)
        column.addWidget(self.table)
        column.addWidget(self.field)

    def texts(self) -> list[str]:
        model = self.table.model()
        return [model.index(row, 0).data() for row in range(model.rowCount())]


@pytest.fixture
def rows(qtbot: QtBot) -> Rows:
    widget = Rows()
    qtbot.addWidget(widget)
    widget.resize(320, 200)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def test_a_click_on_a_cell_chooses_its_row_and_tab_leads_out_of_the_table(rows: Rows) -> None:
    table = rows.table
    place = table.visualRect(table.model().index(1, 1)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert {(index.row(), index.column()) for index in table.selectedIndexes()} == {(1, 0), (1, 1)}
    QTest.keyClick(table, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is rows.field
    assert table.rowHeight(0) == table.fontMetrics().height() + 7


def test_rows_keep_their_order_until_a_heading_is_clicked(rows: Rows) -> None:
    table, header = rows.table, rows.table.horizontalHeader()
    table.sort_by_headings()
    assert rows.texts() == ["Karpov", "Botvinnik"]
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, header.height() // 2))
    assert rows.texts() == ["Botvinnik", "Karpov"]
