"""Masks as text: the notations of languages and people, and the eight mappings of squares to bits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from pawnviz.core.board.bitboard import (
    BOARD,
    SQUARE_NAMES,
    Bits,
    diagram,
    flip_vertical,
    mirror_horizontal,
    square_names,
)
from pawnviz.core.words import quoted

# Mappings: the squares on which bits 0 and 1 of a number lie
# Source: https://www.chessprogramming.org/Square_Mapping_Considerations


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

If both are alike the word stands once: LERF, BERF, LEFR, BEFR. Big-endian counts from rank 8 or from the h-file.
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


# Notations


class Notation(Enum):
    """The ways to write a mask, each by its name; ``read_mask`` tells the first five apart.

    ``title`` is the name for people, and ``number`` the template of a number, if it is one, which depends on the
    mapping; its ``quoted`` are the digits in hexadecimal with a quote between each four.
    """

    title: str
    number: str

    HEX = "hex", "Hexadecimal", "0x{number:016x}"
    DECIMAL = "decimal", "Decimal", "{number}"
    BINARY = "binary", "Binary", "0b{number:064b}"
    DIAGRAM = "diagram", "Diagram"
    SQUARES = "squares", "Squares"
    SIGNED = "signed", "Signed decimal", "{signed}"
    ROWS = "rows", "Diagram on one line"
    SET = "set", "Squares in braces"
    C = "c", "C", "0x{number:016x}ULL"
    CPP = "cpp", "C++", "0x{quoted}ULL"
    CSHARP = "csharp", "C#", "0x{number:016x}UL"
    RUST = "rust", "Rust", "0x{number:019_x}_u64"
    GO = "go", "Go", "uint64(0x{number:016x})"
    JAVA = "java", "Java", "0x{number:016x}L"
    JAVASCRIPT = "javascript", "JavaScript", "0x{number:016x}n"
    PYTHON = "python", "Python", "0x{number:019_x}"
    NUMPY = "numpy", "NumPy", "numpy.uint64(0x{number:016x})"
    PASCAL = "pascal", "Pascal", "${number:016x}"
    # An assembler takes a word that starts with a letter for a name.
    ASSEMBLER = "assembler", "Assembler", "0{number:016x}h"

    def __new__(cls, value: str, title: str, number: str = "") -> Notation:
        """Make a notation from its name, its title and its template."""
        notation = object.__new__(cls)
        notation._value_, notation.title, notation.number = value, title, number
        return notation

    @property
    def is_number(self) -> bool:
        """Whether it is a number, which depends on the mapping."""
        return bool(self.number)

    @property
    def is_word(self) -> bool:
        """Whether it is one word without blanks, so that it fits into a line of a file."""
        return self not in (Notation.DIAGRAM, Notation.SQUARES)


class NotationError(ValueError):
    """A text that is no mask: ``line`` and ``column`` from 1, the offset ``start``, and the remedy in one line."""

    def __init__(self, text: str, start: int, message: str) -> None:
        self.line = text.count("\n", 0, start) + 1
        self.column = start - (text.rfind("\n", 0, start) + 1) + 1
        self.start = start
        self.message = message
        place = f"line {self.line}, column {self.column}" if self.line > 1 else f"column {self.column}"
        super().__init__(f"{place}: {message}")


@dataclass(frozen=True, slots=True)
class ReadMask:
    """A mask that has been read; ``notation`` is ``HEX``, ``DECIMAL``, ``BINARY``, ``DIAGRAM`` or ``SQUARES``."""

    mask: int
    notation: Notation
    description: str


def write_mask(mask: int, notation: Notation, mapping: SquareMapping = LERF) -> str:
    """Return a mask in a notation; the mapping counts for numbers. Raises ``ValueError`` beyond 64 bits."""
    if not 0 <= mask <= BOARD:
        raise ValueError("a mask is a number from 0 to 2**64 - 1")
    if notation.is_number:
        number = mapping.number(mask)
        quoted = f"{number:019_x}".replace("_", "'")
        return notation.number.format(number=number, signed=number - (number >> 63 << 64), quoted=quoted)
    match notation:
        case Notation.DIAGRAM:
            return diagram(mask)
        case Notation.ROWS:
            return diagram(mask).replace(" ", "").replace("\n", "/")
        case Notation.SET:
            return "{" + square_names(mask).replace(" ", ",") + "}"
        case _:
            return square_names(mask) or "-"
