"""A label with the swatches of a layer."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QLabel

from pawnviz.core.layers.marks import Style
from pawnviz.override import override
from pawnviz.view.board.swatch import swatch_icon
from pawnviz.view.widgets.theme import theme_of

EDGE: Final = 16  # The edge of a swatch in logical pixels.
SIZE: Final = QSize(2 * EDGE + 3, EDGE)  # The size of White's and Black's swatch side by side.


class SwatchLabel(QLabel):
    """White's and Black's swatch of a layer, in the colors of the theme."""

    def __init__(self) -> None:
        super().__init__()
        self._style: Style | None = None

    def show_style(self, style: Style) -> None:
        """Show the swatches of a style."""
        if style != self._style:
            self._style = style
            self._draw()

    def _draw(self) -> None:
        if self._style is not None:
            ratio = self.devicePixelRatioF()
            self.setPixmap(swatch_icon(self._style, theme_of(self), EDGE, ratio).pixmap(SIZE, ratio))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
