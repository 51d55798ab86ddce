"""A small view of a page or a figure as in the exported file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pawnviz.override import override
from pawnviz.view.widgets.theme import theme_of

_MIDDLE: Final = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
_CHECKER = 8  # The edge of the squares behind transparent parts.


class Preview(QWidget):
    """Shows a function's drawing on a surface of its size; see ``redraw``."""

    def __init__(self, draw: Callable[[QPainter], QSize], name: str) -> None:
        """Show the drawing of ``draw``, which returns its size, and with an inactive painter that alone."""
        super().__init__()
        self._draw = draw
        self._image: QImage | None = None
        self.nothing_text = ""  # The sentence in place of a drawing where there is none.
        self.setAccessibleName(name)
        self.setMinimumSize(QSize(260, 260))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def redraw(self) -> None:
        """Update the drawing."""
        self._image = None
        self.update()

    @property
    def image(self) -> QImage:
        """The drawing, made when it is needed."""
        if self._image is None:
            self._image = self._drawn()
        return self._image

    def _drawn(self) -> QImage:
        ratio = self.devicePixelRatioF()
        room = QSize(int(self.width() * ratio) - 2, int(self.height() * ratio) - 2)
        size = self._draw(QPainter())
        if size.isEmpty():
            return QImage()
        scale = min(room.width() / max(1, size.width()), room.height() / max(1, size.height()))
        image = QImage(
            max(1, round(size.width() * scale)),
            max(1, round(size.height() * scale)),
            QImage.Format.Format_ARGB32_Premultiplied,
        )
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.scale(scale, scale)
            self._draw(painter)
        image.setDevicePixelRatio(ratio)
        return image

    @override
    def sizeHint(self) -> QSize:
        return QSize(380, 440)

    @override
    def resizeEvent(self, event: object) -> None:
        self._image = None

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        image = self.image
        if image.isNull():
            with QPainter(self) as painter:
                painter.setPen(QColor(theme_of(self).muted_text))
                painter.drawText(self.rect(), _MIDDLE, self.nothing_text)
            return
        size = image.deviceIndependentSize()
        place = QRectF((self.width() - size.width()) / 2, (self.height() - size.height()) / 2, *size.toTuple())
        with QPainter(self) as painter:
            theme = theme_of(self)
            rect = place.toRect()
            if image.hasAlphaChannel():
                _paint_checkers(painter, rect, QColor(theme.base), QColor(theme.alternate_base))
            painter.drawImage(place.topLeft().toPoint(), image)
            painter.setPen(QColor(theme.border))
            painter.drawRect(rect.adjusted(-1, -1, 0, 0))


def _paint_checkers(painter: QPainter, rect: QRect, light: QColor, dark: QColor) -> None:
    """Paint squares of two colors, which show transparency."""
    painter.fillRect(rect, light)
    painter.save()
    painter.setClipRect(rect)
    for row in range(rect.height() // _CHECKER + 1):
        for column in range(row % 2, rect.width() // _CHECKER + 1, 2):
            painter.fillRect(rect.left() + column * _CHECKER, rect.top() + row * _CHECKER, _CHECKER, _CHECKER, dark)
    painter.restore()
