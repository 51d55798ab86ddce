"""Named structures through the API."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given

import pawnviz
from pawnviz.core import structures as core
from pawnviz.core.board.bitboard import parse_squares
from tests.positions import positions


def test_a_structure_has_its_title_rule_plans_and_pawns() -> None:
    board = chess.Board()
    for move in ("e4", "c6", "d4", "d5", "exd5", "cxd5", "Bd3", "Nc6", "c3"):
        board.push_san(move)
    (found,) = pawnviz.structures(board)
    assert (found.identifier, found.title, found.color) == ("carlsbad", "Carlsbad, Caro-Kann exchange", chess.BLACK)
    assert found.pawns == ("c3", "d4", "d5", "e7")
    assert found.rule.startswith("White has a pawn on d4, a pawn on c2 or c3 and none on the e-file.")
    assert "b5-b4" in found.plans.black
    assert not found.implied


@given(positions())
def test_structures_are_those_of_the_core_in_its_order(position: pawnviz.Position) -> None:
    found = pawnviz.structures(position)
    wanted = core.structures(position.sides()[1])
    assert [(each.identifier, each.color) for each in found] == [
        (each.structure.identifier, each.color) for each in wanted
    ]
    for each in found:
        assert parse_squares(" ".join(each.pawns)) & position.pawns == parse_squares(" ".join(each.pawns))
        assert each.rule and each.plans.white and each.plans.black


def test_what_is_no_position_is_refused() -> None:
    with pytest.raises(TypeError):
        pawnviz.structures(1)  # type: ignore[arg-type]
    assert pawnviz.structures("8/8/8/8/8/8/8/8 w - - 0 1") == ()
