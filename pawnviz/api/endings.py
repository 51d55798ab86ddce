"""Who wins an ending of kings and pawns."""

from __future__ import annotations

from dataclasses import replace

from pawnviz.api.boards import position_of
from pawnviz.core.board.position import ChessBoard, Position
from pawnviz.core.endings import outcome as core
from pawnviz.core.endings.best_play import best_play


def solve(position: str | Position | ChessBoard, seconds: float = 10) -> core.Ending:
    """Return the outcome of an ending of kings and pawns, as far as it is proved in so many seconds.

    With it come the moves that keep the outcome, a line to the win, and the outcomes with a king elsewhere. Endings of
    up to three pawns are mostly decided within a second, those of more than five seldom at all. The fifty-move rule and
    repetitions are left out. Raises ``ValueError`` for another kind of position and if the kings touch or the side that
    has moved is in check, and ``TypeError`` for anything but a ``Position`` or a ``chess.Board``.
    """
    read = position_of(position)
    solution = core.solve_within(read, seconds)
    play = best_play(read, solution)
    return solution.ending if play is None else replace(solution.ending, moves=play.keeping, line=play.line)
