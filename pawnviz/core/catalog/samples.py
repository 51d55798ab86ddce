"""Sample positions, read from ``resources/samples.json`` and, of the wiki's errata, from ``resources/errata.json``."""

from __future__ import annotations

import json
from functools import cache
from typing import NamedTuple

from pawnviz.resources import read_resource


class Sample(NamedTuple):
    """A title, a position as FEN, one sentence on its theme, and the layers that show it.

    One that ``begins`` a group has a line above it in the menu.
    """

    title: str
    fen: str
    look: str
    layers: tuple[str, ...]
    begins: bool = False


@cache
def samples() -> tuple[Sample, ...]:
    """Return the samples in the order of their menu."""
    return _read("samples.json")


@cache
def errata() -> tuple[Sample, ...]:
    """Return the positions on which a formula or a diagram of the wiki and its own sentence disagree."""
    return _read("errata.json")


def _read(name: str) -> tuple[Sample, ...]:
    return tuple(
        Sample(entry["title"], entry["fen"], entry["look"], tuple(entry["layers"]), entry.get("begins", False))
        for entry in json.loads(read_resource(name))
    )
