"""Games for Hypothesis: legal moves from boards full of pawns that meet, capture en passant and promote."""

from __future__ import annotations

import chess
import chess.pgn
from hypothesis import strategies as st

_MOST_PLIES = 24


@st.composite
def lively_games(draw: st.DrawFn) -> chess.pgn.Game:
    """Draw a game of legal moves of pawns, kings and a few pieces, from a set-up position with up to 16 pawns."""
    board = chess.Board.empty()
    board.set_piece_at(draw(st.sampled_from((chess.A1, chess.E1, chess.H1))), chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(draw(st.sampled_from((chess.A8, chess.E8, chess.H8))), chess.Piece(chess.KING, chess.BLACK))
    free = [square for square in chess.SQUARES if chess.square_rank(square) not in (0, 7)]
    for color in chess.COLORS:
        for square in draw(st.lists(st.sampled_from(free), max_size=8, unique=True)):
            if board.piece_at(square) is None:
                board.set_piece_at(square, chess.Piece(chess.PAWN, color))
    for square in draw(st.lists(st.sampled_from(free), max_size=3, unique=True)):
        if board.piece_at(square) is None:
            kind, color = draw(st.sampled_from((chess.KNIGHT, chess.BISHOP, chess.ROOK))), draw(st.booleans())
            board.set_piece_at(square, chess.Piece(kind, color))
    board.turn = draw(st.booleans())
    if not board.is_valid():
        board.turn = not board.turn
    game = chess.pgn.Game()
    game.setup(board)
    node: chess.pgn.GameNode = game
    for choice in draw(st.lists(st.integers(0, 11), max_size=_MOST_PLIES)):
        # The liveliest moves come first.
        moves = sorted(board.legal_moves, key=lambda move: (_dullness(board, move), move.uci()))
        if not moves:
            break
        move = moves[choice % len(moves)]
        node = node.add_variation(move)
        board.push(move)
    return game


def _dullness(board: chess.Board, move: chess.Move) -> int:
    """Return how little a move changes: en passant and promotions least, then captures, pawn moves and the rest."""
    if move.promotion or board.is_en_passant(move):
        return 0
    if abs(move.from_square - move.to_square) == 16 and board.piece_type_at(move.from_square) == chess.PAWN:
        return 1
    return 2 if board.is_capture(move) else 3 if board.piece_type_at(move.from_square) == chess.PAWN else 4
