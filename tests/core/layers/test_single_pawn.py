"""One pawn: the pictures of the wiki's pages, and the slow reference for every color and square.

https://www.chessprogramming.org/Pawn_Spans, https://www.chessprogramming.org/Pawn_Attacks_(Bitboards)
"""

from __future__ import annotations

import chess
import pytest

from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_square, square_names
from pawnviz.core.board.side import BLACK, WHITE
from pawnviz.core.layers.single_pawn import SinglePawn, single_pawn
from tests.reference import LAYER_REFERENCES, mask_of_squares
from tests.strategies import Board, picture


def test_a_white_pawn_on_d5_has_the_spans_of_its_page() -> None:
    pawn = single_pawn(WHITE, parse_square("d5"))
    assert pawn.front_span == picture("""
        . . . f . . . .
        . . . r . . . .
        . . . o . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .""")
    assert pawn.rear_span == picture("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . r . . . .
        . . . e . . . .
        . . . a . . . .
        . . . r . . . .""")
    assert square_names(pawn.lee) == "a5 b5 c5"
    assert square_names(pawn.luff) == "e5 f5 g5 h5"
    assert square_names(pawn.stop) == "d6"
    assert square_names(pawn.telestops) == "d7 d8"


def test_a_white_pawn_on_d4_attacks_the_squares_of_its_page() -> None:
    assert single_pawn(WHITE, parse_square("d4")).attacks == picture("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . 1 . 1 . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .""")


@pytest.mark.parametrize("color", [WHITE, BLACK])
@pytest.mark.parametrize("square", range(64), ids=SQUARE_NAMES)
def test_each_pawn_is_what_the_reference_sees(color: bool, square: int) -> None:
    pieces = [""] * 64
    pieces[square] = "P" if color else "p"
    view = Board(tuple(pieces)).views()[0 if color else 1]
    pawn = single_pawn(color, square)

    def expected(layer: str) -> int:
        return mask_of_squares(LAYER_REFERENCES[layer](view))

    assert pawn == SinglePawn(
        color,
        square,
        attacks=expected("attacks"),
        stop=expected("stops"),
        telestops=expected("telestops"),
        front_span=expected("front_spans"),
        rear_span=expected("rear_spans"),
        lee=expected("lee_squares"),
        luff=expected("luff_squares"),
    )
    assert pawn.attacks == chess.BB_PAWN_ATTACKS[color][square]


def test_a_pawn_on_its_last_rank_has_nothing_in_front() -> None:
    for pawn in (single_pawn(WHITE, parse_square("e8")), single_pawn(BLACK, parse_square("e1"))):
        assert (pawn.attacks, pawn.stop, pawn.telestops, pawn.front_span) == (0, 0, 0, 0)
        assert pawn.rear_span.bit_count() == 7


def test_a_pawn_is_computed_once() -> None:
    assert single_pawn(BLACK, 12) is single_pawn(BLACK, 12)
