"""Sections of figures that a command runs by name, and their table."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence, Set
from importlib import import_module
from typing import Any, Final

NOTHING_SKIPPED: Final[tuple[type[Exception], ...]] = ()


def run_sections(
    parser: argparse.ArgumentParser,
    arguments: Sequence[str] | None,
    sections: Mapping[str, str],
    verb: str,
    skipped: tuple[type[Exception], ...] = NOTHING_SKIPPED,
) -> tuple[list[Any], int]:
    """Run the sections named on the command line, or all; return their rows, and the exit status, 1 if one raised.

    ``sections`` has the function of each section as ``module:function``; its module is imported only when it runs, and
    it returns a list of rows. ``verb`` says for each section that it begins: ``measuring``. An exception of ``skipped``
    is printed as a sentence and is no failure.
    """
    parser.add_argument("sections", nargs="*", metavar="section", help=f"one of {', '.join(sections)}; all by default")
    names: list[str] = parser.parse_args(arguments).sections or list(sections)
    unknown = [name for name in names if name not in sections]
    if unknown:
        parser.error(f"no section is called {unknown[0]}; there are {', '.join(sections)}")
    rows: list[Any] = []
    status = 0
    for name in names:
        print(f"{verb} {name} ...", file=sys.stderr, flush=True)
        module, function = sections[name].split(":")
        try:
            section: Callable[[], list[Any]] = getattr(import_module(module), function)
            rows += section()
        except skipped as missing:
            print(f"{name}: {missing}", file=sys.stderr)
        except Exception:
            traceback.print_exc()
            status = 1
    return rows, status


def aligned(lines: Sequence[Sequence[str]], right: Set[int]) -> str:
    """Return lines of cells as text with aligned columns, those with these numbers on the right."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
