"""The labels that a pawn does not carry, and why not: those that players speak of every day first."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.side import Side
from pawnviz.core.explain.reasons import Reason, ReasonRule, reason, rule_of
from pawnviz.core.labels.table import LABELS
from pawnviz.core.layers import LAYERS

ASKED_FIRST: Final = tuple(name for name, label in LABELS.items() if label.is_asked)
"""The labels that players ask for, the most frequent question first, by the identifiers of their layers."""


def questions(side: Side[int], square: int) -> tuple[ReasonRule, ...]:
    """Return the rules of the labels that a side's pawn on a square from 0 to 63 does not carry, usual ones first."""
    names = dict.fromkeys((*ASKED_FIRST, *LAYERS))
    return tuple(
        rule_of(name) for name in names if LAYERS[name].of_pawns and not LAYERS[name](_whose(name, side)) >> square & 1
    )


def why_not(identifier: str, side: Side[int], square: int) -> Reason:
    """Return why a side's pawn on a square carries a label or not; raises ``KeyError`` as ``rule_of`` does."""
    return reason(identifier, _whose(identifier, side), square)


def _whose(identifier: str, side: Side[int]) -> Side[int]:
    """Return the side whose layer speaks of a side's pawn; a pawn storm is a layer of the king's side."""
    return side.enemy if rule_of(identifier).of_enemy else side
