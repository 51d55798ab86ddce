"""Positions of well-known openings, reached by playing their moves, with the structure that each is known for.

``tabiyas.tsv`` has their names, the structure that has to lead, whose it is, and the moves in SAN; ``examples.tsv``
positions, as FENs, of structures that come late or out of many openings.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pawnviz.core.board.position import Position
from tests.data import rows_beside


class Tabiya(NamedTuple):
    """A line of moves, the structure that leads where it ends, and whose it is, None where it is mutual."""

    moves: str
    structure: str
    color: bool | None


def played(moves: str) -> Position:
    """Return the position after moves in SAN; raises ``ValueError`` for one that is not legal."""
    import chess

    board = chess.Board()
    for move in moves.split():
        board.push_san(move)
    return Position.from_fen(board.fen())


COLORS: Final = {"white": True, "black": False, "both": None}
TABIYAS: Final = {
    name: Tabiya(moves, structure, COLORS[color])
    for name, structure, color, moves in rows_beside(__file__, "tabiyas.tsv")
}
EXAMPLES: Final = dict(rows_beside(__file__, "examples.tsv"))
