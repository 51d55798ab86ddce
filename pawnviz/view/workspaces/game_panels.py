"""The panels of the workspace of games, over the open file of games, and the commands that go through it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from pawnviz.model.document import Document
from pawnviz.model.games.games import Games
from pawnviz.model.games.lanes import ChosenLanes
from pawnviz.model.preferences.preferences import HAND
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.promotion import PromotionMenu
from pawnviz.view.docks import Docks
from pawnviz.view.games.events_page import EventsPage
from pawnviz.view.games.game_bar import GameBar
from pawnviz.view.games.game_list import GameList
from pawnviz.view.games.moves_page import MovesPage
from pawnviz.view.games.pawns_page import PawnsPage
from pawnviz.view.layers.presets import PresetBar
from pawnviz.view.position.status_line import StatusLine

if TYPE_CHECKING:
    from pawnviz.model.layers.shown_layers import ShownLayers

_END: Final = 100_000


class GamePanels(QObject):
    """The list of games, the lives and lanes, the moves and the events of the open game, in docks of the window."""

    export_wanted = Signal()
    """The open game is to be exported."""

    def __init__(
        self,
        document: Document,
        layers: ShownLayers,
        lanes: ChosenLanes,
        board: BoardView,
        docks: Docks,
        status: StatusLine,
        window: QWidget,
    ) -> None:
        """Fill the docks of the games; the keys of the moves work in the window."""
        super().__init__(window)
        self._document = document
        self._board = board
        self._docks = docks
        self._status = status
        self.games = Games(document, self)
        self.list = GameList(self.games, window)
        self.bar = GameBar(self.games, document)
        self.moves_page = MovesPage(self.games.game, self.games.edits, window)
        self.pawns = PawnsPage(self.games.game, lanes)
        self.events = EventsPage(self.games.game)
        self.presets = PresetBar(layers, window)
        self.presets.setContentsMargins(8, 2, 8, 4)
        self.export_button = QPushButton("&Export as GIF…")
        self.export_button.setToolTip("Export the game with the layers of the board, animated or as one image a move")
        self.export_button.clicked.connect(self.export_wanted)
        self.promotion = PromotionMenu(document, board)
        docks.games_dock.setWidget(self.list)
        docks.pawns_dock.setWidget(self.pawns)
        docks.game_moves_dock.setWidget(self._moves_with_export())
        docks.events_dock.setWidget(self.events)
        self.list.entered.connect(self.enter_game)
        self.list.folded_changed.connect(self._fit_list)
        self.games.game.moved.connect(self._fold_list)
        document.subject_changed.connect(self._follow_subject)
        document.edit_refused.connect(self._tell_refused)
        self.games.game.changed.connect(self._follow_subject)
        self._follow_subject()

    def _moves_with_export(self) -> QWidget:
        """Return the page of the moves with the button that exports them."""
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(6, 4, 6, 4)
        column.addWidget(self.moves_page, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.export_button)
        column.addLayout(row)
        return page

    # The subject

    @Slot()
    def _follow_subject(self) -> None:
        """Offer the commands of a game while one is on the board, on which pieces are moved by hand."""
        is_on_board = self.games.is_on_board
        self.export_button.setEnabled(self.games.game.line is not None)
        self.moves_page.actions_of_game.set_enabled(is_on_board)
        if is_on_board:
            self._board.preferences.tool.value = HAND

    @Slot()
    def _tell_refused(self) -> None:
        """Explain that a game takes no edits."""
        self._status.show_message("No legal move in the game. Ctrl+K sets up its position freely")

    @property
    def can_return(self) -> bool:
        """Whether a game is open that is not on the board."""
        return self.games.subject.is_open and not self.games.is_on_board

    # The list

    @Slot()
    def enter_game(self) -> None:
        """Fold the list and go to the open game."""
        if self.games.subject.is_open:
            self.games.show()
            self.list.set_folded(True)
            self._board.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _fold_list(self) -> None:
        """Fold the list once the game is gone through elsewhere than in it."""
        if self.games.game.ply and not self.list.isAncestorOf(self._window_focus()) and self.games.is_on_board:
            self.list.set_folded(True)

    def _window_focus(self) -> QWidget:
        """Return the widget with the focus, or the board."""
        return self.list.window().focusWidget() or self._board

    @Slot()
    def _fit_list(self) -> None:
        """Give the unfolded list its room back."""
        self._docks.fit_games(folded=self.list.is_folded)

    # Kept

    def moves_of_node(self) -> Sequence[int]:
        """Return the way to the current move: for each move the number of the choice, from 0."""
        way = []
        node = self.games.game.node
        while node is not None and node.parent is not None:
            way.append(next(number for number, other in enumerate(node.parent.variations) if other is node))
            node = node.parent
        return way[::-1]
