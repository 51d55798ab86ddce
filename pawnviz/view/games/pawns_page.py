"""The page of the pawns of a game: their lives, and below them the chosen numbers, over the same moves."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from pawnviz.model.games.lanes import ChosenLanes
from pawnviz.model.games.open_game import OpenGame
from pawnviz.view.games.lane_chooser import LaneChooser
from pawnviz.view.games.lanes_view import LanesView
from pawnviz.view.games.life_view import LifeView


class PawnsPage(QScrollArea):
    """The lives of the pawns above the lanes of numbers; both scroll together, so that their moves stay in line."""

    def __init__(self, game: OpenGame, lanes: ChosenLanes) -> None:
        """Show a game and the chosen lanes."""
        super().__init__()
        self._game = game
        self.lives = LifeView(game)
        self.chooser = LaneChooser(game, lanes)
        self.lanes = LanesView(game, lanes)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.lives, 4)
        column.addWidget(self.lanes, 1)
        column.addWidget(self.chooser)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        game.changed.connect(self._follow_game)
        self._follow_game()

    @Slot()
    def _follow_game(self) -> None:
        """Offer lanes only where there is a game to follow."""
        self.chooser.setVisible(self._game.line is not None)
