"""The order of labels: their weights, in general and for one pawn, and which of their changes matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Final

from pawnviz.core.board.side import Side
from pawnviz.core.labels.label import Label, Place, Subject
from pawnviz.core.labels.table import LABELS
from pawnviz.core.layers import LAYERS
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


def labels_with(
    field: Callable[[Label], object], weight: Callable[[Label], int] = attrgetter("weight")
) -> tuple[str, ...]:
    """Return the identifiers of the labels for whose entries ``field`` is true, the heaviest first."""
    names = (name for name, label in LABELS.items() if field(label))
    return tuple(sorted(names, key=lambda name: -weight(LABELS[name])))


def with_subject(side: Side[int], subject: Subject, *, named: bool = False) -> dict[str, int]:
    """Return the pawns of a side with each label that begins a headline so, by its adjective.

    With ``named`` only those are returned that short sentences name.
    """
    pawns = named_of if named else lambda name, side: LAYERS[name](side)
    return {label.adjective: pawns(name, side) for name, label in LABELS.items() if label.subject is subject}


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
