from __future__ import annotations

import pytest
from hypothesis import given

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.explain.first_sentence import statements
from pawnviz.core.explain.summary import summary_of
from pawnviz.core.explain.weakness import FIXED, HELD_BACK, faults_of
from pawnviz.core.layers import LAYERS
from tests.positions import positions


@given(positions())
def test_each_weak_pawn_has_one_fault_and_an_enemy_pawn_fixes_it_or_holds_it_back(position: Position) -> None:
    for side in position.sides():
        weak = LAYERS["weak_pawns"](side)
        faults = faults_of(side, weak)
        assert sum(faults.values()) == weak
        stops = {fault: side.forward(pawns) for fault, pawns in faults.items()}
        assert not stops.get(FIXED, 0) & ~side.enemy.pawns
        assert not stops.get(HELD_BACK, 0) & ~LAYERS["attacks"](side.enemy)
        assert not stops.get(HELD_BACK, 0) & side.enemy.pawns


@pytest.mark.parametrize(
    ("fen", "pawn", "fault"),
    [
        ("r2q1rk1/pp4bp/3pp1p1/2n2n2/2P5/2N2P2/PP1QB1PP/1RB2RK1 w - - 0 16", "d6", HELD_BACK),
        ("4k3/8/8/2Pp3q/3P4/2n5/8/3QK3 b - - 0 1", "d4", FIXED),
        ("4k3/8/8/2Pp3q/1p1P4/2n5/8/3QK3 b - - 0 1", "b4", "isolated"),
    ],
)
def test_a_fixed_pawn_is_told_from_one_that_is_held_back(fen: str, pawn: str, fault: str) -> None:
    mask = 1 << parse_square(pawn)
    side = next(side for side in Position.from_fen(fen).sides() if side.pawns & mask)
    assert faults_of(side, mask) == {fault: mask}


def test_who_holds_a_pawn_back_is_said() -> None:
    bind = Position.from_fen("r2q1rk1/pp4bp/3pp1p1/2n2n2/2P1P3/2N5/PP1QB1PP/1RB2RK1 w - - 0 16")
    assert "Black's pawn on d6 is weak, held back by c4 and e4" in [each.text for each in statements(bind)]
    assert summary_of(bind).black.sentence == "three islands, weak pawn d6 (held back)."
