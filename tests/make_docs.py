"""Generators of the guides and the pages of layers, structures and errata: ``python -m tests.make_docs``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from pawnviz.core.board.bitboard import complement, popcount, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.catalog import manual
from pawnviz.core.formula.parser import parse
from pawnviz.core.labels.order import BUILDING_BLOCKS, EVERYDAY
from pawnviz.core.layers import LAYERS, NUMBERS, Layer
from pawnviz.core.structures import Structure
from pawnviz.core.structures.structure import Plan
from pawnviz.core.words import listed, lowered
from pawnviz.folders import read_resource
from tests.structure_pictures import families, file_name

PAGE: Final = Path(__file__).parent.parent / "docs" / "layers.md"

INTRODUCTION: Final = """\
# Layers

Each layer is a set of squares for White and one for Black. Formulas are written once, for a side: `own` and `enemy` are
its pawns and the other side's; forward is north for White and south for Black. `&` is and, `|` or, `^` exclusive or,
`-` and-not, `~` not; `layer(own)` is another layer of this side, `layer(enemy)` the same seen from the other. The
definitions follow the linked pages of the chess programming wiki; if a page's sentence and its formula disagree, they
follow the sentence. If another program or page defines the same word differently, that is a layer of its own. A layer
that no formula can give has a rule in words.

This page is made from the table of layers by `python -m tests.make_docs`; a test keeps it up to date.
"""


def layers_page() -> str:
    """Return the text of ``docs/layers.md``."""
    return "\n".join((INTRODUCTION, _order(), *_chapters(), *_numbers()))


def _order() -> str:
    """Return in which order the window lists the layers, which this page has by their chapters."""
    everyday = listed([lowered(LAYERS[identifier].title) for identifier in EVERYDAY.identifiers])
    return (
        f"The window begins with the layers that players look for, under *{EVERYDAY.title}*: {everyday}. "
        f"It ends with those that other layers are made of, under *{BUILDING_BLOCKS.title}*.\n"
    )


def _chapters() -> Iterator[str]:
    for chapter in dict.fromkeys(layer.chapter for layer in LAYERS.values()):
        yield f"## [{chapter.title}]({chapter.source})\n"
        yield "| layer | identifier | squares | formula or rule |"
        yield "|---|---|---|---|"
        yield from (_row(layer) for layer in LAYERS.values() if layer.chapter == chapter)
        yield ""


def _row(layer: Layer) -> str:
    # A vertical bar would end the cell, also between backticks.
    how = " <br>also ".join(f"`{text}`" for text in (layer.formula, *layer.also_written)).replace("|", "\\|")
    if not layer.formula:
        how = layer.rule
    definition = _one_line(layer.definition)
    if layer.source != layer.chapter.source:
        definition += f" ([source]({layer.source}))"
    if layer.words:
        definition += f" Also called {listed(layer.words, 'or')}."
    return f"| {layer.title} | `{layer.identifier}` | {definition} | {how} |"


def _numbers() -> Iterator[str]:
    yield "## Numbers\n"
    yield "| number | identifier | is |"
    yield "|---|---|---|"
    for number in NUMBERS.values():
        yield f"| {number.title} | `{number.identifier}` | {_one_line(number.definition)} |"
    yield ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


ERRATA_PAGE: Final = Path(__file__).parent.parent / "docs" / "errata.md"

ERRATA_INTRODUCTION: Final = """\
# Errata of the wiki

Positions for which a formula or a diagram of the chess programming wiki contradicts the sentence beside it. Each has
the readings of the rule as formulas of this program, with the squares that they give. In the window the positions are
*File > Sample positions > Errata of the wiki*; `pawnviz formula` and the editor of user layers show a formula on any
position.

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
    return "\n".join((ERRATA_INTRODUCTION, *(line for erratum in errata() for line in _section(erratum))))


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


STRUCTURES_PAGE: Final = Path(__file__).parent.parent / "docs" / "structures.md"

STRUCTURES_INTRODUCTION: Final = """\
# Named structures

A position has one of these structures if its pawns fulfill the rule; nothing is guessed, and the moves that led there
do not count. Each rule is written for the color that usually has the structure. With the board turned it holds for the
other color, under the title that is given for it. The same pawns may make several structures; the page *Position* names
the most specific first. A general structure, one of *The center in general*, is named only if no other is.

Some names depend on pieces too: *For its name* says on which. *Explore* and `pawnviz search` know only pawns, and the
pawns alone decide there.

The plans are those of masters: they include each pawn move that is played in 15 % of a structure's games. A sentence
is shown only if it can be played: each pawn move in it has its pawn and no pawn in its way, each capture can be made at
once, and the pieces are there. A further [condition](user-structures.md#conditions) is at the end of its sentence.

Each picture shows the pawns of a position with the structure: thick lines are chains, thin lines phalanxes, hollow
pawns isolated, bars rams, and rays lead from passed pawns.

This page is made from the table of structures by `python -m tests.make_docs`; a test keeps it up to date.
"""


def structures_page() -> str:
    """Return the text of ``docs/structures.md``."""
    return "\n".join((STRUCTURES_INTRODUCTION, *_families()))


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


class Guide(NamedTuple):
    """A guide of docs that is made of pages of the manual: its title, picture, pages and closing links."""

    title: str
    picture: str
    words: str  # The words for the picture.
    pages: tuple[str, ...]
    more: str


GUIDES: Final = {
    "window": Guide(
        "The window",
        "window",
        "The board with its legend, and beside it the position in words",
        ("Begin", "Find and do anything", "Pages and workspaces", "Mouse and keys by place", "If something goes wrong"),
        "[What is kept, and where](kept-files.md)",
    ),
    "position": Guide(
        "Positions",
        "preset-weak-pawns",
        "A board with badges for weak pawns",
        (
            *("Set up a position", "Go through a file of positions", "Look at layers", "Read the position", "Ask why"),
            *("Weigh pawn moves", "Compare two positions", "Compare definitions", "Ask an engine"),
            "Use endgame tables",
        ),
        "[The eight questions in pictures](presets.md) · [All layers](layers.md) · [All structures](structures.md)",
    ),
    "games": Guide(
        "Games",
        "games",
        "A game beside the board: its moves, the lives of its pawns and the film of its structures",
        ("Go through games", "Find games", "Annotate and save games"),
        "[The same on the command line](command-line.md#games)",
    ),
    "explore": Guide(
        "Explore",
        "explore",
        "The games with these pawns: results, next moves, which are arrows on the board, and the games",
        ("Explore structures", "Draw a pattern"),
        "[The same on the command line](command-line.md#games) · [Structures of your own](user-structures.md) · "
        "[Collections of billions of games](large-collections.md)",
    ),
    "pictures": Guide(
        "Pictures",
        "six-layers",
        "A board with six layers and their legend",
        ("Take pictures out", "Present"),
        "[Pictures from the command line](command-line.md#pictures) · [in Python](python.md#pictures)",
    ),
}
"""The guides that are made of the manual, by the names of their files."""


def guide_page(name: str) -> str:
    """Return the text of a guide by its name in ``GUIDES``."""
    guide = GUIDES[name]
    texts = {article.title: article.text for article in manual()}
    sections = "\n".join(f"## {title}\n\n{texts[title]}\n" for title in guide.pages)
    picture = f"![{guide.words}](pictures/{guide.picture}.png)"
    made = "Made from the manual by `python -m tests.make_docs`."
    return f"# {guide.title}\n\n{picture}\n\n{sections}\n## More\n\n{guide.more}\n\n{made}\n"


if __name__ == "__main__":
    for each in GUIDES:
        (PAGE.parent / f"{each}.md").write_text(guide_page(each), encoding="utf-8")
    PAGE.write_text(layers_page(), encoding="utf-8")
    STRUCTURES_PAGE.write_text(structures_page(), encoding="utf-8")
    ERRATA_PAGE.write_text(errata_page(), encoding="utf-8")
