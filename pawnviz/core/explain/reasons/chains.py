"""Reasons of chains, doubled pawns and islands."""

from __future__ import annotations

from pawnviz.core.board.bitboard import FILES
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every, if_any, if_none, some
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


@reasoned(
    "isolated_pawns",
    "Isolated",
    "There is no own pawn on the files beside it, so none can ever guard it without capturing.",
)
def isolated(view: Surroundings) -> Verdict:
    """Return whether no own pawn stands on the files beside a pawn."""
    neighbors = view.files_beside & view.side.pawns
    where = view.files_of(neighbors) if neighbors else view.beside_names
    return if_none(neighbors, view.own_do(neighbors, "stands", f"on {where}, beside the {view.file_name}-file"))


@reasoned("half_isolated_pawns", "Half-isolated", "There are own pawns on just one of the files beside it.")
def half_isolated(view: Surroundings) -> Verdict:
    """Return whether own pawns stand on just one of the files beside a pawn."""
    beside = view.files_beside & view.side.pawns
    file = view.square & 7
    adjacent = [other for other in (file - 1, file + 1) if 0 <= other < 8]
    occupied = [other for other in adjacent if beside & FILES[other]]
    if not occupied:
        return isolated(view).opposite()
    if len(occupied) == 2:
        return Verdict.of(
            False, view.own_do(beside, "stands", f"on both files beside the {view.file_name}-file"), beside
        )
    text = view.own_do(beside, "stands", f"on {view.files_of(beside)}")
    if len(adjacent) == 1:
        return Verdict.of(True, f"{text}, the only file beside the {view.file_name}-file", beside)
    return Verdict.of(True, f"{text}, but none on {view.files_of(FILES[sum(adjacent) - occupied[0]])}", beside)
