"""The order in which lists for people name the layers: everyday ones, then chapter by chapter, then building blocks.

The entries of labels say which layers are everyday ones. A layer that neither they nor a table here names stands in the
section of its chapter, in the order of the registry.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pawnviz.core.labels.order import in_places
from pawnviz.core.layers import LAYERS, registry


class Section(NamedTuple):
    """A part of the list: its title and the identifiers of its layers."""

    title: str
    identifiers: tuple[str, ...]


class Series(NamedTuple):
    """Layers that differ in a number only, 1 for the first: a list shows one of them, with the number to choose."""

    title: str
    unit: str
    identifiers: tuple[str, ...]

    def number(self, identifier: str) -> int:
        """Return the number of one of the layers; raises ``ValueError`` for any other."""
        if identifier not in self.identifiers:
            raise ValueError(f"{identifier} has no number in {self.title}")
        return self.identifiers.index(identifier) + 1


EVERYDAY: Final = Section("Everyday", in_places(lambda label: label.everyday))
"""The section of the layers that players and students look for first."""

BUILDING_BLOCKS: Final = Section(
    "Building blocks",
    (
        *("pawns", "front_fills", "rear_fills", "file_fills", "telestops_of_each", "lee_squares", "luff_squares"),
        *("rear_twins", "front_twins", "east_front_attack_spans", "west_front_attack_spans", "rear_attack_spans"),
        *("attack_file_fills", "east_attacks", "west_attacks", "single_attacks", "east_capturers", "west_capturers"),
        *("east_levers", "west_levers", "pushable_pawns", "double_pushable_pawns"),
        *("island_east_files", "island_west_files", *(f"islands_of_width_{width}" for width in range(1, 9))),
        *("isolated_files", "half_isolated_files", "majority_files", "east_capture_targets", "west_capture_targets"),
    ),
)
"""The section of the parts of other layers; lists fold it at first."""

SERIES: Final = (
    Series("Islands by width", "wide", tuple(f"islands_of_width_{width}" for width in range(1, 9))),
    Series("Knight outposts by moves", "moves", tuple(f"knight_outposts_in_{moves}" for moves in range(1, 4))),
)
"""The layers that a list shows as one."""

_SERIES_OF: Final = {identifier: series for series in SERIES for identifier in series.identifiers}

_CHAPTERS: Final = (
    *(registry.BACKWARD, registry.PASSERS, registry.LEVERS, registry.SQUARES, registry.PIECES, registry.ISLANDS),
    *(registry.DOUBLED, registry.MAJORITIES, registry.KING, registry.CHAINS, registry.ATTACKS, registry.PUSHES),
    *(registry.CAPTURES, registry.SPANS, registry.ATTACK_SPANS),
)
"""The chapters that come first; others follow in the order of the registry."""


def sections() -> tuple[Section, ...]:
    """Return every section that has a layer, in the order of lists; each layer is in exactly one."""
    placed = {*EVERYDAY.identifiers, *BUILDING_BLOCKS.identifiers}
    chapters: dict[str, list[str]] = {chapter.title: [] for chapter in _CHAPTERS}
    for layer in LAYERS.values():
        if layer.identifier not in placed:
            chapters.setdefault(layer.chapter.title, []).append(layer.identifier)
    between = tuple(Section(title, tuple(identifiers)) for title, identifiers in chapters.items() if identifiers)
    return (EVERYDAY, *between, BUILDING_BLOCKS)


def series_of(identifier: str) -> Series | None:
    """Return the series that a layer belongs to, None for most."""
    return _SERIES_OF.get(identifier)
