"""User layers on the command line: the kept ones, or those of a shared file; no Qt."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pawnviz.cli.errors import print_error
from pawnviz.cli.streams import open_file, reason
from pawnviz.core.user_layers.collection import UserLayers
from pawnviz.core.user_layers.file import LARGEST_FILE, formula_faults, read_layers
from pawnviz.folders import NoHomeError, settings_folder

FILE_NAME: Final = "layers.json"  # The file in which the window keeps the user layers.


def load_user_layers() -> UserLayers:
    """Return the user layers that the window keeps, without faulty ones; standard error names an unreadable file."""
    try:
        path = settings_folder() / FILE_NAME
        return _read(path)[0]
    except (NoHomeError, FileNotFoundError):
        return UserLayers()
    except OSError as error:
        print_error(f"user layers are left out, {path}: {reason(error)}")
        return UserLayers()


def layers_of_file(path: str) -> tuple[UserLayers, list[str]]:
    """Return the layers of a file, and a sentence for each fault; raises ``OSError`` for an unreadable one."""
    return _read(Path(path))


def _read(path: Path) -> tuple[UserLayers, list[str]]:
    with open_file(path) as file:
        data = file.read(LARGEST_FILE + 1)
    entries, faults = read_layers(data.decode("utf-8-sig", "replace"))
    layers = UserLayers(entries)
    return layers, [str(fault) for fault in (*faults, *formula_faults(entries, layers))]
