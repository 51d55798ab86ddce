"""Moves with a queen or a knight of each side: they are those of python-chess."""

from __future__ import annotations

import random
from typing import Any

import chess
import numpy
import pytest

from pawnviz.core.endings.compiled_pieces import (
    CHECK,
    KNIGHT,
    MOST_MOVES,
    NOWHERE,
    PACKED,
    PAWNS_OF_BLACK,
    PAWNS_OF_WHITE,
    PROMISE,
    QUEEN,
    TOO_MANY_PIECES,
    has_move_without_piece,
    packed,
    successors,
    unpacked,
)

PIECES = {QUEEN: chess.QUEEN, KNIGHT: chess.KNIGHT}

Words = tuple[int, int, int]


def words_of(board: chess.Board) -> Words:
    """Return the words of a board's position."""
    white_king, black_king = board.king(True), board.king(False)
    assert white_king is not None
    assert black_king is not None
    pieces = [
        next(((square, kind) for kind in PIECES for square in board.pieces(PIECES[kind], color)), (NOWHERE, QUEEN))
        for color in (True, False)
    ]
    state = packed(white_king, black_king, *pieces[0], *pieces[1], 0 if board.turn else 1)
    return board.pawns & board.occupied_co[True], board.pawns & board.occupied_co[False], int(state)


def moves_of(board: chess.Board, *, is_chosen: bool) -> Any:
    """Return the moves found from a board, None where too many pieces may arise."""
    white, black, state = words_of(board)
    parts, moves = numpy.empty(7, numpy.int64), numpy.empty((MOST_MOVES, 4), numpy.uint64)
    unpacked(numpy.uint64(state), parts)
    number = successors(numpy.uint64(white), numpy.uint64(black), parts, is_chosen, moves)
    return None if number == TOO_MANY_PIECES else moves[:number]


def random_board(numbers: random.Random) -> chess.Board:
    """Return a valid position of kings, pawns, and perhaps a piece of each side."""
    while True:
        board = chess.Board(None)
        for color in chess.COLORS:
            board.set_piece_at(numbers.randrange(64), chess.Piece(chess.KING, color))
            if numbers.random() < 0.7:
                board.set_piece_at(numbers.randrange(64), chess.Piece(PIECES[numbers.choice((QUEEN, KNIGHT))], color))
            for _ in range(numbers.randrange(4)):
                board.set_piece_at(numbers.randrange(8, 56), chess.Piece(chess.PAWN, color))
        board.turn = numbers.random() < 0.5
        if board.is_valid():
            return board


def test_the_moves_are_those_of_python_chess() -> None:
    numbers = random.Random(1)
    followed = given_up = 0
    for _ in range(1_500):
        board = random_board(numbers)
        has_piece = bool((board.queens | board.knights) & board.occupied_co[board.turn])
        expected = {}
        for move in board.legal_moves:
            if move.promotion in (chess.ROOK, chess.BISHOP):
                continue
            after = board.copy(stack=False)
            after.push(move)
            expected[move] = (words_of(after), after.is_check())
        moves = moves_of(board, is_chosen=False)
        if has_piece and any(move.promotion for move in expected):
            assert moves is None, board.fen()
            given_up += 1
            continue
        assert moves is not None
        found = [
            ((int(move[PAWNS_OF_WHITE]), int(move[PAWNS_OF_BLACK]), int(move[PACKED])), move[PROMISE] >= CHECK)
            for move in moves
        ]
        assert {words for words, _ in found} == {words for words, _ in expected.values()}, board.fen()
        assert len(found) == len(expected)
        checks = {words for words, is_check in expected.values() if is_check}
        assert checks <= {words for words, is_promising in found if is_promising}
        followed += 1
    assert followed > 1_000
    assert given_up > 20


def test_a_chosen_move_promotes_to_a_queen_alone_and_allows_no_capture_en_passant() -> None:
    board = chess.Board("8/P6k/8/8/3p4/8/4P3/7K w - - 0 1")
    moves = moves_of(board, is_chosen=True)
    assert moves is not None
    states = {int(move[PACKED]) for move in moves}
    queened, doubled = board.copy(), board.copy()
    queened.push_san("a8=Q")
    doubled.push_san("e4")
    assert words_of(queened)[2] in states
    assert all(int(move[PAWNS_OF_WHITE]) != words_of(doubled)[0] for move in moves)
    knighted = board.copy()
    knighted.push_san("a8=N")
    assert words_of(knighted)[2] not in states
    assert len(moves) == 5  # Three of the king, e3, and a8=Q.


@pytest.mark.parametrize(
    ("fen", "has_other"),
    [
        ("k7/8/1K6/8/8/8/8/7q b - - 0 1", True),
        ("8/8/8/8/8/1K6/8/k6q b - - 0 1", True),
        ("7q/8/8/8/p7/P7/1QK5/k7 b - - 0 1", False),
    ],
)
def test_a_position_tells_whether_a_king_or_a_pawn_can_move(fen: str, has_other: bool) -> None:
    board = chess.Board(fen)
    white, black, state = words_of(board)
    parts, moves = numpy.empty(7, numpy.int64), numpy.empty((MOST_MOVES, 4), numpy.uint64)
    unpacked(numpy.uint64(state), parts)
    number = successors(numpy.uint64(white), numpy.uint64(black), parts, False, moves)
    expected = any(board.piece_type_at(move.from_square) != chess.QUEEN for move in board.legal_moves)
    assert expected is has_other
    assert has_move_without_piece(numpy.uint64(white), numpy.uint64(black), parts, moves, number) is has_other
