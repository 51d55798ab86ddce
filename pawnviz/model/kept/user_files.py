"""User layers and user structures between starts, and files of layers to share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from pawnviz.core.data_files import FileFault, read_entries
from pawnviz.core.layers.registry import free_identifier
from pawnviz.core.user_layers.collection import MOST_LAYERS, UserLayer
from pawnviz.core.user_layers.file import LARGEST_FILE, read_layers, write_layers
from pawnviz.core.words import first_of
from pawnviz.folders import LAYERS_FILE, STRUCTURES_FILE
from pawnviz.model.kept.file import KeptFile
from pawnviz.model.storage import FileError, check_unchanged, file_stamp, read_file, write_file


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
