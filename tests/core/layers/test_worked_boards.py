"""Boards worked out by hand: the diagrams of the wiki's pages on pawns, and positions of our own.

https://www.chessprogramming.org/Pawn_Pattern_and_Properties and the pages it leads to
"""

from __future__ import annotations

import pytest

from pawnviz.core.board.bitboard import BOARD, FILES, file_fill, parse_square, parse_squares, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import one_pawn
from pawnviz.core.layers import LAYERS, NUMBERS
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


def test_the_front_is_the_foremost_pawn_of_each_file() -> None:
    white, black = Board.of("8/7p/7p/8/P7/P2P4/8/8").sides()
    assert square_names(LAYERS["fronts"](white)) == "d3 a4"
    assert square_names(LAYERS["fronts"](black)) == "h6"


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


@pytest.mark.parametrize(
    ("placement", "color", "identifier", "squares"),
    [
        ("8/8/8/8/3P4/8/8/8", 0, "front_attack_spans", "c5 e5 c6 e6 c7 e7 c8 e8"),
        ("8/8/8/8/3P4/8/8/8", 0, "east_front_attack_spans", "e5 e6 e7 e8"),
        ("8/8/8/8/3P4/8/8/8", 0, "west_front_attack_spans", "c5 c6 c7 c8"),
        ("8/8/8/8/3P4/8/8/8", 0, "rear_attack_spans", "c1 e1 c2 e2 c3 e3 c4 e4"),
        ("8/8/8/2p3p1/1P5P/8/8/8", 0, "inner_levers", "b4 h4"),
        ("8/8/8/2p3p1/1P5P/8/8/8", 0, "outer_levers", ""),
        ("8/8/8/2p3p1/1P5P/8/8/8", 1, "outer_levers", "c5 g5"),
        ("8/8/8/1p5p/2P3P1/8/8/8", 0, "outer_levers", "c4 g4"),
        ("8/8/8/1p5p/2P3P1/8/8/8", 1, "inner_levers", "b5 h5"),
        ("8/8/8/3pp3/3PP3/8/8/8", 0, "center_levers", "d4 e4"),
        ("8/8/8/3pp3/3PP3/8/8/8", 0, "inner_levers", ""),
        ("8/8/8/3pp3/3PP3/8/8/8", 0, "east_levers", "d4"),
        ("8/8/8/3pp3/3PP3/8/8/8", 0, "west_levers", "e4"),
        ("8/8/8/1p2p2p/1P2P2P/8/8/8", 0, "rams", "b4 e4 h4"),
        ("8/8/8/1p2p2p/1P2P2P/8/8/8", 1, "rams", "b5 e5 h5"),
        ("8/8/4P3/3P2P1/2P4P/8/8/8", 0, "defended_pawns", "d5 g5 e6"),
        ("8/8/4P3/3P2P1/2P4P/8/8/8", 0, "chain_bases", "c4 h4"),
        ("8/8/4P3/3P2P1/2P4P/8/8/8", 0, "chain_links", "d5"),
        ("8/8/4P3/3P2P1/2P4P/8/8/8", 0, "chain_heads", "g5 e6"),
        ("8/8/8/8/PPP5/8/5PP1/8", 0, "duos", "f2 g2"),
        ("8/8/8/8/PPP5/8/5PP1/8", 0, "phalanx_pawns", "f2 g2 a4 b4 c4"),
        ("8/2p2p1p/8/1PP2PPP/8/8/8/8", 0, "candidates_on_fifth", "b5 g5"),
        ("8/2p2p1p/8/1PP2PPP/8/8/8/8", 0, "candidate_pawns", "b5 g5"),
        ("8/6p1/5p1p/5P1P/8/8/8/8", 0, "backward_pawns", "f5 h5"),
        ("8/6p1/5p1p/5P1P/8/8/8/8", 1, "backward_pawns", "g7"),
        ("8/6p1/5p1p/5P1P/8/8/8/8", 0, "backward_pawns_unrammed", ""),
        ("8/6p1/5p1p/5P1P/8/8/8/8", 1, "backward_pawns_unrammed", "g7"),
    ],
)
def test_a_board_of_the_vocabulary_has_the_squares_it_is_shown_with(
    placement: str, color: int, identifier: str, squares: str
) -> None:
    assert square_names(LAYERS[identifier](Board.of(placement).sides()[color])) == squares


def test_d5_is_safe_by_count_though_the_pawn_that_takes_there_is_lost() -> None:
    white, _ = Board.of("8/8/2p5/3p4/4P3/8/8/8").sides()
    assert LAYERS["safe_squares"](white) & parse_squares("d5")


@pytest.mark.parametrize(
    ("placement", "color", "identifier", "squares"),
    [
        # The page on weak pawns: a4 stands past b6, which b5 has stopped; a3 has no pawn behind it to wait for.
        ("8/2p5/1p6/1P6/p1P5/P7/8/8", 1, "overly_advanced_pawns", "a4"),
        ("8/2p5/1p6/1P6/p1P5/P7/8/8", 0, "overly_advanced_pawns", ""),
        ("8/2p5/1p6/1P6/p1P5/P7/8/8", 1, "backward_pawns", "c7"),
        # Once b5 is gone, b6 can come to guard a4 from b5.
        ("8/2p5/1p6/8/p1P5/P7/8/8", 1, "overly_advanced_pawns", ""),
        # One step from promotion a pawn is not too far ahead.
        ("8/2P5/8/3p4/3P4/8/8/8", 0, "overly_advanced_pawns", ""),
        ("8/8/2P5/3p4/3P4/8/8/8", 0, "overly_advanced_pawns", "c6"),
        # The page on fakers: two sentries, one helper.
        ("8/8/1p1p4/8/2PP4/8/8/8", 0, "fakers", "c4"),
        ("8/8/1p1p4/8/2PP4/8/8/8", 0, "candidate_pawns", ""),
        ("8/8/1p6/8/2PP4/8/8/8", 0, "candidate_pawns", "c4"),
        # The page on candidates: b6 with sentry c7 and helper c5, f4 with sentry g2 and helper g4.
        ("8/2p5/1P6/2P5/5pp1/8/6P1/8", 0, "candidate_pawns", "b6"),
        ("8/2p5/1P6/2P5/5pp1/8/6P1/8", 1, "candidate_pawns", "f4"),
        # The page on candidate passed pawns: the squares in front of b5 are safe only after a4-a5.
        ("8/p7/8/1P6/P7/8/8/8", 0, "candidate_pawns", "b5"),
        ("8/p7/8/1P6/P7/8/8/8", 0, "candidates_with_safe_path", ""),
        ("8/p7/8/PP6/8/8/8/8", 0, "candidates_with_safe_path", "b5"),
        # The page on holes: c4, d3 and e4 leave d4.
        ("8/8/8/8/2P1P3/3P4/8/8", 0, "holes", "a3 b3 c3 d3 e3 f3 g3 h3 a4 b4 d4 f4 g4 h4"),
        # Hanging pawns of the queen's gambit, and the same with a third pawn behind them.
        ("8/5ppp/4p3/8/2PP4/8/5PPP/8", 0, "hanging_pawns_wiki", "c4 d4"),
        ("8/5ppp/4p3/8/2PP4/1P6/5PPP/8", 0, "hanging_pawns_wiki", ""),
        ("8/2p2ppp/4p3/8/2PP4/8/5PPP/8", 0, "hanging_pawns_wiki", ""),
        ("8/5ppp/4p3/8/3P4/2P5/5PPP/8", 0, "hanging_pawns_wiki", ""),
        # As books mean it the pair is on the fourth or fifth rank, and neither pawn is passed.
        ("8/pp3ppp/4p3/8/2PP4/8/5PPP/8", 0, "hanging_pawns", "c4 d4"),
        ("8/p4ppp/8/2pp4/8/4P3/PP3PPP/8", 1, "hanging_pawns", "c5 d5"),
        ("8/pp3ppp/4p3/8/2PP4/8/2P2PPP/8", 0, "hanging_pawns", "c4 d4"),
        ("8/p4ppp/4p3/8/2PP4/8/5PPP/8", 0, "hanging_pawns", ""),
        ("8/pp3ppp/4p3/8/8/8/2PP1PPP/8", 0, "hanging_pawns", ""),
        ("8/pp3ppp/4p3/8/8/8/2PP2PP/8", 0, "hanging_pawns_wiki", "c2 d2"),
        ("8/pp3ppp/4p3/8/3P4/2P5/5PPP/8", 0, "hanging_pawns", ""),
        ("8/pp3ppp/4p3/8/2PP4/8/1P3PPP/8", 0, "hanging_pawns", ""),
        ("8/ppp2ppp/4p3/8/2PP4/8/5PPP/8", 0, "hanging_pawns", ""),
        # An isolated pawn is not called backward, though the wiki's formula and Stockfish's rule hold it.
        ("8/2p3p1/8/8/1P5P/8/8/8", 0, "backward_pawns_not_isolated", ""),
        ("8/8/8/1pp5/3P4/8/P7/8", 0, "backward_pawns_not_isolated", ""),
        ("8/8/2p5/P7/8/1P6/8/8", 0, "backward_pawns_not_isolated", ""),
        ("8/8/8/P1p5/8/1P6/8/8", 0, "backward_pawns_not_isolated", "b3"),
        ("8/8/8/2p5/8/1P6/8/8", 0, "backward_pawns", "b3"),
        ("8/8/8/2p5/8/1P6/8/8", 0, "backward_pawns_not_isolated", ""),
        ("8/8/8/8/P7/1p6/1P6/8", 0, "backward_pawns_not_isolated", ""),
        ("8/8/8/8/P7/1p6/1P6/8", 0, "backward_pawns_not_isolated_stockfish", "b2"),
        ("8/8/8/8/8/1p6/1P6/8", 0, "backward_pawns_stockfish", "b2"),
        ("8/8/8/8/8/1p6/1P6/8", 0, "backward_pawns_not_isolated_stockfish", ""),
        # A candidate on the fifth rank has an enemy pawn that attacks its stop, so it is not passed.
        ("8/2p5/8/PP6/8/8/8/8", 0, "candidates_on_fifth", "b5"),
        ("p7/8/8/1P6/8/8/8/8", 0, "candidates_on_fifth", ""),
        ("8/8/8/1P6/8/8/8/8", 0, "candidates_on_fifth", ""),
        # Breaks: e3 steps to e4 against d5 and f5, c2 and g2 take a double step to meet d5, f5 and h5.
        ("8/8/1p6/3p1p1p/8/4P3/2P3P1/8", 0, "break_squares", "c4 e4 g4"),
        ("8/8/1p6/3p1p1p/8/4P3/2P3P1/8", 0, "break_pawns", "c2 g2 e3"),
        ("8/8/1p6/3p1p2/8/8/2P5/8", 0, "break_squares", "c4"),
        ("8/8/1p6/3p1p2/8/8/2P5/8", 0, "break_pawns", "c2"),
        ("8/8/1p6/3p1p2/8/2n5/2P5/8", 0, "break_squares", ""),
        ("8/8/1p6/8/2P5/8/8/8", 1, "break_squares", "b5"),
        ("8/8/1p6/8/2P5/8/8/8", 0, "break_squares", "c5"),
        # Weak and unopposed: d4 is isolated on an open file; with a black pawn in front of it rooks cannot attack it.
        # Without the pawn e6 that holds it back it is passed, and not weak.
        ("8/pp3ppp/8/8/3P4/8/PP3PPP/8", 0, "weak_unopposed_pawns", ""),
        ("8/pp3ppp/4p3/8/3P4/8/PP3PPP/8", 0, "weak_unopposed_pawns", "d4"),
        ("8/pp1p1ppp/8/8/3P4/8/PP3PPP/8", 0, "weak_unopposed_pawns", ""),
        ("8/8/8/P1p5/8/1P6/8/8", 0, "weak_unopposed_pawns", "b3"),
        # A rook on the file, also behind a piece; one behind a pawn; a knight and a bishop, which may be a move away.
        ("3r4/8/3n4/4p3/8/3P4/8/8", 0, "weak_pawns", "d3"),
        ("3r4/8/3p4/8/8/3P4/8/8", 0, "weak_pawns", ""),
        ("8/8/3p4/8/8/b1nP4/8/8", 0, "weak_pawns", ""),
        ("8/b7/3p4/8/3P4/8/2n5/8", 0, "weak_pawns", "d4"),
        ("1b6/8/3p4/8/3P4/8/2n5/8", 0, "weak_pawns", "d4"),
        ("8/8/3p4/8/3P4/8/2n5/8", 0, "weak_pawns", ""),
        # A locked position: b4 and b5 are all that can be attacked, none of the chains' bases.
        ("rr2nqk1/2nb1p2/3p1b1p/1p1Pp1pP/1P2P1P1/2NBBPN1/3Q1K2/1R5R", 0, "weak_pawns", "b4"),
        ("rr2nqk1/2nb1p2/3p1b1p/1p1Pp1pP/1P2P1P1/2NBBPN1/3Q1K2/1R5R", 1, "weak_pawns", "b5"),
        # Guarded as often; attacked twice, by the knight after one move; guarded by the king too; a rook behind a rook.
        ("8/3r4/8/3b4/4k3/3P4/8/3R4", 0, "target_pawns", ""),
        ("3r4/8/2p5/8/1n1P4/8/8/3R4", 0, "target_pawns", "d4"),
        ("3r4/8/2p5/8/1n1P4/4K3/8/3R4", 0, "target_pawns", ""),
        ("3r4/3r4/2p5/8/3P4/8/8/3R4", 0, "target_pawns", ""),
        # From a square on a line with the king e6, one, three or five squares between: not a6 behind four squares.
        ("8/8/4k3/8/8/8/8/8", 0, "opposition_squares", "a2 e2 c4 e4 g4 a6 c6 g6 c8 e8 g8"),
        # A pawn attacks e4, a knight stands on c4, the own king on g4 does not stand in its own way.
        ("8/8/4k3/5p2/2N3K1/8/8/8", 0, "opposition_squares", "a2 e2 a6 c6 g6 c8 e8 g8"),
        ("8/8/4k3/8/8/4K3/8/8", 1, "opposition_squares", "c1 e1 g1 a3 c3 g3 c5 e5 g5 a7 e7"),
        # A knight blockades the passed pawn; an own piece in front of it does not.
        # Key squares: e4's are two ranks ahead, d5's one rank ahead too, h3's are beside the corner; e7 is too far.
        ("8/8/8/8/4P3/8/8/8", 0, "key_squares", "d6 e6 f6"),
        ("8/8/8/3P4/8/7P/8/8", 0, "key_squares", "c6 d6 e6 c7 d7 e7 g7 g8"),
        ("8/4P3/8/8/8/8/8/8", 0, "key_squares", ""),
        ("8/4p3/8/8/8/4P3/8/8", 0, "key_squares", ""),
        ("8/8/8/8/4p3/8/8/8", 1, "key_squares", "d2 e2 f2 d3 e3 f3"),
        ("8/8/3n4/3P4/8/8/8/8", 0, "blockaded_passers", "d5"),
        ("8/8/3N4/3P4/8/8/8/8", 0, "blockaded_passers", ""),
        ("8/4p3/3n4/3P4/8/8/8/8", 0, "blockaded_passers", ""),
        # A knight on d5 behind c4 can be driven away by the e-pawn, on e5 it cannot.
        ("8/4p3/8/8/2PP4/8/8/8", 0, "outposts", "b5 c5 e5"),
        # A pawn guarded by another one is doubled to Stockfish no more.
        ("8/8/8/8/4P3/3PP3/8/8", 0, "doubled_pawns", "e3 e4"),
        ("8/8/8/8/4P3/3PP3/8/8", 0, "doubled_pawns_stockfish", ""),
        ("8/8/8/8/4P3/4P3/8/8", 0, "doubled_pawns_stockfish", "e4"),
        ("8/8/8/8/4P3/8/4P3/8", 0, "doubled_pawns_stockfish", ""),
        ("8/8/2P5/2P5/2P5/8/1P1P4/3P4", 0, "tripled_pawns", "c4 c5 c6"),
        # A twin is passed to the page's formula, to its sentence only the one in front is.
        ("8/8/8/2P5/8/2P5/8/8", 0, "passed_pawns", "c3 c5"),
        ("8/8/8/2P5/8/2P5/8/8", 0, "passed_pawns_frontmost", "c5"),
        # To Stockfish a pawn is passed that can take its only stopper, that has as many helpers beside it as sentries
        # before its stop, or whose guard can come to take the pawn that rams it.
        ("8/8/2p5/3P4/8/8/8/8", 0, "passed_pawns_stockfish", "d5"),
        ("8/2p5/8/2PP4/8/8/8/8", 0, "passed_pawns_stockfish", "d5"),
        ("8/2p1p3/8/2PP4/8/8/8/8", 0, "passed_pawns_stockfish", ""),
        ("8/3p4/2pP4/1PP5/8/8/8/8", 0, "passed_pawns_stockfish", "b5"),
        ("8/3p4/3P4/2P5/8/8/8/8", 0, "passed_pawns_stockfish", "d6"),
        ("8/3k4/3p4/3P4/2P5/8/8/8", 1, "passed_pawns_stockfish", ""),
        ("8/2pp4/8/3PP3/8/8/8/8", 0, "protected_passed_pawns", ""),
        ("8/pp6/8/3PP3/8/8/8/8", 0, "connected_passed_pawns", "d5 e5"),
        ("8/pp6/4P3/3P4/8/8/8/8", 0, "protected_passed_pawns", "e6"),
        # Steps: e2 may step twice, d2 once, c2 not at all.
        ("8/8/8/8/3n4/2n5/2PPP3/8", 0, "push_targets", "d3 e3"),
        ("8/8/8/8/3n4/2n5/2PPP3/8", 0, "double_push_targets", "e4"),
        ("8/8/8/8/3n4/2n5/2PPP3/8", 0, "pushable_pawns", "d2 e2"),
        ("8/8/8/8/3n4/2n5/2PPP3/8", 0, "double_pushable_pawns", "e2"),
        ("8/8/8/5p2/8/4P3/3P4/8", 0, "safe_push_targets", "d3"),
        # The kingside castle and a pawn storm.
        ("6k1/5ppp/8/8/6PP/8/5P2/6K1", 1, "king_shelter", "f7 g7 h7"),
        ("6k1/5ppp/8/8/6PP/8/5P2/1KQ5", 1, "pawn_storm", "g4 h4"),
        # Without a queen nothing storms; beside its own king a pawn has to come to its fifth rank; the king in the
        # center, or beyond its second rank, is not stormed, nor by a pawn of the center.
        ("6k1/5ppp/8/8/6PP/8/5P2/1K6", 1, "pawn_storm", ""),
        ("6k1/5ppp/8/7P/6P1/8/5P2/2Q3K1", 1, "pawn_storm", "h5"),
        ("4k3/5ppp/8/8/5PPP/8/8/1KQ5", 1, "pawn_storm", ""),
        ("8/5ppp/5k2/8/5PPP/8/8/1KQ5", 1, "pawn_storm", ""),
        ("5k2/8/8/4P3/8/8/8/1KQ5", 1, "pawn_storm", ""),
        ("6k1/5ppp/8/8/8/6PP/5P2/1KQ5", 1, "pawn_storm", ""),
        ("6k1/5ppp/8/8/6PP/8/5P2/6K1", 0, "king_shelter", "f2 g4 h4"),
        # Stragglers are the backward pawns on half-open files that have not gone far.
        ("8/2p1p3/8/2P1P3/8/3P4/8/8", 0, "stragglers", ""),
        ("8/8/8/2p1p3/2P1P3/3P4/8/8", 0, "stragglers", "d3"),
        ("8/3p4/8/2p1p3/2P1P3/3P4/8/8", 0, "stragglers", ""),
        ("8/3p4/8/2p1p3/2P1P3/3P4/8/8", 0, "backward_pawns", "d3"),
        # The sentry c7 attacks b6, a telestop of b4.
        ("8/2p5/8/8/1P6/8/8/8", 0, "backward_pawns", ""),
        ("8/2p5/8/8/1P6/8/8/8", 0, "backward_pawns_telestop", "b4"),
        ("8/8/3p4/3P4/8/8/8/8", 0, "backward_pawns", ""),
        ("8/8/3p4/3P4/8/8/8/8", 0, "backward_pawns_stockfish", "d5"),
    ],
)
def test_a_board_of_the_other_pages_has_the_squares_that_its_sentences_say(
    placement: str, color: int, identifier: str, squares: str
) -> None:
    assert square_names(LAYERS[identifier](Board.of(placement).sides()[color])) == squares


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
    ("placement", "color", "identifier", "squares"),
    [
        # A passed a-pawn draws the king away from the pawns of the other wing; in the center it does not.
        ("8/5ppp/8/8/P7/8/5PPP/8", 0, "outside_passers", "a4"),
        ("8/5ppp/8/8/3P4/8/5PPP/8", 0, "outside_passers", ""),
        ("8/5ppp/8/8/2P5/8/5PPP/8", 0, "outside_passers", "c4"),
        ("8/4pppp/8/8/2P5/8/5PPP/8", 0, "outside_passers", ""),
        ("8/8/8/8/P7/8/8/8", 0, "outside_passers", ""),
        ("8/8/7p/1p6/8/8/6P1/8", 1, "outside_passers", "b5"),
        # Alekhine against Capablanca, 1927: the rook stands behind its passed pawn, and after a change of colors behind
        # the enemy's.
        ("8/5p1k/r5pp/P7/R6P/6P1/5PK1/8", 0, "rook_backed_passers", "a5"),
        ("8/5p1k/r5pp/P7/R6P/6P1/5PK1/8", 0, "rook_held_passers", ""),
        ("8/5p1k/R5pp/P7/r6P/6P1/5PK1/8", 0, "rook_held_passers", "a5"),
        ("8/5p1k/R5pp/P7/r6P/6P1/5PK1/8", 0, "rook_backed_passers", ""),
        ("8/8/8/P7/N7/8/8/R7", 0, "rook_backed_passers", ""),
        ("8/8/p7/P7/8/8/8/R7", 0, "rook_backed_passers", ""),
        ("r7/8/8/p7/8/8/8/8", 1, "rook_backed_passers", "a5"),
        # A chain of twins: only the rear one has the rook right behind it.
        ("8/8/8/P7/P7/8/8/R7", 0, "rook_backed_passers", "a4"),
    ],
)
def test_a_passed_pawn_far_from_the_others_or_with_a_rook_behind_it(
    placement: str, color: int, identifier: str, squares: str
) -> None:
    assert square_names(LAYERS[identifier](Board.of(placement).sides()[color])) == squares


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
    ("placement", "color", "identifier", "squares"),
    [
        # The French: d5 and e6 hold Black's bishop of the light squares, White's on c1 is behind d4 and e5.
        (FRENCH, 1, "bad_bishops", "c8"),
        (FRENCH, 0, "bad_bishops", "c1"),
        # Outside its pawns the same bishop is none; nor is one of the other color, nor one behind a single ram.
        ("4k3/pp3p2/4p3/2ppPb2/3P4/8/8/8", 1, "bad_bishops", ""),
        ("4kb2/pp3p2/4p3/2ppP3/3P4/8/8/8", 1, "bad_bishops", ""),
        ("2b1k3/pp3p2/4p3/2pp4/3P4/8/8/8", 1, "bad_bishops", ""),
        # The king's Indian: e5 and d6 are dark as g7 is.
        ("8/6b1/3p4/2pPp3/4P3/8/6B1/8", 1, "bad_bishops", "g7"),
        ("8/6b1/3p4/2pPp3/4P3/8/6B1/8", 0, "bad_bishops", "g2"),
        # A knight on d5 behind e4 with no pawn that can drive it away, and rooks and queens, which hold no outposts.
        ("8/8/8/3N4/4P3/8/8/8", 0, "outposts_held", "d5"),
        ("8/8/3p4/3N4/4P3/8/8/8", 0, "outposts_held", "d5"),
        ("8/2p5/8/3N4/4P3/8/8/8", 0, "outposts_held", ""),
        ("8/8/8/3R1B2/4P3/8/8/8", 0, "outposts_held", "f5"),
        # From c3 the knight jumps to d5, from b1 it goes over c3; to c5 and e5 it needs three moves, over d2 or c3.
        ("8/8/8/8/4P3/2N5/8/8", 0, "knight_outposts_in_1", "d5"),
        ("8/8/8/8/4P3/2N5/8/8", 0, "knight_outposts_in_2", ""),
        ("8/8/8/8/4P3/8/8/1N6", 0, "knight_outposts_in_1", ""),
        ("8/8/8/8/4P3/8/8/1N6", 0, "knight_outposts_in_2", "d5"),
        ("8/8/8/8/3P4/8/8/1N6", 0, "knight_outposts_in_2", ""),
        ("8/8/8/8/3P4/8/8/1N6", 0, "knight_outposts_in_3", "c5 e5"),
        # A black pawn on b4 attacks a3 and c3, and an own bishop on d2 takes the last way.
        ("8/8/8/8/1p2P3/8/8/1N6", 0, "knight_outposts_in_2", ""),
        ("8/8/8/8/1p1P4/8/8/1N6", 0, "knight_outposts_in_3", "c5 e5"),
        ("8/8/8/8/1p1P4/8/3B4/1N6", 0, "knight_outposts_in_3", ""),
        # A rook between pawns that face each other on the g-file, and one behind its pawn.
        ("8/6p1/8/8/6R1/8/6P1/8", 0, "rooks_on_interspans", "g4"),
        ("8/6p1/8/8/8/8/6P1/6R1", 0, "rooks_on_interspans", ""),
        ("8/8/8/8/6R1/8/6P1/8", 0, "rooks_on_interspans", ""),
        # Pawns on light squares without the bishop of the dark ones: nothing can ever guard d6, f6 and h6.
        ("8/pp3p1p/4p1p1/8/8/8/8/8", 1, "weak_color_complex", "d6 f6 h6"),
        ("8/pp3pbp/4p1p1/8/8/8/8/8", 1, "weak_color_complex", ""),
        ("8/pp1b1p1p/4p1p1/8/8/8/8/8", 1, "weak_color_complex", "d6 f6 h6"),
        ("8/pppppppp/8/8/8/8/8/8", 1, "weak_color_complex", ""),
        ("8/8/8/8/8/8/8/8", 0, "weak_color_complex", ""),
    ],
)
def test_pieces_among_pawns(placement: str, color: int, identifier: str, squares: str) -> None:
    assert square_names(LAYERS[identifier](Board.of(placement).sides()[color])) == squares


@pytest.mark.parametrize(
    ("placement", "color", "identifier", "squares"),
    [
        # Space: at home twelve squares of c2 to f4 less four pawns, less what a black pawn attacks.
        ("8/8/8/8/8/8/PPPPPPPP/8", 0, "space_stockfish", "c3 d3 e3 f3 c4 d4 e4 f4"),
        ("8/8/8/3p4/3P4/8/8/8", 0, "space_stockfish", "c2 d2 e2 f2 c3 d3 e3 f3 f4"),
        ("8/8/8/8/8/8/8/8", 1, "space_stockfish", "c5 d5 e5 f5 c6 d6 e6 f6 c7 d7 e7 f7"),
        # Two black pawns attack d4; once e3 guards it, it is no weak lever.
        ("8/8/8/2p1p3/3P4/8/8/8", 0, "weak_levers_stockfish", "d4"),
        ("8/8/8/2p1p3/3P4/4P3/8/8", 0, "weak_levers_stockfish", ""),
        ("8/8/8/2p5/3P4/8/8/8", 0, "weak_levers_stockfish", ""),
        # Rams on the fifth and sixth rank, and one on the fourth.
        ("8/1p6/1P2p3/4P1p1/6P1/8/8/8", 0, "blocked_pawns_stockfish", "e5 b6"),
        # g2-g4 would attack the knight f5, g2-g3 the bishop h4; a black pawn on h5 guards g4.
        ("8/8/8/5n2/7b/8/6P1/8", 0, "push_threats", "h4 f5"),
        ("8/8/8/5n1p/7b/8/6P1/8", 0, "push_threats", "h4"),
        ("8/8/8/5p2/8/8/6P1/8", 0, "push_threats", ""),
        # A base guards, but is neither guarded nor beside a pawn.
        ("8/8/8/8/3P4/2P5/8/8", 0, "connected_pawns_stockfish", "d4"),
        ("8/8/8/8/3P4/2P5/8/8", 0, "connected_pawns", "c3 d4"),
        # The storm h4 is free, g4 stands before g5.
        ("6k1/5p1p/8/6p1/6PP/8/8/1KQ5", 1, "free_storm_pawns", "h4"),
        ("6k1/5p1p/8/6p1/6PP/8/8/1KQ5", 1, "blocked_storm_pawns", "g4"),
        # Captures by direction: c4 takes d5 towards the h-file and b5 towards the a-file.
        ("8/8/8/1n1p4/2P5/8/8/8", 0, "east_capture_targets", "d5"),
        ("8/8/8/1n1p4/2P5/8/8/8", 0, "west_capture_targets", "b5"),
        ("8/8/8/1k1k4/2P5/8/8/8", 0, "capture_targets", ""),
        ("8/8/8/1k1k4/2P5/8/8/8", 0, "east_capture_targets", ""),
    ],
)
def test_what_engines_count_and_storms_and_captures_by_direction(
    placement: str, color: int, identifier: str, squares: str
) -> None:
    assert square_names(LAYERS[identifier](Board.of(placement).sides()[color])) == squares


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
