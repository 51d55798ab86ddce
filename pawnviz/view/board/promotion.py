"""The question for the piece that a pawn promotes to, at the square that it reaches."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from pawnviz.model.document import Document
from pawnviz.view.board.board import BoardView

_PIECES: Final = {5: "&Queen", 4: "&Rook", 3: "&Bishop", 2: "K&night"}


class PromotionMenu(QMenu):
    """A menu of pieces over a board; the promotion to the chosen one is played, and without a choice nothing."""

    def __init__(self, document: Document, board: BoardView) -> None:
        super().__init__(board)
        self._document = document
        self._board = board
        self._squares = (0, 0)
        self.setAccessibleName("Piece that the pawn promotes to")
        self.triggered.connect(self._promote)
        board.state.promotion_asked.connect(self._ask)

    @Slot(int, int)
    def _ask(self, source: int, target: int) -> None:
        self._squares = (source, target)
        self.clear()
        for piece in self._document.subject.promotions(source, target):
            self.addAction(_PIECES[piece]).setData(piece)
        self.setActiveAction(self.actions()[0])
        self.popup(self._board.mapToGlobal(self._board.square_center(target)))

    @Slot(QAction)
    def _promote(self, action: QAction) -> None:
        self._document.subject.play(*self._squares, action.data())
