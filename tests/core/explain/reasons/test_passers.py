from __future__ import annotations

import pytest

from tests.core.explain.reasons.sentences import sentence_of


@pytest.mark.parametrize(
    ("identifier", "fen", "square", "sentence"),
    [
        (
            "blockaded_passers",
            "8/8/3n4/3P4/8/8/8/8",
            "d5",
            "Blockaded: no black pawn stands in front of d5 on the c-, d- or e-file, "
            "and the black knight stands right in front of it on d6.",
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
            "it attacks d6, but the white pawn c5 stands beside d5; "
            "and no white pawn stands in front of d5 on the d-file.",
        ),
        (
            "passed_pawns_stockfish",
            "8/2p1p3/8/2PP4/8/8/8/8",
            "d5",
            "Not passed (Stockfish): the black pawns c7 and e7 stand in front of d5 on the c- and e-files, "
            "and they attack d6, but only the white pawn c5 stands beside d5.",
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
            "and d5 does not attack d7, nor does d7 attack d6.",
        ),
        (
            "passed_pawns_stockfish",
            "8/8/3p4/3P4/8/8/8/8",
            "d5",
            "Not passed (Stockfish): the black pawn d6 stands in front of d5 on the d-file, "
            "and no white pawn that could step up and attack d6 guards d5.",
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
    ],
)
def test_a_sentence_of_a_worked_board(identifier: str, fen: str, square: str, sentence: str) -> None:
    assert sentence_of(identifier, fen, square) == sentence
