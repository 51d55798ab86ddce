"""The registry: every name of the vocabulary, its words, and its refusal of a name that is taken."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from pawnviz.core.board.bitboard import Bits
from pawnviz.core.board.side import Side
from pawnviz.core.layers import LAYERS, NUMBERS, Layer, Number
from pawnviz.core.layers.marks import SHAPES, badge
from pawnviz.core.layers.registry import (
    ATTACKS,
    FILLS,
    FORMER_IDENTIFIERS,
    STOCKFISH_EVALUATION,
    layer,
    number,
    present_identifier,
)
from pawnviz.core.user_layers.names import identifier_fault

VOCABULARY = """
    pawns front_fills rear_fills file_fills front_spans rear_spans interspans stops telestops telestops_of_each
    lee_squares luff_squares rear_twins front_twins unfree_pawns east_attacks west_attacks attacks double_attacks
    single_attacks safe_squares capture_targets east_capturers west_capturers capturers filesets island_east_files
    island_west_files islands_of_width_1 islands_of_width_2 islands_of_width_3 islands_of_width_4 islands_of_width_5
    islands_of_width_6 islands_of_width_7 islands_of_width_8 isolated_files half_isolated_files isolated_pawns
    half_isolated_pawns open_files half_open_files closed_files

    east_front_attack_spans west_front_attack_spans front_attack_spans rear_attack_spans attack_file_fills push_targets
    double_push_targets pushable_pawns double_pushable_pawns safe_push_targets levers east_levers west_levers
    inner_levers outer_levers center_levers rams defended_pawns defending_pawns chain_bases chain_links chain_heads
    phalanx_pawns duos connected_pawns doubled_pawns tripled_pawns open_pawns passed_pawns passed_pawns_frontmost
    protected_passed_pawns connected_passed_pawns candidate_pawns fakers candidates_on_fifth backward_pawns
    backward_pawns_unrammed backward_pawns_stockfish backward_pawns_telestop stragglers overly_advanced_pawns
    hanging_pawns holes outposts majorities promotion_path_free outside_kings_square king_shelter pawn_storm

    key_squares break_squares break_pawns weak_unopposed_pawns blockaded_passers backward_pawns_not_isolated
    backward_pawns_not_isolated_stockfish hanging_pawns_wiki passed_pawns_stockfish doubled_pawns_stockfish
    outposts_stockfish candidates_with_safe_path majority_files

    opposition_squares east_capture_targets west_capture_targets connected_pawns_stockfish outside_passers
    rook_backed_passers rook_held_passers weak_color_complex outposts_held knight_outposts_in_1 knight_outposts_in_2
    knight_outposts_in_3 bad_bishops rooks_on_interspans crippled_majorities healthy_majorities minority_attack_files
    free_storm_pawns blocked_storm_pawns shelter_gaps space_stockfish weak_levers_stockfish blocked_pawns_stockfish
    push_threats
"""


ELSEWHERE = {
    "backward_pawns_unrammed": "http://www.talkchess.com/forum3/viewtopic.php?f=7&t=71205",
    "rook_backed_passers": "https://en.wikipedia.org/wiki/Tarrasch_rule",
    "push_threats": STOCKFISH_EVALUATION,
    "rook_held_passers": "https://en.wikipedia.org/wiki/Tarrasch_rule",
}
"""Layers whose source is not told by their names; the wiki's page cites the thread."""


def test_the_registry_holds_the_vocabulary() -> None:
    assert set(VOCABULARY.split()) <= set(LAYERS)
    assert set(NUMBERS) >= {
        *("fileset", "island_count", "dispersion", "distortion", "center_pawns"),
        *("west_majority", "east_majority", "promotion_plies"),
    }


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


def test_a_layer_has_either_a_formula_or_a_rule() -> None:
    for formula, rule in (("", ""), ("own", "The pawns once more.")):
        with pytest.raises(ValueError, match="either a formula or a rule"):
            layer("Pawns", FILLS, formula, badge("P"), rule=rule)


@pytest.mark.parametrize("identifier", [*LAYERS, *NUMBERS])
def test_a_source_is_a_page_of_the_wiki_or_of_the_program_or_thread_that_a_variant_is_from(identifier: str) -> None:
    entry = LAYERS[identifier] if identifier in LAYERS else NUMBERS[identifier]
    program = "official-stockfish/Stockfish" if identifier.endswith("_stockfish") else "www.chessprogramming.org"
    if identifier in ELSEWHERE:
        assert entry.source == ELSEWHERE[identifier]
    else:
        assert re.fullmatch(rf"https://(github\.com/)?{program}/[\w()/.#-]+", entry.source)


def test_chapters_stand_together_in_the_registry() -> None:
    chapters = [layer.chapter for layer in LAYERS.values()]
    changes = sum(1 for one, other in pairwise(chapters) if one != other)
    assert changes == len(set(chapters)) - 1


@pytest.mark.parametrize("identifier", [*LAYERS, *NUMBERS])
def test_a_definition_is_one_line_of_whole_sentences(identifier: str) -> None:
    definition = (LAYERS[identifier] if identifier in LAYERS else NUMBERS[identifier]).definition
    assert re.fullmatch(r"[A-Z][^\n]+\.", definition)
    assert "  " not in definition


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
        layer("Stops", FILLS, "own", badge("S"))(stops)
    with pytest.raises(ValueError, match="stops is taken"):
        number("Stops", FILLS)(stops)
    with pytest.raises(ValueError, match="fileset is taken"):
        layer("Fileset", ATTACKS, "own", badge("S"))(fileset)
    assert LAYERS["stops"] is before


def test_a_byte_is_printed_in_hexadecimal_and_a_count_in_decimal() -> None:
    assert NUMBERS["fileset"].text(0xE7) == "0xe7"
    assert NUMBERS["fileset"].text(5) == "0x05"
    assert NUMBERS["island_count"].text(3) == "3"


def test_the_islands_of_each_width_are_named_in_good_grammar() -> None:
    assert LAYERS["islands_of_width_1"].definition == "The files of the pawn islands exactly 1 file wide."
    assert LAYERS["islands_of_width_2"].definition == "The files of the pawn islands exactly 2 files wide."


def test_a_former_identifier_stands_for_a_layer_and_is_taken() -> None:
    for former, present in FORMER_IDENTIFIERS.items():
        assert former not in LAYERS
        assert present_identifier(former) == present_identifier(present) == present
        assert present in LAYERS
        assert identifier_fault(former)
