"""What is kept of the engine beside the board: which one was chosen and how it thinks, but not that it was running."""

from __future__ import annotations

import os
from typing import Any, Final, NamedTuple

from pawnviz.model.kept.values import Field, read_path

MOST_LINES: Final = 5
TIMES: Final = (10, 30, 60, 300)
"""The seconds for which an engine may think about a position."""
MEMORIES: Final = (16, 64, 256, 1024)
"""The megabytes that an engine's hash table may have."""
MOST_THREADS: Final = max(1, min(8, (os.cpu_count() or 1)))


class EngineSettings(NamedTuple):
    """An engine's path, empty where none was chosen, and how it thinks.

    ``seconds`` is one of ``TIMES``, ``memory`` one of ``MEMORIES`` in megabytes; ``shows_arrows`` is whether the first
    moves of its lines are drawn on the board.
    """

    path: str = ""
    line_count: int = 3
    seconds: int = 60
    thread_count: int = 1
    memory: int = 64
    shows_arrows: bool = True


def read_engine(value: object) -> EngineSettings:
    """Return the settings that a JSON object holds; raises ``ValueError`` for any other value.

    What the object lacks, and more threads than this machine has, become what is nearest.
    """
    wrong = ValueError("an object with the path of an engine, its lines, seconds, threads and memory")
    if not isinstance(value, dict):
        raise wrong
    kept: dict[str, Any] = {name: part for name, part in value.items() if name in EngineSettings._fields}
    found = EngineSettings()._replace(**kept)
    numbers: tuple[object, ...] = (found.line_count, found.seconds, found.thread_count, found.memory)
    is_right = (
        all(type(number) is int for number in numbers)
        and 1 <= found.line_count <= MOST_LINES
        and found.seconds in TIMES
        and found.thread_count >= 1
        and found.memory in MEMORIES
        and type(found.shows_arrows) is bool
    )
    if not is_right:
        raise wrong
    read_path(found.path)
    return found._replace(thread_count=min(found.thread_count, MOST_THREADS))


ENGINE_FIELD: Final = Field(read_engine, EngineSettings._asdict)
"""How the settings of the engine are kept."""
