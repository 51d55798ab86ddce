"""The disc in a side's color, which stands for it in the margins of the board."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from pawnviz.view.widgets.theme import DARK, Theme

_FILLS: Final = {True: "#ffffff", False: "#15191d"}
_PLATE: Final = 1.45  # Half of the edge of the plate behind a disc, in radii of the disc.


def disc_fill(white: bool, theme: Theme) -> QColor:
    """Return the color of a side's disc, which is the ink itself where there is but one."""
    return QColor(theme.text if theme.is_one_ink and not white else _FILLS[white])


def draw_disc(painter: QPainter, center: QPointF, radius: float, white: bool, theme: Theme) -> None:
    """Draw a side's disc, light for White and dark for Black, on a dark ground over a light plate."""
    painter.setBrush(disc_fill(white, theme))
    painter.setPen(QPen(QColor(theme.coordinates), 1.5 * radius / 5.5))
    if theme.window == DARK.window:
        edge = _PLATE * radius
        plate = QRectF(center.x() - edge, center.y() - edge, 2 * edge, 2 * edge)
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.coordinates))
        painter.drawRoundedRect(plate, 0.4 * radius, 0.4 * radius)
        painter.restore()
        painter.setPen(QPen(QColor(theme.window), radius / 5.5))
    painter.drawEllipse(center, radius, radius)
