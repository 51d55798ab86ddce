"""A window that opens beside the main one."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QWidget

from pawnviz.override import override


class SideWindow(QDialog):
    """A window that opens beside the main one; see ``leave``."""

    _is_placed = False

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        parent = self.parentWidget()
        if parent is None:
            return
        if not self._is_placed:
            self._is_placed = True
            self.resize(self.sizeHint())
            self._stand_beside(parent.window())

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.leave()

    def leave(self) -> None:
        """Take the window's marks off the board; called at closing or hiding, but not at minimizing."""

    def _stand_beside(self, main: QWidget) -> None:
        place, screen = main.frameGeometry(), self.screen().availableGeometry()
        width = self.frameGeometry().width()
        self.resize(self.width(), min(self.height(), screen.height() - 40))
        left = min(place.right() + 1, screen.right() + 1 - width)
        top = max(screen.top(), min(place.top() + 30, screen.bottom() - self.frameGeometry().height()))
        self.move(QPoint(max(screen.left(), left), top))
