"""What pawns can take, and the pawns that can."""

from __future__ import annotations

from tests.reference.registry import reference
from tests.reference.view import SQUARES, Square, Squares, View


def can_take(view: View, pawn: Square, east: int) -> bool:
    """Return whether an own pawn can take something one file further east (1) or west (-1)."""
    target = pawn[0] + east, pawn[1] + view.forward
    return target in SQUARES and (
        (target in view.enemy_pieces and target not in view.enemy_kings) or target in view.en_passant
    )


@reference
def capture_targets(view: View) -> Squares:
    return {
        (pawn[0] + east, pawn[1] + view.forward) for pawn in view.own for east in (1, -1) if can_take(view, pawn, east)
    }


@reference
def east_capture_targets(view: View) -> Squares:
    return {(pawn[0] + 1, pawn[1] + view.forward) for pawn in view.own if can_take(view, pawn, 1)}


@reference
def west_capture_targets(view: View) -> Squares:
    return {(pawn[0] - 1, pawn[1] + view.forward) for pawn in view.own if can_take(view, pawn, -1)}


@reference
def east_capturers(view: View) -> Squares:
    return {pawn for pawn in view.own if can_take(view, pawn, 1)}


@reference
def west_capturers(view: View) -> Squares:
    return {pawn for pawn in view.own if can_take(view, pawn, -1)}


@reference
def capturers(view: View) -> Squares:
    return {pawn for pawn in view.own if can_take(view, pawn, 1) or can_take(view, pawn, -1)}
