from __future__ import annotations

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.explain.facts import (
    PAWN_FACTS,
    SQUARE_FACTS,
    SquareFact,
    pawn_facts,
    square_facts,
    square_labels,
)

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
