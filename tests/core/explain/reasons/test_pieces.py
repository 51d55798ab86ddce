from __future__ import annotations

import pytest

from tests.core.explain.reasons.sentences import sentence_of


@pytest.mark.parametrize(
    ("identifier", "fen", "square", "sentence"),
    [
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
            "Not a held outpost: the black pawn c7 may attack d5, now or after advancing.",
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
    ],
)
def test_a_sentence_of_a_worked_board(identifier: str, fen: str, square: str, sentence: str) -> None:
    assert sentence_of(identifier, fen, square) == sentence
