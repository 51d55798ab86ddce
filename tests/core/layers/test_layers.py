from __future__ import annotations

import gc
import json
import re
import weakref
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import Any, Final

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core import layers
from pawnviz.core.board.bitboard import BOARD, Bits, flip_vertical
from pawnviz.core.board.side import Side
from pawnviz.core.formula.names import FORMER_IDENTIFIERS
from pawnviz.core.formula.parser import parse
from pawnviz.core.formula.tree import Formula
from pawnviz.core.layers import LAYERS, NUMBERS, Layer, Number
from pawnviz.core.layers.marks import (
    SHAPES,
    SIGNS,
    Family,
    Style,
    badge,
    hatch,
    read_style,
    strip,
    style_fault,
    style_values,
)
from pawnviz.core.layers.registry import (
    ATTACKS,
    FILLS,
    STOCKFISH_EVALUATION,
    identifier_fault,
    other_word,
    present_identifier,
    ranked,
)
from tests.reference import LAYER_REFERENCES, NUMBER_REFERENCES, mask_of_squares
from tests.strategies import Board, array_sides, boards, masks_list

CHAPTERS: Final = {layer.chapter.title: layer.chapter for layer in LAYERS.values()}


@pytest.mark.parametrize("title", CHAPTERS)
@given(boards=st.lists(boards(), min_size=1, max_size=3))
def test_every_layer_of_a_chapter_is_the_same_as_int_array_formula_reference_and_mirrored(
    title: str, boards: list[Board]
) -> None:
    formulas = formulas_of(title)
    array_views = array_sides(boards)
    sides, views = [board.sides() for board in boards], [board.views() for board in boards]
    turned_sides = [board.turned().sides() for board in boards]
    for color in (0, 1):
        for layer, formula in formulas:
            name = f"{layer.identifier} of {'Black' if color else 'White'}"
            reference = [mask_of_squares(LAYER_REFERENCES[layer.identifier](each[color])) for each in views]
            assert all(0 <= mask <= BOARD for mask in reference), name
            assert [layer(each[color]) for each in sides] == reference, name
            assert masks_list(layer(array_views[color])) == reference, name
            if formula:
                assert [formula.evaluate(each[color]) for each in sides] == reference, f"the formula of {name}"
                assert masks_list(formula.evaluate(array_views[color])) == reference, f"the formula of {name}"
            for other in other_formulas(layer.identifier):
                assert [other.evaluate(each[color]) for each in sides] == reference, f"{other.text} of {name}"
                assert masks_list(other.evaluate(array_views[color])) == reference, f"{other.text} of {name}"
            turn: Callable[[int], int] = flip_vertical if layer.turns else int
            turned = [layer(each[1 - color]) for each in turned_sides]
            assert turned == [turn(mask) for mask in reference], f"{name}, on the turned board"


@cache
def formulas_of(title: str) -> list[tuple[Layer, Formula | None]]:
    """Return the layers of a chapter with their formulas, read once."""
    layers = [layer for layer in LAYERS.values() if layer.chapter == CHAPTERS[title]]
    return [(layer, parse(layer.formula) if layer.formula else None) for layer in layers]


@cache
def other_formulas(identifier: str) -> list[Formula]:
    """Return the other forms that a layer's formula is written in, read once."""
    return [parse(text) for text in LAYERS[identifier].also_written]


def test_other_forms_of_a_formula_are_not_the_formula_again() -> None:
    forms = {identifier: [layer.formula, *layer.also_written] for identifier, layer in LAYERS.items()}
    assert sum(len(each) > 1 for each in forms.values()) > 40
    for identifier, each in forms.items():
        assert len({" ".join(text.split()) for text in each}) == len(each), identifier
        assert each[0] or len(each) == 1, f"{identifier} has no formula that could be written otherwise"


@given(boards=st.lists(boards(), min_size=1, max_size=3))
def test_every_number_is_the_same_as_int_array_reference_and_mirrored(boards: list[Board]) -> None:
    array_views = array_sides(boards)
    sides, views = [board.sides() for board in boards], [board.views() for board in boards]
    turned_sides = [board.turned().sides() for board in boards]
    for identifier, number in NUMBERS.items():
        for color in (0, 1):
            reference = [NUMBER_REFERENCES[identifier](each[color]) for each in views]
            assert [number(each[color]) for each in sides] == reference, identifier
            assert numpy.asarray(number(array_views[color])).tolist() == reference, identifier
            assert [number(each[1 - color]) for each in turned_sides] == reference, identifier


def test_every_layer_and_number_has_a_reference() -> None:
    assert set(LAYER_REFERENCES) == set(LAYERS)
    assert set(NUMBER_REFERENCES) == set(NUMBERS)


def test_a_layer_keeps_the_shape_of_its_arrays_and_leaves_them_as_they_were() -> None:
    boards = [Board.of("rnbqkbnr/pp3ppp/2p5/3pp3/3PP3/8/PPP2PPP/RNBQKBNR"), Board.of("8/p7/8/8/8/8/6PP/8")] * 3
    for identifier, layer in LAYERS.items():
        flat, shaped = array_sides(boards)[0], array_sides(boards, (2, 3))[0]
        result = layer(shaped)
        assert numpy.asarray(result).shape == (2, 3), identifier
        assert masks_list(result) == masks_list(layer(flat)), identifier
        assert masks_list(shaped.pawns) == [board.mask("P") for board in boards], identifier
        assert masks_list(shaped.enemy.pieces) == [board.mask("pnbrqk") for board in boards], identifier


@given(board=boards())
def test_a_layer_computed_again_for_the_same_side_is_the_same(board: Board) -> None:
    side = board.sides()[0]
    first = [layer(side) for layer in LAYERS.values()]
    assert [layer(side) for layer in reversed(LAYERS.values())] == first[::-1]


SYMBOLS: Final = ("•", "→", "←", "×", "+1", "+2")
"""The labels of badges that are signs rather than the beginning of a name."""


def test_every_family_has_shapes_and_each_only_once() -> None:
    assert set(SHAPES) == set(Family)
    for shapes in SHAPES.values():
        assert shapes
        assert len(set(shapes)) == len(shapes)


@pytest.mark.parametrize(
    "style",
    [
        Style(hatch("solid")),
        Style(badge("½"), "#123456", "#ABCDEF", 0.2),
        Style(strip("numbered", "12"), opacity=1),
    ],
)
def test_a_style_is_read_back_from_its_json_values(style: Style) -> None:
    assert read_style(json.loads(json.dumps(style_values(style)))) == style
    assert style_fault(style) == ""


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"mark": ["hatch", "solid"]}, "a mark is a family, a shape and a label"),
        ({"mark": ["paint", "solid", ""]}, "there is no family of marks “paint”"),
        ({"mark": ["hatch", "disc", ""]}, "the family hatch has no shape “disc”"),
        ({"mark": ["badge", "disc", "abc"]}, "a label has at most 2 characters"),
        ({"mark": ["badge", "disc", "\n"]}, "a label has at most 2 characters"),
        ({"white": "red"}, "a color is #rrggbb, or empty for the theme's"),
        ({"black": "#12345g"}, "a color is #rrggbb, or empty for the theme's"),
        ({"black": 5}, "a color is #rrggbb, or empty for the theme's"),
        ({"opacity": 0.1}, "the opacity is 0.2 to 1"),
        ({"opacity": float("nan")}, "the opacity is 0.2 to 1"),
        ({"opacity": True}, "the opacity is 0.2 to 1"),
        ({"opacity": "1"}, "the opacity is 0.2 to 1"),
    ],
)
def test_json_values_that_are_no_style_are_reported_in_words(change: dict[str, object], fault: str) -> None:
    assert read_style(style_values(Style(hatch("solid"))) | change) == fault


@pytest.mark.parametrize("value", [None, 3, "hatch", []])
def test_something_else_is_no_style(value: object) -> None:
    assert read_style(value) == "a mark, two colors and an opacity are expected"


def test_every_badge_tells_its_layer_and_no_other_has_it() -> None:
    badges = [layer for layer in LAYERS.values() if layer.mark.family is Family.BADGE]
    labels = [layer.mark.label for layer in badges]
    assert len(set(labels)) == len(labels)
    for layer in badges:
        label = layer.mark.label
        assert label in {*SYMBOLS, *SIGNS} or re.fullmatch("[A-Z][A-Z35]", label), layer.identifier
        spoken = f"{layer.title} {' '.join(layer.words)}".casefold()
        assert label in {*SYMBOLS, *SIGNS} or any(word.startswith(label[0].casefold()) for word in spoken.split())
        assert label in {*SYMBOLS, *SIGNS} or set(label.casefold()) - {"3", "5"} <= set(spoken)


ELSEWHERE = {
    "backward_pawns_unrammed": "http://www.talkchess.com/forum3/viewtopic.php?f=7&t=71205",
    "rook_backed_passers": "https://en.wikipedia.org/wiki/Tarrasch_rule",
    "push_threats": STOCKFISH_EVALUATION,
    "rook_held_passers": "https://en.wikipedia.org/wiki/Tarrasch_rule",
}
"""Layers whose source is not told by their names; the wiki's page cites the thread."""


def test_what_no_formula_says_has_a_rule_in_words() -> None:
    in_words = [layer for layer in LAYERS.values() if not layer.formula]
    assert {layer.identifier for layer in in_words} == {
        "candidate_pawns",
        "outside_kings_square",
        "majorities",
        "wing_majorities",
        "majority_files",
        "crippled_majorities",
        "minority_attack_files",
        "weak_color_complex",
        "weak_pawns",
        "target_pawns",
    }
    assert all(re.fullmatch(r"[A-Z][^\n]+\.", layer.rule) for layer in in_words)
    assert not any(layer.rule for layer in LAYERS.values() if layer.formula)


def test_a_source_is_a_page_of_the_wiki_or_of_the_program_or_thread_that_a_variant_is_from() -> None:
    for identifier, entry in (LAYERS | NUMBERS).items():
        program = "official-stockfish/Stockfish" if identifier.endswith("_stockfish") else "www.chessprogramming.org"
        page = rf"https://(github\.com/)?{program}/[\w()/.#-]+"
        assert entry.source == ELSEWHERE.get(identifier) or re.fullmatch(page, entry.source), identifier
    assert all(LAYERS[identifier].source == source for identifier, source in ELSEWHERE.items())


def test_chapters_stand_together_in_the_registry() -> None:
    chapters = [layer.chapter for layer in LAYERS.values()]
    changes = sum(1 for one, other in pairwise(chapters) if one != other)
    assert changes == len(set(chapters)) - 1


def test_a_definition_is_one_line_of_whole_sentences() -> None:
    for identifier, entry in (LAYERS | NUMBERS).items():
        assert re.fullmatch(r"[A-Z][^\n]+\.", entry.definition), identifier
        assert "  " not in entry.definition, identifier


def test_a_layer_is_known_by_the_name_of_its_variable() -> None:
    modules = [module for module in vars(layers).values() if isinstance(module, ModuleType)]
    named = {(name, each) for module in modules for name, each in vars(module).items() if isinstance(each, Layer)}
    assert len(named) > 100
    assert all(name == each.identifier for name, each in named)


def test_names_and_titles_are_told_apart() -> None:
    entries: list[Layer | Number] = [*LAYERS.values(), *NUMBERS.values()]
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+|_[1-8])*", entry.identifier) for entry in entries)
    for registry in (LAYERS, NUMBERS):
        assert [entry.identifier for entry in registry.values()] == list(registry)
    titles = [entry.title for entry in LAYERS.values()]
    assert len(set(titles)) == len(titles)


def test_every_default_mark_has_a_shape_that_can_be_drawn_and_no_two_layers_share_one() -> None:
    marks = [layer.mark for layer in LAYERS.values()]
    assert all(mark.shape in SHAPES[mark.family] for mark in marks)
    assert len(set(marks)) == len(marks)


def test_a_name_that_is_taken_is_refused() -> None:
    def stops(side: Side[Bits]) -> Bits:
        """The pawns once more."""
        return side.pawns

    def fileset(side: Side[Bits]) -> Bits:
        """The pawns once more."""
        return side.pawns

    before = LAYERS["stops"]
    with pytest.raises(ValueError, match="stops is taken"):
        FILLS.layer("Stops", badge("S"), "own", "The pawns once more.")
    with pytest.raises(ValueError, match="stops is taken"):
        FILLS.counted("Stops", badge("S"), "The pawns once more.")(stops)
    with pytest.raises(ValueError, match="stops is taken"):
        FILLS.number("Stops")(stops)
    with pytest.raises(ValueError, match="fileset is taken"):
        ATTACKS.counted("Fileset", badge("S"), "The pawns once more.")(fileset)
    assert LAYERS["stops"] is before


def test_a_byte_is_printed_in_hexadecimal_and_a_count_in_decimal() -> None:
    assert NUMBERS["fileset"].text(0xE7) == "0xe7"
    assert NUMBERS["fileset"].text(5) == "0x05"
    assert NUMBERS["island_count"].text(3) == "3"


def test_a_former_identifier_stands_for_a_layer_and_is_taken() -> None:
    for former, present in FORMER_IDENTIFIERS.items():
        assert former not in LAYERS
        assert present_identifier(former) == present_identifier(present) == present
        assert present in LAYERS
        assert identifier_fault(former)


def found(text: str) -> list[str]:
    return [layer.identifier for layer in ranked(LAYERS.values(), text)]


def test_a_title_and_an_identifier_find_their_layer_first() -> None:
    for identifier, layer in LAYERS.items():
        assert found(layer.title.upper())[0] == identifier
        assert found(identifier)[0] == identifier


def test_a_title_comes_before_longer_ones_and_a_definition_last() -> None:
    names = found("attacks")
    assert names[0] == "attacks"
    assert names.index("double_attacks") < names.index("front_attack_spans") < names.index("levers")


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("isolani", "isolated_pawns"),
        ("passers", "passed_pawns"),
        ("unfree", "unfree_pawns"),
        ("opposed", "unfree_pawns"),
        ("open pawns", "open_pawns"),
        ("queenside majority", "majorities"),
        ("backward on a half-open file", "stragglers"),
        ("backward pawns", "backward_pawns"),
        ("unstoppable_passers", "outside_kings_square"),
        ("semi-open", "half_open_files"),
        ("islands", "filesets"),
        ("weak squares", "holes"),
        ("islands 5", "islands_of_width_5"),
        ("pass prot", "protected_passed_pawns"),
        ("IQP", "isolated_pawns"),
        ("three wide", "islands_of_width_3"),
        ("islands three files wide", "islands_of_width_3"),
        ("island one file wide", "islands_of_width_1"),
        ("opposition", "opposition_squares"),
        ("central tension", "center_levers"),
        ("open lines", "open_files"),
        ("rook between pawns", "rooks_on_interspans"),
    ],
)
def test_players_words_and_former_names_find_a_layer_first(text: str, first: str) -> None:
    assert found(text)[0] == first


def test_every_word_must_be_found_and_no_word_finds_all() -> None:
    assert found("passed quux") == []
    assert found("   ") == list(LAYERS)


def test_the_word_that_found_a_layer_is_told_where_its_title_does_not_say_it() -> None:
    assert other_word(LAYERS["unfree_pawns"], "unfree") == "unfree pawns"
    assert other_word(LAYERS["unfree_pawns"], "opposed") == ""
    assert other_word(LAYERS["outside_kings_square"], "unstoppable_passers") == "unstoppable passers"
    assert other_word(LAYERS["stops"], "corner") == ""


def test_a_layer_that_was_searched_is_not_kept() -> None:
    def compute(side: Side[Any]) -> Any:
        return side.pawns

    layer = LAYERS["stops"]._replace(identifier="draft", title="Draft", compute=compute)
    assert ranked((layer,), "draft") == [layer]
    gone = weakref.ref(compute)
    del layer, compute
    gc.collect()
    assert gone() is None
