"""A formula in a frame, for reading."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy

from pawnviz.override import override, plain_override
from pawnviz.view.widgets.labels import ValueLabel


class FormulaBox(ValueLabel):
    """A formula in a frame, or several below one another, in as many lines as needed, broken within long calls too."""

    def __init__(self) -> None:
        super().__init__("Formula", fixed=True)
        self._full = ""
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setMargin(4)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def full_text(self) -> str:
        """The text without its line breaks."""
        return self._full

    @plain_override
    def show_text(self, text: str) -> None:
        if text != self._full:
            self._full = text
            self._name_text(text)
        self.setText(self._lines(self.width()))
        self.updateGeometry()

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        lines = self._lines(width).count("\n") + 1
        return lines * self.fontMetrics().lineSpacing() + self._frame()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.heightForWidth(self.width()))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().lineSpacing() + self._frame())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setText(self._lines(self.width()))

    def _frame(self) -> int:
        return 2 * (self.margin() + self.frameWidth())

    def _lines(self, width: int) -> str:
        room = max(width, 120) - self._frame() - 1
        metrics = self.fontMetrics()
        lines = []
        for formula in self._full.split("\n"):
            lines.append("")
            for token in re.findall(r"[~(]*\w+\(*|\s+|\W", formula):
                if lines[-1] and metrics.horizontalAdvance(lines[-1] + token.rstrip()) > room:
                    lines.append("")
                if lines[-1] or not token.isspace():
                    lines[-1] += token
        return "\n".join(line.rstrip() for line in lines)
