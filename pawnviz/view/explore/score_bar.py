"""The bar of wins, draws and losses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pawnviz.core.collections.answer import games_text
from pawnviz.override import override
from pawnviz.view.widgets.theme import Theme, theme_of

if TYPE_CHECKING:
    from pawnviz.core.collections.answer import Score

FILLS: Final = ("#ffffff", "#9aa3ad", "#1f2428")  # Wins of White, draws, wins of Black.
TEXTS: Final = ("#1f2933", "#12212e", "#f4f5f7")


def paint_score(painter: QPainter, box: QRectF, score: Score, theme: Theme) -> None:
    """Paint the shares of White's wins, draws and losses into a box, with percentages where there is room."""
    counts = (score.wins, score.draws, score.losses)
    total = sum(counts)
    painter.save()
    if total:
        left = box.left()
        for count, fill, ink in zip(counts, FILLS, TEXTS, strict=True):
            part = QRectF(left, box.top(), box.width() * count / total, box.height())
            painter.fillRect(part, QColor(fill))
            text = f"{100 * count / total:.0f} %"
            if painter.fontMetrics().horizontalAdvance(text) + 6 <= part.width():
                painter.setPen(QColor(ink))
                painter.drawText(part, Qt.AlignmentFlag.AlignCenter, text)
            left = part.right()
    painter.setPen(QPen(QColor(theme.border), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.restore()


class ScoreBar(QWidget):
    """A bar of White's wins, draws and losses."""

    def __init__(self) -> None:
        super().__init__()
        self._score: Score | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_score(self, score: Score | None) -> None:
        """Show a score, or with None nothing."""
        self._score = score
        if score is not None:
            counts = (
                f"White wins {games_text(score.wins)}",
                f"{games_text(score.draws)} drawn",
                f"Black wins {games_text(score.losses)}",
            )
            self.setAccessibleName(", ".join(counts))
            self.setToolTip("\n".join(counts))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(160, self.fontMetrics().height() + 4)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._score is not None:
            with QPainter(self) as painter:
                paint_score(painter, QRectF(self.rect()), self._score, theme_of(self))
