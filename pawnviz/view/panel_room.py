"""The height of the docks that open over the inspector, which they give back when they are closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QDockWidget, QMainWindow

from pawnviz.override import override
from pawnviz.view.widgets.page import is_seen


class _Before(NamedTuple):
    """The dock that was in front before others were opened, and the heights of the layers and of that dock."""

    front: QDockWidget
    layers_height: int
    front_height: int


class PanelRoom(QObject):
    """Opens docks at the place of the inspector with more than half of the panels' height."""

    def __init__(
        self, window: QMainWindow, above: QDockWidget, group: Sequence[QDockWidget], openable: Sequence[QDockWidget]
    ) -> None:
        """Take the dock ``above``, those of the ``group`` at one place, and those of them that open over others."""
        super().__init__(window)
        self._window = window
        self._above = above
        self._group = group
        self._openable = openable
        self._before: _Before | None = None
        for dock in openable:
            dock.installEventFilter(self)

    def front(self) -> QDockWidget | None:
        """Return the dock of the group that is seen, or None."""
        return next((dock for dock in self._group if is_seen(dock)), None)

    def forget(self) -> None:
        """Give no room back, since all docks are arranged anew."""
        self._before = None

    def open(self, dock: QDockWidget) -> None:
        """Bring up a dock; one that was closed gets its height."""
        if not dock.isVisible():
            front = self.front()
            if self._before is None and front is not None and self._above.isVisible():
                self._before = _Before(front, self._above.height(), front.height())
            dock.show()
            docks = [self._above, dock]
            height = sum(dock.height() for dock in docks)
            self._window.resizeDocks(docks, [height * 2 // 5, height * 3 // 5], Qt.Orientation.Vertical)
        dock.raise_()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Close:
            QTimer.singleShot(0, self, self._give_back)
        return super().eventFilter(watched, event)

    @Slot()
    def _give_back(self) -> None:
        """Restore the heights of before once all docks that were opened are closed."""
        before = self._before
        if before is None or not all(dock.isHidden() for dock in self._openable):
            return
        self._before = None
        if not before.front.isHidden():
            before.front.raise_()
            heights = [before.layers_height, before.front_height]
            self._window.resizeDocks([self._above, before.front], heights, Qt.Orientation.Vertical)
