"""A list that drops down, which the mouse wheel changes only while it has the focus."""

from __future__ import annotations

from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox

from pawnviz.override import override


class DropDown(QComboBox):
    """A list that drops down; without the focus the wheel scrolls what is around it."""

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
