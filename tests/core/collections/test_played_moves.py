"""Moves in SAN as numbers."""

from __future__ import annotations

import random

import chess
import pytest

from pawnviz.core.board.position import Position
from pawnviz.core.collections.played_moves import CASTLING, EN_PASSANT, UnresolvedError, resolve_moves

STARTS = (
    chess.STARTING_FEN,
    "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPpP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/8/8/1Q3Q2/8/8/1Q3Q2/4K3 w - - 0 1",
    "4k3/P6P/8/3pP3/8/8/p6p/4K3 w - d6 0 1",
)


def expected_number(board: chess.Board, move: chess.Move) -> int:
    kind = move.promotion - 1 if move.promotion else 0
    if board.is_en_passant(move):
        kind = EN_PASSANT
    if board.is_castling(move):
        kind = CASTLING
    return move.from_square | move.to_square << 6 | kind << 12


@pytest.mark.parametrize("fen", STARTS)
@pytest.mark.parametrize("seed", range(8))
def test_random_moves_are_the_ones_of_python_chess(fen: str, seed: int) -> None:
    choose = random.Random(f"{fen} {seed}").choice
    board = chess.Board(fen)
    words: list[str] = []
    numbers: list[int] = []
    while len(words) < 120 and any(board.legal_moves):
        move = choose(list(board.legal_moves))
        numbers.append(expected_number(board, move))
        words.append(board.san_and_push(move))
    assert resolve_moves(words, Position.from_fen(fen)).tolist() == numbers


@pytest.mark.parametrize(
    ("words", "fen"),
    [
        ("e5", chess.STARTING_FEN),
        ("Nd2", chess.STARTING_FEN),
        ("Qh5", chess.STARTING_FEN),
        ("exd3", chess.STARTING_FEN),
        ("O-O", chess.STARTING_FEN),
        ("e4 hello", chess.STARTING_FEN),
        ("Rd1", "4k3/8/8/8/8/8/K7/R6R w - - 0 1"),
        ("e8", "k7/4P3/8/8/8/8/8/4K3 w - - 0 1"),
        ("e4=Q", chess.STARTING_FEN),
    ],
)
def test_a_move_that_no_piece_or_several_can_make_is_not_resolved(words: str, fen: str) -> None:
    with pytest.raises(UnresolvedError):
        resolve_moves(words.split(), Position.from_fen(fen))


def test_a_pinned_piece_does_not_make_a_move_ambiguous() -> None:
    knight = resolve_moves(["Nd5"], Position.from_fen("4k3/8/4r3/8/1N6/4N3/8/4K3 w - - 0 1"))
    assert knight.tolist() == [chess.B4 | chess.D5 << 6]


@pytest.mark.parametrize(
    ("word", "plain"), [("Nf3!", "Nf3"), ("e4?!", "e4"), ("Nc3+!!", "Nc3"), ("Nf3#", "Nf3"), ("Ngf3", "Nf3")]
)
def test_signs_and_needless_letters_change_no_move(word: str, plain: str) -> None:
    assert resolve_moves([word]) == resolve_moves([plain])


def test_castling_is_read_with_zeros_too() -> None:
    position = Position.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert resolve_moves(["0-0", "0-0-0+"], position) == resolve_moves(["O-O", "O-O-O"], position)
