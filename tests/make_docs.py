"""Writes ``docs/layers.md``, ``structures.md`` and ``errata.md`` from what they list: ``python -m tests.make_docs``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pawnviz.core.labels.sections import BUILDING_BLOCKS, EVERYDAY
from pawnviz.core.layers import LAYERS, NUMBERS, Layer
from pawnviz.core.words import listed, lowered
from tests.errata_page import ERRATA_PAGE, errata_page
from tests.structures_page import STRUCTURES_PAGE, structures_page

PAGE: Final = Path(__file__).parent.parent / "docs" / "layers.md"

INTRODUCTION: Final = """\
# Layers

Each layer is a set of squares for White and one for Black. Formulas are written once, for a side: `own` and `enemy` are
its pawns and the other side's, forward is north for White and south for Black. `&` is and, `|` or, `^` exclusive or,
`-` and-not, `~` not; `layer(own)` is another layer of this side, `layer(enemy)` the same seen from the other. The
definitions follow the linked pages of the chess programming wiki; where a page's sentence and its formula disagree, the
sentence. A definition that another program or page has for the same word is a layer of its own. What only counting can
say has a rule in words.

This page is made from the registry of layers by `python -m tests.make_docs`; a test keeps it up to date.
"""


def layers_page() -> str:
    """Return the text of ``docs/layers.md``."""
    return "\n".join((INTRODUCTION, _order(), *_chapters(), *_numbers()))


def _order() -> str:
    """Return in which order the window lists the layers, which this page has by their chapters."""
    everyday = listed([lowered(LAYERS[identifier].title) for identifier in EVERYDAY.identifiers])
    return (
        f"The window lists first what players look for, under *{EVERYDAY.title}*: {everyday}. "
        f"What other layers are made of is last, under *{BUILDING_BLOCKS.title}*.\n"
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


if __name__ == "__main__":
    PAGE.write_text(layers_page(), encoding="utf-8")
    STRUCTURES_PAGE.write_text(structures_page(), encoding="utf-8")
    ERRATA_PAGE.write_text(errata_page(), encoding="utf-8")
