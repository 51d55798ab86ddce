"""Passed pawns outside the king's square: the rule of the square beside a race that is played out."""

from __future__ import annotations

from functools import cache

import pytest

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.layers import LAYERS
from tests.strategies import Board


@cache
def pawn_wins(pawn: int, king: int, pawn_moves: bool) -> bool:
    """Say whether a white pawn reaches rank 8 and is not taken there, whatever the lone black king does."""
    if pawn_moves:
        steps = [pawn + 8] if pawn + 8 != king else []
        if steps and pawn // 8 == 1 and pawn + 16 != king:
            steps.append(pawn + 16)
        return pawn >= 56 or any(pawn_wins(step, king, False) for step in steps)
    steps = [
        square
        for square in range(64)
        if square != king and max(abs(square % 8 - king % 8), abs(square // 8 - king // 8)) == 1
    ]
    return pawn not in steps and (pawn >= 56 or all(pawn_wins(pawn, step, True) for step in steps))


@pytest.mark.parametrize("white_to_move", [True, False], ids=["pawn to move", "king to move"])
def test_a_lone_pawn_is_outside_the_kings_square_where_it_wins_the_race_with_the_king(white_to_move: bool) -> None:
    for pawn in range(8, 56):
        for king in set(range(64)) - {pawn}:
            pieces = ["P" if square == pawn else "k" if square == king else "" for square in range(64)]
            white, _ = Board(tuple(pieces), white_to_move=white_to_move).sides()
            found = bool(LAYERS["outside_kings_square"](white))
            in_check = king in (pawn + 7, pawn + 9) and abs(king % 8 - pawn % 8) == 1
            assert (in_check and white_to_move) or found == pawn_wins(pawn, king, white_to_move)


@pytest.mark.parametrize(
    ("placement", "white_to_move", "outside"),
    [
        ("8/8/8/7k/P7/8/8/8", True, True),
        ("8/8/8/5k2/P7/8/8/8", True, True),
        ("8/8/8/5k2/P7/8/8/8", False, False),
        ("8/8/8/8/8/8/P7/1k6", False, False),
        ("8/8/8/8/8/8/P7/kP6", False, True),
        ("8/8/8/8/8/8/P1K5/k7", False, False),
        ("8/8/8/8/8/8/PK6/k7", False, True),
        ("8/8/8/7k/P7/8/8/7r", True, False),
        ("8/8/N7/7k/P7/8/8/8", True, False),
        ("8/1p6/8/7k/P7/8/8/8", True, False),
        ("8/8/8/8/P7/8/8/8", True, True),
    ],
)
def test_a_pawn_is_outside_the_square_only_on_a_free_path_out_of_reach_of_kings_and_without_enemy_pieces(
    placement: str, white_to_move: bool, outside: bool
) -> None:
    white, _ = Board(Board.of(placement).pieces, white_to_move=white_to_move).sides()
    a_pawn = LAYERS["outside_kings_square"](white) & sum(1 << parse_square(f"a{rank}") for rank in range(1, 9))
    assert bool(a_pawn) == outside
