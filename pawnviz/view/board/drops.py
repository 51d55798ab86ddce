"""Pieces that are dragged onto a board, as data of a drag."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMimeData

from pawnviz.core.board.fen import PIECES

PIECE_MIME: Final = "application/x-pawnviz-piece"


def piece_mime(piece: str) -> QMimeData:
    """Return what is dragged from the palette onto the board for a piece."""
    data = QMimeData()
    data.setData(PIECE_MIME, piece.encode())
    return data


def dropped_piece(data: QMimeData) -> str:
    """Return the letter of the piece in dragged data, or an empty text."""
    if not data.hasFormat(PIECE_MIME):
        return ""
    piece = bytes(data.data(PIECE_MIME).data()).decode("ascii", "replace")
    return piece if len(piece) == 1 and piece in PIECES else ""
