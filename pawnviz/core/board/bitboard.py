"""Masks of squares: constants, one-step shifts, fills, flips, square names and text pictures.

A mask is a set of squares as 64 bits, a1 = bit 0, h1 = bit 7, h8 = bit 63. Every function that takes ``Bits`` takes
a Python int in ``0 .. BOARD`` or a NumPy array of dtype ``uint64`` and returns the same type within the same 64 bits.
Directions are absolute: north is towards rank 8, east towards the h-file.

Source: https://www.chessprogramming.org/General_Setwise_Operations
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Protocol, TypeVar, cast


class Array(Protocol):
    """The operations on a NumPy array of ``uint64`` that masks need; NumPy is imported only if arrays are made."""

    def __and__(self, other: Any, /) -> Array: ...
    def __or__(self, other: Any, /) -> Array: ...
    def __xor__(self, other: Any, /) -> Array: ...
    def __lshift__(self, other: Any, /) -> Array: ...
    def __rshift__(self, other: Any, /) -> Array: ...


Bits = TypeVar("Bits", int, Array)

BOARD: Final = 0xFFFF_FFFF_FFFF_FFFF
FILES: Final = tuple(0x0101_0101_0101_0101 << file for file in range(8))
RANKS: Final = tuple(0xFF << 8 * rank for rank in range(8))
LIGHT_SQUARES: Final = 0x55AA_55AA_55AA_55AA
DARK_SQUARES: Final = LIGHT_SQUARES ^ BOARD
WEST_HALF: Final = FILES[0] | FILES[1] | FILES[2] | FILES[3]
EAST_HALF: Final = WEST_HALF ^ BOARD
SOUTH_HALF: Final = RANKS[0] | RANKS[1] | RANKS[2] | RANKS[3]
NORTH_HALF: Final = SOUTH_HALF ^ BOARD
NOT_A_FILE: Final = FILES[0] ^ BOARD
NOT_H_FILE: Final = FILES[7] ^ BOARD
NOT_AB_FILES: Final = NOT_A_FILE ^ FILES[1]
NOT_GH_FILES: Final = NOT_H_FILE ^ FILES[6]

SQUARE_NAMES: Final = tuple(f"{file}{rank}" for rank in "12345678" for file in "abcdefgh")
_SQUARES: Final = {name: square for square, name in enumerate(SQUARE_NAMES)}


def complement(mask: Bits) -> Bits:
    """Return the squares that are not in the mask, within the board: ``~mask`` would be negative for an int."""
    return mask ^ BOARD


def north(mask: Bits) -> Bits:
    """Return the mask moved one rank towards rank 8; what leaves the board is dropped."""
    if isinstance(mask, int):
        return (mask << 8) & BOARD
    return mask << 8  # The bits of an array end at h8 by themselves.


def south(mask: Bits) -> Bits:
    """Return the mask moved one rank towards rank 1; what leaves the board is dropped."""
    return mask >> 8


def east(mask: Bits) -> Bits:
    """Return the mask moved one file towards the h-file; the h-file is dropped, nothing wraps."""
    return (mask & NOT_H_FILE) << 1


def west(mask: Bits) -> Bits:
    """Return the mask moved one file towards the a-file; the a-file is dropped, nothing wraps."""
    return (mask & NOT_A_FILE) >> 1


def north_fill(mask: Bits) -> Bits:
    """Return the mask and every square north of it on its files."""
    # Source: https://www.chessprogramming.org/Fill_Algorithms
    filled = mask << 8
    filled |= mask
    filled |= filled << 16
    filled |= filled << 32
    if isinstance(mask, int):
        return filled & BOARD
    return filled


def south_fill(mask: Bits) -> Bits:
    """Return the mask and every square south of it on its files."""
    filled = mask >> 8
    filled |= mask
    filled |= filled >> 16
    filled |= filled >> 32
    return filled


def file_fill(mask: Bits) -> Bits:
    """Return every square of each file that holds a square of the mask."""
    return north_fill(south_fill(mask))


def east_fill(mask: Bits) -> Bits:
    """Return the mask and every square east of it on its ranks."""
    mask = mask | (mask & NOT_H_FILE) << 1
    mask = mask | (mask & NOT_GH_FILES) << 2
    return mask | (mask & WEST_HALF) << 4


def west_fill(mask: Bits) -> Bits:
    """Return the mask and every square west of it on its ranks."""
    mask = mask | (mask & NOT_A_FILE) >> 1
    mask = mask | (mask & NOT_AB_FILES) >> 2
    return mask | (mask & EAST_HALF) >> 4


def flip_vertical(mask: Bits) -> Bits:
    """Return the mask with rank 1 and rank 8 exchanged, rank 2 and rank 7, and so on."""
    # Source: https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating
    mask = (mask >> 8) & 0x00FF_00FF_00FF_00FF | (mask & 0x00FF_00FF_00FF_00FF) << 8
    mask = (mask >> 16) & 0x0000_FFFF_0000_FFFF | (mask & 0x0000_FFFF_0000_FFFF) << 16
    return mask >> 32 | (mask & 0x0000_0000_FFFF_FFFF) << 32


def mirror_horizontal(mask: Bits) -> Bits:
    """Return the mask with the a-file and the h-file exchanged, the b-file and the g-file, and so on."""
    # Source: https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating
    mask = (mask >> 1) & 0x5555_5555_5555_5555 | (mask & 0x5555_5555_5555_5555) << 1
    mask = (mask >> 2) & 0x3333_3333_3333_3333 | (mask & 0x3333_3333_3333_3333) << 2
    return (mask >> 4) & 0x0F0F_0F0F_0F0F_0F0F | (mask & 0x0F0F_0F0F_0F0F_0F0F) << 4


def popcount(mask: Bits) -> Bits:
    """Return the number of squares in the mask: an int for an int, an array of ``uint8`` for an array."""
    if isinstance(mask, int):
        return mask.bit_count()
    import numpy

    counts: Array = numpy.bitwise_count(cast(Any, mask))
    return counts


def squares(mask: int) -> Iterator[int]:
    """Yield the squares of a mask as numbers from 0 (a1) to 63 (h8), lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(numbers: Iterable[int]) -> int:
    """Return the mask of the given square numbers, each from 0 to 63."""
    mask = 0
    for square in numbers:
        mask |= 1 << square
    return mask


def parse_square(name: str) -> int:
    """Return the number of a square by its name, 28 for ``e4``; raises ``ValueError`` for any other text."""
    try:
        return _SQUARES[name]
    except KeyError:
        raise ValueError("a square is a file from a to h and a rank from 1 to 8, such as e4") from None


def parse_squares(names: str) -> int:
    """Return the mask of names such as ``"d4 e4"``; raises ``ValueError`` when one of them is not a square."""
    return mask_of(parse_square(name) for name in names.split())


def square_names(mask: int) -> str:
    """Return the names of the squares of a mask, a1 first, separated by spaces."""
    return " ".join(SQUARE_NAMES[square] for square in squares(mask))


def to_hex(mask: int) -> str:
    """Return the mask as ``0x`` and sixteen hexadecimal digits."""
    return f"0x{mask:016x}"


def diagram(mask: int) -> str:
    """Return the mask as eight lines of eight characters, ``1`` in it and ``.`` not, rank 8 first."""
    return "\n".join(
        " ".join("1" if mask >> 8 * rank + file & 1 else "." for file in range(8)) for rank in reversed(range(8))
    )
