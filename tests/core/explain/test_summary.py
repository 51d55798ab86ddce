from __future__ import annotations

import re

import pytest
from hypothesis import given

from pawnviz.core.board.bitboard import mask_of, parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.endings.outcome import Outcome
from pawnviz.core.explain.summary import Summary, summary_of
from pawnviz.core.layers import LAYERS, NUMBERS
from tests.positions import positions


def summary(placement: str) -> Summary:
    """Return the summary of a FEN's placement field, White to move."""
    return summary_of(Position.from_fen(f"{placement} w - - 0 1"))


def test_a_side_is_one_sentence_on_islands_passers_and_weak_pawns() -> None:
    found = summary("3r1k2/4p3/2p5/8/3P3P/P7/7P/2R1R1K1")
    assert found.white.sentence == "three islands, passed pawns a3, h2 and h4, no weak pawns (d4 isolated)."
    assert found.black.sentence == "two islands, weak pawn c6 (isolated, attacked once, not guarded)."
    backward = summary("1r3r1k/8/2p5/p1P5/P7/1P3p2/5P2/1R2K3")
    assert backward.white.sentence == "two islands, no weak pawns (f2 isolated and b3 backward)."
    assert backward.black.sentence == "three islands, no weak pawns (a5, c6 and f3 isolated)."


def test_a_side_without_weak_pawns_and_one_without_pawns_say_so() -> None:
    found = summary("rnbqkbnr/pppppppp/8/8/8/8/8/4K3")
    assert found.white.sentence == "no pawns."
    assert found.structure == "No named structure"
    assert found.headline.startswith("No named structure. ")
    assert " White: no pawns. Black: one island, " in found.headline


def test_the_structure_is_named_with_its_side() -> None:
    assert summary("4k3/pp3ppp/4p3/8/3P4/8/PP3PPP/4K3").structure == "Isolated queen's pawn of White"


def test_an_isolated_passed_pawn_is_passed_and_not_weak() -> None:
    found = summary("4k3/8/8/3P4/8/8/8/4K3")
    assert found.white.sentence == "one island, passed pawn d5, no weak pawns."
    assert {feature.caption: feature.text for feature in found.white.features}["Isolated"] == "d5 (passed)"


def test_features_say_what_else_a_pawn_is() -> None:
    features = {feature.caption: feature.text for feature in summary("4k3/8/3n4/3P4/2P5/8/6p1/4K3").white.features}
    assert features == {
        "Islands": "1 (c-d)",
        "Passed": "c4 (connected, outside), d5 (protected, connected, blockaded)",
        "Candidates": "none",
        "Isolated": "none",
        "Backward": "none",
        "Doubled": "none",
        "Weak": "none",
        "Hanging": "none",
        "Majority": "none",
    }


def test_the_text_begins_with_the_fen_and_says_what_there_is_not() -> None:
    text = summary_of(Position.from_fen("4k3/8/8/8/8/8/P7/4K3 b - - 0 1")).text
    assert text.splitlines() == [
        "4k3/8/8/8/8/8/P7/4K3 b - - 0 1",
        "Black to move.",
        "Pawn ending: Draw, proved.",
        "White has a passed pawn on a2.",
        "No named structure.",
        "White: one island, passed pawn a2, no weak pawns.",
        "  Islands: 1 (a)",
        "  Passed: a2",
        "  Isolated: a2 (passed)",
        "  None: candidates, backward, doubled, weak, hanging, majority",
        "Black: no pawns.",
        "  None: islands, passed, candidates, isolated, backward, doubled, weak, hanging, majority",
    ]


def test_a_pawn_ending_says_who_wins_and_what_books_say_of_it() -> None:
    found = summary_of(Position.from_fen("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"))
    assert found.text.splitlines()[1:6] == [
        "Black to move.",
        "Pawn ending: White wins, proved.",
        "  Direct opposition: White has it; the kings stand on the e-file with 1 square between, and Black is to move.",
        "  Key squares of e3: d5, e5, f5.",
        "White has a passed pawn on e3.",
    ]
    assert found.headline.startswith("White wins. No named structure. White has a passed pawn on e3. White: one island")


def test_what_is_not_decided_at_once_is_said_where_it_is_known_and_behind_what_is_seen() -> None:
    race = Position.from_fen("8/8/8/1p5K/5Pp1/k7/8/8 w - - 0 51")
    found = summary_of(race)
    assert (found.verdict, found.text.splitlines()[2:4]) == (
        "",
        [
            "Black has an outside passed pawn on b5, and the white king is outside its square.",
            "Pawn ending: not decided.",
        ],
    )
    assert summary_of(race, Outcome.DRAW).text.splitlines()[2] == "Pawn ending: Draw, proved."
    assert summary_of(race, Outcome.NOT_DECIDED).text.splitlines()[3] == "Pawn ending: Not decided."


@pytest.mark.parametrize(
    "fen",
    ["8/8/4k3/8/4K3/4P3/8/N7 b - - 0 1", "8/8/8/8/8/4P3/8/kK6 w - - 0 1", "8/8/8/4k3/8/8/8/4K3 w - - 0 1"],
)
def test_no_other_position_is_called_a_pawn_ending(fen: str) -> None:
    found = summary_of(Position.from_fen(fen))
    assert (found.ending, found.verdict) == (None, "")
    assert "Pawn ending" not in found.text


def test_a_backward_pawn_on_a_closed_file_is_a_fact_and_not_in_the_sentence_on_its_side() -> None:
    found = summary_of(Position.from_fen("r3r1k1/pp3ppp/3p1b2/3NpP2/2q1P3/8/PPP3PP/R3QRK1 b - - 1 17"))
    assert (found.white.sentence, found.black.sentence) == (
        "two islands, no weak pawns.",
        "two islands, no weak pawns (d6 backward).",
    )
    backward = next(feature for feature in found.white.features if feature.caption == "Backward")
    assert backward.text == "e4 (blocked)"


def test_the_plans_of_a_structure_are_said_before_its_rule() -> None:
    text = summary_of(Position.from_fen("r1bqr1k1/pp2bppp/2p2nn1/3p2B1/1P1P4/2NBP3/P1Q1NPPP/1R3RK1 b - - 0 12")).text
    lines = [line for line in text.splitlines() if line.startswith(("Structure", "  White wants", "  Rule"))]
    assert lines[0] == "Structure: Carlsbad of White."
    assert lines[1].startswith("  White wants: b5 leaves Black a weak pawn")
    assert lines[2].startswith("  Rule: White has a pawn on d4")


@given(position=positions())
def test_what_a_summary_says_of_a_side_is_what_its_layers_hold(position: Position) -> None:
    found = summary_of(position)
    for side, said in zip(position.sides(), found.sides, strict=True):
        features = {feature.caption: feature for feature in said.features}
        named = mask_of(parse_square(name) for name in re.findall("[a-h][1-8]", said.sentence))
        passed, weak = LAYERS["passed_pawns"](side), LAYERS["target_pawns"](side)
        backward = LAYERS["backward_pawns_not_isolated"](side) & LAYERS["open_pawns"](side)
        alone = LAYERS["isolated_pawns"](side) | backward
        assert named == said.named == passed | (weak or alone)
        assert ("no weak pawns" in said.sentence) == bool(side.pawns and not weak)
        islands = features["Islands"].text
        assert (0 if islands == "none" else int(islands.split()[0])) == NUMBERS["island_count"](side)
        for feature in said.features:
            assert (feature.text == "none") == (not feature.squares)
            if feature.caption not in ("Islands", "Majority"):
                names = re.findall("[a-h][1-8]", re.sub(r"\([^)]*\)", "", feature.text))
                assert mask_of(map(parse_square, names)) == feature.squares
