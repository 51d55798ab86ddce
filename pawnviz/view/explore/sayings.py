"""The section of an answer that puts a saying to the test over all rated games of a file, and its plot."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QCompleter,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from pawnviz.core.collections.answer import FEWEST_RATED
from pawnviz.core.collections.sayings import METHOD, Point, Saying, Trial
from pawnviz.core.formula.conditions import Condition
from pawnviz.core.formula.names import SWITCHED_OFF
from pawnviz.core.formula.parser import LONGEST_TEXT, FormulaError
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.words import count_text, plural
from pawnviz.model.collections.piece_heat import MoveCache, SayingTrial
from pawnviz.override import override, plain_override
from pawnviz.view.games.lives import TipView
from pawnviz.view.widgets.labels import MessageLabel, plain_label
from pawnviz.view.widgets.layouts import WrappingRow, column_of, row_of
from pawnviz.view.widgets.page import FoldButton
from pawnviz.view.widgets.theme import theme_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


_TITLES: Final = {entry.title: identifier for known in (NUMBERS, LAYERS) for identifier, entry in known.items()}
_EXAMPLES: Final = ("Island count", "Doubled pawns", "Passed pawns")
_QUESTION: Final = "Are fewer islands better? Ask all rated games of the file."
_ABOUT: Final = (
    "A trial takes the games in which one side has more of something, and compares the score of that side with the one "
    "that the ratings predict. Write above what to count, or test one of these:"
)
_LEFT: Final = 46  # The room for the scale, in logical pixels.
_TOP: Final = 10
_STEPS: Final = (0.5, 1, 2, 5, 10, 20, 50)
_RADIUS: Final = 4.5


class TrialPlot(TipView):
    """A point for each part of the games, by how much more one side has, with its 95 % interval around it."""

    def __init__(self) -> None:
        super().__init__()
        self.trial: Trial | None = None
        self._range = -1.0, 1.0
        self.setAccessibleName("Plot of the saying")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_trial(self, trial: Trial | None) -> None:
        """Show a trial, or nothing."""
        self.trial = trial
        points = trial.points if trial is not None else ()
        edges = [100 * edge for point in points for edge in point.interval]
        self._range = min((-1.0, *edges)), max((1.0, *edges))  # The percents of the scale, which has 0.
        self.setAccessibleDescription("; ".join(point_words(point) for point in points))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(320, 220)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(180, 200)

    # Places

    @property
    def _bottom(self) -> int:
        return self.height() - 2 * self.fontMetrics().height() - 8

    def _y(self, percent: float) -> float:
        low, high = self._range
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
        rects = map(self.point_rect, range(len(points)))
        found = (point for point, rect in zip(points, rects, strict=True) if rect.left() <= x < rect.right())
        return next(map(point_words, found), "")

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        trial = self.trial
        if trial is None or not trial.points:
            return
        theme = theme_of(self)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_scale(painter)
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
                line = self.fontMetrics().height()
                for row, text in enumerate((f"{_amount(point)} more", f"{point.games:,}")):
                    place = QRectF(rect.left(), self._bottom + 6 + row * line, rect.width(), line)
                    painter.setPen(QColor(theme.muted_text if row else theme.text))
                    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_scale(self, painter: QPainter) -> None:
        theme, line, (low, high) = theme_of(self), self.fontMetrics().height(), self._range
        room = max(2, (self._bottom - _TOP) // (2 * line))
        step = next((step for step in _STEPS if (high - low) / step <= room), _STEPS[-1])
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


class SayingPage(QWidget):
    """A field for a number, a layer, a formula or a condition, and the plot of its trial over all rated games."""

    wanted = Signal()  # A trial is to begin; ``begin`` gives it the games.

    def __init__(self) -> None:
        super().__init__()
        self.trial = SayingTrial(self)
        self.field = QLineEdit(clearButtonEnabled=True, maxLength=LONGEST_TEXT)
        self.move_box = QSpinBox()
        self.whole_game = QCheckBox("&Averaged over the game")
        self.equal_material = QCheckBox("At e&qual material")
        self.test_button = QPushButton("&Test")
        self.progress = QProgressBar()
        self.result = MessageLabel()
        self.introduction = QWidget()
        self.examples = QButtonGroup(self)
        self.plot = TrialPlot()
        self.count = MessageLabel(muted=True)
        self.method_button = FoldButton("How a saying is tested", "The games, the measure, and the interval")
        self.method = MessageLabel(muted=True)
        self._saying: Saying | None = None
        self._set_up()
        self.trial.progressed.connect(self._follow)
        self.trial.ended.connect(self._follow)
        self.test_button.clicked.connect(self._test_or_stop)
        self.field.returnPressed.connect(self._test)
        self.examples.buttonClicked.connect(self._test_example)
        self.field.textEdited.connect(self._forget_error)
        self.whole_game.toggled.connect(self.move_box.setDisabled)
        self._follow()

    def _set_up(self) -> None:
        completer = QCompleter([title for title, name in _TITLES.items() if name not in SWITCHED_OFF], self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.field.setCompleter(completer)
        self.field.setPlaceholderText("Island count, passed_pawns, popcount(doubled_pawns(own)) >= 1 …")
        self.field.setAccessibleName("Saying: a layer, a number, a formula or a condition")
        self.move_box.setRange(5, 60)
        self.move_box.setValue(20)
        self.move_box.setPrefix("after move ")
        self.move_box.setAccessibleName("Number of moves")
        self.equal_material.setChecked(True)
        self.whole_game.setToolTip("Measure every fifth move from the tenth on, instead of a single move")
        self.equal_material.setToolTip("Leave out positions in which one side's pieces are worth more")
        self.progress.setAccessibleName("Progress of the trial")
        self.progress.setRange(0, 1000)
        self.progress.setFixedWidth(90)
        self.method.setText("\n".join(METHOD))
        self.method.hide()
        self.method_button.toggled.connect(self.method.setVisible)
        for title in _EXAMPLES:
            self.examples.addButton(QPushButton(title))
        examples = WrappingRow()
        examples.set_parts(list(self.examples.buttons()))
        question, about = plain_label(_QUESTION, bold=True, wrapped=True), plain_label(_ABOUT, wrapped=True)
        column_of(question, about, examples, parent=self.introduction, margins=(0, 4, 0, 8), spacing=8)
        choices = WrappingRow()
        choices.set_parts([self.move_box, self.whole_game, self.equal_material])
        head = row_of(plain_label("More &of", self.field), (self.field, 1), self.progress, self.test_button)
        answer = (self.result, self.introduction, self.plot, self.count, self.method_button, self.method)
        column_of(head, choices, *answer, parent=self, margins=0)

    # The trial

    @Slot()
    def _test_or_stop(self) -> None:
        if self.trial.is_running:
            self.trial.cancel()
            self._follow()
        else:
            self._test()

    @Slot()
    def _test(self) -> None:
        text = self.field.text().strip()
        try:
            self._saying = Saying.of(_TITLES.get(text, text))
        except FormulaError as error:
            self._saying = None
            message = f"Column {error.column}: {error.message}" if text else "Write a layer, a number or a condition."
            self.result.show_message(message, is_error=True)
            # A plot is of the saying above it.
            self.plot.hide()
            return
        self.wanted.emit()

    @Slot(QAbstractButton)
    def _test_example(self, button: QAbstractButton) -> None:
        self.field.setText(button.text())
        self._test()

    def begin(self, moves: MoveCache, surplus: NDArray[Any]) -> None:
        """Begin the trial that is wanted; the arguments are those of ``SayingTrial.test``."""
        if self._saying is not None:
            ply = None if self.whole_game.isChecked() else 2 * self.move_box.value()
            self.trial.test(moves, surplus, self._saying, ply, equal_material=self.equal_material.isChecked())
            self._follow()

    @Slot()
    def _forget_error(self) -> None:
        if self.result.is_error:
            self.result.show_message("")

    @Slot()
    def _follow(self) -> None:
        is_running, trial = self.trial.is_running, self.trial.result
        self.progress.setVisible(is_running)
        self.progress.setValue(int(self.trial.part * self.progress.maximum()))
        self.test_button.setText("&Stop" if is_running else "&Test")
        has_points = trial is not None and bool(trial.points)
        self.introduction.setVisible(not is_running and not has_points)
        self.plot.setVisible(is_running or has_points)
        self.plot.show_trial(trial)
        if self.trial.fault:
            self.result.show_message(self.trial.fault, is_error=True)
        elif trial is not None:
            self.result.show_message(_sentence(trial))
        elif is_running:
            self.result.show_message("")
        count = len(self.trial.tried)
        tried = f"{count_text(count, 'saying was', 'sayings were')} tried since the start."
        chance = f" About {round(count / 20)} of them succeed by chance." if count >= 10 else ""
        self.count.show_message(tried + chance if count else "")


def _sentence(trial: Trial) -> str:
    whole = trial.whole
    if whole is None:
        if not trial.unequal_games:
            return "No rated game has a side with more of it at that time."
        count = count_text(trial.unequal_games, "rated game has", "rated games have")
        return f"Only {count} a side with more of it at that time, too few to compare."
    low, high = (percent_text(100 * edge) for edge in whole.interval)
    is_condition = isinstance(trial.saying.subject, Condition)
    who = "The side for which alone it holds" if is_condition else f"The side with more of “{trial.saying.title}”"
    games = f"{whole.games:,} {plural(whole.games, 'game')}, and {trial.equal_games:,} in which both have the same"
    score = f"{percent_text(100 * whole.mean)} against the expectation, 95 % between {low} and {high}"
    text = f"{who} scores {score}: {games}."
    if whole.games < FEWEST_RATED:
        return f"{text} This is a small sample."
    if not trial.has_effect:
        return f"{text} No effect is shown."
    return f"{text} {'More' if whole.mean > 0 else 'Fewer'} is better." if not is_condition else text
