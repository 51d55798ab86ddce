from __future__ import annotations

import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_square, parse_squares, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import one_pawn
from pawnviz.core.explain.pawn_words import ASKED_FIRST, questions, why_not
from pawnviz.core.explain.reasons import REASONS, pawn_labels, pawn_reasons, reason
from pawnviz.core.explain.surroundings import MOST_NAMES, Surroundings, files_text, guard_names
from pawnviz.core.explain.terms import DISPUTED_TERMS
from pawnviz.core.layers import LAYERS
from tests.core.explain.reasons.test_each_reason import sentence_of
from tests.data import rows_beside
from tests.strategies import Board, boards

LAYERS_OF_PAWNS = [identifier for identifier, layer in LAYERS.items() if layer.of_pawns]

LAYERS_OF_ENEMY_PAWNS: Final = ("pawn_storm", "free_storm_pawns", "blocked_storm_pawns")


def test_rules_are_those_of_layers_and_of_pawns_where_the_layer_is() -> None:
    assert [identifier for identifier, rule in REASONS.items() if rule.of_pawns] == [
        identifier for identifier in REASONS if identifier in LAYERS_OF_PAWNS
    ]
    assert REASONS.keys() <= LAYERS.keys()


def test_a_layer_of_pawns_without_a_rule_is_explained_by_its_definition(monkeypatch: pytest.MonkeyPatch) -> None:
    rams = LAYERS["rams"]._replace(identifier="blocked", title="Blocked pawns", definition="Pawns that are blocked.")
    monkeypatch.setitem(LAYERS, "blocked", rams)
    side = Position.from_fen("8/8/8/4p3/4P3/8/P7/8").sides()[0]
    held, other = (reason("blocked", side, parse_square(square)) for square in ("e4", "a2"))
    assert (held.holds, held.text) == (True, "Blocked pawns: the layer holds pawns that are blocked.")
    assert (other.holds, other.text) == (False, "Not blocked pawns: the layer holds pawns that are blocked.")
    assert held.explanation == "Pawns that are blocked."
    assert reason("blocked", side, parse_square("c3")).text == "Not blocked pawns: no white pawn stands on c3."
    with pytest.raises(KeyError):
        reason("front_spans", side, 0)


@given(board=boards(), places=st.sets(st.integers(0, 63), min_size=4, max_size=4), white=st.booleans())
def test_a_sentence_speaks_for_the_label_exactly_where_the_layer_holds_the_square(
    board: Board, places: set[int], white: bool
) -> None:
    side = board.sides()[0 if white else 1]
    for identifier in {**REASONS, **dict.fromkeys(LAYERS_OF_PAWNS)}:
        mask = LAYERS[identifier](side)
        for square in places:
            found = reason(identifier, side, square)
            assert found.holds == bool(mask >> square & 1), f"{SQUARE_NAMES[square]}: {found.text}"


@given(board=boards(), square=st.integers(0, 63), white=st.booleans())
def test_a_reason_is_one_sentence_that_names_pawns_of_the_board(board: Board, square: int, white: bool) -> None:
    side = board.sides()[0 if white else 1]
    for identifier in REASONS:
        found = reason(identifier, side, square)
        label = f"{found.label[0].lower()}{found.label[1:]}"
        begins = [found.label] if found.holds else [f"Not {article}{label}" for article in ("", "a ", "an ")]
        assert found.text.startswith(tuple(f"{begin}: " for begin in begins))
        assert re.fullmatch(r"[^.]+\.", found.text)
        assert not re.search(r"  | [.,;]|[,;]{2}", found.text), found.text
        assert not re.search(r"\b[b-h]\b(?!-)", found.text), "a file is named by its bare letter"
        assert found.text.count(", and ") < 2
        assert found.text.count(" ever ") == found.text.count("without capturing")
        assert found.named & (side.pawns | side.enemy.pawns) == found.named
        if "more" not in found.text:
            for pawn in squares(found.named):
                assert SQUARE_NAMES[pawn] in found.text, found.text


@given(board=boards(), square=st.integers(0, 63))
def test_the_labels_of_a_pawn_are_those_of_the_layers_that_hold_it(board: Board, square: int) -> None:
    for side in board.sides():
        if side.pawns >> square & 1:
            labels = pawn_labels(side, square)
            held = [
                identifier
                for identifier in LAYERS_OF_PAWNS
                if LAYERS[identifier](side.enemy if identifier in LAYERS_OF_ENEMY_PAWNS else side) >> square & 1
            ]
            assert {label.identifier for label in labels} == set(held) - {"pawns"}
            assert len(labels) == len(held) - 1
            assert all(label.holds for label in labels)
            reasons = pawn_reasons(side, square)
            assert [found for found in reasons if found.holds] == list(labels)
            disputed = {
                variant.layer
                for term in DISPUTED_TERMS.values()
                if any(variant.layer in held for variant in term.variants)
                for variant in term.variants
            }
            assert [found.identifier for found in reasons if not found.holds] == list(
                dict.fromkeys(found.identifier for found in reasons if not found.holds)
            )
            assert {found.identifier for found in reasons if not found.holds} == disputed - set(held)


def test_every_definition_of_a_disputed_term_has_reasons() -> None:
    for term in DISPUTED_TERMS.values():
        assert [variant.layer for variant in term.variants if variant.layer not in REASONS] == []


def test_a_pawn_that_is_backward_by_some_definitions_says_why_it_is_not_by_the_others() -> None:
    side = Position.from_fen("8/6p1/5p1p/5P1P/8/8/8/8").sides()[0]
    found = [entry for entry in pawn_reasons(side, parse_square("f5")) if "ackward (" in entry.text]
    assert [(entry.label, entry.holds) for entry in found] == [
        ("Backward (wiki)", True),
        ("Backward (Stockfish)", True),
        ("Backward (telestops)", True),
        ("Backward (unrammed)", False),
    ]
    assert found[-1].text == "Not backward (unrammed): a black pawn stands right in front of it on f6."


def test_an_empty_square_is_no_pawn_of_any_kind() -> None:
    for identifier in LAYERS_OF_PAWNS:
        color = "black" if identifier in LAYERS_OF_ENEMY_PAWNS else "white"
        found = sentence_of(identifier, "8/8/8/8/8/8/8/8", "d4")
        assert found.endswith(f": no {color} pawn stands on d4.")


def test_each_explanation_that_says_ever_leaves_captures_out() -> None:
    said_ever = [rule for rule in REASONS.values() if re.search(r"\bever\b", rule.explanation)]
    assert {rule.identifier for rule in said_ever} >= {"isolated_pawns", "passed_pawns", "holes", "outposts"}
    for rule in said_ever:
        assert "ithout capturing" in rule.explanation, rule.explanation


def test_each_label_is_explained_in_plain_words() -> None:
    for rule in REASONS.values():
        assert re.fullmatch(r"[A-Z][^.]+\.", rule.explanation)
    labels = [rule.label for rule in REASONS.values()]
    assert len(set(labels)) == len(labels)


SICILIAN = "r1bqkb1r/1p3ppp/p1nppn2/8/3NP3/2N1B3/PPP2PPP/R2QKB1R b KQkq - 0 8"


@given(board=boards(), square=st.integers(0, 63))
def test_a_pawn_s_labels_and_the_questions_about_it_are_all_layers_of_pawns(board: Board, square: int) -> None:
    for side in board.sides():
        if side.pawns >> square & 1:
            asked = [question.identifier for question in questions(side, square)]
            held = [label.identifier for label in pawn_labels(side, square)]
            of_pawns = {name for name, layer in LAYERS.items() if layer.of_pawns}
            assert sorted([*asked, *held, "pawns"]) == sorted(of_pawns)
            assert not any(why_not(name, side, square).holds for name in asked)
            assert all(why_not(name, side, square).holds for name in held)


def test_questions_of_every_day_come_first() -> None:
    asked = [question.identifier for question in questions(Position.from_fen(SICILIAN).sides()[1], parse_square("d6"))]
    everyday = [name for name in ASKED_FIRST if name in asked]
    assert asked[: len(everyday)] == everyday
    assert asked[0] == "passed_pawns"
    assert len(asked) > len(everyday)


@pytest.mark.parametrize(
    ("fen", "square", "label", "sentence"),
    rows_beside(__file__, "labels_denied.tsv"),
)
def test_a_reason_says_why_a_pawn_does_not_carry_a_label(fen: str, square: str, label: str, sentence: str) -> None:
    position = Position.from_fen(fen)
    side = position.sides()[0 if position.piece_at(parse_square(square)) == "P" else 1]
    found = why_not(label, side, parse_square(square))
    if not sentence:
        assert found.holds == (label in [held.identifier for held in pawn_labels(side, parse_square(square))])
    else:
        assert (found.holds, found.text) == (False, sentence)


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def surroundings(placement: str, square: str, *, white: bool = True) -> Surroundings:
    side = Board.of(placement).sides()[0 if white else 1]
    return Surroundings(side, parse_square(square))


@given(board=boards(), square=st.integers(0, 63), white=st.booleans())
def test_places_are_those_of_a_lone_pawn(board: Board, square: int, white: bool) -> None:
    view = Surroundings(board.sides()[0 if white else 1], square)
    pawn = one_pawn(white, square)
    assert view.stop == LAYERS["stops"](pawn)
    assert view.front == LAYERS["front_spans"](pawn)
    assert view.rear == LAYERS["rear_spans"](pawn)
    assert view.front_attack_span == LAYERS["front_attack_spans"](pawn)
    assert view.rear_attack_span == LAYERS["rear_attack_spans"](pawn)
    assert view.east_target | view.west_target == LAYERS["attacks"](pawn)
    assert view.files_beside == LAYERS["attack_file_fills"](pawn)


def test_a_row_ends_at_the_first_gap_and_at_the_edge() -> None:
    placement = "8/8/8/8/PP1PPP1P/8/8/8"
    assert surroundings(placement, "b4").row == parse_squares("a4 b4")
    assert surroundings(placement, "e4").row == parse_squares("d4 e4 f4")
    assert surroundings(placement, "h4").row == parse_squares("h4")
    assert surroundings(placement, "c4").row == parse_squares("a4 b4 d4 e4 f4")
    assert surroundings(placement, "c3").row == 0
    assert surroundings("8/8/7P/P7/8/8/8/8", "h6").row == parse_squares("h6")


@pytest.mark.parametrize(
    ("square", "white", "moves"),
    [("e8", True, 0), ("e7", True, 1), ("e3", True, 5), ("e2", True, 5), ("e1", True, 6), ("e2", False, 1)],
)
def test_the_way_to_the_last_rank_counts_the_double_step(square: str, white: bool, moves: int) -> None:
    view = surroundings("8/8/8/8/8/8/8/8", square, white=white)
    assert view.moves_to_promotion == moves
    assert view.promotion_square == parse_square("e8" if white else "e1")


def test_words_are_those_of_the_side_that_looks() -> None:
    white, black = surroundings(START, "d3"), surroundings(START, "d3", white=False)
    assert (white.own, white.enemy, white.color, white.enemy_color) == ("white", "black", "White", "Black")
    assert (white.rank_name, black.rank_name) == ("White's third rank", "Black's sixth rank")
    mask = parse_squares("c2 e2 d7")
    assert (white.names(mask), black.names(mask)) == ("c2, e2 and d7", "d7, c2 and e2")
    run = parse_squares("d4 d5 d6")
    assert (white.run_names(run), black.run_names(run)) == ("d4 to d6", "d6 to d4")
    assert white.run_names(parse_squares("d8")) == "d8"
    two = parse_squares("d7 d8")
    assert (white.run_names(two), black.run_names(two, "or")) == ("d7 and d8", "d8 or d7")
    assert (white.beside_names, white.three_names) == ("the c- or e-file", "the c-, d- or e-file")
    assert surroundings(START, "a3").beside_names == "the b-file"
    assert surroundings(START, "h3").three_names == "the g- or h-file"
    assert files_text(parse_squares("c2 c7")) == "the c-file"
    assert files_text(parse_squares("e2 c7 d4")) == "the c-, d- and e-files"


def test_pawns_are_named_with_a_verb_for_one_for_several_and_for_none() -> None:
    view = surroundings(START, "d3")
    assert view.own_do(parse_squares("c2"), "guards", "d3") == "the white pawn c2 guards d3"
    assert view.own_do(parse_squares("c2 e2"), "guards", "d3") == "the white pawns c2 and e2 guard d3"
    assert view.enemy_do(0, "attacks", "d3") == "no black pawn attacks d3"
    assert view.names(0) == "none"


def test_more_squares_than_a_side_has_pawns_are_counted() -> None:
    view = surroundings(START, "d3")
    assert view.names(0xFF00) == "a2, b2, c2, d2, e2, f2, g2 and h2"
    assert view.names(0x1FF00) == "a2, b2, c2, d2, e2, f2, g2 and 2 more"
    assert view.names((1 << 64) - 1).count(",") == MOST_NAMES - 2


def test_guards_are_named_by_kind_pawns_first() -> None:
    side = Position.from_fen("8/8/8/3P4/2P1P1R1/5N2/3R4/3K4 w - - 0 1").sides()[0]
    assert guard_names(side, parse_square("d5")) == ("pawns c4 and e4", "rook d2")
    assert guard_names(side, parse_square("d2")) == ("knight f3", "king d1")
    assert guard_names(side, parse_square("a8")) == ()
