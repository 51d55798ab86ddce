"""How many pawn endings that masters reached are decided: at once, and in a second.

An ending is the first position of a game with kings and two to five pawns alone. ``PAWNVIZ_ENDINGS`` names how many
endings of each part are taken, evenly spread; 30 unless it is set, and 1000 takes all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

import chess
import chess.pgn

from pawnviz.core.board.position import Position
from pawnviz.core.endings.outcome import solution_at_once, solve_within
from tests.judgement import Figure, games_file, is_held_back

SECONDS: Final = 1
_LEAST_PAWNS: Final = 2
_MOST_PAWNS: Final = 5
_PIECES: Final = 14  # The pieces besides kings and pawns, all of which are captured before a pawn ending.
_WORDS: Final = re.compile(r"\{[^}]*\}|\d+\.+|\$\d+")


class MasterEnding(NamedTuple):
    """The number of a game in its file, and its first pawn ending."""

    game: int
    position: Position


def master_endings() -> Iterator[MasterEnding]:
    """Yield the pawn endings of the games to judge."""
    with games_file().open(encoding="utf-8", errors="replace") as file:
        blocks = [list(lines) for is_text, lines in groupby(file, key=lambda line: bool(line.strip())) if is_text]
    number = 0
    for block in blocks:
        if block[0].startswith("["):
            continue
        number += 1
        text = _WORDS.sub(" ", " ".join(block))
        if text.count("x") < _PIECES:
            continue
        position = _first_ending(text.split())
        if position is not None:
            yield MasterEnding(number, position)


def _first_ending(words: list[str]) -> Position | None:
    board = chess.Board()
    for word in words:
        try:
            board.push_san(word)
        except ValueError:
            return None  # The result, or the first move of a game from another position.
        if board.occupied == board.kings | board.pawns:
            is_wanted = _LEAST_PAWNS <= board.pawns.bit_count() <= _MOST_PAWNS
            return Position.from_fen(board.fen()) if is_wanted else None
    return None


def judged_endings() -> list[Figure]:
    """Return the shares of endings that are decided, of those for tuning and of those held back."""
    endings = list(master_endings())
    most = int(os.environ.get("PAWNVIZ_ENDINGS", "30"))
    figures = []
    for part, held_back in (("tuned", False), ("held back", True)):
        chosen = [each.position for each in endings if is_held_back(each.game) is held_back]
        chosen = chosen[:: -(-len(chosen) // most)]
        at_once = [position for position in chosen if _is_decided_at_once(position)]
        figures.append(_share("pawn endings decided at once", part, len(at_once), len(chosen)))
        decided = [position for position in chosen if solve_within(position, SECONDS).ending.is_decided]
        figures.append(_share(f"pawn endings decided in {SECONDS} s", part, len(decided), len(chosen), 55))
    return figures


def _is_decided_at_once(position: Position) -> bool:
    solution = solution_at_once(position)
    return solution is not None and solution.ending.is_decided


def _share(name: str, part: str, count: int, of: int, goal: int | None = None) -> Figure:
    share = 100 * count / of
    if goal is None:
        return Figure(name, share, f"% of {of}", part)
    return Figure(name, share, f"% of {of}", part, f"at least {goal}", share >= goal)
