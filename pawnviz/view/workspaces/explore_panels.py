"""The panels of the workspace of structures, over the open file of games and the position on the board."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from pawnviz.model.collections.explorer import Explorer
from pawnviz.model.document import Document
from pawnviz.view.board.board import BoardView
from pawnviz.view.explore.panel import ExplorePanel
from pawnviz.view.workspaces.game_panels import GamePanels


class ExplorePanels(QObject):
    """The answer of the explorer in its dock, and on the board the moves that came next."""

    open_wanted = Signal()  # A file of games is to be chosen.
    samples_wanted = Signal()  # The sample games are to be opened.
    game_wanted = Signal(int, int)  # A game is to be opened; carries its index from 0 and a number of moves.
    structure_wanted = Signal(str, str)  # A structure of the user is to be kept; carries its title and its pattern.
    message = Signal(str)  # A sentence of the answer.
    left = Signal()  # The focus belongs back on the board.

    def __init__(self, document: Document, games: GamePanels, board: BoardView, parent: QObject) -> None:
        super().__init__(parent)
        self.explorer = Explorer(document, games.games, games.index, board.preferences.question, self)
        self.panel = ExplorePanel(self.explorer, document, board)
        self.panel.open_wanted.connect(self.open_wanted)
        self.panel.samples_wanted.connect(self.samples_wanted)
        self.panel.game_wanted.connect(self.game_wanted)
        self.panel.structure_wanted.connect(self.structure_wanted)
        self.panel.left.connect(self.left)
        self.panel.message.connect(self.message)

    def begin(self) -> None:
        """Index the open file, if that was not begun."""
        self.explorer.begin()
