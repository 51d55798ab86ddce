from __future__ import annotations

import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import parse_square, squares
from pawnviz.core.board.position import Position
from pawnviz.core.explain.reasons import pawn_labels, reason
from pawnviz.core.layers import LAYERS
from tests.data import rows_beside
from tests.strategies import Board, boards


def sentence_of(identifier: str, fen: str, square: str, *, white: bool = True) -> str:
    """Return why a side's layer holds a square of a board, or why it does not."""
    side = Position.from_fen(fen).sides()[0 if white else 1]
    return reason(identifier, side, parse_square(square)).text


SENTENCES: Final = rows_beside(__file__, "sentences.tsv")
"""Of worked boards: a layer of White's, the board, a square, and why the layer holds the square or not.

They have every form of clause of every layer; each was read from its words and found true on its board.
"""
ONE_OF_SEVERAL: Final = ("promotion_path_free", "outside_kings_square", "weak_pawns", "weak_color_complex")
"""Layers whose sentences name one of several pieces, or light squares first."""
COLORS: Final = {"white": "black", "black": "white", "White": "Black", "Black": "White"}


def turned_words(text: str) -> list[str]:
    """Return the words of a sentence, the ranks counted from the other end and the colors exchanged, sorted."""
    swapped = re.sub("white|black|White|Black", lambda found: COLORS[found[0]], text)
    return words_of(re.sub("([a-h])([1-8])", lambda found: f"{found[1]}{9 - int(found[2])}", swapped))


def words_of(text: str) -> list[str]:
    return sorted(re.findall(r"[\w'-]+", text))


@pytest.mark.parametrize(("identifier", "fen", "square", "sentence"), SENTENCES)
def test_a_sentence_of_a_worked_board_speaks_of_black_as_of_white(
    identifier: str, fen: str, square: str, sentence: str
) -> None:
    assert sentence_of(identifier, fen, square) == sentence
    black = Position.from_fen(fen).swapped_colors().sides()[1]
    if identifier not in ONE_OF_SEVERAL:
        assert words_of(reason(identifier, black, parse_square(square) ^ 56).text) == turned_words(sentence)


def test_black_is_spoken_of_as_white_is() -> None:
    assert sentence_of("fakers", "8/1p3pk1/8/7p/3PP2p/6P1/4K3/8 w - - 0 47", "h4", white=False) == (
        "Faker (wiki): no white pawn stands in front of h4 on the h-file, "
        "and h4 has no helper against 1 sentry (g3), captures left out."
    )
    fen = "8/8/3p4/8/2P5/8/8/8"
    assert sentence_of("backward_pawns", fen, "d6", white=False) == (
        "Backward (wiki): no black pawn stands beside or behind d6 on the c- or e-file to guard d5, "
        "and the white pawn c4 attacks d5."
    )


CONTENDERS: Final = ("candidate_pawns", "fakers", "candidates_on_fifth", "candidates_with_safe_path")


@given(board=boards(), white=st.booleans())
def test_a_passed_pawn_is_no_candidate_because_it_is_passed_already(board: Board, white: bool) -> None:
    side = board.sides()[0 if white else 1]
    passed = LAYERS["passed_pawns"](side)
    for square in squares(side.pawns):
        for identifier in CONTENDERS:
            found = reason(identifier, side, square)
            assert ("so it is passed already" in found.text) == bool(passed >> square & 1), found.text


def test_the_storm_is_of_the_enemys_pawns() -> None:
    side = Position.from_fen("1kq5/8/8/6p1/8/8/6P1/6K1").sides()[0]
    found = reason("pawn_storm", side, parse_square("g5"))
    assert found.text == (
        "In a pawn storm: the white king g1 stands at most four ranks ahead of g5 on the g-file; "
        "g5 is on Black's fourth rank; and Black has a queen."
    )
    assert "pawn_storm" in [label.identifier for label in pawn_labels(side.enemy, parse_square("g5"))]


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
