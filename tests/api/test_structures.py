"""Named structures through the API."""

from __future__ import annotations

from typing import Any

import chess
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pawnviz
from pawnviz.core import structures as core
from pawnviz.core.board.bitboard import parse_squares
from tests.positions import positions

CARLSBAD = "8/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/8 w - - 0 1"


def test_a_structure_has_its_title_rule_plans_and_pawns() -> None:
    board = chess.Board()
    for move in ("e4", "c6", "d4", "d5", "exd5", "cxd5", "Bd3", "Nc6", "c3"):
        board.push_san(move)
    (found,) = pawnviz.structures(board)
    assert (found.identifier, found.title, found.color) == ("carlsbad", "Carlsbad, Caro-Kann exchange", chess.BLACK)
    assert found.pawns == ("c3", "d4", "d5", "e7")
    assert found.rule.startswith("White has a pawn on d4, a pawn on c2 or c3 and none on the e-file.")
    assert found.plans.black.startswith(
        "b5 begins the minority attack, but needs one more guard of b5. b4 leaves White a weak"
    )
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
        assert each.rule


def test_what_is_no_position_is_refused() -> None:
    text: Any = b"8/8/8/8/8/8/8/8"
    with pytest.raises(TypeError):
        pawnviz.structures(text)
    assert pawnviz.structures("8/8/8/8/8/8/8/8 w - - 0 1") == ()


@given(st.lists(positions(), max_size=6))
def test_of_many_positions_each_has_the_structures_that_it_has_alone(many: list[pawnviz.Position]) -> None:
    found = pawnviz.structures(iter(many))
    assert list(found) == [structure.identifier for structure in core.known_structures().structures.values()]
    for place, position in enumerate(many):
        expected = {(each.identifier, each.color) for each in pawnviz.structures(position)}
        for name, both in found.items():
            for color in (True, False):
                is_there = (name, color) in expected or (name, None) in expected
                assert both[color].dtype == bool and both[color].shape == (len(many),)
                assert bool(both[color][place]) is is_there, (name, color)


def test_arrays_of_pawns_and_fens_have_the_same_structures() -> None:
    position = pawnviz.Position.from_fen(CARLSBAD)
    white, black = position.pawns & position.white, position.pawns & position.black
    arrays = pawnviz.structures(numpy.array([[white], [0]], numpy.uint64), numpy.array([black, 0], numpy.uint64))
    assert arrays["carlsbad"].white.tolist() == [[True, False], [False, False]]
    assert pawnviz.structures([CARLSBAD])["carlsbad"].white.tolist() == [True]
    assert [each.identifier for each in pawnviz.structures(CARLSBAD)] == ["carlsbad"]


@pytest.mark.parametrize("words", [(), (1,), (CARLSBAD, CARLSBAD), (1, 2, 3), (numpy.zeros(2, int), 0)])
def test_what_is_no_board_is_refused(words: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        pawnviz.structures(*words)
