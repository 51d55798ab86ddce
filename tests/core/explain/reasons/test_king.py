from __future__ import annotations

import pytest

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.explain.reasons import pawn_labels, reason
from tests.core.explain.reasons.sentences import sentence_of


@pytest.mark.parametrize(
    ("identifier", "fen", "square", "sentence"),
    [
        (
            "king_shelter",
            "8/8/8/8/3P4/8/4K3/8",
            "d4",
            "In front of its king: the white king e2 stands behind d4 on the e-file.",
        ),
        (
            "king_shelter",
            "8/8/8/8/3P4/8/6K1/8",
            "d4",
            "Not in front of its king: no white king stands behind d4 on the c-, d- or e-file.",
        ),
        (
            "pawn_storm",
            "8/8/8/3p4/8/8/6K1/8",
            "d5",
            "Not in a pawn storm: no white king stands at most four ranks ahead of d5 on the c-, d- or e-file.",
        ),
        ("pawn_storm", "1kq5/8/8/8/3p4/8/2K5/8", "d4", "Not in a pawn storm: d4 is on the d-file, in the center."),
        (
            "pawn_storm",
            "1kq5/8/8/8/5p2/8/8/4K3",
            "f4",
            "Not in a pawn storm: the white king e1 stands in the center or beyond White's second rank.",
        ),
        ("pawn_storm", "1kq5/8/6p1/8/8/8/6K1/8", "g6", "Not in a pawn storm: g6 is only on Black's third rank."),
        (
            "pawn_storm",
            "2q3k1/8/8/7p/8/8/8/6K1",
            "h5",
            "Not in a pawn storm: h5 is only on Black's fourth rank and the black king g8 is on the g-file.",
        ),
        ("pawn_storm", "1k6/8/8/7p/8/8/8/6K1", "h5", "Not in a pawn storm: Black has no queen."),
        (
            "free_storm_pawns",
            "1kq5/8/8/6p1/6P1/8/8/6K1",
            "g5",
            "Not a free storm pawn: the white pawn g4 stands in its way.",
        ),
        (
            "blocked_storm_pawns",
            "1kq5/8/8/6p1/6P1/8/8/6K1",
            "g5",
            "Blocked storm pawn: the white king g1 stands at most four ranks ahead of g5 on the g-file; "
            "g5 is on Black's fourth rank; Black has a queen; and the white pawn g4 stands in its way.",
        ),
        (
            "opposition_squares",
            "8/8/4k3/8/8/8/8/8",
            "e4",
            "Opposition square: e4 and the black king e6 are on one file, 1 square between, "
            "and no black pawn attacks e4.",
        ),
        (
            "opposition_squares",
            "8/8/4k3/8/8/8/8/8",
            "e3",
            "Not an opposition square: no black king is on a line with e3, an odd number of squares between.",
        ),
        ("opposition_squares", "8/8/4k3/3p4/8/8/8/8", "e4", "Not an opposition square: the black pawn d5 attacks e4."),
        ("opposition_squares", "8/8/4k3/8/4P3/8/8/8", "e4", "Not an opposition square: a white pawn stands on e4."),
        ("opposition_squares", "8/8/4k3/8/8/8/8/8", "e6", "Not an opposition square: the black king stands on e6."),
    ],
)
def test_a_sentence_of_a_worked_board(identifier: str, fen: str, square: str, sentence: str) -> None:
    assert sentence_of(identifier, fen, square) == sentence


def test_the_storm_is_of_the_enemys_pawns() -> None:
    side = Position.from_fen("1kq5/8/8/6p1/8/8/6P1/6K1").sides()[0]
    found = reason("pawn_storm", side, parse_square("g5"))
    assert found.text == (
        "In a pawn storm: the white king g1 stands at most four ranks ahead of g5 on the g-file; "
        "g5 is on Black's fourth rank; and Black has a queen."
    )
    assert "pawn_storm" in [label.identifier for label in pawn_labels(side.enemy, parse_square("g5"))]
