"""A line for words to search."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from pawnviz.override import override

LONGEST_SEARCH: Final = 500  # The most characters of a search; Qt keeps every one that is removed, to undo it.


class SearchField(QLineEdit):
    """A line for words to search; Escape empties it, Down and Enter go on to the result, the focus selects all."""

    _entered = False

    finished = Signal()  # The user goes on to the result.

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(LONGEST_SEARCH)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        entered = not self.hasFocus() or self._entered
        self._entered = False
        super().mousePressEvent(event)
        if entered:
            self.selectAll()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # Qt gives the focus before it hands over the press, which would place the cursor.
        self._entered = event.reason() == Qt.FocusReason.MouseFocusReason
        if event.reason() not in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason):
            self.selectAll()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.finished.emit()
        else:
            super().keyPressEvent(event)
