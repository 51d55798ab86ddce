"""The panel of an engine: its choice, settings, state and best lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRect, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QGridLayout,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from pawnviz.core.words import count_text
from pawnviz.model.document import Document
from pawnviz.model.engine.engine import Analysis, Variation, find_engines
from pawnviz.model.preferences import MEMORIES, MOST_LINES, MOST_THREADS, TIMES
from pawnviz.override import override, plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.widgets.fields import DropDown
from pawnviz.view.widgets.labels import MessageLabel, ValueLabel, plain_label, plain_tip, text_role
from pawnviz.view.widgets.layouts import STRETCH, add_parts, column_of, row_of, with_properties
from pawnviz.view.widgets.page import Page


class MovesLabel(ValueLabel):
    """The moves of a line, as many as fit into two lines of text; the tool tip has all."""

    def __init__(self, caption: str) -> None:
        super().__init__(caption)
        self._words: list[str] = []
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        # Always two, so that nothing jumps while an engine thinks.
        self.setFixedHeight(2 * self.fontMetrics().lineSpacing())

    def show_moves(self, san: str) -> None:
        """Show moves with their numbers."""
        words = san.split(" ")
        if words != self._words:
            self._words = words
            self.setAccessibleDescription(san)
            self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        count = len(self._words)
        room, wraps = QRect(0, 0, self.width(), 10_000), Qt.TextFlag.TextWordWrap
        metrics = self.fontMetrics()
        while count > 1 and metrics.boundingRect(room, wraps, self._text(count)).height() > self.height():
            count -= 1
        self.show_text(self._text(count))

    def _text(self, count: int) -> str:
        if count == len(self._words):
            return " ".join(self._words)
        shown = self._words[:count]
        if shown[-1].endswith("."):
            shown.pop()
        return f"{' '.join(shown)} …"


class _LineRows(QWidget):
    def __init__(self, most: int) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        self.rows: list[tuple[ValueLabel, MovesLabel]] = []
        for number in range(1, most + 1):
            evaluation, moves = ValueLabel(f"Evaluation of line {number}"), MovesLabel(f"Line {number}")
            font = evaluation.font()
            font.setBold(True)
            evaluation.setFont(font)
            grid.addWidget(evaluation, number - 1, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(moves, number - 1, 1)
            self.rows.append((evaluation, moves))
        self.show_lines((), muted=False)

    def show_lines(self, lines: Sequence[Variation], *, muted: bool) -> None:
        for number, (evaluation, moves) in enumerate(self.rows):
            if number < len(lines):
                line = lines[number]
                evaluation.show_text(line.evaluation.text)
                moves.show_moves(line.san)
                moves.setToolTip(plain_tip(f"{line.evaluation.spoken}, depth {line.depth}: {line.san}"))
            for label in (evaluation, moves):
                label.setVisible(number < len(lines))
                label.setForegroundRole(text_role(muted=muted))


_NONE_FOUND = "No engine was found. Install one, such as Stockfish, or choose its program."
_IDLE = "Start the engine to see its evaluation and its best lines. They follow the position on the board."


class EnginePanel(Page):
    """An engine that the user chooses, starts and stops, with its lines as White sees them, and arrows on the board."""

    def __init__(self, document: Document, board: BoardView) -> None:
        """Follow a document; without a choice the first engine of the system is chosen."""
        super().__init__("Engine")
        self._board = board
        self._choice = choice = board.preferences.engine
        self.analysis = Analysis(document, choice, self)
        self._engines = find_engines()
        if not choice.value.path and self._engines:
            choice.value = choice.value.replace(path=self._engines[0])
        self.engine_box = with_properties(QComboBox(), accessibleName="Engine", placeholderText="No engine was found")
        self.engine_box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.engine_box.activated.connect(self._choose_found)
        tip = "Choose the program of a UCI engine"
        self.file_button = with_properties(QPushButton("Ch&oose…"), toolTip=tip)
        self.file_button.clicked.connect(self._choose_file)
        self.start_button = QPushButton()
        self.start_button.clicked.connect(self._start_or_stop)
        self.state_label = ValueLabel("", muted=True)
        self.state_label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.message = MessageLabel(muted=True)
        self.evaluation = ValueLabel("Evaluation", scale=1.6)
        self.view_label = plain_label(muted=True)
        evaluation = row_of(self.evaluation, (self.view_label, 1), spacing=10)
        evaluation.setAlignment(self.view_label, Qt.AlignmentFlag.AlignBottom)
        self.lines = _LineRows(MOST_LINES)
        self._make_settings()
        engine = row_of((self.engine_box, 100), self.file_button, self.start_button, STRETCH, spacing=8)
        parts = (self.message, engine, self.state_label, evaluation, self.lines, self.settings, STRETCH)
        add_parts(self.column, parts)
        self._show_settings()
        self.analysis.changed.connect(self._follow)
        choice.changed.connect(self._show_settings)
        document.position_changed.connect(self._follow)

    def _make_settings(self) -> None:
        lines = {number: str(number) for number in range(1, MOST_LINES + 1)}
        threads = {number: str(number) for number in range(1, MOST_THREADS + 1)}
        times = {time: count_text(time, "second") if time < 60 else count_text(time // 60, "minute") for time in TIMES}
        memories = {size: f"{size} MB" for size in MEMORIES}
        # The fields of the settings, with their labels.
        self.boxes = {
            "line_count": DropDown(lines, "L&ines", "Number of best lines"),
            "seconds": DropDown(times, "&Time", "How long the engine thinks about a position"),
            "thread_count": DropDown(threads, "Th&reads", "Number of processors for the engine"),
            "memory": DropDown(memories, "&Memory", "The size of the engine's hash table"),
        }
        tip = "Draw the first move of each line, dashed unless the line is the best"
        self.arrows_box = with_properties(QCheckBox("&Arrows on the board"), toolTip=tip)
        self.arrows_box.toggled.connect(self._take_settings)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(4, 1)  # The fields are as wide as their texts.
        for number, box in enumerate(self.boxes.values()):
            grid.addWidget(plain_label(box.accessibleName(), box), number // 2, number % 2 * 2)
            grid.addWidget(box, number // 2, number % 2 * 2 + 1)
            box.setAccessibleName(box.accessibleName().replace("&", ""))
            box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            box.activated.connect(self._take_settings)
        self.settings = QWidget()
        column_of(grid, self.arrows_box, parent=self.settings, margins=(0, 6, 0, 0))

    # Input

    @property
    def has_focus(self) -> bool:
        """Whether the focus is in the panel."""
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def take_focus(self) -> None:
        """Move the focus to the button that starts and stops the engine, or to its choice if there is none."""
        self.refresh_if_seen()
        button = self.start_button if self.start_button.isEnabled() else self.file_button
        button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot(bool)
    def set_open(self, is_open: bool) -> None:
        """Stop the engine when the panel is closed, and take its arrows off the board."""
        if not is_open:
            self.analysis.leave()

    @Slot()
    def _start_or_stop(self) -> None:
        if self.analysis.is_running:
            self.analysis.stop()
        else:
            self.analysis.start()

    @Slot(int)
    def _choose_found(self, index: int) -> None:
        self._choose(str(self.engine_box.itemData(index)))

    @Slot()
    def _choose_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, "Choose the program of an engine", self._choice.value.path)
        if path:
            self._choose(path)

    def _choose(self, path: str) -> None:
        self._choice.value = self._choice.value.replace(path=path)

    @Slot()
    def _take_settings(self) -> None:
        numbers = {field: box.currentData() for field, box in self.boxes.items()}
        self._choice.value = self._choice.value.replace(**numbers, shows_arrows=self.arrows_box.isChecked())

    @Slot()
    def _follow(self) -> None:
        self._board.state.engine_moves = self.analysis.arrows
        self.mark_stale()

    @Slot()
    def _show_settings(self) -> None:
        settings = self._choice.value
        paths = dict.fromkeys([*self._engines, settings.path] if settings.path else self._engines)
        with QSignalBlocker(self.engine_box):
            self.engine_box.clear()
            for path in paths:
                self.engine_box.addItem(Path(path).name, path)
                self.engine_box.setItemData(self.engine_box.count() - 1, path, Qt.ItemDataRole.ToolTipRole)
            self.engine_box.setCurrentIndex(self.engine_box.findData(settings.path))
        self.engine_box.setToolTip(settings.path or _NONE_FOUND)
        for field, box in self.boxes.items():
            box.choose(getattr(settings, field))
        with QSignalBlocker(self.arrows_box):
            self.arrows_box.setChecked(settings.shows_arrows)

    @plain_override
    def refresh(self) -> None:
        analysis, lines = self.analysis, self.analysis.variations
        has_engine = bool(self._choice.value.path)
        for part in (self.engine_box, self.start_button, self.state_label, self.settings):
            part.setVisible(has_engine)
        self.start_button.setText("&Stop" if analysis.is_running else "&Start")
        self.start_button.setEnabled(has_engine)
        self.state_label.show_text(analysis.state_text)
        problem = analysis.failure or analysis.obstacle
        if problem:
            self.message.show_message(problem, is_error=bool(analysis.failure))
        elif not has_engine:
            self.message.show_message(_NONE_FOUND)
        elif not analysis.is_running and not lines:
            self.message.show_message(_IDLE)
        self.message.setVisible(bool(problem) or not (analysis.is_running or lines))
        self.lines.show_lines(lines, muted=not analysis.is_running)
        self.evaluation.setForegroundRole(text_role(muted=not analysis.is_running))
        for label in (self.evaluation, self.view_label):
            label.setVisible(bool(lines))
        if lines:
            best = lines[0]
            self.evaluation.show_text(best.evaluation.text)
            self.evaluation.setToolTip(best.evaluation.spoken)
            self.view_label.setText(f"from White's point of view, depth {best.depth}")
