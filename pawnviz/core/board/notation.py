"""The ways to write a mask: numbers, which need a ``SquareMapping``, diagrams and lists of squares."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import BOARD, diagram, square_names, to_hex
from pawnviz.core.board.mapping import LERF, SquareMapping


class Notation(Enum):
    """The ways to write a mask; ``read_mask`` tells the first five apart."""

    HEX = "hex"
    DECIMAL = "decimal"
    BINARY = "binary"
    DIAGRAM = "diagram"
    SQUARES = "squares"
    SIGNED = "signed"
    ROWS = "rows"
    SET = "set"
    C = "c"
    CPP = "cpp"
    CSHARP = "csharp"
    RUST = "rust"
    GO = "go"
    JAVA = "java"
    JAVASCRIPT = "javascript"
    PYTHON = "python"
    NUMPY = "numpy"
    PASCAL = "pascal"
    ASSEMBLER = "assembler"

    @property
    def title(self) -> str:
        """The notation's name for people."""
        return _NOTATIONS[self].title

    @property
    def kind(self) -> Notation:
        """The one of the first five kinds that it is a form of."""
        return _NOTATIONS[self].kind

    @property
    def is_number(self) -> bool:
        """Whether it is a number, which depends on the mapping."""
        return self.kind not in (Notation.DIAGRAM, Notation.SQUARES)

    @property
    def is_word(self) -> bool:
        """Whether it is one word without blanks, so that it fits into a line of a file."""
        return self not in (Notation.DIAGRAM, Notation.SQUARES)


class _Form(NamedTuple):
    title: str
    kind: Notation


_NOTATIONS: Final[dict[Notation, _Form]] = {
    Notation.HEX: _Form("Hexadecimal", Notation.HEX),
    Notation.DECIMAL: _Form("Decimal", Notation.DECIMAL),
    Notation.BINARY: _Form("Binary", Notation.BINARY),
    Notation.DIAGRAM: _Form("Diagram", Notation.DIAGRAM),
    Notation.SQUARES: _Form("Squares", Notation.SQUARES),
    Notation.SIGNED: _Form("Signed decimal", Notation.DECIMAL),
    Notation.ROWS: _Form("Diagram on one line", Notation.DIAGRAM),
    Notation.SET: _Form("Squares in braces", Notation.SQUARES),
    Notation.C: _Form("C", Notation.HEX),
    Notation.CPP: _Form("C++", Notation.HEX),
    Notation.CSHARP: _Form("C#", Notation.HEX),
    Notation.RUST: _Form("Rust", Notation.HEX),
    Notation.GO: _Form("Go", Notation.HEX),
    Notation.JAVA: _Form("Java", Notation.HEX),
    Notation.JAVASCRIPT: _Form("JavaScript", Notation.HEX),
    Notation.PYTHON: _Form("Python", Notation.HEX),
    Notation.NUMPY: _Form("NumPy", Notation.HEX),
    Notation.PASCAL: _Form("Pascal", Notation.HEX),
    Notation.ASSEMBLER: _Form("Assembler", Notation.HEX),
}


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
    if not notation.is_number:
        return _written_squares(mask, notation)
    number = mapping.number(mask)
    digits = f"{number:016x}"
    match notation:
        case Notation.DECIMAL:
            return str(number)
        case Notation.SIGNED:
            return str(number - (1 << 64) if number >> 63 else number)
        case Notation.BINARY:
            return f"0b{number:064b}"
        case Notation.C:
            return f"0x{digits}ULL"
        case Notation.CPP:
            return f"0x{_grouped(digits, chr(39))}ULL"
        case Notation.CSHARP:
            return f"0x{digits}UL"
        case Notation.RUST:
            return f"0x{_grouped(digits, '_')}_u64"
        case Notation.GO:
            return f"uint64(0x{digits})"
        case Notation.JAVA:
            return f"0x{digits}L"
        case Notation.JAVASCRIPT:
            return f"0x{digits}n"
        case Notation.PYTHON:
            return f"0x{_grouped(digits, '_')}"
        case Notation.NUMPY:
            return f"numpy.uint64(0x{digits})"
        case Notation.PASCAL:
            return f"${digits}"
        case Notation.ASSEMBLER:
            # An assembler takes a word that starts with a letter for a name.
            return f"0{digits}h"
        case _:
            return to_hex(number)


def _written_squares(mask: int, notation: Notation) -> str:
    match notation:
        case Notation.DIAGRAM:
            return diagram(mask)
        case Notation.ROWS:
            return diagram(mask).replace(" ", "").replace("\n", "/")
        case Notation.SET:
            return "{" + square_names(mask).replace(" ", ",") + "}"
        case _:
            return square_names(mask) or "-"


def _grouped(digits: str, separator: str) -> str:
    return separator.join(digits[start : start + 4] for start in range(0, 16, 4))
