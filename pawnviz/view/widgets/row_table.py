"""Tables whose rows are chosen as wholes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QTableView


class RowTable(QTableView):
    """A table without grid and numbers of rows, in which a row is chosen as a whole and Tab leads out."""

    def __init__(self, name: str, padding: int) -> None:
        """Begin without a model, under an accessible name; rows are ``padding`` pixels higher than a line of text."""
        super().__init__()
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        rows = self.verticalHeader()
        rows.hide()
        rows.setDefaultSectionSize(self.fontMetrics().height() + padding)
        self.horizontalHeader().setHighlightSections(False)

    def sort_by_headings(self) -> None:
        """Let a click on a heading sort the rows, which have the model's order until then."""
        self.setSortingEnabled(True)
        self.setAlternatingRowColors(True)
        header = self.horizontalHeader()
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def fit_rows(self, most: int = 1 << 16) -> None:
        """Be as high as the heading and the rows, of which at most so many are seen at once."""
        rows = self.verticalHeader()
        count = min(most, self.model().rowCount())
        # Rows are as high as each other.
        height = self.horizontalHeader().sizeHint().height() + count * rows.defaultSectionSize()
        self.setFixedHeight(height + 2 * self.frameWidth())
