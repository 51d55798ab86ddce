"""Islands, chains and doubled pawns."""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.view import (
    LAYER_REFERENCES,
    Square,
    Squares,
    View,
    attackers,
    beside,
    file_of_pawns,
    guarded,
    islands,
    neighbour_files_with_pawns,
    of_pawns,
    pawns_where,
    reference,
    squares_of,
    whole_files,
)


def _islands_of_width(width: int) -> Callable[[View], Squares]:
    def rule(view: View) -> Squares:
        return whole_files({file for island in islands(view.own) if len(island) == width for file in island})

    return rule


for _width in range(1, 9):
    LAYER_REFERENCES[f"islands_of_width_{_width}"] = _islands_of_width(_width)


@reference
def half_isolated_files(view: View) -> Squares:
    return whole_files(
        {file for file in range(8) if file_of_pawns(view.own, file) and neighbour_files_with_pawns(view, file) == 1}
    )


def files_with(view: View, *, own: bool, enemy: bool) -> Squares:
    """Return the files that hold own pawns or none, and enemy pawns or none."""
    return whole_files(
        {file for file in range(8) if file_of_pawns(view.own, file) == own and file_of_pawns(view.enemy, file) == enemy}
    )


def guards_a_pawn(view: View, pawn: Square) -> bool:
    """Return whether an own pawn attacks the square of an own pawn."""
    return any(pawn in attackers(view.own, view.forward, other) for other in view.own)


@of_pawns
def duos(view: View, pawn: Square) -> bool:
    return len(beside(view, pawn)) == 1 and all(len(beside(view, other)) == 1 for other in beside(view, pawn))


def pawns_on_file(view: View, file: int) -> int:
    """Return the number of own pawns on a file."""
    return sum(pawn[0] == file for pawn in view.own)


@of_pawns
def doubled_pawns(view: View, pawn: Square) -> bool:
    return pawns_on_file(view, pawn[0]) >= 2


@reference
def doubled_pawns_stockfish(view: View) -> Squares:
    return {
        (file, rank)
        for file, rank in view.own
        if (file, rank - view.forward) in view.own and not guarded(view, (file, rank))
    }


squares_of(
    filesets=lambda view: {(file, 0) for file in range(8) if file_of_pawns(view.own, file)},
    island_east_files=lambda view: whole_files({island[-1] for island in islands(view.own)}),
    island_west_files=lambda view: whole_files({island[0] for island in islands(view.own)}),
    isolated_files=lambda view: whole_files({island[0] for island in islands(view.own) if len(island) == 1}),
    open_files=lambda view: files_with(view, own=False, enemy=False),
    half_open_files=lambda view: files_with(view, own=False, enemy=True),
    closed_files=lambda view: files_with(view, own=True, enemy=True),
)


pawns_where(
    isolated_pawns=lambda view, pawn: neighbour_files_with_pawns(view, pawn[0]) == 0,
    half_isolated_pawns=lambda view, pawn: neighbour_files_with_pawns(view, pawn[0]) == 1,
    defended_pawns=lambda view, pawn: guarded(view, pawn),
    defending_pawns=lambda view, pawn: guards_a_pawn(view, pawn),
    chain_bases=lambda view, pawn: guards_a_pawn(view, pawn) and not guarded(view, pawn),
    chain_links=lambda view, pawn: guards_a_pawn(view, pawn) and guarded(view, pawn),
    chain_heads=lambda view, pawn: guarded(view, pawn) and not guards_a_pawn(view, pawn),
    phalanx_pawns=lambda view, pawn: bool(beside(view, pawn)),
    connected_pawns=lambda view, pawn: bool(beside(view, pawn)) or guarded(view, pawn) or guards_a_pawn(view, pawn),
    connected_pawns_stockfish=lambda view, pawn: guarded(view, pawn) or bool(beside(view, pawn)),
    tripled_pawns=lambda view, pawn: pawns_on_file(view, pawn[0]) >= 3,
)
