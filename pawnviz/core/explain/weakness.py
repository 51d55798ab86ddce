"""The faults that make a pawn a target, by their words."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.bitboard import complement
from pawnviz.core.board.side import Side
from pawnviz.core.labels.label import Subject
from pawnviz.core.labels.order import with_subject

FIXED: Final = "fixed"
"""The fault of a pawn with an enemy pawn on its stop."""
HELD_BACK: Final = "held back"
"""The fault of a pawn whose stop an enemy pawn attacks: it may step only where it can be taken."""


def faults_of(side: Side[int], pawns: int) -> dict[str, int]:
    """Return pawns of a side by the first fault of each: isolated, backward, fixed, or else held back."""
    kinds = {**with_subject(side, Subject.WEAKNESS), FIXED: side.backward(side.enemy.pawns), HELD_BACK: pawns}
    faults = {}
    for kind, mask in kinds.items():
        if mask & pawns:
            faults[kind] = mask & pawns
            pawns &= complement(mask)
    return faults
