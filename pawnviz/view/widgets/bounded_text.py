"""A field for a text of several lines that takes no more than a number of characters at once."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from pawnviz.override import override


class BoundedTextEdit(QPlainTextEdit):
    """A field that refuses to take what is pasted or dropped where its text would be too long; it stays as it was.

    Qt lays out a line of a million characters for minutes. What is typed is not refused.
    """

    refused = Signal(str)
    """A text was too long to be taken; carries a sentence that says so."""

    def __init__(self, most: int, parent: QWidget | None = None) -> None:
        """Start empty, with room for this many characters."""
        super().__init__(parent)
        self._most = most

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        added = len(source.text())
        count = len(self.toPlainText()) - len(self.textCursor().selectedText()) + added
        if count <= self._most:
            super().insertFromMimeData(source)
            return
        found = f"this text has {added:,}" if added > self._most else f"with this text there would be {count:,}"
        self.refused.emit(f"Not inserted: at most {self._most:,} characters; {found}.")
