"""The check of a file of masks, a piece at a time, so that the window stays responsive."""

from __future__ import annotations

import errno
import stat
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Generator
from io import TextIOWrapper
from pathlib import Path

from pawnviz.core.board.mapping import SquareMapping
from pawnviz.core.checking import LONGEST_LINE, CheckReport, LineCheck
from pawnviz.core.layers import Entry
from pawnviz.core.positions.stored_file import open_stored
from pawnviz.model.storage import FileError


def check_in_steps(
    path: Path, mapping: SquareMapping | None, entries: dict[str, Entry]
) -> Generator[float, None, CheckReport]:
    """Check a file against layers and numbers, in a mapping or in the one that it names, and return the report.

    Yields the part of the file that was read. It is in UTF-8, or in UTF-16 with its mark, which is how Windows
    PowerShell writes files. Raises ``FileError`` where it cannot be read.
    """
    check = LineCheck(mapping, entries=entries)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # A pipe would be waited for.
            raise OSError(errno.EINVAL, "it is no file")
        with open_stored(path) as file:
            is_utf_16 = file.read(2) in (BOM_UTF16_LE, BOM_UTF16_BE)
            file.seek(0)
            is_start = True
            lines = TextIOWrapper(file, "utf-16" if is_utf_16 else "utf-8-sig", "replace", newline="\n")
            while text := lines.readline(LONGEST_LINE + 2):
                # Of a line that is too long the beginning counts.
                if is_start:
                    check.add(text)
                is_start = text.endswith("\n")
                yield file.tell() / max(1, status.st_size)
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror or error}.") from None
    return check.report()
