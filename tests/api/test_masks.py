"""Several layers at once: one board, pawns alone, and any iterable of positions, all with the same values."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from typing import Any

import chess
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pawnviz
from pawnviz.cli.main import run_command
from pawnviz.core.layers import LAYERS, NUMBERS
from tests.positions import positions
from tests.strategies import masks

NAMES = [*LAYERS, *NUMBERS]
CHOSEN = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True)
LINE = "8/8/8/3p4/4P3/8/8/8 b"


def values_of(position: pawnviz.Position, name: str) -> list[int]:
    """Return a layer or a number of both sides, computed by the core."""
    entry = LAYERS.get(name) or NUMBERS[name]
    return [entry(side) for side in position.sides()]


@given(positions(), CHOSEN)
def test_layers_of_a_position_are_ints_by_identifier_in_the_order_asked_for(
    position: pawnviz.Position, names: list[str]
) -> None:
    result = pawnviz.masks(position, names)
    assert list(result) == names
    assert all([*result[name]] == values_of(position, name) for name in names)
    assert all(type(value) is int for pair in result.values() for value in pair)


@given(masks(), masks(), CHOSEN)
def test_layers_of_pawns_are_ints_of_ints_and_arrays_of_arrays(white: int, black: int, names: list[str]) -> None:
    ints = pawnviz.masks(white, black, names)
    arrays = pawnviz.masks(numpy.array([white], numpy.uint64), numpy.array([black], numpy.uint64), names)
    assert list(ints) == list(arrays) == names
    for name in names:
        assert [values.tolist() for values in arrays[name]] == [[value] for value in ints[name]]
        kind = numpy.uint64 if name in LAYERS else numpy.int64
        assert [values.dtype for values in arrays[name]] == [kind, kind]


@given(st.lists(positions(), max_size=6), CHOSEN, st.data())
def test_positions_are_given_as_fens_or_positions_or_boards_of_python_chess(
    given: list[pawnviz.Position], names: list[str], data: st.DataObject
) -> None:
    blank = data.draw(st.sampled_from([" ", "  "]))
    end = data.draw(st.sampled_from(["", "\n", "\r\n"]))
    mixed = data.draw(st.booleans())
    fens = [each.fen().replace(" ", blank) + end for each in given]
    items = [each if mixed and data.draw(st.booleans()) else fen for each, fen in zip(given, fens, strict=True)]
    result = pawnviz.masks(iter(items), names)
    for name in names:
        assert [values.tolist() for values in result[name]] == [
            [values_of(each, name)[color] for each in given] for color in (0, 1)
        ]


def test_a_board_may_be_changed_while_positions_are_read() -> None:
    def game() -> Iterator[chess.Board]:
        board = chess.Board()
        for move in ("e4", "d5", "exd5"):
            yield board
            board.push_san(move)
        yield board

    pawns = pawnviz.masks(game(), ["pawns"])["pawns"]
    assert [mask.bit_count() for mask in pawns.white.tolist()] == [8, 8, 8, 8]
    assert [mask.bit_count() for mask in pawns.black.tolist()] == [8, 8, 8, 7]
    assert len(set(pawns.white.tolist())) == 3


def test_positions_may_be_read_from_a_file_an_array_or_in_more_than_one_block() -> None:
    text = f"{LINE}\n" * 5000
    for fens in (io.StringIO(text), text.splitlines(), numpy.array(text.splitlines()), (LINE for _ in range(5000))):
        pushes = pawnviz.masks(fens, ["stops"])["stops"]
        assert pushes.white.shape == (5000,)
        assert set(pushes.white.tolist()) == {1 << 36}


def test_full_positions_count_with_kings_pieces_en_passant_and_the_side_to_move() -> None:
    names = ["outside_kings_square", "capture_targets", "king_shelter", "promotion_path_free"]
    fens = [
        "8/8/8/P7/8/8/k7/7K w - - 0 1",
        "8/8/2k5/P7/8/8/8/7K w - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/8/8/8/5PPP/6K1 b - - 0 1",
    ]
    result = pawnviz.masks(fens, names)
    each = [pawnviz.masks(pawnviz.Position.from_fen(fen), names) for fen in fens]
    for name in names:
        assert result[name].white.tolist() == [values[name].white for values in each]
    assert result["outside_kings_square"].white.tolist() == [1 << 32, 0, 0, 0]
    assert result["capture_targets"].white.tolist() == [0, 0, 1 << 43, 0]


def test_without_names_it_is_every_layer_and_number() -> None:
    assert list(pawnviz.masks(chess.Board())) == NAMES
    assert list(pawnviz.masks([LINE])) == NAMES
    assert list(pawnviz.masks(1, 2)) == NAMES


def test_layers_may_be_formulas_and_are_named_by_their_text_or_identifier() -> None:
    mine = pawnviz.formula("own & west(enemy)", identifier="beside")
    result = pawnviz.masks(1, 2, [mine, pawnviz.formula("own | enemy"), pawnviz.layers["stops"], "stops"])
    assert list(result) == ["beside", "own | enemy", "stops"]
    assert result["own | enemy"] == pawnviz.Masks(3, 3)
    assert result["beside"] == pawnviz.Masks(1, 0)
    assert list(pawnviz.masks(chess.Board(), layers={"stops": 1})) == ["stops"]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([LINE, "8/8", "x"],), pawnviz.FenError, r"positions\[1\]: The placement has 2 ranks"),
        (([LINE] * 5000 + ["two\nlines"],), pawnviz.FenError, r"positions\[5000\]: The text has 2 lines"),
        (([""],), pawnviz.FenError, r"positions\[0\]: The text is empty"),
        (([LINE, b"8/8"],), TypeError, r"a position is a FEN, a pawnviz\.Position or a chess\.Board, not bytes"),
        (("8/8",), pawnviz.FenError, "The placement has 2 ranks"),
        (([1, 2],), TypeError, "not int"),
        ((), TypeError, "masks takes a position, an iterable of positions, or white and black pawns"),
        ((1,), TypeError, "masks takes a position"),
        ((1, 2, ["stops"], ["stops"]), TypeError, "masks takes a position"),
        ((1, 2, "stops"), TypeError, r"layers is a list of identifiers or layers, such as \['passed_pawns'\], not"),
        ((1, 2, 3), TypeError, "layers is a list"),
        ((1, 2, ["stop"]), KeyError, "there is no layer 'stop'; did you mean stops"),
        ((1, 2, [7]), KeyError, "there is no layer '7'"),
        (
            (1, 2, [pawnviz.formula("own", identifier="x"), pawnviz.formula("enemy", identifier="x")]),
            ValueError,
            "two different layers are called x",
        ),
    ],
)
def test_what_is_wrong_is_refused_with_what_would_be_right(
    arguments: tuple[Any, ...], error: type[Exception], message: str
) -> None:
    function: Any = pawnviz.masks
    with pytest.raises(error, match=message):
        function(*arguments)


@given(positions(), CHOSEN)
def test_the_command_line_prints_what_the_api_returns(position: pawnviz.Position, names: list[str]) -> None:
    options = [word for name in names for word in ("--layer", name)]
    with pytest.MonkeyPatch.context() as monkeypatch:
        output = io.StringIO()
        monkeypatch.setattr(sys, "stdout", output)
        assert run_command(["masks", "--format", "json", *options, position.fen()]) == 0
    printed = json.loads(output.getvalue())
    for name, values in pawnviz.masks(position, names).items():
        for side, value in zip(("white", "black"), values, strict=True):
            text = printed[side][name]
            assert (int(text, 16) if isinstance(text, str) else text) == value
