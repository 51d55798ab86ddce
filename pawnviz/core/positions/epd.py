"""The operations of an EPD line, and lines with another position.

Source: https://www.chessprogramming.org/Extended_Position_Description
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position

_OPERATION: Final = re.compile(r'\s*([A-Za-z]\w*)((?:[^;"]|"[^"]*")*)(?:;|$)')
_WORD: Final = re.compile(r"\S+")
_CLOCKS: Final = ("hmvc", "fmvn")


class Operation(NamedTuple):
    """An operation of an EPD line: its name, such as ``bm``, and its operand, without quotes around all of it."""

    name: str
    value: str


def operations(line: str) -> tuple[Operation, ...]:
    """Return the operations of a line, in their order; none for a FEN, or where they cannot be read."""
    operands = []
    for match in _OPERATION.finditer(line, _position_end(line)):
        value = match[2].strip()
        if len(value) > 1 and value[0] == value[-1] == '"' and '"' not in value[1:-1]:
            value = value[1:-1]
        operands.append(Operation(match[1], value))
    return tuple(operands)


def title(line: str) -> str:
    """Return the title of a line: the operation ``id``, else its best moves or first comment, or nothing."""
    values = dict(reversed(operations(line)))
    for name in ("id", "bm", "am", "c0"):
        if values.get(name):
            return values[name] if name in ("id", "c0") else f"{name} {values[name]}"
    return ""


def name(line: str) -> str:
    """Return the operation ``id`` of a line, or nothing: all others may give away a move."""
    return next((operation.value for operation in operations(line) if operation.name == "id"), "")


def with_position(line: str, position: Position) -> str:
    """Return a line with another position; blanks around it and all else beside the position stay.

    An EPD keeps its four fields, with other clocks as ``hmvc`` and ``fmvn``; an unreadable line becomes the FEN.
    """
    before = line[: len(line) - len(line.lstrip())]
    after = line[len(line.rstrip()) :]
    fields = position.fen().split()
    try:
        former = Position.from_fen(line)
    except FenError:
        return before + position.fen() + after
    if former == position:
        return line
    end = _position_end(line)
    rest = line[end : len(line.rstrip())]
    count = len(line[:end].split())
    if count != 4:
        return before + " ".join(fields) + rest + after
    clocks = dict(zip(_CLOCKS, fields[4:], strict=True))
    if former.fen().split()[4:] != fields[4:]:
        for name, value in clocks.items():
            rest = _with_clock(rest, name, value)
    return before + " ".join(fields[:4]) + rest + after


def _with_clock(rest: str, name: str, value: str) -> str:
    for match in _OPERATION.finditer(rest):
        if match[1] == name:
            return f"{rest[: match.start(2)]} {value}{rest[match.end(2) :]}"
    separator = ";" if rest.strip() and not rest.rstrip().endswith(";") else ""
    return f"{rest}{separator} {name} {value};"


def _position_end(line: str) -> int:
    """Return the column behind the fields of the position: four where operations follow them, else up to six."""
    words = list(_WORD.finditer(line))
    count = min(6, len(words))
    if len(words) > 4 and words[4][0][:1].isalpha():
        count = 4
    return words[count - 1].end() if words else len(line)
