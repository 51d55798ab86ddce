"""User layers: formulas with a name as Layer values, and imports of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from enum import Enum
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

from pawnviz.core.board.side import Side
from pawnviz.core.formula.compiler import computed
from pawnviz.core.formula.parser import FormulaError, parse
from pawnviz.core.formula.tree import Formula
from pawnviz.core.layers import Chapter, Layer
from pawnviz.core.layers.marks import Mark, Style, badge, hatch
from pawnviz.core.layers.registry import free_identifier, identifier_fault

USER_LAYERS: Final = Chapter("User layers", "")  # The chapter of the user layers.
MOST_LAYERS: Final = 200  # The most user layers.
USER_STYLE: Final = Style(hatch("tint"))  # The style of a user layer until another one is chosen.

NEW_MARKS: Final = (
    USER_STYLE.mark,
    badge(""),
    *map(hatch, ("dotted", "waves", "steep", "rungs", "shallow dashed", "crosses", "double", "steep dotted", "dashed")),
    *map(hatch, ("shallow", "double dashed", "steep dashed", "shallow dotted", "solid")),
)
"""The marks of new layers, one after the other; the badge has the first letter of the title."""

_CALL: Final = r"(?<![A-Za-z0-9_])[a-z][a-z0-9_]*(?=\s*\()"


class UserLayer(NamedTuple):
    """A layer as its user wrote it. The formula may be wrong; its meaning depends on the layers that it calls."""

    identifier: str
    title: str
    formula: str
    definition: str = ""
    style: Style = USER_STYLE


class UserLayers:
    """User layers in their order, as a value; unreadable ones hold no square and have an error in ``faults``."""

    def __init__(self, entries: Iterable[UserLayer] = ()) -> None:
        """Raise ``ValueError`` for an identifier that cannot be used or is there twice, and for too many layers."""
        self.entries = tuple(entries)
        if len(self.entries) > MOST_LAYERS:
            raise ValueError(f"there are at most {MOST_LAYERS} user layers")
        self._written = {entry.identifier: entry for entry in self.entries}
        self.layers: dict[str, Layer] = {}
        self._formulas: dict[str, Formula | FormulaError] = {}
        for entry in self.entries:
            fault = identifier_fault(entry.identifier, self.layers)
            if fault:
                raise ValueError(fault)
            # A formula is read when its layer is first asked: two hundred long ones would hold up a start.
            self.layers[entry.identifier] = _layer(entry, partial(self._squares, entry.identifier))

    def fault(self, identifier: str) -> FormulaError | None:
        """Return the error of an unreadable layer, None for a readable or unknown one."""
        formula = self._read(identifier) if identifier in self.layers else None
        return formula if isinstance(formula, ValueError) else None

    @cached_property
    def faults(self) -> dict[str, FormulaError]:
        """The errors of all unreadable layers by identifier."""
        return {name: fault for name in self.layers if (fault := self.fault(name)) is not None}

    def _read(self, identifier: str) -> Formula | FormulaError:
        if identifier not in self._formulas:
            try:
                formula: Formula | FormulaError = parse(self.entry(identifier).formula, self.layers, identifier)
            except FormulaError as error:
                formula = error
            self._formulas[identifier] = formula
        return self._formulas[identifier]

    def _squares(self, identifier: str, side: Side[Any]) -> Any:
        formula = self._read(identifier)
        return side.pawns & 0 if isinstance(formula, ValueError) else computed(formula, side)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UserLayers) and self.entries == other.entries

    def __hash__(self) -> int:
        return hash(self.entries)

    def __contains__(self, identifier: object) -> bool:
        return identifier in self.layers

    def __len__(self) -> int:
        return len(self.entries)

    def entry(self, identifier: str) -> UserLayer:
        """Return a layer as it is written; raises ``KeyError`` when none has this identifier."""
        return self._written[identifier]

    def draft(self, entry: UserLayer, instead_of: str = "") -> Layer:
        """Return the layer of an entry, new or in place of another, by any identifier; raises ``FormulaError``."""
        return _layer(entry, partial(computed, self._formula(entry, instead_of)))

    def turns(self, entry: UserLayer, instead_of: str = "") -> bool:
        """Return whether the squares of an entry, as for ``draft``, may differ by color; raises ``FormulaError``."""
        from pawnviz.core.formula.code import depends_on_side

        return depends_on_side(self._formula(entry, instead_of))

    def _formula(self, entry: UserLayer, instead_of: str) -> Formula:
        # A formula that calls the layer by its former name would call itself as soon as it is kept.
        identifier = instead_of or ("" if entry.identifier in self.layers else entry.identifier)
        return parse(entry.formula, self.layers, identifier)

    def with_entry(self, entry: UserLayer, instead_of: str = "") -> UserLayers:
        """Return the layers with a new or changed one, and calls renamed; raises ``ValueError`` for a wrong name."""
        if not instead_of:
            return UserLayers((*self.entries, entry))
        names = {instead_of: entry.identifier} if instead_of != entry.identifier else {}
        return UserLayers(
            entry if other.identifier == instead_of else other._replace(formula=renamed_calls(other.formula, names))
            for other in self.entries
        )

    def without(self, identifier: str) -> UserLayers:
        """Return the layers without one of them; formulas that call it stay as they are and cannot be read."""
        return UserLayers(entry for entry in self.entries if entry.identifier != identifier)

    def moved(self, identifier: str, place: int) -> UserLayers:
        """Return the layers with one of them at another place, counted from 0."""
        entries = [entry for entry in self.entries if entry.identifier != identifier]
        entries.insert(place, self.entry(identifier))
        return UserLayers(entries)

    def callers(self, identifier: str) -> tuple[str, ...]:
        """Return the identifiers of the layers whose formulas call one of them."""
        return tuple(
            entry.identifier for entry in self.entries if identifier in self._called(entry) - {entry.identifier}
        )

    def with_called(self, identifiers: Collection[str]) -> tuple[UserLayer, ...]:
        """Return these layers and those that they call, themselves or through others, in the order of the list."""
        called = {entry.identifier: self._called(entry) for entry in self.entries}
        wanted: set[str] = set()
        waiting = list(identifiers)
        while waiting:
            name = waiting.pop()
            if name not in wanted:
                wanted.add(name)
                waiting.extend(called[name])
        return tuple(entry for entry in self.entries if entry.identifier in wanted)

    def _called(self, entry: UserLayer) -> set[str]:
        return self.layers.keys() & set(re.findall(_CALL, entry.formula))


def _layer(entry: UserLayer, compute: Callable[[Side[Any]], Any]) -> Layer:
    return Layer(entry.identifier, entry.title, USER_LAYERS, entry.formula, entry.definition, entry.style.mark, compute)


def renamed_calls(formula: str, names: dict[str, str]) -> str:
    """Return a formula that calls layers by new identifiers in place of old ones; the text may be wrong elsewhere."""
    if not names:
        return formula
    return re.sub(_CALL, lambda match: names.get(match[0], match[0]), formula)


def new_mark(taken: Iterable[Mark]) -> Mark:
    """Return the mark of a new layer: of ``NEW_MARKS`` the first of the least taken; all badges are one mark."""
    counts = Counter((mark.family, mark.shape) for mark in taken)
    return min(NEW_MARKS, key=lambda mark: counts[mark.family, mark.shape])


class Choice(Enum):
    """The result of importing an entry of a file."""

    TAKE = "take"  # It becomes a layer, with another name if its own is taken.
    REPLACE = "replace"  # It takes the place of the layer that has its name.
    SKIP = "skip"  # It is left out.


class Import(NamedTuple):
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
    """Return the layers with a file's, as chosen, and calls renamed; raises ``ValueError`` for too many."""
    # No entry is given a name that another entry of the file already has.
    own_names = {entry.identifier for entry in entries}
    taken = set(layers.layers)
    identifiers = []
    for entry, choice in zip(entries, choices, strict=True):
        identifier = "" if choice is Choice.SKIP else entry.identifier
        if choice is Choice.TAKE and identifier in taken:
            identifier = free_identifier(identifier, taken | own_names)
        taken.add(identifier)
        identifiers.append(identifier)
    pairs = [pair for pair in zip(entries, identifiers, strict=True) if pair[1]]
    names = {entry.identifier: identifier for entry, identifier in pairs}
    new = {
        identifier: entry._replace(identifier=identifier, formula=renamed_calls(entry.formula, names))
        for entry, identifier in pairs
    }
    kept = [new.pop(entry.identifier, entry) for entry in layers.entries]
    return Import(UserLayers((*kept, *new.values())), tuple(identifiers))
