"""The pawns of a structure's picture: the structure is on them, for both colors."""

from __future__ import annotations

import pytest

from pawnviz.core.board.bitboard import parse_squares, square_names
from pawnviz.core.structures.example import example_pawns
from pawnviz.core.structures.pattern import read_pattern
from pawnviz.core.structures.rule import Rule
from pawnviz.core.structures.rule_table import RuleTable
from pawnviz.core.structures.structure import Structure
from pawnviz.core.structures.table import built_in_structures
from tests.core.structures.square_by_square import fulfills


def names(pawns: tuple[int, int] | None) -> tuple[str, str] | None:
    return None if pawns is None else (square_names(pawns[0]), square_names(pawns[1]))


@pytest.mark.parametrize("structure", built_in_structures(), ids=lambda structure: structure.identifier)
def test_every_structure_is_on_the_pawns_of_its_picture_for_both_colors(structure: Structure) -> None:
    for color in (None, True, False):
        owner = structure.of_white if color is None else color
        pawns = structure.pictured_pawns(color)
        assert pawns is not None
        assert RuleTable([structure.rule_of(owner)]).holding(*pawns) == 1


@pytest.mark.parametrize(
    ("pattern", "white", "black"),
    [
        ("W d4 e2/e3 -c; B d5 c6/c7 -e", "a2 b2 f2 g2 h2 e3 d4", "d5 c6 a7 b7 f7 g7 h7"),
        ("W d4! -c -e; B c6/c7? -d e6/e7?", "a2 b2 f2 g2 h2 d4", "e6 a7 b7 f7 g7 h7"),
        ("W c+c; B h", "a2 b2 c2 d2 e2 f2 g2 h2 c3", "a7 b7 c7 d7 e7 f7 g7 h7"),
        ("W c4/d4+ -c", "a2 b2 e2 f2 g2 h2 d4", "a7 b7 c7 d7 e7 f7 g7 h7"),
        ("W d7", "a2 b2 c2 e2 f2 g2 h2 d7", "a7 b7 c7 e7 f7 g7 h7"),
        ("", "a2 b2 c2 d2 e2 f2 g2 h2", "a7 b7 c7 d7 e7 f7 g7 h7"),
    ],
)
def test_what_a_pattern_leaves_open_is_filled_with_pawns_at_home(pattern: str, white: str, black: str) -> None:
    pawns = names(example_pawns(Rule(read_pattern(pattern))))
    assert pawns is not None
    assert [set(each.split()) for each in pawns] == [set(white.split()), set(black.split())]
    assert fulfills(pattern, frozenset(pawns[0].split()), frozenset(pawns[1].split()))


def test_no_pawns_are_found_for_a_rule_that_nothing_fulfills() -> None:
    assert example_pawns(Rule((), "popcount(own) >= 9")) is None


def test_an_example_comes_before_the_pattern() -> None:
    structure = next(each for each in built_in_structures() if each.identifier == "three_against_two")
    assert structure.pictured_pawns(None) == (parse_squares("f2 g3 h4"), parse_squares("h5 g6"))
    assert structure.pictured_pawns(False) == (parse_squares("g3 h4"), parse_squares("h5 g6 f7"))
