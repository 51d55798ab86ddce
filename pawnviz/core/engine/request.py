"""Requests to an engine, and why some positions are not sent to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pawnviz.core.board.legality import problems
from pawnviz.core.board.position import Position

if TYPE_CHECKING:
    import chess


class Request(NamedTuple):
    """A position for an engine, the number of best lines, 1 to 5, the seconds, and the memory in megabytes."""

    position: Position
    line_count: int = 3
    seconds: int = 60
    thread_count: int = 1
    memory: int = 64


def board_of(position: Position) -> chess.Board:
    """Return a legal position as a board of python-chess, in its Chess960 mode only where castling needs that."""
    import chess

    board = chess.Board(position.fen(), chess960=True)
    board.chess960 = board.has_chess960_castling_rights()
    return board


def uci_fen(board: chess.Board) -> str:
    """Return the FEN that an engine is sent: for Chess960 castling rights are the files of the rooks."""
    return board.shredder_fen() if board.chess960 else board.fen()


def obstacle(position: Position) -> str:
    """Return in a sentence why a position is not sent to an engine: it is illegal, or over; empty where it can be."""
    faults = problems(position)
    if faults:
        return f"The position is not legal, so the engine does not get it. {faults[0].text}"
    board = board_of(position)
    if any(board.generate_legal_moves()):
        return ""
    if board.is_check():
        return f"Checkmate: {'Black' if position.white_to_move else 'White'} has won."
    return f"Stalemate: {'White' if position.white_to_move else 'Black'} has no legal move. The game is drawn."
