"""An export on its way out of the window: the question for its file, and a picture that is dragged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QDrag, QGuiApplication, QImage, QMouseEvent, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QWidget

from pawnviz.core.words import listed, plural
from pawnviz.override import override

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData

_MOST_NAMED: Final = 3  # The number of files in a question.


class TargetQuestion(QObject):
    """Asks where to export to, and before overwriting a file that the file dialog has not asked about."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def ask(
        self,
        title: str,
        start: str,
        filters: str,
        suffix: str,
        then: Callable[[str], None],
        written: Callable[[Path], Sequence[Path]] | None = None,
        *,
        others: Sequence[str] = (),
    ) -> None:
        """Ask for a file, and go on with its path; nothing follows where there is none.

        ``start`` is the suggested path. A name gets the ending of the chosen filter, or else the ``suffix``, unless it
        has that or one of the ``others``; ``written`` returns the files of a path, where they are several.
        """
        path, chosen = QFileDialog.getSaveFileName(self._window, title, start, filters)
        if not path:
            return
        asked, endings = path, (suffix, *others)
        if not path.lower().endswith(endings):
            path += next((ending for ending in endings if f"*{ending})" in chosen), suffix)
        files = [path] if written is None else [str(each) for each in written(Path(path))]
        unasked = [Path(each).name for each in files if each != asked and _exists(each)]
        if unasked:
            self._ask_again(title, unasked, partial(then, path))
        else:
            then(path)

    def _ask_again(self, title: str, existing: list[str], overwrite: Callable[[], None]) -> None:
        from pawnviz.view.widgets.question import Question

        count = len(existing)
        names = listed([f"“{name}”" for name in existing])
        if count > _MOST_NAMED:
            names = f"{count:,} files such as “{existing[0]}”"
        texts = f"{names} {plural(count, 'exists', 'exist')} already.", f"Overwrite {plural(count, 'it', 'them')}?"
        Question(self._window, title, texts, {"&Overwrite": overwrite}, warns=True)


@contextmanager
def wait_cursor() -> Iterator[None]:
    """Show a busy pointer, as for an image of many pixels."""
    QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        yield
    finally:
        QGuiApplication.restoreOverrideCursor()


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # A name too long, or with a NUL.
        return False


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
