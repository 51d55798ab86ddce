"""Why a pawn can step one square or two."""

from __future__ import annotations

from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every, no_stop
from pawnviz.core.explain.surroundings import Surroundings


def _is_empty(view: Surroundings, square: int, name: str) -> Verdict:
    piece = view.piece_on(square)
    return Verdict.of(not piece, f"a {piece} stands on {name}" if piece else f"{name} is empty")


@reasoned("pushable_pawns", "Pushable", "Nothing stands right in front of it; whether it is pinned is not considered.")
def _pushable(view: Surroundings) -> Verdict:
    return _is_empty(view, view.stop, view.names(view.stop)) if view.stop else no_stop(view)


@reasoned("double_pushable_pawns", "Double-pushable", "On its second rank with two empty squares in front of it.")
def _double_pushable(view: Surroundings) -> Verdict:
    if view.rank != 2:
        return Verdict.of(False, f"{view.name} is on {view.rank_name}, not on the second")
    second = view.side.forward(view.stop)
    rank = Verdict.of(True, f"{view.name} is on {view.rank_name}")
    return every(rank, _pushable(view), _is_empty(view, second, view.names(second)))
