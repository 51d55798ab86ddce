"""Boards worked out by hand: the diagrams of the wiki's pages on pawns, and positions of our own.

https://www.chessprogramming.org/Pawn_Pattern_and_Properties and the pages it leads to
"""

from __future__ import annotations

import pytest

from pawnviz.core.board.bitboard import BOARD, FILES, file_fill, parse_square, parse_squares, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import one_pawn
from pawnviz.core.layers import LAYERS, NUMBERS
from tests.data import rows_beside
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


@pytest.mark.parametrize(("placement", "color", "identifier", "squares"), rows_beside(__file__, "worked_boards.tsv"))
def test_a_layer_has_the_squares_that_were_found_by_hand(
    placement: str, color: str, identifier: str, squares: str
) -> None:
    side = Board.of(placement).sides()[color == "black"]
    assert square_names(LAYERS[identifier](side)) == squares


def test_d5_is_safe_by_count_though_the_pawn_that_takes_there_is_lost() -> None:
    white, _ = Board.of("8/8/2p5/3p4/4P3/8/8/8").sides()
    assert LAYERS["safe_squares"](white) & parse_squares("d5")


@pytest.mark.parametrize(
    ("placement", "white", "black"),
    [
        ("8/pp3ppp/8/8/8/8/PPP2PP1/8", (1, 0), (0, 1)),
        ("8/pppppppp/8/8/8/8/PPPPPPPP/8", (0, 0), (0, 0)),
        ("8/8/8/8/8/8/PPP5/8", (3, 0), (0, 0)),
    ],
)
def test_majorities_are_counted_by_wings(placement: str, white: tuple[int, int], black: tuple[int, int]) -> None:
    for side, (west, east) in zip(Board.of(placement).sides(), (white, black), strict=True):
        assert (NUMBERS["west_majority"](side), NUMBERS["east_majority"](side)) == (west, east)
        wings = (files("a b c d") if west else 0) | (files("e f g h") if east else 0)
        assert LAYERS["majorities"](side) == wings


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        # h5 needs three moves, the third is White's fifth ply when White begins; h2 is one step from promotion.
        ("8/k7/p7/7P/2K5/8/7p/8 w - - 0 1", 5, 2),
        ("8/k7/p7/7P/2K5/8/7p/8 b - - 0 1", 6, 1),
        # The double step saves a move; d4 is held back by e6; on the last rank there is no more to do.
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 9, 0),
        ("4k3/pp3ppp/4p3/8/3P4/8/PP3PPP/4K3 w - - 0 1", 0, 0),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 0),
    ],
)
def test_plies_to_promotion_are_counted_for_the_nearest_passed_pawn(fen: str, white: int, black: int) -> None:
    sides = Position.from_fen(fen).sides()
    assert [NUMBERS["promotion_plies"](side) for side in sides] == [white, black]


def test_dispersion_has_the_values_of_its_table() -> None:
    rows = {"PPPPPPPP": 5, "PPP1PPPP": 5, "PP1P1PPP": 21, "P1P1P1PP": 43, "P1P1P1P1": 44, "8": 0, "P7": 2, "P6P": 10}
    for row, value in rows.items():
        assert NUMBERS["dispersion"](Board.of(f"8/8/8/8/8/8/{row}/8").sides()[0]) == value


def test_distortion_adds_up_the_steps_from_file_to_file() -> None:
    white, black = Board.of("8/8/8/8/3P4/2P1P3/PP3PPP/8").sides()
    assert NUMBERS["distortion"](white) == 0 + 1 + 1 + 1 + 1 + 0 + 0
    assert NUMBERS["distortion"](black) == 0
    assert NUMBERS["distortion"](Board.of("8/8/8/8/8/8/P7/8").sides()[0]) == 2
    assert NUMBERS["center_pawns"](white) == 2


@pytest.mark.parametrize(
    ("placement", "color", "crippled", "healthy"),
    [
        # The exchange variation of the Ruy Lopez after exd4: Black's doubled pawns hold nothing but themselves.
        ("8/ppp2ppp/2p5/8/4P3/8/PPP2PPP/8", 1, "a b c d", ""),
        ("8/ppp2ppp/2p5/8/4P3/8/PPP2PPP/8", 0, "", "e f g h"),
        # With b4 the majority of three makes a passed pawn on the c-file; with a3 for b2 nothing helps c2.
        ("8/pp6/8/8/8/8/PPP5/8", 0, "", "a b c d"),
        ("8/pp6/8/8/8/P7/P1P5/8", 0, "a b c d", ""),
        # A majority without doubled and backward pawns counts as healthy, however scattered.
        ("8/1p6/8/8/8/8/P1P5/8", 0, "", "a b c d"),
        # a2 has one helper against two sentries, and c2 is backward: b4 attacks c3, and no white pawn can guard it.
        ("8/8/1p6/1P6/1p6/8/P1P5/8", 0, "a b c d", ""),
        # The isolated d5 cannot step past e3, but is no pawn that is left behind.
        ("8/pp3ppp/8/3p4/8/4P3/PP3PPP/8", 1, "", "a b c d"),
        # A pawn on the e-file is no matter of the queenside.
        ("8/pp2p3/8/8/8/8/PPPP4/8", 0, "", "a b c d"),
        ("8/8/8/8/8/8/8/8", 0, "", ""),
    ],
)
def test_a_majority_is_crippled_where_it_can_make_no_passed_pawn(
    placement: str, color: int, crippled: str, healthy: str
) -> None:
    side = Board.of(placement).sides()[color]
    assert LAYERS["crippled_majorities"](side) == files(crippled)
    assert LAYERS["healthy_majorities"](side) == files(healthy)


@pytest.mark.parametrize(
    ("placement", "color", "letters"),
    [
        # The exchange variation of the queen's gambit: b2-b4-b5 against c6.
        ("8/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/8", 0, "a b c"),
        ("8/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/8", 1, ""),
        # A black pawn on b5 stops the b-pawn; with the pawn on c7 there is nothing to attack.
        ("8/p4ppp/2p5/1p1p4/3P4/4P3/PP3PPP/8", 0, ""),
        ("8/ppp2ppp/8/3p4/3P4/4P3/PP3PPP/8", 0, ""),
        # The Sicilian: ...b7-b5 against c4.
        ("8/pp2pppp/3p4/8/2P1P3/8/PP3PPP/8", 1, "a b c"),
        # Three against three is no minority, and a pawn on c4 is not a target of White's.
        ("8/pp3ppp/2p5/8/8/8/PPP2PPP/8", 0, ""),
        ("8/ppp5/8/8/2p5/8/PP6/8", 0, ""),
    ],
)
def test_a_minority_attacks_where_it_can_reach_a_pawn_on_a_half_open_file(
    placement: str, color: int, letters: str
) -> None:
    assert LAYERS["minority_attack_files"](Board.of(placement).sides()[color]) == files(letters)


FRENCH = "2b1k3/pp3p2/4p3/2ppP3/3P4/2P5/PP3P2/2B1KB2"


@pytest.mark.parametrize(
    ("placement", "letters"),
    [
        ("8/8/8/8/8/8/5PPP/6K1", ""),
        ("8/8/8/8/8/8/5P1P/6K1", "g"),
        ("8/8/8/8/7P/5P2/8/6K1", "g"),
        ("8/8/8/8/8/6K1/5PPP/8", "f g h"),
        ("8/8/8/8/8/8/P7/K7", "b"),
        ("8/8/8/8/8/8/PPPPPPPP/8", ""),
    ],
)
def test_a_file_at_the_king_without_a_pawn_in_front_of_it_is_a_gap(placement: str, letters: str) -> None:
    assert LAYERS["shelter_gaps"](Board.of(placement).sides()[0]) == files(letters)
