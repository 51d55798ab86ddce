"""A label for the result of an input, or its fault."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel

from pawnviz.override import override

_NARROWEST: Final = 100  # The pixels that a message needs, however long its words are.


class MessageLabel(QLabel):
    """A plain text in as many lines as it needs, in the color of errors for a fault."""

    def __init__(self, *, muted: bool = False) -> None:
        """Show nothing yet; with ``muted`` a message that is no error is in the color of lesser texts."""
        super().__init__()
        self.is_error = False  # Whether the text is an error.
        self._role = QPalette.ColorRole.PlaceholderText if muted else QPalette.ColorRole.WindowText
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setForegroundRole(self._role)
        # Qt says so only of a label with a text, and a layout that is shown before would be higher than it has to be.
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_message(self, text: str, *, is_error: bool = False) -> None:
        """Show a text, as an error where something is wrong."""
        self.is_error = is_error
        self.setText(text)
        self.setForegroundRole(QPalette.ColorRole.BrightText if is_error else self._role)

    @override
    def minimumSizeHint(self) -> QSize:
        """Return the size of the text in its narrowest column; a long word, such as a file's name, may be cut off."""
        hint = super().minimumSizeHint()
        return QSize(min(_NARROWEST, hint.width()), hint.height())
