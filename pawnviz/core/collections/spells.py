"""Spells: positions in a row of one game in which a question holds."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.question import LONGEST, Question
from pawnviz.core.collections.rule_arrays import ask_those_left
from pawnviz.core.layers.registry import BLOCK

if TYPE_CHECKING:
    from numpy.typing import NDArray

THREADED: Final = 1 << 20  # The number of rows from which several threads ask them.
_BLOCK: Final = 16 * BLOCK
"""The rows that are asked at once: NumPy works on them for longer, so that threads rarely wait for each other.

They wait between its steps, where only one thread runs Python; that costs more than masks outside the nearest cache.
"""
_TURN: Final = 2 * _BLOCK  # The number of rows that a thread asks before it takes further ones.


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

    hits = _hits(question, rows, games)
    # A run goes on from a row to the next one where both are hits of one game.
    goes_on = hits[1:] & hits[:-1]
    goes_on &= rows.game[1:] == rows.game[:-1]
    begins, ends = hits.copy(), hits
    begins[1:] &= numpy.logical_not(goes_on)
    ends[:-1] &= numpy.logical_not(goes_on)
    starts, lasts = numpy.flatnonzero(begins), numpy.flatnonzero(ends)
    first_ply, last_ply = question.plies
    first = numpy.maximum(rows.ply[starts], first_ply)
    end = numpy.minimum(rows.end[lasts], last_ply)
    long_enough = end - first >= question.least_positions
    game = rows.game[starts]
    if not long_enough.all():
        starts, lasts, first, end, game = (values[long_enough] for values in (starts, lasts, first, end, game))
    is_first = numpy.ones(len(starts), bool)
    is_first[1:] = game[1:] != game[:-1]
    return Spells(*(values[is_first] for values in (game, first, end, starts, lasts)))


def _hits(question: Question, rows: StructureRows, games: GameColumns) -> NDArray[Any]:
    """Return in which rows a question holds in at least one position, ``bool`` of the shape ``(rows,)``."""
    import numpy

    wanted: NDArray[Any] | None = None
    for game_part in question.game_parts:
        holding = game_part.holds(games)
        wanted = holding if wanted is None else wanted & holding
    first, last = question.plies
    is_clipped = first > 0 or last < LONGEST
    parts = question.position_parts
    hits = numpy.ones(len(rows), bool)

    def ask(start: int) -> None:
        block = slice(start, start + _BLOCK)
        boards, truth = PawnBoards(rows.white[block], rows.black[block]), hits[block]
        if wanted is not None:
            truth &= wanted[rows.game[block]]
        if is_clipped:
            truth &= rows.end[block] > first
            truth &= rows.ply[block] < last
        for part in parts:
            ask_those_left(part.holds, boards.part, truth)

    def ask_blocks(start: int) -> None:
        for first_row in range(start, min(start + _TURN, len(rows)), _BLOCK):
            ask(first_row)

    turns = range(0, len(rows), _TURN)
    if len(rows) < THREADED:
        for start in turns:
            ask_blocks(start)
    else:
        # NumPy lets other threads work meanwhile.
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            list(pool.map(ask_blocks, turns))
    return hits
