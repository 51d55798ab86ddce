"""Importing layers from a file: the name of each, the layer that it replaces, and the resulting collection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from pawnviz.core.user_layers.collection import UserLayer, UserLayers, renamed_calls
from pawnviz.core.user_layers.names import free_identifier


class Choice(Enum):
    """The result of importing an entry of a file."""

    TAKE = "take"  # It becomes a layer, with another name where its own is taken.
    REPLACE = "replace"  # It takes the place of the layer that has its name.
    SKIP = "skip"  # It is left out.


@dataclass(frozen=True)
class Import:
    """The result of an import: all layers, and for each entry of the file its identifier, empty if it was skipped."""

    layers: UserLayers
    identifiers: tuple[str, ...]


def choices_for(layers: UserLayers, entry: UserLayer) -> tuple[Choice, ...]:
    """Return the choices for an entry, the best first: to skip one that is there already, else to take it."""
    if entry.identifier not in layers:
        return (Choice.TAKE, Choice.SKIP)
    if layers.entry(entry.identifier) == entry:
        return (Choice.SKIP, Choice.TAKE)
    return (Choice.TAKE, Choice.REPLACE, Choice.SKIP)


def imported(layers: UserLayers, entries: Sequence[UserLayer], choices: Sequence[Choice]) -> Import:
    """Return the layers with those of a file, each dealt with as chosen.

    Entries that call one that gets another name call it by that; calls of one that is left out go to the layer of that
    name that is there, if any. Raises ``ValueError`` when there are too many layers.
    """
    # No entry is given a name that another entry of the file already has.
    own_names = {entry.identifier for entry in entries}
    taken = set(layers.layers)
    identifiers = []
    for entry, choice in zip(entries, choices, strict=True):
        if choice is Choice.SKIP:
            identifiers.append("")
            continue
        identifier = entry.identifier
        if identifier in taken and choice is not Choice.REPLACE:
            identifier = free_identifier(identifier, taken | own_names)
        taken.add(identifier)
        identifiers.append(identifier)
    names = {
        entry.identifier: identifier
        for entry, identifier in zip(entries, identifiers, strict=True)
        if identifier and identifier != entry.identifier
    }
    new = {
        identifier: entry._replace(identifier=identifier, formula=renamed_calls(entry.formula, names))
        for entry, identifier in zip(entries, identifiers, strict=True)
        if identifier
    }
    kept = [new.pop(entry.identifier, entry) for entry in layers.entries]
    return Import(UserLayers((*kept, *new.values())), tuple(identifiers))
