"""Where the program keeps the user's files, found without Qt, and where its own resources/ are."""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path
from typing import Final

LAYERS_FILE: Final = "layers.json"  # The file of the user layers.
KEPT_FILES: Final = ("settings.json", "session.json", LAYERS_FILE)  # The files that come back at the next start.
STRUCTURES_FILE: Final = "structures.toml"  # The file of user structures, to which the program only adds.


class NoHomeError(Exception):
    """There is no home folder, neither named in the environment nor in the system's list of users."""

    def __init__(self) -> None:
        super().__init__("there is no home folder, so nothing is kept; set HOME to a folder that exists")


def settings_folder() -> Path:
    """Return the folder of the settings, the session and the user layers; it need not be there yet.

    It is ``pawnviz`` in the place that ``QStandardPaths`` names for configuration: ``XDG_CONFIG_HOME`` or ``.config``
    in the home folder, on macOS ``Library/Preferences``, on Windows the local application data. Raises ``NoHomeError``.
    """
    return _folder("user_preference_path")


def cache_folder() -> Path:
    """Return the folder of what can be made again; it need not be there yet.

    It is ``pawnviz`` in ``XDG_CACHE_HOME`` or ``.cache`` in the home folder, on macOS in ``Library/Caches``, on Windows
    ``Cache`` of the local application data. Raises ``NoHomeError``.
    """
    return _folder("user_cache_path")


def state_folder() -> Path:
    """Return the folder of the log; it need not be there yet.

    It is ``pawnviz`` in ``XDG_STATE_HOME`` or ``.local/state`` in the home folder, on macOS in ``Library/Application
    Support``, on Windows the local application data. Raises ``NoHomeError``.
    """
    return _folder("user_state_path")


def collections_folder() -> Path:
    """Return the folder of the collections that are given a name; it need not be there yet. Raises ``NoHomeError``."""
    return _folder("user_data_path") / "collections"


def socket_name() -> str:
    """Return the name of the local socket through which a start reaches the running program.

    It is another one for each settings folder, screen and version: a path, on Windows the name of a pipe. Raises
    ``NoHomeError``.
    """
    from zlib import crc32  # Loaded at each start anyway, unlike hashlib.

    from pawnviz import __version__

    screen = (os.environ.get(name, "") for name in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY"))
    name = f"pawnviz-{crc32(ascii((settings_folder(), __version__, *screen)).encode()):08x}"
    folder = os.environ.get("XDG_RUNTIME_DIR") or os.environ.get("TMPDIR") or "/tmp"
    return name if sys.platform == "win32" else str(Path(folder, name))


def _folder(kind: str) -> Path:
    from platformdirs import PlatformDirs

    try:
        path: Path = getattr(PlatformDirs("pawnviz", appauthor=False), kind)
    except RuntimeError:
        raise NoHomeError from None
    return path


def start_afresh(folder: Path) -> list[str]:
    """Rename files of the next start to ``settings.json.old-1`` and so on; return the names. Raises ``OSError``."""
    names = []
    for file in filter(os.path.lexists, (folder / name for name in KEPT_FILES)):
        targets = (file.with_name(f"{file.name}.old-{number}") for number in count(1))
        names.append(file.rename(next(target for target in targets if not os.path.lexists(target))).name)
    return names


_PACKAGE: Final = Path(__file__).resolve().parent
_INSTALLED: Final = _PACKAGE / "_resources"
_FOLDER: Final = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent / "resources"


def resource_path(name: str) -> Path:
    """Return the path of a resource by its name below ``resources/``, such as ``"icons/undo.svg"``.

    A wheel and a frozen app keep the files in ``pawnviz/_resources``, a checkout in ``resources`` beside the package.
    The file is not looked for: opening a missing one raises ``FileNotFoundError``.
    """
    return _FOLDER / name


def is_resource(path: Path) -> bool:
    """Return whether a file is one of the program's own, which are never written."""
    return path.resolve().is_relative_to(_FOLDER.resolve())


def read_resource(name: str) -> str:
    """Return the text of a resource in UTF-8; raises ``FileNotFoundError`` when there is none of this name."""
    return resource_path(name).read_text(encoding="utf-8")
