"""A window beside the main one that shows layers of its own on the board while it is open."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from pawnviz.core.board.position import Position
from pawnviz.core.layers import Layer
from pawnviz.model.board_loan import BoardLoan
from pawnviz.override import override
from pawnviz.view.widgets.side_window import SideWindow


class BorrowingWindow(SideWindow):
    """A window that may borrow the board while it is visible, and gives it back when it is hidden.

    So nothing of it stays on the board: Qt hides a window however it is closed, and a hidden one borrows nothing.
    """

    def __init__(self, loan: BoardLoan, parent: QWidget | None = None) -> None:
        """Borrow nothing yet."""
        super().__init__(parent)
        self._loan = loan

    @property
    def is_borrowing(self) -> bool:
        """Whether the layers of this window are on the board."""
        return self._loan.borrower is self

    def borrow(
        self,
        layers: Sequence[Layer],
        *,
        white: bool = True,
        black: bool = True,
        alone: bool = True,
        current: str = "",
    ) -> None:
        """Show layers on the board, as ``BoardLoan.borrow`` does; nothing while this window is hidden."""
        if self.isVisible():
            self._loan.borrow(self, layers, white=white, black=black, alone=alone, current=current)

    def set_up(self, position: Position, text: str, stroke_text: str, name: str = "") -> None:
        """Set up a position, as ``BoardLoan.set_up`` does; nothing while this window is hidden."""
        if self.isVisible():
            self._loan.set_up(self, position, text, stroke_text, name)

    def leave(self) -> None:
        """Give the board back; called when the window was closed or hidden, but not when it was minimized."""
        self._loan.give_back(self)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.leave()
