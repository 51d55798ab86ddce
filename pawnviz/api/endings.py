"""Who wins an ending of kings and pawns."""

from __future__ import annotations

from pawnviz.api.boards import position_of
from pawnviz.core.board.chess_board import ChessBoard
from pawnviz.core.board.position import Position
from pawnviz.core.endings import outcome as core


def solve(position: str | Position | ChessBoard) -> core.Ending:
    """Return the outcome of an ending of kings and pawns, as far as it is proved, and with a king elsewhere.

    It takes from a few milliseconds to some seconds, the first race in which both promote some ten. The fifty-move rule
    and repetitions are left out. Raises ``ValueError`` for another kind of position and where the kings touch or the
    side that has moved is in check, and ``TypeError`` for anything but a ``Position`` or a ``chess.Board``.
    """
    return core.solve(position_of(position))
