"""Why a pawn is a rear twin, a front twin or opposed."""

from __future__ import annotations

from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, if_any, if_none
from pawnviz.core.explain.surroundings import Surroundings


@reasoned("pawns", "Pawn", "A pawn of the side.")
def _pawn(view: Surroundings) -> Verdict:
    return Verdict.of(True, f"a {view.own} pawn stands on {view.name}", view.bit)


@reasoned("rear_twins", "Rear twin", "The rear one of two pawns on a file: an own pawn is in its way.")
def rear_twin(view: Surroundings) -> Verdict:
    """Return whether an own pawn stands in front of a pawn on its file."""
    twins = view.own_in_front
    return if_any(twins, view.own_do(twins, "stands", f"in front of {view.name} on the {view.file_name}-file"))


@reasoned("front_twins", "Front twin", "The front one of two pawns on a file: an own pawn stands behind it.")
def _front_twin(view: Surroundings) -> Verdict:
    twins = view.own_behind
    return if_any(twins, view.own_do(twins, "stands", f"behind {view.name} on the {view.file_name}-file"))


@reasoned("unfree_pawns", "Opposed", "An enemy pawn is in its way on the file.")
def _unfree(view: Surroundings) -> Verdict:
    return no_enemy_in_front(view).opposite()


def no_enemy_in_front(view: Surroundings) -> Verdict:
    """Return whether no enemy pawn stands in front of a pawn on its file."""
    enemies = view.enemy_in_front
    return if_none(enemies, view.enemy_do(enemies, "stands", f"in front of {view.name} on the {view.file_name}-file"))
