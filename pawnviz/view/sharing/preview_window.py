"""A window beside the board whose preview follows the board."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QLayout, QWidget

from pawnviz.override import override
from pawnviz.view.widgets.side_window import SideWindow

_DELAY: Final = 30
"""The milliseconds after the last change after which the preview follows."""


class PreviewWindow(SideWindow):
    """A window that is brought up to date once for many changes, a moment after the last one, while it is seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Wait for changes."""
        super().__init__(parent)
        self.setModal(False)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DELAY)
        self._timer.timeout.connect(self.refresh)

    def put_beside(self, left: QLayout, right: QLayout) -> None:
        """Lay out the preview and what belongs to it on the left, the choices on the right."""
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 12, 12, 12)
        row.setSpacing(16)
        row.addLayout(left, 3)
        row.addLayout(right, 2)

    @property
    def is_waiting(self) -> bool:
        """Whether the window is to be brought up to date in a moment."""
        return self._timer.isActive()

    @Slot()
    def follow(self) -> None:
        """Show what is the case now in a moment, if the window is seen."""
        if self.isVisible():
            self._timer.start()

    @Slot()
    def refresh(self) -> None:
        """Show what is the case now."""
        raise NotImplementedError

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.isVisible():
            self.refresh()
            # The board may have its new colors only after this window.
            self.follow()
