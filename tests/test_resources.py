from __future__ import annotations

import json
from typing import Any

import chess
import chess.svg
import pytest

from pawnviz.core.board.bitboard import FILES, RANKS, parse_squares
from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.legality import problems
from pawnviz.core.board.position import START, Position
from pawnviz.core.layers import LAYERS
from pawnviz.resources import read_resource, resource_path

PRESETS: list[dict[str, Any]] = json.loads(read_resource("presets.json"))
SAMPLES: list[dict[str, Any]] = json.loads(read_resource("samples.json"))


def test_a_resource_is_found_by_its_name_below_resources() -> None:
    assert resource_path("icons/pawnviz.svg").is_file()
    assert read_resource("icons/pawnviz.svg").startswith("<svg")


def test_a_resource_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        read_resource("icons/no-such-icon.svg")


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_is_drawn_as_python_chess_draws_it(piece: str) -> None:
    name = ("w" if piece.isupper() else "b") + piece.upper()
    assert read_resource(f"pieces/{name}.svg") == chess.svg.piece(chess.Piece.from_symbol(piece)) + "\n"


def test_presets_are_those_of_the_panel() -> None:
    titles = [preset["title"] for preset in PRESETS]
    expected = [
        "Overview",
        "Spans",
        "Attacks and safety",
        "Islands",
        "Levers and chains",
        "Passers",
        "Weaknesses",
        "Squares",
    ]
    assert titles == expected


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset["title"])
def test_a_preset_shows_at_most_six_layers_of_the_registry(preset: dict[str, Any]) -> None:
    assert set(preset) == {"title", "description", "layers"}
    assert 1 <= len(preset["layers"]) <= 6
    assert len(set(preset["layers"])) == len(preset["layers"])
    assert set(preset["layers"]) <= set(LAYERS)
    assert preset["description"].endswith(".") and preset["description"].count(". ") == 0


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset["title"])
def test_no_two_layers_of_a_preset_have_the_same_mark(preset: dict[str, Any]) -> None:
    marks = [LAYERS[identifier].mark for identifier in preset["layers"]]
    assert len(set(marks)) == len(marks)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["title"])
def test_a_sample_is_a_position_with_layers_to_look_at(sample: dict[str, Any]) -> None:
    assert set(sample) - {"begins"} == {"title", "fen", "look", "layers"}
    assert sample["look"].endswith(".")
    assert 1 <= len(sample["layers"]) <= 6
    assert set(sample["layers"]) <= set(LAYERS)
    position = Position.from_fen(sample["fen"])
    assert position.fen() == sample["fen"]
    texts = [problem.text for problem in problems(position)]
    if sample["title"].endswith("a worked board"):
        assert texts == ["White has no king.", "Black has no king."]
    else:
        assert texts == []
        assert chess.Board(sample["fen"], chess960=True).is_valid()


@pytest.mark.parametrize(
    ("title", "identifier", "white", "expected"),
    [
        ("Start position", "interspans", True, RANKS[2] | RANKS[3] | RANKS[4] | RANKS[5]),
        ("Isolated queen's pawn", "isolated_pawns", True, parse_squares("d4")),
        ("Hanging pawns", "half_open_files", False, FILES[2] | FILES[3]),
        ("Carlsbad structure", "half_open_files", True, FILES[2]),
        ("Carlsbad structure", "half_open_files", False, FILES[4]),
        ("French chain", "capture_targets", False, parse_squares("d4")),
        ("Stonewall", "double_attacks", False, parse_squares("e4 d5")),
        ("Maroczy bind", "half_open_files", True, FILES[3]),
        ("Maroczy bind", "half_open_files", False, FILES[2]),
        ("Doubled pawns", "front_twins", False, parse_squares("c6")),
        ("Doubled pawns", "rear_twins", False, parse_squares("c7")),
        ("Backward by some definitions", "backward_pawns", True, parse_squares("a4 h4")),
        ("Backward by some definitions", "backward_pawns_unrammed", True, parse_squares("h4")),
        ("Backward by some definitions", "backward_pawns_stockfish", True, parse_squares("a4 d4 h4")),
        ("Backward by some definitions", "backward_pawns_telestop", True, parse_squares("f3 f5 a4 h4")),
        ("French chain", "chain_links", True, parse_squares("c3 d4")),
        ("A passed pawn each", "passed_pawns", True, parse_squares("b5")),
        ("A passed pawn each", "passed_pawns", False, parse_squares("d4")),
        ("En passant", "capture_targets", True, parse_squares("f6")),
        ("Spans, a worked board", "open_files", True, FILES[4]),
        ("Spans, a worked board", "half_open_files", True, FILES[3]),
        ("Attacks, a worked board", "double_attacks", True, parse_squares("c3 e3 g3")),
        ("Attacks, a worked board", "single_attacks", True, parse_squares("a3 b3 f3 h3 b4 d4")),
        ("Islands, a worked board", "island_east_files", False, FILES[1] | FILES[4] | FILES[7]),
        ("Islands, a worked board", "island_west_files", True, FILES[0] | FILES[5]),
    ],
)
def test_a_sample_shows_what_it_says(title: str, identifier: str, white: bool, expected: int) -> None:
    fen = next(sample["fen"] for sample in SAMPLES if sample["title"] == title)
    white_side, black_side = Position.from_fen(fen).sides()
    assert LAYERS[identifier](white_side if white else black_side) == expected


def test_samples_have_different_titles_and_boards() -> None:
    assert len({sample["title"] for sample in SAMPLES}) == len(SAMPLES)
    assert len({sample["fen"] for sample in SAMPLES}) == len(SAMPLES)


def test_the_first_sample_is_a_middlegame_with_pawns_of_both_sides_on_every_file() -> None:
    position = Position.from_fen(SAMPLES[0]["fen"])
    assert position != START
    for side in position.sides():
        assert LAYERS["filesets"](side) == 0xFF
    assert SAMPLES[0]["layers"] == ["front_spans"]
