"""Files read and written whole: never half a file, and an error that says what to do. Values kept as JSON.

A class of kept values is a frozen dataclass whose fields name, by ``kept``, how each is read from JSON and checked.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol, TypeVar

from PySide6.QtCore import QFile, QIODeviceBase, QSaveFile, QStorageInfo

SPACE_TO_SPARE: Final = 65_536
"""The number of free bytes below which a disk counts as full."""

LARGEST_KEPT_FILE: Final = 1_000_000
"""The number of bytes up to which a file of kept values is read."""

_VERSION: Final = 1


class FileError(Exception):
    """A file that cannot be read or written: one sentence that names it, says what is wrong and what would be right."""

    def __init__(self, message: str) -> None:
        """Keep the sentence."""
        super().__init__(message)
        self.message = message


class MissingFileError(FileError):
    """A file that does not exist."""


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
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise MissingFileError(f"There is no folder “{path.parent}”.") from None
        raise MissingFileError(f"There is no file “{path.name}” in “{path.parent}”.") from None
    except PermissionError:
        raise FileError(f"“{path}” may not be read; its permissions do not allow it.") from None
    except OSError as error:
        raise FileError(f"“{path}” cannot be read: {error.strerror}.") from None
    if len(data) > limit:
        raise FileError(f"“{path}” is larger than {_size(limit)}, the most that is read.")
    return data


def write_file(path: Path, data: bytes) -> None:
    """Replace the file by these bytes at once, or leave it as it was and raise ``FileError``."""
    _check_name(path)
    fault = _target_fault(path)
    if fault:
        raise FileError(fault)
    file = QSaveFile(str(path))
    if file.open(QIODeviceBase.OpenModeFlag.WriteOnly) and file.write(data) == len(data) and file.commit():
        return
    # Qt words a full disk as “Unknown error”.
    disk = QStorageInfo(str(path.parent))
    if 0 <= disk.bytesAvailable() < len(data) + SPACE_TO_SPARE and disk.bytesTotal() > 0:
        raise FileError(f"The disk is full: “{path}” needs {_size(len(data))}; free some space or choose another disk.")
    raise FileError(f"“{path}” cannot be written: {file.errorString()}.")


def _check_name(path: Path) -> None:
    """Raise ``FileError`` for a name that cannot be a file's, or that Qt cannot show."""
    name = str(path)
    try:
        name.encode()
    except UnicodeEncodeError:
        raise FileError(f"{name[-100:]!r} is not a name in UTF-8; give the file another name.") from None
    if "\0" in name:
        raise FileError(f"{name[-100:]!r} is no name of a file.")


def _target_fault(path: Path) -> str:
    """Return why a file of this name cannot be written, or an empty text where nothing speaks against it."""
    folder = path.parent
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


def _size(count: int) -> str:
    """Return a number of bytes in words."""
    for unit, name in ((1_000_000, "MB"), (1000, "kB")):
        if count >= unit:
            return f"{count / unit:.3g} {name}"
    return f"{count} bytes"


# Values kept as JSON


class KeptValues(Protocol):
    """A frozen dataclass whose fields are made with ``kept``; every field has a default."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    FILE_NAME: ClassVar[str]
    """The name of its file, such as ``settings.json``."""


Kept = TypeVar("Kept", bound=KeptValues)
Value = TypeVar("Value")


def kept(
    read: Callable[[object], Value], write: Callable[[Value], object] | None = None
) -> dict[str, Callable[[Any], Any]]:
    """Return the metadata of a field that is kept as JSON.

    ``read`` returns the field's value for a JSON value, or raises ``ValueError`` with the words for what it must be;
    ``write`` returns the JSON value and is not needed where both are the same.
    """
    return {"read": read, "write": write or _itself}


def kept_bytes(values: KeptValues) -> bytes:
    """Return the file of kept values: a JSON object in ASCII that names its kind and version."""
    content = {entry.name: entry.metadata["write"](getattr(values, entry.name)) for entry in fields(values)}
    kind = {"pawnviz": Path(values.FILE_NAME).stem, "version": _VERSION}
    return (json.dumps(kind | content, indent=1) + "\n").encode("ascii")


def read_kept(kind: type[Kept], folder: Path) -> tuple[Kept, str]:
    """Return the values kept in a folder and a notice for people, empty if everything is well. Never raises.

    A field that is missing or wrong has its default; wrong ones are named. A file that cannot be read as such values is
    renamed to ``NAME.bad-1``, ``NAME.bad-2`` and so on; no such file is ever deleted or overwritten.
    """
    path = folder / kind.FILE_NAME
    try:
        values = _json_object(path, read_file(path, LARGEST_KEPT_FILE))
    except MissingFileError:
        return kind(), ""
    except FileError as error:
        aside = set_aside(path)
        rest = f"It is kept as “{aside}”" if aside else "It cannot be renamed"
        return kind(), f"{error.message} {rest}; the defaults are used."
    good: dict[str, Any] = {}
    wrong = []
    for entry in fields(kind):
        if entry.name in values:
            try:
                good[entry.name] = entry.metadata["read"](values[entry.name])
            except ValueError as error:
                wrong.append(f"{entry.name} must be {error}")
    notice = f"In “{path}” {'; '.join(wrong)}. The default is used instead." if wrong else ""
    return kind(**good), notice


def _json_object(path: Path, data: bytes) -> Mapping[str, Any]:
    """Return the JSON object of a file of kept values; raises ``FileError`` when it is none, or not of this kind."""
    try:
        values = json.loads(data)
    except (ValueError, RecursionError):
        raise FileError(f"“{path}” is no JSON.") from None
    if not isinstance(values, dict) or values.get("pawnviz") != path.stem:
        raise FileError(f"“{path}” is not a file of pawnviz's {path.stem}.")
    return values


def set_aside(path: Path) -> str:
    """Rename a file to the first free name of ``NAME.bad-1`` and so on and return it, empty where that cannot be."""
    for number in count(1):
        name = f"{path.name}.bad-{number}"
        # QFile.rename never replaces a file, also where another process is as fast.
        if QFile.rename(str(path), str(path.with_name(name))):
            return name
        if not QFile.exists(str(path.with_name(name))):
            break
    return ""


def _itself(value: object) -> object:
    return value
