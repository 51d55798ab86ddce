"""How often the first sentence about a position is one of those that a trainer says first, and is so.

``first_sentences.txt`` has 200 positions of games between masters, each on three lines: the FEN, the statements that
were found acceptable before the program's was seen, at most five, and the reason. Files are open or half-open, and a
weak pawn is isolated, backward or held fast. Each third position is held back from tuning.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

import chess

from pawnviz.core.board.position import Position
from pawnviz.core.explain.first_sentence import first_sentence, statements
from tests.judgement import Figure, is_held_back
from tests.judgement.structures import sampled_positions

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
    """Return the share of agreement in both parts, by whether a structure is named, and a statement by chance.

    What may be said of a position with a named structure was judged without its name, and files are no more spoken of
    there: its share has no goal.
    """
    positions = judged_positions()
    found = []
    for part in ("tuned", "held back"):
        chosen = [each for number, each in enumerate(positions) if is_held_back(number) == (part == "held back")]
        named = [each for each in chosen if _is_named(each)]
        others = [each for each in chosen if not _is_named(each)]
        share, beside = (100 * sum(map(is_agreed, each)) / len(each) for each in (others, named))
        name = f"first sentences of {len(others)} positions"
        found.append(Figure(name, share, "%", part, f"at least {GOAL}", share >= GOAL))
        found.append(Figure("any statement by chance", 100 * sum(map(chance, others)) / len(others), "%", part))
        found.append(Figure(f"beside the name of a structure, {len(named)} positions", beside, "%", part))
    return found


def truth() -> list[Figure]:
    """Return how often the center is called locked though a capture by a pawn opens it, in games between masters."""
    counts = {part: Counter[str]() for part in ("tuned", "held back")}
    for number, board in sampled_positions():
        count = counts["held back" if is_held_back(number) else "tuned"]
        if any("The center is locked" in each.text for each in statements(Position.from_fen(board.fen()))):
            count["locked"] += 1
            count["open"] += any(_opens_center(board, color) for color in (chess.WHITE, chess.BLACK))
    return [
        Figure(
            f"of {count['locked']} locked centers that a capture opens", count["open"], "", part, "0", not count["open"]
        )
        for part, count in counts.items()
    ]


def _is_named(judged: JudgedPosition) -> bool:
    first = first_sentence(Position.from_fen(judged.fen))
    return first is not None and first.keys[0].startswith("structure ")


def _opens_center(board: chess.Board, color: bool) -> bool:
    """Return whether a pawn of a color can take a pawn, and one of the two is blocked by a pawn on the d- or e-file."""
    pawns = board.pawns & (chess.BB_FILE_D | chess.BB_FILE_E)
    white, black = pawns & board.occupied_co[chess.WHITE], pawns & board.occupied_co[chess.BLACK]
    rams = white & black >> 8 | black & white << 8
    for pawn in chess.SquareSet(board.pawns & board.occupied_co[color]):
        taken = chess.BB_PAWN_ATTACKS[color][pawn] & board.pawns & board.occupied_co[not color]
        if taken & rams or (taken and rams >> pawn & 1):
            return True
    return False
