"""The axis of a game's positions from left to right, common to every view of the game."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from pawnviz.view.widgets.theme import Theme

LEFT: Final = 30  # The room left of the first position, for names and scales, in logical pixels.
_RIGHT: Final = 8
_NEAREST_NUMBERS: Final = 34  # The smallest distance of two numbers of moves.


class MoveAxis(NamedTuple):
    """The axis of a view of this width over a line of moves with this many positions."""

    width: int
    position_count: int

    def x(self, ply: float) -> float:
        """Return the left edge of the position of a ply."""
        return LEFT + (self.width - LEFT - _RIGHT) * ply / max(1, self.position_count)

    def ply_at(self, x: float) -> int | None:
        """Return the ply of the position at a place from the left, or None beside all."""
        if x < LEFT or not self.position_count:
            return None
        ply = int((x - LEFT) * self.position_count / max(1, self.width - LEFT - _RIGHT))
        return ply if ply < self.position_count else None

    def nearest_ply(self, x: float) -> int:
        """Return the ply of the nearest position to a place from the left."""
        ply = self.ply_at(x)
        return ply if ply is not None else 0 if x < LEFT else max(0, self.position_count - 1)

    def number_step(self) -> int:
        """Return the distance of numbered moves, so that the numbers do not touch."""
        steps = (1, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000)
        return next((step for step in steps if self.x(2 * step) - self.x(0) >= _NEAREST_NUMBERS), steps[-1])

    def paint_current(self, painter: QPainter, ply: int, top: float, bottom: float, theme: Theme) -> None:
        """Paint the position of a ply as a column, with a line at its beginning."""
        left, right = self.x(ply), self.x(ply + 1)
        column = QRectF(left, top, max(2.0, right - left), bottom - top)
        shade = QColor(theme.cursor)
        shade.setAlpha(50)
        painter.fillRect(column, shade)
        painter.setPen(QPen(QColor(theme.cursor), 1))
        painter.drawLine(QPointF(left, top), QPointF(left, bottom))
