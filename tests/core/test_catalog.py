"""Samples, presets, the manual and the glossary."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from pawnviz.core.board.position import Position
from pawnviz.core.catalog import (
    Sample,
    board_of,
    boards_of_difference,
    errata,
    exceptions_of,
    glossary,
    manual,
    presets,
    samples,
)
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.structures import known_structures
from pawnviz.view.commands import COMMANDS, PRESET_KEYS, TOOL_KEYS
from pawnviz.view.layers.panel import ROW_COMMANDS


def test_the_presets_are_read_in_the_order_of_their_buttons() -> None:
    titles = ["Structure", "Weak pawns", "Passers", "Breaks", "Files and islands", "Squares", "Spans", "Attacks"]
    assert [preset.title for preset in presets()] == titles
    assert presets()[6].layers[:2] == ("front_spans", "stops")
    assert presets()[6].description.startswith("The files in front of")


def test_an_exception_is_that_of_exactly_one_preset() -> None:
    squares = next(preset for preset in presets() if preset.title == "Squares")
    assert exceptions_of(reversed(squares.layers)) == {"safe_squares": "Not safe"}
    assert exceptions_of(["safe_squares"]) == exceptions_of([*squares.layers, "stops"]) == {}


def test_the_samples_are_read_in_the_order_of_their_menu() -> None:
    assert [sample.title for sample in samples()][:2] == ["London System", "Start position"]
    assert samples()[1].look.startswith("Each pawn faces another")


@pytest.mark.parametrize("menu", [samples(), errata()], ids=["samples", "errata"])
def test_a_sample_names_layers_of_the_registry_and_a_group_has_at_most_seven(menu: tuple[Sample, ...]) -> None:
    assert {identifier for sample in menu for identifier in sample.layers} <= set(LAYERS)
    begins = [0, *(number for number, sample in enumerate(menu) if sample.begins), len(menu)]
    assert all(end - begin <= 7 for begin, end in pairwise(begins))


def test_every_layer_number_and_structure_is_in_the_glossary_in_order() -> None:
    for part, entries in (("Layers", LAYERS), ("Numbers", NUMBERS), ("Structures", known_structures().structures)):
        articles = [article for article in glossary() if article.part == part]
        titles = [article.title for article in articles]
        assert titles == sorted(titles, key=str.casefold)
        assert {article.name.partition(":")[2] for article in articles} == set(entries)
        assert len(titles) == len(entries) and all(article.text for article in articles)


def test_every_layer_and_structure_has_a_board_with_its_squares_or_pawns() -> None:
    for identifier, layer in LAYERS.items():
        board = board_of(f"layer:{identifier}")
        assert board is not None, identifier
        assert board.layers == (identifier,)
        assert any(layer(side) for side in Position.from_fen(board.fen).sides()), identifier
    for identifier, structure in known_structures().structures.items():
        board = board_of(f"structure:{identifier}")
        assert (board is None) == (structure.pictured_pawns(None) is None), identifier
    assert board_of("number:dispersion") is None and board_of("layer:none") is None and board_of("Begin") is None


def test_boards_of_a_difference_are_those_on_which_two_layers_differ() -> None:
    found = [board.title for board in boards_of_difference("backward_pawns", "backward_pawns_unrammed")]
    assert found[0] == "Backward by some definitions"
    assert list(boards_of_difference("stops", "stops")) == []


def test_an_article_is_found_by_all_words_in_any_case() -> None:
    article = next(article for article in glossary() if article.title == LAYERS["passed_pawns"].title)
    assert article.matches("") and article.matches("PASSED  enemy")
    assert not article.matches("passed zzz")


def test_keys_in_the_manual_are_those_of_the_commands() -> None:
    known = {key for command in COMMANDS.values() for key in command.keys} | set(PRESET_KEYS)
    known |= {key for command in ROW_COMMANDS for key in command.keys} | set(TOOL_KEYS.values())
    # Keys that only work at one place are no commands.
    text = " ".join(article.text for article in manual() if article.title != "Mouse and keys by place")
    named = set(re.findall(r"(?:Ctrl|Alt|Shift)\+(?:[A-Z][a-z]+\+)?\w+|F\d+", text))
    assert len(named) > 20
    assert named <= known, named - known


def test_the_manual_has_a_page_for_each_workspace() -> None:
    titles = [article.title for article in manual()]
    assert len(titles) == len(set(titles)) > 10
    assert {"Set up a position", "Go through games", "Explore structures"} <= set(titles)
