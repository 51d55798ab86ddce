"""Why a pawn is isolated or half-isolated."""

from __future__ import annotations

from pawnviz.core.board.bitboard import FILES
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, if_none
from pawnviz.core.explain.surroundings import Surroundings


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
