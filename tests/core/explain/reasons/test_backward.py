from __future__ import annotations

import pytest

from tests.core.explain.reasons.sentences import sentence_of


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
            "Not backward (wiki): the white pawns c2 and e2 may guard d4, now or after advancing.",
        ),
        (
            "backward_pawns_unrammed",
            "8/6p1/5p1p/5P1P/8/8/8/8",
            "f5",
            "Not backward (unrammed): a black pawn stands right in front of it on f6.",
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
            "and a black pawn stands right in front of it on d5.",
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
            "Not backward (telestops): the black pawn c7 attacks d6, "
            "but it may be guarded by the white pawn e2, now or after advancing.",
        ),
        (
            "stragglers",
            "8/8/2p5/8/3P4/8/8/8",
            "d4",
            "Not a straggler: d4 is on White's fourth rank, not on the second or third.",
        ),
        (
            "weak_unopposed_pawns",
            "8/pp3ppp/4p3/8/3P4/8/PP3PPP/8",
            "d4",
            "Weak unopposed (engines): no white pawn stands on the c- or e-file, beside the d-file; "
            "no black pawn stands in front of d4 on the d-file; "
            "and the black pawn e6 stands in front of d4 on the e-file, so it is not passed.",
        ),
        (
            "weak_unopposed_pawns",
            "8/pp3ppp/8/8/3P4/8/PP3PPP/8",
            "d4",
            "Not weak unopposed (engines): "
            "no black pawn stands in front of d4 on the c-, d- or e-file, so it is passed.",
        ),
        (
            "weak_pawns",
            "rr2nqk1/2nb1p2/3p1b1p/1p1Pp1pP/1P2P1P1/2NBBPN1/3Q1K2/1R5R",
            "b4",
            "Potentially weak: no white pawn can ever guard b4 without capturing; "
            "a black pawn stands right in front of it on b5; "
            "no white pawn stands on the a- or c-file, beside the b-file; "
            "and the black knight c7 by a6 and the black rook a8 by a4 can attack b4.",
        ),
        (
            "weak_pawns",
            "3r4/8/3n4/4p3/8/3P4/8/8",
            "d3",
            "Potentially weak: no white pawn can ever guard d3 without capturing; the black pawn e5 attacks d4; "
            "no white pawn stands on the c- or e-file, beside the d-file; "
            "and the black rook d8 is in front of d3, with no pawn between.",
        ),
        (
            "weak_pawns",
            "8/8/3p4/8/3P4/8/2n5/8",
            "d4",
            "Not potentially weak: no black rook or queen is in front of d4 with no pawn between, "
            "and only the black knight c2 attacks d4.",
        ),
        (
            "target_pawns",
            "3r4/8/2p5/8/1n1P4/8/8/3R4",
            "d4",
            "Weak: no white pawn can ever guard d4 without capturing; the black pawn c6 attacks d5; "
            "no white pawn stands on the c- or e-file, beside the d-file; and d4 can be attacked twice, guarded once.",
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
            "overly_advanced_pawns",
            "8/8/8/8/1P6/P7/8/8",
            "b4",
            "Not overly advanced: the white pawn a3 guards b4 already.",
        ),
        (
            "backward_pawns_telestop",
            "K7/2P2P2/2P5/4p3/5P2/1P1p4/1Pk5/8",
            "f4",
            "Backward (telestops): the black pawn e5 attacks f4, which no white pawn can ever guard without capturing.",
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
