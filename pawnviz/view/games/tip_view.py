"""The tool tip of a painted view, whose text depends on the place under the pointer."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip, QWidget

from pawnviz.override import override


class TipView(QWidget):
    """A view that says in a tool tip what ``tip_at`` returns for the place under the pointer."""

    def tip_at(self, x: float, y: float) -> str:
        """Return what is said of a place; empty for nothing."""
        return ""

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.tip_at(event.pos().x(), event.pos().y())
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)
