"""Masks read from text, whatever the way in which it writes them; numbers are in any of the eight mappings.

``read_mask`` finds out by itself how a text writes a mask:

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
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import (
    BOARD,
    FILES,
    RANKS,
    SQUARE_NAMES,
    complement,
    flip_vertical,
    mask_of,
    mirror_horizontal,
    parse_square,
    popcount,
    square_names,
    squares,
)
from pawnviz.core.board.notation import LERF, Notation, NotationError, ReadMask, SquareMapping
from pawnviz.core.words import capitalized, count_text, quoted

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


def read_diagram(text: str) -> ReadMask:
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
    message = (
        f"this line has {count_text(width, 'mark')}; a rank has 8, beside the numbers of all ranks, 8 to 1 or 1 to 8"
    )
    raise NotationError(text, rows[0][0].start, message)


def _mask_of_rows(text: str, rows: list[list[_DiagramMark]]) -> int:
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


def read_rows(text: str) -> ReadMask:
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


LONGEST_TEXT: Final = 4096  # The number of characters up to which a text is read as a mask.

_PLAIN_HEX: Final = re.compile(r"0[xX][0-9a-fA-F]{1,16}")
_GAP: Final = r"[\s,;|(){}\[\]]"
_SQUARE: Final = re.compile(r"[a-hA-H][1-8]")
_SQUARE_LIST: Final = re.compile(rf"{_GAP}*[a-hA-H][1-8](?:{_GAP}+[a-hA-H][1-8])*{_GAP}*")
_NO_SQUARES: Final = re.compile(r"-|\{\s*\}|\[\s*\]|\(\s*\)")
_ITEM: Final = re.compile(r"[^\s,;|(){}\[\]]+")
_NEARLY_SQUARE: Final = re.compile(r"[a-hA-H][0-9]")
_MARKED_NUMBER: Final = re.compile(r"-?(?:0[xXbB]|\$|&[hH])")
_EXAMPLES: Final = "0xff00, 65280, 0b1010, d4 e4, or eight lines such as . . . 1 1 . . ."


def read_mask(text: str, mapping: SquareMapping = LERF) -> ReadMask:
    """Return the mask that a text writes, and how; raises ``NotationError`` with the place and the remedy."""
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
            return read_rows(text)
        if body[0] in "{[(" or _is_several_items(body):
            raise _square_error(text, start)
        return _read_number(text, start, end, mapping)
    if _is_several_items(body):
        raise _square_error(text, start)
    if _MARKED_NUMBER.match(body):
        raise NotationError(text, text.index("\n", start), "a mask is one number on one line")
    return read_diagram(text)


def _is_several_items(body: str) -> bool:
    """Return whether a text that is no list of squares is meant as one: it starts with a square, or nearly so."""
    first = _ITEM.search(body)
    if first is None or first.end() == len(body) or "=" in body:
        return False
    return _NEARLY_SQUARE.fullmatch(first[0]) is not None


def _square_error(text: str, start: int) -> NotationError:
    for item in _ITEM.finditer(text):
        if not _SQUARE.fullmatch(item[0]):
            message = f"{quoted(item[0])} is no square; squares are a1 to h8, as in {{d4, e4}}"
            return NotationError(text, item.start(), message)
    return NotationError(text, start, "there is no square between the brackets; no squares are {} or -")


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end].lstrip()
    start = end - len(part)
    return start, start + len(part.rstrip())


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
"""Calls around a number, without capitals: macros, types and classes of the languages and of engines."""

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


def _read_number(text: str, start: int, end: int, mapping: SquareMapping) -> ReadMask:
    """Return the mask of a number at ``text[start:end]``, alone or in the syntax of a language."""
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
        if set(text[start + 2 : end]) <= {"0", "1"}:
            message = "this is binary or 16 hexadecimal digits; write 0x before those, or _ between binary digits"
            raise NotationError(text, start, message)
        mark = ""
    digits_start = prefix.end() if mark else prefix.end(1)
    match = (_BINARY_DIGITS if mark == "0b" else _HEX_DIGITS).match(text, digits_start, end)
    assert match is not None
    digits = match[0].replace("_", "").replace("'", "")
    suffix = text[match.end() : end]
    if not digits and start == end:
        raise NotationError(text, start, "there is no number here; write digits, such as 0xff00")
    if not digits and not mark:
        raise NotationError(text, start, f"{quoted(text[start:end])} is no mask; write it as {_EXAMPLES}")
    if not digits:
        raise _foreign(text, match.end(), end, f"{'binary' if mark == '0b' else 'hexadecimal'} digits")
    if mark == "0b":
        notation, description = Notation.BINARY, "binary"
    elif mark:
        notation, description = Notation.HEX, "hexadecimal"
    elif suffix in ("h", "H"):
        notation, description, suffix = Notation.HEX, f"hexadecimal with {suffix} at its end", ""
    elif suffix and suffix.lower() not in _SUFFIXES:
        raise _foreign(text, match.end(), end, "digits")
    else:
        notation, description = _bare(text, digits_start, digits)
    if suffix:
        if suffix.lower() not in _SUFFIXES:
            raise _foreign(text, match.end(), end, f"{description} digits")
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
    """Return the kind of a number of digits without a prefix, and that in words."""
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


def _foreign(text: str, start: int, end: int, expected: str) -> NotationError:
    """Return the error about other text in place of digits or of the end of a number."""
    if start == end:
        return NotationError(text, start, f"expected {expected}, found the end")
    hint = "; a mask is a whole number" if text[start] in ".," else ""
    message = f"expected {expected} or a suffix such as ULL, u64 or n, found {quoted(text[start:end])}{hint}"
    return NotationError(text, start, message)


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
    for line in (*FILES, *RANKS):
        bits = "".join("01"[mask >> square & 1] for square in squares(line))
        for run in re.finditer("1{3,}", bits):
            places = list(squares(line))[run.start() : run.end()]
            names.append((places[0], f"{SQUARE_NAMES[places[0]]}–{SQUARE_NAMES[places[-1]]}"))
            mask &= complement(mask_of(places))
    names += [(square, SQUARE_NAMES[square]) for square in squares(mask)]
    return " ".join(name for _, name in sorted(names))


def reading_of(text: str, mapping: SquareMapping) -> tuple[int | None, str]:
    """Return the mask that a text writes and a message, ``Hexadecimal, LERF: 8 squares``; or None and the fault."""
    try:
        read = read_mask(text, mapping)
    except NotationError as error:
        return None, capitalized(str(error))
    count = count_text(popcount(read.mask), "square")
    if read.notation is Notation.SQUARES:
        return read.mask, count
    named = f", {mapping.name}" if read.notation.is_number else ""
    return read.mask, f"{capitalized(read.description)}{named}: {count}"
