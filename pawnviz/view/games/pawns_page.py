"""The page of the pawns of a game: their lives, and below them the chosen lanes, over the same moves."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QScrollArea, QWidget

from pawnviz.model.games.chosen_lanes import ChosenLanes
from pawnviz.model.games.open_game import OpenGame
from pawnviz.view.games.lane_chooser import LaneChooser
from pawnviz.view.games.lanes_view import LanesView
from pawnviz.view.games.life_view import LifeView
from pawnviz.view.widgets.layouts import column_of


class PawnsPage(QWidget):
    """The lives of the pawns above the lanes, scrolled together, and below them the choice of the lanes."""

    def __init__(self, game: OpenGame, lanes: ChosenLanes) -> None:
        super().__init__()
        self._game = game
        self.lives = LifeView(game)
        self.chooser = LaneChooser(game, lanes)
        self.lanes = LanesView(game, lanes)
        content = QWidget()
        column_of((self.lives, 4), (self.lanes, 1), parent=content, margins=0, spacing=0)
        # A message is no part of what scrolls: a scroll area gives contents whose height depends on their width the
        # height that they prefer, and the rows would not shrink to the room that there is.
        self.area = QScrollArea()
        self.area.setWidget(content)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column_of((self.area, 1), self.chooser, parent=self, margins=0, spacing=0)
        game.changed.connect(self._follow_game)
        self._follow_game()

    @Slot()
    def _follow_game(self) -> None:
        self.chooser.setVisible(self._game.line is not None)
