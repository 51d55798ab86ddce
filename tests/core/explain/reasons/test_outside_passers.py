from __future__ import annotations

import pytest

from tests.core.explain.reasons.sentences import sentence_of


@pytest.mark.parametrize(
    ("identifier", "fen", "square", "sentence"),
    [
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
    ],
)
def test_a_sentence_of_a_worked_board(identifier: str, fen: str, square: str, sentence: str) -> None:
    assert sentence_of(identifier, fen, square) == sentence
