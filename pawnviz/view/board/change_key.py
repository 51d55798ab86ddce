"""The key of marks that came or went: a framed sample for those that are new, a struck one for those that are gone."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from pawnviz.view.board.shapes import draw_background, draw_strike
from pawnviz.view.widgets.theme import Theme

_NEW: Final = "new"


def change_key_width(move: str, metrics: QFontMetricsF) -> float:
    """Return the width of the key for a move such as ``14...c5``."""
    gap = metrics.height() * 0.4
    return 2 * (_edge(metrics) + gap) + metrics.horizontalAdvance(_NEW) + metrics.horizontalAdvance(_gone(move)) + gap


def paint_change_key(painter: QPainter, place: QRectF, move: str, theme: Theme, metrics: QFontMetricsF) -> None:
    """Paint the key into a place of its width."""
    gap, edge = metrics.height() * 0.4, _edge(metrics)
    color = QColor(theme.text)
    middle_left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    x = place.left()
    for text, is_new in ((_NEW, True), (_gone(move), False)):
        sample = QRectF(x, place.center().y() - edge / 2, edge, edge)
        painter.save()
        painter.translate(sample.topLeft())
        # Samples are drawn as on a square of which the mark takes the middle.
        inner = QRectF(0.15 * edge, 0.15 * edge, 0.7 * edge, 0.7 * edge)
        if is_new:
            draw_background(painter, inner, edge * 2, color, theme)
        disc = QRectF(0.28 * edge, 0.28 * edge, 0.44 * edge, 0.44 * edge)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.setOpacity(1 if is_new else 0.45)
        painter.drawEllipse(disc)
        painter.setOpacity(1)
        if not is_new:
            draw_strike(painter, inner, True, edge * 2, color, theme)
        painter.restore()
        painter.setPen(color)
        width = metrics.horizontalAdvance(text)
        painter.drawText(QRectF(sample.right() + gap / 2, place.top(), width + 2, place.height()), middle_left, text)
        x = sample.right() + gap / 2 + width + gap


def _edge(metrics: QFontMetricsF) -> float:
    return metrics.height()


def _gone(move: str) -> str:
    return f"gone with {move}"
