"""The view of the games of a file: its columns, its keys, and a sentence where no game is found."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QItemSelectionModel, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView

from pawnviz.model.games.open_game import OpenGame
from pawnviz.override import override
from pawnviz.view.games.game_table import GameTableModel
from pawnviz.view.games.moves_view import go_by_key
from pawnviz.view.widgets.row_table import RowTable
from pawnviz.view.widgets.theme import theme_of

_LEAST: Final = (52, 100, 40, 100, 40, 48, 70, 62, 38, 54)  # The least widths of the columns.
_SHARES: Final = {1: 0.45, 3: 0.45, 6: 0.1}  # The columns that take the rest of the width, with their shares.
_DROPPED: Final = (8, 4, 2, 6, 0)  # The columns that a narrow list leaves out, in this order, before names are cut.
_PADDING: Final = 5  # The height of a row beyond that of a line.
_LONGEST: Final = 40  # The number of characters up to which a searched text is repeated.


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
