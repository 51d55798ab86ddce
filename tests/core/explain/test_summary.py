from __future__ import annotations

import random
import re
from collections import Counter

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import SQUARE_NAMES, mask_of, parse_square, squares
from pawnviz.core.board.legality import game_over
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.endings.outcome import Outcome
from pawnviz.core.explain.pawn_words import (
    PAWN_FACTS,
    SQUARE_FACTS,
    SquareFact,
    break_words,
    pawn_facts,
    pawn_headline,
    square_facts,
    square_labels,
)
from pawnviz.core.explain.summary import Summary, summary_of
from pawnviz.core.layers import LAYERS, NUMBERS
from tests.data import rows_beside
from tests.positions import positions
from tests.strategies import Board, boards

PAWNS = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8"


def facts_of(square: str, pawns: str = PAWNS) -> dict[str, str]:
    position = Position.from_fen(pawns)
    piece = position.piece_at(parse_square(square))
    side = position.sides()[0 if piece == "P" else 1]
    return {
        caption: value for (caption, _), value in zip(PAWN_FACTS, pawn_facts(side, parse_square(square)), strict=True)
    }


def test_a_pawn_names_its_own_squares_and_the_pawns_around_it() -> None:
    assert facts_of("c3") == {
        "Stop": "c4",
        "Telestops": "c5–c8",
        "Front span": "c4–c8",
        "Rear span": "c1 c2",
        "Attacks": "b4 d4",
        "Front attack span": "b4–b8 d4–d8",
        "Rear attack span": "b1–b3 d1–d3",
        "Lee": "a3 b3",
        "Luff": "d3–h3",
        "To promotion": "5 moves, on c8",
        "To its back rank": "2 ranks",
        "Protected by": "pawn b2",
        "Helpers": "b2",
        "Sentries": "d5 b7",
        "Guards": "b2",
        "Attackers": "",
    }
    assert facts_of("d5")["To promotion"] == "4 moves, on d1"
    assert facts_of("d5")["Sentries"] == "c2 c3"
    assert facts_of("d5")["To its back rank"] == "3 ranks"
    assert facts_of("d5")["Protected by"] == "pawn c6"


def test_a_pawn_on_the_last_rank_is_there_and_one_before_it_needs_a_move() -> None:
    pawns = "P7/1P6/8/8/8/8/8/8"
    assert facts_of("a8", pawns)["To promotion"] == "it is there"
    assert facts_of("b7", pawns)["To promotion"] == "1 move, on b8"
    assert facts_of("a8", pawns)["Stop"] == ""


def square_facts_of(square: str, pawns: str = PAWNS) -> dict[str, tuple[SquareFact, SquareFact]]:
    facts = square_facts(Position.from_fen(pawns).sides(), parse_square(square))
    return {caption: both for (caption, _), both in zip(SQUARE_FACTS, facts, strict=True)}


def values_of(square: str, pawns: str = PAWNS) -> dict[str, tuple[str, str]]:
    facts = square_facts_of(square, pawns)
    return {caption: (white.value, black.value) for caption, (white, black) in facts.items()}


def test_a_square_names_its_guards_now_and_ever_the_spans_it_is_in_and_the_verdicts() -> None:
    assert values_of("b4") == {
        "Guarded by": ("c3", ""),
        "Ever guarded by": ("c2 c3", "a6 c6"),
        "In front span of": ("b2", "b7"),
        "In rear span of": ("", ""),
        "Safe": ("yes", "no"),
        "Hole": ("no", "no"),
        "Outpost (wiki)": ("no", "no"),
        "Outpost (Stockfish)": ("no", "no"),
    }
    assert values_of("e4")["Hole"] == ("yes", "no")
    assert values_of("d3")["Hole"] == ("no", "no")
    assert values_of("d4")["Safe"] == ("yes", "no")
    assert values_of("b1")["In rear span of"] == ("b2", "")


def test_a_square_is_an_outpost_by_each_definition() -> None:
    facts = values_of("e5", "8/5p2/5P2/8/3P4/8/8/8")
    assert (facts["Outpost (wiki)"], facts["Outpost (Stockfish)"]) == (("no", "no"), ("yes", "no"))


def test_each_verdict_on_a_square_has_its_reason() -> None:
    facts = square_facts_of("d5", "8/8/8/2p5/4P3/8/8/8")
    whys = {caption: white.why for caption, (white, _) in facts.items()}
    assert whys["Outpost (wiki)"].startswith("Outpost (wiki): ")
    assert whys["Outpost (Stockfish)"].startswith("Outpost (Stockfish): ")
    assert whys["Hole"].startswith("Not a hole: d5 is on White's fifth rank, not on the third or fourth")
    assert whys["Safe"] == "Safe: no black pawn attacks d5."
    assert whys["Guarded by"] == ""


def test_every_fact_is_explained() -> None:
    for caption, explanation in (*PAWN_FACTS, *SQUARE_FACTS):
        assert caption[0].isupper()
        assert explanation.endswith(".")


def labels_of(fen: str, square: str, *, white: bool = True) -> list[str]:
    side = Position.from_fen(fen).sides()[0 if white else 1]
    return [found.text for found in square_labels(side, parse_square(square))]


def test_a_square_has_the_labels_of_the_layers_that_hold_it() -> None:
    assert labels_of("8/2p5/8/8/4P3/8/8/8", "d5") == []
    assert labels_of("8/8/2p5/8/4P3/8/8/8", "d5") == [
        "Safe: the black pawn c6 attacks d5, but the white pawn e4 guards d5."
    ]
    assert labels_of("8/8/2p5/8/8/4P3/8/8", "d5")[1:] == [
        "Not safe: the black pawn c6 attacks d5, but no white pawn guards d5."
    ]
    hole = "Hole: d4 is on White's fourth rank, and no white pawn can ever guard d4 without capturing."
    assert labels_of("8/8/8/8/2P1P3/8/8/8", "d4") == [hole]


def test_the_opposition_is_said_in_pawn_endings_only() -> None:
    assert any(text.startswith("Opposition square: ") for text in labels_of("8/8/4k3/8/8/4P3/8/7K", "e4"))
    assert not any(text.startswith("Opposition square: ") for text in labels_of("8/8/4k3/8/8/4P3/8/N6K", "e4"))


def headline(fen: str, square: str) -> str:
    """Return the headline of the pawn on a square of a FEN."""
    position = Position.from_fen(fen)
    return pawn_headline(
        position.sides()[0 if position.piece_at(parse_square(square)) == "P" else 1], parse_square(square)
    )


@pytest.mark.parametrize(("placement", "square", "sentence"), rows_beside(__file__, "headlines.tsv"))
def test_a_headline_says_what_a_pawn_is_and_what_is_done_to_it(placement: str, square: str, sentence: str) -> None:
    assert headline(f"{placement} w - - 0 1", square) == sentence


@pytest.mark.parametrize(
    ("fen", "square", "strikes"),
    [
        ("4k3/8/8/2p5/8/8/3P4/3K4 w - - 0 1", "d2", "at c5 from d4"),
        ("4k3/8/8/2p5/7b/8/3P4/4K3 w - - 0 1", "d2", "at c5 from d4"),  # A bishop that pins nothing.
        ("4k3/8/8/2p5/1b6/8/3P4/4K3 w - - 0 1", "d2", ""),  # Pinned along a diagonal.
        ("4k3/8/8/2p5/8/8/r2P2K1/8 w - - 0 1", "d2", ""),  # Along its rank.
        ("3rk3/8/8/2p5/8/8/3P4/3K4 w - - 0 1", "d2", "at c5 from d4"),  # On its file it stays in the way.
        ("5k2/4p3/8/5P2/8/8/8/4K3 b - - 0 1", "e7", "at f5 from e6"),
        ("5k2/4p3/8/5P2/1B6/8/8/4K3 b - - 0 1", "e7", ""),
    ],
)
def test_a_pawn_that_is_pinned_is_not_ready_to_strike(fen: str, square: str, strikes: str) -> None:
    position = Position.from_fen(fen)
    side = next(side for side in position.sides() if side.pawns >> parse_square(square) & 1)
    assert break_words(side, parse_square(square)) == strikes
    assert (" strike at " in pawn_headline(side, parse_square(square))) == bool(strikes)
    told = summary_of(position).text
    assert ("may strike" in told) <= bool(strikes)


def test_a_push_that_loses_its_pawn_is_not_ready() -> None:
    fen = "r1bq1rk1/pp3ppp/2n1pn2/8/1b1P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"
    assert headline(fen, "e6").endswith("may strike at d4 from e5, but needs one more guard of e5.")
    assert headline("4k3/8/8/3p4/8/8/2P5/4K3 w - - 0 1", "c2").endswith("but needs one more guard of c4.")
    assert headline("4k3/8/8/3p4/8/3P4/2P5/4K3 w - - 0 1", "c2").endswith("ready to strike at d5 from c4.")


@pytest.mark.parametrize(
    ("fen", "over"),
    [
        ("8/8/8/8/8/k7/p7/K7 w - - 0 1", "Stalemate: White has no legal move. The game is drawn."),
        ("7k/7P/6K1/8/8/8/8/8 b - - 0 1", "Stalemate: Black has no legal move. The game is drawn."),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "Checkmate: Black has won."),
        ("7k/6Q1/6K1/8/8/7p/8/8 b - - 0 1", "Checkmate: White has won."),
    ],
)
def test_the_end_of_a_game_is_said_first(fen: str, over: str) -> None:
    found = summary_of(Position.from_fen(fen))
    assert found.text.splitlines()[2] == found.headline[: len(over)] == over
    assert found.balance is None and found.ending is None


def test_a_game_is_over_on_the_boards_on_which_python_chess_says_so() -> None:
    chance, endings = random.Random(1), Counter[str]()
    for _ in range(40):
        board = chess.Board(
            "4k3/8/8/8/8/7P/4q3/K7 b - - 0 1" if chance.random() < 0.5 else "k7/p7/Q7/8/8/8/8/K6R w - - 0 1"
        )
        for _ in range(30):
            over = game_over(Position.from_fen(board.fen()))[:9]
            assert over == ("Checkmate" if board.is_checkmate() else "Stalemate" if board.is_stalemate() else "")
            endings[over] += 1
            if over:
                break
            board.push(chance.choice(list(board.legal_moves)))
    assert min(endings[kind] for kind in ("Checkmate", "Stalemate")) > 0


def test_a_pawn_is_not_outside_the_square_of_a_king_that_is_missing() -> None:
    assert "king's square" not in summary_of(Position.from_fen("8/8/8/8/4P3/8/4P3/8 w - - 0 1")).text
    assert "king's square" in summary_of(Position.from_fen("7k/8/4P3/8/8/8/8/K7 w - - 0 1")).text


def test_of_a_pawn_that_does_nothing_in_particular_nothing_is_said() -> None:
    assert headline("8/8/4p3/4P3/2Pp4/8/3P4/8 w - - 0 1", "d2") == ""


def is_called_weak(side: Side[int], square: int) -> bool:
    """Return whether a pawn is weak, and isolated or not safe one step ahead."""
    ahead = side.forward(1 << square)
    can_go_on = bool(ahead & LAYERS["safe_squares"](side) & ~side.enemy.pawns)
    weak, isolated = (bool(LAYERS[name](side) >> square & 1) for name in ("target_pawns", "isolated_pawns"))
    return weak and (isolated or not can_go_on)


@given(board=boards(), square=st.integers(0, 63))
def test_a_headline_is_one_sentence_that_holds_on_the_board(board: Board, square: int) -> None:
    for side in board.sides():
        if side.pawns >> square & 1:
            text = pawn_headline(side, square)
            if not text:
                assert not is_called_weak(side, square)
                continue
            assert text.endswith(".") and text[0].isupper() and text.count(".") == 1
            held = {name for name in LAYERS if LAYERS[name](side) >> square & 1}
            passed = "passed_pawns" in held
            assert ("passed pawn" in text.replace("candidate passed pawn", "")) == passed
            assert ("isolated" in text) == ("isolated_pawns" in held)
            assert (": weak." in text) == is_called_weak(side, square)
            assert "blocked by" not in text or "rams" in held
            assert "in tension" not in text or "levers" in held
            assert "strike" not in text or "break_pawns" in held
            assert "candidate" not in text or "candidate_pawns" in held
            assert "half-open" not in text or LAYERS["half_open_files"](side.enemy) >> square & 1
            assert "king is outside" not in text or "outside_kings_square" in held
            pieces = side.pieces | side.enemy.pieces
            named = {name for name in SQUARE_NAMES if name in text}
            empty = {SQUARE_NAMES[place] for place in squares(LAYERS["break_squares"](side) | LAYERS["outposts"](side))}
            assert all(pieces >> parse_square(name) & 1 for name in named - empty)


def summary(placement: str) -> Summary:
    """Return the summary of a FEN's placement field, White to move."""
    return summary_of(Position.from_fen(f"{placement} w - - 0 1"))


def test_a_side_is_one_sentence_on_islands_passers_and_weak_pawns() -> None:
    found = summary("3r1k2/4p3/2p5/8/3P3P/P7/7P/2R1R1K1")
    assert found.white.sentence == "three islands, passed pawns a3, h2 and h4, isolated pawn d4."
    assert found.black.sentence == "two islands, weak pawn c6 (isolated, attacked once, not guarded)."
    backward = summary("1r3r1k/8/2p5/p1P5/P7/1P3p2/5P2/1R2K3")
    assert backward.white.sentence == "two islands, isolated pawn f2, backward pawn b3."
    assert backward.black.sentence == "three islands, isolated pawns a5, c6 and f3."


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
    assert found.white.sentence == "one island, passed pawn d5."
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
        "Targets": "none",
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
        "White: one island, passed pawn a2.",
        "  Islands: 1 (a)",
        "  Passed: a2",
        "  Isolated: a2 (passed)",
        "  None: candidates, backward, doubled, targets, hanging, majority",
        "Black: no pawns.",
        "  None: islands, passed, candidates, isolated, backward, doubled, targets, hanging, majority",
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
        "two islands.",
        "two islands, backward pawn d6.",
    )
    backward = next(feature for feature in found.white.features if feature.caption == "Backward")
    assert backward.text == "e4 (blocked)"


def test_the_plans_of_a_structure_are_said_before_its_rule() -> None:
    text = summary_of(Position.from_fen("r1bqr1k1/pp2bppp/2p2nn1/3p2B1/1P1P4/2NBP3/P1Q1NPPP/1R3RK1 b - - 0 12")).text
    lines = [line for line in text.splitlines() if line.startswith(("Structure", "  White's plans", "  Rule"))]
    assert lines[0] == "Structure: Carlsbad of White."
    assert lines[1].startswith("  White's plans: b5 leaves Black a weak pawn")
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
        assert ("weak pawn" in said.sentence) == bool(weak)
        for word in filter(None, said.missing.split(", ")):
            # Whatever layer has the word as its name holds no pawn of the side.
            assert not LAYERS.get(f"{word.removesuffix('s')}_pawns", lambda side: 0)(side), word
        islands = features["Islands"].text
        assert (0 if islands == "none" else int(islands.split()[0])) == NUMBERS["island_count"](side)
        for feature in said.features:
            assert (feature.text == "none") == feature.is_missing <= (not feature.squares)
            if feature.squares and feature.caption not in ("Islands", "Majority"):
                names = re.findall("[a-h][1-8]", re.sub(r"\([^)]*\)", "", feature.text))
                assert mask_of(map(parse_square, names)) == feature.squares
