"""Answers questions to Syzygy tables, as a process of its own: ``python -m pawnviz.core.tablebases.server``.

A table that is damaged or slow cannot hold up or end the program. The first line of the output describes the folder
that is named on the command line; then each FEN on the standard input has a line as its answer. Lines are JSON objects;
one with ``fault`` has a sentence on the fault.
"""

from __future__ import annotations

import json
import signal
import sys
from types import FrameType
from typing import Final

LIMIT: Final = 5.0
"""The seconds after which a table that is being read counts as damaged: its bytes may lead in a circle."""


def main(path: str) -> None:
    """Answer until the standard input ends."""
    from pawnviz.core.tablebases.folder import TableError, TableFolder

    try:
        tables = TableFolder(path)
    except TableError as error:
        _say({"fault": str(error)})
        return
    _say(
        {
            "wdl_tables": tables.counts[".rtbw"],
            "dtz_tables": tables.counts[".rtbz"],
            "largest": tables.largest,
            "faults": tables.fault_text,
        }
    )
    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, _stop)
    for line in sys.stdin:
        fen = line.strip()
        _limit(LIMIT)
        try:
            answer: dict[str, object] = {**tables.probe(fen)._asdict()}
        except TableError as error:
            answer = {"fault": str(error)}
        except TimeoutError:  # It came between two tables.
            answer = {"fault": "The tables give no answer in time."}
        _limit(0)
        _say({"fen": fen, **answer})


def _limit(seconds: float) -> None:
    """Raise ``TimeoutError`` after some seconds, or with 0 not at all; where there is no such clock, never."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _stop(number: int, frame: FrameType | None) -> None:
    raise TimeoutError


def _say(answer: dict[str, object]) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
