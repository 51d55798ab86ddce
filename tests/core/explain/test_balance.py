from __future__ import annotations

import re

import chess
import pytest

from pawnviz.core.board.position import Position
from pawnviz.core.explain.balance import balance
from pawnviz.core.explain.summary import summary_of
from tests.judgement.balance import figures, judged_positions

OUTPOST = "4rr1k/2p5/p2b3p/3R2p1/1pR1B3/5PP1/PP5P/6K1 w - - 0 27"
PASSER = "2nr3k/p4rbp/1p1q2p1/3Ppp2/P7/1Q1PB1P1/2P2RBP/5R1K w - - 0 27"


def test_reasons_are_named_by_what_they_weigh() -> None:
    found = balance(Position.from_fen(PASSER))
    assert found is not None
    assert found.text == "More speaks for White: the passed pawn on d5, the bishop pair, the move"
    assert found.squares == sum(1 << square for square in (chess.D5, chess.E3, chess.G2))


@pytest.mark.parametrize("fen", [PASSER, OUTPOST])
def test_the_other_color_has_the_same_reasons_on_the_board_turned(fen: str) -> None:
    found = balance(Position.from_fen(fen))
    turned = balance(Position.from_fen(fen).swapped_colors())
    assert found is not None and turned is not None
    assert (found.keys, turned.keys) == (("balance White",), ("balance Black",))
    assert len(found.text.split(", ")) == len(turned.text.split(", "))


@pytest.mark.parametrize(
    "fen",
    [
        "2nr3k/p4rbp/1p1q2p1/3Ppp2/P7/1Q1PB1P1/2P2R1P/5R1K w - - 0 27",
        "2nr3k/p4rbp/1p1q2p1/3Ppp2/P3P3/1Q2B1P1/2P2RBP/5R1K w - - 0 27",
        "4k3/pp6/8/8/8/8/PP6/3QK2q w - - 0 1",
        "8/8/4k3/8/3PP3/4K3/pp6/8 w - - 0 1",
        chess.STARTING_FEN,
    ],
    ids=["a bishop less", "a capture by a pawn", "a check", "no pieces", "nothing in it"],
)
def test_nothing_is_said_of_a_position_that_is_not_quiet_or_not_equal(fen: str) -> None:
    assert balance(Position.from_fen(fen)) is None


def test_every_piece_and_pawn_that_is_named_is_there() -> None:
    count = 0
    for fen, _ in judged_positions():
        found = balance(Position.from_fen(fen))
        if found is None:
            continue
        count += 1
        board, color = chess.Board(fen), found.keys == ("balance White",)
        for square in map(chess.parse_square, re.findall(r"outposts? on ([a-h][1-8])", found.text)):
            assert board.color_at(square) is color
            assert any(board.piece_type_at(guard) == chess.PAWN for guard in board.attackers(color, square))
        for square in map(chess.parse_square, re.findall(r"passed pawns? on ([a-h][1-8])", found.text)):
            assert board.piece_at(square) == chess.Piece(chess.PAWN, color)
        for square in map(chess.parse_square, re.findall(r"weak pawns? on ([a-h][1-8])", found.text)):
            assert board.piece_at(square) == chess.Piece(chess.PAWN, not color)
        assert ("bishop pair" in found.text) <= (len(board.pieces(chess.BISHOP, color)) == 2)
        assert ("the move" in found.text) <= (board.turn is color)
    assert count > 80


def test_the_summary_says_it_after_the_first_sentence() -> None:
    summary = summary_of(Position.from_fen(PASSER))
    assert summary.sentences[-1] == "More speaks for White: the passed pawn on d5, the bishop pair, the move."
    assert summary.sentences[-1] in summary.text.splitlines()


def test_it_speaks_often_enough_and_stockfish_agrees_in_both_parts() -> None:
    assert all(figure.met for figure in figures())
