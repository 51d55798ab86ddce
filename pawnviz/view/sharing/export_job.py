"""An export in parts, so that the window stays responsive."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import nullcontext
from pathlib import Path

from PySide6.QtCore import QObject

from pawnviz.core.picture.formats import Writing
from pawnviz.model.jobs import SliceJob
from pawnviz.model.storage import FileError, write_file
from pawnviz.view.sharing.saving import wait_cursor


class ExportJob(SliceJob[str]):
    """Writes files in parts, one of them a slice.

    A file is written when all of it is made. The result is what of the last file that was replaced could not stay, in
    sentences, empty for nothing.
    """

    mistake = "This cannot be exported"

    def __init__(self, writing: Writing, parent: QObject | None = None) -> None:
        """Begin as soon as the window has its turn."""
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
