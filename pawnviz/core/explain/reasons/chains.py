"""Why a pawn guards another one or is guarded, and why it stands in a phalanx or a duo."""

from __future__ import annotations

from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every, if_any, some
from pawnviz.core.explain.surroundings import Surroundings


@reasoned(
    "defended_pawns", "Defended", "An own pawn attacks its square, to take back what takes it; pins are not considered."
)
def defended(view: Surroundings) -> Verdict:
    """Return whether an own pawn guards the square."""
    return if_any(view.guards, view.own_do(view.guards, "guards", view.name))


@reasoned("defending_pawns", "Defending", "It guards an own pawn.")
def _defending(view: Surroundings) -> Verdict:
    guarded = (view.east_target | view.west_target) & view.side.pawns
    return if_any(guarded, f"{view.name} guards {view.named_own(guarded)}")


@reasoned("chain_bases", "Chain base", "The rear end of a pawn chain: it guards a pawn and no pawn guards it.")
def _chain_base(view: Surroundings) -> Verdict:
    return every(_defending(view), defended(view).opposite())


@reasoned("chain_links", "Chain link", "In the middle of a pawn chain: a pawn guards it, and it guards another.")
def _chain_link(view: Surroundings) -> Verdict:
    return every(defended(view), _defending(view))


@reasoned("chain_heads", "Chain head", "The front end of a pawn chain: a pawn guards it, and it guards none.")
def _chain_head(view: Surroundings) -> Verdict:
    return every(defended(view), _defending(view).opposite())


@reasoned(
    "phalanx_pawns", "In a phalanx", "An own pawn stands beside it: each guards the square in front of the other."
)
def _phalanx(view: Surroundings) -> Verdict:
    neighbors = view.own_beside
    return if_any(neighbors, view.own_do(neighbors, "stands", f"beside {view.name} on its rank"))


@reasoned("duos", "In a duo", "One of exactly two pawns side by side.")
def _duo(view: Surroundings) -> Verdict:
    count = view.row.bit_count()
    if count == 1:
        return _phalanx(view)
    if count == 2:
        return Verdict.of(
            True, f"{view.named_own(view.row)} stand side by side, with no third one beside them", view.row
        )
    return Verdict.of(
        False, f"{view.name} is one of {count} {view.own} pawns side by side, {view.names(view.row)}", view.row
    )


@reasoned("connected_pawns", "Connected", "An own pawn stands beside it, guards it or is guarded by it.")
def _connected(view: Surroundings) -> Verdict:
    return some(_phalanx(view), defended(view), _defending(view))


@reasoned("connected_pawns_stockfish", "Connected (Stockfish)", "An own pawn stands beside it or guards it.")
def _connected_stockfish(view: Surroundings) -> Verdict:
    return some(_phalanx(view), defended(view))
