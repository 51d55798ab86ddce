"""Summaries: a position in words, as data."""

from __future__ import annotations

from typing import Any

import chess
import pytest

import pawnviz

ISOLATED = "r1bq1rk1/pp3ppp/2n1pn2/8/1b1P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"


def test_a_summary_names_the_structure_and_says_a_sentence_for_each_side() -> None:
    found = pawnviz.summary(pawnviz.Position.from_fen(ISOLATED))
    assert found.structures == ("Isolated queen's pawn of White",)
    assert found.sides[chess.WHITE].sentence == "three islands, no weak pawns (d4 isolated)."
    assert found.sides.black.features["Islands"] == "2 (a-b, e-h)"
    assert found.sides.black.features["Isolated"] == "none"
    assert found.headline == (
        "Isolated queen's pawn of White on d4: the break d5 opens lin"
        "es for well placed pieces, but needs one more guard of d5. "
        "White: three islands, no weak pawns (d4 isolated). Black: two islands, no weak pawns."
    )
    assert found.first and found.headline.startswith(found.first)
    assert found.text.splitlines()[:2] == [ISOLATED, "White to move."]


def test_a_summary_says_who_wins_a_pawn_ending_where_that_is_seen_at_once() -> None:
    found = pawnviz.summary(chess.Board("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"))
    assert found.outcome is pawnviz.Outcome.WHITE_WINS
    assert found.headline.startswith("White wins. ")
    assert pawnviz.summary(chess.Board("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1")).outcome is None
    assert pawnviz.summary(chess.Board()).outcome is None


def test_a_board_of_python_chess_is_summed_up_as_a_position_is() -> None:
    assert pawnviz.summary(chess.Board(ISOLATED)) == pawnviz.summary(pawnviz.Position.from_fen(ISOLATED))
    assert pawnviz.summary(ISOLATED) == pawnviz.summary(pawnviz.Position.from_fen(ISOLATED))
    text: Any = b"8/8"
    with pytest.raises(TypeError, match=r"a position is a FEN, a pawnviz.Position or a chess.Board, not bytes"):
        pawnviz.summary(text)
