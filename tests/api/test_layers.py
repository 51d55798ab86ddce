"""Layers, numbers and formulas as functions: the same values on positions, ints and arrays, and clear refusals."""

from __future__ import annotations

from typing import Any

import chess
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pawnviz
from pawnviz.core.board.side import pawn_sides
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.layers.registry import FORMER_IDENTIFIERS
from tests.positions import positions
from tests.strategies import masks

FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
POSITION = pawnviz.Position.from_fen(FEN)


def array(*values: int) -> Any:
    return numpy.array(values, dtype=numpy.uint64)


def test_the_vocabulary_holds_every_layer_and_number_in_its_order_with_its_texts() -> None:
    assert list(pawnviz.layers) == list(LAYERS)
    assert list(pawnviz.numbers) == list(NUMBERS)
    for name, layer in pawnviz.layers.items():
        assert (layer.identifier, layer.title, layer.formula) == (name, LAYERS[name].title, LAYERS[name].formula)
        assert (layer.definition, layer.rule, layer.source) == (
            LAYERS[name].definition,
            LAYERS[name].rule,
            LAYERS[name].source,
        )
        assert layer.chapter == LAYERS[name].chapter.title
    assert pawnviz.numbers["distortion"].definition == NUMBERS["distortion"].definition
    assert repr(pawnviz.numbers).startswith("<8 numbers: fileset, island_count")


def test_the_vocabulary_cannot_be_changed() -> None:
    vocabulary: Any = pawnviz.layers
    with pytest.raises(TypeError):
        vocabulary["stops"] = None
    with pytest.raises(AttributeError):
        vocabulary["stops"].title = "Stops"


@pytest.mark.parametrize(
    ("name", "message"),
    [("front_span", "did you mean front_spans"), ("Front Spans", "did you mean front_spans"), ("xyz", "list(pawnviz")],
)
def test_an_unknown_name_is_answered_with_the_closest_ones(name: str, message: str) -> None:
    with pytest.raises(KeyError) as caught:
        pawnviz.layers[name]
    assert f"there is no layer '{name}'" in caught.value.args[0]
    assert message in caught.value.args[0]


@given(positions(), st.sampled_from([*LAYERS]), st.sampled_from([*NUMBERS]))
def test_a_layer_and_a_number_of_a_position_are_those_of_its_sides(
    position: pawnviz.Position, layer: str, number: str
) -> None:
    white, black = position.sides()
    assert pawnviz.layers[layer](position) == pawnviz.Masks(LAYERS[layer](white), LAYERS[layer](black))
    assert pawnviz.numbers[number](position) == pawnviz.ByColor(NUMBERS[number](white), NUMBERS[number](black))


@given(positions(), st.sampled_from([*LAYERS]))
def test_a_board_of_python_chess_is_a_position(position: pawnviz.Position, layer: str) -> None:
    # python-chess reads a halfmove clock and a fullmove number like any other.
    board = chess.Board(None)
    board.turn, board.ep_square = position.white_to_move, position.en_passant
    for square, piece in enumerate(position.pieces()):
        if piece:
            board.set_piece_at(square, chess.Piece.from_symbol(piece))
    assert pawnviz.layers[layer](board) == pawnviz.layers[layer](position)


@given(masks(), masks(), st.sampled_from([*LAYERS]), st.sampled_from([*NUMBERS]))
def test_pawns_alone_are_two_ints_or_two_arrays(white: int, black: int, layer: str, number: str) -> None:
    sides = pawn_sides(white, black)
    expected = [LAYERS[layer](side) for side in sides]
    assert [*pawnviz.layers[layer](white, black)] == expected
    arrays = pawnviz.layers[layer](array(white), array(black))
    assert [values.tolist() for values in arrays] == [[mask] for mask in expected]
    counts = pawnviz.numbers[number](array(white), array(black))
    assert [values.tolist() for values in counts] == [[NUMBERS[number](side)] for side in sides]


def test_arrays_of_masks_are_uint64_and_counts_int64_so_that_differences_may_be_negative() -> None:
    stops = pawnviz.layers["stops"](array(1 << 8, 1 << 9), array(1 << 48, 0))
    assert (stops.white.dtype, stops.black.dtype) == (numpy.uint64, numpy.uint64)
    islands = pawnviz.numbers["island_count"](array(1), array(0b101))
    assert (islands.white - islands.black).tolist() == [-1]


def test_arrays_are_broadcast_and_may_have_any_shape() -> None:
    white = array(1 << 8, 1 << 9, 1 << 10).reshape(3, 1)
    black = array(1 << 48, 1 << 49)
    rams = pawnviz.layers["half_open_files"](white, black)
    assert rams.white.shape == rams.black.shape == (3, 2)
    assert rams.white[2, 1] == pawnviz.layers["half_open_files"](1 << 10, 1 << 49).white
    assert pawnviz.layers["stops"](white, 0).white.tolist() == [[1 << 16], [1 << 17], [1 << 18]]
    assert pawnviz.layers["stops"](0, black).black.tolist() == [1 << 40, 1 << 41]
    assert pawnviz.layers["stops"](white[:0], black[:1]).white.shape == (0, 1)
    scalar: Any = numpy.uint64(1 << 8)
    assert pawnviz.layers["stops"](scalar, 0).white == 1 << 16


def test_arrays_may_be_views_and_are_not_changed() -> None:
    white = array(*(1 << square for square in range(64)))
    kept = white.copy()
    backwards = pawnviz.layers["stops"](white[::-2], 0).white
    assert backwards.tolist() == [pawnviz.layers["stops"](int(mask), 0).white for mask in kept[::-2]]
    assert white.tolist() == kept.tolist()


@pytest.mark.parametrize(
    ("white", "black", "error", "message"),
    [
        (array(1).astype(numpy.int64), 0, TypeError, r"white is an array of int64; masks are uint64: white\.astype"),
        (0, array(1).astype(numpy.float64), TypeError, "black is an array of float64; .* a float does not hold"),
        (array(1), [1], TypeError, r"black is an int or a NumPy array of uint64, not list; numpy\.array"),
        (array(1, 2), array(1, 2, 3), ValueError, "shape"),
        (-1, 0, ValueError, r"white is from 0 to 2\*\*64 - 1, not -1"),
        (0, 1 << 64, ValueError, "black is from 0"),
        (array(1), 1 << 64, ValueError, "black is from 0"),
        (1, None, TypeError, "masks of pawns come in pairs"),
        (array(1), None, TypeError, "masks of pawns come in pairs"),
        ("8/8", None, pawnviz.FenError, "The placement has 2 ranks"),
        (None, None, TypeError, "not NoneType"),
    ],
)
def test_what_is_no_board_is_refused_with_what_would_be_right(
    white: Any, black: Any, error: type[Exception], message: str
) -> None:
    for rule in (pawnviz.layers["stops"], pawnviz.numbers["island_count"], pawnviz.formula("own")):
        with pytest.raises(error, match=message):
            rule(white, black)


def test_a_formula_is_a_layer() -> None:
    layer = pawnviz.formula("double_attacks(own) - front_attack_spans(enemy)")
    board = pawnviz.Position.from_fen("8/p5p1/8/8/3P1P2/8/8/8")
    assert layer(board).squares == pawnviz.ByColor(("e5",), ())
    assert (layer.identifier, layer.formula) == ("double_attacks(own) - front_attack_spans(enemy)",) * 2
    assert pawnviz.formula("own", identifier="mine").identifier == "mine"


@given(st.lists(st.tuples(masks(), masks()), min_size=1, max_size=5))
def test_a_formula_gives_on_arrays_what_it_gives_on_ints(boards: list[tuple[int, int]]) -> None:
    white, black = array(*(white for white, _ in boards)), array(*(black for _, black in boards))
    for text in ("passed_pawns(own) & file_fill(enemy)", "~own", "rank_4", "x = stops(own); x | west(x)"):
        layer = pawnviz.formula(text)
        values = layer(white, black)
        assert values.white.dtype == numpy.uint64
        each = [layer(*board) for board in boards]
        assert values.white.tolist() == [value.white for value in each]
        assert values.black.tolist() == [value.black for value in each]


def test_a_wrong_formula_is_refused_with_its_column() -> None:
    with pytest.raises(pawnviz.FormulaError, match="column 7: ") as caught:
        pawnviz.formula("own & foo")
    assert caught.value.column == 7
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(("former", "present"), FORMER_IDENTIFIERS.items())
def test_a_layer_is_found_and_computed_by_its_former_identifier(former: str, present: str) -> None:
    assert pawnviz.layers[former] is pawnviz.layers[present]
    assert former in pawnviz.layers
    assert former not in list(pawnviz.layers)
    assert pawnviz.masks(POSITION, [former]) == {former: pawnviz.masks(POSITION, [present])[present]}
