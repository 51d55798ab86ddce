"""Messages on a layer in the editor: its formula, its title and name, and missing parts."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.layers.marks import style_fault
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.core.user_layers.names import LONGEST_DEFINITION, LONGEST_TITLE, identifier_fault, text_fault
from pawnviz.core.words import capitalized, count_text
from pawnviz.model.layers.user_layer_list import NEW_TITLE

_EMPTY: Final = "Write a set of squares, such as stops(own) & attacks(enemy). Ctrl+Space lists the words."
_SAME: Final = "Without own or enemy, White and Black have the same squares."
_READ: Final = "own, enemy, white, black are pawns; & | ^ - ~ join sets. Ctrl+Space lists the words."


class Message(NamedTuple):
    """A sentence on the draft, and whether it is a fault."""

    text: str
    is_error: bool = False


def formula_message(formula: str, error: FormulaError | None, *, turns: bool) -> Message:
    """Return a fault of a formula, or a hint; ``turns`` is false where both sides have equal squares."""
    if not formula.strip():
        return Message(_EMPTY)
    if error is None:
        return Message(_READ if turns else _SAME)
    line = formula.count("\n", 0, error.column - 1) + 1
    place = f"Column {error.column}" + (f", in line {line}" if "\n" in formula else "")
    return Message(f"{place}: {error.sentence}", is_error=True)


def name_fault(entry: UserLayer, taken: Collection[str]) -> str:
    """Return why a title or name is refused, with ``taken`` names, or an empty text."""
    if not entry.title:
        return "a title is expected"
    return text_fault(entry.title, "a title", LONGEST_TITLE) or identifier_fault(entry.identifier, taken)


def definition_fault(entry: UserLayer) -> str:
    """Return a fault of a layer's definition, or an empty text."""
    return text_fault(entry.definition, "a definition", LONGEST_DEFINITION)


def is_complete(entry: UserLayer, taken: Collection[str]) -> bool:
    """Return whether a layer can be saved if its formula can be read."""
    return bool(entry.formula.strip()) and not (
        name_fault(entry, taken) or definition_fault(entry) or style_fault(entry.style)
    )


def names_message(entry: UserLayer, taken: Collection[str], caller_count: int) -> Message:
    """Return a fault of title or name, or the number of layers that call the old name, or an empty text."""
    fault = name_fault(entry, taken) if entry.title or entry.identifier else ""
    if fault:
        return Message(f"{capitalized(fault)}.", is_error=True)
    if caller_count:
        return Message(f"{count_text(caller_count, 'layer that calls', 'layers that call')} it will follow.")
    return Message("")


def first_letter(title: str) -> str:
    """Return the default letter of a badge: the first visible one of the title."""
    return next((sign for sign in title if sign.isprintable() and not sign.isspace()), NEW_TITLE[0])
