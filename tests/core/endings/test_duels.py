"""A piece against a piece: each win follows from the moves of python-chess, and the longest is as long as is known."""

from __future__ import annotations

import random
from functools import cache

import chess
import pytest

from pawnviz.core.endings.pieces import BISHOP, KNIGHT, PIECES, QUEEN, ROOK, SolvingInterruptedError
from tests.core.endings.duels import Duel, duel

KINDS = dict(zip(PIECES, (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT), strict=True))


@cache
def solved(white: str, black: str) -> Duel:
    return duel(white, black)


def board_of(white: str, black: str, squares: tuple[int, int, int, int], turn: bool) -> chess.Board:
    """Return a board with the black piece, the white piece, the white and the black king on squares."""
    board = chess.Board(None)
    pieces = (
        chess.Piece(KINDS[black], False),
        chess.Piece(KINDS[white], True),
        chess.Piece(6, True),
        chess.Piece(6, False),
    )
    for square, piece in zip(squares, pieces, strict=True):
        board.set_piece_at(square, piece)
    board.turn = turn
    return board


def is_won(found: Duel, board: chess.Board, white: str, black: str) -> bool:
    """Return whether White wins, by the table or, once a piece is taken, as is known of a piece against a king."""
    white_piece, black_piece = board.pieces(KINDS[white], True), board.pieces(KINDS[black], False)
    if not white_piece:
        return False
    if not black_piece:
        if white not in (QUEEN, ROOK) or board.is_stalemate():
            return False
        return board.is_checkmate() or not any(board.is_capture(move) for move in board.legal_moves)
    own, enemy = white_piece.pop(), black_piece.pop()
    white_king, black_king = board.king(chess.WHITE), board.king(chess.BLACK)
    assert white_king is not None and black_king is not None
    wins, other = (to_move(found, enemy), own) if board.turn else (waiting(found, own), enemy)
    return bool(wins >> 4096 * other + 64 * white_king + black_king & 1)


@cache
def to_move(found: Duel, square: int) -> int:
    return found.to_move_with_black_piece_on(square)


@cache
def waiting(found: Duel, square: int) -> int:
    return found.waiting_with_white_piece_on(square)


@pytest.mark.parametrize(("white", "black"), [(QUEEN, KNIGHT), (ROOK, QUEEN), (QUEEN, BISHOP)])
def test_a_duel_is_won_where_a_move_of_python_chess_wins_it(white: str, black: str) -> None:
    found, numbers = solved(white, black), random.Random(3)
    wins = 0
    for _ in range(1500):
        squares = (numbers.randrange(64), numbers.randrange(64), numbers.randrange(64), numbers.randrange(64))
        turn = numbers.random() < 0.5
        if len(set(squares)) < 4:
            continue
        board = board_of(white, black, squares, turn)
        if not board.is_valid():
            assert not is_won(found, board, white, black)
            continue
        after = []
        for move in board.legal_moves:
            board.push(move)
            after.append(is_won(found, board, white, black))
            board.pop()
        expected = any(after) if turn else (all(after) if after else board.is_checkmate())
        assert is_won(found, board, white, black) == expected, board.fen()
        wins += expected
    assert wins > 100


def test_a_queen_wins_a_rook_in_at_most_31_moves() -> None:
    # Known since the first tables of endings by computer.
    assert solved(QUEEN, ROOK).moves == 31


def test_a_knight_and_a_bishop_win_nothing_against_a_queen() -> None:
    for piece in (BISHOP, KNIGHT):
        found = solved(piece, QUEEN)
        for square in range(64):
            assert found.to_move_with_black_piece_on(square) == found.waiting_with_white_piece_on(square) == 0


def test_a_duel_that_is_kept_takes_less_than_half_of_its_tables() -> None:
    found = solved(QUEEN, KNIGHT)
    assert sum(map(len, found.to_move + found.waiting)) < 2 * 64**3 * 8 / 2


def test_a_duel_is_not_solved_when_it_is_asked_to_stop() -> None:
    with pytest.raises(SolvingInterruptedError):
        duel(BISHOP, ROOK, lambda: False)
