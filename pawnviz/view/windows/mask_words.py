"""What is said of a mask that was read from a text: how it was read, and how many squares it has."""

from __future__ import annotations

from pawnviz.core.board.bitboard import popcount
from pawnviz.core.board.notation import Mapping, Notation, ReadMask
from pawnviz.core.words import capitalized, count_text


def read_words(found: ReadMask, mapping: Mapping) -> str:
    """Return how a mask was read and its number of squares, such as ``Hexadecimal, LERF: 8 squares``."""
    count = count_text(popcount(found.mask), "square")
    if found.notation is Notation.SQUARES:
        return count
    named = f", {mapping.name}" if found.notation.is_number else ""
    return f"{capitalized(found.description)}{named}: {count}"
