"""The table of the layers that differ between two positions."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSizePolicy, QTableView, QWidget

from pawnviz.core.board.bitboard import popcount
from pawnviz.core.layers import Layer
from pawnviz.core.picture.changes import LayerChange
from pawnviz.core.words import count_text
from pawnviz.model.reading import signed_counts
from pawnviz.override import override
from pawnviz.view.widgets.labels import plain_tip
from pawnviz.view.widgets.rows import LEFT, RIGHT, side_table

Index = QModelIndex | QPersistentModelIndex

_ROOT: Final = QModelIndex()
_FEWEST_ROWS: Final = 3  # The least number of rows of the table.
_COLUMNS: Final = ("Layer", "White", "Black")


class ChangesModel(QAbstractTableModel):
    """Layers that differ between two positions: counts before and after, and squares gained and lost, for each side."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: list[tuple[Layer, dict[bool, LayerChange]]] = []

    def show_changes(self, changes: tuple[LayerChange, ...]) -> None:
        """Show these changes; those of a layer for White and for Black are one row."""
        rows: dict[str, tuple[Layer, dict[bool, LayerChange]]] = {}
        for change in changes:
            rows.setdefault(change.layer.identifier, (change.layer, {}))[1][change.white] = change
        same = [layer.identifier for layer, _ in self._rows] == list(rows)
        if not same:
            self.beginResetModel()
        self._rows = list(rows.values())
        if not same:
            self.endResetModel()
        elif self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 2))

    def identifier_at(self, row: int) -> str:
        """Return the identifier of a row's layer, empty where there is none."""
        return self._rows[row][0].identifier if 0 <= row < len(self._rows) else ""

    def changes_at(self, row: int) -> tuple[LayerChange, ...]:
        """Return White's and Black's change of a row's layer, without a side for which nothing changed."""
        if not 0 <= row < len(self._rows):
            return ()
        changes = self._rows[row][1]
        return tuple(changes[white] for white in (True, False) if white in changes)

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(_COLUMNS)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return _COLUMNS[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return RIGHT if section else LEFT
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        if not index.isValid() or row >= len(self._rows):
            return None
        layer, changes = self._rows[row]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if column else LEFT
        if column == 0:
            if role == Qt.ItemDataRole.DisplayRole:
                return layer.title
            return plain_tip(layer.definition) if role == Qt.ItemDataRole.ToolTipRole else None
        change = changes.get(column == 1)
        if change is None:
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return "the same"
            if role == Qt.ItemDataRole.ForegroundRole:
                return QGuiApplication.palette().placeholderText()
            return "=" if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return signed_counts(change)
        before, after = change.counts
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{before} → {count_text(after, 'square')}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            gained, lost = popcount(change.gained), popcount(change.lost)
            return f"gained {gained}, lost {lost}, {before} before and {after} after"
        return None


def changes_table(model: ChangesModel) -> QTableView:
    """Return a plain table for the layers that differ."""
    table = side_table(model, "Layers that differ", "+64 −64  ")
    # As high as its rows, or where there is less room as high as that, so that nothing stands far below them.
    table.setSizeAdjustPolicy(QTableView.SizeAdjustPolicy.AdjustToContents)
    table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
    rows = _FEWEST_ROWS * table.verticalHeader().defaultSectionSize()
    table.setMinimumHeight(table.horizontalHeader().sizeHint().height() + rows)
    return table
