"""The text of ``docs/structures.md``, made from the table of named structures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pawnviz.core.structures import Structure
from pawnviz.core.structures.plan import Plan
from tests.structure_pictures import families, file_name

STRUCTURES_PAGE: Final = Path(__file__).parent.parent / "docs" / "structures.md"

INTRODUCTION: Final = """\
# Named structures

A position has one of these structures when its pawns fulfill the rule, or has it not; nothing is guessed, and the
moves that led there do not count. Each is written for the color that usually has it, and holds for the other with the
board turned, under the title that is given for it. The same pawns may make several structures; the inspector names
the most specific first. A general structure, one of *The center in general*, is named only where no other is.

Some names ask for pieces too: *For its name* says which. Where only pawns are known, in *Explore* and for `pawnviz
search`, those are not asked for, and the pawns alone decide.

The plans are those that masters have there: each pawn move that is played in 15 % of a structure's games is among
them. A sentence is told only where it can be played: each pawn move in it has its pawn, and no pawn in its way, each
capture can be made at once, and the pieces are there. What else a sentence needs stands at its end as a
[condition](user-structures.md#conditions).

Each picture shows the pawns of a position with the structure: chains are thick lines, phalanxes thin ones, isolated
pawns hollow, rams barred, and passed pawns have a ray.

This page is made from the table of structures by `python -m tests.make_docs`; a test keeps it up to date.
"""


def structures_page() -> str:
    """Return the text of ``docs/structures.md``."""
    return "\n".join((INTRODUCTION, *_families()))


def _families() -> Iterator[str]:
    for title, family in families().items():
        yield f"## {title}\n"
        yield f"![The pawns of a position for each structure](pictures/structures/{file_name(title)})\n"
        for structure in family:
            yield from _structure(structure)


def _structure(structure: Structure) -> Iterator[str]:
    yield f"### {structure.title}\n"
    yield f"`{structure.identifier}`, {_whose(structure)}. {structure.rule.words}\n"
    if structure.pieces:
        yield f"For its name: `{structure.pieces}`.\n"
    for side, plans in zip(("White", "Black"), structure.plans, strict=True):
        yield f"- {side}: {' '.join(map(_plan, plans))}"
    yield ""


def _plan(plan: Plan) -> str:
    return f"{plan.sentence[:-1]} (if `{plan.condition}`)." if plan.condition else plan.sentence


def _whose(structure: Structure) -> str:
    """Return the words on whose structure it is, and what it is called as the other color's."""
    if structure.mutual:
        return "of both colors"
    owner, other = ("White", "Black") if structure.of_white else ("Black", "White")
    return f"of {owner}" + (f"; of {other}: {structure.reversed_title}" if structure.reversed_title else "")
