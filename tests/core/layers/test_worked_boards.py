from __future__ import annotations

from functools import cache

import chess
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.arrays import Boards, PawnBoards, boards_of
from pawnviz.core.board.bitboard import (
    BOARD,
    FILES,
    SQUARE_NAMES,
    parse_squares,
    square_names,
)
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import BLACK, WHITE, Side, pawn_sides
from pawnviz.core.layers import LAYERS, NUMBERS, Entry
from pawnviz.core.layers.attacks import SinglePawn, captures, single_pawn
from pawnviz.core.layers.registry import layer_blocks
from tests.data import rows_beside
from tests.positions import positions
from tests.reference import LAYER_REFERENCES, mask_of_squares
from tests.strategies import Board, boards, masks


def files(letters: str) -> int:
    """Return the whole files with these letters."""
    return sum(FILES["abcdefgh".index(letter)] for letter in letters.split())


def test_a_safe_square_is_guarded_as_often_as_it_is_attacked() -> None:
    white, black = Board.of("8/8/2p5/3p4/4P3/8/8/8").sides()
    assert square_names(LAYERS["safe_squares"](white) ^ BOARD) == "c4 e4 b5"
    assert square_names(LAYERS["safe_squares"](black) ^ BOARD) == "f5"


@pytest.mark.parametrize(("placement", "color", "identifier", "squares"), rows_beside(__file__, "worked_boards.tsv"))
def test_a_layer_has_the_squares_that_were_found_by_hand(
    placement: str, color: str, identifier: str, squares: str
) -> None:
    side = Board.of(placement).sides()[color == "black"]
    mask = files(squares.removeprefix("files ")) if squares.startswith("files ") else parse_squares(squares)
    assert LAYERS[identifier](side) == mask


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


@cache
def pawn_wins(pawn: int, king: int, pawn_moves: bool) -> bool:
    """Say whether a white pawn reaches rank 8 and is not taken there, whatever the lone black king does."""
    if pawn_moves:
        steps = [pawn + 8] if pawn + 8 != king else []
        if steps and pawn // 8 == 1 and pawn + 16 != king:
            steps.append(pawn + 16)
        return pawn >= 56 or any(pawn_wins(step, king, False) for step in steps)
    steps = [
        square
        for square in range(64)
        if square != king and max(abs(square % 8 - king % 8), abs(square // 8 - king // 8)) == 1
    ]
    return pawn not in steps and (pawn >= 56 or all(pawn_wins(pawn, step, True) for step in steps))


@pytest.mark.slow
@pytest.mark.parametrize("white_to_move", [True, False], ids=["pawn to move", "king to move"])
def test_a_lone_pawn_is_outside_the_kings_square_where_it_wins_the_race_with_the_king(white_to_move: bool) -> None:
    for pawn in range(8, 56):
        for king in set(range(64)) - {pawn}:
            pieces = ["P" if square == pawn else "k" if square == king else "" for square in range(64)]
            white, _ = Board(tuple(pieces), white_to_move=white_to_move).sides()
            found = bool(LAYERS["outside_kings_square"](white))
            in_check = king in (pawn + 7, pawn + 9) and abs(king % 8 - pawn % 8) == 1
            assert (in_check and white_to_move) or found == pawn_wins(pawn, king, white_to_move)


def names(side: Side[int]) -> list[str]:
    """Return the captures of a side as pairs of square names."""
    return [SQUARE_NAMES[source] + SQUARE_NAMES[target] for source, target in captures(side)]


@given(board=boards())
def test_captures_are_the_pseudo_legal_pawn_captures_of_python_chess_kings_left_out(board: Board) -> None:
    other = chess.Board(None)
    for square, piece in enumerate(board.pieces):
        if piece:
            other.set_piece_at(square, chess.Piece.from_symbol(piece))
    for side in Board(board.pieces).sides():
        other.turn = side.color
        expected = {
            (move.from_square, move.to_square)
            for move in other.generate_pseudo_legal_moves(from_mask=other.pawns)
            if other.is_capture(move) and other.piece_type_at(move.to_square) != chess.KING
        }
        assert set(captures(side)) == expected
        assert len(captures(side)) == len(expected)


def test_captures_come_eastward_first_and_by_rising_target() -> None:
    white, black = Board.of("8/8/8/1n1r4/P1P1P3/8/8/8").sides()
    assert names(white) == ["a4b5", "c4d5", "c4b5", "e4d5"]
    assert names(black) == []


def test_a_pawn_takes_en_passant_only_for_the_side_that_may() -> None:
    board = Board(Board.of("8/8/8/3pP3/8/8/8/8").pieces, white_en_passant=parse_squares("d6"))
    white, black = board.sides()
    assert names(white) == ["e5d6"]
    assert LAYERS["capture_targets"](white) == parse_squares("d6")
    assert names(black) == []


@pytest.mark.parametrize("color", [WHITE, BLACK])
def test_each_pawn_is_what_the_reference_sees(color: bool) -> None:
    names = ("attacks", "stops", "telestops", "front_spans", "rear_spans", "lee_squares", "luff_squares")
    for square in range(64):
        pieces = [""] * 64
        pieces[square] = "P" if color else "p"
        view = Board(tuple(pieces)).views()[0 if color else 1]
        masks = [mask_of_squares(LAYER_REFERENCES[name](view)) for name in names]
        assert single_pawn(color, square) == SinglePawn(color, square, *masks)


WANTED: list[tuple[Entry, bool]] = [
    *((layer, color) for layer in LAYERS.values() for color in (WHITE, BLACK)),
    *((number, color) for number in NUMBERS.values() for color in (BLACK, WHITE)),
]


def pawns(*boards: tuple[int, int]) -> PawnBoards:
    """Return boards with nothing but white and black pawns."""
    white, black = numpy.array(boards, dtype=numpy.uint64).reshape(-1, 2).T
    return PawnBoards(white, black)


def assert_equal(boards: Boards | PawnBoards, sides: list[tuple[Side[int], Side[int]]], block: int) -> None:
    """Compare the layers of boards as arrays with the same layers of each board by itself."""
    result = layer_blocks(WANTED, boards, block=block)
    assert len(result) == len(WANTED)
    for row, (rule, color) in zip(result, WANTED, strict=True):
        assert row.dtype == numpy.uint64
        assert row.tolist() == [rule(pair[0 if color else 1]) for pair in sides]


@given(boards=st.lists(st.tuples(masks(), masks()), max_size=7), block=st.integers(1, 9))
def test_every_layer_and_number_of_pawns_is_the_same_in_blocks_of_any_size(
    boards: list[tuple[int, int]], block: int
) -> None:
    assert_equal(pawns(*boards), [pawn_sides(*pair) for pair in boards], block)


@given(boards=st.lists(positions(), max_size=5), block=st.integers(1, 6))
def test_every_layer_and_number_of_whole_positions_is_the_same_in_blocks_of_any_size(
    boards: list[Position], block: int
) -> None:
    assert_equal(boards_of(boards), [position.sides() for position in boards], block)


def test_the_values_are_written_into_the_given_arrays() -> None:
    out = numpy.full((1, 2), 7, dtype=numpy.uint64)
    assert layer_blocks([(LAYERS["stops"], WHITE)], pawns((1, 0), (2, 0)), out=out) is out
    assert out.tolist() == [[1 << 8, 2 << 8]]
    counts = numpy.zeros(2, dtype=numpy.int64)
    layer_blocks([(NUMBERS["island_count"], WHITE)], pawns((1, 0), (5, 0)), out=[counts])
    assert counts.tolist() == [1, 2]


def test_arrays_of_another_shape_and_empty_blocks_are_refused() -> None:
    wanted = [(LAYERS["stops"], WHITE)]
    with pytest.raises(ValueError, match=r"out has an array of the shape \(1,\) for each of the 1 layers"):
        layer_blocks(wanted, pawns((1, 0)), out=[])
    with pytest.raises(ValueError, match="out has an array of the shape"):
        layer_blocks(wanted, pawns((1, 0)), out=numpy.zeros((1, 2), numpy.uint64))
    with pytest.raises(ValueError, match="at least one board, not 0"):
        layer_blocks(wanted, pawns((1, 0)), block=0)
