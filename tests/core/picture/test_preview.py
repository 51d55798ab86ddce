from __future__ import annotations

from pawnviz.core.board.bitboard import parse_square, parse_squares
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, badge, bar
from pawnviz.core.picture.picture import GAINED, LOST, Arrow, Look, ShownLayer, make_picture
from pawnviz.core.picture.preview import ChangeMark, picture_of_preview

BEFORE = Position.from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
AFTER = Position.from_fen("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1")


def test_a_preview_has_the_pieces_afterwards_its_own_arrows_and_marks() -> None:
    shown = (ShownLayer(LAYERS["stops"], Style(LAYERS["stops"].mark)),)
    marks = (
        ChangeMark(Style(bar("notched"), "#123456", opacity=0.5), True, parse_squares("d3 f3"), GAINED),
        ChangeMark(Style(badge("B")), False, parse_squares("e4"), LOST),
    )
    arrow = Arrow(12, 28, True, is_push=True)
    picture = picture_of_preview(make_picture(BEFORE, Look(shown)), make_picture(AFTER, Look(shown)), marks, (arrow,))
    assert picture.cells[parse_square("e4")].piece == "P"
    assert picture.cells[parse_square("e2")].piece == ""
    assert picture.arrows == (arrow,)
    assert not picture.position.white_to_move
    (mark,) = picture.cells[parse_square("d3")].marks
    assert (mark.mark, mark.white, mark.color, mark.opacity, mark.change) == (
        bar("notched"),
        True,
        "#123456",
        0.5,
        GAINED,
    )
    assert [(each.mark, each.white, each.change) for each in picture.cells[parse_square("e4")].marks] == [
        (badge("B"), False, LOST)
    ]
    stops = {square: picture.cells[parse_square(square)].marks[0].change for square in ("e3", "e5")}
    assert stops == {"e3": LOST, "e5": GAINED}


def test_a_mark_that_a_shown_layer_has_there_anyway_is_there_once() -> None:
    shown = (ShownLayer(LAYERS["passed_pawns"], Style(LAYERS["passed_pawns"].mark)),)
    marks = (ChangeMark(Style(LAYERS["passed_pawns"].mark), True, parse_squares("e4"), GAINED),)
    picture = picture_of_preview(make_picture(BEFORE, Look(shown)), make_picture(AFTER, Look(shown)), marks, ())
    assert len(picture.cells[parse_square("e4")].marks) == 1
