"""Files read and written whole: never half a file, and an error that says what to do."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from PySide6.QtCore import QIODeviceBase, QSaveFile, QStorageInfo

SPACE_TO_SPARE: Final = 65_536
"""The number of free bytes below which a disk counts as full."""


class FileError(Exception):
    """A file that cannot be read or written: one sentence that names it, says what is wrong and what would be right."""

    def __init__(self, message: str) -> None:
        """Keep the sentence."""
        super().__init__(message)
        self.message = message


def read_file(path: Path, limit: int) -> bytes:
    """Return the bytes of a file; raises ``FileError`` when it cannot be read or has more than ``limit`` bytes."""
    try:
        kind = path.stat().st_mode
        if stat.S_ISDIR(kind):
            raise FileError(f"“{path}” is a folder; choose a file in it.")
        # Opening a pipe would wait for somebody to write into it.
        if not stat.S_ISREG(kind):
            raise FileError(f"“{path}” is a device or a pipe; choose a file.")
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise FileError(f"There is no folder “{path.parent}”.") from None
        raise FileError(f"There is no file “{path.name}” in “{path.parent}”.") from None
    except PermissionError:
        raise FileError(f"“{path}” may not be read; its permissions do not allow it.") from None
    except OSError as error:
        raise FileError(f"“{path}” cannot be read: {error.strerror}.") from None
    except ValueError:
        raise FileError(f"{str(path)[:100]!r} is no name of a file.") from None
    if len(data) > limit:
        raise FileError(f"“{path}” is larger than {_size(limit)}, the most that is read.")
    return data


def write_file(path: Path, data: bytes) -> None:
    """Replace the file by these bytes at once, or leave it as it was and raise ``FileError``."""
    file = QSaveFile(str(path))
    if file.open(QIODeviceBase.OpenModeFlag.WriteOnly) and file.write(data) == len(data) and file.commit():
        return
    # Qt words a full disk as “Unknown error”.
    raise FileError(_write_fault(path, len(data)) or f"“{path}” cannot be written: {file.errorString()}.")


def _write_fault(path: Path, size: int) -> str:
    """Return why a file of this size cannot be written, or an empty text where nothing is found."""
    folder = path.parent
    try:
        if path.is_dir():
            return f"“{path}” is a folder; give the file another name."
        if not folder.is_dir():
            return f"There is no folder “{folder}”; choose one that exists."
        if not os.access(folder, os.W_OK | os.X_OK):
            return f"The folder “{folder}” may not be written to; choose another folder."
        if path.exists() and not os.access(path, os.W_OK):
            return f"“{path}” is write-protected; give the file another name."
    except (OSError, ValueError):
        return f"{str(path)[:100]!r} is no name of a file."
    if QStorageInfo(str(folder)).bytesAvailable() < size + SPACE_TO_SPARE:
        return f"The disk is full: “{path}” needs {_size(size)}; free some space or choose another disk."
    return ""


def _size(count: int) -> str:
    """Return a number of bytes in words."""
    for unit, name in ((1_000_000, "MB"), (1000, "kB")):
        if count >= unit:
            return f"{count / unit:.3g} {name}"
    return f"{count} bytes"
