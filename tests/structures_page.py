"""The text of ``docs/structures.md``, made from the table of named structures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pawnviz.core.structures import Structure
from tests.structure_pictures import families, file_name

STRUCTURES_PAGE: Final = Path(__file__).parent.parent / "docs" / "structures.md"

INTRODUCTION: Final = """\
# Named structures

A position has one of these structures when its pawns fulfill the rule, or has it not; nothing is guessed, and other
pieces and the moves that led there do not count. Each is written for the color that usually has it, and holds for the
other with the board turned, under the title that is given for it. The same pawns may make several structures; the
inspector names the most specific first. The plans are those that each side usually has there; the position decides.

Each picture shows the pawns of an opening that leads there: chains are thick lines, phalanxes thin ones, isolated pawns
hollow, rams barred, and passed pawns have a ray.

This page is made from the table of structures by `python -m tests.make_docs`; a test keeps it up to date.
"""


def structures_page() -> str:
    """Return the text of ``docs/structures.md``."""
    return "\n".join((INTRODUCTION, *_families()))


def _families() -> Iterator[str]:
    for title, family in families().items():
        yield f"## {title}\n"
        yield f"![The pawns of an opening for each structure](pictures/structures/{file_name(title)})\n"
        for structure in family:
            yield from _structure(structure)


def _structure(structure: Structure) -> Iterator[str]:
    yield f"### {structure.title}\n"
    yield f"`{structure.identifier}`, {_whose(structure)}. {structure.rule.words}\n"
    for side, plans in zip(("White", "Black"), structure.plans, strict=True):
        yield f"- {side}: {plans}"
    yield ""


def _whose(structure: Structure) -> str:
    """Return the words on whose structure it is, and what it is called as the other color's."""
    if structure.mutual:
        return "of both colors"
    owner, other = ("White", "Black") if structure.of_white else ("Black", "White")
    return f"of {owner}" + (f"; of {other}: {structure.reversed_title}" if structure.reversed_title else "")
