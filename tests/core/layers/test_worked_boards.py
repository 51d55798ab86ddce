"""Boards worked out by hand: the diagrams of the wiki's pages on spans, attacks and islands, and positions of our own.

https://www.chessprogramming.org/Pawn_Spans, https://www.chessprogramming.org/Pawn_Attacks_(Bitboards),
https://www.chessprogramming.org/Pawn_Islands_(Bitboards)
"""

from __future__ import annotations

import pytest

from pawnviz.core.bitboard import BOARD, FILES, file_fill, parse_square, parse_squares, square_names
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.side import one_pawn
from tests.strategies import Board, picture

SPANS = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8"
ATTACKS = "8/8/8/8/8/2P5/PP1P1PPP/8"
ISLANDS = "8/p6p/1p1pp1p1/8/8/1P3P2/P1P3PP/8"


def files(letters: str) -> int:
    """Return the whole files with these letters."""
    return sum(FILES["abcdefgh".index(letter)] for letter in letters.split())


@pytest.mark.parametrize(
    ("color", "identifier", "mask"),
    [
        (0, "front_spans", 0xE7E7E7E7C6C60000),
        (0, "rear_spans", 0x00000000002125E7),
        (1, "front_spans", 0x000062E7EFEFEFEF),
        (1, "rear_spans", 0xEF8D080000000000),
        (0, "interspans", 0x000062E7C6C60000),
        (1, "interspans", 0x000062E7C6C60000),
        (0, "open_files", files("e")),
        (0, "half_open_files", files("d")),
        (1, "half_open_files", 0),
        (0, "rear_twins", parse_squares("c2")),
        (0, "front_twins", parse_squares("c3")),
    ],
)
def test_the_spans_board_has_the_masks_of_its_page(color: int, identifier: str, mask: int) -> None:
    assert LAYERS[identifier](Board.of(SPANS).sides()[color]) == mask


def test_the_pictures_of_the_spans_page_are_its_masks() -> None:
    white, black = Board.of(SPANS).sides()
    assert LAYERS["front_spans"](white) == picture("""
        1 1 1 . . 1 1 1
        1 1 1 . . 1 1 1
        1 1 1 . . 1 1 1
        1 1 1 . . 1 1 1
        . 1 1 . . . 1 1
        . 1 1 . . . 1 1
        . . . . . . . .
        . . . . . . . .""")
    assert LAYERS["rear_spans"](white) == picture("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        1 . . . . 1 . .
        1 . 1 . . 1 . .
        1 1 1 . . 1 1 1""")
    assert LAYERS["rear_spans"](black) == picture("""
        1 1 1 1 . 1 1 1
        1 . 1 1 . . . 1
        . . . 1 . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .""")
    assert LAYERS["front_spans"](black) == picture("""
        . . . . . . . .
        . . . . . . . .
        . 1 . . . 1 1 .
        1 1 1 . . 1 1 1
        1 1 1 1 . 1 1 1
        1 1 1 1 . 1 1 1
        1 1 1 1 . 1 1 1
        1 1 1 1 . 1 1 1""")


def test_a_pawn_on_d5_has_its_lee_towards_the_a_file_and_its_luff_towards_the_h_file() -> None:
    side = one_pawn(True, parse_square("d5"))
    assert square_names(LAYERS["lee_squares"](side)) == "a5 b5 c5"
    assert square_names(LAYERS["luff_squares"](side)) == "e5 f5 g5 h5"
    assert square_names(LAYERS["front_spans"](side)) == "d6 d7 d8"
    assert square_names(LAYERS["rear_spans"](side)) == "d1 d2 d3 d4"


@pytest.mark.parametrize("square", ["a4", "h4"])
def test_a_rook_pawn_has_no_lee(square: str) -> None:
    side = one_pawn(True, parse_square(square))
    assert LAYERS["lee_squares"](side) == 0
    assert LAYERS["luff_squares"](side) == parse_squares("a4 b4 c4 d4 e4 f4 g4 h4") ^ parse_squares(square)


@pytest.mark.parametrize(
    ("identifier", "squares"),
    [
        ("east_attacks", "b3 c3 e3 g3 h3 d4"),
        ("west_attacks", "a3 c3 e3 f3 g3 b4"),
        ("attacks", "a3 b3 c3 e3 f3 g3 h3 b4 d4"),
        ("double_attacks", "c3 e3 g3"),
        ("single_attacks", "a3 b3 f3 h3 b4 d4"),
    ],
)
def test_the_attacks_board_has_the_squares_of_its_page(identifier: str, squares: str) -> None:
    assert square_names(LAYERS[identifier](Board.of(ATTACKS).sides()[0])) == squares


def test_a_safe_square_is_guarded_as_often_as_it_is_attacked() -> None:
    white, black = Board.of("8/8/2p5/3p4/4P3/8/8/8").sides()
    assert square_names(LAYERS["safe_squares"](white) ^ BOARD) == "c4 e4 b5"
    assert square_names(LAYERS["safe_squares"](black) ^ BOARD) == "f5"


def test_islands_are_the_runs_of_files_of_their_page() -> None:
    white, black = Board.of(ISLANDS).sides()
    assert LAYERS["island_east_files"](white) == files("c h")
    assert LAYERS["island_west_files"](white) == files("a f")
    assert LAYERS["islands_of_width_3"](white) == files("a b c f g h")
    assert LAYERS["island_east_files"](black) == files("b e h")
    assert LAYERS["island_west_files"](black) == files("a d g")
    assert LAYERS["islands_of_width_2"](black) == files("a b d e g h")
    assert [NUMBERS["island_count"](side) for side in (white, black)] == [2, 3]
    assert [NUMBERS["fileset"](side) for side in (white, black)] == [0b11100111, 0b11011011]
    assert LAYERS["filesets"](white) == 0b11100111


def test_an_island_one_file_wide_is_both_borders_at_once() -> None:
    white, _ = Board.of("8/8/8/8/8/8/P3PP2/8").sides()
    assert LAYERS["island_east_files"](white) == files("a f")
    assert LAYERS["island_west_files"](white) == files("a e")
    assert LAYERS["isolated_files"](white) == LAYERS["islands_of_width_1"](white) == files("a")
    assert LAYERS["half_isolated_files"](white) == files("e f")
    assert square_names(LAYERS["isolated_pawns"](white)) == "a2"
    assert square_names(LAYERS["half_isolated_pawns"](white)) == "e2 f2"


def test_telestops_leave_the_stop_out() -> None:
    white, _ = Board.of("8/8/8/8/4P3/8/8/8").sides()
    assert square_names(LAYERS["telestops"](white)) == "e6 e7 e8"


def test_telestops_of_doubled_pawns_have_two_readings() -> None:
    white, _ = Board.of("8/8/8/8/4P3/8/4P3/8").sides()
    assert square_names(LAYERS["telestops"](white)) == "e4 e6 e7 e8"
    assert square_names(LAYERS["telestops_of_each"](white)) == "e4 e5 e6 e7 e8"


def test_pawns_that_have_passed_each_other_leave_a_closed_file_without_an_interspan() -> None:
    white, black = Board.of("8/8/8/1P6/1p6/8/8/8").sides()
    assert LAYERS["closed_files"](white) == LAYERS["closed_files"](black) == files("b")
    assert LAYERS["interspans"](white) == LAYERS["interspans"](black) == 0


def test_an_interspan_may_hold_pawns() -> None:
    white, black = Board.of("8/3p4/8/3P4/8/8/3P4/8").sides()
    assert square_names(LAYERS["interspans"](white)) == "d3 d4 d5 d6"
    assert square_names(LAYERS["unfree_pawns"](white)) == "d2 d5"
    assert square_names(LAYERS["unfree_pawns"](black)) == "d7"


def test_pawns_on_the_first_and_last_rank_are_pawns_like_all_others() -> None:
    white, black = Board.of("P6p/8/8/8/8/8/8/p6P").sides()
    assert LAYERS["front_spans"](white) == file_fill(parse_squares("h1")) ^ parse_squares("h1")
    assert LAYERS["attacks"](white) == parse_squares("g2")
    assert LAYERS["attacks"](black) == parse_squares("g7")
    assert LAYERS["stops"](white) == parse_squares("h2")
