"""The bar of wins, draws and losses, as it is painted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from pawnviz.core.collections.answer import Score
from pawnviz.view.explore.score_bar import paint_score
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize(("wins", "draws", "losses"), [(6, 3, 1), (1, 3, 6), (2, 8, 0)])
def test_whites_wins_are_white_at_the_left_and_blacks_black_at_the_right(
    theme: Theme, wins: int, draws: int, losses: int
) -> None:
    image = QImage(1000, 20, QImage.Format.Format_RGB32)
    score = Score(10, wins, draws, losses, None, 0, None, None, None)
    with QPainter(image) as painter:
        paint_score(painter, QRectF(0, 0, 1000, 20), score, theme)
    lightness = [QColor(image.pixel(x, 3)).lightness() for x in range(1000)]
    white, black = sum(each > 240 for each in lightness), sum(each < 60 for each in lightness)
    assert white == pytest.approx(100 * wins, abs=4) and black == pytest.approx(100 * losses, abs=4)
    assert all(each > 240 for each in lightness[3 : 100 * wins - 3])
    assert all(each < 60 for each in lightness[1003 - 100 * losses : -3])
