"""A file of the settings folder that several running programs read and write, and that is never lost.

Unchanged values are not written; changes of other programs are merged; an unreadable file stays beside the new one.
"""

from __future__ import annotations

import errno
import os
import time
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import ClassVar, Final, Generic, TypeVar

from PySide6.QtCore import QLockFile

from pawnviz.core.words import capitalized
from pawnviz.model import storage

LOCK_NAME: Final = "pawnviz.lock"  # The file that is there while a program writes into the settings folder.

OLDEST_LOCK: Final = 2000
"""The age in milliseconds of an anonymous lock to be examined: its program was killed as it made it.

A lock that the system reports as held is never taken away.
"""

LONGEST_WAIT: Final = 500  # The milliseconds that a program waits for another one to finish writing.

Value = TypeVar("Value")


class KeptFile(Generic[Value]):
    """One file of the settings folder, and its bytes as this program last read or wrote them."""

    TAKES_OVER: ClassVar = False  # Whether the program goes on with changes of others.

    def __init__(self, path: Path, limit: int, subject: str) -> None:
        """Keep at most ``limit`` bytes in a file; ``subject`` names them in a sentence: ``the settings``."""
        self.path = path
        self.subject = subject
        self._limit = limit
        self._read: bytes | None = None
        self._base: Value | None = None
        self._own: bytes | None = None
        self._is_faulty = False

    @property
    def kept(self) -> Value:
        """The value that this program last read or wrote, with the changes of others that it goes on with."""
        return self._default() if self._base is None else self._base

    # Reading

    def load(self) -> tuple[Value, str]:
        """Return the kept value, the default without a file, and a notice for people, empty if all is well.

        Never raises. A file that cannot be used as it is, wholly or in part, is copied to ``NAME.bad-1``,
        ``.bad-2`` and so on before it is written again, one of another version to ``NAME.version-2``; no such
        copy is ever deleted or overwritten.
        """
        self._base = value = self._default()
        try:
            self._read = storage.read_file(self.path, self._limit)
        except storage.MissingFileError:
            return value, self._write_notice()
        except storage.FileError as error:
            self._is_faulty = True
            return value, f"{error.message} {self._rescued()}"
        self._base, faults, label = self._decoded(self._read)
        if not faults:
            self._own = self._encoded(self._base)
            return self._base, self._write_notice()
        self._is_faulty = True
        return self._base, f"{faults} {self._rescued(label)}"

    def copy_of_read(self) -> str:
        """Copy the file as it was read beside it, for values that only their user can check; return a sentence."""
        if self._read is None:
            return ""
        self._is_faulty = True
        return self._rescued(subject=f"“{self.path.name}” as it was")

    def _write_notice(self) -> str:
        fault = storage.write_fault(self.path, has_fixed_name=True) if self.path.parent.is_dir() else ""
        return f"{capitalized(self.subject)} cannot be kept: {fault}" if fault else ""

    def _rescued(self, label: str = "bad", subject: str = "It") -> str:
        """Copy a faulty file beside it and return a sentence; a file that cannot be copied is not written later."""
        try:
            name = _set_aside(self.path, self._read, label)
        except OSError as error:
            return f"{subject} cannot be copied, and stays as it is: {error.strerror or error}."
        self._is_faulty = False
        return f"{subject} is kept as “{name}”."

    # Writing

    def keep(self, value: Value) -> Value:
        """Write a value if this program has changed it, and return the merged value.

        It differs where another program has written into the file meanwhile. Raises ``FileError`` where it
        cannot be written; then the file is as it was.
        """
        own = self._encoded(value)
        if own == self._own:
            return value
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise storage.FileError(f"The folder “{self.path.parent}” cannot be made: {error.strerror}.") from None
        with _lock(self.path.parent):
            kept = self._with_changes_of_others(value)
            data = self._encoded(kept)
            if len(data) > self._limit:
                size, limit = storage.size_text(len(data)), storage.size_text(self._limit)
                raise storage.FileError(f"“{self.path}” would have {size}; at most {limit} are kept.")
            if fault := storage.write_fault(self.path, has_fixed_name=True):
                raise storage.FileError(fault)
            storage.write_file(self.path, data)
        self._base = kept if self.TAKES_OVER else value
        self._own = self._encoded(self._base)
        return kept

    def _with_changes_of_others(self, value: Value) -> Value:
        """Return the merged value, once the unreadable rest of the present file lies beside it."""
        if self._is_faulty:
            self._put_aside(self._read)
            self._is_faulty = False
        try:
            disk = storage.read_file(self.path, self._limit)
        except storage.MissingFileError:
            return value
        theirs, faults, label = self._decoded(disk)
        if faults and disk != self._read:
            self._put_aside(disk, label)
        return self._merged(value, self.kept, theirs)

    def _put_aside(self, data: bytes | None, label: str = "bad") -> None:
        try:
            _set_aside(self.path, data, label)
        except OSError as error:
            kind = storage.FullDiskError if error.errno == errno.ENOSPC else storage.FileError
            raise kind(
                f"“{self.path}” is left as it is, for no copy of it can be made: {error.strerror or error}."
            ) from None

    # Kinds of files

    @abstractmethod
    def _default(self) -> Value:
        """Return the value without a file."""

    @abstractmethod
    def _encoded(self, value: Value) -> bytes:
        """Return the file of a value."""

    @abstractmethod
    def _decoded(self, data: bytes) -> tuple[Value, str, str]:
        """Return the value of a file, a sentence on its faults or an empty one, and the suffix of a copy of it."""

    @abstractmethod
    def _merged(self, value: Value, base: Value, theirs: Value) -> Value:
        """Return a value with the changes of others, from ``base``, the last one here, to ``theirs`` in the file."""


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Be the only program that writes into a folder; raises ``FileError`` where another one does not finish."""
    lock = QLockFile(str(folder / LOCK_NAME))
    lock.setStaleLockTime(OLDEST_LOCK)
    end = time.monotonic() + LONGEST_WAIT / 1000
    # Qt itself would look again after a tenth of a second, then after two, when the other one has begun to write again.
    while not lock.tryLock(0) and lock.error() == QLockFile.LockError.LockFailedError:
        if time.monotonic() > end:
            raise storage.BusyError(f"Another pawnviz is writing into “{folder}”; it is tried again.")
        time.sleep(0.005)
    try:
        yield
    finally:
        lock.unlock()


def _set_aside(path: Path, data: bytes | None, label: str) -> str:
    """Put a file under the first free name of ``NAME.bad-1`` and so on, and return that; raises ``OSError``."""
    for number in count(1):
        name = f"{path.name}.{label}" if label != "bad" and number == 1 else f"{path.name}.{label}-{number}"
        target = path.with_name(name)
        if os.path.lexists(target):
            if data is not None and target.is_file() and target.read_bytes() == data:
                return name
            continue
        if data is None:
            path.rename(target)
        else:
            with target.open("xb") as file:
                try:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                except OSError:
                    target.unlink()
                    raise
        return name
    raise AssertionError
