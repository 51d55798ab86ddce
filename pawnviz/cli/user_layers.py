"""The user's own layers on the command line: those that the window keeps, or those of a shared file; no Qt."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pawnviz.core.user_layers.collection import UserLayers
from pawnviz.core.user_layers.file import LARGEST_FILE, formula_faults, read_layers
from pawnviz.folders import settings_folder

FILE_NAME: Final = "layers.json"
"""The file in which the window keeps the user's own layers."""


def kept_layers() -> UserLayers:
    """Return the layers that the window keeps; those that cannot be read are left out."""
    try:
        return _read(settings_folder() / FILE_NAME)[0]
    except OSError:
        return UserLayers()


def layers_of_file(path: str) -> tuple[UserLayers, list[str]]:
    """Return the layers of a file, and a sentence for each thing that is wrong with it.

    Raises ``OSError`` when the file cannot be read at all.
    """
    return _read(Path(path))


def _read(path: Path) -> tuple[UserLayers, list[str]]:
    """Return the layers of a file and what is wrong with it."""
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    entries, faults = read_layers(data.decode("utf-8-sig", "replace"))
    layers = UserLayers(entries)
    return layers, [str(fault) for fault in (*faults, *formula_faults(entries, layers))]
