"""A preview of an import of layers, with its messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.layers import Layer
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.core.user_layers.file import Fault
from pawnviz.core.user_layers.imports import Choice, imported
from pawnviz.core.words import capitalized, count_text, plural

MOST_FAULTS: Final = 4  # The number of faults of a file that are named; more are counted.


class ImportPlan:
    """The layers of a file, the choice for each, and the result of all of them together."""

    def __init__(self, kept: UserLayers, entries: Sequence[UserLayer], choices: Sequence[Choice]) -> None:
        self._kept = kept
        self._entries = entries
        self.count = sum(choice is not Choice.SKIP for choice in choices)
        self.fault = ""
        try:
            result = imported(kept, entries, choices)
        except ValueError as error:
            self.fault = f"{error}; skip some."
            self.layers = kept
            self._identifiers = ("",) * len(entries)
        else:
            self.layers = result.layers
            self._identifiers = result.identifiers

    @property
    def taken(self) -> list[str]:
        """The identifiers of the imported layers."""
        return [identifier for identifier in self._identifiers if identifier]

    @property
    def text(self) -> str:
        """A message with the number of imported layers, and of replaced ones."""
        replaced = len(self.taken) - (len(self.layers) - len(self._kept))
        instead = f", {replaced} in place of {plural(replaced, 'one', 'some')} of yours" if replaced else ""
        return f"Took {count_text(len(self.taken), 'layer')}{instead}"

    def is_taken(self, number: int) -> bool:
        """Return whether an entry, counted from 0, is imported."""
        return bool(self._identifiers[number])

    def name(self, number: int) -> str:
        """Return the identifier that an entry will have, or its own where it is skipped."""
        return self._identifiers[number] or self._entries[number].identifier

    def reading(self, number: int) -> tuple[Layer | None, FormulaError | None]:
        """Return an entry as a layer, even a skipped one, or the fault of its formula."""
        identifier = self._identifiers[number]
        if identifier:
            error = self.layers.fault(identifier)
            return (None, error) if error is not None else (self.layers.layers[identifier], None)
        try:
            return self.layers.draft(self._entries[number]), None
        except FormulaError as error:
            return None, error


def choice_text(kept: UserLayers, entry: UserLayer, choice: Choice) -> str:
    """Return the text of a choice for an entry."""
    if choice is Choice.REPLACE:
        return "Replace mine"
    if choice is Choice.SKIP:
        is_there = entry.identifier in kept and kept.entry(entry.identifier) == entry
        return "Skip: it is there" if is_there else "Skip"
    return "Take, renamed" if entry.identifier in kept else "Take"


def file_text(name: str, count: int) -> str:
    """Return a heading with the number of layers in a file."""
    return f"“{name}” holds {count_text(count, 'layer') if count else 'no layer that can be read'}."


def faults_text(faults: Sequence[Fault]) -> str:
    """Return a sentence for each fault of a file on its own line, and the number of further ones."""
    lines = [f"{capitalized(str(fault))}." for fault in faults[:MOST_FAULTS]]
    if len(faults) > MOST_FAULTS:
        lines.append(f"And {count_text(len(faults) - MOST_FAULTS, 'more fault')}.")
    return "\n".join(lines)
