"""Masks as text: numbers of every language, diagrams and lists of squares, in any of the eight square mappings.

A mask here has a1 = bit 0, b1 = bit 1 and h8 = bit 63, as everywhere. Engines number the squares in other ways too: a
``Mapping`` says on which square bit 0 lies and in which direction bit 1. A number has a meaning only with a mapping;
diagrams and lists of squares mean the same in each.

``read_mask`` tells by itself how a text writes a mask:

- hexadecimal: ``0xff00``, ``$ff00``, ``&Hff00``, ``0ff00h``, and 16 digits without a sign of it
- decimal: ``65280``; ``-9223372036854775808`` as programs print signed numbers of 64 bits
- binary: ``0b1111``, and 64 digits that are all 0 or 1
- literals: ``_`` and ``'`` between digits, suffixes such as ``ULL``, ``u64``, ``L`` and ``n``, ``UINT64_C(0xff)``,
  ``uint64(0xff)``, ``BigInt("0xff")``, and with them ``const U64 name = ... ;``
- diagrams: eight lines of eight marks, or eight rows with ``/`` between them, rank 8 first; coordinates and a frame may
  stand around them, and then say which rank and file is which
- squares: ``d4 e4``, ``d4,e4``, ``{d4, e4}``; none is ``{}`` or ``-``

Digits alone are a decimal number, except that 16 digits which start with 0 are hexadecimal: nobody prints decimal
numbers that way, but every engine prints ``0101010101010101``. Fewer hexadecimal digits need a sign that they are.

Source: https://www.chessprogramming.org/Square_Mapping_Considerations
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import (
    BOARD,
    SQUARE_NAMES,
    Bits,
    diagram,
    flip_vertical,
    mask_of,
    mirror_horizontal,
    parse_square,
    square_names,
    to_hex,
)
from pawnviz.core.words import count_text, quoted

LONGEST_TEXT: Final = 4096
"""The number of characters up to which a text is read as a mask."""


@dataclass(frozen=True, slots=True)
class Mapping:
    """One of the eight ways to number the squares along ranks or files: which square each bit of a number stands for.

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
        """Whether a byte holds a file, not a rank."""
        return self.first ^ self.second >= 8

    def _turned(self, mask: Bits) -> Bits:
        """Return the mask with files and ranks counted from the first square; twice gives it back."""
        if self.first & 7:
            mask = mirror_horizontal(mask)
        return flip_vertical(mask) if self.first >> 3 else mask


def _transposed(mask: Bits) -> Bits:
    """Return the mask with files and ranks exchanged, so that b1 becomes a2; twice gives it back.

    Source: https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating
    """
    for distance, upper in ((28, 0x0F0F_0F0F_0000_0000), (14, 0x3333_0000_3333_0000), (7, 0x5500_5500_5500_5500)):
        moved = (mask ^ (mask << distance & BOARD)) & upper
        mask = mask ^ (moved | moved >> distance)
    return mask


LERF: Final = Mapping("LERF", 0, 1)
"""Little-endian, rank by rank: a1 = bit 0, b1 = bit 1. Masks of this program are numbers in this mapping."""

MAPPINGS: Final[dict[str, Mapping]] = {
    mapping.name: mapping
    for mapping in (
        LERF,
        Mapping("LEFR", 0, 8),
        Mapping("BERF", 63, 62),
        Mapping("BEFR", 63, 55),
        Mapping("BERLEF", 56, 57),
        Mapping("LERBEF", 7, 6),
        Mapping("LEFBER", 56, 48),
        Mapping("BEFLER", 7, 15),
    )
}
"""The eight mappings by name: little- or big-endian ranks (R) and files (F), the one with the greater weight first.

Where both are alike the word stands once: LERF, BERF, LEFR, BEFR. Big-endian counts from rank 8 or from the h-file.
"""

_BY_FIRST_SQUARES: Final = {mapping.first_squares: mapping for mapping in MAPPINGS.values()}


def mapping_named(text: str) -> Mapping:
    """Return the mapping with this name, or whose bits 0 and 1 are these two squares: ``LERF``, ``a1b1``, ``a1 b1``.

    Capitals do not matter. Raises ``ValueError`` with a sentence that lists the mappings.
    """
    word = re.sub(r"[\s,_-]+", "", text[:100])
    mapping = MAPPINGS.get(word.upper()) or _BY_FIRST_SQUARES.get(word.lower())
    if mapping is None:
        known = ", ".join(f"{mapping.name} ({mapping.first_squares})" for mapping in MAPPINGS.values())
        raise ValueError(f"there is no mapping {quoted(text)}; choose from {known}")
    return mapping


class Notation(Enum):
    """The ways to write a mask; the first five are also what ``read_mask`` tells apart."""

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
        """Which of the five kinds that are told apart it is a form of."""
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
    """A text that cannot be read as a mask: where, and what would be right.

    ``line`` and ``column`` are counted from 1; ``start`` is the offset in the text. ``message`` is one line of at most
    200 characters, without the place.
    """

    def __init__(self, text: str, start: int, message: str) -> None:
        """Keep the message and the place, given as an offset from 0 up to the length of the text."""
        self.line = text.count("\n", 0, start) + 1
        self.column = start - (text.rfind("\n", 0, start) + 1) + 1
        self.start = start
        self.message = message
        place = f"line {self.line}, column {self.column}" if self.line > 1 else f"column {self.column}"
        super().__init__(f"{place}: {message}")


@dataclass(frozen=True, slots=True)
class ReadMask:
    """A mask that has been read: the squares, how the text writes them, and that in words.

    ``notation`` is one of the five kinds: ``HEX``, ``DECIMAL``, ``BINARY``, ``DIAGRAM`` and ``SQUARES``.
    """

    mask: int
    notation: Notation
    description: str


# Writing


def write_mask(mask: int, notation: Notation, mapping: Mapping = LERF) -> str:
    """Return a mask in a notation; numbers are in the mapping, diagrams and squares are the same in each.

    ``read_mask`` with the same mapping gives the mask back. Raises ``ValueError`` when the mask is not of 64 bits.
    """
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
    """Return a mask in a notation that does not depend on a mapping."""
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
    """Return 16 digits in groups of four."""
    return separator.join(digits[start : start + 4] for start in range(0, 16, 4))


# Reading

_PLAIN_HEX: Final = re.compile(r"0[xX][0-9a-fA-F]{1,16}")
_GAP: Final = r"[\s,;|(){}\[\]]"
_SQUARE: Final = re.compile(r"[a-hA-H][1-8]")
_SQUARE_LIST: Final = re.compile(rf"{_GAP}*[a-hA-H][1-8](?:{_GAP}+[a-hA-H][1-8])*{_GAP}*")
_NO_SQUARES: Final = re.compile(r"-|\{\s*\}|\[\s*\]|\(\s*\)")
_ITEM: Final = re.compile(r"[^\s,;|(){}\[\]]+")
_NEARLY_SQUARE: Final = re.compile(r"[a-hA-H][0-9]")
_MARKED_NUMBER: Final = re.compile(r"-?(?:0[xXbB]|\$|&[hH])")
_EXAMPLES: Final = "0xff00, 65280, 0b1010, d4 e4, or eight lines such as . . . 1 1 . . ."


def read_mask(text: str, mapping: Mapping = LERF) -> ReadMask:
    """Return the mask that a text writes, and how; numbers are in the mapping.

    Raises ``NotationError`` with the place and what would be right, whatever the text is.
    """
    if _PLAIN_HEX.fullmatch(text):
        return ReadMask(mapping.mask(int(text, 16)), Notation.HEX, "hexadecimal")
    if len(text) > LONGEST_TEXT:
        message = f"a mask is at most {LONGEST_TEXT} characters long, this text is {len(text)}"
        raise NotationError(text, LONGEST_TEXT, message)
    start, end = _trimmed(text, 0, len(text))
    if start == end:
        raise NotationError(text, 0, f"there is no mask; write it as {_EXAMPLES}")
    body = text[start:end]
    if _NO_SQUARES.fullmatch(body):
        return ReadMask(0, Notation.SQUARES, "no squares")
    if _SQUARE_LIST.fullmatch(body):
        squares = (parse_square(name.lower()) for name in _SQUARE.findall(body))
        return ReadMask(mask_of(squares), Notation.SQUARES, "squares")
    if "\n" not in body:
        if body.count("/") == 7:
            return _read_rows(text)
        if body[0] in "{[(" or _is_several_items(body):
            raise _square_error(text, start)
        return _read_number(text, start, end, mapping)
    if _is_several_items(body):
        raise _square_error(text, start)
    if _MARKED_NUMBER.match(body):
        raise NotationError(text, text.index("\n", start), "a mask is one number on one line")
    return _read_lines(text)


def _is_several_items(body: str) -> bool:
    """Return whether a text that is no list of squares is meant as one: it starts with a square, or nearly so."""
    first = _ITEM.search(body)
    if first is None or first.end() == len(body) or "=" in body:
        return False
    return _NEARLY_SQUARE.fullmatch(first[0]) is not None


def _square_error(text: str, start: int) -> NotationError:
    """Return the error about the first item of a list that is no square."""
    for item in _ITEM.finditer(text):
        if not _SQUARE.fullmatch(item[0]):
            message = f"{quoted(item[0])} is no square; squares are a1 to h8, as in {{d4, e4}}"
            return NotationError(text, item.start(), message)
    return NotationError(text, start, "there is no square between the brackets; no squares are {} or -")


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span without the blanks at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


# Numbers

_ASSIGNMENT: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_ \t:<>&*.\[\]]*=\s*")
_CALL: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_.:]*)\s*([({])")
_CALLS: Final = frozenset(
    (
        *("uint64_c", "int64_c", "c64", "u64", "ull", "uint64", "uint64_t", "std::uint64_t", "int64", "int64_t"),
        *("ulong", "bigint", "np.uint64", "np.int64", "numpy.uint64", "numpy.int64"),
        *("bitboard", "squareset", "chess.squareset"),
    )
)
"""What may stand around a number, without capitals: macros, types and classes of the languages and of engines."""

_CLOSING: Final = {"(": ")", "{": "}"}
_QUOTES: Final = "\"'`"
_PREFIX: Final = re.compile(r"(-?)(0[xX]|0[bB]|0[oO]|\$|&[hH]|)")
_HEX_DIGITS: Final = re.compile(r"[0-9a-fA-F_']*")
_BINARY_DIGITS: Final = re.compile(r"[01_']*")
_HEX_WITH_H: Final = re.compile(r"-?[0-9a-fA-F_']+[hH]")
_BARE_WITH_0B: Final = re.compile(r"0[bB][0-9a-fA-F]{14}")
_SUFFIXES: Final = frozenset(
    ("u", "l", "ul", "lu", "ull", "llu", "ll", "uz", "ui64", "i64", "u64", "u128", "usize", "n")
)
_LEAST: Final = -(1 << 63)


def _read_number(text: str, start: int, end: int, mapping: Mapping) -> ReadMask:
    """Return the mask of a number, alone or within what a language puts around it, at ``text[start:end]``."""
    while end > start and (text[end - 1] in ";," or text[end - 1].isspace()):
        end -= 1
    assignment = _ASSIGNMENT.match(text, start, end)
    if assignment:
        start = assignment.end()
    within = ""
    call = _CALL.match(text, start, end)
    if call:
        if call[1].lower() not in _CALLS:
            message = f"{quoted(call[1])} is not known around a number; write the number alone, as 0xff00"
            raise NotationError(text, start, message)
        closing = _CLOSING[call[2]]
        if text[end - 1] != closing:
            raise NotationError(text, end, f"expected {closing} at the end, since {quoted(call[0])} opens it")
        within = f" in {call[1]}"
        start, end = _trimmed(text, call.end(), end - 1)
    if end - start > 1 and text[start] in _QUOTES and text[end - 1] == text[start]:
        start, end = _trimmed(text, start + 1, end - 1)
    value, notation, description = _read_literal(text, start, end)
    return ReadMask(mapping.mask(value), notation, description + within)


def _read_literal(text: str, start: int, end: int) -> tuple[int, Notation, str]:
    """Return the 64 bits of the literal at ``text[start:end]``, its kind, and that in words."""
    prefix = _PREFIX.match(text, start, end)
    assert prefix is not None  # It matches nothing, too.
    sign, mark = prefix[1], prefix[2].lower()
    if mark == "0o":
        raise NotationError(text, start, "octal numbers are not read; write 0x and hexadecimal digits, or decimal")
    if mark == "0b" and _HEX_WITH_H.fullmatch(text, start, end):
        mark = ""
    if mark == "0b" and _BARE_WITH_0B.fullmatch(text, start, end):
        _check_0b(text, start, end)
        mark = ""
    digits_start = prefix.end() if mark else prefix.end(1)
    found = (_BINARY_DIGITS if mark == "0b" else _HEX_DIGITS).match(text, digits_start, end)
    assert found is not None
    digits = found[0].replace("_", "").replace("'", "")
    suffix = text[found.end() : end]
    if not digits:
        raise _no_digits(text, start, found.end(), end, mark)
    if mark == "0b":
        notation, description = Notation.BINARY, "binary"
    elif mark:
        notation, description = Notation.HEX, "hexadecimal"
    elif suffix in ("h", "H"):
        notation, description, suffix = Notation.HEX, f"hexadecimal with {suffix} at its end", ""
    elif suffix and suffix.lower() not in _SUFFIXES:
        raise _foreign(text, found.end(), end, "digits")
    else:
        notation, description = _bare(text, digits_start, digits)
    if suffix:
        if suffix.lower() not in _SUFFIXES:
            raise _foreign(text, found.end(), end, f"{description} digits")
        description += f" with the suffix {suffix}"
    base = 2 if notation == Notation.BINARY else 10 if notation == Notation.DECIMAL else 16
    value = int(digits, base)
    if sign:
        value = -value
        description = f"negative {description}, as signed numbers of 64 bits are"
    if not _LEAST <= value <= BOARD:
        limits = {2: "at most 64 binary digits", 10: f"{_LEAST} to {BOARD}", 16: "at most 16 hexadecimal digits"}
        raise NotationError(text, start, f"the number does not fit 64 bits; a mask is {limits[base]}")
    return value & BOARD, notation, description


def _bare(text: str, start: int, digits: str) -> tuple[Notation, str]:
    """Return which kind of number digits without a prefix are, and that in words."""
    if digits.isdigit():
        if len(digits) == 64 and set(digits) <= {"0", "1"}:
            return Notation.BINARY, "binary, as it has 64 digits"
        if len(digits) == 16 and digits[0] == "0":
            return Notation.HEX, "hexadecimal, as it has 16 digits and starts with 0"
        description = "decimal, as it has digits only; hexadecimal needs 0x" if len(digits) == 16 else "decimal"
        return Notation.DECIMAL, description
    if len(digits) == 16:
        return Notation.HEX, "hexadecimal, as it has 16 digits"
    if len(digits) <= 16 and re.fullmatch(r"(?:[a-hA-H][1-8])+", digits):
        separate = " ".join(digits[column : column + 2] for column in range(0, len(digits), 2))
        message = f"{quoted(digits)} is squares or hexadecimal; write {separate} or 0x{digits}"
    else:
        message = f"{quoted(digits)} has letters; write 0x before hexadecimal digits, or all 16 of them"
    raise NotationError(text, start, message)


def _check_0b(text: str, start: int, end: int) -> None:
    """Raise an error where 16 digits that start with 0b can be binary, too."""
    if set(text[start + 2 : end]) <= {"0", "1"}:
        message = "this is binary or 16 hexadecimal digits; write 0x before those, or _ between binary digits"
        raise NotationError(text, start, message)


def _no_digits(text: str, start: int, wrong: int, end: int, mark: str) -> NotationError:
    """Return the error about a number without digits; ``wrong`` is where the first should be."""
    if start == end:
        return NotationError(text, start, "there is no number here; write digits, such as 0xff00")
    if not mark:
        return NotationError(text, start, f"{quoted(text[start:end])} is no mask; write it as {_EXAMPLES}")
    what = "binary" if mark == "0b" else "hexadecimal"
    return _foreign(text, wrong, end, f"{what} digits")


def _foreign(text: str, start: int, end: int, expected: str) -> NotationError:
    """Return the error about what stands where digits, or the end of a number, were expected."""
    if start == end:
        return NotationError(text, start, f"expected {expected}, found the end")
    hint = "; a mask is a whole number" if text[start] in ".," else ""
    message = f"expected {expected} or a suffix such as ULL, u64 or n, found {quoted(text[start:end])}{hint}"
    return NotationError(text, start, message)


# Diagrams

_SET_MARKS: Final = frozenset("1Xx#*@●■•")
_EMPTY_MARKS: Final = frozenset(".0-_·○□")
_BARS: Final = {ord(bar): "|" for bar in "│┃║"}
_FRAME_LINE: Final = re.compile(r"[\s+=|_\-\u2500-\u257f]*")
_RULE: Final = re.compile(r"[+=\u2500-\u257f]")
_FRAME: Final = frozenset(" \t\r\f\v\xa0|+\"',;()[]{}\\")
_COMMENT: Final = re.compile(r"\s*//+")
_RANKS_DOWN: Final = "87654321"
_FILES_EAST: Final = "abcdefgh"
_MARKS_WORDS: Final = "1 or X for a square in the mask, . or - for another"


class _DiagramMark(NamedTuple):
    """A character of a diagram, or ``""`` for a square left blank between bars, and its offset in the text."""

    text: str
    start: int


def _read_lines(text: str) -> ReadMask:
    """Return the mask of a diagram of eight lines, with or without coordinates and a frame."""
    rows: list[list[_DiagramMark]] = []
    files = _FILES_EAST
    for line in re.finditer(r"[^\n]+", text):
        marks = _marks(text, line[0].translate(_BARS), line.start())
        word = "".join(mark.text for mark in marks)
        if word.lower() in (_FILES_EAST, _FILES_EAST[::-1]):
            files = word.lower()
        elif marks:
            rows.append(marks)
    if len(rows) != 8:
        start = rows[8][0].start if len(rows) > 8 else len(text.rstrip())
        message = f"the text has {count_text(len(rows), 'line')} of marks; a diagram has 8, one a rank"
        raise NotationError(text, start, message)
    rows, ranks = _without_ranks(text, rows)
    mask = _mask_of_rows(text, rows)
    description = "diagram"
    if ranks != _RANKS_DOWN:
        mask = flip_vertical(mask)
        description += ", rank 1 first"
    if files != _FILES_EAST:
        mask = mirror_horizontal(mask)
        description += ", h-file first"
    return ReadMask(mask, Notation.DIAGRAM, description)


def _marks(text: str, line: str, start: int) -> list[_DiagramMark]:
    """Return the marks of a line that stands at an offset, labels of its rank included; none for a line of a frame."""
    comment = _COMMENT.match(line)
    column = comment.end() if comment else 0
    if _FRAME_LINE.fullmatch(line, column):
        rules = line.count("-") + line.count("_")
        if _RULE.search(line, column) or rules not in (0, 8) or not line[column:].strip():
            return []
    if line.count("|", column) not in (7, 9):
        return [
            _DiagramMark(character, start + place)
            for place, character in enumerate(line)
            if place >= column and character not in _FRAME
        ]
    marks = []
    cells = line[column:].split("|")
    for number, cell in enumerate(cells):
        inner = cell.strip()
        place = start + column + len(cell) - len(cell.lstrip())
        if len(inner) > 1:
            raise NotationError(text, place, f"{quoted(inner)} is between two bars; a square has one mark")
        # Outside a frame of nine bars stand labels, or nothing.
        if inner or len(cells) == 8 or 0 < number < 9:
            marks.append(_DiagramMark(inner, place))
        column += len(cell) + 1
    return marks


def _without_ranks(text: str, rows: list[list[_DiagramMark]]) -> tuple[list[list[_DiagramMark]], str]:
    """Return the eight rows without the labels of their ranks, and the labels from the first row to the last."""
    widths = [len(row) for row in rows]
    width = max(widths, key=widths.count)
    for row in rows:
        if len(row) != width or not 8 <= width <= 10:
            message = f"this line has {count_text(len(row), 'mark')}; a rank has 8, {_MARKS_WORDS}"
            raise NotationError(text, row[0].start, message)
    if width == 8:
        return rows, _RANKS_DOWN
    left, right = ("".join(row[column].text for row in rows) for column in (0, -1))
    orders = (_RANKS_DOWN, _RANKS_DOWN[::-1])
    if width == 9 and left in orders:
        return [row[1:] for row in rows], left
    if width == 9 and right in orders:
        return [row[:8] for row in rows], right
    if width == 10 and left in orders and left == right:
        return [row[1:9] for row in rows], left
    message = f"this line has {width} marks; a rank has 8, beside the numbers of all ranks, 8 to 1 or 1 to 8"
    raise NotationError(text, rows[0][0].start, message)


def _mask_of_rows(text: str, rows: list[list[_DiagramMark]]) -> int:
    """Return the mask of eight rows of eight marks, rank 8 and the a-file first."""
    mask = 0
    used = ""
    for rank, row in zip(range(7, -1, -1), rows, strict=True):
        for file, mark in enumerate(row):
            if mark.text in _SET_MARKS:
                used = used or mark.text
                if mark.text.lower() != used.lower():
                    message = f"{quoted(mark.text)} and {quoted(used)} both mark squares; a diagram has one such mark"
                    raise NotationError(text, mark.start, message)
                mask |= 1 << 8 * rank + file
            elif mark.text and mark.text not in _EMPTY_MARKS:
                raise NotationError(text, mark.start, f"{quoted(mark.text)} is no mark of a diagram; {_MARKS_WORDS}")
    return mask


def _read_rows(text: str) -> ReadMask:
    """Return the mask of eight rows with ``/`` between them, of marks or as in the placement of a FEN."""
    rows: list[list[_DiagramMark]] = [[]]
    for start, character in enumerate(text):
        if character == "/":
            rows.append([])
        elif character not in _FRAME and character != "\n":
            rows[-1].append(_DiagramMark(character, start))
    marks = _SET_MARKS | _EMPTY_MARKS
    if all(len(row) == 8 and all(mark.text in marks for mark in row) for row in rows):
        return ReadMask(_mask_of_rows(text, rows), Notation.DIAGRAM, "diagram on one line")
    return ReadMask(_mask_of_placement(text, rows), Notation.DIAGRAM, "placement of one kind of piece")


def _mask_of_placement(text: str, rows: list[list[_DiagramMark]]) -> int:
    """Return the squares of the pieces of a FEN's placement, all of one kind; numbers are empty squares."""
    mask = 0
    used = ""
    for rank, row in zip(range(7, -1, -1), rows, strict=True):
        file = 0
        for mark in row:
            if mark.text in _RANKS_DOWN:
                file += int(mark.text)
            elif mark.text in _EMPTY_MARKS:
                file += 1
            elif mark.text.isascii() and mark.text.isalpha():
                used = used or mark.text
                if mark.text != used:
                    message = f"{quoted(mark.text)} and {quoted(used)} both mark squares; a mask has one mark"
                    raise NotationError(text, mark.start, message)
                mask |= 1 << 8 * rank + min(file, 7)
                file += 1
            else:
                message = f"{quoted(mark.text)} is no mark; eight rows such as ...11... have / between them"
                raise NotationError(text, mark.start, message)
        if file != 8:
            message = f"rank {rank + 1} has {count_text(file, 'square')}; a rank has 8"
            raise NotationError(text, row[0].start if row else 0, message)
    return mask
