"""The dialog that exports: a page each for a picture, a sheet of positions and an animation, beside one preview."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QMimeData, QObject, QRect, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QProgressBar, QPushButton, QSizePolicy, QStackedWidget, QTabBar, QWidget

from pawnviz.core.picture.formats import Writing, formats_of
from pawnviz.core.words import count_text, plural
from pawnviz.model.jobs import SliceJob
from pawnviz.model.preferences import ExportChoices
from pawnviz.model.storage import FileError, write_file
from pawnviz.override import override, plain_override
from pawnviz.view.board.shapes import clear_image
from pawnviz.view.sharing.export_page import AnimationPage, ExportPage, PicturePage
from pawnviz.view.sharing.saving import PictureDrag, wait_cursor
from pawnviz.view.sharing.sheet_page import SheetPage
from pawnviz.view.widgets.labels import MessageLabel, plain_label
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of, with_properties
from pawnviz.view.widgets.page import SideWindow
from pawnviz.view.widgets.questions import ask_for_file
from pawnviz.view.widgets.theme import Recolored, theme_of

_MIDDLE: Final = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap


class Preview(QWidget):
    """Shows a function's drawing on a surface of its size; see ``redraw``."""

    def __init__(self, draw: Callable[[QPainter], QSize], name: str) -> None:
        """Show the drawing of ``draw``, which returns its size, and with an inactive painter that alone."""
        super().__init__(accessibleName=name, minimumSize=QSize(260, 260))
        self._draw = draw
        self._image: QImage | None = None
        self.nothing_text = ""  # The sentence in place of a drawing if there is none.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def redraw(self) -> None:
        """Update the drawing."""
        self._image = None
        self.update()

    @property
    def image(self) -> QImage:
        """The drawing, made when it is needed."""
        if self._image is not None:
            return self._image
        ratio = self.devicePixelRatioF()
        room = QSize(int(self.width() * ratio) - 2, int(self.height() * ratio) - 2)
        size = self._draw(QPainter())
        if size.isEmpty():
            self._image = QImage()
            return self._image
        scale = min(room.width() / max(1, size.width()), room.height() / max(1, size.height()))
        self._image = image = clear_image(max(1, round(size.width() * scale)), max(1, round(size.height() * scale)))
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
        image, theme = self.image, theme_of(self)
        with QPainter(self) as painter:
            if image.isNull():
                painter.setPen(QColor(theme.muted_text))
                painter.drawText(self.rect(), _MIDDLE, self.nothing_text)
                return
            size = image.deviceIndependentSize()
            place = QRectF((self.width() - size.width()) / 2, (self.height() - size.height()) / 2, *size.toTuple())
            rect = place.toRect()
            if image.hasAlphaChannel():
                # Checkers behind transparent parts.
                painter.fillRect(rect, QColor(theme.base))
                painter.save()
                painter.setClipRect(rect)
                for row in range(rect.height() // 8 + 1):
                    for column in range(row % 2, rect.width() // 8 + 1, 2):
                        square = QRect(rect.left() + column * 8, rect.top() + row * 8, 8, 8)
                        painter.fillRect(square, QColor(theme.alternate_base))
                painter.restore()
            painter.drawImage(place.topLeft().toPoint(), image)
            painter.setPen(QColor(theme.border))
            painter.drawRect(rect.adjusted(-1, -1, 0, 0))


class ExportJob(SliceJob[str]):
    """Writes files in parts, one of them a slice; its result is sentences on lost attributes."""

    mistake = "This cannot be exported"

    def __init__(self, writing: Writing, parent: QObject | None = None) -> None:
        super().__init__(parent, piece=0.0)
        self.paths = writing.paths
        self.file_count = 0
        self.start(self._make(writing))

    def _make(self, writing: Writing) -> Generator[float, None, str]:
        is_one = len(self.paths) == 1
        parts: list[bytes] = []
        losses, count = "", 0
        while True:
            # All of a file at once may take a while, which the pointer shows.
            with wait_cursor() if writing.part_count == 1 else nullcontext():
                try:
                    part = next(writing.parts, None)
                except ImportError:
                    raise FileError(
                        "A GIF needs Pillow, which is not installed: pip install pillow. Images of the frames do not."
                    ) from None
            if part is None:
                return self._write(self.paths[0], b"".join(parts)) if is_one else losses
            if is_one:
                parts.append(part)
            else:
                losses = self._write(self.paths[count], part) or losses
            count += 1
            yield count / writing.part_count

    def _write(self, path: Path, data: bytes) -> str:
        losses = write_file(path, data, sync=len(self.paths) == 1)
        self.file_count += 1
        return losses


class ExportDialog(Recolored, SideWindow):
    """Pages of choices beside a preview that follows the board; one export runs at a time, and closing cancels it."""

    chosen = Signal()  # The choices have changed.
    saved = Signal(str)  # The export was written; carries the path.

    def __init__(
        self, picture: PicturePage, sheet: SheetPage, animation: AnimationPage, folder: str, parent: QWidget
    ) -> None:
        """Begin with the page of a picture; ``folder`` is that of the last export."""
        super().__init__(parent)
        self.setWindowTitle("Export")
        self.folder = folder
        self.job: ExportJob | None = None
        self.picture, self.sheet, self.animation = picture, sheet, animation
        self.pages: tuple[ExportPage, ...] = (picture, sheet, animation)
        self._target = ""
        self._drawn: Any = None
        self._obstacle = ""
        self._timer = QTimer(self, singleShot=True, interval=30)
        self._timer.timeout.connect(self.refresh)
        self.tabs = with_properties(QTabBar(), accessibleName="What is exported", expanding=False, drawBase=True)
        self.preview = Preview(self._draw, "Preview of the export")
        PictureDrag(self.preview, self._dragged)
        self.size_label = plain_label(muted=True)
        self.message = MessageLabel()
        self.progress = with_properties(QProgressBar(), maximum=1000, accessibleName="Progress of the export")
        self.cancel_button = QPushButton("Cance&l", autoDefault=False)
        self.save_button = QPushButton("&Save…", default=True)
        self.close_button = QPushButton("Close", autoDefault=False)
        self._stack = QStackedWidget()
        for page in self.pages:
            self.tabs.addTab(page.title)
            self._stack.addWidget(page)
            page.changed.connect(self.follow)
            page.chosen.connect(self.chosen)
            page.announced.connect(self._tell)
        foot = row_of(STRETCH, sheet.previous_button, self.size_label, sheet.next_button, STRETCH)
        buttons = [button for page in self.pages for button in page.buttons]
        buttons += [self.cancel_button, self.save_button, self.close_button]
        right = column_of((self._stack, 1), self.message, self.progress, row_of(STRETCH, *buttons))
        row = row_of((column_of((self.preview, 1), foot), 1), right, spacing=16)
        column_of(self.tabs, (row, 1), parent=self, margins=(12, 8, 12, 12), spacing=10)
        self.tabs.currentChanged.connect(self._turn)
        sheet.page_turned.connect(self.refresh)
        self.cancel_button.clicked.connect(self.cancel)
        self.save_button.clicked.connect(self._save)
        self.close_button.clicked.connect(self.close)
        self._turn()

    @property
    def page(self) -> ExportPage:
        """The visible page."""
        return self.pages[self.tabs.currentIndex()]

    def turn_to(self, page: ExportPage) -> None:
        """Show a page."""
        self.tabs.setCurrentIndex(self.pages.index(page))

    @property
    def choices(self) -> ExportChoices:
        """The present choices."""
        return ExportChoices(self.picture.choices, self.sheet.choices, self.animation.choices, self.folder)

    @override
    def sizeHint(self) -> QSize:
        return QSize(860, 620)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.message.clear()
        self.refresh()
        # The board may have its new colors only after this window.
        self.follow()

    @plain_override
    def recolor(self) -> None:
        if self.isVisible():
            self.refresh()
            self.follow()

    @override
    def done(self, result: int) -> None:
        self.cancel()
        super().done(result)

    # Display

    @Slot()
    def _turn(self) -> None:
        self._stack.setCurrentWidget(self.page)
        for page in self.pages:
            for button in page.buttons:
                button.setVisible(page is self.page)
        for arrow in (self.sheet.previous_button, self.sheet.next_button):
            arrow.setVisible(self.page is self.sheet)
        is_picture = self.page is self.picture
        self.preview.setCursor(Qt.CursorShape.OpenHandCursor if is_picture else Qt.CursorShape.ArrowCursor)
        self.preview.setToolTip("Drag the picture to another program" if is_picture else "")
        self.message.clear()
        self._drawn = None
        self.refresh()

    @Slot(str, bool)
    def _tell(self, text: str, is_error: bool) -> None:
        self.message.show_message(text, is_error=is_error)

    @property
    def is_waiting(self) -> bool:
        """Whether an update of the preview or an export is pending."""
        return self._timer.isActive() or self.job is not None

    @Slot()
    def follow(self) -> None:
        """Update the preview a moment after the last change, if the dialog is visible."""
        if self.isVisible():
            self._timer.start()

    @Slot()
    def refresh(self) -> None:
        """Update the preview and its messages."""
        page = self.page
        page.refresh()
        self.size_label.setText(page.size_text)
        is_nothing = page.subject is None and not page.is_fault
        self.preview.nothing_text = page.obstacle if is_nothing else ""
        if page.obstacle and not is_nothing:
            self.message.show_message(page.obstacle, is_error=page.is_fault)
        elif self._obstacle and self.message.text() == self._obstacle:
            self.message.clear()
        self._obstacle = "" if is_nothing else page.obstacle
        is_exporting = self.job is not None and self.job.is_running
        for widget in (self.progress, self.cancel_button):
            widget.setVisible(is_exporting)
        for button in (self.save_button, *page.buttons):
            button.setEnabled(not page.obstacle and not is_exporting)
        if page.subject is None or page.subject != self._drawn:
            self._drawn = page.subject
            self.preview.redraw()

    def _draw(self, painter: QPainter) -> QSize:
        return self.page.draw(painter)

    # Export

    def _dragged(self) -> tuple[QMimeData, QImage] | None:
        mime = self.picture.mime() if self.page is self.picture else None
        return None if mime is None else (mime, self.preview.image)

    @Slot()
    def _save(self) -> None:
        # Its game may have been closed a moment ago.
        self.refresh()
        page = self.page
        if page.obstacle:
            return
        chosen = page.format
        start = str(Path(self.folder) / f"{page.file_name}{chosen.ending}")
        endings = [each.ending for each in formats_of(*page.contents).values()]
        asked = self, page.question, start, chosen.filter, chosen.ending
        ask_for_file(*asked, self._write, endings=endings, written=self._written)

    def _written(self, path: Path) -> tuple[Path, ...]:
        """Return the files of a path, in the format that its ending names; the path alone if nothing is written."""
        self.page.choose_format(path)
        self.page.refresh()
        if self.page.obstacle:
            return (path,)
        return tuple(sorted(self.page.format.writing(self.page.subject, path).paths, key=lambda each: each != path))

    def _write(self, path: str) -> None:
        self.cancel()
        self.page.choose_format(Path(path))
        self.refresh()
        if self.page.obstacle:
            return
        self.message.clear()
        self._target = path
        writing = self.page.format.writing(self.page.subject, Path(path))
        self.job = ExportJob(writing, self)
        self.job.progressed.connect(self._follow_job)
        self.job.ended.connect(self._end)
        self.progress.setValue(0)
        self.refresh()

    @Slot()
    def cancel(self) -> None:
        """Cancel the export."""
        if self.job is not None:
            self.job.cancel()
            self._end()

    @Slot()
    def _follow_job(self) -> None:
        if self.job is not None:
            self.progress.setValue(int(1000 * self.job.part))

    @Slot()
    def _end(self) -> None:
        job, self.job = self.job, None
        if job is None:
            return
        job.deleteLater()
        self.refresh()
        count = job.file_count
        left = f"; {count_text(count, 'image')} {plural(count, 'was', 'were')} written" if count else ""
        if job.fault:
            self.message.show_message(f"{job.fault.rstrip('.')}{left}.", is_error=True)
        elif job.result is None:
            self.message.show_message(f"Cancelled{left}.")
        else:
            names = " and ".join(path.name for path in job.paths)
            text = names if count <= 2 else f"{count_text(count, 'image')} beside each other"
            self.folder = str(Path(self._target).parent)
            self.message.show_message(f"Saved {text}. {job.result}".rstrip())
            self.saved.emit(self._target)
