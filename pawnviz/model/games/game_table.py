"""The games of a file as a table that can be sorted and filtered, even a million."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Slot

from pawnviz.core.collections.listed_games import GameFilter
from pawnviz.core.collections.question import GamePart
from pawnviz.core.games.cutting import shown_date, shown_result
from pawnviz.core.games.game_list import COLUMNS, GameList
from pawnviz.model.jobs import SliceJob
from pawnviz.override import override

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

Index = QModelIndex | QPersistentModelIndex

_ROOT: Final = QModelIndex()
_HEADINGS: Final = ("No.", "White", "Elo", "Black", "Elo", "Result", "Event", "Date", "ECO", "Moves")
_MOVES: Final = len(_HEADINGS) - 1
_WHITE: Final = 1
_ELOS: Final = (2, 4)
_NUMBERS: Final = (0, *_ELOS, _MOVES)
_SHOWN: Final = {_HEADINGS.index("Result"): shown_result, _HEADINGS.index("Date"): shown_date}
_PIECE: Final = 0.03  # The seconds of a piece of arranging games.


class GameTableModel(QAbstractTableModel):
    """A row for each game of the filter, in the order of the file or sorted; many games are arranged in pieces."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._games = GameList()
        self._parts: tuple[GamePart, ...] = ()
        self._among: NDArray[Any] | None = None
        self._filter = GameFilter(self._games, ())
        self._sorted_by: tuple[int, bool] | None = None
        self._order = array("i")
        self._count = 0
        self.arranging: SliceJob[NDArray[numpy.int32]] = SliceJob(self, _PIECE)  # Filters and sorts the games.
        self.arranging.ended.connect(self._show)

    def show_games(self, games: GameList) -> None:
        """Show the games of another file in their order."""
        self._games = games
        self._sorted_by = None
        self._arrange()
        self.arranging.finish()

    def add_new_games(self) -> None:
        """Add the rows of games that were listed since; they come last until the rows are sorted."""
        if self.arranging.is_running:
            return
        first, self._count = self._count, len(self._games)
        new = self._filter.matching(first, self._count)
        if len(new):
            self.beginInsertRows(_ROOT, len(self._order), len(self._order) + len(new) - 1)
            self._order.frombytes(new.tobytes())
            self.endInsertRows()

    def sort_again(self) -> None:
        """Sort the rows that came last among the others."""
        if self._sorted_by is not None:
            self._arrange()

    def set_filter(self, parts: Sequence[GamePart], among: NDArray[Any] | None = None) -> None:
        """Show only games in which parts of a question hold, and which are ``among`` some by their indices."""
        if tuple(parts) != self._parts or among is not self._among:
            self._parts, self._among = tuple(parts), among
            self._arrange()

    def index_of_row(self, row: int) -> int:
        """Return the index of a row's game in the file."""
        return self._order[row]

    def row_of(self, index: int) -> int | None:
        """Return the row of a game by its index in the file, or None if the filter leaves it out."""
        try:
            return self._order.index(index)
        except ValueError:
            return None

    def _arrange(self) -> None:
        self._filter = GameFilter(self._games, self._parts, self._among)
        self._count = len(self._games)
        column, descending = self._sorted_by or (0, False)
        sorted_by = (column - 1, descending) if column else None
        self.arranging.start(self._filter.arranged(self._count, sorted_by), at_once=True)

    @Slot()
    def _show(self) -> None:
        indices = self.arranging.result
        if indices is None:
            return
        self.beginResetModel()
        if self._sorted_by == (0, True):
            indices = indices[::-1]
        self._order = array("i", indices.tobytes())
        self.endResetModel()
        self.add_new_games()

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
            return str((self._games[game].plies + 1) // 2)
        text = self._games.text(game, column - 1)
        if column == _WHITE and (chapter := self._games.chapter(game)):
            is_tip = role == Qt.ItemDataRole.ToolTipRole
            return f"{chapter}, line {self._games[game].line}" if is_tip else self._games.distinct_chapter(game)
        if role == Qt.ItemDataRole.ToolTipRole:
            entry = self._games[game]
            latin = "" if entry.is_utf_8 else "; the file is not UTF-8 here and is read as Windows-1252"
            return f"{COLUMNS[column - 1]}: {text or '–'}, line {entry.line}{latin}"
        if column in _ELOS and text.strip("?") == "":
            return ""
        return _SHOWN[column](text) if column in _SHOWN else text
