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
from pawnviz.core.board.bitboard import flip_vertical, parse_square, parse_squares, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import pawn_sides
from pawnviz.core.formula.conditions import parse_condition
from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.structures import known_structures
from pawnviz.core.structures.pattern import (
    PatternMark,
    cycled,
    cycled_file,
    grouped,
    pattern_marks,
    pattern_of_pawns,
    pattern_words,
    read_pattern,
)
from pawnviz.core.structures.rule import Rule, RuleTable, check_condition, example_pawns
from pawnviz.core.structures.table import built_in_structures
from pawnviz.folders import read_resource
from tests.core.structures.square_by_square import condition_holds, fulfills, turned
from tests.core.structures.tabiyas import EXAMPLES, TABIYAS, played


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (
            "W d4 -c -e; B -d",
            "White has a pawn on d4 and none on the files c and e. Black has no pawn on the d-file. "
            "No pawn on a named square is doubled.",
        ),
        ("B c6 d5", "Black has pawns on c6 and d5. No pawn on a named square is doubled."),
        ("W c4/d4+", "White has one or more pawns on c4 or d4."),
        ("W d4+ -e4/e5", "White has a pawn on d4 and none on e4 or e5."),
        ("W -c4", "White has no pawn on c4."),
        ("W c7+c", "White has exactly two pawns on the c-file, one of them on c7."),
        ("", ""),
    ],
)
def test_a_pattern_is_said_in_sentences(pattern: str, words: str) -> None:
    assert pattern_words(read_pattern(pattern)) == words


@pytest.mark.parametrize(
    ("pattern", "column", "message"),
    [
        ("d4", 1, "expected W or B and then words on its pawns, found 'd4'"),
        ("W d4; -e", 7, "expected W or B and then words on its pawns, found '-e'"),
        ("W d4 e9", 6, "'e9' is no word of a pattern; expected one such as d4, e2/e3, -c or c+c"),
        ("W d4 e2/", 6, "'e2/' is no word of a pattern; expected one such as d4, e2/e3, -c or c+c"),
        ("W c+d", 3, "'c+d' is no word of a pattern; expected one such as d4, e2/e3, -c or c+c"),
        (
            "W c4/d4",
            3,
            "the squares of 'c4/d4' are on several files; expected c4/d4+ for one or more pawns on these squares",
        ),
        ("W d4 -d", 6, "no pawns fulfill '-d' together with the words before it on its file"),
        ("W d4 d5", 6, "no pawns fulfill 'd5' together with the words before it on its file"),
        ("W " + "e " * 3000, 4097, "a pattern is at most 4096 characters long"),
    ],
)
def test_a_wrong_pattern_is_named_with_its_column(pattern: str, column: int, message: str) -> None:
    with pytest.raises(FormulaError) as caught:
        read_pattern(pattern)
    assert (caught.value.column, caught.value.message) == (column, message)


def test_colors_may_change_without_a_semicolon_and_words_stand_on_lines() -> None:
    assert read_pattern("W d4 B d5\n c6") == read_pattern("W d4; B d5 c6")
    assert read_pattern("W d4+ -d5") != read_pattern("W d4")


def test_a_rule_is_one_condition_of_the_formula_language() -> None:
    rule = Rule(
        read_pattern("W d3/d4! -c; B e"), "pawns = own & file_a; popcount(pawns) >= 1 or island_count(own) == 1"
    )
    assert rule.formula == (
        "pawns = own & file_a; popcount(white & file_d) == 1 and popcount(white & file_d - {d3 d4}) == 0 "
        "and popcount(passed_pawns(white) & file_d) == 0 and popcount(white & file_c) == 0 "
        "and popcount(black & file_e) >= 1 and (popcount(pawns) >= 1 or island_count(own) == 1)"
    )
    check_condition(rule.formula)


def test_a_pattern_of_very_many_words_is_asked_too() -> None:
    squares = "/".join(f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9))
    rule = Rule(read_pattern("W " + f"{squares}+ " * 20))
    assert len(rule.terms) == 20
    assert RuleTable([rule]).holding(1, 0) == 1


def test_a_condition_is_said_for_the_side_that_has_it_or_in_words_of_its_own() -> None:
    rule = Rule((), "popcount(own) >= 4")
    assert rule.words == "For White: popcount(own) >= 4."
    assert rule.turned.words == "For Black, with the board turned: popcount(own) >= 4."
    assert Rule((), "popcount(own) >= 4", color=False).words == "For Black: popcount(own) >= 4."
    rule = Rule((), "popcount(own) >= 4", "White has four pawns behind c5.")
    assert rule.turned.words == "Black has four pawns behind c4."


@pytest.mark.parametrize(
    ("where", "column", "message"),
    [
        (
            "popcount(own) > ",
            17,
            "expected a number such as popcount(own), island_count(own) or 2, found the end of the formula",
        ),
        ("popcount(knights(own)) == 1", 10, "knights are not pawns alone; expected pawns such as own or enemy"),
        ("popcount(own_pieces) == 1", 10, "own_pieces are not pawns alone; expected pawns such as own or enemy"),
    ],
)
def test_a_condition_that_is_wrong_or_looks_at_other_pieces_is_named_with_its_column(
    where: str, column: int, message: str
) -> None:
    with pytest.raises(FormulaError) as caught:
        check_condition(where)
    assert (caught.value.column, caught.value.message) == (column, message)


D4 = parse_square("d4")


def test_a_click_goes_through_a_white_pawn_a_black_one_none_and_free() -> None:
    texts = [""]
    for _ in range(4):
        texts.append(cycled(texts[-1], D4))
    assert texts == ["", "W d4+", "B d4+", "W -d4; B -d4", ""]
    assert cycled(cycled("", D4), D4, -1) == ""
    assert cycled("", D4, -1) == "W -d4; B -d4"
    assert cycled("W d4 -c; B e5+", D4) == "W -c; B e5+ d4+"


def test_a_drag_asks_for_a_pawn_on_one_of_its_squares() -> None:
    text = grouped("W e3+ -c", parse_squares("e2 e3"), True)
    assert text == "W -c e2/e3+"
    assert PatternMark(True, parse_squares("e2 e3")) in pattern_marks(text)


def test_a_click_on_one_of_several_squares_changes_their_color_and_then_frees_them() -> None:
    black = cycled("W e2/e3+", parse_square("e3"))
    assert black == "B e2/e3+"
    assert cycled(black, parse_square("e2")) == ""


def test_a_click_on_a_file_goes_through_the_colors_of_which_no_pawn_may_be_on_it() -> None:
    texts = ["W d4+"]
    for _ in range(4):
        texts.append(cycled_file(texts[-1], 2))
    assert texts == ["W d4+", "W d4+ -c", "W d4+; B -c", "W d4+ -c; B -c", "W d4+"]
    assert cycled_file("W d4+", 2, -1) == "W d4+ -c; B -c"


def test_a_file_without_pawns_frees_its_squares_and_no_others() -> None:
    assert cycled_file("W c3/c4+ b2/c3+; B c6+ d5+", 2) == "W b2/c3+ -c; B c6+ d5+"
    assert cycled_file("W c2+; B -c6", 2, -1) == "W -c; B -c"


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 63), st.sampled_from((-1, 1))), max_size=9))
def test_any_clicks_on_files_and_squares_give_a_pattern_that_can_be_read(clicks: list[tuple[int, int, int]]) -> None:
    text = ""
    for file, square, step in clicks:
        text = cycled(cycled_file(text, file, step), square, step)
    read_pattern(text)


def test_a_mark_says_whether_a_pawn_must_be_there() -> None:
    assert pattern_marks("W d4+; B -d4") == (
        PatternMark(True, 1 << D4),
        PatternMark(False, 1 << D4, is_empty=True),
    )


def test_the_pawns_of_a_board_are_a_pattern() -> None:
    assert pattern_of_pawns(parse_squares("d4 e2 e3"), parse_squares("d5")) == "W d4 e2+ e3+; B d5"


def test_a_faulty_pattern_stays_as_it_is() -> None:
    with pytest.raises(FormulaError):
        cycled("W d9", D4)


def names(pawns: tuple[int, int] | None) -> tuple[str, str] | None:
    return None if pawns is None else (square_names(pawns[0]), square_names(pawns[1]))


def test_every_structure_is_on_the_pawns_of_its_picture_for_both_colors() -> None:
    for structure in built_in_structures():
        for color in (None, True, False):
            owner = structure.of_white if color is None else color
            pawns = structure.pictured_pawns(color)
            assert pawns is not None
            assert RuleTable([structure.rule_of(owner)]).holding(*pawns) == 1, structure.identifier


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
        for _ in range(2):
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


def rule_names(mask: int) -> frozenset[str]:
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
    assert held.shape == (6, len(pairs))
    assert held_by_pair() == [bits(held, board) for board in range(len(pairs))]


@pytest.mark.slow
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
        white, black = map(rule_names, pair)
        sides = {True: (white, black), False: (turned(black), turned(white))}
        for number, (structure, color) in enumerate(table.versions):
            entry, pawns = entries[structure.identifier], sides[color is structure.of_white]
            expected = min(map(len, pawns)) >= entry.get("least_pawns", 0)
            expected = expected and fulfills(entry.get("pattern", ""), *pawns)
            expected = expected and ("where" not in entry or condition_holds(structure.identifier, *pawns))
            assert bool(held >> number & 1) == expected, (structure.identifier, color, pair)


@pytest.mark.slow
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
    st.lists(SQUARES, min_size=1, max_size=4).map(lambda rule_names: "/".join(rule_names) + "+"),
    st.lists(SQUARES, min_size=1, max_size=4).map(lambda rule_names: "-" + "/".join(rule_names)),
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
        assert not any(fulfills(pattern, rule_names(white), rule_names(black)) for white, black in pairs)
        return
    rules = RuleTable([rule, rule.turned])
    held = rules.holding_on(pawn_boards(pairs), block=3)
    for board, (white, black) in enumerate(pairs):
        expected = (
            fulfills(pattern, rule_names(white), rule_names(black)),
            fulfills(pattern, turned(rule_names(black)), turned(rule_names(white))),
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
