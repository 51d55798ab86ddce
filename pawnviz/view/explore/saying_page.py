"""The page of the explorer that puts a saying to the test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QButtonGroup,
    QCheckBox,
    QCompleter,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QWidget,
)

from pawnviz.core.collections.answer import FEWEST_RATED
from pawnviz.core.collections.sayings import METHOD, Saying, Trial
from pawnviz.core.formula.conditions import Condition
from pawnviz.core.formula.tokens import LONGEST_TEXT, FormulaError
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.words import count_text, plural
from pawnviz.model.collections.piece_heat import SayingTrial
from pawnviz.override import override
from pawnviz.view.explore.trial_plot import TrialPlot, percent_text
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import column_of, row_of, scroll_area
from pawnviz.view.widgets.message_label import MessageLabel
from pawnviz.view.widgets.wrapping_row import WrappingRow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pawnviz.model.collections.piece_heat import MoveCache

_FIRST_MOVE, _LAST_MOVE, _USUAL_MOVE = 5, 60, 20
_TITLES: Final = {entry.title: identifier for known in (NUMBERS, LAYERS) for identifier, entry in known.items()}
_WIDE: Final = 540  # The width from which on the method stands beside the plot, in logical pixels.
_METHOD_LINES: Final = 4  # The lines of the method that are seen below the plot.
_MOST: Final = (1 << 24) - 1  # The greatest height of a widget.
_EXAMPLES: Final = ("Island count", "Doubled pawns", "Passed pawns")
_QUESTION: Final = "Are fewer islands better? All rated games of the file tell."
_ABOUT: Final = (
    "A trial takes the games in which one side has more of something, and compares the score of that side with the one "
    "that the ratings let expect. Write above what is counted, or test one of these:"
)


class _Introduction(QWidget):
    """What a trial does, with a button for each of a few examples."""

    chosen = Signal(str)  # Carries the title of the example that is to be tested.

    def __init__(self) -> None:
        super().__init__()
        self.group = QButtonGroup(self)
        row = WrappingRow()
        for title in _EXAMPLES:
            self.group.addButton(QPushButton(title))
        row.set_parts(list(self.group.buttons()))
        column_of(
            plain_label(_QUESTION, bold=True, wrapped=True),
            plain_label(_ABOUT, wrapped=True),
            row,
            parent=self,
            margins=(0, 4, 0, 8),
            spacing=8,
        )
        self.group.buttonClicked.connect(self._choose)

    @Slot(QAbstractButton)
    def _choose(self, button: QAbstractButton) -> None:
        self.chosen.emit(button.text())


class SayingPage(QWidget):
    """A field for a number, a layer, a formula or a condition, and the plot of its trial over all rated games."""

    wanted = Signal()  # A trial is to begin; ``begin`` gives it the games.

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.trial = SayingTrial(self)
        self.field = QLineEdit()
        self.move_box = QSpinBox()
        self.whole_game = QCheckBox("&Averaged over the game")
        self.equal_material = QCheckBox("At e&qual material")
        self.test_button = QPushButton("&Test")
        self.progress = QProgressBar()
        self.result = MessageLabel()
        self.introduction = _Introduction()
        self.plot = TrialPlot()
        self.count = MessageLabel(muted=True)
        self._saying: Saying | None = None
        self._set_up()
        self.trial.changed.connect(self._follow)
        self.test_button.clicked.connect(self._test_or_stop)
        self.field.returnPressed.connect(self._test)
        self.introduction.chosen.connect(self._test_example)
        self.field.textEdited.connect(self._forget_error)
        self.whole_game.toggled.connect(self.move_box.setDisabled)
        self._follow()

    def _set_up(self) -> None:
        completer = QCompleter(list(_TITLES), self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.field.setCompleter(completer)
        self.field.setPlaceholderText("Island count, passed_pawns, popcount(doubled_pawns(own)) >= 1 …")
        self.field.setAccessibleName("Saying: a layer, a number, a formula or a condition")
        self.field.setClearButtonEnabled(True)
        self.field.setMaxLength(LONGEST_TEXT)
        self.move_box.setRange(_FIRST_MOVE, _LAST_MOVE)
        self.move_box.setValue(_USUAL_MOVE)
        self.move_box.setPrefix("after move ")
        self.move_box.setAccessibleName("Number of moves")
        self.equal_material.setChecked(True)
        self.whole_game.setToolTip("Measure every fifth move from the tenth on, not one move alone")
        self.equal_material.setToolTip("Leave out positions in which one side's pieces are worth more")
        self.progress.setAccessibleName("Progress of the trial")
        self.progress.setRange(0, 1000)
        self.progress.setFixedWidth(90)
        label = QLabel("More &of")
        label.setBuddy(self.field)
        method = MessageLabel(muted=True)
        method.setText("\n".join(METHOD))
        method.setAlignment(Qt.AlignmentFlag.AlignTop)
        method.setContentsMargins(0, 0, 6, 0)
        self.method = scroll_area(method)
        self.method.setMinimumWidth(130)
        self.method.setAccessibleName("How a saying is tested")
        # Beside the plot; below it in a narrow page.
        self._answer = row_of((self.plot, 3), (column_of((self.method, 1), self.count), 2))
        choices = WrappingRow()
        choices.set_parts([self.move_box, self.whole_game, self.equal_material])
        column_of(
            row_of(label, (self.field, 1), self.progress, self.test_button),
            choices,
            self.result,
            self.introduction,
            (self._answer, 1),
            parent=self,
            margins=(0, 6, 0, 0),
        )

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_method()

    def _fit_method(self) -> None:
        """Put the method beside the plot, or in a narrow page a few lines of it below."""
        is_wide, directions = self.width() >= _WIDE, QBoxLayout.Direction
        self._answer.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
        is_whole = is_wide or self.plot.isHidden()
        self.method.setMaximumHeight(_MOST if is_whole else _METHOD_LINES * self.fontMetrics().lineSpacing())

    # The trial

    @Slot()
    def _test_or_stop(self) -> None:
        if self.trial.is_running:
            self.trial.stop()
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
            self._fit_method()
            return
        self.wanted.emit()

    @Slot(str)
    def _test_example(self, title: str) -> None:
        self.field.setText(title)
        self._test()

    def begin(self, moves: MoveCache, surplus: NDArray[Any]) -> None:
        """Begin the trial that is wanted; the arguments are those of ``SayingTrial.start``."""
        if self._saying is not None:
            ply = None if self.whole_game.isChecked() else 2 * self.move_box.value()
            self.trial.start(moves, surplus, self._saying, ply, equal_material=self.equal_material.isChecked())

    @Slot()
    def _forget_error(self) -> None:
        if self.result.is_error:
            self.result.show_message("")

    @Slot()
    def _follow(self) -> None:
        is_running, trial = self.trial.is_running, self.trial.trial
        self.progress.setVisible(is_running)
        self.progress.setValue(int(self.trial.part * self.progress.maximum()))
        self.test_button.setText("&Stop" if is_running else "&Test")
        has_points = trial is not None and bool(trial.points)
        self.introduction.setVisible(not is_running and not has_points)
        self.plot.setVisible(is_running or has_points)
        self._fit_method()
        self.plot.show_trial(trial)
        if self.trial.fault:
            self.result.show_message(self.trial.fault, is_error=True)
        elif trial is not None:
            self.result.show_message(_sentence(trial))
        elif is_running:
            self.result.show_message("")
        count = self.trial.trial_count
        tried = f"{count_text(count, 'saying was', 'sayings were')} tried since the start."
        chance = f" About {round(count / 20)} of so many succeed by chance." if count >= 10 else ""
        self.count.show_message(tried + chance if count else "")


def _sentence(trial: Trial) -> str:
    """Return the result of a trial in words."""
    whole = trial.whole
    if whole is None:
        if not trial.unequal_games:
            return "No rated game has a side with more of it at that time."
        count = count_text(trial.unequal_games, "rated game has", "rated games have")
        return f"Only {count} a side with more of it at that time, too few to compare."
    low, high = (percent_text(100 * edge) for edge in whole.interval)
    is_condition = isinstance(trial.saying.subject, Condition)
    who = "The side for which alone it holds" if is_condition else f"The side with more of “{trial.saying.title}”"
    games = f"{whole.games:,} {plural(whole.games, 'game')}, and {trial.equal_games:,} in which both are alike"
    score = f"{percent_text(100 * whole.mean)} against the expectation, 95 % between {low} and {high}"
    text = f"{who} scores {score}: {games}."
    if whole.games < FEWEST_RATED:
        return f"{text} This is a small sample."
    if not trial.has_effect:
        return f"{text} No effect is shown."
    return f"{text} {'More' if whole.mean > 0 else 'Fewer'} is better." if not is_condition else text
