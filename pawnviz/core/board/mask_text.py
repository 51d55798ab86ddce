"""Masks in messages: the squares of one, whole files by their names, and how one was read from a text."""

from __future__ import annotations

from pawnviz.core.board.bitboard import FILES, complement, popcount, square_names
from pawnviz.core.board.notation import Mapping, Notation, ReadMask
from pawnviz.core.words import capitalized, count_text


def files_and_squares(mask: int) -> str:
    """Return the names of whole files in a mask, then of its other squares: ``b-file d5``; no squares are ``""``."""
    names = []
    for letter, file in zip("abcdefgh", FILES, strict=True):
        if mask & file == file:
            names.append(f"{letter}-file")
            mask &= complement(file)
    return " ".join([*names, *square_names(mask).split()])


def reading_text(found: ReadMask, mapping: Mapping) -> str:
    """Return how a mask was read and its number of squares, such as ``Hexadecimal, LERF: 8 squares``."""
    count = count_text(popcount(found.mask), "square")
    if found.notation is Notation.SQUARES:
        return count
    named = f", {mapping.name}" if found.notation.is_number else ""
    return f"{capitalized(found.description)}{named}: {count}"
