"""Named structures on tabiyas and near misses, with the colors exchanged, and beside each other."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest
from hypothesis import given

from pawnviz.core.board.bitboard import flip_vertical, squares
from pawnviz.core.board.position import EMPTY, START, Position
from pawnviz.core.structures import FoundStructure, leading_structures, structures
from pawnviz.core.structures.pattern import Count
from pawnviz.core.structures.table import built_in_structures
from tests.core.structures.tabiyas import EXAMPLES, TABIYAS, played
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
def test_an_opening_is_led_by_the_structure_it_is_known_for(name: str) -> None:
    assert names(tabiya(name))[0] == TABIYAS[name][1:]


@pytest.mark.parametrize("name", TABIYAS)
def test_an_opening_has_the_same_structures_with_colors_exchanged(name: str) -> None:
    turned = [(identifier, color if color is None else not color) for identifier, color in names(tabiya(name))]
    assert sorted(names(tabiya(name).swapped_colors()), key=str) == sorted(turned, key=str)
    if TABIYAS[name].color is not None:
        assert names(tabiya(name).swapped_colors())[0] == (TABIYAS[name].structure, not TABIYAS[name].color)


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
        ("Maroczy bind", [("maroczy_bind", True)]),
        ("Najdorf", [("najdorf", False), ("boleslavsky_hole", False), ("open_sicilian", False)]),
        ("Hedgehog", [("hedgehog", False), ("maroczy_bind", True)]),
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
    assert beside == {"hedgehog": False, "maroczy_bind": False}


# What is no structure


@pytest.mark.parametrize("name", TABIYAS)
def test_without_a_pawn_that_its_rule_names_by_its_square_a_structure_is_none(name: str) -> None:
    leading = found(tabiya(name))[0]
    rule = leading.structure.rule_of(leading.structure.of_white if leading.color is None else leading.color)
    named = sum(term.squares for term in rule.terms if term.amount is Count.ONE) & leading.squares
    assert named
    for square in squares(named):
        changed = tabiya(name).without_piece(square)
        assert (leading.structure.identifier, leading.color) not in names(changed)


NEAR_MISSES = {
    "an isolated d-pawn that is passed": ("8/pp3ppp/8/8/3P4/8/PP3PPP/8", "isolated_queens_pawn"),
    "a d-pawn with a pawn on the c-file": ("8/pp3ppp/4p3/8/3P4/8/PPP2PPP/8", "isolated_queens_pawn"),
    "a d-pawn with a pawn on the e-file": ("8/pp3ppp/4p3/8/3P4/4P3/PP3PPP/8", "isolated_queens_pawn"),
    "doubled d-pawns": ("8/pp3ppp/4p3/8/3P4/3P4/PP3PPP/8", "isolated_queens_pawn"),
    "an isolated pawn on the e-file": ("8/ppp2ppp/3p4/8/4P3/8/PPP3PP/8", "isolated_queens_pawn"),
    "an isolated d-pawn at home": ("8/pp3ppp/4p3/8/8/8/PP1P1PPP/8", "isolated_queens_pawn"),
    "an isolated d-pawn against a pawn on its file": ("8/pp3ppp/3p4/8/3P4/8/PP3PPP/8", "isolated_queens_pawn"),
    "c- and d-pawn with a passed d-pawn": ("8/pp3ppp/8/8/2PP4/8/P4PPP/8", "hanging_pawns"),
    "c- and d-pawn with a passed c-pawn": ("8/5ppp/4p3/8/2PP4/8/P4PPP/8", "hanging_pawns"),
    "c- and d-pawn with a b-pawn": ("8/pp3ppp/4p3/8/2PP4/8/PP3PPP/8", "hanging_pawns"),
    "c- and d-pawn at home": ("8/pp3ppp/4p3/8/8/8/P1PP1PPP/8", "hanging_pawns"),
    "c- and d-pawn against a d-pawn": ("8/pp3ppp/3p4/8/2PP4/8/P4PPP/8", "hanging_pawns"),
    "hanging pawns on other files": ("8/pp3ppp/8/8/4PP2/8/PP4PP/8", "hanging_pawns"),
    "a Carlsbad with Black's e-pawn": ("8/pp2pppp/2p5/3p4/3P4/4P3/PP3PPP/8", "carlsbad"),
    "a Carlsbad with White's c-pawn": ("8/pp3ppp/2p5/3p4/2PP4/4P3/PP3PPP/8", "carlsbad"),
    "a Maroczy bind with Black's c-pawn": ("8/pp2pp1p/2pp2p1/8/2P1P3/8/PP3PPP/8", "maroczy_bind"),
    "a Maroczy bind with a d-pawn": ("8/pp2pp1p/3p2p1/8/2P1P3/3P4/PP3PPP/8", "maroczy_bind"),
    "a stonewall without the enemy d-pawn": ("8/ppp1pppp/8/8/3P1P2/2P1P3/PP4PP/8", "stonewall"),
    "a stonewall against a pawn on d6": ("8/ppp1pppp/3p4/8/3P1P2/2P1P3/PP4PP/8", "stonewall"),
    "a stonewall without f4": ("8/ppp1pppp/8/3p4/3P4/2P1P3/PP3PPP/8", "stonewall"),
    "a French chain with f5": ("8/ppp3pp/4p3/3pPp2/3P4/8/PPP2PPP/8", "stonewall"),
    "a French chain without e6": ("8/ppp1pppp/8/3pP3/3P4/8/PPP2PPP/8", "french_chain"),
    "a French chain with a pawn on d6": ("8/ppp2ppp/3pp3/4P3/3P4/8/PPP2PPP/8", "french_chain"),
    "a King's Indian chain after an exchange on e5": ("8/ppp2ppp/8/3Pp3/4P3/8/PPP2PPP/8", "kings_indian_chain"),
    "a dragon with the pawn on e6": ("8/pp3p1p/3pp1p1/8/4P3/8/PPP2PPP/8", "dragon"),
    "a dragon with Black's c-pawn": ("8/ppp1pp1p/3p2p1/8/4P3/8/PPP2PPP/8", "dragon"),
    "a Scheveningen with White's d-pawn": ("8/pp3ppp/3pp3/8/3PP3/8/PPP2PPP/8", "scheveningen"),
    "a Boleslavsky hole that a c-pawn fills": ("8/pp3ppp/2pp4/4p3/4P3/8/PPP2PPP/8", "boleslavsky_hole"),
    "a hedgehog with the pawn on b7": ("8/1p3ppp/p2pp3/8/2P1P3/8/PP3PPP/8", "hedgehog"),
    "a hedgehog with White's d-pawn": ("8/5ppp/pp1pp3/8/2PPP3/8/PP3PPP/8", "hedgehog"),
    "a Benko with Black's a-pawn": ("8/p3pp1p/3p2p1/2pP4/4P3/8/PP3PPP/8", "benko_gambit"),
    "a Benoni with Black's e-pawn": ("8/pp2pp1p/3p2p1/2pP4/4P3/8/PP3PPP/8", "modern_benoni"),
    "a Botvinnik system with the pawn on d4": ("8/pp1ppp1p/6p1/2p5/2PPP3/6P1/PP3P1P/8", "botvinnik_system"),
    "a King's Indian Attack without d5": ("8/pp1p1ppp/4p3/2p5/4P3/3P2P1/PPP2P1P/8", "kings_indian_attack"),
    "a Berlin without doubled pawns": ("8/ppp2ppp/8/4P3/8/8/PPP2PPP/8", "berlin"),
    "an exchange Spanish without doubled pawns": ("8/ppp2ppp/8/4p3/4P3/8/PPPP1PPP/8", "exchange_spanish"),
    "a Grünfeld center without c3": ("8/pp2pp1p/6p1/2p5/3PP3/8/P4PPP/8", "gruenfeld_exchange"),
    "a Grünfeld center with a b-pawn": ("8/pp2pp1p/6p1/2p5/3PP3/2P5/PP3PPP/8", "gruenfeld_exchange"),
    "a Caro-Kann with Black's d-pawn": ("8/pp3ppp/2pp4/8/3P4/8/PPP2PPP/8", "caro_kann_formation"),
    "a Slav with White's c-pawn": ("8/pp3ppp/2p1p3/8/2PP4/4P3/PP3PPP/8", "slav_formation"),
    "a Rubinstein with the pawn on c5": ("8/pp3ppp/4p3/2p5/3P4/8/PPP2PPP/8", "rubinstein"),
    "a Catalan without a fianchetto": ("8/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/8", "catalan"),
    "pawns on d4 and e5 against a French chain": ("8/ppp2ppp/4p3/3pP3/3P4/8/PPP2PPP/8", "d4_and_e5_against_e6"),
    "a Petroff with the pawn on e4": ("8/ppp2ppp/3p4/8/4P3/2P5/PPP2PPP/8", "petroff_doubled_c_pawns"),
    "a Spanish with a black pawn on c5": ("8/pp3p1p/3p2p1/2p1p3/4P3/2PP4/PP3PPP/8", "reversed_sicilian"),
    "a Marshall Attack with Black's e-pawn": ("8/5ppp/p1p1p3/1p6/3P4/2P5/PP3PPP/8", "marshall"),
    "pawns that are no mirror image": ("8/pppp4/4p3/8/8/8/PPPPP3/8", "symmetrical"),
    "two pawns that face each other": ("8/8/8/p7/P7/8/8/8", "symmetrical"),
    "d-pawns face to face, one with a c-pawn": ("8/ppp2ppp/8/3p4/3P4/8/PP3PPP/8", "isolated_queens_pawns_face_to_face"),
    "isolated d-pawns that are apart": ("8/pp3ppp/3p4/8/3P4/8/PP3PPP/8", "isolated_queens_pawns_face_to_face"),
    "two center pawns against one": ("8/ppp2ppp/4p3/8/3PP3/8/PP3PPP/8", "two_center_pawns"),
    "one center pawn against none": ("8/ppp2ppp/8/8/4P3/8/PPP2PPP/8", "two_center_pawns"),
    "three pawns of each color": ("8/5ppp/8/8/8/8/5PPP/8", "symmetrical"),
}


@pytest.mark.parametrize("reason", NEAR_MISSES)
def test_what_is_nearly_a_structure_is_not_named(reason: str) -> None:
    placement, structure = NEAR_MISSES[reason]
    assert structure in STRUCTURES
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
            "Grünfeld type after the exchange on d4 of White",
            "Reversed Grünfeld type after the exchange on d5 of Black",
        ),
        ("Maroczy bind before e4", "Maroczy bind before e4 of White", "Maroczy bind before e5 of Black"),
        ("Italian", "Quiet center, d3 and e4 against d6 and e5", "Quiet center, d3 and e4 against d6 and e5"),
    ]
    for name, title, other in titles:
        assert found(tabiya(name))[0].heading == title
        assert found(tabiya(name).swapped_colors())[0].heading == other


def test_plans_turn_with_the_board() -> None:
    for name in TABIYAS:
        here, there = found(tabiya(name))[0], found(tabiya(name).swapped_colors())[0]
        if here.color is not None:
            for color in (True, False):
                plans = here.plans_for(color)
                assert there.plans_for(not color) != plans or not any(sign in plans for sign in "12345678")


def test_structures_have_names_rules_and_plans_of_their_own() -> None:
    assert all(identifier == structure.identifier for identifier, structure in STRUCTURES.items())
    assert len(STRUCTURES) == len(built_in_structures()) == 145
    versions = [
        (structure.title_for(color), structure.rule_for(color))
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


def test_what_leads_another_structure_can_stand_beside_it() -> None:
    for structure in STRUCTURES.values():
        for other in structure.leads:
            assert other in STRUCTURES and other != structure.identifier


def test_a_mutual_structure_has_a_rule_that_is_the_same_for_both_colors() -> None:
    for structure in STRUCTURES.values():
        if structure.rule.terms:
            is_same = set(structure.rule.turned.terms) == set(structure.rule.terms)
            assert is_same == structure.mutual, structure.identifier


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
