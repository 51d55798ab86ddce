"""The background of a view of a game, painted once and cached as a picture."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget


class Backdrop:
    """A cached picture of a widget's size, repainted for another size, screen or content."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._picture = QPixmap()

    def forget(self) -> None:
        """Drop the picture."""
        self._key = None

    def paint(self, painter: QPainter, widget: QWidget, shown: Hashable, paint: Callable[[QPainter], None]) -> None:
        """Paint the picture of a widget for a content besides its size; ``paint`` makes it where there is none."""
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
