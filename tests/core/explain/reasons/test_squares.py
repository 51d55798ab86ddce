from __future__ import annotations

import pytest

from tests.core.explain.reasons.sentences import sentence_of


@pytest.mark.parametrize(
    ("identifier", "fen", "square", "sentence"),
    [
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
            "Not a telestop: e5 is right in front of the white pawn e4.",
        ),
        (
            "telestops_of_each",
            "8/8/8/8/4P3/8/4P3/8",
            "e5",
            "Telestop of a pawn: e5 is in front of the white pawn e2, and not right in front of it.",
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
    ],
)
def test_a_sentence_of_a_worked_board(identifier: str, fen: str, square: str, sentence: str) -> None:
    assert sentence_of(identifier, fen, square) == sentence
