"""Pictures: what a board shows for a position and shown layers, as plain data."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import SQUARE_NAMES, mask_of, parse_square, parse_squares, squares
from pawnviz.core.board.position import EMPTY, START, Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Family, Mark, Style, attack, badge, bar, hatch, strip, target
from pawnviz.core.picture.picture import (
    EAST_END,
    FROM_EAST,
    FROM_WEST,
    NORTH_END,
    SOUTH_EAST,
    SOUTH_END,
    WEST_END,
    Arrow,
    Look,
    PlacedMark,
    ShownLayer,
    files_of,
    make_picture,
    places,
    strip_rows,
)
from tests.positions import positions

SEED = Position.from_fen("4k3/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/4K3 w - - 0 1")


def shown(*identifiers: str, white: bool = True, black: bool = True) -> tuple[ShownLayer, ...]:
    return tuple(ShownLayer(LAYERS[name], Style(LAYERS[name].mark), white, black) for name in identifiers)


ISLANDS = ShownLayer(LAYERS["filesets"], Style(strip("solid")))


def marks_on(position: Position, square: str, layers: Sequence[ShownLayer]) -> tuple[PlacedMark, ...]:
    return make_picture(position, Look(tuple(layers))).cells[parse_square(square)].marks


@given(positions(), st.lists(st.sampled_from(sorted(LAYERS)), max_size=8, unique=True), st.booleans(), st.booleans())
def test_a_picture_holds_the_pieces_and_for_each_side_exactly_the_squares_of_its_layers(
    position: Position, names: list[str], white: bool, black: bool
) -> None:
    picture = make_picture(position, Look(shown(*names, white=white, black=black)))
    assert tuple(cell.piece for cell in picture.cells) == position.pieces()
    for side in position.sides():
        on = white if side.color else black
        for name in names:
            layer = LAYERS[name]
            mask = layer(side) if on else 0
            if layer.mark.family is Family.STRIP:
                strips = [found for found in picture.strips if found.mark == layer.mark and found.white == side.color]
                assert [found.files for found in strips] == ([files_of(mask)] if on else [])
            elif layer.mark.family is Family.LINE:
                lines = [found for found in picture.lines if found.white == side.color]
                assert [found.squares for found in lines] == ([mask] if on else [])
            else:
                drawn = mask_of(
                    square
                    for square, cell in enumerate(picture.cells)
                    if any(mark.mark == layer.mark and mark.white == side.color for mark in cell.marks)
                )
                assert drawn == mask


@given(positions(), st.lists(st.sampled_from(sorted(LAYERS)), max_size=6, unique=True))
def test_equal_positions_and_layers_make_equal_pictures(position: Position, names: list[str]) -> None:
    again = Position.from_fen(position.fen())
    assert make_picture(position, Look(shown(*names))) == make_picture(again, Look(shown(*names)))


def test_each_mark_and_each_strip_says_which_layer_it_is_of() -> None:
    layer = LAYERS["passed_pawns"]
    same = Style(layer.mark)
    layers = (ShownLayer(layer, same), ShownLayer(LAYERS["isolated_pawns"], same), ISLANDS)
    picture = make_picture(SEED, Look(layers))
    (white, _) = SEED.sides()
    for name in ("passed_pawns", "isolated_pawns"):
        squares_of = mask_of(
            square
            for square, cell in enumerate(picture.cells)
            if any(mark.layer == name and mark.white for mark in cell.marks)
        )
        assert squares_of == LAYERS[name](white), "also where two layers have one mark"
    assert {strip.layer for strip in picture.strips} == {"filesets"}
    assert [entry.layer for entry in picture.legend] == ["passed_pawns", "isolated_pawns", "filesets"]


def test_an_empty_board_without_layers_shows_nothing() -> None:
    picture = make_picture(EMPTY)
    assert picture.cells == tuple(picture.cells[0] for _ in range(64))
    assert picture.cells[0].piece == ""
    assert not picture.cells[0].marks
    assert (picture.strips, picture.strip_rows, picture.arrows, picture.legend) == ((), 0, (), ())


def test_the_side_to_move_is_the_position_s() -> None:
    assert make_picture(START).position.white_to_move
    assert not make_picture(START.with_white_to_move(False)).position.white_to_move


def test_a_layer_keeps_its_place_whether_or_not_other_layers_hold_the_square() -> None:
    layers = shown("stops", "telestops")
    assert [(mark.slot, mark.slot_count) for mark in marks_on(SEED, "b3", layers) if mark.white] == [(0, 2)]
    assert [(mark.slot, mark.slot_count) for mark in marks_on(SEED, "b4", layers) if mark.white] == [(1, 2)]


def test_a_layer_of_one_side_takes_no_place_from_the_other_side() -> None:
    layers = [*shown("stops", black=False), *shown("telestops")]
    white = [mark for mark in marks_on(SEED, "b4", layers) if mark.white]
    black = [mark for mark in marks_on(SEED, "b4", layers) if not mark.white]
    assert [(mark.slot, mark.slot_count) for mark in white] == [(1, 2)]
    assert [(mark.slot, mark.slot_count) for mark in black] == [(0, 1)]


def test_dots_say_where_the_attackers_stand_and_take_two_places() -> None:
    position = Position.from_fen("8/8/8/8/8/8/P1P5/8")
    layers = shown("attacks", "double_attacks", black=False)
    attackers = {name: marks_on(position, name, layers)[0].attackers for name in ("b3", "d3")}
    assert attackers == {"b3": FROM_WEST | FROM_EAST, "d3": FROM_WEST}
    assert [mark.slot for mark in marks_on(position, "b3", layers)] == [0, 2]
    assert [places(mark) for mark in (attack("dots"), attack("ring"), badge("I"))] == [2, 1, 1]


def test_letters_say_on_which_files_the_attackers_stand_and_take_two_places() -> None:
    position = Position.from_fen("8/8/8/8/8/1p1p4/P1P5/8")
    east, west = shown("east_capture_targets", "west_capture_targets", black=False)
    (letter,) = marks_on(position, "b3", [east])
    assert (letter.attackers, letter.file) == (FROM_WEST, 1)
    (letter,) = marks_on(position, "b3", [west])
    assert (letter.attackers, letter.file) == (FROM_EAST, 1)
    both = ShownLayer(LAYERS["capture_targets"], Style(attack("letters")), white=True, black=False)
    (letters,) = marks_on(position, "b3", [both])
    assert (letters.attackers, letters.file) == (FROM_WEST | FROM_EAST, 1)
    (letter,) = marks_on(position, "d3", [both])
    assert (letter.attackers, letter.file) == (FROM_WEST, 3)
    assert [places(attack(shape)) for shape in ("letters", "letter from west", "letter from east")] == [2, 2, 2]


def test_colors_and_opacity_are_those_of_the_style_and_the_side() -> None:
    style = Style(hatch("waves"), "#112233", "#445566", 0.5)
    layer = ShownLayer(LAYERS["pawns"], style)
    white, black = marks_on(START, "a2", [layer]), marks_on(START, "a7", [layer])
    assert [(mark.mark, mark.color, mark.opacity) for mark in white] == [(hatch("waves"), "#112233", 0.5)]
    assert [(mark.mark, mark.color, mark.opacity) for mark in black] == [(hatch("waves"), "#445566", 0.5)]


def test_captures_are_arrows_from_pawn_to_target_when_they_are_asked_for() -> None:
    position = Position.from_fen("8/8/8/3p4/4P3/8/8/8")
    d5, e4 = parse_square("d5"), parse_square("e4")
    assert make_picture(position).arrows == ()
    assert make_picture(position, Look(captures=True)).arrows == (Arrow(e4, d5, True), Arrow(d5, e4, False))


def test_steps_to_break_squares_are_arrows_where_their_layer_is_shown() -> None:
    position = Position.from_fen("8/8/8/3p4/8/2P5/4P3/8")
    c3, c4, d5, d4, e2, e4 = map(parse_square, ("c3", "c4", "d5", "d4", "e2", "e4"))
    white = [Arrow(c3, c4, True, is_push=True), Arrow(e2, e4, True, is_push=True)]
    black = [Arrow(d5, d4, False, is_push=True)]
    assert make_picture(position).arrows == ()
    assert make_picture(position, Look(shown("break_squares"))).arrows == (*white, *black)
    assert make_picture(position, Look(shown("break_squares", white=False))).arrows == tuple(black)
    assert make_picture(position, Look(shown("break_squares"), breaks=False)).arrows == ()
    assert make_picture(position, Look(shown("break_pawns"))).arrows == ()


def test_the_legend_names_the_layers_in_their_order_with_their_sides() -> None:
    layers = [*shown("stops", black=False), *shown("filesets")]
    legend = make_picture(SEED, Look(tuple(layers))).legend
    assert [(entry.title, entry.white, entry.black) for entry in legend] == [
        ("Stops", True, False),
        ("Islands (filesets)", True, True),
    ]
    assert legend[0].style == layers[0].style


def test_files_of_a_mask_are_one_byte() -> None:
    assert files_of(0) == 0
    assert files_of(parse_squares("a1 c5 h8")) == 0b10000101


# Rows of strips


def test_each_bar_below_the_board_has_a_row_of_its_own_in_the_layers_order() -> None:
    assert strip_rows([strip("hollow"), strip("solid"), strip("dashed")]) == [0, 1, 2]


def test_signs_share_the_row_of_the_first_bar_wherever_it_comes() -> None:
    signs = [strip("east cap"), strip("west cap"), strip("diamond"), strip("triangle")]
    assert strip_rows([*signs, strip("solid"), strip("hollow")]) == [0, 0, 0, 0, 0, 1]
    assert strip_rows(signs) == [0, 0, 0, 0]


def test_equal_signs_do_not_share_a_row() -> None:
    assert strip_rows([strip("diamond"), strip("diamond")]) == [0, 1]
    assert strip_rows([strip("solid"), strip("diamond"), strip("diamond")]) == [0, 0, 1]


def test_numbered_strips_share_a_row_without_signs_and_bars() -> None:
    numbers = [strip("numbered", str(width)) for width in range(1, 9)]
    assert strip_rows(numbers) == [0] * 8
    assert strip_rows([numbers[0], strip("solid"), strip("diamond"), numbers[1]]) == [0, 1, 1, 0]


@given(st.lists(st.sampled_from([layer.mark for layer in LAYERS.values()]), max_size=10))
def test_rows_are_counted_from_0_without_a_gap_and_only_strips_have_one(marks: list[Mark]) -> None:
    rows = strip_rows(marks)
    assert [row == -1 for row in rows] == [mark.family is not Family.STRIP for mark in marks]
    used = {row for row in rows if row >= 0}
    assert used == set(range(len(used)))


@pytest.mark.parametrize("mark", [hatch("solid"), target("ring"), bar("solid"), badge("I")])
def test_other_marks_than_strips_have_no_row(mark: Mark) -> None:
    assert strip_rows([mark]) == [-1]


def test_a_strip_holds_the_files_of_its_side_and_its_row() -> None:
    picture = make_picture(SEED, Look((ISLANDS, *shown("open_files"))))
    assert picture.strip_rows == 2
    assert [(found.white, found.row, found.files) for found in picture.strips] == [
        (True, 0, 0b11100111),
        (True, 1, 0b00010000),
        (False, 0, 0b11101111),
        (False, 1, 0b00010000),
    ]


def test_a_square_holds_its_marks_in_the_layers_order_white_s_before_black_s() -> None:
    found = marks_on(SEED, "b5", shown("interspans", "front_spans"))
    assert [(mark.mark.shape, mark.white) for mark in found] == [
        ("crosses", True),
        ("solid", True),
        ("crosses", False),
        ("solid", False),
    ]


def test_every_square_of_a_mask_is_marked_once() -> None:
    picture = make_picture(SEED, Look(shown("file_fills", black=False)))
    files = LAYERS["file_fills"](SEED.sides()[0])
    assert [len(cell.marks) for cell in picture.cells] == [files >> square & 1 for square in range(64)]
    assert sum(len(cell.marks) for cell in picture.cells) == len(list(squares(files)))


def test_a_tinted_area_says_at_which_edges_and_corners_it_ends() -> None:
    tint = ShownLayer(LAYERS["front_fills"], Style(hatch("tint")), black=False)
    picture = make_picture(Position.from_fen("8/8/8/8/8/3P4/2P5/8"), Look((tint,)))
    ends = {SQUARE_NAMES[square]: cell.marks[0].ends for square, cell in enumerate(picture.cells) if cell.marks}
    assert (ends["c2"], ends["d3"]) == (SOUTH_END | EAST_END | WEST_END, SOUTH_END | EAST_END)
    assert (ends["c3"], ends["c5"], ends["c8"]) == (WEST_END | SOUTH_EAST, WEST_END, NORTH_END | WEST_END)
    assert ends["d5"] == EAST_END
