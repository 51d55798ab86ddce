"""The arrows of steps to break squares."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from pawnviz.core.layers import LAYERS
from pawnviz.core.picture.picture import Arrow, Cell
from pawnviz.view.board.arrows import draw_arrow
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.widgets.theme import LIGHT
from tests.view.board.painting import placed

SIZE = 60

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("flipped", [False, True])
def test_an_arrow_ends_at_the_symbol_of_its_break_square(flipped: bool) -> None:
    geometry = Geometry(8 * SIZE + 40, 8 * SIZE + 43, flipped)
    image = QImage(geometry.width, geometry.height, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    target = Cell("", (placed(LAYERS["break_squares"].mark),))
    with QPainter(image) as painter:
        draw_arrow(painter, Arrow(12, 28, True, is_push=True), target, geometry, LIGHT)
    rect = geometry.square_rect(28)
    rows = [
        y
        for y in range(rect.top(), rect.bottom() + 1)
        if any(image.pixelColor(x, y) == LIGHT.mark_color(True) for x in range(rect.left(), rect.right() + 1))
    ]
    tip = (rows[-1] if flipped else min(rows, default=rect.bottom() + 1)) - rect.top()
    # The symbol is in the lower half, its middle at 0.85 of the square.
    assert abs(tip - 0.85 * SIZE) < 0.25 * SIZE
