"""The collections that are named on the command line: by their name, or by the path of a file or folder."""

from __future__ import annotations

import os
from pathlib import Path

from pawnviz.core.collections.store import SUFFIX, CollectionError
from pawnviz.folders import NoHomeError, collections_folder


def collection_path(name: str) -> Path:
    """Return the path of a collection by its name, or by its path: that ends in .pawnviz or has a separator.

    Raises ``CollectionError`` for a name that no file can have, or where there is no home folder.
    """
    if name.endswith(SUFFIX) or os.sep in name or (os.altsep or os.sep) in name:
        return Path(name)
    if (
        not name.isprintable()
        or not name.strip()
        or name.startswith((".", "-"))
        or any(sign in name for sign in ':*?"<>|')
    ):
        raise CollectionError(f"“{name}” is no name of a collection; take letters, digits and blanks.")
    try:
        return collections_folder() / f"{name}{SUFFIX}"
    except NoHomeError as error:
        raise CollectionError(f"“{name}” has no place: {error}.") from None


def named_collections() -> list[Path]:
    """Return the collections with names, sorted; none where there is no home folder."""
    try:
        return sorted(collections_folder().glob(f"*{SUFFIX}"))
    except NoHomeError:
        return []
