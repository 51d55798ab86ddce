"""The choice of an engine and its settings, but not whether it was running."""

from __future__ import annotations

import os
from typing import Final, NamedTuple

from pawnviz.core.words import listed
from pawnviz.model.preferences.kinds import PATH, TRUTH, Kind, number, record

MOST_LINES: Final = 5
TIMES: Final = (10, 30, 60, 300)  # The seconds for which an engine may think about a position.
MEMORIES: Final = (16, 64, 256, 1024)  # The megabytes that an engine's hash table may have.
MOST_THREADS: Final = max(1, min(8, (os.cpu_count() or 1)))


class EngineSettings(NamedTuple):
    """An engine's path, empty without a choice, and its settings.

    ``seconds`` is one of ``TIMES``, ``memory`` one of ``MEMORIES`` in megabytes; ``shows_arrows`` draws the first
    moves of its lines on the board.
    """

    path: str = ""
    line_count: int = 3
    seconds: int = 60
    thread_count: int = 1
    memory: int = 64
    shows_arrows: bool = True


def _number_of(numbers: tuple[int, ...]) -> Kind[int]:
    def read(value: object) -> int:
        if type(value) is not int or value not in numbers:
            raise ValueError(listed([*map(str, numbers)], "or"))
        return value

    return Kind(read)


def _read_thread_count(value: object) -> int:
    """Return a number of threads, at most those of this machine."""
    if type(value) is not int or value < 1:
        raise ValueError("a number from 1")
    return min(value, MOST_THREADS)


ENGINE: Final = record(
    EngineSettings,
    {
        "path": PATH,
        "line_count": number(1, MOST_LINES),
        "seconds": _number_of(TIMES),
        "thread_count": Kind(_read_thread_count),
        "memory": _number_of(MEMORIES),
        "shows_arrows": TRUTH,
    },
)
