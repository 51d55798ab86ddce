"""The formats in which masks are printed: each is a layout of the text of a position, for chosen layers and sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.cli.fields import Decimal, Field, Hexadecimal, Rank, Squares
from pawnviz.core.board.position import Position
from pawnviz.core.layers import Entry, Layer, Number

if TYPE_CHECKING:
    from pawnviz.core.board.arrays import FenBlock

WIDTH: Final = 100  # The number of columns that texts for people keep to.

_MOST_CHARACTERS: Final = 2_000_000
"""The most characters laid out at once: enough to keep NumPy busy, few enough for a small machine."""


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
        """Which of the wanted values each part writes; 0 where it writes none."""

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


def _table(entries: Sequence[Entry], names: Sequence[str]) -> Layout:
    """Lay out lines of columns: for each side of a set the number of squares and the mask, of a count it and ``-``."""

    def parts() -> Iterator[Part]:
        width = _width(entries)
        head = f"{'layer':<{width}}" + "".join(f"  {name}  {'mask':18}" for name in names)
        yield from ("# ", FEN, f"\n{head.rstrip()}")
        for entry in entries:
            yield f"\n{entry.identifier:<{width}}"
            digits = _digits(entry)
            for name in names:
                yield from ("  ", Cell(entry, name, Decimal(">5", counts=digits > 0)))
                yield from ("  0x", Cell(entry, name, Hexadecimal(digits))) if digits else ("  -",)
                if name != names[-1]:
                    yield " " * (16 - digits if digits else 17)
        yield "\n"

    return Layout(parts())


def _json(entries: Sequence[Entry], names: Sequence[str]) -> Layout:
    def parts() -> Iterator[Part]:
        yield from ('{"fen": "', FEN, '"')
        for name in names:
            before = f', "{name}": {{'
            for entry in entries:
                quote = '"' if _digits(entry) else ""
                yield from (f'{before}"{entry.identifier}": {quote}', *_value(entry, name), quote)
                before = ", "
            yield "}"
        yield "}\n"

    return Layout(parts(), separator="")


def _hex(entries: Sequence[Entry], names: Sequence[str]) -> Layout:
    return _lines(entries, names, lambda entry, name: (" ", *_value(entry, name)))


def _squares(entries: Sequence[Entry], names: Sequence[str]) -> Layout:
    """Lay out the squares of each layer and side, the files of a byte, or a count."""

    def value(entry: Entry, name: str) -> Iterable[Part]:
        if not _digits(entry):
            return (" ", *_value(entry, name))
        return (Cell(entry, name, Squares(files=isinstance(entry, Number))),)

    return _lines(entries, names, value)


def _lines(entries: Sequence[Entry], names: Sequence[str], value: Callable[[Entry, str], Iterable[Part]]) -> Layout:
    """Lay out a line for each layer and side: the identifier, the side, and the value after a blank."""

    def parts() -> Iterator[Part]:
        width = _width(entries)
        yield from ("# ", FEN, "\n")
        for entry in entries:
            for name in names:
                yield from (f"{entry.identifier:<{width}}  {name} ", *value(entry, name), "\n")

    return Layout(parts())


def _diagram(entries: Sequence[Entry], names: Sequence[str]) -> Layout:
    """Lay out a picture of the board for each layer, White's and Black's beside each other."""
    last = names[-1]

    def parts() -> Iterator[Part]:
        yield from ("# ", FEN, "\n")
        for entry in entries:
            yield f"\n{entry.identifier}\n"
            digits = _digits(entry)
            for name in names:
                # The next side's board starts 24 columns further right.
                form = "" if name == last else "<15"
                yield f"   {name} "
                if isinstance(entry, Layer):
                    yield Cell(entry, name, Decimal(form, counts=True))
                elif digits:
                    yield from (*_value(entry, name), "" if name == last else " " * (13 - digits))
                else:
                    yield Cell(entry, name, Decimal(form))
            yield "\n"
            if isinstance(entry, Layer):
                for rank in reversed(range(8)):
                    for name in names:
                        yield from (f"{rank + 1}  ", Cell(entry, name, Rank(rank)), "\n" if name == last else " " * 6)
                yield f"{'   a b c d e f g h      ' * len(names)}".rstrip() + "\n"

    return Layout(parts())


FORMATS: Final[dict[str, Callable[[Sequence[Entry], Sequence[str]], Layout]]] = {
    "table": _table,
    "json": _json,
    "hex": _hex,
    "squares": _squares,
    "diagram": _diagram,
}


def _value(entry: Entry, name: str) -> tuple[Part, ...]:
    digits = _digits(entry)
    return ("0x", Cell(entry, name, Hexadecimal(digits))) if digits else (Cell(entry, name, Decimal()),)


def _width(entries: Sequence[Entry]) -> int:
    return max(len(entry.identifier) for entry in entries)


def _digits(entry: Entry) -> int:
    """Return the number of hexadecimal digits of a set, or 0 for a count, which is printed in decimal."""
    return 16 if isinstance(entry, Layer) else entry.bits // 4
