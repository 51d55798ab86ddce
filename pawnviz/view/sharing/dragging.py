"""Dragging a picture out of the window, from a button and from a preview."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QDrag, QImage, QMouseEvent, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from pawnviz.override import override

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData

_SHOWN_EDGE: Final = 160
"""The edge of the small picture that follows the pointer."""


def drag_picture(source: QWidget, mime: QMimeData | None, shown: QImage) -> None:
    """Drag data from a widget until it is dropped; a small picture of it follows the pointer."""
    if mime is None:
        return
    drag = QDrag(source)
    drag.setMimeData(mime)
    small = shown.scaled(
        _SHOWN_EDGE,
        _SHOWN_EDGE,
        Qt.AspectRatioMode.KeepAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    small.setDevicePixelRatio(1)
    drag.setPixmap(QPixmap.fromImage(small))
    drag.setHotSpot(QPoint(small.width() // 2, small.height() // 2))
    drag.exec(Qt.DropAction.CopyAction)


class ButtonDrag(QObject):
    """Lets a picture be dragged from a button, whose click stays what it is."""

    def __init__(self, button: QAbstractButton, take: Callable[[], tuple[QMimeData, QImage] | None]) -> None:
        """Watch a button; ``take`` returns the data and what it looks like when a drag begins."""
        super().__init__(button)
        self._button = button
        self._take = take
        self._pressed: QPoint | None = None
        button.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent):
            place = event.position().toPoint()
            if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
                self._pressed = place
            elif event.type() == QEvent.Type.MouseButtonRelease:
                self._pressed = None
            elif event.type() == QEvent.Type.MouseMove and self._pressed is not None:
                if (place - self._pressed).manhattanLength() >= QApplication.startDragDistance():
                    self._pressed = None
                    self._drag()
                return True
        return False

    def _drag(self) -> None:
        """Let the button go and drag."""
        taken = self._take()
        self._button.setDown(False)
        if taken is not None:
            drag_picture(self._button, *taken)
