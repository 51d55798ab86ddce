"""Further windows beside the main one: where they stand, the colors they follow, and what they show on the board."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QWidget

from pawnviz.core.layers import Layer
from pawnviz.model.layers.layer_list import LayerListModel
from pawnviz.override import override


def stand_beside(window: QWidget, main: QWidget) -> None:
    """Put a window beside the main one, or as far to the right as the screen has room, off the board if possible."""
    place, screen = main.frameGeometry(), window.screen().availableGeometry()
    width = window.frameGeometry().width()
    window.resize(window.width(), min(window.height(), screen.height() - 40))
    left = min(place.right() + 1, screen.right() + 1 - width)
    top = max(screen.top(), min(place.top() + 30, screen.bottom() - window.frameGeometry().height()))
    window.move(QPoint(max(screen.left(), left), top))


class SideWindow(QDialog):
    """A further window that stands beside the main one, in the size it asks for, when it is first shown."""

    _placed = False

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        parent = self.parentWidget()
        if parent is not None and not self._placed:
            self._placed = True
            self.resize(self.sizeHint())
            stand_beside(self, parent.window())


class ShownBefore:
    """The layers that were shown, and the one that was looked at, before a window shows its own in their place."""

    def __init__(self, layers: LayerListModel) -> None:
        """Remember what is shown now and show nothing."""
        self._layers = layers
        self._shown: dict[str, Any] = layers.state()["shown"]
        self._current = layers.current
        layers.clear()

    def bring_back(self, exhibits: tuple[Layer, ...]) -> None:
        """Remove a window's exhibits and bring back the layers from before, unless others were switched on since."""
        layers = self._layers
        looked_at_exhibit = any(layer.identifier == layers.current for layer in exhibits)
        if layers.exhibits() == exhibits:
            layers.set_exhibits(())
        state = layers.state()
        if not state["shown"]:
            layers.restore({**state, "shown": self._shown})
        if looked_at_exhibit and self._current in layers.identifiers():
            layers.set_current(self._current)
