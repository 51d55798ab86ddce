"""No mark is hidden by another one, whatever layers are shown together."""

from __future__ import annotations

from itertools import islice

import pytest

from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.position import EMPTY, Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Family, Style
from pawnviz.core.picture.picture import Look, ShownLayer, make_picture
from pawnviz.core.picture.places import lay_out
from tests.legibility.visible import LEAST_SEEN, Painted, hidden_at_random, hidden_in_pairs, kinds, shown

CROWDED = Position.from_fen("r3kb1r/1b3ppp/p3p3/3pP3/1p1BnP2/3BQ1P1/PPP2NqP/R3K2R w KQkq - 3 17")


def test_no_two_layers_on_the_same_squares_hide_each_other() -> None:
    assert not [str(hidden) for hidden in islice(hidden_in_pairs(kinds()), 12)]


def test_no_two_hatches_hide_each_other_on_small_squares() -> None:
    hatches = [name for name in kinds() if LAYERS[name].mark.family is Family.HATCH]
    assert not [str(hidden) for hidden in islice(hidden_in_pairs(hatches, 40), 12)]


def test_no_three_or_six_layers_hide_each_other() -> None:
    assert not [str(hidden) for hidden in islice(hidden_at_random(200), 12)]


def test_attacks_are_seen_beside_stops_and_break_squares() -> None:
    names = ["double_attacks", "east_attacks", "west_attacks", "stops", "break_squares"]
    assert not [str(hidden) for hidden in Painted(40).hidden(CROWDED, shown(names))]


@pytest.mark.parametrize("piece", PIECES)
def test_the_one_sign_of_an_area_is_seen_beside_each_piece_on_small_squares(piece: str) -> None:
    interspans = LAYERS["interspans"]._replace(compute=lambda side: 1 << 27)
    look = Look((ShownLayer(interspans, Style(interspans.mark)),))
    cell = make_picture(EMPTY.with_piece(27, piece), look).cells[27]
    board = Painted(40)
    for spot in lay_out(cell.marks, board.size, has_piece=True):
        assert board.ink_alone(spot, piece) >= LEAST_SEEN * board.ink_alone(spot, "")
