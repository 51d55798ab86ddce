"""Why Stockfish counts a pawn as a weak lever or as blocked far forward."""

from __future__ import annotations

from pawnviz.core.explain.reasons.chains import defended
from pawnviz.core.explain.reasons.levers import rammed
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every
from pawnviz.core.explain.surroundings import Surroundings, are_several


@reasoned("weak_levers_stockfish", "Weak lever (Stockfish)", "Two enemy pawns attack it and no own pawn guards it.")
def _weak_lever(view: Surroundings) -> Verdict:
    attackers = view.attackers
    only = "only " if attackers and not are_several(attackers) else ""
    attacked = Verdict.of(are_several(attackers), f"{only}{view.enemy_do(attackers, 'attacks', view.name)}", attackers)
    return every(attacked, defended(view).opposite())


@reasoned(
    "blocked_pawns_stockfish",
    "Blocked far forward (Stockfish)",
    "On its fifth or sixth rank, with an enemy pawn right in front of it.",
)
def _blocked(view: Surroundings) -> Verdict:
    far = view.rank in (5, 6)
    rank = Verdict.of(far, f"{view.name} is on {view.rank_name}{'' if far else ', not on the fifth or sixth'}")
    return every(rammed(view), rank)
