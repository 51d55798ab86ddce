from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import squares
from pawnviz.core.explain.reasons import reason
from pawnviz.core.layers import LAYERS
from tests.core.explain.reasons.sentences import sentence_of
from tests.strategies import Board, boards


@pytest.mark.parametrize(
    ("identifier", "fen", "square", "sentence"),
    [
        (
            "candidate_pawns",
            "8/2p2p1p/8/1PP2PPP/8/8/8/8",
            "b5",
            "Candidate (wiki): no black pawn stands in front of b5 on the b-file, "
            "and b5 has 1 helper (c5) against 1 sentry (c7).",
        ),
        (
            "candidates_on_fifth",
            "8/2p2p1p/8/1PP2PPP/8/8/8/8",
            "b5",
            "Candidate (fifth rank): no black pawn stands in front of b5 on the b-file, "
            "and the black pawn c7 attacks b6, but the white pawn c5 guards b6.",
        ),
        (
            "candidates_on_fifth",
            "p7/8/8/1P6/8/8/8/8",
            "b5",
            "Not a candidate (fifth rank): no black pawn attacks b6.",
        ),
        (
            "fakers",
            "8/p1p5/8/1P6/8/8/8/8",
            "b5",
            "Faker (wiki): no black pawn stands in front of b5 on the b-file, "
            "and b5 has no helper against 2 sentries (a7 and c7).",
        ),
        (
            "candidates_with_safe_path",
            "8/8/1p6/8/8/P7/PP6/8",
            "a3",
            "Not a candidate (safe path): the black pawn b6 attacks a5, but no white pawn guards a5.",
        ),
        (
            "candidates_with_safe_path",
            "8/1p6/8/PP6/8/8/8/8",
            "a5",
            "Candidate (safe path): no black pawn stands in front of a5 on the a-file, and a6 to a8 are safe.",
        ),
    ],
)
def test_a_sentence_of_a_worked_board(identifier: str, fen: str, square: str, sentence: str) -> None:
    assert sentence_of(identifier, fen, square) == sentence


CONTENDERS: Final = ("candidate_pawns", "fakers", "candidates_on_fifth", "candidates_with_safe_path")


@given(board=boards(), white=st.booleans())
def test_a_passed_pawn_is_no_candidate_because_it_is_passed_already(board: Board, white: bool) -> None:
    side = board.sides()[0 if white else 1]
    passed = LAYERS["passed_pawns"](side)
    for square in squares(side.pawns):
        for identifier in CONTENDERS:
            found = reason(identifier, side, square)
            assert ("so it is passed already" in found.text) == bool(passed >> square & 1), found.text
