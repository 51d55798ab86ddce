"""Why a layer holds a pawn or a square or does not, in sentences; a module of rules for each chapter of the layers.

A rule states its layer's definition again, from the surroundings of a square and not from the layer's formula; tests
prove that both agree on every board. Disputed terms have a rule for each of their definitions. Layers of squares have
rules if the inspector of a pawn or a square speaks of them.
"""

from pawnviz.core.explain.reasons import backward, chains, passers, squares
from pawnviz.core.explain.reasons.registry import (
    REASONS,
    Reason,
    ReasonRule,
    pawn_labels,
    pawn_reasons,
    reason,
    rule_of,
)

__all__ = [
    "REASONS",
    "Reason",
    "ReasonRule",
    "backward",
    "chains",
    "passers",
    "pawn_labels",
    "pawn_reasons",
    "reason",
    "rule_of",
    "squares",
]
