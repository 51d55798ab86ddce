"""The ways that games go from structure to structure, as columns of nodes and bands between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.collections.arrays import StructureRows
from pawnviz.core.structures.structure import FoundStructure
from pawnviz.core.structures.table import StructureTable, known_structures

if TYPE_CHECKING:
    from numpy.typing import NDArray

STEPS: Final = (0, 4, 8, 12, 20)  # The moves behind the first position at which columns stand.


@dataclass(frozen=True, slots=True)
class Node:
    """Games that have one kind of structure at one column: a named one, or pawns on the same files.

    ``white`` and ``black`` are the commonest pawns among them; ``spells`` are the places of the games in the spells
    that the flow was made of.
    """

    heading: str  # The structure's name and whose it is, empty where it has no name.
    title: str  # The name alone.
    white: int
    black: int
    spells: NDArray[Any]

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.spells)


@dataclass(frozen=True, slots=True)
class Band:
    """Games that go from a node of a column to one of the next, by the places of both in their columns."""

    source: int
    target: int
    spells: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Flow:
    """Columns of nodes, those of most games first, and the bands behind each column but the last.

    A game that has ended before a column is in none of its nodes.
    """

    steps: tuple[int, ...]
    columns: tuple[tuple[Node, ...], ...]
    bands: tuple[tuple[Band, ...], ...]


def flow_of(rows: StructureRows, games: NDArray[Any], first: NDArray[Any], steps: Sequence[int] = STEPS) -> Flow:
    """Return the flow of games from a position on, ``first``; both are arrays of the shape ``(spells,)``.

    ``steps`` are the numbers of moves, each of both sides, behind that position.
    """
    import numpy

    places = [_rows_at(rows, games, first + 2 * step) for step in steps]
    columns = tuple(_column(rows, *_kinds(rows, column), column) for column in places)
    bands = []
    for left, right in pairwise(columns):
        source_places, target_places = _places(left, len(games)), _places(right, len(games))
        both = numpy.flatnonzero((source_places >= 0) & (target_places >= 0))
        pairs = source_places[both] * len(right) + target_places[both]
        order = numpy.argsort(pairs, kind="stable")
        cuts = numpy.flatnonzero(numpy.diff(pairs[order])) + 1
        parts = numpy.split(both[order], cuts) if len(both) else []
        bands.append(tuple(Band(int(source_places[part[0]]), int(target_places[part[0]]), part) for part in parts))
    return Flow(tuple(steps), columns, tuple(bands))


def _rows_at(rows: StructureRows, games: NDArray[Any], plies: NDArray[Any]) -> NDArray[Any]:
    """Return the row of each game's position after a number of moves, -1 behind its end."""
    import numpy

    span = int(rows.end.max(initial=0)) + int(plies.max(initial=0)) + 1
    keys = rows.game.astype(numpy.int64) * span + rows.ply
    places = numpy.searchsorted(keys, games.astype(numpy.int64) * span + plies, side="right") - 1
    return numpy.where(rows.end[places] > plies, places, -1) if len(rows) else numpy.full(len(games), -1)


def _kinds(rows: StructureRows, places: NDArray[Any]) -> tuple[NDArray[Any], list[tuple[str, str]]]:
    """Return the kind of structure of each row, -1 for the row -1, and the headings and titles of the kinds."""
    import numpy

    is_there = places >= 0
    white, black = rows.white[places[is_there]], rows.black[places[is_there]]
    table = known_structures()
    leading = _leading(table, white, black)
    files = _filesets(white).astype(numpy.int64) << 8 | _filesets(black).astype(numpy.int64)
    # Named kinds come first, then those of pawns on the same files.
    codes = numpy.where(leading >= 0, leading, len(table.versions) + files)
    unique, numbers = numpy.unique(codes, return_inverse=True)
    titles = [_names(table, int(code)) for code in unique]
    kinds = numpy.full(len(places), -1, numpy.int64)
    kinds[is_there] = numbers
    return kinds, titles


def _names(table: StructureTable, code: int) -> tuple[str, str]:
    """Return the heading and the title of a kind."""
    if code >= len(table.versions):
        return "", ""
    structure, color = table.versions[code]
    structure_of = FoundStructure(structure, None if structure.mutual else color, 0)
    return structure_of.heading, structure_of.title


def _leading(table: StructureTable, white: NDArray[Any], black: NDArray[Any]) -> NDArray[Any]:
    """Return the number of the leading version of each board, -1 for none."""
    import numpy

    words = table.rules.holding_on(PawnBoards(white, black))
    leading = numpy.full(len(white), -1, numpy.int64)
    for number, word in reversed(list(enumerate(words))):
        lowest = word & (numpy.uint64(0) - word)
        has_one = word != 0
        leading[has_one] = 64 * number + numpy.bitwise_count(lowest[has_one] - numpy.uint64(1)).astype(numpy.int64)
    return leading


def _filesets(pawns: NDArray[Any]) -> NDArray[Any]:
    """Return the files with pawns, a bit each."""
    fill = pawns | pawns >> 32
    fill |= fill >> 16
    filesets: NDArray[Any] = (fill | fill >> 8) & 0xFF
    return filesets


def _column(
    rows: StructureRows, kinds: NDArray[Any], titles: list[tuple[str, str]], places: NDArray[Any]
) -> tuple[Node, ...]:
    import numpy

    nodes = []
    order = numpy.argsort(kinds, kind="stable")
    order = order[kinds[order] >= 0]
    for spells in numpy.split(order, numpy.flatnonzero(numpy.diff(kinds[order])) + 1) if len(order) else []:
        own = places[spells]
        pawns = zip(rows.white[own].tolist(), rows.black[own].tolist(), strict=True)
        ((white, black), _), *_ = Counter(pawns).most_common(1)
        nodes.append(Node(*titles[int(kinds[spells[0]])], white, black, spells))
    return tuple(sorted(nodes, key=lambda node: (-node.games, not node.title, node.heading)))


def _places(column: tuple[Node, ...], count: int) -> NDArray[Any]:
    """Return the place of each game's node in its column, -1 for none."""
    import numpy

    places = numpy.full(count, -1, numpy.int64)
    for place, node in enumerate(column):
        places[node.spells] = place
    return places
