"""A piece against a piece: each win follows from the moves of python-chess, and the longest is as long as is known."""

from __future__ import annotations

import random
from functools import cache

import chess
import numpy
import pytest

from pawnviz.core.endings.duels import Duel, duel
from pawnviz.core.endings.pieces import BISHOP, KNIGHT, PIECES, QUEEN, ROOK, SolvingInterruptedError

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
    table = found.to_move if board.turn else found.waiting
    kings = board.king(chess.WHITE), board.king(chess.BLACK)
    assert kings[0] is not None and kings[1] is not None
    return bool(int(table[black_piece.pop(), white_piece.pop(), kings[0]]) >> kings[1] & 1)


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
        assert not found.to_move.any()
        assert not found.waiting.any()


def test_a_slice_of_a_duel_has_the_placements_with_one_piece_on_a_square() -> None:
    found = solved(ROOK, QUEEN)
    square, white_king = 60, 12
    wins = found.with_black_piece_on(square, white_to_move=True)
    for piece in (4, 58):
        assert wins >> 4096 * piece + 64 * white_king & 2**64 - 1 == int(found.to_move[square, piece, white_king])
    wins = found.with_white_piece_on(square, white_to_move=False)
    assert wins.bit_count() == sum(bin(int(mask)).count("1") for mask in numpy.ravel(found.waiting[:, square]))


def test_a_duel_is_not_solved_when_it_is_asked_to_stop() -> None:
    with pytest.raises(SolvingInterruptedError):
        duel(BISHOP, ROOK, lambda: False)
