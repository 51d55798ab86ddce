"""A scrolling page of a panel, updated once for many changes and only while it is visible."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt, QTimer, Slot
from PySide6.QtGui import QHideEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from pawnviz.override import override
from pawnviz.view.widgets.layouts import column_of


class Page(QScrollArea):
    """A page that scrolls up and down; a subclass implements ``refresh``, and ``leave`` if it marks the board."""

    def __init__(self, name: str) -> None:
        """Make an empty page; ``name`` is what a screen reader calls it."""
        super().__init__()
        self._stale = True
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.refresh_if_seen)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body = QWidget()
        # Where the height of the body changes, only moved parts are repainted.
        self.body.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.column = column_of(parent=self.body, margins=(10, 8, 10, 8), spacing=6)
        self.setWidget(self.body)

    def refresh(self) -> None:
        """Update the page."""
        raise NotImplementedError

    def leave(self) -> None:
        """Take the page's marks off the board; called when the page is hidden, but not when its window is minimized."""

    @Slot()
    def mark_stale(self) -> None:
        """Update the page once the program is idle, or when it is next visible."""
        self._stale = True
        if is_seen(self):
            self._timer.start(0)

    @Slot()
    def refresh_if_seen(self) -> None:
        """Update the page if it is visible and something has changed."""
        if self._stale and self.isVisible():
            self._stale = False
            self.refresh()

    def set_part_visible(self, part: QWidget, visible: bool) -> None:
        """Show or hide a part, and lay out the page at once; Qt would first squeeze all parts into the old height."""
        if visible == part.isHidden():
            self.column.setEnabled(False)
            part.setVisible(visible)
            self.column.setEnabled(True)
            self.settle()

    def settle(self) -> None:
        """Lay out the page, then its body, at once; Qt would do so in several visible steps."""
        parts = [part for part in self.body.findChildren(QWidget) if part.layout() is not None]
        once = (*reversed(parts), self.body, self)
        for part in (self, *once, *once):  # Again with the width that a scroll bar leaves.
            QCoreApplication.sendEvent(part, QEvent(QEvent.Type.LayoutRequest))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.mark_stale()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh_if_seen()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.leave()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._stale and is_seen(self):
            # It has come into the window without a word, as where the window has become larger.
            self._timer.start(0)


def is_seen(widget: QWidget) -> bool:
    """Return whether a widget is within its window: Qt keeps a dock behind another one's tab outside of it."""
    window = widget.window()
    return widget.isVisible() and window.rect().intersects(QRect(widget.mapTo(window, QPoint()), widget.size()))
