"""The tour through the window, read from ``resources/tour.json``."""

from __future__ import annotations

import json
from functools import cache
from typing import NamedTuple

from pawnviz.resources import read_resource


class Stop(NamedTuple):
    """A stop of the tour: its title, the name of the part of the window that it points at, and a few sentences."""

    title: str
    target: str
    text: str


@cache
def stops() -> tuple[Stop, ...]:
    """Return the stops of the tour in their order."""
    return tuple(
        Stop(entry["title"], entry["target"], entry["text"]) for entry in json.loads(read_resource("tour.json"))
    )
