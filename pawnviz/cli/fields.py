"""The writing of values of layers: one value as text, or a whole array at once as rows of characters.

Rows of characters are a ``uint8`` array of the shape ``(values, width)``. Where a value takes fewer characters than
others, zeros fill up its row, which are left out when the rows are joined.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Protocol

from pawnviz.core.board.bitboard import SQUARE_NAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NUMBERS: Final = range(1000)
"""The numbers that are written in decimal: counts of squares, files and pawns, and of steps between them."""


class Field(Protocol):
    """A way to write values."""

    @property
    def width(self) -> int:
        """The greatest number of characters that a value takes."""

    def text(self, value: int) -> str:
        """Return a value as text."""

    def characters(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return ``uint64`` values as rows of characters."""


@dataclass(frozen=True, slots=True)
class Hexadecimal:
    """A mask or a byte in hexadecimal with a fixed and even number of digits."""

    width: int = 16

    def text(self, value: int) -> str:
        """Return a value as text."""
        return f"{value:0{self.width}x}"

    def characters(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return ``uint64`` values as rows of characters."""
        import numpy

        octets = values.astype(">u8").view(numpy.uint8).reshape(-1, 8)[:, 8 - self.width // 2 :]
        return _looked_up(_octets(), octets)


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number, or with ``counts`` how many squares a mask has; ``form`` is a format of Python, such as ``>5``."""

    form: str = ""
    counts: bool = False

    @property
    def width(self) -> int:
        """The greatest number of characters that a value takes."""
        return len(f"{_NUMBERS[-1]:{self.form}}")

    def text(self, value: int) -> str:
        """Return a value as text."""
        return f"{value.bit_count() if self.counts else value:{self.form}}"

    def characters(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return ``uint64`` values as rows of characters; raises ``IndexError`` for a number above 999."""
        import numpy

        return _looked_up(_numbers(self.form), numpy.bitwise_count(values) if self.counts else values)


@dataclass(frozen=True, slots=True)
class Squares:
    """The names of the squares of a mask, or of the files of its lowest rank, each after a blank; ``-`` for none."""

    files: bool = False

    @property
    def width(self) -> int:
        """The greatest number of characters that a value takes."""
        return 8 * len(" a") if self.files else 64 * len(" a1")

    def text(self, value: int) -> str:
        """Return a value as text."""
        ranks = value.to_bytes(8, "little")
        if self.files:
            return _named(ranks[0], "abcdefgh") or " -"
        return "".join(_named(files, SQUARE_NAMES[8 * rank :]) for rank, files in enumerate(ranks)) or " -"

    def characters(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return ``uint64`` values as rows of characters."""
        import numpy

        ranks = values.astype("<u8").view(numpy.uint8).reshape(-1, 8)
        rows = (
            _looked_up(_files(), ranks[:, 0])
            if self.files
            else _looked_up(_square_list(), ranks + 256 * numpy.arange(8))
        )
        rows[values == 0, :2] = numpy.frombuffer(b" -", numpy.uint8)
        return rows


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank of a mask, by its number from 0, as ``1`` and ``.`` with blanks between them."""

    rank: int

    @property
    def width(self) -> int:
        """The greatest number of characters that a value takes."""
        return 15

    def text(self, value: int) -> str:
        """Return a value as text."""
        return _drawn(value >> 8 * self.rank & 0xFF)

    def characters(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return ``uint64`` values as rows of characters."""
        return _looked_up(_ranks(), values >> 8 * self.rank & 0xFF)


def _named(files: int, names: str | tuple[str, ...]) -> str:
    return "".join(f" {name}" for file, name in enumerate(names[:8]) if files >> file & 1)


def _drawn(files: int) -> str:
    return " ".join(".1"[files >> file & 1] for file in range(8))


@cache
def _octets() -> NDArray[Any]:
    return _strings(f"{octet:02x}" for octet in range(256))


@cache
def _numbers(form: str) -> NDArray[Any]:
    return _strings(f"{number:{form}}" for number in _NUMBERS)


@cache
def _square_list() -> NDArray[Any]:
    """Return the squares of each byte as the first rank, then as the second one, and so on."""
    names = (SQUARE_NAMES[8 * rank :] for rank in range(8))
    return _strings(_named(files, rank) for rank in names for files in range(256))


@cache
def _files() -> NDArray[Any]:
    return _strings(_named(files, "abcdefgh") for files in range(256))


@cache
def _ranks() -> NDArray[Any]:
    return _strings(map(_drawn, range(256)))


def _strings(texts: Iterable[str]) -> NDArray[Any]:
    """Return texts as strings of bytes, all as long as the longest of them."""
    import numpy

    return numpy.array([text.encode("ascii") for text in texts])


def _looked_up(strings: NDArray[Any], places: NDArray[Any]) -> NDArray[Any]:
    """Return the strings at the places as characters, with a row for each element or row of the places."""
    import numpy

    return strings.take(places).view(numpy.uint8).reshape(len(places), -1)
