"""The search for layers: titles first, then players' and former words, identifiers, and definitions last."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

from pawnviz.core.board.side import Side
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.search import other_word, ranked


def found(text: str) -> list[str]:
    return [layer.identifier for layer in ranked(LAYERS.values(), text)]


@pytest.mark.parametrize("identifier", LAYERS)
def test_a_title_and_an_identifier_find_their_layer_first(identifier: str) -> None:
    assert found(LAYERS[identifier].title.upper())[0] == identifier
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
