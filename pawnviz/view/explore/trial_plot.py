"""The plot of a saying that was put to the test: scores above the expected ones with intervals."""

from __future__ import annotations

from math import ceil, floor
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pawnviz.core.collections.sayings import Point, Trial
from pawnviz.core.words import count_text
from pawnviz.override import override, plain_override
from pawnviz.view.games.game_view import TipView
from pawnviz.view.widgets.theme import theme_of

_LEFT: Final = 46  # The room for the scale, in logical pixels.
_TOP: Final = 10
_STEPS: Final = (0.5, 1, 2, 5, 10, 20, 50)
_RADIUS: Final = 4.5


class TrialPlot(TipView):
    """A point for each part of the games, by how much more one side has, with its 95 % interval around it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.trial: Trial | None = None
        self.setAccessibleName("Plot of the saying")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_trial(self, trial: Trial | None) -> None:
        """Show a trial, or nothing."""
        self.trial = trial
        points = trial.points if trial is not None else ()
        self.setAccessibleDescription("; ".join(point_words(point) for point in points))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(320, 200)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(180, 110)

    # Places

    @property
    def _bottom(self) -> int:
        return self.height() - 2 * self.fontMetrics().height() - 8

    def _range(self, trial: Trial) -> tuple[float, float]:
        """Return the lowest and the highest percent of the scale, which has 0."""
        edges = [100 * edge for point in trial.points for edge in point.interval]
        return min(-1.0, *edges) if edges else -1.0, max(1.0, *edges) if edges else 1.0

    def _y(self, percent: float) -> float:
        assert self.trial is not None
        low, high = self._range(self.trial)
        return self._bottom - (self._bottom - _TOP) * (percent - low) / (high - low)

    def point_rect(self, number: int) -> QRectF:
        """Return the place of a point by its number from 0, with its interval."""
        assert self.trial is not None
        point = self.trial.points[number]
        width = (self.width() - _LEFT - 6) / len(self.trial.points)
        low, high = (self._y(100 * edge) for edge in point.interval)
        return QRectF(_LEFT + width * number, high, width, low - high)

    @plain_override
    def tip_at(self, x: float, y: float) -> str:
        points = self.trial.points if self.trial is not None else ()
        for number, point in enumerate(points):
            if self.point_rect(number).left() <= x < self.point_rect(number).right():
                return point_words(point)
        return ""

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        trial = self.trial
        if trial is None or not trial.points:
            return
        theme = theme_of(self)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_scale(painter, trial)
            for number, point in enumerate(trial.points):
                rect = self.point_rect(number)
                middle = rect.center().x()
                is_clear = not point.interval[0] <= 0 <= point.interval[1]
                painter.setPen(QPen(QColor(theme.link), 2))
                painter.drawLine(QPointF(middle, rect.top()), QPointF(middle, rect.bottom()))
                for y in (rect.top(), rect.bottom()):
                    painter.drawLine(QPointF(middle - 5, y), QPointF(middle + 5, y))
                painter.setBrush(QColor(theme.link if is_clear else theme.base))
                painter.drawEllipse(QPointF(middle, self._y(100 * point.mean)), _RADIUS, _RADIUS)
                painter.setPen(QColor(theme.text))
                line = self.fontMetrics().height()
                texts = (f"{_amount(point)} more", f"{point.games:,}")
                for row, text in enumerate(texts):
                    place = QRectF(rect.left(), self._bottom + 6 + row * line, rect.width(), line)
                    painter.setPen(QColor(theme.muted_text if row else theme.text))
                    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_scale(self, painter: QPainter, trial: Trial) -> None:
        theme = theme_of(self)
        low, high = self._range(trial)
        room = max(2, (self._bottom - _TOP) // (2 * self.fontMetrics().height()))
        step = next((step for step in _STEPS if (high - low) / step <= room), _STEPS[-1])
        line = self.fontMetrics().height()
        for number in range(ceil(low / step), floor(high / step) + 1):
            percent = number * step
            y = self._y(percent)
            painter.setPen(QPen(QColor(theme.text if number == 0 else theme.border), 1))
            painter.drawLine(QPointF(_LEFT, y), QPointF(self.width() - 6, y))
            painter.setPen(QColor(theme.muted_text))
            place = QRectF(0, y - line / 2, _LEFT - 6, line)
            text = percent_text(percent, 1 if step < 1 else 0)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)


def percent_text(percent: float, digits: int = 1) -> str:
    """Return a signed number of percents, such as ``−2.8 %``."""
    text = f"{percent:+.{digits}f}" if round(percent, digits) else f"{0:.{digits}f}"
    return f"{text} %".replace("-", "−")


def _amount(point: Point) -> str:
    least, most = (f"{value:g}" if value == round(value) else f"{value:.1f}" for value in (point.least, point.most))
    return least if least == most else f"{least}–{most}"


def point_words(point: Point) -> str:
    """Return a point in words."""
    low, high = (percent_text(100 * edge) for edge in point.interval)
    games = count_text(point.games, "game")
    return f"{_amount(point)} more: {percent_text(100 * point.mean)}, 95 % between {low} and {high}, {games}"
