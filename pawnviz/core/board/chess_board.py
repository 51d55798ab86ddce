"""Boards of python-chess as positions, without python-chess itself."""

from __future__ import annotations

from typing import Protocol

from pawnviz.core.board.position import Position


class ChessBoard(Protocol):
    """The fields of ``chess.Board`` that are read; python-chess itself is not imported."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    occupied_co: list[int]
    turn: bool
    castling_rights: int
    ep_square: int | None
    halfmove_clock: int
    fullmove_number: int


def position_of_board(board: ChessBoard, *, castling: int, en_passant: int | None) -> Position:
    """Return the position of a board with these rights and square; raises ``AttributeError``, or as ``Position``."""
    black, white = board.occupied_co
    return Position(
        white=white,
        black=black,
        pawns=board.pawns,
        knights=board.knights,
        bishops=board.bishops,
        rooks=board.rooks,
        queens=board.queens,
        kings=board.kings,
        white_to_move=board.turn,
        castling=castling,
        en_passant=en_passant,
        halfmove_clock=board.halfmove_clock,
        fullmove_number=board.fullmove_number,
    )
