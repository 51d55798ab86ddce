"""User layers between starts, and files of layers to share."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from pawnviz.core.user_layers.collection import MOST_LAYERS, UserLayer
from pawnviz.core.user_layers.file import LARGEST_FILE, SUFFIX, Fault, read_layers, write_layers
from pawnviz.core.user_layers.names import free_identifier
from pawnviz.core.words import first_of
from pawnviz.model.kept.file import KeptFile
from pawnviz.model.storage import FileError, read_file, write_file

FILE_NAME: Final = "layers.json"  # The name of the file in the folder of the settings.


class LayersFile(KeptFile[tuple[UserLayer, ...]]):
    """The file of user layers, which can be shared as it is; of a faulty one the good layers are read."""

    TAKES_OVER = True

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / FILE_NAME, LARGEST_FILE, "your layers")

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
    identifier. One that only one of both has removed stays where the other has changed it. Raises ``FileError``
    where there would be more than ``MOST_LAYERS``.
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


def decode_layers(data: bytes) -> tuple[tuple[UserLayer, ...], tuple[Fault, ...]]:
    """Return the layers in the bytes of a file, and its faults, as ``read_layers`` does. Never raises."""
    try:
        return read_layers(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        entries, faults = read_layers(data.decode("utf-8-sig", "replace"))
        return entries, (Fault(0, "", f"line {line}: this is not text in UTF-8"), *faults)


class SharedLayers(NamedTuple):
    """The layers of a shared file, and its faults."""

    entries: tuple[UserLayer, ...]
    faults: tuple[Fault, ...] = ()


def open_layers(path: Path) -> SharedLayers:
    """Return the contents of a shared file; raises ``FileError`` when it cannot be read."""
    return SharedLayers(*decode_layers(read_file(path, LARGEST_FILE)))


def save_layers(path: Path, entries: tuple[UserLayer, ...]) -> Path:
    """Write a file of layers to share, and return its path, with the suffix of such files; raises ``FileError``."""
    if not path.suffix:
        path = path.with_name(path.name + SUFFIX)
    write_file(path, write_layers(entries).encode())
    return path
