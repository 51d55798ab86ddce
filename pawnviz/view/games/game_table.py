"""The games of a file as a table that can be sorted and filtered; a million rows take a fraction of a second."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from pawnviz.core.games.game_list import COLUMNS, GameList
from pawnviz.override import override

Index = QModelIndex | QPersistentModelIndex

_ROOT: Final = QModelIndex()
_HEADINGS: Final = ("No.", "White", "Elo", "Black", "Elo", "Result", "Event", "Date", "ECO", "Moves")
_MOVES: Final = len(_HEADINGS) - 1
_NUMBERS: Final = (0, 2, 4, _MOVES)


class GameTableModel(QAbstractTableModel):
    """A row for each game that the filter lets through, in the order of the file or sorted by a column."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Show no games yet."""
        super().__init__(parent)
        self._games = GameList()
        self._order: list[int] = []
        self._words: tuple[str, ...] = ()
        self._sorted_by: tuple[int, bool] | None = None

    def show_games(self, games: GameList) -> None:
        """Show the games of another file."""
        self.beginResetModel()
        self._games = games
        self._sorted_by = None
        self._order = self._wanted(0)
        self.endResetModel()

    def add_new_games(self, first: int) -> None:
        """Add the rows of games that were listed since, from an index on; they come last until the end of the file."""
        new = self._wanted(first)
        if new:
            self.beginInsertRows(_ROOT, len(self._order), len(self._order) + len(new) - 1)
            self._order += new
            self.endInsertRows()

    def set_filter(self, text: str) -> None:
        """Show only games in whose texts each word of a text is found, in capitals or not."""
        words = tuple(text.casefold().split())
        if words != self._words:
            self._words = words
            self._arrange()

    def index_of_row(self, row: int) -> int:
        """Return the index of a row's game in the file."""
        return self._order[row]

    def row_of(self, index: int) -> int | None:
        """Return the row of a game by its index in the file, or None where the filter leaves it out."""
        try:
            return self._order.index(index)
        except ValueError:
            return None

    def _wanted(self, first: int) -> list[int]:
        """Return the indices of the games from one on that the filter lets through."""
        return self._games.matching(self._words, first)

    def _arrange(self) -> None:
        """Filter and sort the games anew."""
        self.beginResetModel()
        self._order = self._wanted(0)
        if self._sorted_by is not None:
            column, descending = self._sorted_by
            if column:
                self._order = self._games.in_order(self._order, column - 1, descending=descending)
            else:
                self._order.reverse()
        self.endResetModel()

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        descending = order == Qt.SortOrder.DescendingOrder
        self._sorted_by = None if column < 0 or (column == 0 and not descending) else (column, descending)
        self._arrange()

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._order)

    @override
    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(_HEADINGS)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _HEADINGS[section]
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._order):
            return None
        column = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column in _NUMBERS else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        game = self._order[index.row()]
        if column == 0:
            return str(game + 1)
        if column == _MOVES:
            return str((self._games.plies(game) + 1) // 2)
        text = self._games.text(game, column - 1)
        if role == Qt.ItemDataRole.ToolTipRole:
            latin = "" if self._games.is_utf_8(game) else "; the file is not UTF-8 here and is read as Windows-1252"
            return f"{COLUMNS[column - 1]}: {text or '–'}, line {self._games.line(game)}{latin}"
        return text
