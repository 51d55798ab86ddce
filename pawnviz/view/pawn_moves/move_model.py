"""The rows of the panel of pawn moves as a model of Qt."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from pawnviz.override import override
from pawnviz.view.pawn_moves.rows import Row
from pawnviz.view.widgets.labels import plain_tip

Index = QModelIndex | QPersistentModelIndex

_ROOT: Final = QModelIndex()


class MoveModel(QAbstractListModel):
    """Rows of moves; headings and notes cannot be chosen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()

    def show_rows(self, rows: tuple[Row, ...]) -> bool:
        """Replace the rows, and return whether the new ones read as before."""
        if [row.key for row in rows] == [row.key for row in self.rows]:
            self.rows = rows
            return True
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()
        return False

    def row_at(self, index: Index) -> Row | None:
        """Return the row of an index, None where there is none."""
        return self.rows[index.row()] if index.isValid() and index.row() < len(self.rows) else None

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.row_at(index)
        if row is None or not row.can_be_chosen:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(row.tip)
        return None
