"""A page about the open game, brought up to date while it is visible."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from pawnviz.model.games.open_game import OpenGame
from pawnviz.override import override


class GamePage(QWidget):
    """A page about the open game; a subclass implements ``show_game`` and ``show_move``, and connects its widgets."""

    def __init__(self, game: OpenGame) -> None:
        super().__init__()
        self._game = game
        self._is_stale = True
        game.changed.connect(self.follow_game)
        game.moved.connect(self._follow_move)

    def show_game(self) -> None:
        """Show the game and its current move."""
        raise NotImplementedError

    def show_move(self) -> None:
        """Show the current move of the game that is shown."""
        raise NotImplementedError

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self._update()

    @Slot()
    def follow_game(self) -> None:
        """Show the game anew, at once or when the page is next visible."""
        self._is_stale = True
        if self.isVisible():
            self._update()

    def _update(self) -> None:
        self._is_stale = False
        self.show_game()

    @Slot()
    def _follow_move(self) -> None:
        if not self._is_stale:
            self.show_move()
