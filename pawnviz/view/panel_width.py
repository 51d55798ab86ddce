"""The width of the docks beside the board, which follows the size of the window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from pawnviz.view.board.board import BoardView
from pawnviz.view.widgets.page import is_seen

NARROWEST: Final = 340  # The width of the panels in a small window, in logical pixels.
WIDEST: Final = 460  # The width from which panels leave further room free.

_TOLERANCE: Final = 3


class PanelWidth(QObject):
    """The width of the docks right of the board: the rest beside a square board, unless a person changes it.

    Where that would leave the board less than three quarters of its width, as in a window made smaller, it gives way.
    """

    def __init__(self, window: QMainWindow, docks: Sequence[QDockWidget], board: BoardView) -> None:
        super().__init__(window)
        self._window = window
        self._docks = docks
        self._board = board
        self._given = 0
        self._given_before: dict[str, int] = {}
        self.arrangement = ""
        """The name of the arrangement of the docks."""
        self._is_kept = False
        self._fills = False

    def take_up(self) -> None:
        """Go on with a kept layout: docks at their default width follow the window, others stay."""
        self._is_kept = True

    def begin(self, arrangement: str, *, is_kept: bool, fills: bool) -> None:
        """Go on with the arrangement of a name, a kept or a first one, whose docks stay as wide as a person made them.

        Where it ``fills`` the window, the docks have no greatest width.
        """
        self._given_before[self.arrangement] = self._given
        self.arrangement, self._is_kept, self._fills = arrangement, is_kept, fills
        self._given = self._given_before.get(arrangement, 0) if is_kept else 0
        # What is shown above and below the board has its room before the board is measured.
        for widget in (self._window, self._window.centralWidget()):
            layout = None if widget is None else widget.layout()
            if layout is not None:
                layout.activate()
        self.fit()

    def fit(self) -> None:
        """Give the docks their width for the window's size, unless a person has given them another one."""
        dock = self._dock_beside_board()
        if dock is None or not self._window.isVisible():
            return
        wanted = self._wanted(dock)
        if not self._given:
            self._given = wanted if self._is_kept else dock.width()
        is_starved = 4 * self._board.width() < 3 * self._board.width_for(self._board.height())
        if is_starved or abs(dock.width() - self._given) <= _TOLERANCE:
            self._window.resizeDocks([dock], [wanted], Qt.Orientation.Horizontal)
            self._given = wanted

    def _dock_beside_board(self) -> QDockWidget | None:
        area = Qt.DockWidgetArea.RightDockWidgetArea
        return next(
            (
                dock
                for dock in self._docks
                if is_seen(dock) and not dock.isFloating() and self._window.dockWidgetArea(dock) == area
            ),
            None,
        )

    def _wanted(self, dock: QDockWidget) -> int:
        """Return the rest of the window's width beside a board of full height."""
        room = self._board.width() + dock.width()
        widest = room if self._fills else WIDEST
        return max(NARROWEST, min(widest, room - self._board.width_for(self._board.height())))
