"""Where pawns can step, and the pawns that can."""

from __future__ import annotations

from tests.reference.attacks import safe_squares
from tests.reference.registry import reference
from tests.reference.view import SQUARES, Square, Squares, View, side_rank, stop


def can_step(view: View, pawn: Square) -> bool:
    """Return whether the square in front of an own pawn is on the board and empty."""
    target = stop(view, pawn)
    return target in SQUARES and target not in view.own_pieces and target not in view.enemy_pieces


def can_step_twice(view: View, pawn: Square) -> bool:
    """Return whether an own pawn on its second rank can step two squares."""
    return side_rank(view, pawn) == 2 and can_step(view, pawn) and can_step(view, stop(view, pawn))


@reference
def push_targets(view: View) -> Squares:
    return {stop(view, pawn) for pawn in view.own if can_step(view, pawn)}


@reference
def double_push_targets(view: View) -> Squares:
    return {stop(view, stop(view, pawn)) for pawn in view.own if can_step_twice(view, pawn)}


@reference
def pushable_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if can_step(view, pawn)}


@reference
def double_pushable_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if can_step_twice(view, pawn)}


@reference
def safe_push_targets(view: View) -> Squares:
    return push_targets(view) & safe_squares(view)
