from __future__ import annotations

import pytest

from tests.core.explain.reasons.sentences import sentence_of


@pytest.mark.parametrize(
    ("identifier", "fen", "square", "sentence"),
    [
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
            "Blocked far forward (Stockfish): a black pawn stands right in front of it on e6, "
            "and e5 is on White's fifth rank.",
        ),
        (
            "connected_pawns_stockfish",
            "8/8/8/8/3P4/2P5/8/8",
            "c3",
            "Not connected (Stockfish): no white pawn stands beside c3 on its rank, and no white pawn guards c3.",
        ),
        (
            "break_squares",
            "8/8/8/3p4/8/8/2P5/8",
            "c4",
            "Break square: the white pawn c2 can step to c4, and from c4 it would attack the black pawn d5.",
        ),
        (
            "break_squares",
            "8/8/8/3p4/8/8/2P5/8",
            "c3",
            "Not a break square: from c3 it would attack no black pawn.",
        ),
        ("break_squares", "8/8/8/3p4/8/2n5/2P5/8", "c4", "Not a break square: no white pawn can step to c4."),
        ("break_squares", "8/8/8/3p4/2n5/2P5/8/8", "c4", "Not a break square: a black knight stands on c4."),
    ],
)
def test_a_sentence_of_a_worked_board(identifier: str, fen: str, square: str, sentence: str) -> None:
    assert sentence_of(identifier, fen, square) == sentence
