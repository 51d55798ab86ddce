"""Static exchange against all legal captures on a square, played out by python-chess."""

from __future__ import annotations

from typing import Final

import chess
import pytest
from hypothesis import given

from pawnviz.core.board.bitboard import parse_square, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.board.static_exchange import capturers, en_passant_capture, least_loss_capture, most_gain
from tests.core.pawn_moves.exchanges import captures, gain_of
from tests.core.pawn_moves.games import chess_board, from_games, with_kings

MOST_CAPTURERS: Final = 7  # More of them take too long.


def check(position: Position) -> None:
    for side in position.sides():
        board = chess_board(position, side.color)
        if board.is_attacked_by(board.turn, board.king(not board.turn) or 0):
            continue  # The king could be taken: python-chess has no rules for that.
        gains = {}
        for square in chess.SQUARES:
            found = least_loss_capture(side, square)
            if found is not None:
                gains[square] = found.gain
            if (capturers(side, square) | capturers(side.enemy, square)).bit_count() > MOST_CAPTURERS:
                continue
            expected = {move.from_square: gain_of(board, move) for move in captures(board, square)}
            assert (found is None) == (not expected), (position.fen(), square)
            if found is not None:
                assert found.gain == max(expected.values()) == expected[found.source], (position.fen(), square)
        assert most_gain(side) == max([0, *gains.values()]), position.fen()
        # A board of an editor may have a square without the pawn that has passed it.
        pawn = chess.Piece(chess.PAWN, not board.turn)
        passed = [
            move
            for move in board.legal_moves
            if board.is_en_passant(move) and board.piece_at(move.to_square ^ 8) == pawn
        ]
        en_passant = {move.from_square: gain_of(board, move) for move in passed}
        taken = en_passant_capture(side)
        assert (taken is None) == (not en_passant)
        if taken is not None:
            assert taken.gain == max(en_passant.values()) == en_passant[taken.source]


@given(position=from_games())
def test_an_exchange_gains_what_the_best_legal_captures_gain_in_games(position: Position) -> None:
    check(position)


@given(position=with_kings())
def test_an_exchange_gains_what_the_best_legal_captures_gain_on_any_board(position: Position) -> None:
    check(position)


@pytest.mark.parametrize(
    ("fen", "square", "gain"),
    [
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", 1),
        # A pawn behind, then a rook behind a rook: the second rook pays for the first.
        ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d5", -4),
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d5", 1),
        # The knight f6 is pinned and does not guard d5.
        ("4k3/8/5n2/B2p4/7B/4N3/8/3K4 w - - 0 1", "d5", -2),
        ("3k4/8/5n2/3p4/7B/4N3/8/3K4 w - - 0 1", "d5", 1),
        # The king takes only what nothing guards.
        ("8/8/3k4/3p4/4P3/8/6B1/4K3 w - - 0 1", "d5", 1),
        ("4k3/8/8/3p4/3K4/8/8/8 w - - 0 1", "d5", 1),
        # A capture that promotes.
        ("3nk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "d8", 2),
        ("3n4/2P2k2/8/8/8/8/8/4K3 w - - 0 1", "d8", 11),
    ],
)
def test_exchanges_worked_by_hand(fen: str, square: str, gain: int) -> None:
    found = least_loss_capture(Position.from_fen(fen).sides()[0], parse_square(square))
    assert found is not None
    assert found.gain == gain


def test_guards_that_are_missing_are_counted_by_adding_them() -> None:
    # Two knights attack d5, one rook guards it.
    side = Position.from_fen("3rk3/8/8/3p4/8/2N1N3/8/4K3 w - - 0 1").sides()[0]
    gains = [least_loss_capture(side, parse_square("d5"), spare) for spare in (0, 1)]
    assert [found.gain for found in gains if found is not None] == [1, -2]


def test_capturers_are_those_on_lines_behind_others_and_no_pinned_ones() -> None:
    side = Position.from_fen("3rk3/3r4/5n2/3p4/8/8/3R4/3RK3 w - - 0 1").sides()[0]
    assert square_names(capturers(side, parse_square("d5"))) == "d1 d2"
    assert square_names(capturers(side.enemy, parse_square("d5"))) == "f6 d7 d8"
    pinned = Position.from_fen("3k4/8/5n2/3p4/7B/4N3/8/3K4 w - - 0 1").sides()[1]
    assert capturers(pinned, parse_square("d5")) == 0
