"""The page of the games of an answer: all of them, or those that were chosen elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from pawnviz.core.collections.answer import games_text
from pawnviz.view.explore.matching_games import MatchingGamesTable
from pawnviz.view.widgets.labels import plain_label

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from pawnviz.model.collections.explorer import Answered


class GamesPage(QWidget):
    """The table of games, and above it how many were chosen, with a button that shows all again."""

    def __init__(self) -> None:
        super().__init__()
        self._answered: Answered | None = None
        self.table = MatchingGamesTable()
        self.label = plain_label()
        self.all_button = QPushButton("Show &all")
        self.all_button.setToolTip("Show all games of the answer again")
        self.all_button.clicked.connect(self._show_all)
        self._head = QWidget()
        head = QHBoxLayout(self._head)
        head.setContentsMargins(0, 4, 0, 0)
        head.addWidget(self.label, 1)
        head.addWidget(self.all_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._head)
        column.addWidget(self.table, 1)
        self._head.hide()

    def show_answer(self, answered: Answered | None) -> None:
        """Show all games of an answer, or with None none."""
        self._answered = answered
        self._show(None)

    def show_chosen(self, places: NDArray[numpy.intp], noun: str) -> None:
        """Show games by their places among the spells alone; ``noun`` says which ones."""
        if self._answered is not None:
            self.label.setText(f"{games_text(len(places))} of {len(self._answered.answer.spells):,}: {noun}")
            self._show(places)

    @Slot()
    def _show_all(self) -> None:
        self._show(None)

    def _show(self, chosen: NDArray[numpy.intp] | None) -> None:
        answered = self._answered
        self._head.setVisible(chosen is not None)
        self.table.show_answer(
            None if answered is None else answered.answer, None if answered is None else answered.games, chosen
        )
