"""Masks read from eight lines of marks, with or without coordinates and a frame, or from eight rows with ``/``."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import flip_vertical, mirror_horizontal
from pawnviz.core.board.notation import Notation, NotationError, ReadMask
from pawnviz.core.words import count_text, quoted

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
