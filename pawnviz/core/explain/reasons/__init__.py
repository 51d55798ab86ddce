"""Why a layer holds a pawn or a square or does not, in sentences; a module of rules for each chapter of the layers.

A rule states its layer's definition again, from the surroundings of a square and not from the layer's formula; tests
prove that both agree on every board. Disputed terms have a rule for each of their definitions. Layers of squares have
rules where the inspector of a pawn or a square speaks of them.
"""

from pawnviz.core.explain.reasons import (
    backward,
    candidates,
    chains,
    king,
    levers,
    outside_passers,
    passers,
    pieces,
    promotion,
    spans,
    squares,
)
from pawnviz.core.explain.reasons.labels import Reason, pawn_labels, pawn_reasons, reason, rule_of
from pawnviz.core.explain.reasons.registry import REASONS, ReasonRule

__all__ = [
    "REASONS",
    "Reason",
    "ReasonRule",
    "backward",
    "candidates",
    "chains",
    "king",
    "levers",
    "outside_passers",
    "passers",
    "pawn_labels",
    "pawn_reasons",
    "pieces",
    "promotion",
    "reason",
    "rule_of",
    "spans",
    "squares",
]
