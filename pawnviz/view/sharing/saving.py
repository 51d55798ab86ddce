"""An export on its way out of the window: the name of its file, and a picture that is dragged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt
from PySide6.QtGui import QDrag, QGuiApplication, QImage, QMouseEvent, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from pawnviz.override import override


@contextmanager
def wait_cursor() -> Iterator[None]:
    """Show a busy pointer, as for an image of many pixels."""
    QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        yield
    finally:
        QGuiApplication.restoreOverrideCursor()


def offered_name(name: str) -> str:
    """Return a file name made of any text: without forbidden signs, and not too long."""
    kept = "".join(sign if sign.isalnum() or sign in " -_.,()'" else " " for sign in name)
    return " ".join(kept.split())[:80].strip(" .") or "position"


_SHOWN_EDGE: Final = 160  # The edge of the small picture at the pointer.


class PictureDrag(QObject):
    """Lets a picture be dragged from a widget, which keeps its click."""

    def __init__(self, widget: QWidget, take: Callable[[], tuple[QMimeData, QImage] | None]) -> None:
        """Watch a widget; ``take`` returns the data and its picture when a drag begins."""
        super().__init__(widget)
        self._widget = widget
        self._take = take
        self._pressed: QPoint | None = None
        widget.installEventFilter(self)

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
        taken = self._take()
        if isinstance(self._widget, QAbstractButton):
            self._widget.setDown(False)
        if taken is None:
            return
        mime, image = taken
        drag = QDrag(self._widget)
        drag.setMimeData(mime)
        smooth = Qt.TransformationMode.SmoothTransformation
        small = image.scaled(_SHOWN_EDGE, _SHOWN_EDGE, Qt.AspectRatioMode.KeepAspectRatio, smooth)
        small.setDevicePixelRatio(1)
        drag.setPixmap(QPixmap.fromImage(small))
        drag.setHotSpot(QPoint(small.width() // 2, small.height() // 2))
        drag.exec(Qt.DropAction.CopyAction)
