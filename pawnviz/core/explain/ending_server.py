"""Solves one ending, as a process of its own: ``python -m pawnviz.core.explain.ending_server SECONDS FEN``.

It prints the part of the time that is over on lines that begin with ``%``, at last the outcome, the maps of the kings
and the facts as a JSON object.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from time import monotonic, process_time
from typing import Final

from pawnviz.core.board.position import Position
from pawnviz.core.endings.outcome import Ending, KingMap, Outcome, solve_within
from pawnviz.core.explain.ending_proofs import proof_facts
from pawnviz.core.explain.pawn_endings import EndingFact

_NEWS: Final = 0.1  # The seconds between two parts.


def main(seconds: str, fen: str) -> None:
    """Solve the ending of a FEN within so many seconds of the processor, the start of the process included."""
    due = 0.0

    def print_part(part: float) -> None:
        nonlocal due
        if monotonic() >= due:
            due = monotonic() + _NEWS
            print(f"%{part:.3f}", flush=True)

    position = Position.from_fen(fen)
    solution = solve_within(position, max(0.1, float(seconds) - process_time()), print_part, process_time)
    ending, facts = solution.ending, proof_facts(position, solution)
    answer = {
        "outcome": ending.outcome.value,
        "white_king": asdict(ending.white_king),
        "black_king": asdict(ending.black_king),
        "facts": facts,
    }
    print(json.dumps(answer), flush=True)


def read_answer(line: str) -> tuple[Ending, tuple[EndingFact, ...]]:
    """Return the ending and the facts of the last line."""
    answer = json.loads(line)
    ending = Ending(Outcome(answer["outcome"]), KingMap(**answer["white_king"]), KingMap(**answer["black_king"]))
    return ending, tuple(EndingFact(*fact) for fact in answer["facts"])


if __name__ == "__main__":
    main(*sys.argv[1:3])
