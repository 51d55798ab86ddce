from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import BOARD, FILES, parse_square, parse_squares, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.explain.disputed_terms import DISPUTED_TERMS, DisputedTerm
from pawnviz.core.formula.parser import parse
from pawnviz.core.layers import LAYERS
from pawnviz.core.picture.difference import (
    PASTED,
    VariantRow,
    beside_mask,
    comparison_text,
    difference,
    difference_layers,
    mask_layer,
    part_text,
    variant_rows,
    verdict_text,
)
from tests.strategies import Board, array_sides, boards, masks, masks_list

E4, D5 = parse_squares("e4"), parse_squares("d5")
RAMMED = Position.from_fen("8/6p1/5p1p/5P1P/8/8/8/8")


@given(first=masks(), second=masks())
def test_a_difference_has_each_square_of_both_masks_once(first: int, second: int) -> None:
    only_first, only_second, both = difference(first, second)
    assert only_first | both == first
    assert only_second | both == second
    assert only_first & only_second == only_first & both == only_second & both == 0


@given(board=boards(), first=st.sampled_from(sorted(LAYERS)), second=st.sampled_from(sorted(LAYERS)))
def test_a_difference_is_the_same_as_layers_as_arrays_and_as_formulas(board: Board, first: str, second: str) -> None:
    layers = difference_layers(LAYERS[first], LAYERS[second])
    for side, array in zip(board.sides(), array_sides([board]), strict=True):
        found = [layer(side) for layer in layers]
        assert [parse(layer.formula).evaluate(side) for layer in layers] == found
        assert [masks_list(layer(array)) for layer in layers] == [[mask] for mask in found]
        if LAYERS[first].turns and LAYERS[second].turns:
            assert tuple(found) == difference(LAYERS[first](side), LAYERS[second](side))
        assert all(0 <= mask <= BOARD for mask in found)


def test_backward_by_the_wiki_and_unrammed_differ_by_the_rammed_pawn() -> None:
    layers = difference_layers(LAYERS["backward_pawns"], LAYERS["backward_pawns_unrammed"])
    white, black = RAMMED.sides()
    assert [square_names(layer(white)) for layer in layers] == ["f5 h5", "", ""]
    assert [square_names(layer(black)) for layer in layers] == ["", "", "g7"]
    assert [layer.title for layer in layers] == ["Only Backward pawns", "Only Backward, not rammed", "In both"]
    assert len({layer.identifier for layer in layers}) == 3
    assert LAYERS.keys().isdisjoint(layer.identifier for layer in layers)


def test_a_pasted_mask_is_compared_like_a_layer() -> None:
    mask = parse_squares("e3 e4 e5 h8")
    pasted = mask_layer(mask)
    white, _ = Position.from_fen("8/8/8/8/8/8/4P3/8").sides()
    layers = difference_layers(LAYERS["front_spans"], pasted)
    assert [square_names(layer(white)) for layer in layers] == ["e6 e7 e8", "h8", "e3 e4 e5"]
    assert layers[0].formula == "front_spans(own) - 0x8000001010100000"
    assert pasted.identifier == PASTED
    assert pasted.definition == "A mask from elsewhere with 4 squares."
    assert mask_layer(1).definition.endswith("with 1 square.")
    board = Board.of("8/8/8/8/8/8/4P3/8")
    assert masks_list(pasted(array_sides([board])[0])) == [mask]


def test_a_set_of_files_is_compared_by_its_whole_files() -> None:
    white, _ = Position.from_fen("8/8/8/8/8/8/PP6/8").sides()
    only_first, only_second, both = difference_layers(LAYERS["filesets"], LAYERS["isolated_files"])
    assert only_first(white) == FILES[0] | FILES[1]
    assert (only_second(white), both(white)) == (0, 0)
    assert only_first.formula == "file_fill(filesets(own)) - isolated_files(own)"


def test_a_layer_of_no_registry_is_compared_by_a_rule_in_words() -> None:
    own = LAYERS["stops"]._replace(identifier="of_my_own", title="Of my own")
    layers = difference_layers(LAYERS["telestops"], own)
    assert [layer.formula for layer in layers] == ["", "", ""]
    assert layers[0].rule == "Squares of Telestops that are not of Of my own."
    impostor = LAYERS["stops"]._replace(compute=LAYERS["pawns"].compute)
    assert difference_layers(LAYERS["telestops"], impostor)[0].formula == ""


# Disputed terms


def test_rows_of_a_term_name_each_pawn_that_a_definition_holds() -> None:
    rows = variant_rows(DISPUTED_TERMS["backward"], RAMMED.sides())
    assert rows[0] == VariantRow(True, parse_square("f5"), (True, False, True, True, False))
    assert rows[-1] == VariantRow(False, parse_square("g7"), (True,) * 5)
    assert (rows[0].is_disputed, rows[-1].is_disputed) == (True, False)
    assert [row.white for row in rows] == sorted((row.white for row in rows), reverse=True)


@pytest.mark.parametrize("term", DISPUTED_TERMS.values(), ids=list(DISPUTED_TERMS))
@given(board=boards())
def test_rows_hold_what_the_layers_hold(term: DisputedTerm, board: Board) -> None:
    rows = variant_rows(term, board.sides())
    for place, variant in enumerate(term.variants):
        for side in board.sides():
            held = [row.square for row in rows if row.white == side.color and row.holds[place]]
            assert held == [square for square in range(64) if LAYERS[variant.layer](side) >> square & 1]
    assert all(any(row.holds) for row in rows)
    assert not VariantRow(True, 0, (True, True)).is_disputed


@pytest.mark.parametrize(
    ("mask", "expected", "parts"),
    [
        ("e4 d5", "e4 c3", {"Given mask": "e4 d5", "Missing from the mask": "c3", "Surplus in the mask": "d5"}),
        ("e4", "e4 h8", {"Given mask": "e4", "Missing from the mask": "h8"}),
        ("a1 e4", "e4", {"Given mask": "a1 e4", "Surplus in the mask": "a1"}),
        ("e4", "e4", {"Given mask": "e4"}),
    ],
)
def test_a_mask_from_elsewhere_stands_beside_what_it_lacks_and_what_it_has_beyond(
    mask: str, expected: str, parts: dict[str, str]
) -> None:
    layers = beside_mask(parse_squares(mask), parse_squares(expected))
    assert len({layer.identifier for layer in layers}) == len({layer.mark for layer in layers}) == len(layers)
    for side in RAMMED.sides():
        assert {layer.title: square_names(layer(side)) for layer in layers} == {
            title: square_names(parse_squares(squares)) for title, squares in parts.items()
        }


# In words


@pytest.mark.parametrize(
    ("parts", "sides", "expected"),
    [
        (((E4, D5), (D5, 0), (0, 0)), (True, True), "They differ for White on 2 squares, for Black on 1 square."),
        (((E4, D5), (D5, 0), (0, 0)), (False, True), "They differ for Black on 1 square."),
        (((E4, 0), (0, 0), (0, D5)), (False, True), "No difference in this position."),
        (((E4, 0), (0, 0), (0, 0)), (False, True), "Neither holds a square in this position."),
    ],
)
def test_the_verdict_is_of_the_sides_that_are_compared(
    parts: tuple[tuple[int, int], ...], sides: tuple[bool, bool], expected: str
) -> None:
    assert verdict_text(parts, sides) == expected


def test_a_part_has_a_line_for_each_side_that_is_compared() -> None:
    assert part_text((E4 | D5, 0), (True, True)) == "White 2 squares: e4 d5\nBlack 0 squares"
    assert part_text((E4 | D5, 0), (False, True)) == "Black 0 squares"


def test_a_mask_is_compared_with_a_layer_or_the_layer_is_counted() -> None:
    assert comparison_text(None, E4, "Stops of White") == "Stops of White: 1 square."
    assert comparison_text(E4, E4, "Stops of White") == "Equal to Stops of White."
    assert comparison_text(D5, E4, "Stops of White") == "Differs from Stops of White.\nMissing: e4\nSurplus: d5"
