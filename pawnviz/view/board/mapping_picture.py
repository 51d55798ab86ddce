"""A square mapping as a small picture."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from pawnviz.core.board.mapping import LERF, SquareMapping
from pawnviz.override import override
from pawnviz.view.widgets.theme import theme_of

_CELL: Final = 20  # The edge of a square in logical pixels.


class MappingPicture(QWidget):
    """A small board with the number of each square's bit; the first byte stands out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mapping = LERF
        self.setFixedSize(8 * _CELL + 1, 8 * _CELL + 1)
        self.setAccessibleName("Where the bits lie")
        self.set_mapping(LERF)

    def set_mapping(self, mapping: SquareMapping) -> None:
        """Show another mapping."""
        self._mapping = mapping
        self.setAccessibleDescription(mapping.title)
        self.setToolTip(mapping.title)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            font = painter.font()
            font.setPixelSize(9)
            painter.setFont(font)
            for square in range(64):
                bit = self._mapping.bit(square)
                file, rank = square & 7, square >> 3
                rect = QRectF(1 + file * _CELL, 1 + (7 - rank) * _CELL, _CELL, _CELL)
                first_byte = bit < 8
                shade = theme.light_square if (file + rank) % 2 else theme.dark_square
                painter.fillRect(rect, QColor(theme.white_mark if first_byte else shade))
                painter.setPen(QColor(theme.badge_text if first_byte else theme.text))
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(bit))
            painter.setPen(QPen(QColor(theme.border), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
