"""Files of the settings folder that several running programs read and write, and that are never lost; user layers."""

from __future__ import annotations

import errno
import json
import os
import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

import msgspec
from PySide6.QtCore import QCoreApplication, QElapsedTimer, QLockFile, QObject, QTimer, Signal, Slot

from pawnviz.core.data_files import DataError, FileFault, read_entries, read_json
from pawnviz.core.layers.registry import free_identifier
from pawnviz.core.user_layers.collection import MOST_LAYERS, UserLayer
from pawnviz.core.user_layers.file import LARGEST_FILE, read_layers, write_layers
from pawnviz.core.words import capitalized, first_of, listed, shortened
from pawnviz.folders import LAYERS_FILE, STRUCTURES_FILE
from pawnviz.model import storage
from pawnviz.model.preferences import Value, read_fields, to_json
from pawnviz.model.storage import (
    BusyError,
    FileError,
    FullDiskError,
    check_unchanged,
    file_stamp,
    read_file,
    write_file,
)
from pawnviz.override import plain_override

LOCK_NAME: Final = "pawnviz.lock"  # The file that is there while a program writes into the settings folder.
OLDEST_LOCK: Final = 2000
"""The milliseconds after which an anonymous lock, whose program was killed as it made it, is taken away."""
LONGEST_WAIT: Final = 500  # The milliseconds that a program waits for another one to finish writing.

Kept = TypeVar("Kept")


class KeptFile(Generic[Kept]):
    """One file of the settings folder, and its bytes as this program last read or wrote them."""

    TAKES_OVER: ClassVar = False  # Whether the program accepts changes of others.

    def __init__(self, path: Path, limit: int, subject: str) -> None:
        """Keep at most ``limit`` bytes in a file; ``subject`` names them in a sentence: ``the settings``."""
        self.path = path
        self.subject = subject
        self._limit = limit
        self._read: bytes | None = None
        self._base: Kept | None = None
        self._own: bytes | None = None
        self._is_faulty = False

    @property
    def kept(self) -> Kept:
        """The value that this program last read or wrote, with the accepted changes of others."""
        return self._default() if self._base is None else self._base

    def load(self) -> tuple[Kept, str]:
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
            return value, f"{error.message} {self._rescued()}"
        self._base, faults, label = self._decoded(self._read)
        if not faults:
            self._own = self._encoded(self._base)
            return self._base, self._write_notice()
        return self._base, f"{faults} {self._rescued(label)}"

    def copy_of_read(self) -> str:
        """Copy the file as it was read beside it, for values that only their user can check; return a sentence."""
        return "" if self._read is None else self._rescued(subject=f"“{self.path.name}” as it was")

    def _write_notice(self) -> str:
        fault = storage.write_fault(self.path, has_fixed_name=True) if self.path.parent.is_dir() else ""
        return f"{capitalized(self.subject)} cannot be kept: {fault}" if fault else ""

    def _rescued(self, label: str = "bad", subject: str = "It") -> str:
        """Copy a faulty file beside it and return a sentence; a file that cannot be copied is not written later."""
        self._is_faulty = True
        try:
            name = _set_aside(self.path, self._read, label)
        except OSError as error:
            return f"{subject} cannot be copied, and stays as it is: {error.strerror or error}."
        self._is_faulty = False
        return f"{subject} is kept as “{name}”."

    def keep(self, value: Kept) -> Kept:
        """Write a value if this program has changed it, and return the merged value.

        It differs if another program has written into the file meanwhile. Raises ``FileError`` if it
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

    def _with_changes_of_others(self, value: Kept) -> Kept:
        """Return the merged value, once the unreadable rest of the present file lies beside it."""
        try:
            if self._is_faulty:
                _set_aside(self.path, self._read, "bad")
                self._is_faulty = False
            disk = storage.read_file(self.path, self._limit)
            theirs, faults, label = self._decoded(disk)
            if faults and disk != self._read:
                _set_aside(self.path, disk, label)
        except storage.MissingFileError:
            return value
        except OSError as error:
            kind = storage.FullDiskError if error.errno == errno.ENOSPC else storage.FileError
            raise kind(
                f"“{self.path}” is left as it is, for no copy of it can be made: {error.strerror or error}."
            ) from None
        return self._merged(value, self.kept, theirs)

    @abstractmethod
    def _default(self) -> Kept:
        """Return the value without a file."""

    @abstractmethod
    def _encoded(self, value: Kept) -> bytes:
        """Return the file of a value."""

    @abstractmethod
    def _decoded(self, data: bytes) -> tuple[Kept, str, str]:
        """Return the value of a file, a sentence on its faults or an empty one, and the suffix of a copy of it."""

    @abstractmethod
    def _merged(self, value: Kept, base: Kept, theirs: Kept) -> Kept:
        """Return a value with the changes of others, from ``base``, the last one here, to ``theirs`` in the file."""


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Be the only program that writes into a folder; raises ``FileError`` if another one does not finish."""
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
    names = (f"{path.name}.{label}-{number}" for number in count(1 if label == "bad" else 2))
    name = next(names) if label == "bad" else f"{path.name}.{label}"
    while os.path.lexists(target := path.with_name(name)):
        if data is not None and target.is_file() and target.read_bytes() == data:
            return name
        name = next(names)
    if data is None:
        path.rename(target)
        return name
    with target.open("xb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            target.unlink()
            raise
    return name


LARGEST_KEPT_FILE: Final = 4_000_000  # The most bytes of a file of kept values.
VERSION: Final = 1  # The version of the files.
_KIND: Final = "pawnviz"

Values = TypeVar("Values", bound=Value)


class ValuesFile(KeptFile[Values]):
    """The file of one class of kept values.

    Unknown fields, of a later version for instance, are written back. With ``whole`` the values belong together,
    and the last program that changes one of them writes all; else fields are merged one by one.
    """

    def __init__(self, path: Path, make: type[Values], subject: str, *, whole: bool = False) -> None:
        """Keep values of this class in a file; ``subject`` is for messages."""
        super().__init__(path, LARGEST_KEPT_FILE, subject)
        self._make = make
        self._whole = whole
        self._unknown: dict[str, Any] = {}

    @plain_override
    def _default(self) -> Values:
        return self._make()

    @plain_override
    def _encoded(self, value: Values) -> bytes:
        head = {_KIND: self.path.stem, "version": VERSION}
        text = json.dumps(head | to_json(value) | self._unknown)  # With an indent it is written by Python code.
        return (msgspec.json.format(text, indent=1) + "\n").encode("ascii")

    @plain_override
    def _decoded(self, data: bytes) -> tuple[Values, str, str]:
        fault = f"is not a file of pawnviz's {self.path.stem}"
        try:
            values = read_json(data.decode())
        except UnicodeDecodeError:
            values, fault = None, "is no text in UTF-8"
        except DataError as error:
            values, fault = None, f"is not read, {error}"
        if not isinstance(values, dict) or values.get(_KIND) != self.path.stem:
            return self._make(), f"“{self.path}” {fault}; the defaults are used.", "bad"
        good, wrong = read_fields(self._make, values)
        known = {_KIND, "version", *self._make.__struct_fields__}
        self._unknown = {name: value for name, value in values.items() if name not in known}
        value = self._make(**good)
        version = values.get("version", VERSION)
        if version != VERSION:
            name = shortened(json.dumps(version), 12)
            sentence = f"“{self.path}” is of version {name}; this pawnviz writes version {VERSION}."
            return value, sentence, f"version-{name}" if name.isalnum() else "bad"
        if not wrong:
            return value, "", ""
        return value, f"In “{self.path}” {first_of(wrong)}. The default is used instead.", "bad"

    @plain_override
    def _merged(self, value: Values, base: Values, theirs: Values) -> Values:
        if self._whole:
            return value
        own, before, others = map(msgspec.structs.asdict, (value, base, theirs))
        return self._make(**{name: others[name] if own[name] == before[name] else own[name] for name in own})


DELAY: Final = 300  # The milliseconds from the last change until it is written.
LONGEST_DELAY: Final = 800  # The milliseconds from the first unwritten change until it is written, however many follow.
MOST_BUSY: Final = 10  # The number of attempts while another program is writing until a failure is reported.


class Autosave(QObject):
    """Writes kept values soon after a change, and when the application quits."""

    failed = Signal(str)  # Writing fails; carries a line for each reason. Emitted when that is news.
    taken_over = Signal()  # A file held changes of another program, which are now the program's own.

    def __init__(
        self,
        gather: Callable[[], Iterable[tuple[KeptFile[Any], Any]]],
        parent: QObject | None = None,
        *,
        delay: int = DELAY,
        longest_delay: int = LONGEST_DELAY,
    ) -> None:
        super().__init__(parent)
        self._gather = gather
        self._delay = delay
        self._longest_delay = longest_delay
        self._busy_count = 0
        self._faults: frozenset[tuple[str, str]] = frozenset()
        self._since_first = QElapsedTimer()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.flush)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.finish)

    @Slot()
    def touch(self) -> None:
        """Note a change, to be written soon."""
        if not self._timer.isActive() or not self._since_first.isValid():
            self._since_first.start()
        left = self._longest_delay - self._since_first.elapsed()
        self._timer.start(max(0, min(self._delay, left)))

    @Slot()
    def flush(self) -> None:
        """Write all changes now."""
        values = tuple(self._gather())  # Values that are only known now are changes that are written now.
        self._timer.stop()
        self._since_first.invalidate()
        faults: list[tuple[str, str]] = []
        has_taken_over = is_busy = False
        for file, value in values:
            try:
                has_taken_over |= file.keep(value) != value and file.TAKES_OVER
            except FileError as error:
                is_busy |= isinstance(error, BusyError)
                is_full = isinstance(error, FullDiskError)
                message = f"The disk of “{file.path.parent}” is full; free some space." if is_full else error.message
                if self._busy_count >= MOST_BUSY or not isinstance(error, BusyError):
                    faults.append((message, file.subject))
        news: dict[str, list[str]] = {}
        for message, subject in faults:
            if (message, subject) not in self._faults:
                news.setdefault(message, []).append(subject)
        self._faults = frozenset(faults)
        self._busy_count = self._busy_count + 1 if is_busy else 0
        if is_busy or faults:
            self._timer.start(5000 if faults else self._delay)
        if has_taken_over:
            self.taken_over.emit()
        if news:
            lines = (f"{capitalized(listed(subjects))} cannot be kept: {message}" for message, subjects in news.items())
            self.failed.emit("\n".join(lines))

    @Slot()
    def finish(self) -> None:
        """Write all changes, and again while another program is writing, up to ``MOST_BUSY`` times."""
        self.flush()
        while 0 < self._busy_count <= MOST_BUSY:
            self.flush()


class LayersFile(KeptFile[tuple[UserLayer, ...]]):
    """The file of user layers, which can be shared as it is; of a faulty one the good layers are read."""

    TAKES_OVER = True

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / LAYERS_FILE, LARGEST_FILE, "your layers")

    def _default(self) -> tuple[UserLayer, ...]:
        return ()

    def _encoded(self, value: tuple[UserLayer, ...]) -> bytes:
        return write_layers(value).encode()

    def _decoded(self, data: bytes) -> tuple[tuple[UserLayer, ...], str, str]:
        entries, faults = decode_layers(data)
        if not faults:
            return entries, "", ""
        return entries, f"In your layers, “{self.path}”, {first_of(faults)}.", "bad"

    def _merged(
        self, value: tuple[UserLayer, ...], base: tuple[UserLayer, ...], theirs: tuple[UserLayer, ...]
    ) -> tuple[UserLayer, ...]:
        return merged_layers(value, base, theirs)


def merged_layers(
    own: tuple[UserLayer, ...], base: tuple[UserLayer, ...], theirs: tuple[UserLayer, ...]
) -> tuple[UserLayer, ...]:
    """Return user layers with another program's additions, changes and removals since ``base``.

    A layer that both have changed, or made under one identifier, is there in both ways, theirs under another
    identifier. One that only one of both has removed stays if the other has changed it. Raises ``FileError``
    if there would be more than ``MOST_LAYERS``.
    """
    before, others = ({entry.identifier: entry for entry in entries} for entries in (base, theirs))
    found: dict[str, UserLayer] = {}
    added: list[UserLayer] = []
    for entry in own:
        name = entry.identifier
        other = others.pop(name, None)
        if entry == before.get(name):
            if other is not None:
                found[name] = other
            continue
        found[name] = entry
        if other is not None and other not in (entry, before.get(name)):
            added.append(other)
    added += [entry for entry in others.values() if entry != before.get(entry.identifier)]
    for entry in added:
        name = free_identifier(entry.identifier, found)
        found[name] = entry._replace(identifier=name)
    if len(found) > MOST_LAYERS:
        raise FileError(
            f"Together with those of another pawnviz there are {len(found)} layers; at most {MOST_LAYERS} are kept."
        )
    return tuple(found.values())


def decode_layers(data: bytes) -> tuple[tuple[UserLayer, ...], tuple[FileFault, ...]]:
    """Return the layers in the bytes of a file, and its faults, as ``read_layers`` does. Never raises."""
    return read_entries(data, read_layers)


class SharedLayers(NamedTuple):
    """The layers of a shared file, and its faults."""

    entries: tuple[UserLayer, ...]
    faults: tuple[FileFault, ...] = ()


def open_layers(path: Path) -> SharedLayers:
    """Return the contents of a shared file; raises ``FileError`` when it cannot be read."""
    return SharedLayers(*decode_layers(read_file(path, LARGEST_FILE)))


def use_structures(folder: Path) -> str:
    """Use the structures of the file in a folder, and return a notice for people, empty if all is well."""
    path = folder / STRUCTURES_FILE
    if not os.path.lexists(path):
        return ""
    from pawnviz.core.structures.table import (
        LARGEST_FILE,  # The window starts sooner without them.
        read_user_structures,
        set_user_structures,
    )

    try:
        structures, faults = read_user_structures(read_file(path, LARGEST_FILE))
    except FileError as error:
        return f"User structures are left out. {error.message}"
    set_user_structures(lambda: structures)
    if not faults:
        return ""
    return f"In your structures, “{path}”, {first_of(faults)}. What is wrong is left out until it is mended there."


def keep_structure(folder: Path, title: str, pattern: str) -> str:
    """Add a structure to the end of the file in a folder, and use it; return lost attributes of the file in sentences.

    All that the file has stays, byte by byte. Raises ``FileError``, and changes nothing, if the structure would not
    be read as it is, or the file cannot be read or written.
    """
    from pawnviz.core.structures.table import LARGEST_FILE, entry_text, read_user_structures, set_user_structures

    path = folder / STRUCTURES_FILE
    stamp = file_stamp(path)
    before = read_file(path, LARGEST_FILE) if os.path.lexists(path) else b""
    line_end = b"\r\n" if b"\r\n" in before else b"\n"
    entry = entry_text(title, pattern).encode().replace(b"\n", line_end)
    gap = b"" if not before else line_end if before.endswith(b"\n") else 2 * line_end
    data = before + gap + entry
    structures, old_faults = read_user_structures(before)
    all_structures, faults = read_user_structures(data)
    if all_structures[:-1] != structures or all_structures[-1:] == structures[-1:]:
        reason = str(faults[-1]) if len(faults) > len(old_faults) else "its last entry has a fault, which comes first"
        raise FileError(f"The structure cannot be added to “{path}”: {reason}.")
    folder.mkdir(parents=True, exist_ok=True)
    check_unchanged(path, stamp)
    losses = write_file(path, data)
    set_user_structures(lambda: all_structures)
    return losses
