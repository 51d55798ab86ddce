"""Ctrl+V in a field that does not want the clipboard's text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from pawnviz.override import override


class PasteFilter(QObject):
    """Leaves some pasted texts to another receiver, in any of its fields."""

    def __init__(self, is_wanted: Callable[[str], bool], paste: Callable[[], None], parent: QObject) -> None:
        """Call ``paste`` instead of pasting where ``is_wanted`` says so of the clipboard's text."""
        super().__init__(parent)
        self._is_wanted = is_wanted
        self._paste = paste

    def watch(self, field: QWidget) -> None:
        """Filter the keys of a field."""
        field.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            return False
        if not isinstance(event, QKeyEvent) or not event.matches(QKeySequence.StandardKey.Paste):
            return False
        if not self._is_wanted(QGuiApplication.clipboard().text()):
            return False
        # Who accepts the question whether a key is a shortcut gets the key itself.
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            self._paste()
        return True
