"""Disputed terms: every variant is a layer, and every two of them differ on some board."""

from __future__ import annotations

from itertools import combinations

import numpy
import pytest

from pawnviz.core.board.bitboard import parse_squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import pawn_sides
from pawnviz.core.explain.disputed_terms import DISPUTED_TERMS, disputed_terms_of
from pawnviz.core.explain.reasons import REASONS
from pawnviz.core.layers import LAYERS
from tests.strategies import masks_array, masks_list


def test_the_terms_in_dispute_are_listed() -> None:
    assert list(DISPUTED_TERMS) == [
        "backward",
        "hanging",
        "doubled",
        "passed",
        "candidate",
        "telestops",
        "duo",
        "outpost",
    ]
    assert all(term.identifier == identifier for identifier, term in DISPUTED_TERMS.items())


@pytest.mark.parametrize("identifier", DISPUTED_TERMS)
def test_each_two_variants_of_a_term_are_layers_that_differ_on_some_board(identifier: str) -> None:
    random = numpy.random.default_rng(1)
    few, other_few = (random.integers(0, 2**64, (3, 2000), numpy.uint64) for _ in range(2))
    white = few[0] & few[1] & few[2]
    black = other_few[0] & other_few[1] & other_few[2] & ~white
    side, _ = pawn_sides(masks_array(white.tolist()), masks_array(black.tolist()))
    variants = DISPUTED_TERMS[identifier].variants
    assert len(variants) >= 2
    found = [masks_list(LAYERS[variant.layer](side)) for variant in variants]
    assert all(one != other for one, other in combinations(found, 2))
    assert len({variant.difference for variant in variants}) == len(variants)


def test_a_pawn_is_backward_by_the_telestops_where_only_its_own_square_is_attacked() -> None:
    side = Position.from_fen("K7/2P2P2/2P5/4p3/5P2/1P1p4/1Pk5/8").sides()[0]
    pawn = parse_squares("f4")
    assert LAYERS["backward_pawns_telestop"](side) & pawn
    assert not LAYERS["attacks"](side.enemy) & LAYERS["front_spans"](side.with_pawns(pawn))
    (variant,) = [entry for entry in DISPUTED_TERMS["backward"].variants if entry.layer == "backward_pawns_telestop"]
    assert "its square" in variant.difference
    assert "its own square" in REASONS["backward_pawns_telestop"].explanation


def test_words_of_terms_fit_a_line() -> None:
    for term in DISPUTED_TERMS.values():
        for variant in term.variants:
            assert 0 < len(variant.whose) <= 40
            assert 0 < len(variant.difference) <= 70


def test_a_layer_is_found_in_the_terms_that_it_is_a_variant_of() -> None:
    assert disputed_terms_of("stragglers") == (DISPUTED_TERMS["backward"],)
    assert disputed_terms_of("front_twins") == (DISPUTED_TERMS["doubled"],)
    assert disputed_terms_of("interspans") == ()
    for term in DISPUTED_TERMS.values():
        assert all(term in disputed_terms_of(variant.layer) for variant in term.variants)
