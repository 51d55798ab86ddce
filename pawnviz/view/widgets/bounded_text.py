"""A field for a text of several lines with a limit for pasted texts."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from pawnviz.override import override


class BoundedTextEdit(QPlainTextEdit):
    """A field that refuses too long a text from the clipboard or a drop, which Qt would lay out for minutes."""

    refused = Signal(str)  # A text was refused as too long; carries a sentence about it.

    def __init__(self, most: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = most

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        added = len(source.text())
        count = len(self.toPlainText()) - len(self.textCursor().selectedText()) + added
        if count <= self._most:
            super().insertFromMimeData(source)
            return
        reason = f"this text has {added:,}" if added > self._most else f"with this text there would be {count:,}"
        self.refused.emit(f"Not inserted: at most {self._most:,} characters; {reason}.")
