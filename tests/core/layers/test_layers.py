"""Every layer and number: ints, arrays, formula text and the slow reference say the same, for both sides."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import BOARD, flip_vertical
from pawnviz.core.formula.parser import parse
from pawnviz.core.formula.tree import Formula
from pawnviz.core.layers import LAYERS, NUMBERS, Layer
from tests.reference import LAYER_REFERENCES, NUMBER_REFERENCES, Square, View, mask_of_squares
from tests.strategies import Board, array_sides, boards, masks_list

CHAPTERS: Final = {layer.chapter.title: layer.chapter for layer in LAYERS.values()}


@pytest.mark.parametrize("title", CHAPTERS)
@given(boards=st.lists(boards(), min_size=1, max_size=3))
def test_every_layer_of_a_chapter_is_the_same_as_int_array_formula_reference_and_mirrored(
    title: str, boards: list[Board]
) -> None:
    formulas = formulas_of(title)
    array_views = array_sides(boards)
    sides, views = [board.sides() for board in boards], [board.views() for board in boards]
    turned_sides = [board.turned().sides() for board in boards]
    for color in (0, 1):
        for layer, formula in formulas:
            name = f"{layer.identifier} of {'Black' if color else 'White'}"
            reference = [mask_of_squares(LAYER_REFERENCES[layer.identifier](each[color])) for each in views]
            assert all(0 <= mask <= BOARD for mask in reference), name
            assert [layer(each[color]) for each in sides] == reference, name
            assert masks_list(layer(array_views[color])) == reference, name
            if formula:
                assert [formula.evaluate(each[color]) for each in sides] == reference, f"the formula of {name}"
                assert masks_list(formula.evaluate(array_views[color])) == reference, f"the formula of {name}"
            for other in other_formulas(layer.identifier):
                assert [other.evaluate(each[color]) for each in sides] == reference, f"{other.text} of {name}"
                assert masks_list(other.evaluate(array_views[color])) == reference, f"{other.text} of {name}"
            turn: Callable[[int], int] = flip_vertical if layer.turns else int
            turned = [layer(each[1 - color]) for each in turned_sides]
            assert turned == [turn(mask) for mask in reference], f"{name}, on the turned board"


@cache
def formulas_of(title: str) -> list[tuple[Layer, Formula | None]]:
    """Return the layers of a chapter with their formulas, read once."""
    layers = [layer for layer in LAYERS.values() if layer.chapter == CHAPTERS[title]]
    return [(layer, parse(layer.formula) if layer.formula else None) for layer in layers]


@cache
def other_formulas(identifier: str) -> list[Formula]:
    """Return the other forms that a layer's formula is written in, read once."""
    return [parse(text) for text in LAYERS[identifier].also_written]


def test_other_forms_of_a_formula_are_not_the_formula_again() -> None:
    forms = {identifier: [layer.formula, *layer.also_written] for identifier, layer in LAYERS.items()}
    assert sum(len(each) > 1 for each in forms.values()) > 40
    for identifier, each in forms.items():
        assert len({" ".join(text.split()) for text in each}) == len(each), identifier
        assert each[0] or len(each) == 1, f"{identifier} has no formula that could be written otherwise"


@given(boards=st.lists(boards(), min_size=1, max_size=3))
def test_every_number_is_the_same_as_int_array_reference_and_mirrored(boards: list[Board]) -> None:
    array_views = array_sides(boards)
    sides, views = [board.sides() for board in boards], [board.views() for board in boards]
    turned_sides = [board.turned().sides() for board in boards]
    for identifier, number in NUMBERS.items():
        for color in (0, 1):
            reference = [NUMBER_REFERENCES[identifier](each[color]) for each in views]
            assert [number(each[color]) for each in sides] == reference, identifier
            assert numpy.asarray(number(array_views[color])).tolist() == reference, identifier
            assert [number(each[1 - color]) for each in turned_sides] == reference, identifier


def test_every_layer_and_number_has_a_reference() -> None:
    assert set(LAYER_REFERENCES) == set(LAYERS)
    assert set(NUMBER_REFERENCES) == set(NUMBERS)


@pytest.mark.parametrize("identifier", LAYERS)
def test_a_layer_keeps_the_shape_of_its_arrays_and_leaves_them_as_they_were(identifier: str) -> None:
    boards = [Board.of("rnbqkbnr/pp3ppp/2p5/3pp3/3PP3/8/PPP2PPP/RNBQKBNR"), Board.of("8/p7/8/8/8/8/6PP/8")] * 3
    flat, shaped = array_sides(boards)[0], array_sides(boards, (2, 3))[0]
    result = LAYERS[identifier](shaped)
    assert numpy.asarray(result).shape == (2, 3)
    assert masks_list(result) == masks_list(LAYERS[identifier](flat))
    assert masks_list(shaped.pawns) == [board.mask("P") for board in boards]
    assert masks_list(shaped.enemy.pieces) == [board.mask("pnbrqk") for board in boards]


@given(board=boards())
def test_a_layer_computed_again_for_the_same_side_is_the_same(board: Board) -> None:
    side = board.sides()[0]
    first = [layer(side) for layer in LAYERS.values()]
    assert [layer(side) for layer in reversed(LAYERS.values())] == first[::-1]


@given(board=boards())
def test_the_reference_sees_the_board_from_both_sides(board: Board) -> None:
    white, black = board.views()
    turned_white, turned_black = board.turned().views()

    def turned(squares: frozenset[Square]) -> frozenset[Square]:
        return frozenset((file, 7 - rank) for file, rank in squares)

    def turned_view(view: View) -> View:
        return View(
            forward=-view.forward,
            own=turned(view.own),
            enemy=turned(view.enemy),
            own_pieces=turned(view.own_pieces),
            enemy_pieces=turned(view.enemy_pieces),
            own_kings=turned(view.own_kings),
            enemy_kings=turned(view.enemy_kings),
            own_knights=turned(view.own_knights),
            enemy_knights=turned(view.enemy_knights),
            own_bishops=turned(view.own_bishops),
            enemy_bishops=turned(view.enemy_bishops),
            own_rooks=turned(view.own_rooks),
            enemy_rooks=turned(view.enemy_rooks),
            own_queens=turned(view.own_queens),
            enemy_queens=turned(view.enemy_queens),
            en_passant=turned(view.en_passant),
            to_move=view.to_move,
        )

    assert turned_view(white) == turned_black
    assert turned_view(black) == turned_white
