"""Opens files that are stored, and refuses those that the system makes up while they are read, maybe without an end."""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Final

PACKED_ENDINGS: Final = (".gz", ".bz2", ".xz", ".zst", ".zip")  # The ends of the names of packed files of games.


def open_stored(path: str | Path) -> BufferedReader:
    """Open a file for reading without waiting; raises ``OSError``, also for one that is not as empty as it says."""
    stored: BufferedReader = BufferedReader(FileIO(path, opener=_open_at_once))
    status = os.fstat(stored.fileno())
    if stat.S_ISREG(status.st_mode) and not status.st_size and _has_more(stored):
        stored.close()
        raise OSError(
            errno.EINVAL, "the system makes it up while it is read, maybe without an end; it is no stored file"
        )
    return stored


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _has_more(stored: BufferedReader) -> bool:
    try:
        return stored.read(1) != b""
    except OSError:
        return True
