from __future__ import annotations

import re
from typing import Final

import chess
import pytest
from hypothesis import given

from pawnviz.core.board.bitboard import parse_square, squares
from pawnviz.core.board.position import Position
from pawnviz.core.explain.first_sentence import statements
from pawnviz.core.explain.summary import summary_of
from pawnviz.core.explain.surroundings import FIXED, HELD_BACK, attack_words, faults_of
from pawnviz.core.layers import LAYERS
from pawnviz.core.words import number_word
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


@given(positions())
def test_a_pawn_is_called_weak_with_how_often_it_is_attacked_and_guarded(position: Position) -> None:
    board = chess.Board(None)
    board.set_board_fen(position.fen().split()[0])
    for side in position.sides():
        for square in squares(LAYERS["target_pawns"](side)):
            match = re.fullmatch(r"(can be )?attacked (.+), (?:guarded (.+)|not guarded)", attack_words(side, square))
            assert match is not None
            attackers, guards = (TIMES.get(words or "", -1) for words in match.groups()[1:])
            assert attackers > max(guards, 0)
            if not match[1]:
                now = [len(board.attackers(color, square)) for color in (not side.color, side.color)]
                assert [attackers, max(guards, 0)] == now


TIMES: Final = {"once": 1, "twice": 2, **{f"{number_word(count)} times": count for count in range(3, 20)}}


def test_a_pawn_that_is_guarded_as_often_as_attacked_may_become_weak() -> None:
    fen = "3r2k1/pp2rppp/3p4/8/8/2N5/PPPR1PPP/3R2K1 w - - 0 1"
    assert summary_of(Position.from_fen(fen)).black.sentence == "three islands, isolated pawn d6."
    texts = [each.text for each in statements(Position.from_fen(fen))]
    assert "Black's isolated pawn on d6 may become a target" in texts
    fewer = Position.from_fen(fen.replace("3r2k1", "6k1"))
    weak = "three islands, weak pawn d6 (isolated, attacked once, not guarded)."
    assert summary_of(fewer).black.sentence == weak


def test_a_pawn_of_the_center_that_pieces_guard_well_is_not_weak() -> None:
    fen = "r1b1kb1r/1pqn1ppp/p2ppn2/6B1/3NPP2/2N5/PPP1B1PP/R2QK2R w KQkq - 0 9"
    assert "weak" not in summary_of(Position.from_fen(fen)).white.sentence
