from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import chess
import pytest

from pawnviz.core.board.bitboard import squares
from pawnviz.core.endings.pawns import places_of_kings
from pawnviz.core.endings.races import black_promoted, white_promoted
from pawnviz.core.endings.search import solve_all
from pawnviz.core.endings.wins import KnownWins, rivals

Board = chess.Board


def board_of(white: int, black: int, white_king: int, black_king: int, turn: bool, queen: int | None = None) -> Board:
    board = Board(None)
    for mask, color in ((white, True), (black, False)):
        for square in squares(mask):
            board.set_piece_at(square, chess.Piece(chess.PAWN, color))
    board.set_piece_at(white_king, chess.Piece(chess.KING, True))
    board.set_piece_at(black_king, chess.Piece(chess.KING, False))
    if queen is not None:
        board.set_piece_at(queen, chess.Piece(chess.QUEEN, True))
    board.turn = turn
    return board


def bit_of(board: Board) -> int:
    white, black = board.king(chess.WHITE), board.king(chess.BLACK)
    assert white is not None and black is not None
    return 64 * white + black


def new_finder() -> KnownWins:
    return rivals(lambda: True)[0]


def is_won(finder: KnownWins, board: Board) -> bool:
    """Return whether a win of White is proved; with pawns and pieces of both it is where White takes at once."""
    queens = board.pieces(chess.QUEEN, True)
    white, black = board.pawns & board.occupied_co[chess.WHITE], board.pawns & board.occupied_co[chess.BLACK]
    if has_new_piece(board, chess.BLACK):
        taken = (after for after, _ in after_each_move(board) if not has_new_piece(after, chess.BLACK))
        if not queens and white.bit_count() == 1 and not black:
            goal = (board.occupied & ~(board.pawns | board.kings)).bit_length() - 1
            return bool(black_promoted(white.bit_length() - 1, goal).white_wins >> bit_of(board) & 1)
        return any(is_won(finder, after) for after in taken)
    if queens:
        (queen,) = queens
        if not white and black.bit_count() == 1 and not board.turn and queen >= 56:
            return bool(white_promoted(black.bit_length() - 1, queen).white_wins >> bit_of(board) & 1)
        found = finder.wins_with_queen(white, black)
        placements = found.to_move if board.turn else found.waiting
        king, other = divmod(bit_of(board), 64)
        return bool(int(placements[queen, king]) >> other & 1)
    passed = 0 if board.ep_square is None else 1 << board.ep_square
    wins = finder.wins(white, black, passed)
    return bool((wins.proved_to_move if board.turn else wins.proved_waiting) >> bit_of(board) & 1)


def has_new_piece(board: Board, color: bool) -> bool:
    return bool(board.occupied_co[color] ^ board.occupied_co[color] & (board.pawns | board.kings))


def after_each_move(board: Board) -> Iterator[tuple[Board, chess.Move]]:
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        yield after, move


def wins_by_a_promotion_to_a_rook(board: Board, move: chess.Move) -> bool:
    return move.promotion == chess.ROOK and not board.pawns & board.occupied_co[chess.BLACK]


def some_bits(numbers: random.Random, mask: int, count: int) -> Iterator[int]:
    for _ in range(count if mask else 0):
        rest = mask >> numbers.randrange(mask.bit_length())
        yield mask.bit_length() - rest.bit_length() + (rest & -rest).bit_length() - 1


def some_pawns(numbers: random.Random) -> tuple[int, int]:
    masks = [0, 0]
    for square in numbers.sample(range(8, 56), numbers.randint(1, 4)):
        masks[numbers.random() < 0.5] |= 1 << square
    return masks[0], masks[1]


def test_king_and_pawn_against_king_has_its_known_totals() -> None:
    finder, legal, won = new_finder(), 0, 0
    for square in range(8, 56):
        wins = solve_all(finder, 1 << square, 0)
        assert (wins.proved_to_move, wins.proved_waiting) == (wins.possible_to_move, wins.possible_waiting)
        won += wins.proved_to_move.bit_count() + wins.proved_waiting.bit_count()
        for white_to_move in (True, False):
            legal += places_of_kings(1 << square, 0, white_to_move=white_to_move).bit_count()
    assert (legal, won) == (331_352, 222_564)


@pytest.mark.parametrize("seed", range(6))
def test_each_proved_win_follows_from_the_moves_of_python_chess(seed: int) -> None:
    numbers = random.Random(seed)
    for _ in range(4):
        white, black = some_pawns(numbers)
        finder = new_finder()
        wins = solve_all(finder, white, black)
        for turn, proved in ((True, wins.proved_to_move), (False, wins.proved_waiting)):
            for bit in some_bits(numbers, proved, 12):
                assert_win_follows(finder, board_of(white, black, *divmod(bit, 64), turn))


@pytest.mark.parametrize("seed", range(4))
def test_each_proved_win_with_a_queen_follows_from_the_moves_of_python_chess(seed: int) -> None:
    numbers = random.Random(seed)
    for _ in range(3):
        white, black = some_pawns(numbers)
        if not black:
            continue
        finder = new_finder()
        wins = finder.wins_with_queen(white, black)
        for turn, proved in ((True, wins.to_move), (False, wins.waiting)):
            for queen, king in numbers.sample(list(product(range(64), repeat=2)), 200):
                for other in some_bits(numbers, int(proved[queen, king]), 1):
                    assert_win_follows(finder, board_of(white, black, king, other, turn, queen))


def assert_win_follows(finder: KnownWins, board: Board) -> None:
    assert board.is_valid(), board.fen()
    if board.turn:
        assert any(
            wins_by_a_promotion_to_a_rook(after, move)
            or ((not move.promotion or move.promotion == chess.QUEEN) and is_won(finder, after))
            for after, move in after_each_move(board)
        ), board.fen()
    else:
        assert not board.is_stalemate(), board.fen()
        for after, move in after_each_move(board):
            assert is_won(finder, after), (board.fen(), move)


@pytest.mark.parametrize("seed", range(4))
def test_where_no_win_is_possible_each_move_keeps_it_so(seed: int) -> None:
    numbers = random.Random(seed)
    finder = new_finder()
    for _ in range(12):
        white = numbers.choice([1 << numbers.randrange(8, 56), 0b11 << numbers.randrange(8, 55)])
        legal = places_of_kings(white, 0, white_to_move=True)
        wins = solve_all(finder, white, 0)
        for bit in some_bits(numbers, legal ^ legal & wins.possible_to_move, 10):
            board = board_of(white, 0, *divmod(bit, 64), True)
            for after, move in after_each_move(board):
                if move.promotion:
                    assert after.is_stalemate() or any(not king.pawns for king, _ in after_each_move(after))
                else:
                    passed = 0 if after.ep_square is None else 1 << after.ep_square
                    waiting = finder.wins(after.pawns, 0, passed).possible_waiting
                    assert not waiting >> bit_of(after) & 1, (board.fen(), move)


def test_what_is_not_solved_is_neither_proved_nor_refuted() -> None:
    wins = solve_all(rivals(lambda: False)[0], 1 << 12 | 1 << 20, 1 << 50)
    assert wins.proved_to_move == 0
    assert wins.possible_to_move == places_of_kings(1 << 12 | 1 << 20, 1 << 50, white_to_move=True)
