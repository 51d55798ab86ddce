"""The check of a file of masks, a piece at a time, so that the window stays responsive."""

from __future__ import annotations

import errno
import stat
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Generator
from io import TextIOWrapper
from pathlib import Path
from time import perf_counter
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.core.board.mapping import Mapping
from pawnviz.core.checking import LONGEST_LINE, CheckReport, LineCheck
from pawnviz.core.layers import Entry
from pawnviz.core.positions.stored_file import open_stored

PIECE: Final = 0.02
"""The seconds of one piece of a check."""


class FileCheck(QObject):
    """A check of one file, read from a timer of no delay.

    Files are in UTF-8, or in UTF-16 with its mark, which is how Windows PowerShell writes them.
    """

    progressed = Signal()
    """A part of the file was checked."""
    ended = Signal()
    """The check is over: there is a report, or a fault."""

    def __init__(self, path: str, mapping: Mapping | None, entries: dict[str, Entry], parent: QObject) -> None:
        """Check against these layers and numbers, in a mapping or in the one that the file names, from ``start`` on."""
        super().__init__(parent)
        self.report: CheckReport | None = None
        self.fault = ""
        self._path = Path(path)
        self._check = LineCheck(mapping, entries=entries)
        self._total = 1
        self._read = 0
        self._lines = self._read_lines()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._check_piece)

    @property
    def part(self) -> float:
        """The part of the file that was read, from 0 to 1."""
        return min(1.0, self._read / self._total)

    def start(self) -> None:
        """Begin as soon as the program is idle."""
        self._timer.start()

    def give_up(self) -> None:
        """Stop and close the file; there is no report."""
        self._timer.stop()
        self._lines.close()

    @Slot()
    def _check_piece(self) -> None:
        end = perf_counter() + PIECE
        try:
            for line in self._lines:
                if line is not None:
                    self._check.add(line)
                if perf_counter() > end:
                    self._timer.start()
                    self.progressed.emit()
                    return
        except OSError as error:
            self.fault = f"{self._path} cannot be read: {error.strerror or error}."
        else:
            self.report = self._check.report()
        self.ended.emit()

    def _read_lines(self) -> Generator[str | None, None, None]:
        """Yield the lines of the file, of too long ones the beginning, and None for each further piece of those."""
        status = self._path.stat()
        if not stat.S_ISREG(status.st_mode):  # A pipe would be waited for.
            raise OSError(errno.EINVAL, "it is no file")
        self._total = max(1, status.st_size)
        with open_stored(self._path) as file:
            is_utf_16 = file.read(2) in (BOM_UTF16_LE, BOM_UTF16_BE)
            file.seek(0)
            encoding = "utf-16" if is_utf_16 else "utf-8-sig"
            is_start = True
            lines = TextIOWrapper(file, encoding, "replace", newline="\n")
            while text := lines.readline(LONGEST_LINE + 2):
                self._read = file.tell()
                yield text if is_start else None
                is_start = text.endswith("\n")
