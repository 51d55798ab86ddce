"""All named structures of one board beside reading its FEN."""

from __future__ import annotations

import time
from typing import Final

from pawnviz.core.board.position import Position
from pawnviz.core.structures import known_structures, structures
from tests.benchmarks import Row, interleaved_medians
from tests.core.structures.tabiyas import TABIYAS, played

REPETITIONS: Final = 20


def all_structures() -> list[Row]:
    """Compare naming the structures of tabiyas with reading their FENs."""
    positions = [played(tabiya.moves) for tabiya in TABIYAS.values()]
    fens = [position.fen() for position in positions]
    sides = [position.sides()[0] for position in positions]

    def read() -> float:
        start = time.process_time()
        for _ in range(REPETITIONS):
            for fen in fens:
                Position.from_fen(fen)
        return time.process_time() - start

    def name() -> float:
        start = time.process_time()
        for _ in range(REPETITIONS):
            for side in sides:
                structures(side)
        return time.process_time() - start

    known, taken = (1e6 * seconds / REPETITIONS / len(fens) for seconds in interleaved_medians(9, read, name))
    count = len(known_structures().structures)
    note = f"{taken:.0f} µs, FEN {known:.0f} µs"
    return [Row(f"{count} structures of a board / reading its FEN", taken / known, "times", 2, note)]
