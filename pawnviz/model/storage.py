"""Files read and written whole: never half a file, and an error that says what to do."""

from __future__ import annotations

import errno
import glob
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

_FLUSHED: Final = 32 << 20
"""The number of bytes after which what was written goes to the disk."""

_UNFINISHED: Final = ".part"
"""The end of the name of a file that is not yet written to its end."""


class FileError(Exception):
    """A file that cannot be read or written: one sentence that names it, says what is wrong and what would be right."""

    def __init__(self, message: str) -> None:
        """Keep the sentence."""
        super().__init__(message)
        self.message = message


class MissingFileError(FileError):
    """A file that does not exist."""


class FullDiskError(FileError):
    """A file for which the disk has no room."""


class BusyError(FileError):
    """A file that another program is writing at this moment."""


def read_file(path: Path, limit: int) -> bytes:
    """Return the bytes of a file; raises ``FileError`` when it cannot be read or has more than ``limit`` bytes."""
    _check_name(path)
    try:
        kind = path.stat().st_mode
        if stat.S_ISDIR(kind):
            raise FileError(f"“{path}” is a folder; choose a file in it.")
        # Opening a pipe would wait for somebody to write into it.
        if not stat.S_ISREG(kind):
            raise FileError(f"“{path}” is a device or a pipe; choose a file.")
        with open(path, "rb", opener=_open_at_once) as file:
            data = file.read(limit + 1)
            if data is None:
                raise FileError(f"“{path}” is a device or a pipe; choose a file.")
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise MissingFileError(f"There is no folder “{path.parent}”.") from None
        raise MissingFileError(f"There is no file “{path.name}” in “{path.parent}”.") from None
    except PermissionError:
        raise FileError(f"“{path}” may not be read; its permissions do not allow it.") from None
    except OSError as error:
        raise FileError(f"“{path}” cannot be read: {error.strerror}.") from None
    if len(data) > limit:
        raise FileError(f"“{path}” is larger than {size_text(limit)}, the most that is read.")
    return data


def _open_at_once(path: str, flags: int) -> int:
    """Open a file that may have become a pipe in the meantime, or that a system makes up, without waiting for it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_file(path: Path, data: bytes, *, sync: bool = True) -> None:
    """Replace the file by these bytes at once, or leave it as it was and raise ``FileError``.

    A link is followed, and the permissions of the file stay. Without ``sync`` nobody waits for the disk, as for one of
    many files that can be made again.
    """
    for _ in writing(path, (data,), len(data), sync=sync):
        pass


def write_blocks(path: Path, blocks: Iterable[bytes], size: int) -> None:
    """Replace the file by blocks of bytes, about ``size`` of them in all, as ``write_file`` does.

    They are written one after the other, so that a file need not fit into memory. An ``OSError`` of the blocks
    themselves is one of the file.
    """
    for _ in writing(path, blocks, size):
        pass


def writing(path: Path, blocks: Iterable[bytes], size: int, *, sync: bool = True) -> Iterator[None]:
    """Do what ``write_blocks`` does and yield after each block; closed before its end, this changes nothing."""
    _check_name(path)
    fault = write_fault(path)
    if fault:
        raise FileError(fault)
    target = Path(os.path.realpath(path))
    unfinished = target.with_name(f".{target.name}.{os.getpid()}{_UNFINISHED}")
    try:
        yield from _write_through(unfinished, blocks, target, sync)
    except GeneratorExit:
        with suppress(OSError):
            unfinished.unlink()
        raise
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink()
        if error.errno == errno.ENOSPC:
            raise FullDiskError(
                f"The disk is full: “{path}” needs {size_text(size)}; free some space or choose another disk."
            ) from None
        raise FileError(f"“{path}” cannot be written: {error.strerror or error}.") from None


class FileState(NamedTuple):
    """The size of a file in bytes, its time of change in nanoseconds, and the SHA-256 of its bytes."""

    size: int
    changed_ns: int
    digest: bytes


def file_state(path: Path, limit: int) -> FileState | None:
    """Return what a file looks like now; None where it is missing, cannot be read, or has more than ``limit`` bytes."""
    try:
        # The time before the bytes: what is changed in between is noticed later.
        status = path.stat()
        data = read_file(path, limit)
    except (FileError, OSError, ValueError):
        return None
    from hashlib import sha256

    return FileState(status.st_size, status.st_mtime_ns, sha256(data).digest())


def is_changed(path: Path, before: FileState, limit: int) -> bool:
    """Return whether a file holds other bytes than before; one that is gone has nothing that could be lost.

    Its bytes are read only where its size or time are others. One that cannot be read counts as changed.
    """
    try:
        status = path.stat()
    except OSError:
        return False
    if (status.st_size, status.st_mtime_ns) == (before.size, before.changed_ns):
        return False
    now = file_state(path, limit)
    return now is None or now.digest != before.digest


def _write_through(unfinished: Path, blocks: Iterable[bytes], target: Path, sync: bool) -> Iterator[None]:
    """Write a file of another name and put it in the place of the target; yield after each block.

    With ``sync`` the file is on the disk before that.
    """
    with suppress(FileNotFoundError):
        unfinished.unlink()
    with unfinished.open("xb") as file:
        if target.exists():
            unfinished.chmod(stat.S_IMODE(target.stat().st_mode))
        written = 0
        for block in blocks:
            file.write(block)
            written += len(block)
            if sync and written > _FLUSHED:
                # What waits for the disk is written here and there, not all of it at the end.
                file.flush()
                os.fsync(file.fileno())
                written = 0
            yield
        file.flush()
        if sync:
            os.fsync(file.fileno())
    unfinished.replace(target)


def delete_unfinished(path: Path) -> None:
    """Delete what a program that ended while it wrote this file has left beside it; nobody may be writing it now."""
    target = Path(os.path.realpath(path))
    with suppress(OSError):
        for left in target.parent.glob(f".{glob.escape(target.name)}.*{_UNFINISHED}"):
            left.unlink()


def _check_name(path: Path) -> None:
    """Raise ``FileError`` for a name that cannot be a file's, or that Qt cannot show."""
    name = str(path)
    try:
        name.encode()
    except UnicodeEncodeError:
        raise FileError(f"{name[-100:]!r} is not a name in UTF-8; give the file another name.") from None
    if "\0" in name:
        raise FileError(f"{name[-100:]!r} is no name of a file.")


def write_fault(path: Path) -> str:
    """Return a sentence on why a file of this name cannot be written, empty where nothing speaks against it."""
    folder = Path(os.path.realpath(path)).parent
    try:
        if path.is_dir():
            return f"“{path}” is a folder; give the file another name."
        if not folder.is_dir():
            return f"There is no folder “{folder}”; choose one that exists."
        # A device would be replaced by a file.
        if path.exists() and not path.is_file():
            return f"“{path}” is a device or a pipe; give the file another name."
    except OSError as error:
        return f"“{path}” cannot be written: {error.strerror}."
    if not os.access(folder, os.W_OK | os.X_OK):
        return f"The folder “{folder}” may not be written to; choose another folder."
    if path.exists() and not os.access(path, os.W_OK):
        return f"“{path}” is write-protected; give the file another name."
    return ""


def size_text(count: int) -> str:
    """Return a number of bytes in words."""
    for unit, name in ((1_000_000, "MB"), (1000, "kB")):
        if count >= unit:
            return f"{count / unit:.3g} {name}"
    return f"{count} bytes"
