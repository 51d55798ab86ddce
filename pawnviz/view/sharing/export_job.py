"""An export in parts, so that the window stays responsive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.model.storage import FileError, write_file


class ExportJob(QObject):
    """Makes files from parts, one part at a time from a timer of no delay.

    With one file, all parts belong to it, and it is written at the end; with several, each part is one.
    """

    progressed = Signal()
    """A part is made."""
    ended = Signal()
    """All is written, or ``fault`` says why it is not, or it was cancelled."""

    def __init__(
        self, parts: Iterator[bytes], count: int, paths: Sequence[Path], parent: QObject | None = None
    ) -> None:
        """Write the parts, of which there are ``count``, to files."""
        super().__init__(parent)
        self.paths = tuple(paths)
        self.fault = ""
        self.losses = ""
        """The lost attributes of the last replaced file, in sentences; empty for none."""
        self.file_count = 0
        self.cancelled = False
        self._parts = parts
        self._count = count
        self._made = 0
        self._waiting: list[bytes] = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._make_part)

    @property
    def part(self) -> float:
        """The progress from 0 to 1."""
        return min(1.0, self._made / max(1, self._count))

    @property
    def is_running(self) -> bool:
        """Whether the export is under way."""
        return self._timer.isActive()

    def start(self) -> None:
        """Begin once the window is idle."""
        self._timer.start(0)

    def cancel(self) -> None:
        """Stop; a file that is not complete is not written."""
        if self.is_running:
            self.cancelled = True
            self._end()

    @Slot()
    def _make_part(self) -> None:
        try:
            data = next(self._parts, None)
            if data is None:
                if len(self.paths) == 1:
                    self._write(self.paths[0], b"".join(self._waiting))
                self._end()
                return
            if len(self.paths) == 1:
                self._waiting.append(data)
            else:
                self._write(self.paths[self._made], data)
        except FileError as error:
            self.fault = error.message
            self._end()
            return
        except ImportError:
            self.fault = "A GIF needs Pillow, which is not installed: pip install pillow. Images of the frames do not."
            self._end()
            return
        except Exception as error:
            # What comes after a part that is missing must not be taken for the whole.
            self.fault = f"This cannot be exported: {error or type(error).__name__}."
            self._end()
            raise
        self._made += 1
        self.progressed.emit()

    def _write(self, path: Path, data: bytes) -> None:
        self.losses = write_file(path, data, sync=len(self.paths) == 1) or self.losses
        self.file_count += 1

    def _end(self) -> None:
        self._timer.stop()
        self._waiting.clear()
        self.ended.emit()
