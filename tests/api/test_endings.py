"""Endings of kings and pawns, solved for scripts."""

from __future__ import annotations

from typing import Any

import chess
import pytest

import pawnviz


def test_an_ending_is_solved_from_a_position_and_from_a_board_alike() -> None:
    fen = "8/8/8/2K5/1P3k1p/7P/8/8 w - - 1 60"
    # How much is proved for kings elsewhere depends on how fast the machine is.
    for ending in (pawnviz.solve(pawnviz.Position.from_fen(fen)), pawnviz.solve(chess.Board(fen))):
        assert ending.outcome is pawnviz.Outcome.WHITE_WINS
        assert ending.white_king.white_wins & chess.BB_C5
        assert ending.black_king.white_wins & chess.BB_F4


def test_another_kind_of_position_is_refused() -> None:
    with pytest.raises(ValueError, match="a pawn ending has one king on each side"):
        pawnviz.solve(pawnviz.Position.from_fen("8/8/8/8/4P3/8/8/8"))
    with pytest.raises(ValueError, match="the kings touch each other"):
        pawnviz.solve(pawnviz.Position.from_fen("8/8/8/8/4P3/8/6kK/8"))


def test_what_is_no_position_is_refused() -> None:
    text: Any = b"8/8/8/2K5/1P3k1p/7P/8/8 w - - 1 60"
    with pytest.raises(TypeError):
        pawnviz.solve(text)
    with pytest.raises(pawnviz.FenError):
        pawnviz.solve("8/8")
