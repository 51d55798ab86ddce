"""The last move of the game that is on the board, for marking what it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from pawnviz.core.board.position import Position
from pawnviz.model.board_loan import BoardLoan
from pawnviz.model.document import Document
from pawnviz.model.preferences.field import Preference

if TYPE_CHECKING:
    from pawnviz.model.games.open_game import OpenGame


class LastMove(QObject):
    """The move that led to the position on the board, and the position before it, while a game has set it up.

    There is none at the beginning of a game, in a position that was edited, and while changes are not marked.
    """

    changed = Signal()
    """Another move is the last one, or changes are marked or not."""

    def __init__(
        self, document: Document, loan: BoardLoan, marked: Preference[bool], parent: QObject | None = None
    ) -> None:
        """Follow no game yet; ``marked`` is whether what the last move changed is marked on the board."""
        super().__init__(parent)
        self._document = document
        self._loan = loan
        self._game: OpenGame | None = None
        self._borrower: QObject | None = None
        self.marked = marked
        marked.changed.connect(self.changed)
        loan.position_changed.connect(self.changed)

    def follow(self, game: OpenGame, borrower: QObject) -> None:
        """Follow a game whose positions a window sets up."""
        self._game, self._borrower = game, borrower
        game.changed.connect(self.changed)
        game.moved.connect(self.changed)

    @property
    def before(self) -> Position | None:
        """The position before the last move, or None."""
        line = self._game.line if self._game is not None else None
        if line is None or self._game is None or self._borrower is None or not self.marked.value:
            return None
        ply = self._game.ply
        is_shown = self._loan.has_position(self._borrower) and self._document.position == line.positions[ply]
        return line.positions[ply - 1] if ply and is_shown else None

    @property
    def text(self) -> str:
        """The last move with its number, such as ``14...c5``, or nothing."""
        if self.before is None or self._game is None or self._game.line is None:
            return ""
        return self._game.line.moves[self._game.ply - 1].text
