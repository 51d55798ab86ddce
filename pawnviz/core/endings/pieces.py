"""The pieces that a pawn may become, and how they move."""

from __future__ import annotations

from typing import Final

QUEEN, ROOK, BISHOP, KNIGHT = PIECES = ("queen", "rook", "bishop", "knight")  # The pieces by name.

_ORTHOGONAL: Final = ((0, 1), (0, -1), (1, 0), (-1, 0))
_DIAGONAL: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))

AROUND: Final = _ORTHOGONAL + _DIAGONAL  # A king's steps, by ranks and files.

STEPS: Final = {
    QUEEN: AROUND,
    ROOK: _ORTHOGONAL,
    BISHOP: _DIAGONAL,
    KNIGHT: ((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)),
}
"""The steps of each piece, by ranks and files. A knight takes one at a time, the others as many as are free."""


class SolvingInterruptedError(Exception):
    """The caller asked the solving to stop."""
