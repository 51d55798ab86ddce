"""The structures to which games lead some moves on, as a few named bundles of games and the others."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.collections.answer import Expectations, Score
from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.spells import Spells
from pawnviz.core.structures.structure import FoundStructure
from pawnviz.core.structures.table import StructureTable, known_structures

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOVES_ON: Final = 12  # The moves behind the first position after which games are bundled.
MOST_BUNDLES: Final = 5  # The most bundles with a name.


@dataclass(frozen=True, slots=True)
class Bundle:
    """Games that lead to one named structure, or to any other one.

    ``heading`` is the structure's name and whose it is, empty for the others. ``is_same`` is true for the structure
    that leads at the first position of most games. ``white`` and ``black`` are the commonest pawns among the games;
    ``spells`` are the places of these in the spells that were bundled.
    """

    heading: str
    is_same: bool
    white: int
    black: int
    spells: NDArray[Any]
    score: Score


def bundles_of(
    found: Spells, rows: StructureRows, games: GameColumns, moves: int = MOVES_ON, most: int = MOST_BUNDLES
) -> tuple[Bundle, ...]:
    """Return the bundles of games some ``moves`` behind the first position of each spell, or at the end of the game.

    The named structures with the most games come first, at most ``most`` of them, and the others last; each spell is in
    one bundle.
    """
    import numpy

    if not len(found):
        return ()
    table = known_structures()
    before = _leading(table, rows, found.first_row)
    is_named = before >= 0
    same = int(numpy.bincount(before[is_named]).argmax()) if 2 * int(is_named.sum()) > len(found) else -1
    places = _rows_at(rows, found.game, found.first + 2 * moves)
    leading = _leading(table, rows, places)
    counts = numpy.bincount(leading[leading >= 0], minlength=1)
    chosen = [int(code) for code in numpy.argsort(-counts, kind="stable")[:most] if counts[code]]
    expectations = Expectations(games)
    bundles = []
    for code in (*chosen, None):
        is_in = leading == code if code is not None else numpy.isin(leading, chosen, invert=True)
        spells = numpy.flatnonzero(is_in)
        if len(spells):
            pawns = zip(rows.white[places[spells]].tolist(), rows.black[places[spells]].tolist(), strict=True)
            ((white, black), _), *_ = Counter(pawns).most_common(1)
            heading = "" if code is None else _heading(table, code)
            score = expectations.score(found.game[spells])
            bundles.append(Bundle(heading, code == same, white, black, spells, score))
    return tuple(bundles)


def _rows_at(rows: StructureRows, games: NDArray[Any], plies: NDArray[Any]) -> NDArray[Any]:
    """Return the row of each game's position after a number of moves, that of its last one behind its end."""
    import numpy

    span = int(rows.end.max(initial=0)) + int(plies.max(initial=0)) + 1
    keys = rows.game.astype(numpy.int64) * span + rows.ply
    places: NDArray[Any] = numpy.searchsorted(keys, games.astype(numpy.int64) * span + plies, side="right") - 1
    return places


def _heading(table: StructureTable, code: int) -> str:
    structure, color = table.versions[code]
    return FoundStructure(structure, None if structure.mutual else color, 0).heading


def _leading(table: StructureTable, rows: StructureRows, places: NDArray[Any]) -> NDArray[Any]:
    """Return the number of the leading version of the structures in each of some rows, -1 for none."""
    import numpy

    words = table.rules.holding_on(PawnBoards(rows.white[places], rows.black[places]))
    leading = numpy.full(len(places), -1, numpy.int64)
    for number, word in reversed(list(enumerate(words))):
        lowest = word & (numpy.uint64(0) - word)
        has_one = word != 0
        leading[has_one] = 64 * number + numpy.bitwise_count(lowest[has_one] - numpy.uint64(1)).astype(numpy.int64)
    return leading
