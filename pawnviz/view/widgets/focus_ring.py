"""A ring around the control with the keyboard focus; Fusion's own is hardly visible."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QScrollArea,
    QSlider,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from pawnviz.override import override

WIDTH: Final = 2  # The width of the ring in logical pixels.

_RINGED: Final = (QAbstractButton, QAbstractItemView, QComboBox, QScrollArea, QSlider, QTabBar)
"""A field for text has a cursor instead."""

_MOVING: Final = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide)


class FocusRing(QWidget):
    """A ring in the accent color around a window's control with the focus, above it and transparent to the mouse."""

    def __init__(self, window: QWidget, without: tuple[type[QWidget], ...] = ()) -> None:
        """Follow the focus within a window; controls of the kinds in ``without`` paint a mark of their own."""
        super().__init__(window)
        self._window = window
        self._without = without
        self._control: QWidget | None = None
        self._watched: tuple[QWidget, ...] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow)

    @Slot(QWidget, QWidget)
    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        if not isValid(self) or not isValid(self._window):
            return
        for former in self._watched:
            if isValid(former):
                former.removeEventFilter(self)
        is_here = isinstance(now, _RINGED) and not isinstance(now, self._without) and now.window() is self._window
        self._control = now if is_here else None
        watched = []
        part: QWidget | None = self._control
        while part is not None and part is not self._window:
            watched.append(part)
            part.installEventFilter(self)
            part = part.parentWidget()
        self._watched = tuple(watched)
        self._place()

    def _place(self) -> None:
        """Surround the visible part of the control, or hide where none is visible."""
        control = self._control
        visible = control.visibleRegion().boundingRect() if control is not None and isValid(control) else None
        if control is None or visible is None or visible.isEmpty():
            self.hide()
            return
        place = visible.translated(control.mapTo(self._window, QPoint(0, 0)))
        self.setGeometry(place.adjusted(-WIDTH, -WIDTH, WIDTH, WIDTH))
        self.show()
        self.raise_()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVING:
            self._place()
        return super().eventFilter(watched, event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.palette().accent().color(), WIDTH))
            half = WIDTH / 2
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 3, 3)
