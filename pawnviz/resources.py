"""Where the files of ``resources/`` are: in a checkout, an editable install, an installed wheel or a frozen app."""

from __future__ import annotations

from pathlib import Path
from typing import Final

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
