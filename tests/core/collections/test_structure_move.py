"""The moves between structures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.collections.played_moves import MoveKind, StructureMove

SQUARES = st.integers(0, 63)


@given(st.sampled_from([kind for kind in MoveKind if kind]), st.booleans(), SQUARES, SQUARES)
def test_a_move_is_read_back_from_its_number(kind: MoveKind, white: bool, origin: int, target: int) -> None:
    move = StructureMove(kind, white, origin, target)
    assert StructureMove.of(move.code) == move
    assert 0 < move.code < 1 << 15


@pytest.mark.parametrize(
    ("kind", "origin", "target", "text"),
    [
        (MoveKind.PUSH, "c4", "c5", "c4-c5"),
        (MoveKind.PAWN_CAPTURE, "d4", "c5", "d4xc5"),
        (MoveKind.PIECE_CAPTURE, "d5", "d5", "piece xd5"),
    ],
)
def test_a_move_is_written_with_its_squares(kind: MoveKind, origin: str, target: str, text: str) -> None:
    assert StructureMove(kind, True, SQUARE_NAMES.index(origin), SQUARE_NAMES.index(target)).text == text


def test_the_start_of_a_game_is_no_move() -> None:
    assert StructureMove.of(0) == StructureMove(MoveKind.START, False, 0, 0)
    assert StructureMove.of(0).text == ""
