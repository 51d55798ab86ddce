"""The time that a piece spends on each square, as discs on the board."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.shapes import round_pen
from pawnviz.view.widgets.theme import Theme

LEAST_SHARE: Final = 0.02  # The share of the time from which on a square has a disc.
_LARGEST: Final = 0.44  # The radius of the largest disc, in squares.
_LEAST_NAMED: Final = 0.1  # The share from which on a disc has its number.


class HeatMarks(NamedTuple):
    """The share of the time that a piece of a color stands on each of the 64 squares, a1 first."""

    white: bool
    shares: tuple[float, ...]

    def radius(self, share: float) -> float:
        """Return the radius of a share's disc in squares, 0 for none; its area is as large as its share."""
        return _LARGEST * (share / max(self.shares)) ** 0.5 if share >= LEAST_SHARE else 0.0


def draw_heat(painter: QPainter, heat: HeatMarks, geometry: Geometry, theme: Theme) -> None:
    """Draw a translucent disc for each square of some time, and the percent of the larger ones at its edge."""
    from pawnviz.core.collections.answer import share_text  # The window stands sooner without it.

    size, color = geometry.square_size, theme.mark_color(heat.white)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = QFont(painter.font())
    font.setPixelSize(max(9, round(size * 0.19)))
    font.setBold(True)
    painter.setFont(font)
    for square, share in enumerate(heat.shares):
        radius = heat.radius(share) * size
        if not radius:
            continue
        draw_disc(painter, geometry.square_center(square), radius, size, color, theme)
        if share >= _LEAST_NAMED:
            _draw_percent(painter, share_text(share), QRectF(geometry.square_rect(square)), color, theme)
    painter.restore()


def draw_disc(painter: QPainter, center: QPointF, radius: float, size: float, color: QColor, theme: Theme) -> None:
    """Draw a translucent disc with a halo, on squares of a size in logical pixels."""
    filling = QColor(color)
    filling.setAlphaF(0.4)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(round_pen(QColor(theme.halo), size * 0.07))
    painter.drawEllipse(center, radius, radius)
    painter.setBrush(filling)
    painter.setPen(round_pen(color, size * 0.035))
    painter.drawEllipse(center, radius, radius)


def _draw_percent(painter: QPainter, text: str, square: QRectF, color: QColor, theme: Theme) -> None:
    metrics = painter.fontMetrics()
    width, height = metrics.horizontalAdvance(text) + 4, metrics.height()
    label = QRectF(square.bottomRight() - QPointF(width + 1, height + 1), square.bottomRight() - QPointF(1, 1))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRoundedRect(label, 3, 3)
    painter.setPen(QColor(theme.badge_text))
    painter.drawText(label, Qt.AlignmentFlag.AlignCenter, text)
