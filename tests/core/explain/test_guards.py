from __future__ import annotations

import chess
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.explain.guards import guard_names, guards_of
from tests.strategies import Board, boards


@given(board=boards(), square=st.integers(0, 63))
def test_guards_are_the_attackers_that_python_chess_finds(board: Board, square: int) -> None:
    known = chess.Board(None)
    for place, piece in enumerate(board.pieces):
        if piece:
            known.set_piece_at(place, chess.Piece.from_symbol(piece))
    for side in board.sides():
        assert guards_of(side, square) == known.attackers_mask(side.color, square)


def test_guards_are_named_by_kind_pawns_first() -> None:
    side = Position.from_fen("8/8/8/3P4/2P1P1R1/5N2/3R4/3K4 w - - 0 1").sides()[0]
    assert guard_names(side, parse_square("d5")) == ("pawns c4 and e4", "rook d2")
    assert guard_names(side, parse_square("d2")) == ("knight f3", "king d1")
    assert guard_names(side, parse_square("a8")) == ()
