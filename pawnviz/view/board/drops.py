"""Pieces that are dragged onto a board from elsewhere, such as the palette, and the data of such a drag."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QDragMoveEvent, QDropEvent

from pawnviz.core.board.fen import PIECES
from pawnviz.model.document import Document
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.state import BoardState, HeldPiece

PIECE_MIME: Final = "application/x-pawnviz-piece"
PICTURE_MIME: Final = "application/x-pawnviz-picture"  # The kind of data of a picture from this program.


def piece_mime(piece: str) -> QMimeData:
    """Return the data of a drag of a piece."""
    data = QMimeData()
    data.setData(PIECE_MIME, piece.encode())
    return data


def dropped_piece(data: QMimeData) -> str:
    """Return the letter of the piece in dragged data, or an empty text."""
    if not data.hasFormat(PIECE_MIME):
        return ""
    piece = bytes(data.data(PIECE_MIME).data()).decode("ascii", "replace")
    return piece if len(piece) == 1 and piece in PIECES else ""


class BoardDrops:
    """Takes pieces that are dragged over a board and dropped there; other data is left to the window."""

    def __init__(self, document: Document, state: BoardState) -> None:
        self._document = document
        self._state = state

    def move(self, event: QDragMoveEvent, geometry: Geometry) -> None:
        """Hold a piece over the board when it comes and when it moves."""
        piece = dropped_piece(event.mimeData())
        if not piece:
            event.ignore()
            return
        state = self._state
        state.move_pointer(event.position())
        state.hover(geometry.square_under(event.position()))
        if state.held != HeldPiece(piece):
            state.begin(HeldPiece(piece))
        event.acceptProposedAction()

    def leave(self) -> None:
        """Let go of a piece that is dragged away again."""
        self._state.let_go()
        self._state.hover(None)

    def drop(self, event: QDropEvent, geometry: Geometry) -> None:
        """Place a piece on the square below it."""
        piece, square = dropped_piece(event.mimeData()), geometry.square_under(event.position())
        if piece:
            self._state.let_go()
        if not piece or square is None:
            event.ignore()
        else:
            self._document.place(square, piece)
            event.acceptProposedAction()
