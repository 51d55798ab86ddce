"""Each clause of each reason, looked up on a board of python-chess by what its words claim."""

from __future__ import annotations

from typing import Final

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.explain.reasons import REASONS, rule_of
from pawnviz.core.explain.surroundings import Surroundings
from tests.core.explain.claims import Scene, holds
from tests.strategies import Board, boards

READ: Final = """
    isolated_pawns half_isolated_pawns east_capturers west_capturers capturers east_levers west_levers levers
    inner_levers outer_levers center_levers rams break_pawns defended_pawns defending_pawns chain_bases
    chain_links chain_heads phalanx_pawns duos connected_pawns pawns rear_twins front_twins unfree_pawns
    open_pawns passed_pawns passed_pawns_frontmost passed_pawns_stockfish blockaded_passers
    protected_passed_pawns connected_passed_pawns backward_pawns backward_pawns_unrammed
    backward_pawns_stockfish backward_pawns_not_isolated backward_pawns_not_isolated_stockfish
    backward_pawns_telestop stragglers weak_unopposed_pawns overly_advanced_pawns hanging_pawns
    hanging_pawns_wiki telestops telestops_of_each safe_squares holes outposts outposts_stockfish
    candidate_pawns fakers candidates_on_fifth candidates_with_safe_path doubled_pawns doubled_pawns_stockfish
    tripled_pawns king_shelter pawn_storm promotion_path_free outside_kings_square pushable_pawns
    double_pushable_pawns outside_passers rook_backed_passers rook_held_passers connected_pawns_stockfish
    free_storm_pawns blocked_storm_pawns weak_levers_stockfish blocked_pawns_stockfish outposts_held bad_bishops
    weak_pawns rooks_on_interspans weak_color_complex break_squares key_squares opposition_squares
"""
"""The layers of whose reasons each clause has a form that is known; a clause of another one may be none that is."""


def chess_board(board: Board, white: bool) -> chess.Board:
    """Return a board of python-chess; the en-passant square is the one that a side may capture on."""
    other = chess.Board(None)
    for square, piece in enumerate(board.pieces):
        if piece:
            other.set_piece_at(square, chess.Piece.from_symbol(piece))
    side = board.sides()[0 if white else 1]
    other.turn = white if side.to_move else not white
    other.ep_square = side.en_passant.bit_length() - 1 if side.en_passant else None
    return other


@given(board=boards(), square=st.integers(0, 63), white=st.booleans())
def test_each_clause_of_a_reason_is_true_on_a_board_of_python_chess(board: Board, square: int, white: bool) -> None:
    side = board.sides()[0 if white else 1]
    scene = Scene(chess_board(board, white), white, square)
    for identifier in REASONS:
        rule = rule_of(identifier)
        if rule.of_pawns and not (side.enemy if rule.of_enemy else side).pawns >> square & 1:
            continue
        for clause in rule.rule(Surroundings(side, square)).clauses:
            if " more" in clause:
                continue  # More pawns than a clause names stand on no board of a game.
            expected = (True,) if identifier in READ.split() else (True, None)
            assert holds(scene, clause) in expected, f"{identifier} of {SQUARE_NAMES[square]}: {clause}"


@pytest.mark.parametrize(
    ("clause", "fen", "square", "expected"),
    [
        ("the white pawn e4 attacks d5", "8/8/8/3p4/4P3/8/8/8", "d5", True),
        ("the white pawn e4 attacks d5 and f5", "8/8/8/3p4/4P3/8/8/8", "d5", True),
        ("no white pawn attacks d5", "8/8/8/3p4/4P3/8/8/8", "d5", False),
        ("no black pawn stands in front of e4 on the d-, e- or f-file", "8/8/8/3p4/4P3/8/8/8", "e4", False),
        ("no black pawn stands in front of e4 on the e-file", "8/8/8/3p4/4P3/8/8/8", "e4", True),
        ("e4 has no helper against 1 sentry (d5), captures left out", "8/8/8/3p4/4P3/8/8/8", "e4", True),
        ("e4 has no helper against 1 sentry (d5)", "8/8/8/3p4/4P3/8/8/8", "e4", False),
        ("from e5 it would attack no black pawn", "8/8/8/3p4/4P3/8/8/8", "e4", True),
        ("e4 is on White's fourth rank, not on the fifth", "8/8/8/3p4/4P3/8/8/8", "e4", True),
        ("e4 is on White's fifth rank", "8/8/8/3p4/4P3/8/8/8", "e4", False),
        ("the sun shines on e4", "8/8/8/3p4/4P3/8/8/8", "e4", None),
    ],
)
def test_a_claim_is_read_from_its_words(clause: str, fen: str, square: str, expected: bool | None) -> None:
    assert holds(Scene(chess.Board(f"{fen} w - - 0 1"), True, chess.parse_square(square)), clause) is expected
