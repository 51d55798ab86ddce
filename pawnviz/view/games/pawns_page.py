"""The page of the pawns of a game: the film of their structures, their lives, and below them the chosen lanes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from pawnviz.model.games.chosen_lanes import ChosenLanes
from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.preferences.preferences import Preferences
from pawnviz.override import override
from pawnviz.view.games.film import Film
from pawnviz.view.games.lane_chooser import LaneChooser
from pawnviz.view.games.lanes_view import LanesView
from pawnviz.view.games.life_view import LifeView
from pawnviz.view.widgets.layouts import column_of


class PawnsPage(QWidget):
    """The film, the lives of the pawns above the lanes, scrolled together, and below them the choice of the lanes."""

    def __init__(self, game: OpenGame, lanes: ChosenLanes, preferences: Preferences) -> None:
        super().__init__()
        self._game = game
        self.film = Film(game, preferences)
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
        column_of(self.film, (self.area, 1), self.chooser, parent=self, margins=(6, 0, 6, 0), spacing=0)
        game.changed.connect(self._follow_game)
        self._follow_game()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.film.set_room(self.height())

    @Slot()
    def _follow_game(self) -> None:
        for part in (self.film, self.chooser):
            part.setVisible(self._game.line is not None)
