"""The best lines of an engine, one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from pawnviz.model.engine.engine import Variation
from pawnviz.override import override
from pawnviz.view.widgets.labels import ValueLabel, plain_tip, text_role

_LINES: Final = 2  # The lines of text for the moves of a line, so that nothing jumps while an engine thinks.


class MovesLabel(ValueLabel):
    """The moves of a line, as many as fit into two lines of text; the tool tip has all."""

    def __init__(self, caption: str) -> None:
        super().__init__(caption)
        self._words: list[str] = []
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_LINES * self.fontMetrics().lineSpacing())

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
        while count > 1 and not self._fits(count):
            count -= 1
        self.show_text(self._text(count))

    def _text(self, count: int) -> str:
        if count == len(self._words):
            return " ".join(self._words)
        shown = self._words[:count]
        if shown[-1].endswith("."):
            shown.pop()
        return f"{' '.join(shown)} …"

    def _fits(self, count: int) -> bool:
        room = QRect(0, 0, self.width(), 10_000)
        needed = self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, self._text(count))
        return needed.height() <= self.height()


class LineRows(QWidget):
    """An evaluation and the moves of each line."""

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
        self.show_lines(())

    def set_muted(self, muted: bool) -> None:
        """Show the lines in grey, as those of a stopped engine."""
        for label in (label for row in self.rows for label in row):
            label.setForegroundRole(text_role(muted=muted))

    def show_lines(self, lines: Sequence[Variation]) -> None:
        """Show these lines, the best first."""
        for number, (evaluation, moves) in enumerate(self.rows):
            if number < len(lines):
                line = lines[number]
                evaluation.show_text(line.evaluation.text)
                moves.show_moves(line.san)
                moves.setToolTip(plain_tip(f"{line.evaluation.spoken}, depth {line.depth}: {line.san}"))
            for label in (evaluation, moves):
                label.setVisible(number < len(lines))
