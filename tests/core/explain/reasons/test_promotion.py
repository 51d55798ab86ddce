from __future__ import annotations

import pytest

from tests.core.explain.reasons.sentences import sentence_of


@pytest.mark.parametrize(
    ("identifier", "fen", "square", "sentence"),
    [
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
            "promotion_path_free",
            "8/8/P7/8/8/8/8/8",
            "a6",
            "Free path: no black pawn stands in front of a6 on the a- or b-file, and nothing stands on a7 or a8.",
        ),
        (
            "key_squares",
            "8/8/8/8/4P3/8/8/8",
            "d6",
            "Key square: d6 is two ranks ahead of the passed white pawn e4, on its file or one beside.",
        ),
        ("key_squares", "8/8/8/8/4P3/8/8/8", "d5", "Not a key square: the key squares of e4 are d6, e6 and f6."),
        (
            "key_squares",
            "8/8/8/8/P7/8/8/8",
            "b7",
            "Key square: b7 is beside a8, where the passed white pawn a4 promotes.",
        ),
        (
            "key_squares",
            "8/4P3/8/8/8/8/8/8",
            "e8",
            "Not a key square: White has no passed pawn on its second to sixth rank.",
        ),
    ],
)
def test_a_sentence_of_a_worked_board(identifier: str, fen: str, square: str, sentence: str) -> None:
    assert sentence_of(identifier, fen, square) == sentence


def test_a_king_that_moves_first_is_a_move_nearer() -> None:
    fen = "8/8/8/P3k3/8/8/8/K7 {} - - 0 1"
    assert sentence_of("outside_kings_square", fen.format("w"), "a5").startswith("Outside the king's square: ")
    assert sentence_of("outside_kings_square", fen.format("b"), "a5") == (
        "Not outside the king's square: a5 needs 3 moves to a8 and the black king e5 4, moving first."
    )


def test_a_king_that_moves_first_takes_a_pawn_beside_it() -> None:
    fen = "8/8/{}/8/8/8/P7/1k6 b - - 0 1"
    assert (
        sentence_of("outside_kings_square", fen.format("8"), "a2") == "Not outside the king's square: "
        "the black king b1, to move, is beside a2, which no white pawn or king guards."
    )
    assert "; the black king b1 cannot take a2, which a1 guards; and" in sentence_of(
        "outside_kings_square", "8/8/8/8/8/8/P7/Kk6 b - - 0 1", "a2"
    )
