"""A mask as a small picture of eight squares by eight, to be looked at and to be edited."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pawnviz.core.board.bitboard import LIGHT_SQUARES, complement, square_names
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


class MaskEditor(MaskView):
    """A mask whose squares are switched by click, drag or key."""

    edited = Signal()  # The user switched a square.

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._cursor = 0
        self._filling: bool | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        edge = self.heightForWidth(161)
        self.setFixedSize(edge, edge)
        self.setToolTip("Click or drag to switch squares; arrow keys and Space do the same")

    def square_at(self, x: float, y: float) -> int | None:
        """Return the square at a point of the widget, or None."""
        cell = (self.width() - 1) // 8
        file, row = int(x // cell), int(y // cell)
        return 8 * (7 - row) + file if 0 <= file < 8 and 0 <= row < 8 and x >= 0 and y >= 0 else None

    def _switch(self, square: int, filled: bool) -> None:
        mask = self.shown_mask | 1 << square if filled else self.shown_mask & complement(1 << square)
        if mask != self.shown_mask:
            self.set_mask(mask)
            self.edited.emit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        square = self.square_at(event.position().x(), event.position().y())
        if square is not None and event.button() == Qt.MouseButton.LeftButton:
            self._cursor = square
            self._filling = not self.shown_mask >> square & 1
            self._switch(square, self._filling)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        square = self.square_at(event.position().x(), event.position().y())
        if square is not None and self._filling is not None:
            self._switch(square, self._filling)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._filling = None

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
        if event.key() in steps:
            files, ranks = steps[Qt.Key(event.key())]
            file = min(7, max(0, (self._cursor & 7) + files))
            rank = min(7, max(0, (self._cursor >> 3) + ranks))
            self._cursor = 8 * rank + file
            self.update()
        elif event.key() == Qt.Key.Key_Space:
            self._switch(self._cursor, not self.shown_mask >> self._cursor & 1)
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            cell = (self.width() - 1) // 8
            with QPainter(self) as painter:
                painter.setPen(QPen(self.palette().text().color(), 2))
                painter.drawRect(
                    (self._cursor & 7) * cell + 1, (7 - (self._cursor >> 3)) * cell + 1, cell - 1, cell - 1
                )
