"""Engines that are installed, by the names of their programs."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

_KNOWN: Final = (
    *("stockfish", "fairy-stockfish", "lc0", "berserk", "ethereal", "fruit", "glaurung", "koivisto"),
    *("komodo", "obsidian", "plentychess", "rubichess", "toga2", "viridithas", "xiphos"),
)
_NAME: Final = re.compile(
    rf"({'|'.join(_KNOWN)})(?:[-_.]?\d[\w.-]*|[-_](?:x86|avx|bmi|modern|sse|chess)[\w.-]*)?(?:\.exe)?"
)
_FOLDERS: Final = (
    *("/usr/games", "/usr/local/games", "/usr/local/bin", "/opt/homebrew/bin", "/opt/local/bin", "/snap/bin"),
    *("~/.local/bin", "~/bin"),
)


def find_engines() -> tuple[str, ...]:
    """Return the paths of the engines on the path and in usual folders, each once, in the order of known names."""
    engines: dict[Path, tuple[int, str]] = {}
    for name in dict.fromkeys([*os.environ.get("PATH", "").split(os.pathsep), *_FOLDERS]):
        try:
            folder = Path(name).expanduser()
            files = sorted(folder.iterdir()) if folder.is_absolute() else []
        except (OSError, RuntimeError):  # There is no such folder, or no home folder.
            continue
        for path in files:
            known = _NAME.fullmatch(path.name.lower())
            if known and can_be_run(str(path)):
                engines.setdefault(path.resolve(), (_KNOWN.index(known[1]), str(path)))
    return tuple(path for _, path in sorted(engines.values()))


def can_be_run(path: str) -> bool:
    """Return whether a path is that of an executable file."""
    try:
        return Path(path).is_file() and os.access(path, os.X_OK)
    except (OSError, ValueError):
        return False
