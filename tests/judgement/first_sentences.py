"""How often the first sentence about a position is one of those that a trainer says first.

``first_sentences.txt`` has 200 positions of games between masters, each on three lines: the FEN, the statements that
were found acceptable before the program's was seen, at most five, and the reason. Files are open or half-open, and a
weak pawn is isolated, backward or held fast. Each third position is held back from tuning.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from pawnviz.core.board.position import Position
from pawnviz.core.explain.first_sentence import first_sentence, statements
from tests.judgement import Figure, is_held_back

_FILE: Final = Path(__file__).with_name("first_sentences.txt")
GOAL: Final = 85


class JudgedPosition(NamedTuple):
    """A position by its FEN, the keys of acceptable first statements, and the reason."""

    fen: str
    keys: frozenset[str]
    reason: str


def judged_positions() -> list[JudgedPosition]:
    """Return the positions in the order of the file."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    return [
        JudgedPosition(fen, frozenset(keys.split("; ")), reason)
        for fen, keys, reason in zip(lines[::3], lines[1::3], lines[2::3], strict=True)
    ]


def is_agreed(judged: JudgedPosition) -> bool:
    """Return whether the program's first sentence says one of the acceptable statements."""
    first = first_sentence(Position.from_fen(judged.fen))
    return first is not None and not judged.keys.isdisjoint(first.keys)


def chance(judged: JudgedPosition) -> float:
    """Return the share of all that the program could say of a position that is acceptable."""
    found = statements(Position.from_fen(judged.fen))
    return sum(not judged.keys.isdisjoint(each.keys) for each in found) / len(found) if found else 0


def figures() -> list[Figure]:
    """Return the share of agreement in both parts, and that of a statement chosen by chance."""
    positions = judged_positions()
    found = []
    for part in ("tuned", "held back"):
        chosen = [each for number, each in enumerate(positions) if is_held_back(number) == (part == "held back")]
        share = 100 * sum(map(is_agreed, chosen)) / len(chosen)
        name = f"first sentences of {len(chosen)} positions"
        found.append(Figure(name, share, "%", part, f"at least {GOAL}", share >= GOAL))
        found.append(Figure("any statement by chance", 100 * sum(map(chance, chosen)) / len(chosen), "%", part))
    return found
