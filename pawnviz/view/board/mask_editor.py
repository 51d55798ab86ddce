"""A mask as a small picture whose squares can be switched."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pawnviz.core.board.bitboard import complement
from pawnviz.override import override
from pawnviz.view.board.mask_view import MaskView


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
