"""The picture while one layer is pointed at."""

from __future__ import annotations

from pawnviz.core.board.position import START
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style
from pawnviz.core.picture.fading import FADED, faded_around
from pawnviz.core.picture.picture import Look, ShownLayer, make_picture


def test_only_the_marks_of_the_pointed_layer_and_side_keep_their_opacity() -> None:
    names = ("stops", "front_spans", "closed_files")
    shown = tuple(ShownLayer(LAYERS[name], Style(LAYERS[name].mark, opacity=0.8)) for name in names)
    picture = faded_around(make_picture(START, Look(shown)), "stops", white=True, black=False)
    marks = [mark for cell in picture.cells for mark in cell.marks]
    assert {mark.opacity for mark in marks if mark.layer == "stops" and mark.white} == {0.8}
    others = {mark.opacity for mark in marks if mark.layer != "stops" or not mark.white}
    assert others == {strip.opacity for strip in picture.strips} == {0.8 * FADED}
