"""Spells: positions in a row of one game in which a question holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.question import Question
from pawnviz.core.layers.batch import BLOCK

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Spells:
    """The first spell of each game that is long enough; arrays of the shape ``(spells,)``, in the order of games."""

    game: NDArray[Any]  # The number of the game.
    first: NDArray[Any]  # The ply of the first position.
    end: NDArray[Any]  # That of the first position behind it.
    first_row: NDArray[Any]  # The row of the first position.
    last_row: NDArray[Any]  # The row of the last one.

    def __len__(self) -> int:
        return len(self.game)


def spells(question: Question, rows: StructureRows, games: GameColumns) -> Spells:
    """Return the first spell of each game in which a question holds, of those that are long enough."""
    import numpy

    first_ply, last_ply = question.plies
    hits = _hits(question, rows, games)
    game, first, end = rows.game[hits], rows.ply[hits], rows.end[hits]
    if first_ply or last_ply < 1 << 30:
        first, end = numpy.maximum(first, first_ply), numpy.minimum(end, last_ply)
    # A run begins where the row before is no hit, or of another game.
    begins = numpy.ones(len(hits), bool)
    begins[1:] = (hits[1:] != hits[:-1] + 1) | (game[1:] != game[:-1])
    starts = numpy.flatnonzero(begins)
    lasts = numpy.append(starts[1:], len(hits))[: len(starts)] - 1
    long_enough = end[lasts] - first[starts] >= question.least_positions
    starts, lasts = starts[long_enough], lasts[long_enough]
    is_first = numpy.ones(len(starts), bool)
    is_first[1:] = game[starts[1:]] != game[starts[:-1]]
    starts, lasts = starts[is_first], lasts[is_first]
    return Spells(game[starts], first[starts], end[lasts], hits[starts], hits[lasts])


def _hits(question: Question, rows: StructureRows, games: GameColumns) -> NDArray[Any]:
    """Return the numbers of the rows in which a question holds in at least one position."""
    import numpy

    wanted: NDArray[Any] | None = None
    for game_part in question.game_parts:
        holding = game_part.holds(games)
        wanted = holding if wanted is None else wanted & holding
    first, last = question.plies
    is_clipped = first > 0 or last < 1 << 30
    parts = question.position_parts
    hits: list[NDArray[Any]] = []
    for start in range(0, len(rows), BLOCK):
        block = slice(start, start + BLOCK)
        places: NDArray[Any] | None = None
        if wanted is not None:
            game = rows.game[block]
            if not wanted[game[0] : game[-1] + 1].any():
                continue
            places = numpy.flatnonzero(wanted[game])
        if is_clipped:
            counted = (rows.end[block] > first) & (rows.ply[block] < last)
            places = numpy.flatnonzero(counted) if places is None else places[counted[places]]
        boards = PawnBoards(rows.white[block], rows.black[block])
        if places is not None:
            boards = boards.part(places)
        for part in parts:
            if not len(boards):
                break
            holding = numpy.flatnonzero(part.holds(boards))
            places = holding if places is None else places[holding]
            boards = boards.part(holding)
        if places is None:
            places = numpy.arange(len(boards))
        if len(places):
            hits.append(places + start)
    return numpy.concatenate(hits) if hits else numpy.zeros(0, numpy.intp)
