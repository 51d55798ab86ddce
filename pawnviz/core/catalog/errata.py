"""The errata gallery of ``resources/errata.json``: positions on which the wiki's formula and sentence disagree."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from pawnviz.core.formula.parser import parse
from pawnviz.core.layers import Chapter, Layer
from pawnviz.core.layers.marks import Family, Mark, hatch, target
from pawnviz.resources import read_resource

CHAPTER: Final = "Exhibits"  # The title of the chapter that an exhibit's layers stand in.

_MARKS: Final = (hatch("solid"), target("ring"))
"""The marks of an exhibit's first and second mask: both are seen where they lie over each other."""


@dataclass(frozen=True)
class ExhibitMask:
    """One reading of a rule: its label, its formula, and the mark it is drawn with."""

    identifier: str
    label: str
    formula: str
    mark: Mark


@dataclass(frozen=True)
class Exhibit:
    """A position, an explanation, the wiki's page, and one or two masks; two readings of a rule differ on it."""

    identifier: str
    title: str
    explanation: str
    fen: str
    masks: tuple[ExhibitMask, ...]
    source: str

    def layers(self) -> tuple[Layer, ...]:
        """Return the masks as layers of no registry, such as ``exhibit_telestops_printed``, with their explanation."""
        chapter = Chapter(CHAPTER, self.source)
        return tuple(
            Layer(
                identifier=f"exhibit_{self.identifier}_{mask.identifier}",
                title=mask.label,
                chapter=chapter,
                formula=mask.formula,
                definition=self.explanation,
                mark=mask.mark,
                compute=parse(mask.formula).evaluate,
                source=self.source,
            )
            for mask in self.masks
        )


@cache
def exhibits() -> tuple[Exhibit, ...]:
    """Return the exhibits in the order of the gallery; the file is read once."""
    return tuple(_exhibit(entry) for entry in json.loads(read_resource("errata.json")))


def _exhibit(entry: dict[str, Any]) -> Exhibit:
    masks = tuple(_mask(mask, default) for mask, default in zip(entry["masks"], _MARKS, strict=False))
    return Exhibit(
        identifier=entry["identifier"],
        title=entry["title"],
        explanation=entry["explanation"],
        fen=entry["fen"],
        masks=masks,
        source=entry["source"],
    )


def _mask(entry: dict[str, Any], default: Mark) -> ExhibitMask:
    hint = entry.get("mark")
    mark = Mark(Family(hint["family"]), hint["shape"], hint.get("label", "")) if hint else default
    return ExhibitMask(entry["identifier"], entry["label"], entry["formula"], mark)
