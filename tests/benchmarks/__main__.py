"""Run the sections named on the command line, or all, and print one table.

A section is a function without arguments that returns rows; its module is imported only when it runs. The exit status
is 1 when a section raised, else 0: a value over its limit is printed as such, for machines differ.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

from tests.benchmarks import Row
from tests.sections import aligned, run_sections

SECTIONS: Final[dict[str, str]] = {
    "one-position": "tests.benchmarks.masks:one_position",
    "fens": "tests.benchmarks.masks:lines_of_fens",
    "million-positions": "tests.benchmarks.masks:million_positions",
    "structures": "tests.benchmarks.masks:all_structures",
    "games": "tests.benchmarks.games:listing",
    "lives": "tests.benchmarks.games:lives",
    "game-steps": "tests.benchmarks.games:steps",
    "collections": "tests.benchmarks.games:indexing",
    "render": "tests.benchmarks.board:render",
    "repaints": "tests.benchmarks.board:repaints",
    "edits": "tests.benchmarks.board:follow_edits",
    "steps": "tests.benchmarks.board:open_steps",
    "start": "tests.benchmarks.start:start",
}
"""The function of each section, as ``module:function``."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run sections, print their rows, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure what has to be fast.")
    rows, status = run_sections(parser, arguments, SECTIONS, "measuring")
    print(table(rows))
    return status


def table(rows: Sequence[Row]) -> str:
    """Return rows as aligned text: name, value, unit, limit, whether it passes, and note."""
    heading = ("what", "value", "unit", "limit", "", "note")
    return aligned([heading, *(_cells(row) for row in rows)], {1, 3})


def _cells(row: Row) -> tuple[str, ...]:
    value = "" if row.value is None else f"{row.value:.3g}"
    limit = "" if row.limit is None else f"{row.limit:g}"
    if row.value is None:
        verdict = "skipped"
    elif row.limit is None:
        verdict = ""
    else:
        verdict = "pass" if row.value <= row.limit else "OVER"
    return row.name, value, row.unit, limit, verdict, row.note


if __name__ == "__main__":
    raise SystemExit(main())
