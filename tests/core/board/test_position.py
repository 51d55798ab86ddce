from __future__ import annotations

import pickle
import re
from dataclasses import replace
from typing import Any, Final
from xml.etree import ElementTree

import chess
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import flip_vertical, mirror_horizontal, parse_square, parse_squares, square_names
from pawnviz.core.board.fen import PIECES, FenError
from pawnviz.core.board.legality import Problem, problems
from pawnviz.core.board.position import EMPTY, START, Position
from pawnviz.core.layers import LAYERS
from tests.data import rows_beside
from tests.positions import chess960_games, positions

CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
SAMPLE = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"


# What a position is


@pytest.mark.parametrize(
    "values",
    [
        {"white": 1},
        {"pawns": 1},
        {"white": 1, "black": 1, "pawns": 1},
        {"white": 3, "pawns": 1, "knights": 3},
        {"white": 2, "pawns": 1, "knights": 1},
        {"white": 1 << 64, "pawns": 1 << 64},
        {"white": -1, "pawns": -1},
        {"castling": 1 << 8},
        {"castling": 1 << 64},
        {"en_passant": 28},
        {"en_passant": 64},
        {"halfmove_clock": -1},
        {"halfmove_clock": 10_000},
        {"fullmove_number": 0},
        {"fullmove_number": 10_000},
    ],
)
def test_values_that_contradict_each_other_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        replace(EMPTY, **values)


@given(positions())
def test_pieces_are_listed_where_they_stand(position: Position) -> None:
    pieces = position.pieces()
    assert len(pieces) == 64
    assert all(position.piece_at(square) == (piece or None) for square, piece in enumerate(pieces))
    assert sum(piece != "" for piece in pieces) == (position.white | position.black).bit_count()
    assert {
        piece: sum(1 << square for square in range(64) if pieces[square] == piece) for piece in PIECES
    } == position.piece_masks()


# Editing


@given(positions(), st.integers(0, 63), st.sampled_from(PIECES))
def test_a_piece_is_placed_and_taken_away(position: Position, square: int, piece: str) -> None:
    placed = position.with_piece(square, piece)
    assert placed.piece_at(square) == piece
    assert placed.without_piece(square) == position.without_piece(square)
    assert placed.pieces()[:square] == position.pieces()[:square]
    assert placed.pieces()[square + 1 :] == position.pieces()[square + 1 :]
    assert (placed.castling, placed.en_passant) == (position.castling, position.en_passant)


@pytest.mark.parametrize("piece", ["", "x", "PN", "1"])
def test_only_the_twelve_pieces_can_be_placed(piece: str) -> None:
    with pytest.raises(ValueError, match="PNBRQKpnbrqk"):
        START.with_piece(0, piece)


def test_a_piece_cannot_be_placed_beside_the_board() -> None:
    with pytest.raises(ValueError):
        START.with_piece(64, "P")


@given(positions(), st.integers(0, 63), st.integers(0, 63))
def test_a_piece_is_moved_or_copied(position: Position, source: int, target: int) -> None:
    piece = position.pieces()[source]
    expected = list(position.pieces())
    expected[target] = piece or expected[target]
    assert position.copied(source, target).pieces() == tuple(expected)
    if source != target and piece:
        expected[source] = ""
    assert position.moved(source, target).pieces() == tuple(expected)


def test_moving_a_king_or_a_rook_keeps_the_castling_rights() -> None:
    moved = Position.from_fen(CASTLE).moved(parse_square("h1"), parse_square("h4"))
    assert moved.castling == parse_squares("a1 h1 a8 h8")
    assert moved.moved(parse_square("e1"), parse_square("e4")).castling_text() == "KQkq"


def test_changing_the_side_to_move_drops_the_en_passant_square() -> None:
    position = Position.from_fen("8/8/8/8/3pP3/8/8/8 b - e3 0 1")
    assert position.with_white_to_move(False) is position
    assert position.with_white_to_move(True).fen() == "8/8/8/8/3pP3/8/8/8 w - - 0 1"


def test_castling_rights_and_the_en_passant_square_are_set_and_dropped() -> None:
    assert START.with_castling(parse_squares("a1 h8")).castling_text() == "Qk"
    assert START.with_castling_text("kQ").castling_text() == "Qk"
    assert START.with_castling_text("-").castling == 0
    assert START.with_en_passant(parse_square("e3")).fen().split()[3] == "e3"
    assert START.with_en_passant(20).with_en_passant(None) == START
    with pytest.raises(FenError) as caught:
        START.with_castling_text("KQx")
    assert (caught.value.field, caught.value.start, caught.value.end) == ("castling", 2, 3)


def test_clearing_keeps_the_side_to_move_only() -> None:
    assert START.cleared() == EMPTY
    assert Position.from_fen("8/8/8/8/3pP3/8/8/8 b - e3 5 9").cleared().fen() == "8/8/8/8/8/8/8/8 b - - 0 1"


def _usable_en_passant(position: Position) -> int:
    return sum(side.en_passant for side in position.sides())


@given(positions())
def test_swapping_colors_twice_changes_nothing(position: Position) -> None:
    swapped = position.swapped_colors()
    assert swapped.swapped_colors() == position
    assert swapped.pieces() == tuple(position.pieces()[square ^ 56].swapcase() for square in range(64))
    assert swapped.white_to_move != position.white_to_move
    assert swapped.castling == flip_vertical(position.castling)
    assert flip_vertical(_usable_en_passant(swapped)) == _usable_en_passant(position)


@given(positions())
def test_mirroring_twice_changes_nothing(position: Position) -> None:
    mirrored = position.mirrored()
    assert mirrored.mirrored() == position
    assert mirrored.pieces() == tuple(position.pieces()[square ^ 7] for square in range(64))
    assert mirrored.castling == mirror_horizontal(position.castling)
    assert mirror_horizontal(_usable_en_passant(mirrored)) == _usable_en_passant(position)


@given(positions(), st.integers(-9, 9), st.integers(-9, 9))
def test_shifting_drops_what_leaves_the_board(position: Position, files: int, ranks: int) -> None:
    shifted = position.shifted(files, ranks)
    pieces = position.pieces()
    for square in range(64):
        file, rank = square % 8 - files, square // 8 - ranks
        on_board = 0 <= file < 8 and 0 <= rank < 8
        assert shifted.pieces()[square] == (pieces[8 * rank + file] if on_board else "")
    assert (shifted.castling, shifted.en_passant) == (0, None)
    assert shifted.white_to_move == position.white_to_move


# En passant


@pytest.mark.parametrize(
    ("fen", "usable"),
    [
        ("8/8/8/3pP3/8/8/8/8 w - d6 0 1", "d6"),
        ("8/8/8/3pP3/8/8/8/8 b - d6 0 1", ""),
        ("8/8/8/8/3pP3/8/8/8 b - e3 0 1", "e3"),
        ("8/8/8/8/3pP3/8/8/8 w - e3 0 1", ""),
        ("8/8/8/3PP3/8/8/8/8 w - d6 0 1", ""),
        ("8/8/8/3nP3/8/8/8/8 w - d6 0 1", ""),
        ("8/8/3n4/3pP3/8/8/8/8 w - d6 0 1", ""),
        ("8/8/3N4/3pP3/8/8/8/8 w - d6 0 1", ""),
        ("8/8/8/p7/8/8/8/8 w - a6 0 1", "a6"),
        ("8/8/8/3pP3/8/8/8/8 w - - 0 1", ""),
    ],
)
def test_the_side_to_move_may_use_an_empty_square_behind_an_enemy_pawn(fen: str, usable: str) -> None:
    position = Position.from_fen(fen)
    white, black = position.sides()
    assert white.en_passant == (parse_squares(usable) if position.white_to_move else 0)
    assert black.en_passant == (0 if position.white_to_move else parse_squares(usable))


# Sides


def test_sides_keep_the_layers_computed_for_them_and_are_no_part_of_the_value() -> None:
    position = Position.from_fen(SAMPLE)
    LAYERS["front_spans"](position.sides()[0])
    assert position.sides()[0].cache["front_spans"]
    fresh = Position.from_fen(SAMPLE)
    assert fresh == position and hash(fresh) == hash(position)
    restored = pickle.loads(pickle.dumps(position))
    assert restored == position
    assert restored.sides()[0].cache == {}


def test_sides_that_are_forgotten_are_made_again_without_their_layers() -> None:
    position = Position.from_fen(SAMPLE)
    position.forget_sides()
    before = position.sides()
    LAYERS["front_spans"](before[0])
    position.forget_sides()
    assert position.sides()[0] is not before[0]
    assert position.sides()[0].cache == {}
    assert position.sides()[0].pawns == before[0].pawns


# How a position shows itself


@given(positions())
def test_a_printed_position_is_the_board_that_python_chess_prints(position: Position) -> None:
    fen, _, board = str(position).partition("\n")
    assert Position.from_fen(fen) == position
    assert board == str(chess.BaseBoard(position.placement()))


def test_a_notebook_shows_a_position_as_a_picture_with_its_pieces() -> None:
    picture = ElementTree.fromstring(Position.from_fen(SAMPLE)._repr_svg_())
    pieces = [
        each.get("class", "") for each in picture.iter() if each.get("class", "").startswith(("white ", "black "))
    ]
    assert picture.tag.endswith("svg")
    assert len(picture.findall(".//*[@href]")) + len(pieces) >= 28
    assert ElementTree.fromstring(EMPTY._repr_svg_()).tag == picture.tag


def rows(fen: str) -> list[tuple[str, str, str, str | None]]:
    """Return the text, the squares and the repair of each problem, and the FEN that the repair gives."""
    return [
        (
            problem.text,
            square_names(problem.squares),
            problem.repair,
            problem.repaired.fen() if problem.repaired else None,
        )
        for problem in problems(Position.from_fen(fen))
    ]


@pytest.mark.parametrize(("fen", "text", "squares", "repair", "repaired"), rows_beside(__file__, "problems.tsv"))
def test_a_problem_is_a_sentence_with_squares_and_a_repair(
    fen: str, text: str, squares: str, repair: str, repaired: str
) -> None:
    [(found_text, found_squares, found_repair, found_repaired)] = rows(fen)
    assert (found_text, found_repair, found_repaired) == (text, repair, repaired or None)
    assert parse_squares(found_squares) == parse_squares(squares)


def test_an_empty_board_has_one_problem() -> None:
    assert problems(EMPTY) == (Problem("The board is empty; a game needs a king of each color."),)


def test_a_board_full_of_pieces_has_its_problems_named_one_by_one() -> None:
    assert [entry[0] for entry in rows("/".join(["p" * 8] * 7 + ["P" * 8]))] == [
        "White has no king.",
        "Black has no king.",
        "Black has 56 pawns; a side has at most 8.",
        "Black has 56 pieces; a side has at most 16.",
        "A pawn cannot stand on rank 1 or 8: a1, b1, c1, d1, e1, f1 and 10 more.",
    ]


def test_positions_of_games_have_no_problems() -> None:
    assert problems(START) == ()
    for board in chess960_games():
        assert problems(Position.from_fen(board.fen(en_passant="fen"))) == ()


SENTENCES: Final = {
    chess.STATUS_EMPTY: "The board is empty",
    chess.STATUS_NO_WHITE_KING: "White has no king|The board is empty",
    chess.STATUS_NO_BLACK_KING: "Black has no king|The board is empty",
    chess.STATUS_TOO_MANY_WHITE_PAWNS: r"White has \d+ pawns; a side",
    chess.STATUS_TOO_MANY_BLACK_PAWNS: r"Black has \d+ pawns; a side",
    chess.STATUS_TOO_MANY_WHITE_PIECES: r"White has \d+ pieces; a side",
    chess.STATUS_TOO_MANY_BLACK_PIECES: r"Black has \d+ pieces; a side",
    chess.STATUS_PAWNS_ON_BACKRANK: "A pawn cannot stand on",
    chess.STATUS_BAD_CASTLING_RIGHTS: "rights? (need|east|west)",
    chess.STATUS_INVALID_EP_SQUARE: r"The en-passant square \w\d",
    chess.STATUS_TOO_MANY_CHECKERS: "pieces check",
    chess.STATUS_IMPOSSIBLE_CHECK: "pieces check|No single move|is not due to",
}


@given(positions())
@example(EMPTY.with_castling_text("KQ").with_en_passant(20))
@example(Position.from_fen("k7/8/8/8/3K4/8/8/8 w KQkq e6 0 1"))
@example(Position.from_fen("8/8/8/1R2k2R/8/8/8/K7 b"))
@example(Position.from_fen("8/3p4/8/1R1pk2R/8/8/8/K7 b - d3"))
def test_each_problem_of_python_chess_has_its_sentence_and_repairs_repair(position: Position) -> None:
    board = chess.Board(None, chess960=True)
    board.set_piece_map(
        {square: chess.Piece.from_symbol(piece) for square, piece in enumerate(position.pieces()) if piece}
    )
    board.turn = position.white_to_move
    board.castling_rights = position.castling
    board.ep_square = position.en_passant
    found = problems(position)
    texts = " ".join(problem.text for problem in found)
    status = board.status()
    if status & chess.STATUS_EMPTY:
        assert len(found) == 1
        return
    for flag, words in SENTENCES.items():
        assert bool(status & flag) == bool(re.search(words, texts)), flag
    if status & chess.STATUS_OPPOSITE_CHECK:
        assert "is in check from" in texts
    for problem in found:
        assert len(problem.text) <= 200 and problem.text.endswith(".")
        assert len(problem.repair) <= 100
        assert bool(problem.repair) == (problem.repaired is not None)
        if problem.repaired is not None:
            assert problem.text not in {after.text for after in problems(problem.repaired)}
