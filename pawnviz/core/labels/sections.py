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
"""The section of the parts of other layers, which the page of layers lists for programmers alone."""

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
