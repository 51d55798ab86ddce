"""The places of the marks of one square."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import pytest
from PySide6.QtCore import QRectF

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Family, Style, badge, bar, hatch
from pawnviz.core.picture.picture import MOST_HATCHES, NORTH_END, SOUTH_END, LegendEntry, Look, PlacedMark, make_picture
from pawnviz.core.picture.places import (
    FIRST,
    MORE,
    SECOND,
    WHOLE,
    Spot,
    badge_height,
    badge_width,
    crowded_bars,
    has_tab,
    is_outline,
    lay_out,
    piece_box,
    tab_box,
    tab_shape,
)
from tests.view.board.painting import SEED, placed, shown


def spots(position: Position, square: str, *names: str) -> dict[tuple[str, bool], Spot]:
    """Return the places of the marks on a square by layer and side."""
    cell = make_picture(position, Look(shown(*names))).cells[parse_square(square)]
    found = lay_out(cell.marks, 64, has_piece=bool(cell.piece))
    return {(spot.placed.layer, spot.placed.white): spot for spot in found}


def test_a_mark_stands_where_it_stands_alone_unless_another_is_in_its_way() -> None:
    alone = spots(SEED, "b3", "stops")["stops", True]
    free = spots(SEED, "b3", "stops", "safe_squares")["stops", True]
    crowded = spots(SEED, "b3", "attacks", "east_attacks", "west_attacks", "double_attacks", "stops")["stops", True]
    assert (free.x, free.y, free.scale) == (alone.x, alone.y, alone.scale)
    assert crowded.x > alone.x


@pytest.mark.parametrize("size", [24, 40, 64, 100])
def test_six_symbols_of_a_side_never_overlap_and_stay_half_as_large_as_one(size: int) -> None:
    marks = [layer.mark for layer in LAYERS.values() if layer.mark.family is Family.TARGET][:6]
    for white, has_piece in product((True, False), repeat=2):
        row = tuple(PlacedMark(mark, white, "", 1.0, slot, 6) for slot, mark in enumerate(marks))
        found = lay_out(row, size, has_piece=has_piece)
        assert min(spot.scale for spot in found) >= 0.5
        for first, second in combinations(found, 2):
            near = 0.168 * min(first.scale, second.scale)
            assert abs(first.x - second.x) >= near or abs(first.y - second.y) >= near


def test_a_side_has_two_hatches_and_outlines_after_them_with_tabs_and_signs_over_them() -> None:
    names = ("front_spans", "rear_spans", "lee_squares", "luff_squares")
    picture = make_picture(SEED, Look(shown(*names)))
    marks = [mark for cell in picture.cells for mark in cell.marks]
    assert {mark.layer for mark in marks if is_outline(mark)} == {"lee_squares", "luff_squares"}
    slots = [(entry.white_slot, entry.black_slot, entry.slot_counts) for entry in picture.legend]
    assert slots == [(number, number, (4, 4)) for number in range(4)]
    drawn = [layer for layer, _ in spots(SEED, "b4", "interspans", "front_spans", "front_fills")]
    assert drawn == ["front_spans", "front_spans", "front_fills", "front_fills", "interspans", "interspans"]
    assert not has_tab(PlacedMark(hatch("solid"), True, "", 1.0, MOST_HATCHES, MOST_HATCHES + 1))


def test_an_outline_ends_where_the_area_ends_on_its_file() -> None:
    names = ("rear_spans", "lee_squares", "front_spans")
    cells = make_picture(Position.from_fen("8/8/8/8/8/8/P7/8"), Look(shown(*names))).cells
    marks = [mark for square in range(16, 64, 8) for mark in cells[square].marks if mark.layer == "front_spans"]
    assert [mark.ends for mark in marks] == [SOUTH_END, 0, 0, 0, 0, NORTH_END]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 9, 14])
def test_the_tabs_of_a_side_have_places_of_their_own_in_its_third_of_the_square(count: int) -> None:
    slots = range(MOST_HATCHES, MOST_HATCHES + count)
    areas = [PlacedMark(hatch("solid"), True, "", 1.0, slot, MOST_HATCHES + count) for slot in slots]
    assert all(has_tab(area) for area in areas)
    boxes = [tab_box(area) for area in areas]
    assert all(box.left >= 0 and box.top >= 0 and box.right <= 0.35 and box.bottom <= 1 for box in boxes)
    assert not any(first.intersects(second) for first, second in combinations(boxes, 2))
    assert all(tab_shape(first) != tab_shape(second) for first, second in pairwise(areas[:4]))


def test_paper_asks_for_larger_badges_of_which_fewer_have_room() -> None:
    badges = tuple(placed(badge(label)) for label in ("IS", "W", "DB", "BW"))
    usual, large = lay_out(badges, 40), lay_out(badges, 40, least=0.4)
    assert [spot.placed.mark.label for spot in usual] == ["IS", "W", "DB", "BW"]
    assert [spot.placed.mark.label for spot in large] == ["IS", ""]
    assert large[-1].placed.mark.shape == MORE
    assert all(badge_height(40) * spot.scale == pytest.approx(16) for spot in large)
    assert badge_width(40, "BW", 1.5) > 1.5 * badge_width(40, "BW")


@pytest.mark.parametrize("letter", ["P", "p", "k"])
@pytest.mark.parametrize(("size", "least"), [(32, 0.3), (33, 0.55), (40, 0.0), (64, 0.0), (64, 0.4), (100, 0.0)])
def test_a_piece_has_a_place_that_no_badge_covers(letter: str, size: int, least: float) -> None:
    outline = QRectF(0.25, 0.2, 0.5, 0.65) if letter in "pP" else QRectF(0.11, 0.11, 0.78, 0.76)
    labels = ("IS", "+2", "MW", "•", "W", "DB", "BW", "CO", "CH")
    for count, has_outlines in product(range(len(labels) + 1), (False, True)):
        areas = [PlacedMark(hatch("solid"), False, "", 1.0, MOST_HATCHES, MOST_HATCHES + 1)] * has_outlines
        found = lay_out(
            (*areas, *(placed(badge(label)) for label in labels[:count])), size, has_piece=True, least=least
        )
        box = piece_box(letter, found, size)
        drawn = QRectF(
            box.left + outline.left() * box.width,
            box.top + outline.top() * box.height,
            outline.width() * box.width,
            outline.height() * box.height,
        )
        assert (0.3 if letter in "pP" else 0.2) < box.width <= 1 and QRectF(0, 0, 1, 1).contains(drawn)
        for spot in found:
            if spot.placed.mark.family is Family.BADGE:
                height = badge_height(size) * spot.scale / size
                width = badge_width(size, spot.placed.mark.label, spot.scale) / size
                covering = QRectF(spot.x - width / 2, spot.y - height / 2, width, height).intersected(drawn)
                assert covering.width() * covering.height() < 1e-9, (count, spot)


def test_badges_leave_room_for_a_hatch_and_marks_for_a_bar_along_the_edge() -> None:
    badges = tuple(placed(badge(label)) for label in ("IS", "W"))
    alone, hatched = ([spot.scale for spot in lay_out(badges + areas, 40)] for areas in ((), (placed(hatch("solid")),)))
    assert alone == [1, 1]
    assert hatched == [1, 0.82, 0.82], "the hatch comes first"
    assert [spot.scale for spot in lay_out((placed(hatch("solid")), *badges), 64)] == [1, 1, 1]
    edge = placed(bar("edge"))
    mark = placed(LAYERS["stops"].mark)
    (_, beside), (by_itself,) = lay_out((edge, mark), 64), lay_out((mark,), 64)
    assert beside.y < by_itself.y


def test_on_small_squares_a_plus_stands_for_the_bars_that_have_no_room() -> None:
    bars = tuple(PlacedMark(bar("solid"), True, "", 1.0, slot, 6) for slot in range(6))
    small = lay_out(bars, 32.0)
    assert [spot.placed.mark.shape for spot in small] == ["solid", "solid", MORE]
    left = [round(32 * spot.x) for spot in small]
    assert min(second - first for first, second in pairwise(left)) >= 5, "bars of four pixels have a gap"
    assert [spot.placed.mark.shape for spot in lay_out(bars, 40.0)] == ["solid"] * 6
    three = tuple(each._replace(slot_count=3) for each in bars[:3])
    assert [spot.placed.mark.shape for spot in lay_out(three, 32.0)] == ["solid"] * 3


def test_the_legend_of_a_small_board_says_for_which_layers_a_plus_stands() -> None:
    names = [name for name, layer in LAYERS.items() if layer.mark.family is Family.BAR and layer.mark.shape != "edge"]
    entries = [LegendEntry(name, Style(LAYERS[name].mark), True, True, layer=name) for name in names[:5]]
    assert crowded_bars(entries, 32) == set(names[2:5])
    assert not crowded_bars(entries, 40) and not crowded_bars(entries[:3], 32)


def test_many_hatches_lie_in_turn_above_and_below_each_other() -> None:
    def parts(*shapes: str) -> list[tuple[str, int]]:
        marks = tuple(PlacedMark(hatch(shape), True, "", 1.0, 0, 1, layer=shape) for shape in shapes)
        return [(spot.placed.layer, spot.part) for spot in lay_out(marks, 64)]

    assert parts("solid", "steep") == [("solid", WHOLE), ("steep", WHOLE)]
    assert parts("solid", "steep", "dashed", "crosses") == [
        ("solid", FIRST),
        ("steep", FIRST),
        ("dashed", WHOLE),
        ("steep", SECOND),
        ("solid", SECOND),
        ("crosses", WHOLE),
    ]
