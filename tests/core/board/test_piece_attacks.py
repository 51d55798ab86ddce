from __future__ import annotations

import chess
import pytest
from hypothesis import given

from pawnviz.core.board.attackers import attackers, king_attacks, line_through
from pawnviz.core.board.bitboard import mask_of, parse_square, parse_squares, square_names
from pawnviz.core.board.position import Position
from tests.positions import positions


@given(positions())
def test_the_attackers_of_a_square_are_those_of_python_chess(position: Position) -> None:
    board = chess.Board(None)
    board.set_piece_map(
        {square: chess.Piece.from_symbol(piece) for square, piece in enumerate(position.pieces()) if piece}
    )
    for side in position.sides():
        for square in range(64):
            assert attackers(side, 1 << square, side.occupied) == board.attackers_mask(side.color, square)


def test_a_king_attacks_the_squares_beside_it() -> None:
    for square in range(64):
        assert king_attacks(1 << square) == chess.BB_KING_ATTACKS[square]
    assert king_attacks(parse_squares("a1 h8")) == parse_squares("a2 b1 b2 g7 g8 h7")


@pytest.mark.parametrize(
    ("first", "second", "line"),
    [
        ("b2", "b7", "b1 b2 b3 b4 b5 b6 b7 b8"),
        ("h4", "a4", "a4 b4 c4 d4 e4 f4 g4 h4"),
        ("c1", "e3", "c1 d2 e3 f4 g5 h6"),
        ("a3", "b2", "c1 b2 a3"),
        ("a1", "b3", ""),
    ],
)
def test_two_squares_have_a_file_rank_or_diagonal_in_common_or_none(first: str, second: str, line: str) -> None:
    squares = [1 << parse_square(name) for name in (first, second)]
    assert square_names(line_through(*squares)) == " ".join(sorted(line.split(), key=lambda name: name[::-1]))


def test_the_line_of_two_squares_is_the_same_in_both_orders_as_in_python_chess() -> None:
    for first in range(64):
        for second in range(64):
            if first != second:
                assert line_through(1 << first, 1 << second) == mask_of(chess.SquareSet(chess.ray(first, second)))
