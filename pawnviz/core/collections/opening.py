"""Opens a file of games, or a collection by its path or its name."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

from pawnviz.core.collections.collection import Collection, collection_files
from pawnviz.core.collections.joined import GameSource
from pawnviz.core.collections.scanned_file import ScannedFile
from pawnviz.core.collections.store import SUFFIX, CollectionError
from pawnviz.core.games.unpacking import NoGamesError
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


def shards_of(name: str) -> tuple[Path, ...]:
    """Return the files that a person names: one of games, one of a collection, or those of a collection in a folder.

    Raises ``CollectionError`` where there is none.
    """
    path = Path(name)
    if path.is_file() and not name.endswith(SUFFIX):
        return (path,)
    if path.is_dir():
        return collection_files(path)
    if name.endswith(SUFFIX):
        return (path,)
    named = collection_path(name)
    if not named.exists():
        raise CollectionError(f"“{name}” is neither a file nor a collection; pawnviz collect --list names those.")
    return (named,)


def open_shard(path: Path, closing: ExitStack) -> Collection | ScannedFile:
    """Return the games of one file of ``shards_of``; raises as ``open_games``."""
    if path.name.endswith(SUFFIX):
        return closing.enter_context(Collection.open(path))
    file = closing.enter_context(ScannedFile(path))
    if not len(file.games()):
        raise NoGamesError("it holds no games")
    return file


def open_games(name: str, closing: ExitStack) -> GameSource:
    """Return the games of a file or a collection, which ``closing`` closes.

    Raises ``OSError``, ``NoGamesError`` and ``CollectionError``.
    """
    paths = shards_of(name)
    return open_shard(paths[0], closing) if len(paths) == 1 else closing.enter_context(Collection(paths))
