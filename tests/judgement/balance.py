"""How often the program says who stands better, and how often Stockfish agrees.

``balance.tsv`` has quiet positions of games between masters with equal material, each with the score of Stockfish at
depth 12 in hundredths of a pawn, seen by White. The least lead was chosen on two of three rows; each third one was
drawn with another seed and held back. Positions in which Stockfish sees less than 0.4 count for nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pawnviz.core.board.position import Position
from pawnviz.core.explain.balance import balance
from tests.judgement import Figure, is_held_back

_FILE: Final = Path(__file__).with_name("balance.tsv")
_LEAST_SCORE: Final = 40
SPOKEN_GOAL: Final = 30
RIGHT_GOAL: Final = 78


def judged_positions() -> list[tuple[str, int]]:
    """Return the positions as FENs with their scores."""
    rows = (line.split("\t") for line in _FILE.read_text(encoding="utf-8").splitlines())
    return [(fen, int(score)) for fen, score in rows]


def figures() -> list[Figure]:
    """Return in which share of the positions the program speaks, and in which share of these it is right."""
    found = []
    positions = judged_positions()
    for part in ("tuned", "held back"):
        chosen = [line for number, line in enumerate(positions) if is_held_back(number) == (part == "held back")]
        chosen = [(fen, score) for fen, score in chosen if abs(score) >= _LEAST_SCORE]
        told = [(balance(Position.from_fen(fen)), score) for fen, score in chosen]
        right = [(each.keys == ("balance White",)) == (score > 0) for each, score in told if each is not None]
        spoken, share = 100 * len(right) / len(told), 100 * sum(right) / len(right)
        name = f"who stands better is said, {len(told)} positions"
        found.append(Figure(name, spoken, "%", part, f"at least {SPOKEN_GOAL}", spoken >= SPOKEN_GOAL))
        found.append(Figure("... and is right", share, "%", part, f"at least {RIGHT_GOAL}", share >= RIGHT_GOAL))
    return found
