"""Captures: pairs of source and target, compared with a chess program's move generator."""

from __future__ import annotations

import chess
from hypothesis import given

from pawnviz.core.board.bitboard import SQUARE_NAMES, mask_of, parse_squares
from pawnviz.core.board.side import Side
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.captures import captures
from tests.strategies import Board, boards


def names(side: Side[int]) -> list[str]:
    """Return the captures of a side as pairs of square names."""
    return [SQUARE_NAMES[source] + SQUARE_NAMES[target] for source, target in captures(side)]


@given(board=boards())
def test_captures_are_the_pseudo_legal_pawn_captures_of_python_chess_kings_left_out(board: Board) -> None:
    other = chess.Board(None)
    for square, piece in enumerate(board.pieces):
        if piece:
            other.set_piece_at(square, chess.Piece.from_symbol(piece))
    for side in Board(board.pieces).sides():
        other.turn = side.color
        expected = {
            (move.from_square, move.to_square)
            for move in other.generate_pseudo_legal_moves(from_mask=other.pawns)
            if other.is_capture(move) and other.piece_type_at(move.to_square) != chess.KING
        }
        assert set(captures(side)) == expected
        assert len(captures(side)) == len(expected)


@given(board=boards())
def test_captures_join_the_capturers_to_the_targets(board: Board) -> None:
    for side in board.sides():
        pairs = captures(side)
        assert mask_of(pair.source for pair in pairs) == LAYERS["capturers"](side)
        assert mask_of(pair.target for pair in pairs) == LAYERS["capture_targets"](side)
        assert {abs(pair.target - pair.source) for pair in pairs} <= {7, 9}


def test_captures_come_eastward_first_and_by_rising_target() -> None:
    white, black = Board.of("8/8/8/1n1r4/P1P1P3/8/8/8").sides()
    assert names(white) == ["a4b5", "c4d5", "c4b5", "e4d5"]
    assert names(black) == []


def test_a_pawn_takes_en_passant_only_for_the_side_that_may() -> None:
    board = Board(Board.of("8/8/8/3pP3/8/8/8/8").pieces, white_en_passant=parse_squares("d6"))
    white, black = board.sides()
    assert names(white) == ["e5d6"]
    assert LAYERS["capture_targets"](white) == parse_squares("d6")
    assert names(black) == []


def test_a_pawn_that_gives_check_takes_no_king() -> None:
    white, black = Board.of("5k2/4P1p1/4K3/6p1/8/8/7P/8").sides()
    assert names(white) == names(black) == []
    assert LAYERS["capture_targets"](white) == LAYERS["capturers"](white) == 0


def test_a_pawn_takes_pieces_of_every_other_kind_and_none_of_its_own() -> None:
    white, black = Board.of("8/8/8/8/8/k1r1q1n1/1P1P1P1P/B1N5").sides()
    assert names(white) == ["b2c3", "d2e3", "f2g3", "d2c3", "f2e3", "h2g3"]
    assert names(Board.of("8/8/8/8/8/N1R1Q3/1P1P4/8").sides()[0]) == []
    assert names(black) == []
