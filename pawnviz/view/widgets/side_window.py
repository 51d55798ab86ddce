"""Windows that stand beside the main one."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QWidget

from pawnviz.override import override


def stand_beside(window: QWidget, main: QWidget) -> None:
    """Move a window to the right of the main one, or as far to the right as the screen has room."""
    place, screen = main.frameGeometry(), window.screen().availableGeometry()
    width = window.frameGeometry().width()
    window.resize(window.width(), min(window.height(), screen.height() - 40))
    left = min(place.right() + 1, screen.right() + 1 - width)
    top = max(screen.top(), min(place.top() + 30, screen.bottom() - window.frameGeometry().height()))
    window.move(QPoint(max(screen.left(), left), top))


class SideWindow(QDialog):
    """A window that stands beside the main one, in the size of its hint, when it is first shown."""

    _placed = False

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        parent = self.parentWidget()
        if parent is not None and not self._placed:
            self._placed = True
            self.resize(self.sizeHint())
            stand_beside(self, parent.window())
