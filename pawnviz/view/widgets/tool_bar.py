"""A tool bar, and a button of an action, that hold one connection for an action however often it changes.

Qt 6.10 and 6.11 connect a tool button once more to the signal ``changed`` of its action each time that the action
changes: 144 bytes, and a call more at each later change.
"""

from __future__ import annotations

from PySide6.QtCore import QMetaMethod, QObject
from PySide6.QtGui import QAction, QActionEvent
from PySide6.QtWidgets import QToolBar, QToolButton, QWidget

from pawnviz.override import override


class ToolBar(QToolBar):
    """A tool bar whose buttons drop the connections that Qt repeats."""

    @override
    def actionEvent(self, event: QActionEvent) -> None:
        super().actionEvent(event)
        button = self.widgetForAction(event.action())
        if isinstance(button, QToolButton) and event.type() == QActionEvent.Type.ActionChanged:
            _drop_connections(event.action(), button)


class ActionButton(QToolButton):
    """A button of an action, which drops the connections that Qt repeats."""

    def __init__(self, action: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDefaultAction(action)

    @override
    def actionEvent(self, event: QActionEvent) -> None:
        super().actionEvent(event)
        if event.type() == QActionEvent.Type.ActionChanged:
            _drop_connections(event.action(), self)


def _drop_connections(action: QAction, button: QToolButton) -> None:
    # The button follows its action by events; nothing that is seen depends on these connections.
    kind = action.metaObject()
    QObject.disconnect(action, kind.method(kind.indexOfSignal("changed()")), button, QMetaMethod())
