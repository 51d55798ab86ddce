"""The operations of an EPD line, and lines with another position.

Source: https://www.chessprogramming.org/Extended_Position_Description
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from pawnviz.core.board.fen import FenError, fen_span
from pawnviz.core.board.position import Position

_OPERATION: Final = re.compile(r'\s*([A-Za-z]\w*)((?:[^;"]|"[^"]*")*)(?:;|$)')
_IS_EPD: Final = re.compile(r"\s*(?:[;A-Za-z]|\Z)")  # The rest of a line that operations may follow.
_MOVES: Final = ("bm", "am", "pm")  # The operations that name moves of the position.
_CLOCKS: Final = ("hmvc", "fmvn")


class Operation(NamedTuple):
    """An operation of an EPD line: its name, such as ``bm``, and its operand, without quotes around all of it."""

    name: str
    value: str


def operations(line: str) -> tuple[Operation, ...]:
    """Return the operations of a line, in their order; none for a FEN, or where they cannot be read."""
    operands = []
    for match in _OPERATION.finditer(line, fen_span(line).end):
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
    span = fen_span(line)
    before, rest = line[: span.start], line[span.end : len(line.rstrip())]
    if span.field_count != 4 or before.strip() or not _IS_EPD.match(rest):
        return before + span.separator.join(fields) + rest + after
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


def lost_moves(line: str, position: Position) -> tuple[Operation, ...]:
    """Return the operations ``bm``, ``am`` and ``pm`` of a line whose moves are not all legal in another position.

    Those that are not legal in the line's own position either are left out.
    """
    named = [operation for operation in operations(line) if operation.name in _MOVES and operation.value]
    try:
        former = Position.from_fen(line) if named else position
    except FenError:
        return ()
    return tuple(
        operation
        for operation in named
        if not _are_legal(operation.value, position) and _are_legal(operation.value, former)
    )


def without_operations(line: str, names: Collection[str]) -> str:
    """Return a line without its operations of these names; all else stays."""
    begin, end = fen_span(line).end, len(line.rstrip())
    rest = _OPERATION.sub(lambda match: "" if match[1] in names else match[0], line[begin:end])
    return line[:begin] + rest + line[end:]


def _are_legal(moves: str, position: Position) -> bool:
    import chess

    board = chess.Board(position.fen())
    board.chess960 = board.has_chess960_castling_rights()
    for move in moves.replace(",", " ").split():
        for read in (board.parse_san, board.parse_uci):
            try:
                read(move)
                break
            except ValueError:
                continue
        else:
            return False
    return True
