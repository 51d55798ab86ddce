"""Why a pawn is one of several on its file."""

from __future__ import annotations

from pawnviz.core.explain.reasons.chains import defended
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every, if_any
from pawnviz.core.explain.surroundings import Surroundings


@reasoned("doubled_pawns", "Doubled (wiki)", "It shares its file with an own pawn.")
def _doubled(view: Surroundings) -> Verdict:
    twins = view.own_in_front | view.own_behind
    return if_any(twins, view.own_do(twins, "shares", f"the {view.file_name}-file with {view.name}"))


@reasoned("doubled_pawns_stockfish", "Doubled (Stockfish)", "An own pawn stands right behind it, and none guards it.")
def _doubled_stockfish(view: Surroundings) -> Verdict:
    square = view.side.backward(view.bit)
    if not square:
        return Verdict.of(False, f"{view.name} is on {view.rank_name}, with no square behind it")
    twin = square & view.side.pawns
    near = f"{'a' if twin else 'no'} {view.own} pawn stands right behind {view.name} on {view.names(square)}"
    return every(if_any(twin, near), defended(view).opposite())


@reasoned("tripled_pawns", "Tripled", "It shares its file with two or more own pawns.")
def _tripled(view: Surroundings) -> Verdict:
    verdict = _doubled(view)
    count = verdict.named.bit_count()
    return verdict._replace(holds=count > 1, clauses=(f"only {verdict.clauses[0]}",) if count == 1 else verdict.clauses)
