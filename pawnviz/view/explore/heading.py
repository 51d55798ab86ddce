"""The heading of an answer, and the bars of results and of a score beside the expected one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pawnviz.core.collections.answer import (
    INTERVAL_WORDS,
    count_sentence,
    games_text,
    openings_text,
    score_sentence,
    verdict,
    verdict_sentence,
)
from pawnviz.override import override
from pawnviz.view.board.small_boards import SkeletonLabel
from pawnviz.view.widgets.labels import ElidedLabel, MessageLabel, plain_label, plain_tip
from pawnviz.view.widgets.layouts import column_of, row_of
from pawnviz.view.widgets.theme import Theme, theme_of

if TYPE_CHECKING:
    from pawnviz.core.collections.answer import Answer, Score
    from pawnviz.model.preferences import Preference

SKELETON: Final = 72  # The edge of the skeleton.
FILLS: Final = ("#ffffff", "#9aa3ad", "#1f2428")  # Wins of White, draws, wins of Black.
TEXTS: Final = ("#1f2933", "#12212e", "#f4f5f7")
_MOST_DIFFERENCE: Final = 0.25  # The difference of scores at the end of its bar.
_RADIUS: Final = 4.0


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


def paint_difference(painter: QPainter, box: QRectF, score: Score, theme: Theme) -> None:
    """Paint White's score less the expected one as a dot with its interval across a line at zero; words without one.

    The dot is full if the interval does not reach zero. An interval beyond the ends of the box is cut off there.
    """
    painter.save()
    if score.interval is None or score.difference is None:
        painter.setPen(QColor(theme.muted_text))
        text = painter.fontMetrics().elidedText(verdict(score), Qt.TextElideMode.ElideRight, int(box.width()))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()
        return
    middle, half = box.center(), box.width() / 2 - _RADIUS

    def point(difference: float) -> QPointF:
        share = max(-1.0, min(1.0, difference / _MOST_DIFFERENCE))
        return QPointF(middle.x() + share * half, middle.y())

    low, high = score.interval
    painter.setPen(QPen(QColor(theme.disabled_text), 1))
    painter.drawLine(QPointF(middle.x(), box.top()), QPointF(middle.x(), box.bottom()))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.text), 2))
    painter.drawLine(point(low), point(high))
    painter.setBrush(QColor(theme.base if low <= 0 <= high else theme.text))
    painter.drawEllipse(point(score.difference), _RADIUS, _RADIUS)
    painter.restore()


class ScoreBar(QWidget):
    """A bar of White's wins, draws and losses, or with ``is_difference`` of the score less the expected one."""

    def __init__(self, *, is_difference: bool = False) -> None:
        super().__init__()
        self._score: Score | None = None
        self._is_difference = is_difference
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Fixed if is_difference else policy.Expanding, policy.Fixed)

    def show_score(self, score: Score, words: str = "") -> None:
        """Show a score, whose tool tip and accessible name are its counts, or other ``words``."""
        self._score = score
        counts = (
            f"White wins {games_text(score.wins)}",
            f"{games_text(score.draws)} drawn",
            f"Black wins {games_text(score.losses)}",
        )
        self.setAccessibleName(words or ", ".join(counts))
        self.setToolTip(plain_tip(words) if words else "\n".join(counts))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(90 if self._is_difference else 160, self.fontMetrics().height() + 4)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._score is not None:
            with QPainter(self) as painter:
                paint = paint_difference if self._is_difference else paint_score
                paint(painter, QRectF(self.rect()), self._score, theme_of(self))


class AnswerHeading(QWidget):
    """The name and number of the games of an answer, their results, the verdict on White's score, and openings."""

    def __init__(self, flipped: Preference[bool]) -> None:
        super().__init__()
        self.title = plain_label(scale=1.25, bold=True, wrapped=True)
        self.bar = ScoreBar()
        self.difference = ScoreBar(is_difference=True)
        self.sentence = MessageLabel()
        self.openings = ElidedLabel()
        self.openings.setForegroundRole(self.openings.palette().ColorRole.PlaceholderText)
        self.skeleton = SkeletonLabel(flipped, SKELETON)
        bars = row_of((self.bar, 1), self.difference, spacing=8)
        column = column_of(self.title, bars, self.sentence, self.openings, spacing=4)
        row_of((self.skeleton, Qt.AlignmentFlag.AlignTop), (column, 1), parent=self, margins=0, spacing=8)

    def show_answer(self, answer: Answer, name: str, pawns: tuple[int, int]) -> None:
        """Show an answer with games to White's and Black's pawns, none unless they are asked, and their name."""
        self.skeleton.show_pawns(*pawns)
        self.title.setText(f"{name} · {count_sentence(answer)}" if name else count_sentence(answer))
        self.bar.show_score(answer.score)
        figures = f"{score_sentence(answer)} {INTERVAL_WORDS}"
        self.difference.show_score(answer.score, figures)
        # No line ends between a number and its percent sign.
        self.sentence.show_message(verdict_sentence(answer).replace(" %", "\N{NO-BREAK SPACE}%"))
        self.sentence.setToolTip(plain_tip(figures))
        openings = openings_text(answer)
        self.openings.show_text(openings)
        self.openings.setVisible(bool(openings))
