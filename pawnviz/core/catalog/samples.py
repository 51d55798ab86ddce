"""Sample positions and presets of layers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from pawnviz.core.layers import present_identifier
from pawnviz.folders import read_resource


class Preset(NamedTuple):
    """At most three layers shown together: a title, one sentence, and their identifiers.

    ``exceptions`` are those of which the board marks the squares that the layer does not hold, each with the title
    of these squares.
    """

    title: str
    description: str
    layers: tuple[str, ...]
    exceptions: Mapping[str, str]


@cache
def presets() -> tuple[Preset, ...]:
    """Return the presets in the order of their buttons."""
    return tuple(
        Preset(
            entry["title"],
            entry["description"],
            tuple(map(present_identifier, entry["layers"])),
            entry.get("exceptions", {}),
        )
        for entry in json.loads(read_resource("presets.json"))
    )


def exceptions_of(identifiers: Iterable[str]) -> dict[str, str]:
    """Return the exceptions of the preset that shows exactly these layers, none if no preset does."""
    wanted = set(identifiers)
    preset = next((preset for preset in presets() if set(preset.layers) == wanted), None)
    return {} if preset is None else dict(preset.exceptions)


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
