"""The games of a file as a table that can be sorted and filtered, even a million, and its view."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView

from pawnviz.core.collections.game_parts import GamePart
from pawnviz.core.collections.listed_games import GameFilter
from pawnviz.core.games.arrangement import arranged
from pawnviz.core.games.game_list import COLUMNS, GameList
from pawnviz.core.games.headers import shown_date, shown_result
from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.jobs.slice_job import SliceJob
from pawnviz.override import override
from pawnviz.view.games.game_view import go_by_key
from pawnviz.view.widgets.row_table import RowTable
from pawnviz.view.widgets.theme import theme_of

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
_LEAST: Final = (52, 100, 40, 100, 40, 48, 70, 62, 38, 54)  # The least widths of the columns.
_SHARES: Final = {1: 0.45, 3: 0.45, 6: 0.1}  # The columns that take the rest of the width, with their shares.
_DROPPED: Final = (8, 4, 2, 6, 9, 0)  # The columns that a narrow list leaves out, in this order, before names are cut.
_PADDING: Final = 5  # The height of a row beyond that of a line.
_LONGEST: Final = 40  # The number of characters up to which a searched text is repeated.


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
        self._arranging: SliceJob[NDArray[numpy.int32]] = SliceJob(self, _PIECE)
        self._arranging.ended.connect(self._show)

    def show_games(self, games: GameList) -> None:
        """Show the games of another file in their order."""
        self._games = games
        self._sorted_by = None
        self._arrange()
        self.finish()

    def show_again(self) -> None:
        """Repaint the games; their order stays."""
        if self._order:
            last = self.index(len(self._order) - 1, len(_HEADINGS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def add_new_games(self) -> None:
        """Add the rows of games that were listed since; they come last until the rows are sorted."""
        if self._arranging.is_running:
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

    def finish(self) -> None:
        """Finish the arrangement, however long it takes."""
        self._arranging.finish()

    def index_of_row(self, row: int) -> int:
        """Return the index of a row's game in the file."""
        return self._order[row]

    def row_of(self, index: int) -> int | None:
        """Return the row of a game by its index in the file, or None where the filter leaves it out."""
        try:
            return self._order.index(index)
        except ValueError:
            return None

    def _arrange(self) -> None:
        self._filter = GameFilter(self._games, self._parts, self._among)
        self._count = len(self._games)
        column, descending = self._sorted_by or (0, False)
        sorted_by = (column - 1, descending) if column else None
        self._arranging.start(arranged(self._games, self._filter, self._count, sorted_by), at_once=True)

    @Slot()
    def _show(self) -> None:
        """Show the games that are arranged, and those that were listed meanwhile."""
        indices = self._arranging.result
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
            return str((self._games.plies(game) + 1) // 2)
        text = self._games.text(game, column - 1)
        if column == _WHITE and (chapter := self._games.chapter(game)):
            is_tip = role == Qt.ItemDataRole.ToolTipRole
            return f"{chapter}, line {self._games.line(game)}" if is_tip else self._games.distinct_chapter(game)
        if role == Qt.ItemDataRole.ToolTipRole:
            latin = "" if self._games.is_utf_8(game) else "; the file is not UTF-8 here and is read as Windows-1252"
            return f"{COLUMNS[column - 1]}: {text or '–'}, line {self._games.line(game)}{latin}"
        if column in _ELOS and text.strip("?") == "":
            return ""
        return _SHOWN[column](text) if column in _SHOWN else text


class GamesView(RowTable):
    """A table that its columns fill; Left and Right go through the open game in it, and Enter goes into it."""

    entered_game = Signal()  # Enter was pressed.

    def __init__(self, game: OpenGame, model: GameTableModel) -> None:
        super().__init__("Games", _PADDING)
        self.setModel(model)
        self._game = game
        self._games = model
        self._searched = ""
        self._invitation = ""
        self.sort_by_headings()
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._fitted: list[int] = []

    @Slot(str)
    def set_searched(self, text: str) -> None:
        """Name this text where no game is found."""
        self._searched = text.strip()
        self.viewport().update()

    def invite(self, text: str) -> None:
        """Show a sentence where no file is open; empty for none."""
        self._invitation = text
        self.viewport().update()

    @property
    def nothing_text(self) -> str:
        """The sentence in place of rows where no file is open or a search finds none; empty otherwise."""
        if self._games.rowCount():
            return ""
        if not self._searched:
            return self._invitation
        text = self._searched if len(self._searched) <= _LONGEST else f"{self._searched[:_LONGEST]}…"
        return f"No game found for “{text}”.\nEscape in the search shows all games again."

    @property
    def first_column(self) -> int:
        """The first column that is not left out."""
        return next(column for column in range(len(_LEAST)) if not self.isColumnHidden(column))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Share the width among the columns, unless a person has given one another width."""
        widths = [self.columnWidth(column) for column in range(len(_LEAST))]
        if self._fitted and widths != self._fitted:
            return
        width = self.viewport().width()
        needed = sum(_LEAST)
        for column in _DROPPED:
            is_dropped = needed > width
            self.setColumnHidden(column, is_dropped)
            needed -= _LEAST[column] * is_dropped
        rest = max(0, width - needed)
        whole = sum(share for column, share in _SHARES.items() if not self.isColumnHidden(column))
        for column, least in enumerate(_LEAST):
            if not self.isColumnHidden(column):
                self.setColumnWidth(column, least + int(rest * _SHARES.get(column, 0) / whole))
        self._fitted = [self.columnWidth(column) for column in range(len(_LEAST))]
        current = self.currentIndex()
        if current.isValid() and self.isColumnHidden(current.column()):
            # Qt selects no further rows from a column that is hidden.
            seen = current.siblingAtColumn(self.first_column)
            self.selectionModel().setCurrentIndex(seen, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.updateGeometries()  # The scroll bar of before may not be needed any longer.

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.nothing_text:
            with QPainter(self.viewport()) as painter:
                painter.setPen(QColor(theme_of(self).muted_text))
                box = self.viewport().rect().adjusted(12, 16, -12, -4)
                flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
                painter.drawText(box, flags, self.nothing_text)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_game.emit()
        elif event.key() not in (Qt.Key.Key_Left, Qt.Key.Key_Right) or not go_by_key(self._game, event):
            super().keyPressEvent(event)
