"""Masks in messages: the squares of one, whole files by their names, and how one was read from a text."""

from __future__ import annotations

from typing import NamedTuple

from pawnviz.core.board.bitboard import FILES, complement, popcount, square_names
from pawnviz.core.board.mapping import Mapping
from pawnviz.core.board.mask_reader import read_mask
from pawnviz.core.board.notation import Notation, NotationError
from pawnviz.core.words import capitalized, count_text


def files_and_squares(mask: int) -> str:
    """Return the names of whole files in a mask, then of its other squares: ``b-file d5``; no squares are ``""``."""
    names = []
    for letter, file in zip("abcdefgh", FILES, strict=True):
        if mask & file == file:
            names.append(f"{letter}-file")
            mask &= complement(file)
    return " ".join([*names, *square_names(mask).split()])


class MaskReading(NamedTuple):
    """What a text says: its mask, or None where it cannot be read, and a message about it."""

    mask: int | None
    message: str


def reading_of(text: str, mapping: Mapping) -> MaskReading:
    """Return the mask that a text writes, with a message such as ``Hexadecimal, LERF: 8 squares``, or what is wrong."""
    try:
        found = read_mask(text, mapping)
    except NotationError as error:
        return MaskReading(None, capitalized(str(error)))
    count = count_text(popcount(found.mask), "square")
    if found.notation is Notation.SQUARES:
        return MaskReading(found.mask, count)
    named = f", {mapping.name}" if found.notation.is_number else ""
    return MaskReading(found.mask, f"{capitalized(found.description)}{named}: {count}")
