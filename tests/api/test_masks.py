from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import chess
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pawnviz
from pawnviz.cli.command import run_command
from pawnviz.core.formula.names import FORMER_IDENTIFIERS
from pawnviz.core.layers import LAYERS, NUMBERS
from tests.core.games.sample import MASTERS
from tests.positions import positions
from tests.strategies import masks

NAMES = [*LAYERS, *NUMBERS]
CHOSEN = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True)
LINE = "8/8/8/3p4/4P3/8/8/8 b"


def array(*values: int) -> Any:
    return numpy.array(values, dtype=numpy.uint64)


def function(name: str) -> pawnviz.Layer | pawnviz.Number:
    return pawnviz.layers[name] if name in LAYERS else pawnviz.numbers[name]


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
    assert all(function(name)(position) == pair for name, pair in result.items())


@given(masks(), masks(), CHOSEN)
def test_layers_of_pawns_are_ints_of_ints_and_arrays_of_arrays(white: int, black: int, names: list[str]) -> None:
    ints = pawnviz.masks(white, black, names)
    arrays = pawnviz.masks(numpy.array([white], numpy.uint64), numpy.array([black], numpy.uint64), names)
    assert list(ints) == list(arrays) == names
    for name in names:
        assert [values.tolist() for values in arrays[name]] == [[value] for value in ints[name]]
        kind = numpy.uint64 if name in LAYERS else numpy.int64
        assert [values.dtype for values in arrays[name]] == [kind, kind]
        assert function(name)(white, black) == ints[name]
        assert [values.tolist() for values in function(name)(array(white), array(black))] == [
            [*map(int, pair)] for pair in zip(ints[name])
        ]


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


FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
POSITION = pawnviz.Position.from_fen(FEN)


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


def test_differences_of_arrays_of_counts_may_be_negative() -> None:
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


def test_a_wrong_formula_is_refused_with_its_column() -> None:
    with pytest.raises(pawnviz.FormulaError, match="column 7: ") as caught:
        pawnviz.formula("own & foo")
    assert caught.value.column == 7
    assert isinstance(caught.value, ValueError)


def test_a_layer_is_found_and_computed_by_its_former_identifier() -> None:
    for former, present in FORMER_IDENTIFIERS.items():
        assert pawnviz.layers[former] is pawnviz.layers[present]
        assert former in pawnviz.layers
        assert former not in list(pawnviz.layers)
        assert pawnviz.masks(POSITION, [former]) == {former: pawnviz.masks(POSITION, [present])[present]}


@pytest.mark.parametrize("index", [0, 1, "white", None])
def test_anything_but_a_color_is_no_index(index: Any) -> None:
    with pytest.raises(TypeError, match="a color is True for White or False for Black"):
        pawnviz.ByColor("one", "other")[index]


GAME = "1. e4 d5 2. exd5 *"


def library(name: str) -> ModuleType:
    """Return a library whose frames are the columns that they are made of, by its name."""
    module = ModuleType(name)
    vars(module)["DataFrame"] = lambda columns: (name, columns)
    return module


@pytest.mark.parametrize(
    ("there", "taken"), [(("pandas", "polars"), "pandas"), (("pandas",), "pandas"), (("polars",), "polars")]
)
def test_a_frame_has_a_row_for_each_position(
    monkeypatch: pytest.MonkeyPatch, there: tuple[str, ...], taken: str
) -> None:
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, library(name) if name in there else None)
    game = pawnviz.timeline(GAME, ["levers", "island_count"])
    name, columns = game.to_frame()
    assert name == taken
    assert list(columns) == [
        *("ply", "san", "fen"),
        *(f"{color}.{layer}" for layer in ("levers", "island_count") for color in ("white", "black")),
    ]
    assert columns["ply"] == [0, 1, 2, 3]
    assert columns["san"] == ["", "e4", "d5", "exd5"]
    assert columns["fen"] == list(game.fens)
    assert columns["white.levers"].tolist() == [0, 0, 1 << 28, 0]
    assert columns["black.island_count"].tolist() == [1, 1, 1, 2]


@pytest.mark.parametrize("name", ["pandas", "polars"])
def test_a_frame_of_the_library_itself(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frames: Any = pytest.importorskip(name)
    if name == "polars":
        monkeypatch.setitem(sys.modules, "pandas", None)
    frame = pawnviz.timeline(GAME, ["levers"]).to_frame()
    assert isinstance(frame, frames.DataFrame)
    assert frame.shape == (4, 5)
    assert list(frame["white.levers"]) == [0, 0, 1 << 28, 0]


def test_without_a_library_of_frames_the_error_names_both(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match="to_frame needs pandas or polars; install one of them"):
        pawnviz.timeline(GAME, ["levers"]).to_frame()


def test_the_games_of_a_file_have_tags_moves_and_their_first_fault(tmp_path: Path) -> None:
    assert len(list(pawnviz.games(MASTERS))) == 24
    path = tmp_path / "faulty.pgn"
    path.write_text('[Event "First"]\n\n1. e4 e5 2. Ke3 *\n\n[Event "Second"]\n\n1. d4 *\n')
    first, second = pawnviz.games(path)
    assert (first.headers["Event"], first.moves, first.line) == ("First", ("e4", "e5"), 1)
    assert first.problem is not None and first.problem.startswith("line 3: ")
    assert (second.headers["Event"], second.moves, second.problem) == ("Second", ("d4",), None)


def test_a_collection_is_searched_and_explored() -> None:
    with pawnviz.Collection(MASTERS) as collection:
        found = collection.search("moves:20 result:1-0")
        assert found and all(game.headers["Result"] == "1-0" and game.ply == 38 for game in found)
        answer = collection.explore(chess.STARTING_FEN)
        assert answer.score.games == 24 == len(collection.search(position=chess.Board()))
        assert sum(move.score.games for move in answer.next) == 24
        assert len(collection.rows) > 24


def test_wrong_questions_and_files_are_errors_that_say_what_is_wrong(tmp_path: Path) -> None:
    with pawnviz.Collection(MASTERS) as collection:
        with pytest.raises(ValueError, match="Column 1: 'wite' is no field; did you mean white"):
            collection.search("wite:karpov")
        with pytest.raises(pawnviz.FenError):
            collection.explore("8/8")
    with pytest.raises(ValueError, match="neither a file nor a collection"):
        pawnviz.Collection("missing")
    with pytest.raises(ValueError, match=r"missing\.pawnviz"):
        pawnviz.Collection(tmp_path / "missing.pawnviz")
    with pytest.raises(TypeError):
        pawnviz.Collection()
