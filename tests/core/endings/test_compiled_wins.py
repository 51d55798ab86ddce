"""Proofs of wins after promotions: they agree with exact tables, and find simple wins."""

from __future__ import annotations

import random

import chess
import numpy
import pytest

from pawnviz.core.endings.compiled import Tables, slots_for
from pawnviz.core.endings.compiled_positions import room_for
from pawnviz.core.endings.compiled_wins import LONGEST, white_wins
from pawnviz.core.endings.pieces import KNIGHT, QUEEN
from tests.core.endings.duels import duel
from tests.core.endings.test_compiled_pieces import words_of


def no_tables() -> Tables:
    """Return tables in which nothing is known."""
    word = numpy.uint64
    return Tables(
        numpy.empty((1, 8, 64), word), slots_for(1), numpy.zeros((1, 2), word),
        numpy.empty((1, 2, 64, 64), word), slots_for(1), numpy.zeros((1, 2), word),
    )  # fmt: skip


TABLES = no_tables()
ROOM = room_for(40_000, LONGEST)


def is_proved(board: chess.Board, limit: int = 20_000) -> bool:
    white, black, state = (numpy.uint64(word) for word in words_of(board))
    return bool(white_wins(white, black, state, limit, False, TABLES, ROOM))


@pytest.mark.parametrize(
    "fen",
    [
        "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",  # A queen against a king.
        "7k/8/6K1/8/8/8/1Q6/q7 w - - 0 1",  # It takes the queen.
        "8/8/8/8/8/1K6/8/k5Q1 b - - 0 1",  # Mated.
        "3k3q/8/3K4/8/8/8/8/Q7 w - - 0 1",  # Qxh8 mates.
    ],
)
def test_a_win_is_proved(fen: str) -> None:
    assert is_proved(chess.Board(fen))


@pytest.mark.parametrize(
    "fen",
    [
        "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",  # Stalemate.
        "8/8/8/8/8/1k6/1p6/K6Q b - - 0 1",
        "q6k/8/8/8/8/8/8/K6Q b - - 0 1",
        "8/8/8/4k3/8/8/4n3/K6N w - - 0 1",
    ],
)
def test_what_is_not_won_is_not_proved(fen: str) -> None:
    assert not is_proved(chess.Board(fen))


@pytest.mark.parametrize("black_piece", [QUEEN, KNIGHT])
def test_what_is_proved_of_a_queen_against_a_piece_is_won(black_piece: str) -> None:
    numbers = random.Random(3)
    found = duel(QUEEN, black_piece)
    kind = chess.QUEEN if black_piece == QUEEN else chess.KNIGHT
    proved = 0
    for _ in range(400):
        black_square, white_square, white_king, black_king = numbers.sample(range(64), 4)
        board = chess.Board(None)
        for square, piece in (
            (black_square, chess.Piece(kind, False)),
            (white_square, chess.Piece(chess.QUEEN, True)),
            (white_king, chess.Piece(chess.KING, True)),
            (black_king, chess.Piece(chess.KING, False)),
        ):
            board.set_piece_at(square, piece)
        board.turn = numbers.random() < 0.5
        if board.is_valid() and is_proved(board, 3_000):
            if board.turn:
                won = found.to_move_with_black_piece_on(black_square)
                assert won >> 4096 * white_square + 64 * white_king + black_king & 1, board.fen()
            else:
                won = found.waiting_with_white_piece_on(white_square)
                assert won >> 4096 * black_square + 64 * white_king + black_king & 1, board.fen()
            proved += 1
    assert proved > 20
