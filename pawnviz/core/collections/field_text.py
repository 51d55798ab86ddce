"""The writing of a field of a search, such as ``white:"Karpov, Anatoly"`` or ``structure:carlsbad,white``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LONGEST_QUESTION: Final = 4096  # The most characters of a question.


def field_text(name: str, value: str, words: Iterable[str] = ()) -> str:
    """Return a field of a name, a value, in quotation marks where it needs them, and further words, empty ones not."""
    is_plain = value and not any(character.isspace() or character in '",:' for character in value)
    shown = value if is_plain else '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    head = f"{name}:{shown}" if name else shown
    return ",".join((head, *filter(None, words)))


def range_text(least: int, most: int | None) -> str:
    """Return a range of numbers: ``10-30``, ``10-``, ``-30``, or ``10`` for a single one; 0 and ``None`` are open."""
    if least == most:
        return str(least)
    return f"{least or ''}-{'' if most is None else most}"
