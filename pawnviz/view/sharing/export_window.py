"""A window with a preview that exports in parts, with progress and a button to cancel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from pawnviz.override import override
from pawnviz.view.sharing.export_job import ExportJob
from pawnviz.view.sharing.preview_window import PreviewWindow
from pawnviz.view.widgets.message_label import MessageLabel


class ExportWindow(PreviewWindow):
    """A window that makes one export at a time and says what became of it; closing it cancels."""

    saved = Signal(str)
    """All was written; carries the path of the file, or of the first one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Export nothing yet."""
        super().__init__(parent)
        self.job: ExportJob | None = None
        self.folder = ""
        """The folder that is offered, that of the last export."""
        self.message = MessageLabel()
        self.progress = QProgressBar()
        self.progress.setRange(0, 1000)
        self.cancel_button = QPushButton("Cance&l")
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.clicked.connect(self.cancel)

    @property
    @override
    def is_waiting(self) -> bool:
        return super().is_waiting or self.job is not None

    @property
    def is_exporting(self) -> bool:
        """Whether further parts are to be made."""
        return self.job is not None and self.job.is_running

    @override
    def done(self, result: int) -> None:
        self.cancel()
        super().done(result)

    def show_progress(self) -> None:
        """Show how far an export has come and offer to cancel it, while there is one."""
        self.progress.setVisible(self.is_exporting)
        self.cancel_button.setVisible(self.is_exporting)

    def begin(self, parts: Iterator[bytes], count: int, paths: Sequence[Path]) -> None:
        """Export parts, of which there are ``count``, to files, as ``ExportJob`` does."""
        self.cancel()
        self.message.clear()
        self.job = ExportJob(parts, count, paths, self)
        self.job.progressed.connect(self._follow_job)
        self.job.ended.connect(self._end)
        self.job.start()
        self.progress.setValue(0)
        self.refresh()

    @Slot()
    def cancel(self) -> None:
        """Make no further parts."""
        if self.job is not None:
            self.job.cancel()

    @Slot()
    def _follow_job(self) -> None:
        if self.job is not None:
            self.progress.setValue(int(1000 * self.job.part))

    @Slot()
    def _end(self) -> None:
        """Say what became of the export."""
        job, self.job = self.job, None
        if job is None:
            return
        job.deleteLater()
        self.refresh()
        if job.fault:
            self.message.show_message(f"{job.fault.rstrip('.')}{self.left_text(job)}.", is_error=True)
        elif job.cancelled:
            self.message.show_message(f"Cancelled{self.left_text(job)}.")
        else:
            self.folder = str(job.paths[0].parent)
            self.message.show_message(f"Saved {self.saved_text(job)}. {job.losses}".rstrip())
            self.saved.emit(str(job.paths[0]))

    def left_text(self, job: ExportJob) -> str:
        """Return what an export has left that was cancelled or has failed, behind a semicolon; empty for nothing."""
        return ""

    def saved_text(self, job: ExportJob) -> str:
        """Return what an export has written."""
        return job.paths[0].name
