"""Weak pawns in words: the fault of each, and how often it is attacked and guarded."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.bitboard import complement
from pawnviz.core.board.side import Side
from pawnviz.core.explain.guards import guards_of
from pawnviz.core.labels.label import Subject
from pawnviz.core.labels.order import with_subject
from pawnviz.core.layers.weak_pawns import attack_count

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


def attack_words(side: Side[int], square: int) -> str:
    """Return how often a target of the enemy is attacked and guarded: ``attacked twice, guarded once``.

    Unless it is attacked more often than guarded now, moves of one piece each are counted too: ``can be attacked
    twice, guarded once``.
    """
    attackers, guards = (guards_of(each, square).bit_count() for each in (side.enemy, side))
    verb = "attacked"
    if attackers <= guards:
        attackers, guards = (attack_count(each, 1 << square) for each in (side.enemy, side))
        verb = "can be attacked"
    return f"{verb} {_times(attackers)}, {f'guarded {_times(guards)}' if guards else 'not guarded'}"


def _times(count: int) -> str:
    words = {1: "once", 2: "twice", 3: "three times", 4: "four times"}
    return words.get(count, f"{count} times")
