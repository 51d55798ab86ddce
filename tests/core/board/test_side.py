"""Sides: what is own and forward for each color, and sides with other pawns."""

from __future__ import annotations

import gc
import weakref
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any, cast

import pytest
from hypothesis import given

from pawnviz.core.board.bitboard import RANKS, flip_vertical, parse_square, parse_squares
from pawnviz.core.board.side import BLACK, WHITE, face, one_pawn, pawn_sides, release
from pawnviz.core.layers import LAYERS
from tests.strategies import Board, array_sides, boards, masks, masks_array, masks_list


def test_white_s_forward_is_north_and_black_s_south() -> None:
    white, black = Board.of("8/8/8/8/8/8/8/8").sides()
    e4, e5, e3 = (parse_squares(name) for name in ("e4", "e5", "e3"))
    assert (white.forward(e4), white.backward(e4)) == (e5, e3)
    assert (black.forward(e4), black.backward(e4)) == (e3, e5)
    assert white.forward_fill(e4) == black.backward_fill(e4) == parse_squares("e4 e5 e6 e7 e8")
    assert white.backward_fill(e4) == black.forward_fill(e4) == parse_squares("e1 e2 e3 e4")


def test_a_side_counts_its_ranks_from_its_own_end() -> None:
    white, black = Board.of("8/8/8/8/8/8/8/8").sides()
    for first in range(1, 9):
        for last in range(first, 9):
            assert white.ranks(first, last) == sum(RANKS[number - 1] for number in range(first, last + 1))
            assert black.ranks(first, last) == flip_vertical(white.ranks(first, last))


@given(board=boards())
def test_sides_hold_the_pieces_of_the_board(board: Board) -> None:
    white, black = board.sides()
    assert (white.color, black.color) == (WHITE, BLACK)
    assert white.pieces == board.mask("PNBRQK")
    assert black.pieces == board.mask("pnbrqk")
    assert white.occupied == black.occupied == white.pieces | black.pieces
    assert (white.enemy, black.enemy) == (black, white)
    for side in (white, black):
        assert (side.white, side.black) == (white, black)


@given(board=boards(), pawns=masks())
def test_a_side_with_other_pawns_keeps_everything_else(board: Board, pawns: int) -> None:
    for side in board.sides():
        before = (side.pawns, side.pieces, side.enemy.pawns)
        other = side.with_pawns(pawns)
        pieces = side.knights | side.bishops | side.rooks | side.queens | side.kings
        assert other.pawns == pawns
        assert other.pieces == pawns | pieces
        assert (other.color, other.en_passant, other.to_move) == (side.color, side.en_passant, side.to_move)
        assert (other.enemy.pawns, other.enemy.pieces) == (side.enemy.pawns, side.enemy.pieces)
        assert (other.enemy.color, other.enemy.en_passant) == (side.enemy.color, side.enemy.en_passant)
        assert other.enemy.to_move == side.enemy.to_move
        assert other.enemy.enemy is other
        assert (side.pawns, side.pieces, side.enemy.pawns) == before


def test_a_side_with_other_pawns_forgets_the_layers_of_the_old_ones() -> None:
    white, _ = Board.of("8/8/8/8/4P3/8/8/8").sides()
    stops = LAYERS["stops"]
    assert stops(white) == parse_squares("e5")
    assert stops(white.with_pawns(parse_squares("a2"))) == parse_squares("a3")
    assert stops(white) == parse_squares("e5")


def test_a_side_cannot_be_changed() -> None:
    white, black = Board.of("8/8/8/8/4P3/8/8/8").sides()
    for entry in fields(white):
        with pytest.raises(FrozenInstanceError):
            setattr(white, entry.name, getattr(black, entry.name))
    assert white.pawns == parse_squares("e4")


def test_what_a_side_remembers_is_not_copied_with_its_values() -> None:
    white, _ = Board.of("8/8/8/8/4P3/8/8/8").sides()
    LAYERS["stops"](white)
    assert "stops" in white.cache
    assert replace(white).cache == {}
    assert "cache" not in repr(white)


def test_a_side_has_one_enemy_for_all_its_life() -> None:
    white, black = Board.of("8/8/8/8/4P3/8/8/8").sides()
    _, other = Board.of("8/8/4p3/8/4P3/8/8/8").sides()
    for stranger in (other, replace(other)):
        with pytest.raises(ValueError, match="one enemy"):
            face(white, stranger)
    assert white.enemy is black


def test_released_sides_are_freed_at_once() -> None:
    pawns = masks_array([1 << 12] * 8)
    white, black = pawn_sides(pawns, pawns)
    stops = LAYERS["stops"](white)
    collecting = gc.isenabled()
    gc.disable()
    try:
        freed = weakref.ref(cast(Any, stops))
        release(white)
        del white, black, stops
        assert freed() is None
    finally:
        if collecting:
            gc.enable()


@given(white_pawns=masks(), black_pawns=masks())
def test_pawn_sides_hold_nothing_but_pawns(white_pawns: int, black_pawns: int) -> None:
    white, black = pawn_sides(white_pawns, black_pawns)
    assert (white.pawns, white.pieces) == (white_pawns, white_pawns)
    assert (white.to_move, black.to_move) == (0, 0)
    assert (black.pawns, black.pieces) == (black_pawns, black_pawns)
    assert white.enemy is black
    assert black.enemy is white
    array_white, array_black = pawn_sides(masks_array([white_pawns]), masks_array([black_pawns]))
    assert masks_list(array_white.pieces) == [white_pawns]
    assert masks_list(array_black.kings) == [0]


def test_one_pawn_stands_alone() -> None:
    for color in (WHITE, BLACK):
        side = one_pawn(color, parse_square("c6"))
        assert side.color == color
        assert side.pawns == side.occupied == parse_squares("c6")
        assert side.enemy.pieces == 0


def test_sides_of_arrays_hold_one_mask_for_each_board() -> None:
    white, black = array_sides([Board.of("8/8/8/8/4P3/8/8/K7"), Board.of("k7/p7/8/8/8/8/8/8")])
    assert masks_list(white.occupied) == [parse_squares("a1 e4"), parse_squares("a7 a8")]
    assert masks_list(black.pawns) == [0, parse_squares("a7")]
