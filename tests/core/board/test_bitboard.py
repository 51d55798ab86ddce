from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, cast

import chess
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board import bitboard
from pawnviz.core.board.arrays import boards_of
from pawnviz.core.board.attackers import Pieces, king_attacks, line_through
from pawnviz.core.board.bitboard import (
    BOARD,
    DARK_SQUARES,
    EAST_HALF,
    FILES,
    LIGHT_SQUARES,
    RANKS,
    SQUARE_NAMES,
    WEST_HALF,
    diagram,
    flip_vertical,
    mask_of,
    parse_square,
    parse_squares,
    popcount,
    square_names,
    squares,
    to_hex,
)
from pawnviz.core.board.mask_reader import read_mask
from pawnviz.core.board.notation import MAPPINGS, Notation
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import BLACK, WHITE, face, one_pawn, pawn_sides, release
from pawnviz.core.layers import LAYERS
from tests.core.board.test_masks import refusal
from tests.positions import positions
from tests.reference import SQUARES, mask_of_squares
from tests.strategies import Board, boards, masks, masks_array, masks_list, picture

Square = tuple[int, int]


def reached(goes: Callable[[Square, Square], bool]) -> Callable[[set[Square]], set[Square]]:
    """Return the rule of all squares that some square of a set reaches."""
    return lambda mask: {square for square in SQUARES if any(goes(start, square) for start in mask)}


PRIMITIVES: dict[str, Callable[[set[Square]], set[Square]]] = {
    "complement": lambda mask: set(SQUARES) - mask,
    "north": reached(lambda start, end: end == (start[0], start[1] + 1)),
    "south": reached(lambda start, end: end == (start[0], start[1] - 1)),
    "east": reached(lambda start, end: end == (start[0] + 1, start[1])),
    "west": reached(lambda start, end: end == (start[0] - 1, start[1])),
    "north_fill": reached(lambda start, end: end[0] == start[0] and end[1] >= start[1]),
    "south_fill": reached(lambda start, end: end[0] == start[0] and end[1] <= start[1]),
    "east_fill": reached(lambda start, end: end[1] == start[1] and end[0] >= start[0]),
    "west_fill": reached(lambda start, end: end[1] == start[1] and end[0] <= start[0]),
    "file_fill": reached(lambda start, end: end[0] == start[0]),
    "flip_vertical": reached(lambda start, end: end == (start[0], 7 - start[1])),
    "mirror_horizontal": reached(lambda start, end: end == (7 - start[0], start[1])),
}


def squares_of(mask: int) -> set[Square]:
    """Return the squares of a mask as pairs of file and rank."""
    return {(file, rank) for file, rank in SQUARES if mask >> 8 * rank + file & 1}


@pytest.mark.parametrize("name", PRIMITIVES)
@given(given_masks=st.lists(masks(), min_size=1, max_size=4))
def test_a_primitive_moves_each_square_as_its_name_says(name: str, given_masks: list[int]) -> None:
    primitive: Callable[[Any], Any] = getattr(bitboard, name)
    expected = [mask_of_squares(PRIMITIVES[name](squares_of(mask))) for mask in given_masks]
    assert [primitive(mask) for mask in given_masks] == expected
    assert masks_list(primitive(masks_array(given_masks))) == expected


@given(given_masks=st.lists(masks(), min_size=1, max_size=4))
def test_popcount_counts_squares_of_ints_and_arrays(given_masks: list[int]) -> None:
    counts: Any = popcount(masks_array(given_masks))
    assert [popcount(mask) for mask in given_masks] == [len(squares_of(mask)) for mask in given_masks]
    assert counts.tolist() == [len(squares_of(mask)) for mask in given_masks]


def test_a1_is_the_lowest_bit_and_h8_the_highest() -> None:
    assert (parse_square("a1"), parse_square("h1"), parse_square("a2"), parse_square("h8")) == (0, 7, 8, 63)
    assert SQUARE_NAMES[28] == "e4"


def test_ranks_files_halves_and_colors_of_squares_share_the_board() -> None:
    assert parse_squares("a1 b1 c1 d1 e1 f1 g1 h1") == RANKS[0]
    assert parse_squares("h1 h2 h3 h4 h5 h6 h7 h8") == FILES[7]
    assert sum(RANKS) == sum(FILES) == WEST_HALF + EAST_HALF == LIGHT_SQUARES + DARK_SQUARES == BOARD
    assert WEST_HALF & parse_squares("d5 e5") == parse_squares("d5")
    assert LIGHT_SQUARES & parse_squares("a1 h1 a8 d1") == parse_squares("h1 a8 d1")


@given(mask=masks())
def test_squares_and_their_names_lead_back_to_the_mask(mask: int) -> None:
    assert list(squares(mask)) == sorted(squares(mask))
    assert mask_of(squares(mask)) == mask
    assert parse_squares(square_names(mask)) == mask


@given(mask=masks())
def test_hexadecimal_and_diagram_lead_back_to_the_mask(mask: int) -> None:
    assert to_hex(mask).startswith("0x")
    assert len(to_hex(mask)) == 18
    assert int(to_hex(mask), 16) == mask
    assert picture(diagram(mask)) == mask


def test_a_diagram_has_rank_8_first_and_the_a_file_left() -> None:
    lines = diagram(parse_squares("a8 h2")).splitlines()
    assert lines[0] == "1 . . . . . . ."
    assert lines[6] == ". . . . . . . 1"
    assert len(lines) == 8


@pytest.mark.parametrize("name", ["", "e", "e9", "i4", "E4", "e4 ", "4e", "е4"])
def test_a_name_that_is_no_square_is_refused_with_what_a_square_is(name: str) -> None:
    with pytest.raises(ValueError, match="a file from a to h and a rank from 1 to 8"):
        parse_square(name)


def test_a_list_of_squares_with_a_wrong_one_is_refused() -> None:
    with pytest.raises(ValueError, match="a square is"):
        parse_squares("d4 e9")


MASKS = ("pawns", "knights", "bishops", "rooks", "queens", "kings", "pieces", "en_passant", "to_move")


@given(st.lists(positions(), max_size=6))
def test_the_sides_of_boards_are_those_of_their_positions(given: list[Position]) -> None:
    boards = boards_of(given)
    assert len(boards) == len(given)
    for color, side in enumerate(boards.sides()):
        for name in MASKS:
            array: Any = getattr(side, name)
            assert array.dtype == numpy.uint64
            assert array.tolist() == [getattr(position.sides()[color], name) for position in given]
        assert side.color == (color == 0)
        assert side.enemy.color != side.color


@given(st.lists(positions(), min_size=1, max_size=6), st.data())
def test_a_part_of_boards_holds_the_positions_at_its_places(given: list[Position], data: st.DataObject) -> None:
    places = data.draw(st.lists(st.integers(0, len(given) - 1)))
    part = boards_of(given).part(numpy.array(places, dtype=numpy.intp))
    chosen = boards_of(given[place] for place in places)
    assert part.masks.tolist() == chosen.masks.tolist()
    assert part.white_to_move.tolist() == chosen.white_to_move.tolist()


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


@given(positions())
def test_the_attackers_of_a_square_are_those_of_python_chess(position: Position) -> None:
    board = chess.Board(None)
    board.set_piece_map(
        {square: chess.Piece.from_symbol(piece) for square, piece in enumerate(position.pieces()) if piece}
    )
    for side in position.sides():
        for square in range(64):
            assert Pieces.of(side).attackers(square) == board.attackers_mask(side.color, square)


def test_a_king_attacks_the_squares_beside_it() -> None:
    for square in range(64):
        assert king_attacks(1 << square) == chess.BB_KING_ATTACKS[square]
    assert king_attacks(parse_squares("a1 h8")) == parse_squares("a2 b1 b2 g7 g8 h7")


def test_the_line_of_two_squares_is_the_same_in_both_orders_as_in_python_chess() -> None:
    for first in range(64):
        for second in range(64):
            if first != second:
                assert line_through(1 << first, 1 << second) == mask_of(chess.SquareSet(chess.ray(first, second)))


CORNER: Final = """
1 . . . . . . .
1 1 . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
"""
CORNER_MASK: Final = parse_squares("a8 a7 b7")


def framed(lines: list[str], left: str = "", right: str = "") -> str:
    return "\n".join(["+" + "-" * 17 + "+", *(f"{left}| {line} |{right}" for line in lines), "+" + "-" * 17 + "+"])


LINES: Final = CORNER.strip().splitlines()
RULE: Final = " +---+---+---+---+---+---+---+---+\n"


@pytest.mark.parametrize(
    "text",
    [
        CORNER,
        CORNER.replace(" ", ""),
        CORNER.replace("1", "X").replace(".", "-"),
        CORNER.replace("1", "x").replace(" ", ""),
        CORNER.replace(".", "0"),
        CORNER.replace(" ", "").replace(".", "0"),
        CORNER.replace("1", "#").replace(".", "\u00b7"),
        CORNER.replace("1", "*").replace(".", "_"),
        CORNER.replace("1", "\u25cf").replace(".", "\u25cb"),
        CORNER.replace("\n", "\r\n"),
        CORNER.replace("\n", "\n\n"),
        framed(LINES),
        framed(LINES).replace("-", "\u2500").replace("|", "\u2502"),
        "\n".join(f"{8 - row}  {line}" for row, line in enumerate(LINES)) + "\n   a b c d e f g h",
        "\n".join(f"{8 - row}{line.replace(' ', '')}" for row, line in enumerate(LINES)),
        "\n".join(f"{line} {8 - row}" for row, line in enumerate(LINES)),
        "A B C D E F G H\n" + "\n".join(f"{8 - row} {line} {8 - row}" for row, line in enumerate(LINES)) + "\nabcdefgh",
        "\n".join(f"{8 - row} | {line} |" for row, line in enumerate(LINES)),
        "\n".join(f'    "{line}",' for line in LINES),
        "\n".join(f"// {line}" for line in LINES),
        "\n".join(f"{row + 1} {line}" for row, line in enumerate(reversed(LINES))),
        "\n".join(f"{line[::-1]} {row + 1}" for row, line in enumerate(reversed(LINES))) + "\nh g f e d c b a",
        RULE + "".join(f" | {line.replace(' ', ' | ').replace('.', ' ')} |\n{RULE}" for line in LINES),
        RULE
        + "".join(f" | {line.replace(' ', ' | ').replace('.', ' ')} | {8 - n}\n{RULE}" for n, line in enumerate(LINES))
        + "   a   b   c   d   e   f   g   h\n",
        "\n".join(line.replace(" ", "|") for line in LINES),
    ],
)
def test_a_diagram_may_have_any_usual_marks_coordinates_and_frames(text: str) -> None:
    for mapping in MAPPINGS.values():
        found = read_mask(text, mapping)
        assert (found.mask, found.notation) == (CORNER_MASK, Notation.DIAGRAM)


def test_the_description_says_when_a_diagram_is_turned() -> None:
    upright = "\n".join(f"{8 - row} {line}" for row, line in enumerate(LINES))
    turned = "\n".join(f"{row + 1} {line}" for row, line in enumerate(LINES)) + "\nh g f e d c b a"
    assert read_mask(upright).description == "diagram"
    assert read_mask(turned).description == "diagram, rank 1 first, h-file first"
    assert square_names(read_mask(turned).mask) == "h1 g2 h2"


@pytest.mark.parametrize("mark", ["1", "-", "."])
def test_full_and_empty_boards_are_diagrams_too(mark: str) -> None:
    assert read_mask("\n".join([mark * 8] * 8)).mask == (BOARD if mark == "1" else 0)
    assert read_mask("\n".join([" ".join(mark * 8)] * 8)).mask == (BOARD if mark == "1" else 0)


@given(masks())
def test_a_diagram_between_bars_with_blank_squares_is_read_without_labels(mask: int) -> None:
    lines = diagram(mask).splitlines()
    text = "\n".join(f"|{line.replace(' ', '|').replace('.', ' ')}|" for line in lines)
    assert read_mask(text).mask == mask


@pytest.mark.parametrize(
    ("text", "squares", "description"),
    [
        ("X......./XX....../......../......../......../......../......../........", "a7 b7 a8", "diagram on one line"),
        ("10000000/11000000/00000000/00000000/00000000/00000000/00000000/00000000", "a7 b7 a8", "diagram on one line"),
        ("8/8/8/8/3P4/8/8/8", "d4", "placement of one kind of piece"),
        ("p7/pp6/8/8/8/8/8/7p", "h1 a7 b7 a8", "placement of one kind of piece"),
        ("8/8/8/8/1X1X1X1X/8/8/8", "b4 d4 f4 h4", "placement of one kind of piece"),
        ("8/8/8/8/8/8/8/8", "", "placement of one kind of piece"),
    ],
)
def test_rows_between_slashes_are_marks_or_a_placement(text: str, squares: str, description: str) -> None:
    found = read_mask(text, MAPPINGS["BEFR"])
    assert (square_names(found.mask), found.notation) == (squares, Notation.DIAGRAM)
    assert found.description == description


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("\n".join(LINES[:7]), 7, 16, "the text has 7 lines of marks; a diagram has 8, one a rank"),
        ("\n".join([*LINES, LINES[0]]), 9, 1, "the text has 9 lines of marks; a diagram has 8, one a rank"),
        (CORNER.replace("1 1 .", "1 1", 1), 3, 1, "this line has 7 marks; a rank has 8"),
        (CORNER.replace("1 1 .", "1 X ."), 3, 3, "'X' and '1' both mark squares; a diagram has one such mark"),
        (CORNER.replace("1 1 .", "1 ? ."), 3, 3, "'?' is no mark of a diagram; 1 or X for a square in the mask"),
        (CORNER.replace("1 1 .", "1 \uff11 ."), 3, 3, "'\\uff11' is no mark of a diagram"),
        (CORNER.replace("1 1 .", "1 1 .") + "\0", 10, 1, "the text has 9 lines"),
        ("\n".join(f"3 {line}" for line in LINES), 1, 1, "this line has 9 marks; a rank has 8, beside the numbers"),
        ("\n".join(f"{line} ." for line in LINES), 1, 1, "this line has 9 marks"),
        ("\n".join([". . ."] * 8), 1, 1, "this line has 3 marks"),
        ("|a|b|c|dd|e|f|g|h|\n.", 1, 8, "'dd' is between two bars; a square has one mark"),
        ("8/8/8/8/3P3/8/8/8", 1, 9, "rank 4 has 7 squares; a rank has 8"),
        ("8/8/8/8/9/8/8/8", 1, 9, "'9' is no mark; eight rows such as ...11... have / between them"),
        ("8/8/8/8/3Pp3/8/8/8", 1, 11, "'p' and 'P' both mark squares; a mask has one mark"),
        ("///////", 1, 1, "rank 8 has 0 squares"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1, 2, "a mask has one mark"),
    ],
)
def test_a_diagram_that_cannot_be_read_is_refused_where_it_goes_wrong(
    text: str, line: int, column: int, message: str
) -> None:
    found = refusal(text)
    assert found[:2] == (line, column)
    assert message in found[2]
