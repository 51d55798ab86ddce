"""The legend of the discs that show where a piece stands."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pawnviz.core.collections.answer import share_text
from pawnviz.override import override
from pawnviz.view.board.heat import LEAST_SHARE, HeatMarks, draw_disc
from pawnviz.view.widgets.theme import theme_of

_EDGE: Final = 40  # The edge of a square in logical pixels.
_GAP: Final = 4  # The room between a disc and its share.


class HeatLegend(QWidget):
    """Discs of the largest, a medium and the least share, each with its percentage; nothing without a piece."""

    def __init__(self) -> None:
        super().__init__()
        self._heat: HeatMarks | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setToolTip("The part of the time that the piece stands on a square")

    def show_heat(self, heat: HeatMarks | None) -> None:
        """Show the legend of discs, or nothing."""
        self._heat = heat
        shares = ", ".join(map(share_text, self._shares()))
        self.setAccessibleName(f"Discs of {shares} of the time" if shares else "")
        self.setVisible(heat is not None)
        self.update()

    def _shares(self) -> tuple[float, ...]:
        if self._heat is None:
            return ()
        most = max(self._heat.shares)
        return (*(share for share in (most, most / 4) if share >= 2 * LEAST_SHARE), LEAST_SHARE)

    @override
    def sizeHint(self) -> QSize:
        return QSize(3 * (_EDGE + self.fontMetrics().horizontalAdvance("100 %") + 3 * _GAP), _EDGE)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        heat, theme, left = self._heat, theme_of(self), 0.0
        if heat is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for share in self._shares():
                radius = heat.radius(share) * _EDGE
                center = QPointF(left + radius + 2, _EDGE / 2)
                draw_disc(painter, center, radius, _EDGE, theme.mark_color(heat.white), theme)
                left += 2 * radius + 4 + _GAP
                text = share_text(share)
                painter.setPen(QColor(theme.text))
                width = painter.fontMetrics().horizontalAdvance(text)
                painter.drawText(QRectF(left, 0, width + 2, _EDGE), Qt.AlignmentFlag.AlignVCenter, text)
                left += width + 4 * _GAP
