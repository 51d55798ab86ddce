"""A pawn's labels in two lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip

from pawnviz.core.explain.pawn_words import LabelLine
from pawnviz.core.words import escaped
from pawnviz.override import override
from pawnviz.view.inspector.sentences import reason_tip
from pawnviz.view.widgets.theme import theme_of

_LINES: Final = 2  # The number of lines for the labels.
_BETWEEN: Final = " · "
_HINT: Final = (
    "A click pins a square, and the page stays with it.<br>Escape releases it."  # Stands where no label does.
)


class ShortLabels(QLabel):
    """The labels of a pawn in two lines, each a link with its reason as tool tip; surplus ones are counted.

    Without a label two lines say how a square is pinned.
    """

    chosen = Signal(str)  # The identifier of the layer whose label was clicked.

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[LabelLine, ...] = ()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.linkActivated.connect(self.chosen)
        self.linkHovered.connect(self._explain)
        self._lay_out()

    def show_labels(self, lines: Sequence[LabelLine]) -> None:
        """Show the titles of these lines."""
        if tuple(lines) != self._lines:
            self._lines = tuple(lines)
            self._lay_out()
            self.setAccessibleName(f"Labels: {', '.join(line.title for line in lines) or 'none'}")

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _LINES * self.fontMetrics().lineSpacing() + 2)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._lay_out()

    def _lay_out(self) -> None:
        theme = theme_of(self)
        if not self._lines:
            self.setText(f'<span style="color:{theme.muted_text}">{_HINT}</span>')
            return
        metrics = self.fontMetrics()
        between = metrics.horizontalAdvance(_BETWEEN)
        lines: list[list[str]] = [[]]
        used = 0
        left = len(self._lines)
        for label in self._lines:
            width = metrics.horizontalAdvance(label.title)
            on_last = len(lines) == _LINES
            rest = metrics.horizontalAdvance(f"{_BETWEEN}+{left - 1}") if on_last and left > 1 else 0
            if lines[-1] and used + between + width + rest > self.width():
                if on_last:
                    break
                lines.append([])
                used = 0
            used += width + (between if lines[-1] else 0)
            lines[-1].append(
                f'<a href="{label.identifier}" style="color:{theme.text}; text-decoration:none">'
                f"{escaped(label.title)}</a>"
            )
            left -= 1
        if left:
            lines[-1].append(f'<span style="color:{theme.muted_text}">+{left}</span>')
        between_links = f'<span style="color:{theme.muted_text}">{_BETWEEN}</span>'
        self.setText("<br>".join(between_links.join(line) for line in lines))

    @Slot(str)
    def _explain(self, identifier: str) -> None:
        for label in self._lines:
            if label.identifier == identifier:
                explained = reason_tip(label.sentence, label.reason.explanation)
                self.setToolTip(f"<p>{escaped(label.sentence)}</p>{explained}")
                return
        self.setToolTip("")
        QToolTip.hideText()
