"""A board, user layers and texts that the tests of formulas share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pytest
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import square_names
from pawnviz.core.board.side import Side
from pawnviz.core.formula.names import (
    CONSTANTS,
    FILLS,
    HALVES,
    NAMES,
    PIECE_SETS,
    RANKS_OF_SIDES,
    RELATIVE_FILLS,
    RELATIVE_STEPS,
    SIDES,
    STEPS,
)
from pawnviz.core.formula.parser import FormulaError, parse
from pawnviz.core.layers import LAYERS, Chapter, Layer
from pawnviz.core.layers.marks import badge
from tests.strategies import Board

SEED: Final = Board.of("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R")
WHITE, BLACK = SEED.sides()


def white(text: str, side: Side[int] = WHITE) -> str:
    """Return the names of the squares that a formula gives for White, or for another side."""
    return square_names(parse(text).evaluate(side))


def refusal(text: str) -> tuple[int, str]:
    """Return the column and the message with which a text is refused."""
    with pytest.raises(FormulaError) as caught:
        parse(text)
    assert 1 <= caught.value.column <= len(text) + 1
    assert len(caught.value.message) <= 200
    assert "\n" not in caught.value.message
    assert str(caught.value) == f"column {caught.value.column}: {caught.value.message}"
    return caught.value.column, caught.value.message


def own_layer(identifier: str, formula: str) -> Layer:
    """Return a user layer; that what it computes is not looked at shows in the mask."""
    chapter = Chapter("User layers", "")
    return Layer(identifier, f"My {identifier}", chapter, formula, "", badge("•"), lambda side: side.pawns & 0)


def own_layers(**formulas: str) -> dict[str, Layer]:
    """Return user layers by identifier."""
    return {identifier: own_layer(identifier, formula) for identifier, formula in formulas.items()}


_WORDS = "own enemy x e4 0xff 0x 8 stops forward file_fill knights rank_1 islands_of_width_3"
_SIGNS = "| & - ^ ~ << >> ( ) { } , = ; é ‐ ٣"
PARTS: Final = (*_WORDS.split(), *_SIGNS.split(), " ", "\n", "\x00")
"""Parts of formulas, and signs that no formula holds."""


def formula_texts(layers: Iterable[str]) -> st.SearchStrategy[str]:
    """Return formulas of all words of the grammar, and of user layers with these names."""
    called = (*PIECE_SETS, *RANKS_OF_SIDES, *LAYERS, *layers, *layers)
    atoms = (
        st.sampled_from(("own", "enemy", "white", "black", "{a1,e4}", "{}", "0xff"))
        | st.sampled_from((*NAMES, *HALVES, *CONSTANTS))
        | st.tuples(st.sampled_from(called), st.sampled_from(SIDES)).map("{0[0]}({0[1]})".format)
    )
    calls = st.sampled_from((*STEPS, *RELATIVE_STEPS, *FILLS, *RELATIVE_FILLS, *LAYERS, *layers, "~"))
    return st.recursive(
        atoms,
        lambda texts: (
            st.tuples(texts, st.sampled_from("&|^-"), texts).map("({0[0]} {0[1]} {0[2]})".format)
            | st.tuples(calls, texts).map("{0[0]}({0[1]})".format)
            | st.tuples(texts, st.sampled_from(("<<", ">>")), st.integers(0, 63)).map("({0[0]} {0[1]} {0[2]})".format)
            | st.tuples(st.sampled_from((*STEPS, *RELATIVE_STEPS)), texts, st.integers(0, 7)).map(
                "{0[0]}({0[1]}, {0[2]})".format
            )
            | texts.map("({0} | west({0}))".format)
        ),
        max_leaves=8,
    )
