"""Scans files of games in ranges of bytes, in one process or several."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Final, NamedTuple

from pawnviz.core.collections.fast_scanner import is_available
from pawnviz.core.collections.making import Block
from pawnviz.core.collections.store import CollectionError
from pawnviz.core.games.cutting import cut, with_newlines
from pawnviz.core.positions.stored_file import open_stored

RANGE_BYTES: Final = 1 << 20  # The number of bytes of a range, up to the end of the game there.

LEAST_FAST: Final = 16 << 20  # The number of bytes from which it is worth to load numba.
_LONGEST_LINE: Final = 64 << 10
_SHORTER: Final = "“{}” has become shorter while it was read; collect it again."
_END: Final = re.compile(
    rb'^(?![\[%;])(?:[^\n]*\s)?(?:1-0|0-1|1/2-1/2|\*)[ \t\r]*\n[ \t\r]*\n(?=\[Event ")', re.MULTILINE
)
"""The end of a game: a result at the end of a line of moves, an empty line, and then the tag that parts games."""


class Range(NamedTuple):
    """Bytes of a file from the first byte of a game to the last one of another."""

    path: str
    start: int
    end: int
    is_fast: bool = False  # Whether numba is used, which has to be installed.


class ScannedRange(NamedTuple):
    """The games of a range, whose offsets and lines count from its start, and its number of ends of lines."""

    block: Block
    line_count: int


def ranges(path: str, start: int, size: int, length: int = RANGE_BYTES) -> Iterator[Range]:
    """Yield the ranges of a file, neither packed nor recoded, from a place where one begins up to its size."""
    is_fast = size - start >= LEAST_FAST and is_available()
    with open_stored(path) as file:
        file.seek(start)
        data = b""
        while start < size:
            end, searched = 0, length
            while not end and start + len(data) < size:
                end = _end_of_game(data, searched)
                if not end:
                    searched = max(length, len(data) - _LONGEST_LINE)
                    more = file.read(min(max(length + _LONGEST_LINE, len(data)), size - start - len(data)))
                    if not more:
                        raise CollectionError(_SHORTER.format(path))
                    data += more
            end = end or _end_of_game(data, searched) or len(data)
            yield Range(path, start, start + end, is_fast)
            start += end
            data = data[end:]


def _end_of_game(data: bytes, place: int) -> int:
    """Return the first end of a game from a place on that is in no comment, 0 for none; no comment is open before."""
    for match in _END.finditer(data, place):
        if data.rfind(b"{", 0, match.end()) <= data.rfind(b"}", 0, match.end()):
            return match.end()
    return 0


def scan_range(part: Range) -> ScannedRange:
    """Return the games of a range; raises ``CollectionError`` where the file has become shorter or cannot be read."""
    try:
        with open_stored(part.path) as file:
            file.seek(part.start)
            data = file.read(part.end - part.start)
    except OSError as error:
        raise CollectionError(f"“{part.path}” cannot be read: {error.strerror or error}.") from None
    if len(data) < part.end - part.start:
        raise CollectionError(_SHORTER.format(part.path))
    block = Block()
    if part.is_fast:
        block.add_fast(list(cut((data,))))
    else:
        for text in cut((data,)):
            block.add(text)
    return ScannedRange(block, sum(part.count(b"\n") for part in with_newlines((data,))))


def scan_ranges(parts: Iterable[Range], process_count: int = 1) -> Iterator[tuple[Range, ScannedRange]]:
    """Yield the games of ranges in their order, scanned here or by several processes; raises ``CollectionError``."""
    if process_count == 1:
        for part in parts:
            yield part, scan_range(part)
        return
    pending: deque[tuple[Range, Future[ScannedRange]]] = deque()
    pool = ProcessPoolExecutor(process_count, get_context("spawn"), _end_with_parent)
    try:
        for part in parts:
            pending.append((part, pool.submit(scan_range, part)))
            # So many that nobody waits, and so few that their games need little memory.
            if len(pending) > 2 * process_count:
                first, scanned = pending.popleft()
                yield first, scanned.result()
        for first, scanned in pending:
            yield first, scanned.result()
    except BrokenProcessPool:
        raise CollectionError("A process that scans games has ended; go on with the same command.") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _end_with_parent() -> None:
    """Let a process end when the one that has started it has ended, and not at Ctrl+C, which is for that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
