"""How wide the docks beside the board are, which follows the size of the window."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from pawnviz.view.board.board import BoardView

NARROWEST: Final = 340
"""The width of the panels in a small window, in logical pixels."""
WIDEST: Final = 460
"""The width from which the panels leave further room beside the board free."""

_TOLERANCE: Final = 3


class PanelWidth(QObject):
    """The width of the docks right of the board: what a square board leaves of the window, within limits.

    A width that a person gives them with the mouse stays.
    """

    def __init__(self, window: QMainWindow, dock: QDockWidget, board: BoardView) -> None:
        """Follow a window's size with the width of a dock, which those above and below it share."""
        super().__init__(window)
        self._window = window
        self._dock = dock
        self._board = board
        self._given = 0
        self._is_kept = False

    def take_up(self) -> None:
        """Go on with a kept layout: a dock that is as wide as it would be made follows the window, any other stays."""
        self._is_kept = True

    def fit(self) -> None:
        """Give the dock its width for the window's size, unless a person has given it another one."""
        if not self._is_beside_board() or not self._window.isVisible():
            return
        wanted = self._wanted()
        if not self._given:
            self._given = wanted if self._is_kept else self._dock.width()
        if abs(self._dock.width() - self._given) <= _TOLERANCE:
            self._window.resizeDocks([self._dock], [wanted], Qt.Orientation.Horizontal)
            self._given = wanted

    def _is_beside_board(self) -> bool:
        dock, area = self._dock, Qt.DockWidgetArea.RightDockWidgetArea
        return not dock.isHidden() and not dock.isFloating() and self._window.dockWidgetArea(dock) == area

    def _wanted(self) -> int:
        """Return what is left of the window's width when the board is as high as it can be."""
        room = self._board.width() + self._dock.width()
        return max(NARROWEST, min(WIDEST, room - self._board.width_for(self._board.height())))
