"""The dialog for a comment of a game."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QWidget

from pawnviz.override import override
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import column_of


class CommentDialog(QDialog):
    """A comment before or after a move; Control and Enter accept it, Escape leaves it as it was."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Comment")
        self.heading = plain_label(bold=True)
        self.edit = QPlainTextEdit()
        self.edit.setTabChangesFocus(True)
        self.edit.setPlaceholderText("Without a text the comment is deleted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column_of(self.heading, (self.edit, 1), buttons, parent=self)

    def ask(self, heading: str, text: str) -> None:
        """Open with a comment and the name of its place."""
        self.heading.setText(heading)
        self.edit.setAccessibleName(heading)
        self.edit.setPlainText(text)
        self.edit.moveCursor(QTextCursor.MoveOperation.End)
        self.edit.setFocus()
        self.open()

    @property
    def text(self) -> str:
        """The text in the field."""
        return self.edit.toPlainText()

    @override
    def sizeHint(self) -> QSize:
        return QSize(420, 200)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.accept()
        else:
            super().keyPressEvent(event)
