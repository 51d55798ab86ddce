"""The text of ``docs/errata.md``, made from ``resources/errata.json``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from pawnviz.core.board.bitboard import complement, popcount, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.formula.parser import parse
from pawnviz.resources import read_resource

ERRATA_PAGE: Final = Path(__file__).parent.parent / "docs" / "errata.md"

INTRODUCTION: Final = """\
# Errata of the wiki

Positions on which a formula or a diagram of the chess programming wiki's pages and its own sentence disagree. Each has
the readings of the rule as formulas of this program, with the squares that they hold on the position. In the window
they are *File > Sample positions > Errata of the wiki*; `pawnviz formula` and the editor of user layers show a formula
on any position.

This page is made from `resources/errata.json` by `python -m tests.make_docs`; a test keeps it up to date.
"""


def errata() -> tuple[Mapping[str, Any], ...]:
    """Return the errata with their readings, formulas by their labels."""
    return tuple(json.loads(read_resource("errata.json")))


def readings_of(erratum: Mapping[str, Any]) -> Iterator[tuple[str, str, tuple[int, int]]]:
    """Yield the label, the formula, and White's and Black's squares of each reading of an erratum."""
    white, black = Position.from_fen(erratum["fen"]).sides()
    for label, formula in erratum["readings"].items():
        evaluate = parse(formula).evaluate
        yield label, formula, (evaluate(white), evaluate(black))


def errata_page() -> str:
    """Return the text of ``docs/errata.md``."""
    return "\n".join((INTRODUCTION, *(line for erratum in errata() for line in _section(erratum))))


def _section(erratum: Mapping[str, Any]) -> Iterator[str]:
    page = erratum["source"].rpartition("/")[2].replace("_", " ")
    yield f"## {erratum['title']}\n"
    yield f"{erratum['look']} ([{page}]({erratum['source']}))\n"
    yield f"`{erratum['fen']}`\n"
    yield "| reading | formula | White | Black |"
    yield "|---|---|---|---|"
    for label, formula, masks in readings_of(erratum):
        text = formula.replace("|", "\\|")
        yield f"| {label} | `{text}` | {' | '.join(map(_squares, masks))} |"
    yield ""


def _squares(mask: int) -> str:
    if popcount(mask) > 32:
        return f"all but {square_names(complement(mask))}"
    return square_names(mask) or "none"
