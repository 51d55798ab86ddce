"""Engines that are installed, by the names under which UCI engines are known."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_KNOWN: Final = (
    *("stockfish", "fairy-stockfish", "lc0", "berserk", "ethereal", "fruit", "glaurung", "koivisto"),
    *("komodo", "obsidian", "plentychess", "rubichess", "toga2", "viridithas", "xiphos"),
)
_NAME: Final = re.compile(
    rf"(?:{'|'.join(_KNOWN)})(?:[-_.]?\d[\w.-]*|[-_](?:x86|avx|bmi|modern|sse|chess)[\w.-]*)?(?:\.exe)?"
)
_PLACES: Final = (
    *("/usr/games", "/usr/local/games", "/usr/local/bin", "/opt/homebrew/bin", "/opt/local/bin", "/snap/bin"),
    *("~/.local/bin", "~/bin"),
)


def find_engines() -> tuple[str, ...]:
    """Return the paths of the engines on the path and in usual places, each once, those that are known best first."""
    engines: dict[Path, str] = {}
    for folder in dict.fromkeys([*os.environ.get("PATH", "").split(os.pathsep), *_PLACES]):
        for path in _engines_in(folder):
            engines.setdefault(path.resolve(), str(path))
    return tuple(sorted(engines.values(), key=_order))


def can_be_run(path: str) -> bool:
    """Return whether a path is that of an executable file."""
    try:
        return Path(path).is_file() and os.access(path, os.X_OK)
    except (OSError, ValueError):
        return False


def _engines_in(folder: str) -> Iterator[Path]:
    """Yield the engines in a folder; none where it cannot be read or is not named from the root."""
    try:
        place = Path(folder).expanduser()
        if not place.is_absolute():
            return
        with os.scandir(place) as entries:
            names = [entry.name for entry in entries if _NAME.fullmatch(entry.name.lower())]
    except (OSError, RuntimeError):  # There is no such folder, or no home folder.
        return
    yield from (place / name for name in sorted(names) if can_be_run(str(place / name)))


def _order(path: str) -> tuple[int, str]:
    name = Path(path).name.lower()
    return next((place for place, known in enumerate(_KNOWN) if name.startswith(known)), len(_KNOWN)), path
