"""The games of an answer as a table, model games first: all of them, or those that were chosen elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QMenu, QPushButton, QWidget

from pawnviz.core.collections.answer import Answer, games_text, model_games
from pawnviz.override import override
from pawnviz.view.widgets.labels import plain_label, section_title
from pawnviz.view.widgets.layouts import column_of, row_of
from pawnviz.view.widgets.rows import LEFT, RIGHT, Index, RowsModel, RowTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pawnviz.core.collections.arrays import GameColumns
    from pawnviz.model.collections.explorer import Answered

_MODEL, _WHITE, _WHITE_ELO, _BLACK, _BLACK_ELO, _YEAR, _RESULT, _FROM, _LENGTH = range(9)
_SEEN_ROWS: Final = 8  # The most rows that are seen at once.
_ORDERS: Final = (
    *("Model &games first", "&White", "White's &Elo", "&Black", "Black's E&lo", "&Year", "&Result"),
    *("&First move of the structure", "&Number of moves"),
)
"""The entries of the menu of orders, by columns."""
_WON: Final = {"Model games won by W&hite first": 2, "Model games won by Blac&k first": 0}
"""The further entries of that menu, and White's half points in these games, of which others follow."""
_RESULTS: Final = {0: "0–1", 1: "½–½", 2: "1–0"}
_PADDING: Final = 5  # The height of a row beyond that of a line.
_NARROW: Final = 36  # The width in letters below which ratings and lengths are left out.
_TEXTS: Final = ("★", "Wxxxxxxxxxxxxx, W", "2700", "Wxxxxxxxxxxxxx, W", "2700", "2026", "½–½", "from", "moves")


class MatchingGamesModel(RowsModel[Any]):
    """A row for each spell of an answer: model games first, then the stronger ones, until the rows are sorted."""

    headings = ("", "White", "Elo", "Black", "Elo", "Year", "Result", "From", "Moves")
    heading_tips: ClassVar = {_MODEL: "Model games: strong players, a long structure, and a typical result"}
    alignments: ClassVar = dict.fromkeys((_WHITE_ELO, _BLACK_ELO, _YEAR, _FROM, _LENGTH), RIGHT)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._answer: Answer | None = None
        self._games: GameColumns | None = None
        self._models: frozenset[int] = frozenset()
        self._sorted_by: tuple[int, bool] | None = None
        self._chosen: NDArray[Any] | None = None
        self.won: int | None = None  # White's half points in the model games, the usual ones for None.

    def show_answer(self, answered: Answered | None, chosen: NDArray[Any] | None = None) -> None:
        """Show the games of an answer, none for None; if given, only those chosen by places in its spells."""
        self._answer, self._games = (None, None) if answered is None else (answered.answer, answered.games)
        self._chosen = chosen
        self.show_rows(self._arranged())

    def place_at(self, row: int) -> tuple[int, int] | None:
        """Return the index in the file, from 0, of a row's game, and the first position of its spell."""
        if self._answer is None or self._games is None or not 0 <= row < len(self.rows):
            return None
        place = self.rows[row]
        game = self._answer.spells.game[place]
        return int(self._games.number[game]) - 1, int(self._answer.spells.first[place])

    def _arranged(self) -> Any:
        """Return the places of the games among the spells, as they are sorted and chosen, as an array of integers."""
        import numpy

        answer, games = self._answer, self._games
        if answer is None or games is None:
            return ()
        found = answer.spells.game
        models = answer.model_games if self.won is None else model_games(answer.spells, games, self.won)
        self._models = frozenset(models.tolist())
        is_model = numpy.zeros(len(found), bool)
        is_model[models] = True
        column, descending = self._sorted_by or (_MODEL, False)
        keys: dict[int, Any] = {
            _MODEL: 2 * (~is_model).astype(int) + (self.won is not None) * (games.result[found] != self.won),
            **{_WHITE_ELO: games.white_elo[found], _BLACK_ELO: games.black_elo[found], _YEAR: games.year[found]},
            **{_RESULT: games.result[found], _FROM: answer.spells.first, _LENGTH: answer.spells.lengths},
        }
        if column in (_WHITE, _BLACK):
            numbers = (games.white if column == _WHITE else games.black)[found]
            names, places = numpy.unique(numbers, return_inverse=True)
            ranks = numpy.argsort(numpy.argsort(numpy.array([games.texts[name].casefold() for name in names])))
            keys[column] = ranks[places]
        strength = -(games.white_elo[found].astype(numpy.int64) + games.black_elo[found])
        order = numpy.lexsort((numpy.arange(len(found)), strength, keys[column]))
        if self._chosen is not None:
            order = order[numpy.isin(order, self._chosen)]
        return order[::-1] if descending else order

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sorted_by = None if column < 0 else (column, order == Qt.SortOrder.DescendingOrder)
        self.show_rows(self._arranged())

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        answer, games, place = self._answer, self._games, self.row_at(index)
        if answer is None or games is None or place is None:
            return None
        column = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.alignments.get(column, LEFT)
        game, spells = answer.spells.game[place], answer.spells
        first = int(spells.first[place])
        if role == Qt.ItemDataRole.AccessibleTextRole and column == _MODEL:
            return "model game" if place in self._models else "game"
        if role == Qt.ItemDataRole.ToolTipRole:
            event = games.texts[games.event[game]]
            return f"{event + ', ' if event else ''}game {games.number[game]:,} of the file; Enter opens it here"
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if column == _MODEL:
            return "★" if place in self._models else ""
        if column in (_WHITE, _BLACK):
            return games.texts[(games.white if column == _WHITE else games.black)[game]]
        if column == _RESULT:
            return _RESULTS.get(int(games.result[game]), "*")
        if column == _FROM:
            return f"{first // 2 + 1}{'…' if first % 2 else '.'}"
        if column == _LENGTH:
            return str(spells.lengths[place])
        number = {_WHITE_ELO: games.white_elo, _BLACK_ELO: games.black_elo, _YEAR: games.year}[column][game]
        return str(number) if number else ""


class MatchingGamesTable(RowTable):
    """The games of an answer; a double click or Enter opens one at the first position that fits."""

    game_wanted = Signal(int, int)  # A game is to be opened; carries its index from 0 and a number of moves.

    def __init__(self) -> None:
        super().__init__("Games with these pawns", _PADDING)
        self.games = MatchingGamesModel(self)
        self.setModel(self.games)
        self.setAccessibleDescription("Enter opens a game in Games at its first position that fits, the Menu key sorts")
        self.sort_by_headings()
        header = self.horizontalHeader()
        header.setMinimumSectionSize(20)
        for column, text in enumerate(_TEXTS):
            self.setColumnWidth(column, self.fontMetrics().horizontalAdvance(text) + 16)
        for column in (_WHITE, _BLACK):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.doubleClicked.connect(self._open)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the columns that do not fit."""
        super().resizeEvent(event)
        is_narrow = self.width() < _NARROW * self.fontMetrics().horizontalAdvance("nn")
        for column in (_WHITE_ELO, _BLACK_ELO, _LENGTH):
            self.setColumnHidden(column, is_narrow)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        if place := self.games.place_at(index.row()):
            self.game_wanted.emit(*place)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName("Order of the games")
        orders = [(title, column, None) for column, title in enumerate(_ORDERS)]
        for title, column, won in (*orders, *((title, _MODEL, won) for title, won in _WON.items())):
            action = menu.addAction(title)
            action.setData((column, won))
            action.triggered.connect(self._sort)
        menu.popup(event.globalPos())

    @Slot()
    def _sort(self) -> None:
        action, header = self.sender(), self.horizontalHeader()
        if isinstance(action, QAction):
            (column, won), is_rising = action.data(), header.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
            is_turned = won is self.games.won is None and header.sortIndicatorSection() == column and is_rising
            self.games.won = won
            self.sortByColumn(column, Qt.SortOrder.DescendingOrder if is_turned else Qt.SortOrder.AscendingOrder)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)


class GamesPart(QWidget):
    """The table of games, and above it how many were chosen, with a button that shows all again."""

    def __init__(self) -> None:
        super().__init__()
        self._answered: Answered | None = None
        self.table = MatchingGamesTable()
        self.label = plain_label()
        self.all_button = QPushButton("Show &all")
        self.all_button.setToolTip("Show all games of the answer again")
        self.all_button.clicked.connect(self._show_all)
        head = row_of(section_title("Games"), (self.label, 1), self.all_button)
        column_of(head, self.table, parent=self, margins=0, spacing=4)

    def show_answer(self, answered: Answered | None) -> None:
        """Show all games of an answer, none for None."""
        self._answered = answered
        self._show_all()

    @Slot()
    def _show_all(self) -> None:
        self.show_games(None)

    def show_games(self, chosen: NDArray[Any] | None) -> None:
        """Show games by their places among the spells alone, or with None all."""
        text = ""
        if chosen is not None and self._answered is not None:
            text = f"{games_text(len(chosen))} of {len(self._answered.answer.spells):,}: those chosen below"
        self.label.setText(text)
        self.all_button.setVisible(bool(text))
        self.table.games.show_answer(self._answered, chosen)
        self.table.fit_rows(_SEEN_ROWS)
