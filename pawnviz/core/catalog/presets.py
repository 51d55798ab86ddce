"""Presets: layers that are shown together, read from ``resources/presets.json``."""

from __future__ import annotations

import json
from functools import cache
from typing import NamedTuple

from pawnviz.core.layers import present_identifier
from pawnviz.resources import read_resource


class Preset(NamedTuple):
    """Layers shown together: a title, one sentence, and their identifiers."""

    title: str
    description: str
    layers: tuple[str, ...]


@cache
def presets() -> tuple[Preset, ...]:
    """Return the presets in the order of their buttons."""
    return tuple(
        Preset(entry["title"], entry["description"], tuple(map(present_identifier, entry["layers"])))
        for entry in json.loads(read_resource("presets.json"))
    )
