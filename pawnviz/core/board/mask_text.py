"""Masks in messages: the squares of one, files and runs by their names, and how one was read from a text."""

from __future__ import annotations

from typing import NamedTuple

from pawnviz.core.board.bitboard import FILES, RANKS, SQUARE_NAMES, complement, mask_of, popcount, square_names, squares
from pawnviz.core.board.mapping import SquareMapping
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


def compact_names(mask: int) -> str:
    """Return the names of squares; three or more in a row on a file, or else on a rank, are one run: ``c4–c8 e5``."""
    names = []
    for lines, step in ((FILES, 8), (RANKS, 1)):
        for line in lines:
            for run in _runs(mask & line, step):
                if len(run) > 2:
                    names.append((run[0], f"{SQUARE_NAMES[run[0]]}–{SQUARE_NAMES[run[-1]]}"))
                    mask &= complement(mask_of(run))
    names += [(square, SQUARE_NAMES[square]) for square in squares(mask)]
    return " ".join(name for _, name in sorted(names))


def _runs(mask: int, step: int) -> list[list[int]]:
    """Return the squares of a mask on one line as runs of neighbors, whose numbers are a step apart."""
    runs: list[list[int]] = []
    for square in squares(mask):
        if runs and runs[-1][-1] + step == square:
            runs[-1].append(square)
        else:
            runs.append([square])
    return runs


class MaskReading(NamedTuple):
    """A text read as a mask: the mask, None where it is none, and a message about it."""

    mask: int | None
    message: str


def reading_of(text: str, mapping: SquareMapping) -> MaskReading:
    """Return the mask that a text writes, with a message such as ``Hexadecimal, LERF: 8 squares``, or the fault."""
    try:
        read = read_mask(text, mapping)
    except NotationError as error:
        return MaskReading(None, capitalized(str(error)))
    count = count_text(popcount(read.mask), "square")
    if read.notation is Notation.SQUARES:
        return MaskReading(read.mask, count)
    named = f", {mapping.name}" if read.notation.is_number else ""
    return MaskReading(read.mask, f"{capitalized(read.description)}{named}: {count}")
