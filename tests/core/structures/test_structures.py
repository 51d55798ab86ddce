from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import flip_vertical, squares
from pawnviz.core.board.position import EMPTY, START, Position
from pawnviz.core.structures import FoundStructure, leading_structures, structures
from pawnviz.core.structures.pattern import Count
from pawnviz.core.structures.table import MOST_STRUCTURES, built_in_structures, read_structures, read_user_structures
from pawnviz.folders import read_resource
from tests.core.structures.tabiyas import EXAMPLES, TABIYAS, played
from tests.data import rows_beside
from tests.strategies import Board, boards

Named = tuple[str, bool | None]

STRUCTURES = {structure.identifier: structure for structure in built_in_structures()}


@cache
def tabiya(name: str) -> Position:
    """Return the position of a tabiya; its moves are played once."""
    return played(TABIYAS[name].moves)


def found(position: Position) -> tuple[FoundStructure, ...]:
    return structures(position.sides()[0])


def names(position: Position) -> list[Named]:
    """Return the structures of a position in their order: the identifier, and whose it is."""
    return [(each.structure.identifier, each.color) for each in found(position)]


# Tabiyas


@pytest.mark.parametrize("name", TABIYAS)
def test_an_opening_is_led_by_the_structure_it_is_known_for_while_the_pawns_of_its_rule_stand(name: str) -> None:
    position = tabiya(name)
    assert names(position)[0] == TABIYAS[name][1:]
    turned = [(identifier, color if color is None else not color) for identifier, color in names(position)]
    assert sorted(names(position.swapped_colors()), key=str) == sorted(turned, key=str)
    if TABIYAS[name].color is not None:
        assert names(position.swapped_colors())[0] == (TABIYAS[name].structure, not TABIYAS[name].color)
    leading = found(position)[0]
    rule = leading.structure.rule_of(leading.structure.of_white if leading.color is None else leading.color)
    named = sum(term.squares for term in rule.terms if term.amount is Count.ONE) & leading.squares
    assert named
    for square in squares(named):
        assert (leading.structure.identifier, leading.color) not in names(position.without_piece(square))


def test_the_tabiyas_are_many_and_show_every_structure_but_symmetry() -> None:
    assert len(TABIYAS) >= 80
    assert {each.structure for each in TABIYAS.values()} | set(EXAMPLES) == set(STRUCTURES) - {"symmetrical"}
    assert not {each.structure for each in TABIYAS.values()} & set(EXAMPLES)


@pytest.mark.parametrize("identifier", EXAMPLES)
def test_a_late_structure_leads_where_its_example_has_it_and_turns_with_the_board(identifier: str) -> None:
    position = Position.from_fen(EXAMPLES[identifier])
    (name, color), *_ = names(position)
    assert name == identifier
    assert names(position.swapped_colors())[0] == (identifier, color if color is None else not color)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Maroczy bind", [("maroczy_bind", True), ("e4_against_d6_and_e7", True)]),
        (
            "Najdorf",
            [
                ("najdorf", False),
                ("boleslavsky_hole", False),
                ("open_sicilian", False),
                ("e4_against_d6_and_e5", False),
            ],
        ),
        ("Hedgehog", [("hedgehog", False), ("maroczy_bind", True), ("e4_against_d6_and_e6", False)]),
        ("Stonewall", [("stonewall", False), ("catalan", True)]),
        ("French, Winawer", [("winawer", True), ("french_chain", True), ("doubled_c_pawns", True)]),
        ("Caro-Kann, Advance", [("caro_kann_advance", True), ("french_chain", True)]),
        ("King's Indian, Mar del Plata", [("kings_indian_closed", False), ("kings_indian_chain", False)]),
        ("Austrian Attack", [("austrian_attack", True), ("pirc", False)]),
        ("Meran", [("meran", False), ("slav_formation", False)]),
    ],
)
def test_the_most_specific_structure_leads_and_the_others_follow(name: str, wanted: list[Named]) -> None:
    assert names(tabiya(name)) == wanted


def test_a_structure_that_follows_from_a_leading_one_is_marked() -> None:
    implied = {each.structure.identifier: each.is_implied for each in found(tabiya("Meran"))}
    assert implied == {"meran": False, "slav_formation": True}
    assert leading_structures(tabiya("Meran").sides()[1]) == found(tabiya("Meran"))[:1]


def test_a_structure_that_another_leads_is_marked_though_it_does_not_follow() -> None:
    led = {each.structure.identifier: each.is_implied for each in found(tabiya("Stonewall"))}
    assert led == {"stonewall": False, "catalan": True}
    beside = {each.structure.identifier: each.is_implied for each in found(tabiya("Hedgehog"))}
    assert beside == {"hedgehog": False, "maroczy_bind": False, "e4_against_d6_and_e6": True}


# What is no structure


@pytest.mark.parametrize(("reason", "placement", "structure"), rows_beside(__file__, "near_misses.tsv"))
def test_what_is_nearly_a_structure_is_not_named(reason: str, placement: str, structure: str) -> None:
    assert structure in STRUCTURES, reason
    for position in (Position.from_fen(placement), Position.from_fen(placement).swapped_colors()):
        assert structure not in {identifier for identifier, _ in names(position)}


@pytest.mark.parametrize("moves", ["e4 c5 Nf3", "e4 e5 Nf3", "d4 Nf6 c4", "e4 e6", "e4 c6", "c4", "d4 d5 c4", "d4 f5"])
def test_the_first_moves_of_an_opening_have_no_named_structure_yet(moves: str) -> None:
    found_names = {identifier for identifier, _ in names(played(moves))}
    assert {name for name in found_names if not STRUCTURES[name].general} <= {"symmetrical"}


def test_the_start_is_symmetrical_and_an_empty_board_is_nothing() -> None:
    assert names(START) == [("symmetrical", None)]
    assert names(EMPTY) == []


@given(board=boards())
def test_a_structure_is_made_by_pawns_and_turns_with_the_board(board: Board) -> None:
    white, black = board.sides()
    assert structures(white) == structures(black)
    for each in structures(white):
        assert each.squares & (white.pawns | black.pawns) == each.squares
    turned = {
        (each.structure.identifier, each.color, flip_vertical(each.squares))
        for each in structures(board.turned().sides()[0])
    }
    assert turned == {
        (each.structure.identifier, each.color if each.color is None else not each.color, each.squares)
        for each in structures(white)
    }


# Words


def test_titles_rules_and_plans_are_those_of_whose_structure_it_is() -> None:
    (panov,) = found(tabiya("Panov Attack"))
    (tarrasch,) = found(tabiya("Tarrasch Defense"))
    assert (panov.title, tarrasch.title) == (
        "Panov type, c4 and d4 against d5",
        "Tarrasch type, c5 and d5 against d4",
    )
    assert panov.rule == (
        "White has pawns on c4 and d4 and none on the e-file. "
        "Black has a pawn on d5, a pawn on e6 or e7 and none on the c-file. "
        "No pawn on a named square is doubled. Each color has at least six pawns."
    )
    assert found(tabiya("Berlin endgame"))[0].rule.endswith(
        "Apart from those two, no pawn on a named square is doubled. Each color has at least five pawns."
    )
    assert tarrasch.plans_for(True).startswith("dxc5 isolates the pawn on d5.")
    assert panov.plans_for(False).startswith("dxc4 isolates the pawn on d4.")


def test_a_title_of_an_opening_is_reversed_for_the_other_color_and_any_other_is_kept() -> None:
    titles = [
        ("Dragon, Yugoslav Attack", "Dragon of Black", "Reversed Dragon of White"),
        ("Stonewall", "Stonewall of Black", "Stonewall Attack of White"),
        (
            "Grünfeld, exchange on d4",
            "Grünfeld type after the exchange on d4 (White)",
            "Reversed Grünfeld type after the exchange on d5 (Black)",
        ),
        ("Maroczy bind before e4", "Maroczy bind before e4 (White)", "Maroczy bind before e5 (Black)"),
        ("Italian", "Quiet center, d3 and e4 against d6 and e5", "Quiet center, d3 and e4 against d6 and e5"),
    ]
    for name, title, other in titles:
        assert found(tabiya(name))[0].heading == title
        assert found(tabiya(name).swapped_colors())[0].heading == other


def test_structures_have_names_rules_and_plans_of_their_own() -> None:
    assert all(identifier == structure.identifier for identifier, structure in STRUCTURES.items())
    assert len(STRUCTURES) == len(built_in_structures()) == 179
    versions = [
        (structure.title_for(color), structure.rule_of(color).words)
        for structure in STRUCTURES.values()
        for color in ((True,) if structure.mutual else (True, False))
    ]
    rules = [rule for _, rule in versions]
    assert len(set(rules)) == len(rules)
    titles: dict[str, set[str]] = {}
    for structure in STRUCTURES.values():
        for color in (True, False):
            titles.setdefault(structure.title_for(color), set()).add(structure.identifier)
    assert {title: who for title, who in titles.items() if len(who) > 1} == {}
    for structure in STRUCTURES.values():
        for plans in structure.plans:
            sentences = [plan.sentence for plan in plans]
            assert len(set(sentences)) == len(sentences) >= 2
            assert all(len(text) < 120 and text.endswith(".") and not set("[]{}") & set(text) for text in sentences)


def test_a_mutual_structure_has_a_rule_that_is_the_same_for_both_colors() -> None:
    for structure in STRUCTURES.values():
        if structure.rule.terms:
            is_same = set(structure.rule.turned.terms) == set(structure.rule.terms)
            assert is_same == structure.mutual, structure.identifier


WHOLE = """
[[structure]]
identifier = "carlsbad_with_h4"
title = "Carlsbad with h4"
reversed_title = "Carlsbad with h5"
family = "Queen's Gambit"
color = "white"
pattern = "W d4 e2/e3 -c h4; B d5 c6/c7 -e"
where = '''
island_count(own) <= 2
and popcount(enemy) >= 6'''
explanation = "White has at most two islands."
leads = ["carlsbad"]
white_plans = "Goes on with h4-h5."
black_plans = "Stops the pawn with h7-h5."

[[structure]]
title = "Small Center 2"
pattern = "W d3 e3"
"""


def faults(text: str) -> list[str]:
    return list(map(str, read_user_structures(text.encode())[1]))


def entry(lines: str) -> str:
    return f"[[structure]]\ntitle = 'Chain'\npattern = 'W d4 e5'\n{lines}\n"


def test_an_entry_says_everything_of_a_structure() -> None:
    (whole, short), found_faults = read_user_structures(WHOLE.encode())
    assert found_faults == ()
    assert (whole.identifier, whole.title, whole.family) == ("carlsbad_with_h4", "Carlsbad with h4", "Queen's Gambit")
    assert whole.rule.where == "island_count(own) <= 2 and popcount(enemy) >= 6"
    assert (whole.title_for(False), whole.leads) == ("Carlsbad with h5", ("carlsbad",))
    assert [plan.sentence for plan in whole.plans_for(True, owner=True)] == ["Goes on with h4-h5."]
    assert [plan.sentence for plan in whole.plans_for(True, owner=False)] == ["Stops the pawn with h2-h4."]
    assert whole.rule_of(True).words.endswith("No pawn on a named square is doubled. White has at most two islands.")
    assert (short.identifier, short.family, short.plans) == ("small_center_2", "Your structures", ((), ()))


def test_the_built_in_structures_have_no_faults_and_lead_only_known_ones() -> None:
    structures, found_faults = read_structures(read_resource("structures.toml"))
    assert (structures, found_faults) == (built_in_structures(), ())
    identifiers = {structure.identifier for structure in structures}
    assert all(set(structure.leads) <= identifiers for structure in structures)


@pytest.mark.parametrize(("lines", "message"), rows_beside(__file__, "faults_of_entries.tsv"))
def test_what_is_wrong_in_an_entry_is_named_with_its_key_and_column(lines: str, message: str) -> None:
    assert faults(entry(lines)) == [f"entry 1 “Chain”{message}"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            entry(f"black_plans = '{'x' * 1001}'"),
            "entry 1 “Chain”, black_plans: at most 1000 characters are expected, these are 1001",
        ),
        (
            "[[structure]]\ntitle = 'Chain'\npattern = 'W d4 e9'",
            "entry 1 “Chain”, column 6 of pattern: "
            "'e9' is no word of a pattern; expected one such as d4, e2/e3, -c or c+c",
        ),
        (
            "[[structure]]\ntitle = 'Chain'",
            "entry 1 “Chain”, pattern: a pattern such as “W d4 -c -e”, or a condition, is expected",
        ),
        ("[[structure]]\npattern = 'W d4'", "entry 1, title: a title is expected, such as “Carlsbad with h4”"),
        ("[structure]\ntitle = 'Chain'", "“structure” stands alone; each structure begins with a line [[structure]]"),
        ("name = 'x'", "“name” stands alone; each structure begins with a line [[structure]]"),
        ("structure = [3]", "entry 1: an entry is a table with a title and a pattern"),
    ],
)
def test_what_is_wrong_is_named_with_its_entry_key_and_column(text: str, message: str) -> None:
    assert faults(text) == [message]


def test_a_slip_in_one_entry_leaves_the_others() -> None:
    text = WHOLE.replace('title = "Small Center 2"', 'title = "Small Center 2') + entry("")
    structures, found_faults = read_user_structures(text.encode())
    assert [structure.identifier for structure in structures] == ["carlsbad_with_h4", "chain"]
    assert list(map(str, found_faults)) == ["entry 2: illegal character '\\n' (at line 18, column 24)"]


def test_the_second_of_two_equal_titles_gets_a_number() -> None:
    structures, _ = read_user_structures((entry("") + entry("") + entry("").replace("Chain", "Carlsbad")).encode())
    assert [structure.identifier for structure in structures] == ["chain", "chain_2", "carlsbad_2"]


def test_more_structures_than_there_may_be_are_left_out_and_said() -> None:
    structures, found_faults = read_user_structures((entry("") * (MOST_STRUCTURES + 2)).encode())
    assert len(structures) == MOST_STRUCTURES
    assert str(found_faults[0]).startswith("entry 201: there are at most 200 structures")


def test_a_file_that_is_too_large_or_no_text_is_said() -> None:
    assert faults("#" * 500_001) == ["a file of structures has at most 500,000 bytes; none is read"]
    structures, found_faults = read_user_structures(entry("white_plans = 'ä'").encode("latin-1"))
    assert (len(structures), str(found_faults[0])) == (1, "line 4: this is not text in UTF-8")


def test_patterns_and_conditions_have_a_limit_in_all_that_repeated_ones_do_not_reach() -> None:
    condition = "popcount(own) >= 1" + " and popcount(own) >= 1" * 40
    plan = f'white_plans = [{{ text = "Waits.", if = "{condition}" }}]'
    assert faults(entry(plan) * 150) == []
    differing = [entry(plan.replace('= 1"', f'= 1 and popcount(own) >= {number}"')) for number in range(100)]
    structures, found_faults = read_user_structures("".join(differing).encode())
    assert 20 < len(structures) < 30  # As each is read alone and with its sentence, both count.
    assert str(found_faults[0]) == (
        f"entry {len(structures) + 1} “Chain”, white_plans: all patterns and conditions have at most 50,000 characters"
    )


def test_the_entries_of_the_documentation_are_read() -> None:
    page = (Path(__file__).parents[3] / "docs" / "user-structures.md").read_text(encoding="utf-8")
    structures, found_faults = read_user_structures(page.partition("```toml\n")[2].partition("```")[0].encode())
    assert ([structure.title for structure in structures], found_faults) == (
        ["Carlsbad with h4", "Weak queen's pawn"],
        (),
    )
    assert structures[0].title_for(False) == "Reversed Carlsbad with h5"


LINES = st.sampled_from(
    [
        *WHOLE.splitlines(),
        "[[structure]]",
        "[[",
        "pattern = 'W c+'",
        "title = 3",
        "leads = [[[",
        "x.y = 1",
        "where = ''''",
    ]
)


@given(text=st.one_of(st.text(), st.lists(LINES).map("\n".join)))
@example(text="a = " + "[" * 5000)
@example(text="a = " + "1" * 5000)
def test_whatever_stands_in_a_file_is_read_or_named(text: str) -> None:
    structures, found_faults = read_user_structures(text.encode(errors="replace"))
    assert len(structures) + len(found_faults) >= ("[[structure]]" in text.splitlines())
    assert all(len(str(fault)) < 400 and "\n" not in str(fault) for fault in found_faults)


STILTED: Final = re.compile(
    r"takes [a-h][1-8] from|\bthe own\b|\bis the return\b|turns to a|without haste|is the way with"
    r"|castling (short|long)|[a-h]- and [a-h]-file\b"
    r"|\bholds [a-h][1-8]|holds the .*-pawn (back|up)|\bpresses\b|leans on"
)


def test_sentences_of_structures_are_plain_english() -> None:
    for structure in STRUCTURES.values():
        for plans in structure.plans:
            for plan in plans:
                assert not STILTED.search(plan.sentence), (structure.identifier, plan.sentence)
