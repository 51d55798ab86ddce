"""Small tables of panels: a text, and a value for White and for Black."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView


def side_table(model: QAbstractTableModel, name: str, value: str = "") -> QTableView:
    """Return a plain table of a model of three columns; ``name`` is what a screen reader calls it.

    The columns of the sides are as wide as their headings, or as ``value`` where it is given.
    """
    table = QTableView()
    table.setModel(model)
    table.setAccessibleName(name)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.viewport().setAutoFillBackground(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    table.verticalHeader().hide()
    height = table.fontMetrics().height() + 3
    table.verticalHeader().setMinimumSectionSize(height)
    table.verticalHeader().setDefaultSectionSize(height)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionsClickable(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for column in (1, 2):
        width = table.fontMetrics().horizontalAdvance(value) if value else header.sectionSizeHint(column)
        header.resizeSection(column, width)
    return table
