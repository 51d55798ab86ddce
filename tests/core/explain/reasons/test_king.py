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
            "Not near the enemy king: no white king stands at most four ranks ahead of d5 on the c-, d- or e-file.",
        ),
        (
            "free_storm_pawns",
            "8/8/8/6p1/6P1/8/8/6K1",
            "g5",
            "Not free to storm: the white pawn g4 stands in its way.",
        ),
        (
            "blocked_storm_pawns",
            "8/8/8/6p1/6P1/8/8/6K1",
            "g5",
            "Storm blocked: the white king g1 stands at most four ranks ahead of g5 on the g-file, "
            "and the white pawn g4 stands in its way.",
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
    side = Position.from_fen("8/8/8/6p1/8/8/6P1/6K1").sides()[0]
    found = reason("pawn_storm", side, parse_square("g5"))
    assert found.text == "Near the enemy king: the white king g1 stands at most four ranks ahead of g5 on the g-file."
    assert "pawn_storm" in [label.identifier for label in pawn_labels(side.enemy, parse_square("g5"))]
