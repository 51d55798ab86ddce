"""The layers of a game by plies, as values and as files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from pawnviz.core.board.arrays import boards_of
from pawnviz.core.board.bitboard import complement
from pawnviz.core.board.mask_reader import files_and_squares
from pawnviz.core.games.tree import MoveLine
from pawnviz.core.layers import Entry, Layer
from pawnviz.core.layers.registry import layer_blocks

Value = Any  # A text or an int.


@dataclass(frozen=True)
class Timeline:
    """Columns by name: ply, san, fen, then ``white.stops``, its count and so on; ``masks`` names those with masks."""

    entries: tuple[Entry, ...]
    columns: Mapping[str, Sequence[Value]]
    masks: frozenset[str]


def timeline(line: MoveLine, entries: Sequence[Entry]) -> Timeline:
    """Return the layers and numbers of a line of moves."""
    wanted = [(entry, color) for entry in entries for color in (True, False)]
    arrays = iter(layer_blocks(wanted, boards_of(line.positions)))
    columns: dict[str, Sequence[Value]] = {
        "ply": range(len(line.positions)),
        "san": ["", *(move.san for move in line.moves)],
        "fen": [position.fen() for position in line.positions],
    }
    masks: set[str] = set()
    for entry in entries:
        values = {f"{side}.{entry.identifier}": next(arrays).tolist() for side in ("white", "black")}
        columns |= values
        if isinstance(entry, Layer):
            masks |= values.keys()
            columns |= {f"{name}.count": [mask.bit_count() for mask in column] for name, column in values.items()}
    return Timeline(tuple(entries), columns, frozenset(masks))


_MOST_FROM_ZERO: Final = 8
"""The greatest of the smallest values of a lane whose columns begin at 0: pawns are always counted from there."""
_MOST_NAMED: Final = 8  # The number of squares that are named one by one.


class LaneSide(NamedTuple):
    """One side of a lane: the number in each position, and the squares that are counted; without any for a number."""

    values: tuple[int, ...]
    masks: tuple[int, ...] = ()

    def is_other_set(self, ply: int) -> bool:
        """Return whether the squares in the position of a ply are others than before its move, but as many."""
        has_changed = bool(self.gained(ply) | self.lost(ply))
        return has_changed and self.values[ply - 1] == self.values[ply]

    def gained(self, ply: int) -> int:
        """Return the squares that the move before the position of a ply brought; none for a number."""
        return self.masks[ply] & complement(self.masks[ply - 1]) if self.masks and ply else 0

    def lost(self, ply: int) -> int:
        """Return the squares that the move before the position of a ply took away; none for a number."""
        return self.masks[ply - 1] & complement(self.masks[ply]) if self.masks and ply else 0


class Lane(NamedTuple):
    """A layer or a number of both sides in each position of a line of moves."""

    entry: Entry
    white: LaneSide
    black: LaneSide

    @property
    def greatest(self) -> int:
        """The greatest value of either side."""
        return max((*self.white.values, *self.black.values), default=0)

    @property
    def base(self) -> int:
        """The value that columns begin at: 0, but near the smallest value if all are many and of about one size."""
        least = min((*self.white.values, *self.black.values), default=0)
        return least - 1 if least > _MOST_FROM_ZERO and 2 * least > self.greatest else 0

    def side(self, white: bool) -> LaneSide:
        """Return White's side of the lane, or Black's."""
        return self.white if white else self.black


def lane(line: MoveLine, entry: Entry) -> Lane:
    """Return the lane of a layer, in squares or for a set of files in files, or of a number; a byte counts its bits."""
    sides = []
    for each in zip(*(position.sides() for position in line.positions), strict=True):
        computed = tuple(entry(side) for side in each)
        if isinstance(entry, Layer):
            sides.append(LaneSide(tuple(map(entry.count, computed)), computed))
        else:
            sides.append(LaneSide(tuple(map(int.bit_count, computed)) if entry.bits else computed))
    return Lane(entry, *sides)


def lane_words(lane: Lane, line: MoveLine, ply: int) -> str:
    """Return a lane at a ply in words, its name and move first: each side's value, and the change by the last move."""
    after = line.moves[ply - 1].text if ply else "first position"
    rows = [f"{lane.entry.title}, {after}"]
    for white in (True, False):
        side = lane.side(white)
        row = f"{'White' if white else 'Black'} {side.values[ply]}"
        squares = _named(side.masks[ply]) if side.masks else ""
        changes = (("new", _named(side.gained(ply))), ("gone", _named(side.lost(ply))))
        changed = "; ".join(f"{word} {names}" for word, names in changes if names)
        rows.append(f"{row}{f': {squares}' if squares else ''}{f' ({changed})' if changed else ''}")
    return "\n".join(rows)


def _named(mask: int) -> str:
    names = files_and_squares(mask)
    return names if len(names.split()) <= _MOST_NAMED else ""


_FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")

FORMATS: Final = ("csv", "json", "parquet")  # The formats of files, which are their endings too.


def can_write_parquet() -> bool:
    """Return whether the library that writes Parquet is there."""
    return find_spec("pyarrow") is not None


def timeline_bytes(computed: Timeline, form: str) -> bytes:
    """Return a timeline as a file in one of ``FORMATS``; raises ``ImportError`` if the library is missing."""
    return _parquet(computed) if form == "parquet" else "".join(timeline_lines(computed, form)).encode()


def timeline_lines(computed: Timeline, form: str) -> Iterator[str]:
    """Yield the lines of a timeline as ``csv`` or ``json``; masks are hexadecimal, a null move in CSV is ``'--``."""
    if form == "json":
        yield from _json(computed)
        return
    yield csv_row(list(computed.columns))
    texts = [
        [f"0x{value:016x}" for value in column] if name in computed.masks else column
        for name, column in computed.columns.items()
    ]
    yield from map(csv_row, zip(*texts, strict=True))


def _json(computed: Timeline) -> Iterator[str]:
    columns = computed.columns
    last = len(columns["ply"]) - 1
    for ply in columns["ply"]:
        entry: dict[str, object] = {"ply": ply, "san": columns["san"][ply] or None, "fen": columns["fen"][ply]}
        for side in ("white", "black"):
            names = {each.identifier: f"{side}.{each.identifier}" for each in computed.entries}
            entry[side] = {identifier: _value(computed, name, ply) for identifier, name in names.items()}
        yield f"{'' if ply else '['}{json.dumps(entry)}{',' if ply < last else ']'}\n"


def _value(computed: Timeline, name: str, ply: int) -> object:
    value = computed.columns[name][ply]
    if name not in computed.masks:
        return value
    return {"count": computed.columns[f"{name}.count"][ply], "mask": f"0x{value:016x}"}


def csv_row(values: Sequence[object]) -> str:
    """Return a line of CSV with its end, in which no spreadsheet takes a text for a formula."""
    line = io.StringIO()
    # An apostrophe goes before a text that begins as a formula, such as a null move.
    # Source: https://owasp.org/www-community/attacks/CSV_Injection
    csv.writer(line, lineterminator="\n").writerow(
        f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA_SIGNS) else value for value in values
    )
    return line.getvalue()


def _parquet(computed: Timeline) -> bytes:
    pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    texts = {"san": pyarrow.string(), "fen": pyarrow.string()}
    types = dict.fromkeys(computed.columns, pyarrow.int32()) | dict.fromkeys(computed.masks, pyarrow.uint64()) | texts
    arrays = {name: pyarrow.array(column, types[name]) for name, column in computed.columns.items()}
    written = io.BytesIO()
    parquet.write_table(pyarrow.table(arrays), written)
    return written.getvalue()
