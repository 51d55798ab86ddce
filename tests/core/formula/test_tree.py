"""Formulas as trees: whether they turn with the side."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.formula.parser import GREATEST_DEPTH, parse
from pawnviz.core.formula.tree import depends_on_side
from pawnviz.core.layers import Layer
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from tests.strategies import Board, boards

MINE: Final[dict[str, Layer]] = UserLayers(
    [
        UserLayer("fixed", "Fixed", "white & rank_4"),
        UserLayer("turned", "Turned", "forward(white)"),
        UserLayer("fixed_too", "Fixed, too", "fixed(own) | knights(black)"),
        UserLayer("turned_too", "Turned, too", "turned(white) | turned(own)"),
    ]
).layers


@pytest.mark.parametrize(
    "text",
    [
        "white",
        "rank_4 & {d4 e4} | 0xff",
        "north(white) & south_fill(black) - occupied",
        "stops(white) & attacks(black)",
        "front = stops(white); front | front << 8",
        "unused = own; white",
        "knights(white) | pieces(black)",
        "rank_5(black) | north_half",
        "fixed(own)",
        "fixed_too(enemy) | turned(white)",
    ],
)
def test_a_formula_that_names_colors_alone_has_the_same_squares_for_both(text: str) -> None:
    assert not depends_on_side(parse(text, MINE))


@pytest.mark.parametrize(
    "text",
    [
        "own",
        "white | enemy",
        "own_pieces",
        "enemy_pieces",
        "en_passant",
        "forward(white)",
        "backward_fill(rank_4)",
        "stops(own)",
        "stops(enemy) & white",
        "stops(white & rank_4)",
        "knights(own)",
        "own_half",
        "white & rank_2(enemy)",
        "mine = own; white & mine",
        "turned(own)",
        "turned_too(enemy)",
    ],
)
def test_a_formula_that_names_a_side_or_a_relative_direction_turns(text: str) -> None:
    assert depends_on_side(parse(text, MINE))


ATOMS: Final = ("own", "enemy", "white", "black", "occupied", "en_passant", "rank_2", "own_pieces", "pieces(white)")
CALLS: Final = ("north", "forward", "east_fill", "backward_fill", "stops", "fixed", "turned_too", "~")
TEXTS: Final = st.recursive(
    st.sampled_from(ATOMS),
    lambda texts: (
        st.tuples(texts, st.sampled_from("&|^-"), texts).map(lambda parts: f"({' '.join(parts)})")
        | st.tuples(st.sampled_from(CALLS), texts).map(lambda parts: f"{parts[0]}({parts[1]})")
    ),
    max_leaves=6,
)


@given(TEXTS, boards())
def test_what_does_not_turn_has_the_same_squares_on_every_board(text: str, board: Board) -> None:
    formula = parse(text, MINE)
    white, black = board.sides()
    assert depends_on_side(formula) or formula.evaluate(white) == formula.evaluate(black)


def test_the_deepest_formula_is_seen_through() -> None:
    deep = GREATEST_DEPTH - 1
    assert not depends_on_side(parse("~" * deep + "white"))
    assert depends_on_side(parse("~" * deep + "own"))
