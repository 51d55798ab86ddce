"""Keys that go through the game on the board, in a window that has no bar of the game."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from pawnviz.model.games.open_game import OpenGame
from pawnviz.view.board.state import BoardState
from pawnviz.view.games.board_game import BoardGame

_KEYS: Final = ("Home", "Left", "Right", "End")
"""The keys to the beginning, one move back, one move on, and to the end; with Alt and without."""


class GameKeys(QObject):
    """Left, Right, Home and End go through the game while it is on the board.

    With Alt they always do, without it only while the keyboard cursor of the board, which they move, is hidden.
    """

    def __init__(self, window: QWidget, game: OpenGame, board_game: BoardGame, state: BoardState) -> None:
        """Take the keys in ``window``."""
        super().__init__(window)
        self._game = game
        self._board_game = board_game
        self._state = state
        self._plain = [self._shortcut(window, place, key) for place, key in enumerate(_KEYS)]
        self._with_alt = [self._shortcut(window, place, f"Alt+{key}") for place, key in enumerate(_KEYS)]
        board_game.changed.connect(self._follow)
        state.square_changed.connect(self._follow)
        self._follow()

    def _shortcut(self, window: QWidget, place: int, keys: str) -> QShortcut:
        shortcut = QShortcut(QKeySequence(keys), window)
        shortcut.setObjectName(f"{place}")
        shortcut.activated.connect(self._go)
        return shortcut

    @Slot()
    def _follow(self) -> None:
        """Take the keys where they have something to go through."""
        is_on_board = self._board_game.is_on_board
        for shortcut in self._with_alt:
            shortcut.setEnabled(is_on_board)
        for shortcut in self._plain:
            shortcut.setEnabled(is_on_board and not self._state.cursor_shown)

    @Slot()
    def _go(self) -> None:
        """Go where the pressed key leads."""
        line, ply = self._game.line, self._game.ply
        end = len(line.moves) if line is not None else 0
        self._game.go_to((0, ply - 1, ply + 1, end)[int(self.sender().objectName())])
