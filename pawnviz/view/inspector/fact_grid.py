"""Rows of facts: a caption, and a value or one for each side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QWidget

from pawnviz.core.explain.facts import SquareFact
from pawnviz.view.widgets.labels import NONE, ElidedLabel, plain_label, plain_tip


class FactGrid(QWidget):
    """Rows of facts: a caption with a tool tip, and one value, or a value for each side below its name."""

    def __init__(self, rows: Sequence[tuple[str, str]], *, sides: bool = False) -> None:
        super().__init__()
        self._values: list[list[ElidedLabel]] = []
        self._shown: dict[ElidedLabel, SquareFact] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(2)
        names = ("White", "Black") if sides else ("",)
        if sides:
            for column, name in enumerate(names, 1):
                grid.addWidget(plain_label(name, bold=True), 0, column)
        for row, (caption, explanation) in enumerate(rows, 1):
            label = plain_label(caption, muted=True)
            label.setToolTip(plain_tip(explanation))
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            values: list[ElidedLabel] = []
            for column, name in enumerate(names, 1):
                value = ElidedLabel(f"{caption}, {name}" if sides else caption)
                grid.addWidget(value, row, column)
                grid.setColumnStretch(column, 1)
                values.append(value)
            self._values.append(values)

    def show_values(self, rows: Sequence[Sequence[SquareFact]]) -> None:
        """Show the values of each row, an empty one as a dash; the tool tip of a value says why, or shows all of it."""
        for labels, facts in zip(self._values, rows, strict=True):
            for label, fact in zip(labels, facts, strict=True):
                if self._shown.get(label) != fact:
                    self._shown[label] = fact
                    label.show_text(fact.value or NONE, fact.why)
                    if not fact.value:
                        label.setToolTip("")
                    role = QPalette.ColorRole.WindowText if fact.value else QPalette.ColorRole.PlaceholderText
                    if role != label.foregroundRole():
                        label.setForegroundRole(role)
