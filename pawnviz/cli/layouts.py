"""The sub-command ``pawnviz masks``, the layouts in which it prints masks, and the texts of given positions; no Qt.

Many values at once are written as rows of characters, a ``uint8`` array of the shape ``(values, width)``. If a value
takes fewer characters than others, zeros fill up its row, which are left out when the rows are joined.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pawnviz.cli.command import (
    FENS_HELP,
    LAYER_FILE,
    LAYERS,
    POSITIONS,
    SIDE,
    SKIPPED_HELP,
    Options,
    command,
    one_of,
)
from pawnviz.cli.inputs import Lines, Positions, chosen_entries, given_in
from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.position import Position
from pawnviz.core.layers import Entry, Layer, Number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pawnviz.core.board.arrays import FenBlock

WIDTH: Final = 100  # The number of columns that texts for people keep to.

_MOST_CHARACTERS: Final = 2_000_000
"""The most characters laid out at once: enough to keep NumPy busy, few enough for a small machine."""

_MANY: Final = 500
"""The number of lines from which positions are computed as arrays; for fewer, loading NumPy would take longer."""


# Fields

_OCTETS: Final = range(256)


class Field:
    """A way to write values, one as text or ``uint64`` values as rows of characters: the texts of octets, one by one.

    Without ``octets`` it is a number up to 999, or with ``counts`` the number of squares of a mask. ``empty`` is
    written if all texts are empty.
    """

    def __init__(
        self, texts: Sequence[Sequence[str]], octets: Sequence[int] = (), *, counts: bool = False, empty: str = ""
    ) -> None:
        """``octets`` are their numbers in a value, from the lowest, and ``texts`` has a list for each."""
        self._texts = texts
        self._octets = list(octets)
        self._counts = counts
        self._empty = empty
        self.width = sum(max(map(len, each)) for each in texts)  # The most characters of a value.

    def text(self, value: int) -> str:
        """Return a value as text."""
        if not self._octets:
            return self._texts[0][value.bit_count() if self._counts else value]
        octets = value.to_bytes(8, "little")
        return (
            "".join(texts[octets[each]] for texts, each in zip(self._texts, self._octets, strict=True)) or self._empty
        )

    @cached_property
    def _strings(self) -> NDArray[Any]:
        import numpy

        return numpy.array([text.encode("ascii") for texts in self._texts for text in texts])

    def characters(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return values as rows of characters."""
        import numpy

        places = numpy.bitwise_count(values) if self._counts else values
        if self._octets:
            octets = values.astype("<u8").view("uint8").reshape(-1, 8)[:, self._octets]
            places = octets + len(_OCTETS) * numpy.arange(len(self._octets), dtype="uint16")
        rows = self._strings.take(places).view("uint8").reshape(len(values), -1)
        rows[values == 0, : len(self._empty)] = numpy.frombuffer(self._empty.encode("ascii"), numpy.uint8)
        return rows


@cache
def hexadecimal(digits: int = 16) -> Field:
    """Return the field of a mask or a byte in hexadecimal with a fixed and even number of digits."""
    count = digits // 2
    return Field([[f"{octet:02x}" for octet in _OCTETS]] * count, range(count)[::-1])


@cache
def decimal(form: str = "", *, counts: bool = False) -> Field:
    """Return the field of a number in a format such as ``>5``; with ``counts`` the number is the squares of a mask."""
    return Field([[f"{number:{form}}" for number in range(1000)]], counts=counts)


@cache
def square_list(*, files: bool = False) -> Field:
    """Return the field of the squares of a mask, or of the files of its lowest rank, each after a blank, or ``-``."""
    ranks = ["abcdefgh"] if files else [SQUARE_NAMES[start : start + 8] for start in range(0, 64, 8)]
    texts = [
        ["".join(f" {name}" for file, name in enumerate(names) if octet >> file & 1) for octet in _OCTETS]
        for names in ranks
    ]
    return Field(texts, range(len(ranks)), empty=" -")


@cache
def rank_row(number: int) -> Field:
    """Return the field of a rank of a mask, by its number from 0, as ``1`` and ``.`` with blanks between them."""
    return Field([[" ".join(".1"[octet >> file & 1] for file in range(8)) for octet in _OCTETS]], [number])


# Layouts


class Cell(NamedTuple):
    """The place of a layer or number of ``white`` or ``black``, and how it is written there."""

    entry: Entry
    side: str
    field: Field


Part = str | Cell | None  # A text that is the same for every position, a cell, or ``FEN``.
FEN: Final = None  # The place of the FEN.


class Layout:
    """The text of a position, made of parts; ``separator`` comes before each position but the first."""

    def __init__(self, parts: Iterable[Part], separator: str = "\n") -> None:
        self.separator = separator
        self._parts = list(parts)
        wanted = {(part.entry.identifier, part.side): part.entry for part in self._parts if isinstance(part, Cell)}
        self._wanted = [(entry, side == "white") for (_, side), entry in wanted.items()]
        places = {key: place for place, key in enumerate(wanted)}
        self._places = [
            places[part.entry.identifier, part.side] if isinstance(part, Cell) else 0 for part in self._parts
        ]
        """Which of the wanted values each part writes; 0 if it writes none."""

    def text(self, position: Position) -> str:
        """Return the text of a position."""
        white, black = position.sides()
        values = [entry.compute(white if color else black) for entry, color in self._wanted]
        return "".join(
            part.field.text(values[place]) if isinstance(part, Cell) else position.fen() if part is FEN else part
            for part, place in zip(self._parts, self._places, strict=True)
        )

    def texts(self, block: FenBlock) -> Iterator[str]:
        """Yield the texts of the positions of a block, many at once, with the separator before each."""
        import numpy

        from pawnviz.core.layers.registry import layer_blocks

        values = layer_blocks(self._wanted, block.boards)
        # A row of characters for each position; zeros fill up what takes fewer characters, and are left out at the end.
        empty = [self.separator.encode(), *(self._empty(part, block) for part in self._parts)]
        row = numpy.frombuffer(b"".join(empty), numpy.uint8)
        ends = numpy.cumsum([len(cell) for cell in empty]).tolist()
        step = max(256, _MOST_CHARACTERS // len(row))
        for start in range(0, len(block.boards), step):
            places = slice(start, start + step)
            matrix = numpy.tile(row, (len(block.texts[places]), 1))
            for part, place, first, end in zip(self._parts, self._places, ends, ends[1:], strict=False):
                if part is FEN:
                    matrix[:, first:end] = block.texts[places]
                elif isinstance(part, Cell):
                    matrix[:, first:end] = part.field.characters(values[place][places])
            yield matrix.tobytes().translate(None, b"\0").decode("ascii")

    @staticmethod
    def _empty(part: Part, block: FenBlock) -> bytes:
        if part is FEN:
            return bytes(block.texts.shape[1])
        return part.encode("ascii") if isinstance(part, str) else bytes(part.field.width)


def _table(entries: Sequence[Entry], names: Sequence[str]) -> Iterator[Part]:
    """Yield lines of columns: for each side of a set the number of squares and the mask, of a count it and ``-``."""
    width = _width(entries)
    head = f"{'layer':<{width}}" + "".join(f"  {name}  {'mask':18}" for name in names)
    yield from ("# ", FEN, f"\n{head.rstrip()}")
    for entry in entries:
        yield f"\n{entry.identifier:<{width}}"
        digits = _digits(entry)
        for name in names:
            yield from ("  ", Cell(entry, name, decimal(">5", counts=digits > 0)))
            yield from ("  0x", Cell(entry, name, hexadecimal(digits))) if digits else ("  -",)
            if name != names[-1]:
                yield " " * (16 - digits if digits else 17)
    yield "\n"


def _json(entries: Sequence[Entry], names: Sequence[str]) -> Iterator[Part]:
    yield from ('{"fen": "', FEN, '"')
    for name in names:
        before = f', "{name}": {{'
        for entry in entries:
            quote = '"' if _digits(entry) else ""
            yield from (f'{before}"{entry.identifier}": {quote}', *_value(entry, name), quote)
            before = ", "
        yield "}"
    yield "}\n"


def _hex(entries: Sequence[Entry], names: Sequence[str]) -> Iterator[Part]:
    return _lines(entries, names, lambda entry, name: (" ", *_value(entry, name)))


def _squares(entries: Sequence[Entry], names: Sequence[str]) -> Iterator[Part]:
    """Yield the squares of each layer and side, the files of a byte, or a count."""

    def value(entry: Entry, name: str) -> Iterable[Part]:
        if not _digits(entry):
            return (" ", *_value(entry, name))
        return (Cell(entry, name, square_list(files=isinstance(entry, Number))),)

    return _lines(entries, names, value)


def _lines(
    entries: Sequence[Entry], names: Sequence[str], value: Callable[[Entry, str], Iterable[Part]]
) -> Iterator[Part]:
    """Yield a line for each layer and side: the identifier, the side, and the value after a blank."""
    width = _width(entries)
    yield from ("# ", FEN, "\n")
    for entry in entries:
        for name in names:
            yield from (f"{entry.identifier:<{width}}  {name} ", *value(entry, name), "\n")


def _diagram(entries: Sequence[Entry], names: Sequence[str]) -> Iterator[Part]:
    """Yield a picture of the board for each layer, White's and Black's beside each other."""
    last = names[-1]
    yield from ("# ", FEN, "\n")
    for entry in entries:
        yield f"\n{entry.identifier}\n"
        digits = _digits(entry)
        for name in names:
            # The next side's board starts 24 columns further right.
            form = "" if name == last else "<15"
            yield f"   {name} "
            if isinstance(entry, Layer):
                yield Cell(entry, name, decimal(form, counts=True))
            elif digits:
                yield from (*_value(entry, name), "" if name == last else " " * (13 - digits))
            else:
                yield Cell(entry, name, decimal(form))
        yield "\n"
        if isinstance(entry, Layer):
            for number in reversed(range(8)):
                for name in names:
                    yield from (
                        f"{number + 1}  ",
                        Cell(entry, name, rank_row(number)),
                        "\n" if name == last else " " * 6,
                    )
            yield f"{'   a b c d e f g h      ' * len(names)}".rstrip() + "\n"


FORMATS: Final[dict[str, Callable[[Sequence[Entry], Sequence[str]], Iterator[Part]]]] = {
    "table": _table,
    "json": _json,
    "hex": _hex,
    "squares": _squares,
    "diagram": _diagram,
}
"""The formats of masks: the parts of a position's text, for chosen layers and sides."""


def layout(name: str, entries: Sequence[Entry], names: Sequence[str]) -> Layout:
    """Return the layout of a format, of ``FORMATS``, for layers and sides."""
    return Layout(FORMATS[name](entries, names), separator="" if name == "json" else "\n")


def _value(entry: Entry, name: str) -> tuple[Part, ...]:
    digits = _digits(entry)
    return ("0x", Cell(entry, name, hexadecimal(digits))) if digits else (Cell(entry, name, decimal()),)


def _width(entries: Sequence[Entry]) -> int:
    return max(len(entry.identifier) for entry in entries)


def _digits(entry: Entry) -> int:
    """Return the number of hexadecimal digits of a set, or 0 for a count, which is printed in decimal."""
    return 16 if isinstance(entry, Layer) else entry.bits // 4


def print_positions(
    given: Iterator[Position | Lines | str],
    printed: Layout | Callable[[Position], str],
    separator: str = "\n",
    purpose: str = "print masks of",
) -> int:
    """Print the text of each position, or that there is none to ``purpose``, and return the exit status."""
    found, before = Positions(given), ""
    separator = printed.separator if isinstance(printed, Layout) else separator
    for each in given:
        if isinstance(each, Lines) and isinstance(printed, Layout) and len(each) >= _MANY:
            texts = printed.texts(found.block(each))
        else:
            text_of = printed.text if isinstance(printed, Layout) else printed
            texts = (f"{separator}{text_of(position)}" for _, position in found.read(each))
        for text in texts:
            sys.stdout.write(text if before else text.removeprefix(separator))
            before = separator
    return found.end(purpose)


# The sub-command


@command(
    "Print the layers and numbers of positions.",
    f"""\
{FENS_HELP}{SKIPPED_HELP}

formats:
  table     a line for each layer: its identifier, then for each side the number of squares and the mask
  json      an object a line for each position: fen, then for each side every identifier with its value
  hex       a line for each layer and side: identifier, side, mask
  squares   a line for each layer and side: identifier, side, names of the squares, or - for none
  diagram   a picture of the board for each layer, the sides beside each other

User layers are those that you wrote in the window; --layers takes them from a file instead.

Except in JSON, a line with # and the FEN comes before the layers of each position. The exit status is 1 when some
position could not be read or there was none, and 2 when the arguments are wrong.
""",
    *(POSITIONS, LAYERS, LAYER_FILE, SIDE, one_of("--format", list(FORMATS))),
)
def masks(options: Options) -> int:
    """Print the layers and numbers of positions, and return the exit status."""
    given = given_in(options)
    entries, status = chosen_entries(options)
    return print_positions(given, layout(options.format, entries, options.sides)) or status
