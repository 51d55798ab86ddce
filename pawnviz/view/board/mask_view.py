"""A mask as a small picture of eight squares by eight."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pawnviz.core.board.bitboard import LIGHT_SQUARES, square_names
from pawnviz.override import override
from pawnviz.view.widgets.theme import theme_of

SMALLEST: Final = 97  # The least edge of the picture in logical pixels.
LARGEST: Final = 185  # The greatest edge of the picture in logical pixels.


class MaskView(QWidget):
    """A picture of a mask with rank 8 at the top, its squares filled in a side's color or in gray."""

    def __init__(self, name: str, parent: QWidget | None = None, *, white: bool = True) -> None:
        """Show an empty mask of White or Black; ``name`` is what a screen reader calls the picture."""
        super().__init__(parent)
        self._mask = 0
        self._white = white
        self._muted = False
        self.setAccessibleName(name)
        self.setAccessibleDescription("no squares")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def shown_mask(self) -> int:
        """The squares that are filled."""
        return self._mask

    def set_mask(self, mask: int) -> None:
        """Fill the squares of another mask."""
        if mask != self._mask:
            self._mask = mask
            self.setAccessibleDescription(square_names(mask) or "no squares")
            self.update()

    def set_muted(self, muted: bool) -> None:
        """Fill the squares in gray, or in the side's color."""
        if muted != self._muted:
            self._muted = muted
            self.update()

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        return 8 * ((min(LARGEST, max(SMALLEST, width)) - 1) // 8) + 1

    @override
    def sizeHint(self) -> QSize:
        return QSize(129, 129)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(SMALLEST, SMALLEST)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            scale = self.devicePixelRatioF()
            painter.scale(1 / scale, 1 / scale)
            offset = painter.deviceTransform()
            painter.translate(round(offset.dx()) - offset.dx(), round(offset.dy()) - offset.dy())
            painter.setPen(Qt.PenStyle.NoPen)
            line = max(1, round(scale))
            cell = max(2, (int(min(self.width(), self.height()) * scale) - line) // 8)
            painter.fillRect(0, 0, 8 * cell + line, 8 * cell + line, QColor(theme.border))
            filled = QColor(theme.muted_text) if self._muted else theme.mark_color(self._white)
            light, dark = QColor(theme.light_square), QColor(theme.dark_square)
            for square in range(64):
                file, rank = square & 7, square >> 3
                color = light if LIGHT_SQUARES >> square & 1 else dark
                if self._mask >> square & 1:
                    color = filled
                painter.fillRect(file * cell + line, (7 - rank) * cell + line, cell - line, cell - line, color)
