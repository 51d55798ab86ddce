from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import mask_of, parse_square, parse_squares, popcount
from pawnviz.core.board.side import one_pawn
from pawnviz.core.explain.surroundings import MOST_NAMES, Surroundings
from pawnviz.core.layers import LAYERS
from tests.strategies import Board, boards

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def surroundings(placement: str, square: str, *, white: bool = True) -> Surroundings:
    side = Board.of(placement).sides()[0 if white else 1]
    return Surroundings(side, parse_square(square))


@given(board=boards(), square=st.integers(0, 63), white=st.booleans())
def test_places_are_those_of_a_lone_pawn(board: Board, square: int, white: bool) -> None:
    view = Surroundings(board.sides()[0 if white else 1], square)
    pawn = one_pawn(white, square)
    assert view.stop == LAYERS["stops"](pawn)
    assert view.front == LAYERS["front_spans"](pawn)
    assert view.rear == LAYERS["rear_spans"](pawn)
    assert view.front_attack_span == LAYERS["front_attack_spans"](pawn)
    assert view.rear_attack_span == LAYERS["rear_attack_spans"](pawn)
    assert view.east_target | view.west_target == LAYERS["attacks"](pawn)
    assert view.files_beside == LAYERS["attack_file_fills"](pawn)


@given(board=boards(), square=st.integers(0, 63), white=st.booleans())
def test_pawns_around_a_square_are_found_one_by_one(board: Board, square: int, white: bool) -> None:
    side = board.sides()[0 if white else 1]
    view = Surroundings(side, square)

    def found(color: bool, layer: str) -> int:
        """Return the pawns of a color that hold the square in their own layer when they stand alone."""
        pawns = side.pawns if color == white else side.enemy.pawns
        return mask_of(
            pawn for pawn in range(64) if pawns >> pawn & 1 and LAYERS[layer](one_pawn(color, pawn)) >> square & 1
        )

    assert view.guards == found(white, "attacks")
    assert view.attackers == found(not white, "attacks")
    assert view.ever_guards == found(white, "front_attack_spans")
    assert view.ever_attackers == found(not white, "front_attack_spans")
    assert view.own_behind == found(white, "front_spans")
    assert view.own_in_front == found(white, "rear_spans")
    assert view.enemy_in_front == found(not white, "front_spans")
    assert view.stoppers == view.enemy_in_front | view.ever_attackers
    assert view.own_beside == side.pawns & view.beside
    near = [other for other in range(64) if max(abs(other % 8 - square % 8), abs(other // 8 - square // 8)) == 1]
    assert view.around == mask_of(near)
    assert popcount(view.beside) == (1 if square % 8 in (0, 7) else 2)


@given(board=boards(), square=st.integers(0, 63))
def test_pawns_with_the_stop_in_their_attack_spans_support_a_pawn(board: Board, square: int) -> None:
    view = Surroundings(board.sides()[0], square)
    if view.stop:
        assert view.supporters == view.at(view.stop).ever_guards


def test_a_row_ends_at_the_first_gap_and_at_the_edge() -> None:
    placement = "8/8/8/8/PP1PPP1P/8/8/8"
    assert surroundings(placement, "b4").row == parse_squares("a4 b4")
    assert surroundings(placement, "e4").row == parse_squares("d4 e4 f4")
    assert surroundings(placement, "h4").row == parse_squares("h4")
    assert surroundings(placement, "c4").row == parse_squares("a4 b4 d4 e4 f4")
    assert surroundings(placement, "c3").row == 0
    assert surroundings("8/8/7P/P7/8/8/8/8", "h6").row == parse_squares("h6")


@pytest.mark.parametrize(
    ("square", "white", "moves"),
    [("e8", True, 0), ("e7", True, 1), ("e3", True, 5), ("e2", True, 5), ("e1", True, 6), ("e2", False, 1)],
)
def test_the_way_to_the_last_rank_counts_the_double_step(square: str, white: bool, moves: int) -> None:
    view = surroundings("8/8/8/8/8/8/8/8", square, white=white)
    assert view.moves_to_promotion == moves
    assert view.promotion_square == parse_square("e8" if white else "e1")


def test_words_are_those_of_the_side_that_looks() -> None:
    white, black = surroundings(START, "d3"), surroundings(START, "d3", white=False)
    assert (white.own, white.enemy, white.color, white.enemy_color) == ("white", "black", "White", "Black")
    assert (white.rank_name, black.rank_name) == ("White's third rank", "Black's sixth rank")
    mask = parse_squares("c2 e2 d7")
    assert (white.names(mask), black.names(mask)) == ("c2, e2 and d7", "d7, c2 and e2")
    run = parse_squares("d4 d5 d6")
    assert (white.run_names(run), black.run_names(run)) == ("d4 to d6", "d6 to d4")
    assert white.run_names(parse_squares("d8")) == "d8"
    two = parse_squares("d7 d8")
    assert (white.run_names(two), black.run_names(two, "or")) == ("d7 and d8", "d8 or d7")
    assert (white.beside_names, white.three_names) == ("the c- or e-file", "the c-, d- or e-file")
    assert surroundings(START, "a3").beside_names == "the b-file"
    assert surroundings(START, "h3").three_names == "the g- or h-file"
    assert white.files_of(parse_squares("c2 c7")) == "the c-file"
    assert white.files_of(parse_squares("e2 c7 d4")) == "the c-, d- and e-files"


def test_pawns_are_named_with_a_verb_for_one_for_several_and_for_none() -> None:
    view = surroundings(START, "d3")
    assert view.own_do(parse_squares("c2"), "guards", "d3") == "the white pawn c2 guards d3"
    assert view.own_do(parse_squares("c2 e2"), "guards", "d3") == "the white pawns c2 and e2 guard d3"
    assert view.enemy_do(0, "attacks", "d3") == "no black pawn attacks d3"
    assert view.names(0) == "none"


def test_more_squares_than_a_side_has_pawns_are_counted() -> None:
    view = surroundings(START, "d3")
    assert view.names(0xFF00) == "a2, b2, c2, d2, e2, f2, g2 and h2"
    assert view.names(0x1FF00) == "a2, b2, c2, d2, e2, f2, g2 and 2 more"
    assert view.names((1 << 64) - 1).count(",") == MOST_NAMES - 2
