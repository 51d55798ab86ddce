"""A part of a difference: its marks, its title and its squares."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style
from pawnviz.core.words import escaped
from pawnviz.override import override
from pawnviz.view.board.swatch import SwatchLabel
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.windows.difference_text import part_text


class PartBox(QWidget):
    """A part of a difference: its marks and title, and its squares for each side that is compared."""

    pointed = Signal(object)  # The part's squares as a mask while the pointer is over it, then None.

    def __init__(self) -> None:
        super().__init__()
        self._mask = 0
        self._swatch = SwatchLabel()
        self._title = plain_label(bold=True)
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._squares = plain_label(wrapped=True)
        self._squares.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self._swatch, 0, 0)
        grid.addWidget(self._title, 0, 1)
        grid.addWidget(self._squares, 1, 1)

    @property
    def texts(self) -> tuple[str, str]:
        """The shown title and squares."""
        return self._title.text(), self._squares.text()

    def show_part(self, part: Layer, masks: Sequence[int], sides: tuple[bool, bool]) -> None:
        """Show a part with White's and Black's mask, for the compared sides."""
        self._mask = 0
        for mask, is_compared in zip(masks, sides, strict=True):
            self._mask |= mask if is_compared else 0
        self._swatch.show_style(Style(part.mark))
        self._title.setText(part.title)
        self._title.setToolTip(f"<p>{escaped(part.title)}</p><p>{escaped(part.definition)}</p>")
        self._squares.setText(part_text(masks, sides))

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        if self._mask:
            self.pointed.emit(self._mask)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)
