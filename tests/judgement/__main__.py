"""Run the sections named on the command line, or all, and print one table.

The exit status is 1 when a section raised, else 0: a figure that misses its goal is printed as such.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from tests.judgement import Figure, MissingGamesError
from tests.sections import aligned, run_sections

SECTIONS: Final[dict[str, str]] = {
    "breaks": "tests.judgement.breaks:judged",
    "first_sentences": "tests.judgement.first_sentences:figures",
    "truth": "tests.judgement.first_sentences:truth",
    "balance": "tests.judgement.balance:figures",
    "names": "tests.judgement.structures:names",
    "plans": "tests.judgement.structures:plans",
}
"""The function of each section, as ``module:function``."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run sections, print their figures, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.judgement", description="Compare judgements with players.")
    figures, status = run_sections(parser, arguments, SECTIONS, "judging", skipped=(MissingGamesError,))
    print(table(figures))
    return status


def table(figures: Sequence[Figure]) -> str:
    """Return figures as aligned text: name, part, value, unit, goal, and whether it is met."""
    heading = ("what", "part", "value", "unit", "goal", "")
    return aligned([heading, *(_cells(figure) for figure in figures)], {2})


def _cells(figure: Figure) -> tuple[str, ...]:
    met = {True: "met", False: "missed", None: ""}[figure.met]
    return (figure.name, figure.part, f"{figure.value:.4g}", figure.unit, figure.goal, met)


if __name__ == "__main__":
    sys.exit(main())
