from __future__ import annotations

import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import SQUARE_NAMES, mask_of, parse_square, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import one_pawn
from pawnviz.core.explain.disputed_terms import DISPUTED_TERMS
from pawnviz.core.explain.reasons import REASONS, pawn_labels, pawn_reasons, reason
from pawnviz.core.layers import LAYERS
from tests.core.explain.reasons.sentences import sentence_of
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


def test_a_layer_without_reasons_has_none() -> None:
    with pytest.raises(KeyError):
        reason("front_spans", Board.of("8/8/8/8/8/8/8/8").sides()[0], 0)


_LIST: Final = r"((?:[a-h][1-8](?:, | and )?)+)"


def named_squares(text: str) -> list[int]:
    return [parse_square(name) for name in re.findall("[a-h][1-8]", text)]


@given(board=boards(), square=st.integers(0, 63), white=st.booleans())
def test_what_a_sentence_says_of_pawns_is_the_case_on_the_board(board: Board, square: int, white: bool) -> None:
    sides = dict(zip(("white", "black"), board.sides(), strict=True))
    for identifier in REASONS:
        text = reason(identifier, sides["white" if white else "black"], square).text
        if " more" in text:
            continue
        for color, names in re.findall(rf"\b(?:the|passed|half-isolated) (white|black) pawns? {_LIST}", text):
            for pawn in named_squares(names):
                assert sides[color].pawns >> pawn & 1, text
        for color, names in re.findall(rf"\bthe (white|black) kings? {_LIST}", text):
            for king in named_squares(names):
                assert sides[color].kings >> king & 1, text
        attacking = rf"the (white|black) pawns? {_LIST} (?:attacks?|guards?) (?:(?:its|the) stop )?{_LIST}"
        for color, names, targets in re.findall(attacking, text):
            pawns, attacked = mask_of(named_squares(names)), mask_of(named_squares(targets))
            assert all(LAYERS["attacks"](one_pawn(color == "white", pawn)) & attacked for pawn in squares(pawns)), text
            assert LAYERS["attacks"](sides[color].with_pawns(pawns)) & attacked == attacked, text
        for color, target in re.findall(r"no (white|black) pawn (?:attacks|guards) ([a-h][1-8])", text):
            assert not LAYERS["attacks"](sides[color]) >> parse_square(target) & 1, text
        for names in re.findall(r"nothing stands on ([^;,.]+)", text):
            assert not any(board.pieces[place] for place in named_squares(names)), text


@given(board=boards(), square=st.integers(0, 63), white=st.booleans())
def test_a_file_is_never_named_by_its_bare_letter_and_no_sentence_chains_clauses_by_and(
    board: Board, square: int, white: bool
) -> None:
    side = board.sides()[0 if white else 1]
    for identifier in REASONS:
        text = reason(identifier, side, square).text
        assert not re.search(r"\b[b-h]\b(?!-)", text), text
        assert text.count(", and ") < 2, text


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


@pytest.mark.parametrize(
    ("identifier", "fen", "square", "white", "sentence"),
    [
        (
            "fakers",
            "8/1p3pk1/8/7p/3PP2p/6P1/4K3/8 w - - 0 47",
            "h4",
            False,
            "Faker (wiki): no white pawn stands in front of h4 on the h-file, "
            "and h4 has no helper against 1 sentry (g3), captures left out.",
        ),
        (
            "king_shelter",
            "8/3P1k2/8/8/8/8/8/3K4 w - - 0 1",
            "d7",
            True,
            "In front of its king: the white king d1 stands behind d7 on the d-file.",
        ),
        (
            "overly_advanced_pawns",
            "8/2P5/8/3p4/3P4/8/8/8",
            "c7",
            True,
            "Not overly advanced: c7 is on White's seventh rank, too near promotion to be overly advanced.",
        ),
        (
            "weak_unopposed_pawns",
            "8/1p3pk1/8/7p/3PP2p/6P1/4K3/8 w - - 0 47",
            "g3",
            True,
            "Weak unopposed (engines): no white pawn stands on the f- or h-file, beside the g-file; "
            "no black pawn stands in front of g3 on the g-file; "
            "and the black pawns h4, h5 and f7 stand in front of g3 on the f- and h-files, so it is not passed.",
        ),
        (
            "pawn_storm",
            "1kq5/8/8/6p1/6P1/8/8/6K1",
            "g5",
            True,
            "In a pawn storm: the white king g1 stands at most four ranks ahead of g5 on the g-file; "
            "g5 is on Black's fourth rank; Black has a queen; and the white pawn g4 stands in its way.",
        ),
        (
            "capturers",
            "8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1",
            "d5",
            True,
            "Capturer: d5 attacks the en-passant square c6.",
        ),
    ],
)
def test_a_sentence_says_no_more_than_the_board_shows(
    identifier: str, fen: str, square: str, white: bool, sentence: str
) -> None:
    assert sentence_of(identifier, fen, square, white=white) == sentence


@given(board=boards(), square=st.integers(0, 63), white=st.booleans())
def test_no_sentence_says_ever_without_leaving_captures_out(board: Board, square: int, white: bool) -> None:
    side = board.sides()[0 if white else 1]
    for identifier in REASONS:
        text = reason(identifier, side, square).text
        assert text.count(" ever ") == text.count("without capturing"), text
