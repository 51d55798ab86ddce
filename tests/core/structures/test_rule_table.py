"""Rules on one board, on arrays of boards, by their formulas, and square by square."""

from __future__ import annotations

import tomllib
from functools import cache
from random import Random
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.board.bitboard import flip_vertical, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import pawn_sides
from pawnviz.core.formula.conditions import parse_condition
from pawnviz.core.formula.tokens import FormulaError
from pawnviz.core.structures import known_structures
from pawnviz.core.structures.pattern import read_pattern
from pawnviz.core.structures.rule import Rule
from pawnviz.core.structures.rule_table import RuleTable
from pawnviz.resources import read_resource
from tests.core.structures.square_by_square import condition_holds, fulfills, turned
from tests.core.structures.tabiyas import EXAMPLES, TABIYAS, played

CHANGED = 20
"""How many boards are made of each tabiya by changing pawns."""


@cache
def board_pairs() -> list[tuple[int, int]]:
    """Return White's and Black's pawns of tabiyas and examples, and of boards that differ by one to three pawns."""
    random = Random(6)
    pairs = []
    for position in (
        *(played(tabiya.moves) for tabiya in TABIYAS.values()),
        *map(Position.from_fen, EXAMPLES.values()),
    ):
        white, black = position.pawns & position.white, position.pawns & position.black
        pairs.append((white, black))
        for _ in range(CHANGED):
            own, enemy = white, black
            for _ in range(random.randint(1, 3)):
                square = 1 << random.randrange(64)
                own, enemy = (
                    (own ^ square, enemy & ~square) if random.random() < 0.5 else (own & ~square, enemy ^ square)
                )
            pairs.append((own, enemy))
    return pairs + [(flip_vertical(black), flip_vertical(white)) for white, black in pairs]


@cache
def held_by_pair() -> list[int]:
    """Return the rules of all structures that hold on each of these boards, one board at a time."""
    rules = known_structures().rules
    return [rules.holding(*pair) for pair in board_pairs()]


def pawn_boards(pairs: list[tuple[int, int]]) -> PawnBoards:
    white, black = numpy.array(pairs, numpy.uint64).T
    return PawnBoards(white, black)


def bits(held: Any, board: int) -> int:
    """Return the rules that an array says hold on a board."""
    return sum(int(word[board]) << 64 * number for number, word in enumerate(held))


def names(mask: int) -> frozenset[str]:
    return frozenset(square_names(mask).split())


def by_formula(rule: Rule, pairs: list[tuple[int, int]]) -> Any:
    """Return on which boards a rule's formula holds, computed on the board turned where the rule is."""
    if rule.is_turned:
        pairs = [(flip_vertical(black), flip_vertical(white)) for white, black in pairs]
        rule = rule.turned
    boards = pawn_boards(pairs)
    side = pawn_sides(boards.white, boards.black)[0 if rule.color else 1]
    return parse_condition(rule.formula).evaluate(side)


def test_every_structure_holds_on_one_board_as_on_very_many() -> None:
    rules, pairs = known_structures().rules, board_pairs()
    held = rules.holding_on(pawn_boards(pairs), block=1000)
    assert held.shape == (5, len(pairs))
    assert held_by_pair() == [bits(held, board) for board in range(len(pairs))]


def test_the_formula_of_every_structure_says_the_same() -> None:
    table, pairs = known_structures(), board_pairs()
    held = held_by_pair()
    for number, (structure, color) in enumerate(table.versions):
        expected = [bool(rules >> number & 1) for rules in held]
        assert by_formula(structure.rule_of(color), pairs).tolist() == expected, structure.identifier
        assert any(expected), structure.identifier


def test_every_structure_holds_where_its_pattern_does_square_by_square() -> None:
    entries = {entry["identifier"]: entry for entry in tomllib.loads(read_resource("structures.toml"))["structure"]}
    table = known_structures()
    for pair, held in zip(board_pairs()[::7], held_by_pair()[::7], strict=True):
        white, black = map(names, pair)
        sides = {True: (white, black), False: (turned(black), turned(white))}
        for number, (structure, color) in enumerate(table.versions):
            entry, pawns = entries[structure.identifier], sides[color is structure.of_white]
            expected = min(map(len, pawns)) >= entry.get("least_pawns", 0)
            expected = expected and fulfills(entry.get("pattern", ""), *pawns)
            expected = expected and ("where" not in entry or condition_holds(structure.identifier, *pawns))
            assert bool(held >> number & 1) == expected, (structure.identifier, color, pair)


def test_where_a_rule_implies_another_the_other_holds_too() -> None:
    rules = known_structures().rules
    covered = {
        number: [other for other, rule in enumerate(rules.rules) if other != number and own.implies(rule)]
        for number, own in enumerate(rules.rules)
    }
    assert sum(map(len, covered.values())) > 30
    for held in held_by_pair():
        for number, others in covered.items():
            if held >> number & 1:
                assert all(held >> other & 1 for other in others)


# Random patterns

SQUARES = st.builds("{}{}".format, st.sampled_from("abcdefgh"), st.integers(1, 8))
ON_FILE = st.sampled_from("abcdefgh").flatmap(
    lambda file: st.lists(st.integers(1, 8), min_size=1, max_size=3).map(
        lambda ranks: "/".join(f"{file}{rank}" for rank in ranks)
    )
)
TWO = st.builds(
    lambda file, first, second: f"{file}{first}+{file}{second}",
    st.sampled_from("abcdefgh"),
    st.sampled_from(["", "3", "5"]),
    st.sampled_from(["", "4", "6"]),
)
WORDS = st.one_of(
    st.builds(lambda places, mark: places + mark, ON_FILE, st.sampled_from(["", "!", "?", "+"])),
    st.lists(SQUARES, min_size=1, max_size=4).map(lambda names: "/".join(names) + "+"),
    st.lists(SQUARES, min_size=1, max_size=4).map(lambda names: "-" + "/".join(names)),
    st.sampled_from("abcdefgh"),
    st.sampled_from("abcdefgh").map("-{}".format),
    TWO,
)
CLAUSES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)
PATTERNS = st.builds("W {}; B {}".format, CLAUSES, CLAUSES)
SETS = st.lists(st.integers(0, 63), max_size=10, unique=True)


@given(pattern=PATTERNS, boards=st.lists(st.tuples(SETS, SETS), min_size=1, max_size=8))
def test_any_pattern_is_the_same_on_ints_on_arrays_by_formula_and_square_by_square(
    pattern: str, boards: list[tuple[list[int], list[int]]]
) -> None:
    pairs = []
    for places, others in boards:
        white = sum(1 << square for square in places)
        pairs.append((white, sum(1 << square for square in others) & ~white))
    try:
        rule = Rule(read_pattern(pattern))
    except FormulaError as error:
        assert "no pawns fulfill" in error.message
        assert not any(fulfills(pattern, names(white), names(black)) for white, black in pairs)
        return
    rules = RuleTable([rule, rule.turned])
    held = rules.holding_on(pawn_boards(pairs), block=3)
    for board, (white, black) in enumerate(pairs):
        expected = (
            fulfills(pattern, names(white), names(black)),
            fulfills(pattern, turned(names(black)), turned(names(white))),
        )
        found = rules.holding(white, black)
        assert (bool(found & 1), bool(found & 2)) == expected
        assert bits(held, board) == found
    formulas = [by_formula(each, pairs).tolist() for each in rules.rules]
    assert [list(each) for each in zip(*formulas, strict=True)] == [
        [bool(bits(held, board) >> number & 1) for number in range(2)] for board in range(len(pairs))
    ]


@pytest.mark.parametrize("count", [1, 63, 64, 65, 200])
def test_a_rule_keeps_its_bit_whatever_the_number_of_rules(count: int) -> None:
    rules = [Rule(read_pattern(f"W {'abcdefgh'[number % 8]}{number // 8 % 8 + 1}+")) for number in range(count)]
    table, pairs = RuleTable(rules), [(1 << 8, 0), ((1 << 64) - 1, 0), (0, 0)]
    held = table.holding_on(pawn_boards(pairs))
    assert held.shape == ((count + 63) // 64, 3)
    for board, pair in enumerate(pairs):
        expected = sum(1 << number for number in range(count) if pair[0] >> number % 64 // 8 * 8 + number % 8 & 1)
        assert bits(held, board) == table.holding(*pair) == expected


# Conditions


def test_a_condition_turns_with_the_board() -> None:
    rule = Rule(read_pattern("W d4"), "popcount(isolated_pawns(own) & {d4}) == 1 and popcount(white & rank_2) >= 1")
    rules = RuleTable([rule, rule.turned])
    white, black = (1 << 27 | 1 << 8, 1 << 35 | 1 << 48)
    pairs = [(white, 0), (0, black), (white | 1 << 10, 0), (1 << 27, 0), (white, black)]
    held = rules.holding_on(pawn_boards(pairs))
    assert [rules.holding(*pair) for pair in pairs] == [1, 2, 0, 0, 3]
    assert [bits(held, board) for board in range(len(pairs))] == [1, 2, 0, 0, 3]


def test_a_condition_is_that_of_the_color_whose_structure_it_is() -> None:
    rule = Rule((), "popcount(own) == 1 and popcount(enemy) == 2", color=False)
    rules = RuleTable([rule, rule.turned])
    assert [rules.holding(white, black) for white, black in [(3 << 8, 1 << 50), (1 << 8, 3 << 50), (0, 0)]] == [1, 2, 0]


def test_a_rule_with_the_same_condition_implies_one_with_fewer_words() -> None:
    narrow, wide = (Rule(read_pattern(text), "island_count(own) == 1") for text in ("W d4 -c", "W d3/d4"))
    assert narrow.implies(wide)
    assert not wide.implies(narrow)
    assert not narrow.implies(Rule(wide.terms, "island_count(own) == 2"))
    assert not narrow.implies(wide.turned)
    assert narrow.implies(Rule(wide.terms))
    assert not Rule(narrow.terms).implies(wide)
