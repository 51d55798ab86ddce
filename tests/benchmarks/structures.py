"""All named structures of one board beside reading its FEN, and of a million beside the passed pawns of them."""

from __future__ import annotations

import time
from typing import Final

import numpy

from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import BLACK, WHITE
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.batch import layer_blocks
from pawnviz.core.structures import known_structures, structures
from tests.benchmarks import Row, interleaved_medians
from tests.core.structures.tabiyas import TABIYAS, played

BOARDS: Final = 1_000_000
REPETITIONS: Final = 20


def all_structures() -> list[Row]:
    """Compare naming the structures of tabiyas with reading their FENs, and those of a million boards with a layer."""
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
    count, rules = len(known_structures().structures), known_structures().rules
    note = f"{taken:.0f} µs, FEN {known:.0f} µs"
    one = Row(f"{count} structures of a board / reading its FEN", taken / known, "times", 2, note)

    pawns = numpy.array(
        [(position.pawns & position.white, position.pawns & position.black) for position in positions], numpy.uint64
    )
    boards = PawnBoards(*(numpy.resize(column, BOARDS) for column in pawns.T))
    passers = [(LAYERS["passed_pawns"], color) for color in (WHITE, BLACK)]

    def ask() -> float:
        start = time.process_time()
        rules.holding_on(boards)
        return time.process_time() - start

    def compute() -> float:
        start = time.process_time()
        layer_blocks(passers, boards)
        return time.process_time() - start

    taken, known = interleaved_medians(5, ask, compute)
    note = f"{taken:.2f} s, passed pawns {known:.2f} s"
    return [one, Row(f"{count} structures of a million boards / passed pawns", taken / known, "times", 20, note)]
