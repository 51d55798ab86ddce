"""A frame around a part of the window."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from pawnviz.override import override
from pawnviz.view.widgets.theme import theme_of

WIDTH: Final = 3  # The width of the frame in logical pixels.


class PartFrame(QWidget):
    """A frame around a part of its window, which follows it and lets the mouse through."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._part: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def set_part(self, part: QWidget | None) -> None:
        """Surround a part of the window, or with None nothing."""
        for widget in (self._part, self._window):
            if widget is not None:
                widget.removeEventFilter(self)
        self._part = part
        if part is None:
            self.hide()
            return
        for widget in (part, self._window):
            widget.installEventFilter(self)
        self._settle()
        self.show()

    @property
    def area(self) -> QRect:
        """The framed area in the window's coordinates."""
        part = self._part
        if part is None:
            return QRect()
        return QRect(part.mapTo(self._window, QPoint()), part.size()).intersected(self._window.rect())

    def _settle(self) -> None:
        grown = self.area.adjusted(-WIDTH, -WIDTH, WIDTH, WIDTH)
        self.setGeometry(grown.intersected(self._window.rect()))
        self.raise_()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show):
            self._settle()
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(theme_of(self).link), WIDTH))
            half = WIDTH / 2
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 5, 5)
