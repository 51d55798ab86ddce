"""Sample positions, read from ``resources/samples.json``."""

from __future__ import annotations

import json
from functools import cache
from typing import NamedTuple

from pawnviz.resources import read_resource


class Sample(NamedTuple):
    """A title, a position as FEN, one sentence on its theme, and the layers that show it."""

    title: str
    fen: str
    look: str
    layers: tuple[str, ...]


@cache
def samples() -> tuple[Sample, ...]:
    """Return the samples in the order of their menu."""
    return tuple(
        Sample(entry["title"], entry["fen"], entry["look"], tuple(entry["layers"]))
        for entry in json.loads(read_resource("samples.json"))
    )
