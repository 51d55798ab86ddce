"""The order of labels: their weights, in general and for one pawn, and the sections of lists for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Final, NamedTuple

from pawnviz.core.board.side import Side
from pawnviz.core.labels.table import LABELS, Label, Place, Subject
from pawnviz.core.layers import LAYERS, registry
from pawnviz.core.layers.registry import FILLS, PUSHES, SPANS


def label_of(identifier: str) -> Label:
    """Return the entry of a layer; a layer without one is geometry or stands behind the fold, by its chapter."""
    if identifier in LABELS:
        return LABELS[identifier]
    return Label(place=Place.GEOMETRY if LAYERS[identifier].chapter in (FILLS, SPANS, PUSHES) else None)


def weight_at(identifier: str, side: Side[int], square: int) -> int:
    """Return the weight of a label for the pawn of a side on a square from 0 to 63."""
    label = label_of(identifier)
    return next((case.weight for case in label.cases if case.where(side) >> square & 1), label.weight)


def named_of(identifier: str, side: Side[int]) -> int:
    """Return the pawns of a side that short sentences name by a label."""
    pawns, named = LAYERS[identifier](side), label_of(identifier).named_of
    return pawns if named is None else pawns & named(side)


def with_wiki(identifier: str, side: Side[int]) -> int:
    """Return the pawns of a side with a label, by the wiki's definition too: no text denies them the label."""
    return LAYERS[identifier](side) | LAYERS[_WIKI_VARIANTS.get(identifier, identifier)](side)


_WIKI_VARIANTS: Final = {
    label.told_with: name for name, label in LABELS.items() if label.told_with and label.definition == "wiki"
}


def labels_with(
    field: Callable[[Label], object], weight: Callable[[Label], int] = attrgetter("weight")
) -> tuple[str, ...]:
    """Return the identifiers of the labels for whose entries ``field`` is true, the heaviest first."""
    names = (name for name, label in LABELS.items() if field(label))
    return tuple(sorted(names, key=lambda name: -weight(LABELS[name])))


def with_subject(side: Side[int], subject: Subject, *, named: bool = False) -> dict[str, int]:
    """Return the pawns of a side, or only the ``named`` ones, with each label that begins a headline."""
    names = _BY_SUBJECT[subject]
    return {adjective: named_of(name, side) if named else LAYERS[name](side) for adjective, name in names.items()}


_BY_SUBJECT: Final = {
    subject: {label.adjective: name for name, label in LABELS.items() if label.subject is subject}
    for subject in Subject
}


def in_places(place: Callable[[Label], int]) -> tuple[str, ...]:
    """Return the identifiers of the labels that have a place in a list, by their places from 1."""
    return labels_with(place, lambda label: -place(label))


USUAL_LANES: Final = in_places(lambda label: label.lane)
"""The layers and numbers that are offered first to be followed through a game."""


def heaviest_first(identifiers: Iterable[str]) -> list[str]:
    """Return layers, each once: built-in ones whose changes matter, then the user's, then the others in their order."""
    weights = {name: LABELS[name].weight if name in LABELS else 0 for name in identifiers}
    return sorted(weights, key=lambda name: -weights[name] if matters(name) else 1)


def matters(identifier: str) -> bool:
    """Return whether a change of a layer matters: of one that people ask for and that says something, or a user's."""
    label = LABELS.get(identifier)
    if label is None:
        return identifier not in LAYERS
    return label.weight > 0 and (label.is_asked or label.everyday > 0)


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
