"""The slow reference of static exchange: every legal capture on a square, played out by python-chess."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import chess

VALUES: Final = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}

Known = dict[tuple[int, int | None, bool], int]


def captures(board: chess.Board, square: int) -> Iterator[chess.Move]:
    """Yield the legal captures on a square but en passant; a pawn promotes to a queen."""
    if board.color_at(square) != (not board.turn) or board.piece_type_at(square) == chess.KING:
        return
    for move in board.generate_legal_moves(chess.BB_ALL, chess.BB_SQUARES[square]):
        if not board.is_castling(move) and move.promotion in (None, chess.QUEEN):
            yield move


def gain_of(board: chess.Board, move: chess.Move, known: Known | None = None) -> int:
    """Return the gain of a capture with the best play of both sides on its square, without any pruning."""
    known = {} if known is None else known
    taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    assert taken is not None
    gained = VALUES[taken] + (VALUES[chess.QUEEN] - VALUES[chess.PAWN] if move.promotion else 0)
    board.push(move)
    # Pieces leave their squares for one square only: what is left and what stands there tell all.
    key = (board.occupied, board.piece_type_at(move.to_square), board.turn)
    if key not in known:
        known[key] = max([0, *(gain_of(board, answer, known) for answer in captures(board, move.to_square))])
    board.pop()
    return gained - known[key]
