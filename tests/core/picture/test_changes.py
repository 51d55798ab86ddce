from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import parse_square, parse_squares, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, attack, hatch, strip
from pawnviz.core.picture.changes import LayerChange, layer_changes, picture_of_change
from pawnviz.core.picture.picture import (
    FROM_EAST,
    FROM_WEST,
    GAINED,
    KEPT,
    LOST,
    Look,
    Picture,
    PlacedMark,
    ShownLayer,
    Strip,
    make_picture,
)
from tests.positions import positions

LONDON = Position.from_fen("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8")


def shown(*identifiers: str) -> tuple[ShownLayer, ...]:
    return tuple(ShownLayer(LAYERS[identifier], Style(LAYERS[identifier].mark)) for identifier in identifiers)


def change_picture(before: Position, after: Position, *identifiers: str) -> Picture:
    entries = shown(*identifiers)
    return picture_of_change(make_picture(before, Look(entries)), make_picture(after, Look(entries)))


def marks_at(picture: Picture, square: str) -> list[tuple[str, bool, int]]:
    return [(mark.mark.shape, mark.white, mark.change) for mark in picture.cells[parse_square(square)].marks]


def test_a_push_moves_the_stop_and_shortens_the_front_span() -> None:
    before = Position.from_fen("8/8/8/8/4P3/8/8/8")
    picture = change_picture(before, before.moved(parse_square("e4"), parse_square("e5")), "front_spans", "stops")
    assert marks_at(picture, "e5") == [("solid", True, LOST), ("chevron", True, LOST)]
    assert marks_at(picture, "e6") == [("solid", True, KEPT), ("chevron", True, GAINED)]
    assert marks_at(picture, "e7") == [("solid", True, KEPT)]
    assert [picture.cells[parse_square(square)].piece for square in ("e4", "e5")] == ["", "P"]


def test_of_two_dots_the_one_that_goes_is_marked_as_lost() -> None:
    before = Position.from_fen("8/8/8/8/3P1P2/8/8/8")
    after = before.without_piece(parse_square("f4"))
    picture = change_picture(before, after, "attacks")
    dots = picture.cells[parse_square("e5")].marks
    assert [(dot.attackers, dot.change) for dot in dots] == [(FROM_WEST, KEPT), (FROM_EAST, LOST)]
    back = change_picture(after, before, "attacks").cells[parse_square("e5")].marks
    assert [(dot.attackers, dot.change) for dot in back] == [(FROM_WEST, KEPT), (FROM_EAST, GAINED)]


def test_a_dot_changes_its_pawn() -> None:
    before = Position.from_fen("8/8/8/8/3P4/8/8/8")
    after = before.moved(parse_square("d4"), parse_square("f4"))
    dots = change_picture(before, after, "attacks").cells[parse_square("e5")].marks
    assert [(dot.attackers, dot.change) for dot in dots] == [(FROM_WEST, LOST), (FROM_EAST, GAINED)]


def test_marks_keep_their_order_and_place() -> None:
    before = Position.from_fen("8/8/8/8/4P3/8/8/8")
    entries = tuple(ShownLayer(LAYERS[name], Style(attack("ring"))) for name in ("stops", "front_spans", "telestops"))
    after = before.moved(parse_square("e4"), parse_square("e5"))
    picture = picture_of_change(make_picture(before, Look(entries)), make_picture(after, Look(entries)))
    assert [(mark.slot, mark.change) for mark in picture.cells[parse_square("e6")].marks] == [
        (0, GAINED),
        (1, KEPT),
        (2, LOST),
    ]


def _changed_islands(before: Position, after: Position) -> Sequence[Strip]:
    islands = ShownLayer(LAYERS["filesets"], Style(strip("solid")))
    return picture_of_change(*(make_picture(each, Look((islands,))) for each in (before, after))).strips


def test_lost_files_stay_faded_below_the_board() -> None:
    before = Position.from_fen("8/8/8/8/2PP4/8/8/8")
    after = before.moved(parse_square("d4"), parse_square("c5"))
    white = [strip for strip in _changed_islands(before, after) if strip.white]
    assert [(strip.files, strip.opacity < 1) for strip in white] == [(0b1000, True), (0b0100, False)]


@given(before=positions(), after=positions(), names=st.sets(st.sampled_from(sorted(LAYERS)), max_size=5))
def test_without_the_lost_marks_a_picture_of_changes_is_the_picture_afterwards(
    before: Position, after: Position, names: set[str]
) -> None:
    entries = shown(*sorted(names))
    first, second = make_picture(before, Look(entries)), make_picture(after, Look(entries))
    picture = picture_of_change(first, second)

    def joined(marks: tuple[PlacedMark, ...], without: int) -> list[PlacedMark]:
        """Return marks without those of a change, dots of one place put together again."""
        found: list[PlacedMark] = []
        for mark in marks:
            if mark.change == without:
                continue
            plain = mark._replace(change=KEPT)
            if found and found[-1]._replace(attackers=0) == plain._replace(attackers=0):
                found[-1] = plain._replace(attackers=plain.attackers | found[-1].attackers)
            else:
                found.append(plain)
        return found

    for square in range(64):
        marks = picture.cells[square].marks
        assert joined(marks, LOST) == list(second.cells[square].marks)
        # A mark that stays ends as afterwards.
        ends = {(mark.layer, mark.white): mark.ends for mark in marks if mark.change == KEPT}
        former = [
            mark._replace(ends=ends.get((mark.layer, mark.white), mark.ends)) for mark in first.cells[square].marks
        ]
        assert joined(marks, GAINED) == former
    assert picture.arrows == second.arrows
    assert [cell.piece for cell in picture.cells] == [cell.piece for cell in second.cells]


def test_equal_pictures_have_no_changes() -> None:
    entries = shown("front_spans", "attacks", "filesets")
    picture = make_picture(LONDON, Look(entries))
    assert picture_of_change(picture, picture) == picture


def test_layers_that_differ_are_listed_with_what_they_gain_and_lose() -> None:
    before = Position.from_fen("8/8/8/8/4P3/8/8/8")
    after = before.moved(parse_square("e4"), parse_square("e5"))
    layers = [(LAYERS[name], True, True) for name in ("stops", "front_spans", "isolated_files", "rear_spans")]
    found = layer_changes(before, after, layers)
    assert [(change.layer.identifier, change.white) for change in found] == [
        ("stops", True),
        ("front_spans", True),
        ("rear_spans", True),
    ]
    assert [(square_names(change.gained), square_names(change.lost)) for change in found] == [
        ("e6", "e5"),
        ("", "e5"),
        ("e4", ""),
    ]
    assert [change.counts for change in found] == [(1, 1), (4, 3), (3, 4)]
    assert layer_changes(before, after, [(LAYERS["stops"], False, True)]) == ()


def test_gained_and_lost_share_no_square() -> None:
    change = LayerChange(LAYERS["stops"], True, parse_squares("a1 b1"), parse_squares("b1 c1"))
    assert (change.gained, change.lost) == (parse_squares("c1"), parse_squares("a1"))


def test_another_mark_of_the_same_layer_is_another_mark() -> None:
    before = Position.from_fen("8/8/8/8/4P3/8/8/8")
    first = make_picture(before, Look((ShownLayer(LAYERS["stops"], Style(hatch("solid"))),)))
    second = make_picture(before, Look(shown("stops")))
    marks = picture_of_change(first, second).cells[parse_square("e5")].marks
    assert [mark.change for mark in marks] == [LOST, GAINED]
