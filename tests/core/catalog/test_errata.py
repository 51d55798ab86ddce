"""The errata gallery: on each position the readings differ on exactly the squares that are written here."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from pawnviz.core.board.bitboard import BOARD, parse_squares, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.catalog.errata import CHAPTER, exhibits
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.layers.marks import SHAPES


class Expected(NamedTuple):
    """The squares of an exhibit's masks for White and for Black, in the order of the masks."""

    white: tuple[str, ...]
    black: tuple[str, ...]


H_FILE = "h1 h2 h3 h4 h5 h6 h7 h8"
C_H_FILES = square_names(parse_squares(H_FILE) | parse_squares(H_FILE) >> 5)
B_FILE = "b1 b2 b3 b4 b5 b6 b7 b8"
E_FILE = "e1 e2 e3 e4 e5 e6 e7 e8"
A_E_F_FILES = square_names(parse_squares(E_FILE) | parse_squares(E_FILE) << 1 | parse_squares(E_FILE) >> 4)
E_F_FILES = square_names(parse_squares(E_FILE) | parse_squares(E_FILE) << 1)
B_E_FILES = square_names(parse_squares(B_FILE + " " + E_FILE))
ATTACKS = "a3 b3 c3 e3 f3 g3 h3 b4 d4"


def all_but(squares: str) -> str:
    """Return the names of all other squares."""
    return square_names(parse_squares(squares) ^ BOARD)


EXPECTED = {
    "telestops": Expected(("e5 e6 e7 e8", "e6 e7 e8"), ("", "")),
    "doubled_telestops": Expected(("e4 e6 e7 e8", "e4 e5 e6 e7 e8"), ("", "")),
    "safe_squares": Expected((all_but("e5 g5"),), (all_but("b5 d5 f5"),)),
    "safe_captures": Expected(("d5 f5", "f5"), ("c4 e4 b5 d5", "c4 e4 b5 d5")),
    "drawing_marks": Expected((f"a1 h1 {ATTACKS}", ATTACKS), ("", "")),
    "border_files": Expected((A_E_F_FILES, E_F_FILES), ("", "")),
    "wider_type": Expected(("d1 e1 g1 a2", "d1 e1 g1"), ("", "")),
    "closed_files": Expected((B_E_FILES, E_FILE), (B_E_FILES, E_FILE)),
    "occupied_interspans": Expected(("d3 d4 d5 d6", "d3 d4 d6"), ("d3 d4 d5 d6", "d3 d4 d6")),
    "occupied_stops": Expected(("f3 d5 e5", "e5"), ("d4", "")),
    "dispersion": Expected(("a2 b2 c2 d2 e2 f2 g2 h2", H_FILE), ("c6 a7 b7 c7 e7 f7 g7 h7", C_H_FILES)),
}
TEMPORARY = {exhibit.identifier: exhibit for exhibit in exhibits()}


def test_every_erratum_has_its_exhibit() -> None:
    assert list(TEMPORARY) == list(EXPECTED)
    assert len(exhibits()) == len(TEMPORARY)


@pytest.mark.parametrize("identifier", EXPECTED)
def test_an_exhibit_s_masks_are_the_squares_that_it_speaks_of(identifier: str) -> None:
    exhibit = TEMPORARY[identifier]
    white, black = Position.from_fen(exhibit.fen).sides()
    layers = exhibit.layers()
    assert tuple(square_names(layer(white)) for layer in layers) == EXPECTED[identifier].white
    assert tuple(square_names(layer(black)) for layer in layers) == EXPECTED[identifier].black


@pytest.mark.parametrize("identifier", EXPECTED)
def test_an_exhibit_s_masks_differ_unless_there_is_only_one(identifier: str) -> None:
    exhibit = TEMPORARY[identifier]
    white, _ = Position.from_fen(exhibit.fen).sides()
    assert len({layer(white) for layer in exhibit.layers()}) == len(exhibit.masks)
    assert len(exhibit.masks) == (1 if identifier == "safe_squares" else 2)


@pytest.mark.parametrize(
    ("identifier", "index", "layer"),
    [
        ("telestops", 1, "telestops"),
        ("doubled_telestops", 0, "telestops"),
        ("doubled_telestops", 1, "telestops_of_each"),
        ("safe_squares", 0, "safe_squares"),
        ("drawing_marks", 1, "attacks"),
        ("border_files", 1, "half_isolated_files"),
        ("closed_files", 0, "closed_files"),
        ("occupied_interspans", 0, "interspans"),
    ],
)
def test_the_reading_that_is_followed_is_the_layer(identifier: str, index: int, layer: str) -> None:
    for side in Position.from_fen(TEMPORARY[identifier].fen).sides():
        assert TEMPORARY[identifier].layers()[index](side) == LAYERS[layer](side)


@pytest.mark.parametrize("identifier", EXPECTED)
def test_an_exhibit_s_layers_have_names_and_marks_of_their_own(identifier: str) -> None:
    exhibit = TEMPORARY[identifier]
    layers = exhibit.layers()
    assert [layer.identifier for layer in layers] == [f"exhibit_{identifier}_{m.identifier}" for m in exhibit.masks]
    assert not {layer.identifier for layer in layers} & set(LAYERS)
    assert {layer.chapter.title for layer in layers} == {CHAPTER}
    assert {layer.chapter.source for layer in layers} == {exhibit.source}
    assert {layer.definition for layer in layers} == {exhibit.explanation}
    assert len({layer.mark for layer in layers}) == len({layer.title for layer in layers}) == len(layers)
    assert all(layer.mark.shape in SHAPES[layer.mark.family] for layer in layers)


@pytest.mark.parametrize("identifier", EXPECTED)
def test_an_exhibit_is_explained_in_two_or_three_sentences(identifier: str) -> None:
    exhibit = TEMPORARY[identifier]
    assert 2 <= len(re.findall(r"\.(?: |$)", exhibit.explanation)) <= 3
    assert len(exhibit.explanation) <= 320
    assert exhibit.source.startswith("https://www.chessprogramming.org/")
    assert exhibit.title
    assert exhibit.title[-1].isalpha()


def test_the_first_exhibit_is_named_as_its_page_prints_it() -> None:
    printed, sentence = TEMPORARY["telestops"].layers()
    assert printed.identifier == "exhibit_telestops_printed"
    assert printed.formula == "front_spans(stops(own)) ^ stops(own)"
    assert sentence.identifier == "exhibit_telestops_sentence"


def test_the_numbers_of_the_dispersion_are_those_that_its_text_says() -> None:
    white, black = Position.from_fen(TEMPORARY["dispersion"].fen).sides()
    assert (NUMBERS["island_count"](white), NUMBERS["dispersion"](white)) == (1, 5)
    assert (NUMBERS["island_count"](black), NUMBERS["dispersion"](black)) == (2, 4)
    assert "one island get 5" in TEMPORARY["dispersion"].explanation
    assert "two islands 4" in TEMPORARY["dispersion"].explanation


def test_the_stops_that_a_pawn_can_step_to_are_the_push_targets_of_the_layer() -> None:
    white, black = Position.from_fen(TEMPORARY["occupied_stops"].fen).sides()
    pushes = TEMPORARY["occupied_stops"].layers()[1]
    assert pushes(white) == LAYERS["push_targets"](white)
    assert pushes(black) == LAYERS["push_targets"](black)
