"""The layers and numbers of a line of moves, ply by ply, as rows for files and as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pawnviz.core.board.arrays import boards_of
from pawnviz.core.games.line import MoveLine
from pawnviz.core.layers import Entry, Layer
from pawnviz.core.layers.batch import layer_blocks

if TYPE_CHECKING:
    from numpy.typing import NDArray

Value = str | int


@dataclass(frozen=True)
class Timeline:
    """Layers and numbers in each position of a line; ``values`` has White's and Black's array of each entry."""

    line: MoveLine
    entries: tuple[Entry, ...]
    values: dict[str, tuple[NDArray[Any], NDArray[Any]]]

    def columns(self) -> tuple[str, ...]:
        """Return the names of the columns: ply, san, fen, then for each entry White and Black, masks before counts."""
        names = ["ply", "san", "fen"]
        for entry in self.entries:
            names += [f"white.{entry.identifier}", f"black.{entry.identifier}"]
            if isinstance(entry, Layer):
                names += [f"white.{entry.identifier}.count", f"black.{entry.identifier}.count"]
        return tuple(names)

    def rows(self) -> Iterator[tuple[Value, ...]]:
        """Yield a row for each position, the first one before all moves with an empty ``san``; masks are ints."""
        columns = [column for entry in self.entries for column in self._columns_of(entry)]
        sans = ("", *(move.san for move in self.line.moves))
        for ply, (san, position) in enumerate(zip(sans, self.line.positions, strict=True)):
            yield (ply, san, position.fen(), *(column[ply] for column in columns))

    def _columns_of(self, entry: Entry) -> list[list[int]]:
        white, black = (values.tolist() for values in self.values[entry.identifier])
        if not isinstance(entry, Layer):
            return [white, black]
        return [white, black, [mask.bit_count() for mask in white], [mask.bit_count() for mask in black]]


def timeline(line: MoveLine, entries: Sequence[Entry]) -> Timeline:
    """Return the layers and numbers of a line of moves."""
    wanted = [(entry, color) for entry in entries for color in (True, False)]
    arrays = layer_blocks(wanted, boards_of(line.positions))
    values = {entry.identifier: (arrays[2 * place], arrays[2 * place + 1]) for place, entry in enumerate(entries)}
    return Timeline(line, tuple(entries), values)
