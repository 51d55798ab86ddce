"""What a view of a game shows whatever the current move is, painted once and kept as a picture."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget


class Backdrop:
    """A picture of a widget's size, made anew when the size, the pixels of the screen or what it shows has changed."""

    def __init__(self) -> None:
        """Keep no picture yet."""
        self._key: Hashable = None
        self._picture = QPixmap()

    def forget(self) -> None:
        """Paint the picture anew the next time."""
        self._key = None

    def paint(self, painter: QPainter, widget: QWidget, shown: Hashable, paint: Callable[[QPainter], None]) -> None:
        """Paint the picture of a widget, of what is shown besides its size; ``paint`` makes it where there is none."""
        ratio = widget.devicePixelRatioF()
        key = (widget.width(), widget.height(), ratio, shown)
        if key != self._key:
            self._key = key
            self._picture = QPixmap(round(widget.width() * ratio), round(widget.height() * ratio))
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            with QPainter(self._picture) as inner:
                inner.setRenderHints(painter.renderHints())
                inner.setFont(painter.font())
                paint(inner)
        painter.drawPixmap(QPoint(0, 0), self._picture)
