"""The field that finds games, out of which Down goes to the list."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from pawnviz.override import override


class SearchField(QLineEdit):
    """A field for the words that are looked for in a list below it."""

    list_wanted = Signal()
    """Down or Enter was pressed."""

    def __init__(self) -> None:
        super().__init__()
        self.returnPressed.connect(self.list_wanted)

    @Slot()
    def take_focus(self) -> None:
        """Take the keys, with all words selected, so that others replace them."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.list_wanted.emit()
        else:
            super().keyPressEvent(event)
