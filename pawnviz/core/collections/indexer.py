"""Indexes a file of games, as a process of its own: ``python -m pawnviz.core.collections.indexer FILE FOLDER ...``.

The index is a collection of this one file in a folder of indexes, named by the content of the file. Lines of output are
``%`` with the part that is done, and JSON objects: ``index`` is the path of the index, once there is something in it,
``games`` the number of games in it, and ``fault`` a sentence.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from pawnviz.core.collections.collecting import Progress, collect
from pawnviz.core.collections.sources import content_stamp
from pawnviz.core.collections.store import COMPANIONS, SUFFIX, VERSION, BusyCollectionError, CollectionError

_PAUSE: Final = 0.5  # The seconds until another program that makes the same index is asked again.


def main(path: str, folder: str, most_files: str, most_bytes: str) -> None:
    """Index a file, and remove the oldest indexes of the folder above a number of files and of bytes."""
    threading.Thread(target=_end_with_input, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(10)  # The window goes first.
    try:
        for index, progress in index_file(Path(path), Path(folder)):
            if progress.fault:
                _say({"fault": progress.fault})
            if progress.size:
                _say({"index": str(index), "games": progress.game_count})
                print(f"%{progress.done / max(1, progress.size)}", flush=True)
            remove_oldest(Path(folder), int(most_files), int(most_bytes), index)
    except CollectionError as error:
        _say({"fault": str(error)})


def _say(words: dict[str, object]) -> None:
    print(json.dumps(words), flush=True)


def _end_with_input() -> None:
    """End with the program that reads the output, also where that is killed."""
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(0)


def index_file(path: Path, folder: Path) -> Iterator[tuple[Path, Progress]]:
    """Index a file of games and yield its index with each step; raises ``CollectionError``.

    An index that cannot be used is made again, and one that another program makes is waited for.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        index = folder / f"{content_stamp(path)}-{VERSION}{SUFFIX}"
        if index.exists():
            os.utime(index)
    except OSError as error:
        raise CollectionError(f"“{path}” cannot be indexed: {error.strerror or error}.") from None
    is_new = False
    while True:
        try:
            yield from ((index, progress) for progress in collect(index, [path]))
            return
        except BusyCollectionError:
            time.sleep(_PAUSE)
        except CollectionError as error:
            if is_new or not error.is_damage:
                raise
            remove(index)
            is_new = True


def remove(index: Path) -> None:
    """Remove an index and the files beside it, where that is possible."""
    for name in (index.name, *(index.name + end for end in COMPANIONS)):
        with suppress(OSError):
            index.with_name(name).unlink()


def sizes_of(folder: Path) -> dict[Path, tuple[float, int]]:
    """Return the indexes of a folder, with the time when each was last used, and its number of bytes."""
    sizes: dict[Path, tuple[float, int]] = {}
    for index in folder.glob(f"*{SUFFIX}"):
        with suppress(OSError):
            status = index.stat()
            sizes[index] = status.st_mtime, status.st_size
    return sizes


def remove_oldest(folder: Path, most_files: int, most_bytes: int, kept: Path | None) -> None:
    """Remove the indexes of a folder that were used longest ago, but not one, down to a number of files and bytes."""
    sizes = sizes_of(folder)
    if kept in sizes:
        sizes[kept] = float("inf"), sizes[kept][1]
    size = 0
    for number, (index, (_, length)) in enumerate(sorted(sizes.items(), key=lambda item: item[1], reverse=True), 1):
        size += length
        if (number > most_files or size > most_bytes) and index != kept:
            remove(index)


if __name__ == "__main__":
    main(*sys.argv[1:])
