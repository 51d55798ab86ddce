"""The tool tip of a painted view, which depends on the place under the pointer."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip, QWidget

from pawnviz.override import override


class TipView(QWidget):
    """A view with ``tip_at`` the place under the pointer as its tool tip."""

    def tip_at(self, x: float, y: float) -> str:
        """Return the tool tip of a place, or an empty text."""
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
