"""The pages of an answer below its moves: games, pieces, flow, and sayings put to the test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QSizePolicy, QTabWidget

from pawnviz.model.collections.explorer import Explorer
from pawnviz.model.collections.piece_heat import MoveCache
from pawnviz.view.board.state import BoardState
from pawnviz.view.explore.flow_page import FlowPage
from pawnviz.view.explore.games_page import GamesPage
from pawnviz.view.explore.pieces_page import PiecesPage
from pawnviz.view.explore.saying_page import SayingPage

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from pawnviz.core.collections.collection import Collection
    from pawnviz.model.collections.explorer import Answered


class AnswerPages(QTabWidget):
    """Tabs with the games of an answer, where their pieces stand, which structures follow, and trials of sayings."""

    def __init__(self, explorer: Explorer, state: BoardState) -> None:
        super().__init__()
        self._explorer = explorer
        self._collection: Collection | None = None
        self._moves: MoveCache | None = None
        self._answered: Answered | None = None
        self.games = GamesPage()
        self.pieces = PiecesPage(state)
        self.flow = FlowPage(state.preferences.flipped)
        self.sayings = SayingPage()
        self.setDocumentMode(True)
        self.tabBar().setAccessibleName("Pages of the answer")
        for page, title, tip in (
            (self.games, "Games", "The games of the answer"),
            (self.pieces, "Pieces", "Where a piece stands in these games"),
            (self.flow, "Flow", "The structures that follow in these games"),
            (self.sayings, "Sayings", "Put a saying to the test, over all games of the file"),
        ):
            number = self.addTab(page, title)
            self.setTabToolTip(number, tip)
        self.currentChanged.connect(self._fit_pages)
        self._fit_pages()
        self.flow.games_wanted.connect(self._show_games)
        self.sayings.wanted.connect(self._begin_trial)
        self.pieces.wanted.connect(self._replay)

    def show_answer(self, answered: Answered | None) -> None:
        """Show an answer, or with None none."""
        collection = self._explorer.index.collection
        if collection is not self._collection:
            self._collection, self._moves = collection, None if collection is None else MoveCache(collection)
        self.games.show_answer(answered)
        self._answered = answered
        self.pieces.ask()
        self.flow.show_answer(answered)

    @Slot()
    def _fit_pages(self) -> None:
        """Ask for the height of the current page alone: that of sayings would take the room of the moves above."""
        for page in (self.games, self.pieces, self.flow, self.sayings):
            policy = page.sizePolicy()
            is_current = page is self.currentWidget()
            policy.setVerticalPolicy(QSizePolicy.Policy.Expanding if is_current else QSizePolicy.Policy.Ignored)
            page.setSizePolicy(policy)

    @Slot(object)
    def _show_games(self, places: NDArray[numpy.intp]) -> None:
        self.games.show_chosen(places, "those chosen in the flow")
        self.setCurrentWidget(self.games)

    @Slot()
    def _replay(self) -> None:
        answered = self._answered
        if answered is None or self._moves is None:
            self.pieces.heat.stop()
        else:
            spells = answered.answer.spells
            self.pieces.begin(self._moves, spells.game, spells.first, spells.end)

    @Slot()
    def _begin_trial(self) -> None:
        answered = self._explorer.answered
        if answered is not None and self._moves is not None:
            self.sayings.begin(self._moves, answered.surplus)
