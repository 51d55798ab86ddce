"""Answers what Syzygy tables say of positions, as a process of its own: ``python -m pawnviz.core.tablebases.server``.

A table that is damaged or slow cannot hold up or end the program. The first line of the output describes the folder
that is named on the command line; then each FEN on the standard input has a line as its answer. Lines are JSON objects;
one with ``fault`` says in a sentence what is wrong.
"""

from __future__ import annotations

import json
import sys


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
    for line in sys.stdin:
        fen = line.strip()
        try:
            _say({"fen": fen, **tables.probe(fen)._asdict()})
        except TableError as error:
            _say({"fen": fen, "fault": str(error)})


def _say(answer: dict[str, object]) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
