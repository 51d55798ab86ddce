from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.explain.reasons import pawn_labels
from pawnviz.core.explain.why_not import ASKED_FIRST, questions, why_not
from pawnviz.core.layers import LAYERS
from tests.strategies import Board, boards

SICILIAN = "r1bqkb1r/1p3ppp/p1nppn2/8/3NP3/2N1B3/PPP2PPP/R2QKB1R b KQkq - 0 8"


@given(board=boards(), square=st.integers(0, 63))
def test_a_pawn_s_labels_and_the_questions_about_it_are_all_layers_of_pawns(board: Board, square: int) -> None:
    for side in board.sides():
        if side.pawns >> square & 1:
            asked = [question.identifier for question in questions(side, square)]
            held = [label.identifier for label in pawn_labels(side, square)]
            of_pawns = {name for name, layer in LAYERS.items() if layer.of_pawns}
            assert sorted([*asked, *held, "pawns"]) == sorted(of_pawns)
            assert not any(why_not(name, side, square).holds for name in asked)
            assert all(why_not(name, side, square).holds for name in held)


def test_questions_of_every_day_come_first() -> None:
    asked = [question.identifier for question in questions(Position.from_fen(SICILIAN).sides()[1], parse_square("d6"))]
    everyday = [name for name in ASKED_FIRST if name in asked]
    assert asked[: len(everyday)] == everyday
    assert asked[0] == "passed_pawns"
    assert len(asked) > len(everyday)


@pytest.mark.parametrize(
    ("fen", "square", "label", "sentence"),
    [
        (
            SICILIAN,
            "d6",
            "backward_pawns_not_isolated",
            "Not backward: the black pawn e6 may guard d5, now or after advancing.",
        ),
        (SICILIAN, "d6", "isolated_pawns", "Not isolated: the black pawn e6 stands on the e-file, beside the d-file."),
        (
            SICILIAN,
            "d6",
            "passed_pawns",
            "Not passed (wiki): the white pawns e4 and c2 stand in front of d6 on the c- and e-files.",
        ),
        (SICILIAN, "d6", "levers", "Not a lever: no white pawn stands on e5, and no white pawn stands on c5."),
        (SICILIAN, "d6", "break_pawns", None),
        (
            "4k3/8/4p3/8/3P4/8/8/4K3 w - - 0 1",
            "d4",
            "backward_pawns_not_isolated",
            "Not backward: no white pawn stands on the c- or e-file, beside the d-file, so it is isolated.",
        ),
        ("6k1/8/8/8/8/8/6P1/6K1 w - - 0 1", "g2", "pawn_storm", None),
    ],
)
def test_a_reason_says_why_a_pawn_does_not_carry_a_label(
    fen: str, square: str, label: str, sentence: str | None
) -> None:
    position = Position.from_fen(fen)
    side = position.sides()[0 if position.piece_at(parse_square(square)) == "P" else 1]
    found = why_not(label, side, parse_square(square))
    if sentence is None:
        assert found.holds == (label in [held.identifier for held in pawn_labels(side, parse_square(square))])
    else:
        assert (found.holds, found.text) == (False, sentence)
