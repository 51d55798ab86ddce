"""The user's own layers on the command line: those that the window keeps, or those of a shared file; no Qt."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from pawnviz.core.user_layers import LARGEST_FILE, UserLayers, formula_faults, read_layers
from pawnviz.folders import settings_folder

FILE_NAME: Final = "layers.json"
"""The file in which the window keeps the user's own layers."""


def kept_layers() -> UserLayers:
    """Return the layers that the window keeps; what cannot be read of them is left out without a word."""
    try:
        return _read(settings_folder() / FILE_NAME)[0]
    except OSError:
        return UserLayers()


def layers_of_file(path: str) -> tuple[UserLayers, bool]:
    """Return the layers of a file that was asked for, and whether all of it could be read.

    What is wrong with it is said on standard error. Raises ``OSError`` when the file cannot be read at all.
    """
    layers, faults = _read(Path(path))
    for fault in faults:
        print(f"pawnviz: {path}: {fault}", file=sys.stderr)
    return layers, not faults


def _read(path: Path) -> tuple[UserLayers, list[str]]:
    """Return the layers of a file and what is wrong with it."""
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    entries, faults = read_layers(data.decode("utf-8-sig", "replace"))
    layers = UserLayers(entries)
    return layers, [str(fault) for fault in (*faults, *formula_faults(entries, layers))]
