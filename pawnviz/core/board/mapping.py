"""The eight ways in which engines number the squares, and masks as numbers in each of them.

Masks have a1 = bit 0, b1 = bit 1 and h8 = bit 63. A ``SquareMapping`` says on which squares bits 0 and 1 lie.

Source: https://www.chessprogramming.org/Square_Mapping_Considerations
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pawnviz.core.board.bitboard import BOARD, SQUARE_NAMES, Bits, flip_vertical, mirror_horizontal
from pawnviz.core.words import quoted


@dataclass(frozen=True, slots=True)
class SquareMapping:
    """One of the eight ways to number the squares along ranks or files: the square of each bit of a number.

    ``first`` is the square of bit 0, a corner, and ``second`` the square of bit 1, beside it; both are numbers from 0
    (a1) to 63 (h8). The other bits of the first byte follow in the same direction, the other bytes beside it.
    """

    name: str
    first: int
    second: int

    @property
    def first_squares(self) -> str:
        """The squares of bit 0 and bit 1 in one word, which names the mapping too: ``a1b1``."""
        return SQUARE_NAMES[self.first] + SQUARE_NAMES[self.second]

    @property
    def title(self) -> str:
        """The mapping in words: ``a1 = bit 0, b1 = bit 1, h8 = bit 63``."""
        first, second, last = (SQUARE_NAMES[square] for square in (self.first, self.second, self.first ^ 63))
        return f"{first} = bit 0, {second} = bit 1, {last} = bit 63"

    def square(self, bit: int) -> int:
        """Return the square, from 0 (a1) to 63 (h8), that a bit from 0 to 63 stands for."""
        return (bit >> 3 | (bit & 7) << 3 if self._by_files else bit) ^ self.first

    def bit(self, square: int) -> int:
        """Return the bit, from 0 to 63, that stands for a square from 0 (a1) to 63 (h8)."""
        bit = square ^ self.first
        return bit >> 3 | (bit & 7) << 3 if self._by_files else bit

    def mask(self, number: Bits) -> Bits:
        """Return the mask, a1 = bit 0, of a number in this mapping: an int from 0 to ``BOARD``, or ``uint64``."""
        return self._turned(_transposed(number) if self._by_files else number)

    def number(self, mask: Bits) -> Bits:
        """Return the number in this mapping of a mask, a1 = bit 0: an int from 0 to ``BOARD``, or ``uint64``."""
        number = self._turned(mask)
        return _transposed(number) if self._by_files else number

    @property
    def _by_files(self) -> bool:
        return self.first ^ self.second >= 8

    def _turned(self, mask: Bits) -> Bits:
        """Return the mask with files and ranks counted from the first square; twice gives it back."""
        if self.first & 7:
            mask = mirror_horizontal(mask)
        return flip_vertical(mask) if self.first >> 3 else mask


def _transposed(mask: Bits) -> Bits:
    """Return the mask with files and ranks exchanged, so that b1 becomes a2; twice gives it back."""
    # Source: https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating
    for distance, upper in ((28, 0x0F0F_0F0F_0000_0000), (14, 0x3333_0000_3333_0000), (7, 0x5500_5500_5500_5500)):
        moved = (mask ^ (mask << distance & BOARD)) & upper
        mask = mask ^ (moved | moved >> distance)
    return mask


LERF: Final = SquareMapping("LERF", 0, 1)
"""Little-endian, rank by rank: a1 = bit 0, b1 = bit 1. Masks of this program are numbers in this mapping."""

MAPPINGS: Final[dict[str, SquareMapping]] = {
    mapping.name: mapping
    for mapping in (
        LERF,
        SquareMapping("LEFR", 0, 8),
        SquareMapping("BERF", 63, 62),
        SquareMapping("BEFR", 63, 55),
        SquareMapping("BERLEF", 56, 57),
        SquareMapping("LERBEF", 7, 6),
        SquareMapping("LEFBER", 56, 48),
        SquareMapping("BEFLER", 7, 15),
    )
}
"""The eight mappings by name: little- or big-endian ranks (R) and files (F), the one with the greater weight first.

Where both are alike the word stands once: LERF, BERF, LEFR, BEFR. Big-endian counts from rank 8 or from the h-file.
"""

_BY_FIRST_SQUARES: Final = {mapping.first_squares: mapping for mapping in MAPPINGS.values()}


def mapping_named(text: str) -> SquareMapping:
    """Return a mapping by ``LERF``, ``a1b1`` or ``a1 b1`` in any case; raises ``ValueError`` with the mappings."""
    word = re.sub(r"[\s,_-]+", "", text[:100])
    mapping = MAPPINGS.get(word.upper()) or _BY_FIRST_SQUARES.get(word.lower())
    if mapping is None:
        known = ", ".join(f"{mapping.name} ({mapping.first_squares})" for mapping in MAPPINGS.values())
        raise ValueError(f"there is no mapping {quoted(text)}; choose from {known}")
    return mapping
