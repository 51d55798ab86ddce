"""Positions as arrays: the same sides as each position by itself."""

from __future__ import annotations

from typing import Any

import numpy
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.arrays import boards_of
from pawnviz.core.board.position import Position
from tests.positions import positions

MASKS = ("pawns", "knights", "bishops", "rooks", "queens", "kings", "pieces", "en_passant", "to_move")


@given(st.lists(positions(), max_size=6))
def test_the_sides_of_boards_are_those_of_their_positions(given: list[Position]) -> None:
    boards = boards_of(given)
    assert len(boards) == len(given)
    for color, side in enumerate(boards.sides()):
        for name in MASKS:
            array: Any = getattr(side, name)
            assert array.dtype == numpy.uint64
            assert array.tolist() == [getattr(position.sides()[color], name) for position in given]
        assert side.color == (color == 0)
        assert side.enemy.color != side.color


def test_an_en_passant_square_is_usable_for_the_side_to_move_only_and_before_an_enemy_pawn() -> None:
    fens = [
        "8/8/8/3pP3/8/8/8/8 w - d6",
        "8/8/8/3pP3/8/8/8/8 b - d6",
        "8/8/8/4P3/8/8/8/8 w - d6",
        "8/8/8/8/3pP3/8/8/8 b - e3",
    ]
    white, black = boards_of(map(Position.from_fen, fens)).sides()
    masks: Any = white.en_passant, black.en_passant
    assert masks[0].tolist() == [1 << 43, 0, 0, 0]
    assert masks[1].tolist() == [0, 0, 0, 1 << 20]


@given(st.lists(positions(), min_size=1, max_size=6), st.data())
def test_a_part_of_boards_holds_the_positions_at_its_places(given: list[Position], data: st.DataObject) -> None:
    places = data.draw(st.lists(st.integers(0, len(given) - 1)))
    part = boards_of(given).part(numpy.array(places, dtype=numpy.intp))
    chosen = boards_of(given[place] for place in places)
    assert part.masks.tolist() == chosen.masks.tolist()
    assert part.white_to_move.tolist() == chosen.white_to_move.tolist()
