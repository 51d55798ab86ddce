from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.layers.marks import Style, badge
from pawnviz.view.board.swatch import EDGE, SIZE, SwatchLabel, swatch_icon
from pawnviz.view.widgets.theme import DARK, LIGHT, palette


def test_the_swatches_of_both_sides_follow_the_theme(qtbot: QtBot) -> None:
    label, style = SwatchLabel(), Style(badge("A"))
    qtbot.addWidget(label)
    label.show()
    label.show_style(style)
    assert label.sizeHint() == SIZE
    for theme in (DARK, LIGHT):
        QApplication.setPalette(palette(theme))
        QApplication.processEvents()
        ratio = label.devicePixelRatioF()
        assert label.pixmap().toImage() == swatch_icon(style, theme, EDGE, ratio).pixmap(SIZE, ratio).toImage()
