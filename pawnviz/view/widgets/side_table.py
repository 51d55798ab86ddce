"""Small tables of panels: a column of texts, and a column of values for each of two sides."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtWidgets import QFrame, QHeaderView, QTableView

from pawnviz.view.widgets.row_table import RowTable

LEFT: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
CENTER: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignHCenter
RIGHT: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


def side_table(model: QAbstractTableModel, name: str, value: str = "") -> QTableView:
    """Return a plain table of a model of three columns with an accessible ``name``; values are as wide as ``value``."""
    table = RowTable(name, 3)
    table.setModel(model)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.viewport().setAutoFillBackground(False)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    rows = table.verticalHeader()
    rows.setMinimumSectionSize(rows.defaultSectionSize())
    header = table.horizontalHeader()
    header.setSectionsClickable(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for column in (1, 2):
        width = table.fontMetrics().horizontalAdvance(value) if value else header.sectionSizeHint(column)
        header.resizeSection(column, width)
    return table
