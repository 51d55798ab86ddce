"""The user's own layers between starts, and files of layers to share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.core.user_layers.file import LARGEST_FILE, SUFFIX, Fault, read_layers, write_layers
from pawnviz.folders import settings_folder
from pawnviz.model.storage import FileError, MissingFileError, read_file, set_aside, write_file

MOST_FAULTS: Final = 3
"""The number of faults that a notice names; more are counted."""


@dataclass(frozen=True)
class KeptLayers:
    """The user's own layers as they are kept, in a file that can be shared as it is."""

    FILE_NAME: ClassVar[str] = "layers.json"

    entries: tuple[UserLayer, ...]

    def file_bytes(self) -> bytes:
        """Return the file."""
        return write_layers(self.entries).encode()


def load_user_layers(folder: Path | None = None) -> tuple[UserLayers, str]:
    """Return the own layers kept in a folder, and a notice for the user, empty if all is well. Never raises.

    Of a file with faults the good entries are read. It is renamed to ``layers.json.bad-1`` and so on, and a file with
    the good entries takes its place.
    """
    path = (folder or settings_folder()) / KeptLayers.FILE_NAME
    try:
        data = read_file(path, LARGEST_FILE)
    except MissingFileError:
        return UserLayers(), ""
    except FileError as error:
        aside = set_aside(path)
        return UserLayers(), f"{error.message} {_kept_as(aside)}"
    entries, faults = decode_layers(data)
    if not faults:
        return UserLayers(entries), ""
    aside = set_aside(path)
    if aside and entries:
        try:
            write_file(path, KeptLayers(entries).file_bytes())
        except FileError as error:
            return UserLayers(entries), f"{error.message} {_kept_as(aside)}"
    words = "; ".join(map(str, faults[:MOST_FAULTS]))
    more = f"; and {len(faults) - MOST_FAULTS} more faults" if len(faults) > MOST_FAULTS else ""
    return UserLayers(entries), f"In your layers, “{path}”, {words}{more}. {_kept_as(aside)}"


def _kept_as(aside: str) -> str:
    """Return a sentence about the file that was set aside."""
    return f"It is kept as “{aside}”." if aside else "It cannot be renamed."


def decode_layers(data: bytes) -> tuple[tuple[UserLayer, ...], tuple[Fault, ...]]:
    """Return the layers in the bytes of a file, and its faults, as ``read_layers`` does. Never raises."""
    try:
        return read_layers(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        entries, faults = read_layers(data.decode("utf-8-sig", "replace"))
        return entries, (Fault(0, "", f"line {line}: this is not text in UTF-8"), *faults)


def open_layers(path: Path) -> tuple[tuple[UserLayer, ...], tuple[Fault, ...]]:
    """Return the layers of a shared file, and its faults; raises ``FileError`` when it cannot be read."""
    return decode_layers(read_file(path, LARGEST_FILE))


def save_layers(path: Path, entries: tuple[UserLayer, ...]) -> Path:
    """Write a file of layers to share, and return its path, which gets the suffix of such files if it has none.

    Raises ``FileError``.
    """
    if not path.suffix:
        path = path.with_name(path.name + SUFFIX)
    write_file(path, KeptLayers(entries).file_bytes())
    return path
