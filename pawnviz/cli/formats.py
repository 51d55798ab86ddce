"""The formats in which masks are printed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

from pawnviz.cli.errors import print_error
from pawnviz.cli.positions import positions_of
from pawnviz.core.board.bitboard import diagram, square_names, to_hex
from pawnviz.core.board.side import Side
from pawnviz.core.layers import Entry, Layer, Number

WIDTH: Final = 100
"""The number of columns that texts for people keep to."""

Writer = Callable[[str, list[Side[int]]], str]
"""A function from a FEN and the sides that are asked for to the text that is printed, for chosen layers and sides."""


def print_positions(words: list[str], names: Sequence[str], write: Writer, *, is_json: bool = False) -> int:
    """Print the positions that words of the command line stand for and return the exit status.

    ``names`` are the sides that ``write`` takes. A blank line stands between positions, except in JSON.
    """
    between = "" if is_json else "\n"
    status, printed, count = 0, False, 0
    for position in positions_of(words):
        count += 1
        if isinstance(position, str):
            status = print_error(position)
            continue
        white, black = position.sides()
        text = write(position.fen(), [white if name == "white" else black for name in names])
        sys.stdout.write(f"{between if printed else ''}{text}\n")
        printed = True
    return status if count else print_error("there is no position to print masks of")


def _table(entries: Sequence[Entry], names: Sequence[str]) -> Writer:
    """Return a writer of lines of columns, for sets a count and a mask for each side, for counts a number and ``-``."""
    width = _width(entries)
    head = f"{'layer':<{width}}" + "".join(f"  {name}  {'mask':18}" for name in names)
    rows = []
    for entry in entries:
        digits = _digits(entry)
        cell = f"  %5d  0x%0{digits}x" + " " * (16 - digits) if digits else f"  %5d  {'-':18}"
        rows.append(f"{entry.identifier:<{width}}{cell * len(names)}".rstrip())
    template = "\n".join(("# %s", head.rstrip(), *rows))
    rules = [(entry.compute, _digits(entry)) for entry in entries]

    def write(fen: str, sides: list[Side[int]]) -> str:
        values: list[str | int] = [fen]
        for rule, digits in rules:
            for side in sides:
                value = rule(side)
                values += (value.bit_count(), value) if digits else (value,)
        return template % tuple(values)

    return write


def _json(entries: Sequence[Entry], names: Sequence[str]) -> Writer:
    """Return a writer of an object on one line.

    It fills a template, which takes half as long as an encoder; no name and no value holds what JSON would escape.
    """
    members = []
    for entry in entries:
        digits = _digits(entry)
        members.append(f'"{entry.identifier}": ' + (f'"0x%0{digits}x"' if digits else "%d"))
    side_template = "{" + ", ".join(members) + "}"
    template = '{"fen": "%s", ' + ", ".join(f'"{name}": {side_template}' for name in names) + "}"
    rules = [entry.compute for entry in entries]

    def write(fen: str, sides: list[Side[int]]) -> str:
        return template % (fen, *(rule(side) for side in sides for rule in rules))

    return write


def _hex(entries: Sequence[Entry], names: Sequence[str]) -> Writer:
    """Return a writer of the value of each layer and side in hexadecimal."""
    return _lines(entries, names, _value_text)


def _squares(entries: Sequence[Entry], names: Sequence[str]) -> Writer:
    """Return a writer of the squares of each layer and side."""
    return _lines(entries, names, _square_text)


def _lines(entries: Sequence[Entry], names: Sequence[str], text: Callable[[Entry, int], str]) -> Writer:
    """Return a writer of a line for each layer and side: the identifier, the side, and the value as text."""
    width = _width(entries)

    def write(fen: str, sides: list[Side[int]]) -> str:
        rows = [
            f"{entry.identifier:<{width}}  {name}  {text(entry, entry.compute(side))}"
            for entry in entries
            for name, side in zip(names, sides, strict=True)
        ]
        return "\n".join((f"# {fen}", *rows))

    return write


def _diagram(entries: Sequence[Entry], names: Sequence[str]) -> Writer:
    """Return a writer of a picture of the board for each layer, White's and Black's beside each other."""

    def write(fen: str, sides: list[Side[int]]) -> str:
        blocks = [f"# {fen}"]
        for entry in entries:
            columns = []
            for name, side in zip(names, sides, strict=True):
                value = entry.compute(side)
                if isinstance(entry, Number):
                    columns.append([f"   {name} {entry.text(value)}"])
                else:
                    ranks = [f"{8 - row}  {line}" for row, line in enumerate(diagram(value).splitlines())]
                    columns.append([f"   {name} {value.bit_count()}", *ranks, "   a b c d e f g h"])
            rows = ["".join(f"{part:24}" for part in parts).rstrip() for parts in zip(*columns, strict=True)]
            blocks.append("\n".join((entry.identifier, *rows)))
        return "\n\n".join(blocks)

    return write


FORMATS: Final[dict[str, Callable[[Sequence[Entry], Sequence[str]], Writer]]] = {
    "table": _table,
    "json": _json,
    "hex": _hex,
    "squares": _squares,
    "diagram": _diagram,
}


def _width(entries: Sequence[Entry]) -> int:
    return max(len(entry.identifier) for entry in entries)


def _digits(entry: Entry) -> int:
    """Return the number of hexadecimal digits of a set, or 0 for a count, which is printed in decimal."""
    return 16 if isinstance(entry, Layer) else entry.bits // 4


def _value_text(entry: Entry, value: int) -> str:
    """Return a mask as hexadecimal digits, a number as people read it."""
    return entry.text(value) if isinstance(entry, Number) else to_hex(value)


def _square_text(entry: Entry, value: int) -> str:
    """Return the names of the squares of a mask, the letters of the files of a byte, or a count."""
    if isinstance(entry, Layer):
        return square_names(value) or "-"
    if entry.bits:
        return " ".join(letter for file, letter in enumerate("abcdefgh") if value >> file & 1) or "-"
    return entry.text(value)
