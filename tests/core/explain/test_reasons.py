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
from tests.strategies import Board, boards

LAYERS_OF_PAWNS = [identifier for identifier, layer in LAYERS.items() if layer.of_pawns]

LAYERS_OF_ENEMY_PAWNS: Final = ("pawn_storm", "free_storm_pawns", "blocked_storm_pawns")


def sentence_of(identifier: str, fen: str, square: str, *, white: bool = True) -> str:
    side = Position.from_fen(fen).sides()[0 if white else 1]
    return reason(identifier, side, parse_square(square)).text


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
    assert found[-1].text == "Not backward (unrammed): a black pawn stands on its stop f6."


def test_an_empty_square_is_no_pawn_of_any_kind() -> None:
    for identifier in LAYERS_OF_PAWNS:
        color = "black" if identifier in LAYERS_OF_ENEMY_PAWNS else "white"
        found = sentence_of(identifier, "8/8/8/8/8/8/8/8", "d4")
        assert found.endswith(f": no {color} pawn stands on d4.")


# Worked boards, sentence by sentence


@pytest.mark.parametrize(
    ("identifier", "fen", "square", "sentence"),
    [
        (
            "backward_pawns",
            "8/8/8/2p5/8/3P4/8/8",
            "d3",
            "Backward (wiki): no white pawn stands beside or behind d3 on the c- or e-file to guard d4, "
            "and the black pawn c5 attacks d4.",
        ),
        (
            "backward_pawns",
            "8/8/8/2p5/8/3P4/2P1P3/8",
            "d3",
            "Not backward (wiki): d4 is in the front attack spans of the white pawns c2 and e2.",
        ),
        (
            "backward_pawns_unrammed",
            "8/6p1/5p1p/5P1P/8/8/8/8",
            "f5",
            "Not backward (unrammed): a black pawn stands on its stop f6.",
        ),
        (
            "backward_pawns_not_isolated",
            "8/8/8/P1p5/8/1P6/8/8",
            "b3",
            "Backward: no white pawn stands beside or behind b3 on the a- or c-file to guard b4, "
            "and the black pawn c5 attacks b4.",
        ),
        (
            "backward_pawns_not_isolated",
            "8/8/8/2p5/8/1P6/8/8",
            "b3",
            "Not backward: no white pawn stands on the a- or c-file, beside the b-file, so it is isolated.",
        ),
        (
            "backward_pawns_stockfish",
            "8/8/8/3p4/3P4/8/8/8",
            "d4",
            "Backward (Stockfish): no white pawn stands beside or behind d4 on the c- or e-file to guard d5, "
            "and a black pawn stands on its stop d5.",
        ),
        (
            "backward_pawns_telestop",
            "8/2p5/8/8/8/3P4/8/8",
            "d3",
            "Backward (telestops): the black pawn c7 attacks d6, which no white pawn can ever guard without capturing.",
        ),
        (
            "backward_pawns_telestop",
            "8/2p5/8/8/8/3P4/4P3/8",
            "d3",
            "Not backward (telestops): d6, attacked by the black pawn c7, "
            "is in the front attack span of the white pawn e2.",
        ),
        (
            "stragglers",
            "8/8/2p5/8/3P4/8/8/8",
            "d4",
            "Not a straggler: d4 is on White's fourth rank, not on the second or third.",
        ),
        (
            "candidate_pawns",
            "8/2p2p1p/8/1PP2PPP/8/8/8/8",
            "b5",
            "Candidate (wiki): no black pawn stands in front of b5 on the b-file, "
            "and b5 has 1 helper (c5) against 1 sentry (c7).",
        ),
        (
            "candidates_on_fifth",
            "8/2p2p1p/8/1PP2PPP/8/8/8/8",
            "b5",
            "Candidate (fifth rank): no black pawn stands in front of b5 on the b-file, "
            "and the black pawn c7 attacks b6, but the white pawn c5 guards b6.",
        ),
        (
            "candidates_on_fifth",
            "p7/8/8/1P6/8/8/8/8",
            "b5",
            "Not a candidate (fifth rank): no black pawn attacks b6.",
        ),
        (
            "break_pawns",
            "8/8/1p6/3p4/8/8/2P5/8",
            "c2",
            "Break: from c4 it would attack the black pawn d5.",
        ),
        (
            "break_pawns",
            "8/8/8/8/8/8/2P5/8",
            "c2",
            "Not a break: from c3 or c4 it would attack no black pawn.",
        ),
        (
            "blockaded_passers",
            "8/8/3n4/3P4/8/8/8/8",
            "d5",
            "Blockaded: no black pawn stands in front of d5 on the c-, d- or e-file, "
            "and the black knight stands on its stop d6.",
        ),
        (
            "weak_unopposed_pawns",
            "8/pp3ppp/8/8/3P4/8/PP3PPP/8",
            "d4",
            "Weak and unopposed: no white pawn stands on the c- or e-file, beside the d-file, "
            "and no black pawn stands in front of d4 on the d-file.",
        ),
        (
            "fakers",
            "8/p1p5/8/1P6/8/8/8/8",
            "b5",
            "Faker (wiki): no black pawn stands in front of b5 on the b-file, "
            "and b5 has no helper against 2 sentries (a7 and c7).",
        ),
        (
            "passed_pawns_frontmost",
            "8/8/8/3P4/8/3P4/8/8",
            "d3",
            "Not passed (frontmost): the white pawn d5 stands in front of d3 on the d-file.",
        ),
        (
            "passed_pawns_stockfish",
            "8/8/2p5/3P4/8/8/8/8",
            "d5",
            "Passed (Stockfish): only the black pawn c6 stands in front of d5 on the c-, d- or e-file; d5 attacks it; "
            "and no white pawn stands in front of d5 on the d-file.",
        ),
        (
            "doubled_pawns_stockfish",
            "8/8/8/8/3P4/8/3P4/8",
            "d4",
            "Not doubled (Stockfish): no white pawn stands right behind d4 on d3.",
        ),
        (
            "tripled_pawns",
            "8/8/8/8/3P4/8/3P4/8",
            "d4",
            "Not tripled: only the white pawn d2 shares the d-file with d4.",
        ),
        (
            "half_isolated_pawns",
            "8/8/8/8/8/8/PP6/8",
            "a2",
            "Half-isolated: the white pawn b2 stands on the b-file, the only file beside the a-file.",
        ),
        (
            "hanging_pawns",
            "8/pp3ppp/4p3/8/2PP4/8/5PPP/8",
            "c4",
            "Hanging: no black pawn stands in front of c4 on the c-file; "
            "the white pawn d4 stands on the d-file, but none on the b-file; "
            "the open and half-isolated white pawn d4 stands beside c4; "
            "c4 is on White's fourth rank; and neither c4 nor d4 is passed.",
        ),
        (
            "hanging_pawns",
            "8/8/4p3/8/2PP4/8/8/8",
            "d4",
            "Not hanging: c4 is passed.",
        ),
        (
            "hanging_pawns",
            "8/pp6/4p3/8/8/2PP4/8/8",
            "c3",
            "Not hanging: c3 is on White's third rank, not on the fourth or fifth.",
        ),
        (
            "hanging_pawns_wiki",
            "8/8/4p3/8/2PP4/8/8/8",
            "c4",
            "Hanging (wiki's formula): no black pawn stands in front of c4 on the c-file; "
            "the white pawn d4 stands on the d-file, but none on the b-file; "
            "and the open and half-isolated white pawn d4 stands beside c4.",
        ),
        (
            "overly_advanced_pawns",
            "8/8/4p3/2p5/3P4/8/2P5/8",
            "d4",
            "Not overly advanced: no black pawn keeps the white pawn c2 from guarding d4.",
        ),
        (
            "outside_kings_square",
            "8/5k2/8/P7/8/8/8/K7 w - - 0 1",
            "a5",
            "Outside the king's square: no black pawn stands in front of a5 on the a- or b-file; "
            "nothing stands on a6 to a8; Black has only king and pawns; "
            "a5 needs 3 moves to a8 and the black king f7 5; "
            "and enemy promotions and checks are not considered.",
        ),
        (
            "outposts",
            "8/8/8/2p5/4P3/8/8/8",
            "d5",
            "Outpost (wiki): d5 is on White's fifth rank; the white pawn e4 guards d5; "
            "and no black pawn can ever attack d5 without capturing.",
        ),
        (
            "telestops",
            "8/8/8/8/4P3/8/4P3/8",
            "e5",
            "Not a telestop: e5 is the stop of the white pawn e4.",
        ),
        (
            "telestops_of_each",
            "8/8/8/8/4P3/8/4P3/8",
            "e5",
            "Telestop of a pawn: e5 is in front of the white pawn e2 and not its stop.",
        ),
        (
            "isolated_pawns",
            "8/8/8/8/8/1P6/P7/8",
            "a2",
            "Not isolated: the white pawn b3 stands on the b-file, beside the a-file.",
        ),
        (
            "isolated_pawns",
            "8/8/8/8/3P4/8/8/8",
            "d4",
            "Isolated: no white pawn stands on the c- or e-file, beside the d-file.",
        ),
        (
            "passed_pawns",
            "8/8/7p/6P1/8/8/8/8",
            "g5",
            "Not passed (wiki): the black pawn h6 stands in front of g5 on the h-file.",
        ),
        (
            "passed_pawns",
            "8/2p1p3/8/3P4/8/8/8/8",
            "d5",
            "Not passed (wiki): the black pawns c7 and e7 stand in front of d5 on the c- and e-files.",
        ),
        (
            "passed_pawns_stockfish",
            "8/2p5/8/2PP4/8/8/8/8",
            "d5",
            "Passed (Stockfish): only the black pawn c7 stands in front of d5 on the c-, d- or e-file; "
            "it attacks the stop d6, but the white pawn c5 stands beside d5; "
            "and no white pawn stands in front of d5 on the d-file.",
        ),
        (
            "passed_pawns_stockfish",
            "8/2p1p3/8/2PP4/8/8/8/8",
            "d5",
            "Not passed (Stockfish): the black pawns c7 and e7 stand in front of d5 on the c- and e-files, "
            "and they attack the stop d6, but only the white pawn c5 stands beside d5.",
        ),
        (
            "passed_pawns_stockfish",
            "8/8/3p4/2NP4/2P5/8/8/8",
            "d5",
            "Passed (Stockfish): only the black pawn d6 stands in front of d5 on the c-, d- or e-file; "
            "from c5, where no black pawn stands and at most one attacks, the white pawn c4 would attack it; "
            "and no white pawn stands in front of d5 on the d-file.",
        ),
        (
            "passed_pawns_stockfish",
            "8/8/3p4/2pP4/2P5/8/8/8",
            "d5",
            "Not passed (Stockfish): the black pawn d6 stands in front of d5 on the d-file, "
            "and c5, from where it could be attacked, holds a black pawn or is attacked by two.",
        ),
        (
            "passed_pawns_stockfish",
            "8/3p4/8/3P4/8/8/8/8",
            "d5",
            "Not passed (Stockfish): the black pawn d7 stands in front of d5 on the d-file, "
            "and d5 does not attack d7, nor does d7 attack the stop d6.",
        ),
        (
            "passed_pawns_stockfish",
            "8/8/3p4/3P4/8/8/8/8",
            "d5",
            "Not passed (Stockfish): the black pawn d6 stands in front of d5 on the d-file, "
            "and no white pawn that could step up and attack d6 guards d5.",
        ),
        (
            "candidates_with_safe_path",
            "8/8/1p6/8/8/P7/PP6/8",
            "a3",
            "Not a candidate (safe path): the black pawn b6 attacks a5, but no white pawn guards a5.",
        ),
        (
            "candidates_with_safe_path",
            "8/1p6/8/PP6/8/8/8/8",
            "a5",
            "Candidate (safe path): no black pawn stands in front of a5 on the a-file, and a6 to a8 are safe.",
        ),
        (
            "promotion_path_free",
            "8/8/P7/8/8/8/8/8",
            "a6",
            "Free path: no black pawn stands in front of a6 on the a- or b-file, and nothing stands on a7 or a8.",
        ),
        (
            "overly_advanced_pawns",
            "8/8/8/8/1P6/P7/8/8",
            "b4",
            "Not overly advanced: the white pawn a3 guards b4 already.",
        ),
        (
            "king_shelter",
            "8/8/8/8/3P4/8/4K3/8",
            "d4",
            "In front of its king: the white king e2 stands behind d4 on the e-file.",
        ),
        (
            "king_shelter",
            "8/8/8/8/3P4/8/6K1/8",
            "d4",
            "Not in front of its king: no white king stands behind d4 on the c-, d- or e-file.",
        ),
        (
            "pawn_storm",
            "8/8/8/3p4/8/8/6K1/8",
            "d5",
            "Not near the enemy king: no white king stands at most four ranks ahead of d5 on the c-, d- or e-file.",
        ),
        (
            "outposts_stockfish",
            "8/8/5p2/5P2/3P4/8/8/8",
            "e5",
            "Not an outpost (Stockfish): the black pawn f6 attacks e5.",
        ),
        (
            "outposts_stockfish",
            "8/5p2/5P2/8/3P4/8/8/8",
            "e5",
            "Outpost (Stockfish): e5 is on White's fifth rank; the white pawn d4 guards e5; no black pawn attacks e5; "
            "and only the black pawn f7, which is rammed or backward, can ever attack e5 without capturing.",
        ),
        (
            "backward_pawns_telestop",
            "K7/2P2P2/2P5/4p3/5P2/1P1p4/1Pk5/8",
            "f4",
            "Backward (telestops): the black pawn e5 attacks f4, which no white pawn can ever guard without capturing.",
        ),
        (
            "east_capturers",
            "8/8/8/8/8/3k4/2P5/8",
            "c2",
            "Not an east capturer: c2 gives check to the black king on d3, which is never taken.",
        ),
        (
            "east_capturers",
            "8/8/8/8/8/3q4/2P5/8",
            "c2",
            "East capturer: c2 attacks the black queen on d3.",
        ),
        (
            "protected_passed_pawns",
            "8/8/8/3P4/8/8/3R4/3K4",
            "d5",
            "Not protected passed: d5 is guarded by rook d2, but by no white pawn.",
        ),
        (
            "protected_passed_pawns",
            "8/8/8/1N1P4/2K5/2N5/8/8",
            "d5",
            "Not protected passed: d5 is guarded by knight c3 and king c4, but by no white pawn.",
        ),
        (
            "outside_passers",
            "8/5ppp/8/8/P7/8/5PPP/8",
            "a4",
            "Outside passed: no black pawn stands in front of a4 on the a- or b-file, "
            "and the nearest black pawn f7 is 5 files away.",
        ),
        (
            "outside_passers",
            "8/4pppp/8/8/2P5/8/5PPP/8",
            "c4",
            "Not outside passed: the nearest black pawn e7 is only 2 files away.",
        ),
        (
            "outside_passers",
            "8/8/8/8/P7/p7/8/8",
            "a4",
            "Not outside passed: the nearest black pawn a3 is on the a-file too.",
        ),
        (
            "outside_passers",
            "8/7p/8/8/3P4/8/8/8",
            "d4",
            "Not outside passed: d4 is on the d-file, in the center.",
        ),
        (
            "outside_passers",
            "8/8/8/8/P7/8/8/8",
            "a4",
            "Not outside passed: Black has no pawn that it could be far from.",
        ),
        (
            "rook_backed_passers",
            "8/5p1k/r5pp/P7/R6P/6P1/5PK1/8",
            "a5",
            "Backed by a rook: no black pawn stands in front of a5 on the a- or b-file, "
            "and the white rook a4 stands behind a5 with nothing between.",
        ),
        (
            "rook_held_passers",
            "8/5p1k/r5pp/P7/R6P/6P1/5PK1/8",
            "a5",
            "Not held by an enemy rook: the first piece behind it is the white rook a4.",
        ),
        (
            "rook_backed_passers",
            "8/8/8/P7/8/8/8/8",
            "a5",
            "Not backed by a rook: no piece stands behind a5 on the a-file.",
        ),
        (
            "bad_bishops",
            "8/8/4p3/3pP3/3P4/8/8/2B5",
            "c1",
            "Bad bishop: a white bishop stands on c1; c1 is on White's first rank; "
            "and the white pawns d4 and e5 of its color on the c-, d-, e- or f-file are rammed.",
        ),
        (
            "bad_bishops",
            "8/8/4p3/3pP3/3P4/8/8/5B2",
            "f1",
            "Not a bad bishop: no white pawn of its color on the c-, d-, e- or f-file is rammed.",
        ),
        ("bad_bishops", "8/8/8/8/8/8/8/8", "c1", "Not a bad bishop: no white bishop stands on c1."),
        (
            "outposts_held",
            "8/8/8/3N4/4P3/8/8/8",
            "d5",
            "Held outpost: a white knight stands on d5; d5 is on White's fifth rank; the white pawn e4 guards d5; "
            "and no black pawn can ever attack d5 without capturing.",
        ),
        (
            "outposts_held",
            "8/2p5/8/3N4/4P3/8/8/8",
            "d5",
            "Not a held outpost: d5 is in the front attack span of the black pawn c7.",
        ),
        (
            "rooks_on_interspans",
            "8/6p1/8/8/6R1/8/6P1/8",
            "g4",
            "On an interspan: a white rook stands on g4; the white pawn g2 stands behind g4 on the g-file; "
            "and the black pawn g7 stands in front of g4 on the g-file.",
        ),
        (
            "rooks_on_interspans",
            "8/8/8/8/6R1/8/6P1/8",
            "g4",
            "Not on an interspan: no black pawn stands in front of g4 on the g-file.",
        ),
        (
            "weak_color_complex",
            "8/8/8/8/8/4P1P1/PP3P1P/8",
            "d3",
            "In a weak color complex: d3 is on White's third rank; no white pawn can ever guard d3 without capturing; "
            "White has 3 light holes and 0 dark holes; and White has no bishop on light squares.",
        ),
        (
            "weak_color_complex",
            "8/8/8/8/8/4P1P1/PP3P1P/5B2",
            "d3",
            "Not in a weak color complex: White has a bishop on light squares.",
        ),
        (
            "weak_levers_stockfish",
            "8/8/8/2p1p3/3P4/8/8/8",
            "d4",
            "Weak lever (Stockfish): the black pawns c5 and e5 attack d4, and no white pawn guards d4.",
        ),
        (
            "weak_levers_stockfish",
            "8/8/8/2p5/3P4/8/8/8",
            "d4",
            "Not a weak lever (Stockfish): only the black pawn c5 attacks d4.",
        ),
        (
            "blocked_pawns_stockfish",
            "8/8/4p3/4P3/8/8/8/8",
            "e5",
            "Blocked far forward (Stockfish): a black pawn stands on its stop e6, and e5 is on White's fifth rank.",
        ),
        (
            "connected_pawns_stockfish",
            "8/8/8/8/3P4/2P5/8/8",
            "c3",
            "Not connected (Stockfish): no white pawn stands beside c3 on its rank, and no white pawn guards c3.",
        ),
        (
            "free_storm_pawns",
            "8/8/8/6p1/6P1/8/8/6K1",
            "g5",
            "Not free to storm: the white pawn g4 stands in its way.",
        ),
        (
            "blocked_storm_pawns",
            "8/8/8/6p1/6P1/8/8/6K1",
            "g5",
            "Storm blocked: the white king g1 stands at most four ranks ahead of g5 on the g-file, "
            "and the white pawn g4 stands in its way.",
        ),
    ],
)
def test_a_sentence_of_a_worked_board(identifier: str, fen: str, square: str, sentence: str) -> None:
    assert sentence_of(identifier, fen, square) == sentence


def test_black_is_spoken_of_as_white_is() -> None:
    fen = "8/8/3p4/8/2P5/8/8/8"
    assert sentence_of("backward_pawns", fen, "d6", white=False) == (
        "Backward (wiki): no black pawn stands beside or behind d6 on the c- or e-file to guard d5, "
        "and the white pawn c4 attacks d5."
    )


def test_a_king_that_moves_first_is_a_move_nearer() -> None:
    fen = "8/8/8/P3k3/8/8/8/K7 {} - - 0 1"
    assert sentence_of("outside_kings_square", fen.format("w"), "a5").startswith("Outside the king's square: ")
    assert sentence_of("outside_kings_square", fen.format("b"), "a5") == (
        "Not outside the king's square: a5 needs 3 moves to a8 and the black king e5 4, moving first."
    )


def test_a_king_that_moves_first_takes_a_pawn_beside_it() -> None:
    fen = "8/8/7{}/8/8/8/P7/1k6 b - - 0 1"
    assert (
        sentence_of("outside_kings_square", fen.format("1"), "a2") == "Not outside the king's square: "
        "the black king b1, to move, is beside a2, which no white pawn or king guards."
    )
    assert "; the black king b1 cannot take a2, which a1 guards; and" in sentence_of(
        "outside_kings_square", "8/8/8/8/8/8/P7/Kk6 b - - 0 1", "a2"
    )


def test_the_storm_is_of_the_enemys_pawns() -> None:
    side = Position.from_fen("8/8/8/6p1/8/8/6P1/6K1").sides()[0]
    found = reason("pawn_storm", side, parse_square("g5"))
    assert found.text == "Near the enemy king: the white king g1 stands at most four ranks ahead of g5 on the g-file."
    assert "pawn_storm" in [label.identifier for label in pawn_labels(side.enemy, parse_square("g5"))]


def test_a_layer_without_reasons_has_none() -> None:
    with pytest.raises(KeyError):
        reason("front_spans", Board.of("8/8/8/8/8/8/8/8").sides()[0], 0)


CONTENDERS: Final = ("candidate_pawns", "fakers", "candidates_on_fifth", "candidates_with_safe_path")


@given(board=boards(), white=st.booleans())
def test_a_passed_pawn_is_no_candidate_because_it_is_passed_already(board: Board, white: bool) -> None:
    side = board.sides()[0 if white else 1]
    passed = LAYERS["passed_pawns"](side)
    for square in squares(side.pawns):
        for identifier in CONTENDERS:
            found = reason(identifier, side, square)
            assert ("so it is passed already" in found.text) == bool(passed >> square & 1), found.text


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
            "Weak and unopposed: no white pawn stands on the f- or h-file, beside the g-file, "
            "and no black pawn stands in front of g3 on the g-file.",
        ),
        (
            "pawn_storm",
            "8/8/8/6p1/6P1/8/8/6K1",
            "g5",
            True,
            "Near the enemy king: the white king g1 stands at most four ranks ahead of g5 on the g-file, "
            "and the white pawn g4 stands in its way.",
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
