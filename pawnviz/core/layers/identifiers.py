"""The rules for the identifiers and texts of layers that are not built in: the user's, and those of packages."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from pawnviz.core.formula.names import RESERVED
from pawnviz.core.layers.registry import LAYERS, NUMBERS
from pawnviz.core.words import quoted_value

LONGEST_IDENTIFIER: Final = 40
LONGEST_TITLE: Final = 60
LONGEST_DEFINITION: Final = 1000

_OWN_PREFIXES: Final = ("bench_", "difference_", "pasted_")
"""The prefixes of temporary layers, which the program itself makes."""

_IDENTIFIER: Final = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_SQUARES: Final = frozenset(f"{file}{rank}" for file in "abcdefgh" for rank in "12345678")


def identifier_fault(identifier: str, taken: Collection[str] = ()) -> str:
    """Return why a text cannot be the identifier of a user layer beside the ``taken`` ones, empty where it can."""
    if not identifier:
        return "a name is expected, such as lasting_holes"
    if not _IDENTIFIER.fullmatch(identifier):
        strange = next((character for character in identifier if not character.isascii()), "")
        if strange:
            return f"{_character(strange)} is not one of the letters a to z; a name is written like lasting_holes"
        written = "names are written with a to z, digits and _, like lasting_holes"
        return f"{quoted_value(identifier)} is not a name; {written}"
    if len(identifier) > LONGEST_IDENTIFIER:
        return f"a name is at most {LONGEST_IDENTIFIER} characters long, this one is {len(identifier)}"
    if identifier in LAYERS or identifier in NUMBERS:
        return f"{identifier} is a built-in {'layer' if identifier in LAYERS else 'number'}; choose another name"
    for prefix in _OWN_PREFIXES:
        if identifier.startswith(prefix):
            return f"names that start with {prefix} are the program's own; choose another name"
    if identifier in RESERVED or identifier in _SQUARES:
        return f"{identifier} has a meaning of its own in formulas; choose another name"
    if identifier in taken:
        return f"{identifier} is the name of another of your layers; choose another name"
    return ""


def _character(character: str) -> str:
    import unicodedata

    shown = f"“{character}” " if character.isprintable() else ""
    return f"{shown}{unicodedata.name(character, 'a character without a name')} (U+{ord(character):04X})"


def identifier_for(title: str, taken: Collection[str] = ()) -> str:
    """Return an identifier made of a title's letters, with a number at its end where the plain one cannot be used."""
    import unicodedata

    letters = unicodedata.normalize("NFKD", title[: 4 * LONGEST_TITLE]).encode("ascii", "ignore").decode().lower()
    plain = "_".join(re.findall("[a-z0-9]+", letters)).lstrip("0123456789_")[:LONGEST_IDENTIFIER].rstrip("_")
    return free_identifier(plain or "my_layer", taken)


def free_identifier(identifier: str, taken: Collection[str] = ()) -> str:
    """Return an identifier that can be used: this one, or one with the least number from 2 behind it."""
    for prefix in _OWN_PREFIXES:
        identifier = identifier.removeprefix(prefix)
    if not _IDENTIFIER.fullmatch(identifier) or identifier.startswith(_OWN_PREFIXES):
        identifier = "my_layer"
    candidate, number = identifier, 1
    while identifier_fault(candidate, taken):
        number += 1
        end = f"_{number}"
        candidate = identifier[: LONGEST_IDENTIFIER - len(end)].rstrip("_") + end
    return candidate


def text_fault(text: str, what: str, longest: int) -> str:
    """Return why a text cannot be a title or a definition, which ``what`` names, empty where it can."""
    if len(text) > longest:
        return f"{what} is at most {longest} characters long, this one is {len(text)}"
    strange = next((character for character in text if not character.isprintable()), "")
    if strange:
        return f"{what} is one line of printable characters; {_character(strange)} is not one"
    return ""
