"""Fields for words and texts, and a list that drops down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit

from pawnviz.override import override
from pawnviz.view.widgets.layouts import with_properties

LONGEST_SEARCH: Final = 500  # The most characters of a search; Qt keeps every one that is removed, to undo it.


class SearchField(QLineEdit):
    """A line for words to search; Escape empties it, Down and Enter go on to the result, the focus selects all."""

    _entered = False

    finished = Signal()  # The user goes on to the result.

    def __init__(self, words: str = "") -> None:
        """Make an empty line, whose ``words`` say in it and to screen readers which search it is."""
        super().__init__(maxLength=LONGEST_SEARCH, placeholderText=words, clearButtonEnabled=bool(words))
        self.setAccessibleName(words)

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


class BoundedTextEdit(QPlainTextEdit):
    """A field that refuses too long a text from the clipboard or a drop, which Qt would lay out for minutes."""

    refused = Signal(str)  # A text was refused as too long; carries a sentence about it.

    def __init__(self, most: int, **properties: object) -> None:
        super().__init__()
        with_properties(self, **properties)
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


class PasteFilter(QObject):
    """Leaves some pasted texts to another receiver, in any of its fields."""

    def __init__(self, is_wanted: Callable[[str], bool], paste: Callable[[], None], parent: QObject) -> None:
        """Call ``paste`` instead of pasting if ``is_wanted`` says so of the clipboard's text."""
        super().__init__(parent)
        self._is_wanted = is_wanted
        self._paste = paste

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_press = event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        is_paste = is_press and isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Paste)
        if not is_paste or not self._is_wanted(QGuiApplication.clipboard().text()):
            return False
        # Who accepts the question whether a key is a shortcut gets the key itself.
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            self._paste()
        return True


class DropDown(QComboBox):
    """A list that drops down; without the focus the wheel scrolls its surroundings."""

    def __init__(self, texts: Mapping[Any, str] | None = None, name: str = "", tip: str = "") -> None:
        super().__init__()
        with_properties(self, accessibleName=name, toolTip=tip)
        for value, text in (texts or {}).items():
            self.addItem(text, value)

    def choose(self, value: object) -> None:
        """Choose a value, or the first one for any other."""
        self.setCurrentIndex(max(0, self.findData(value)))

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
