"""Holes and outposts."""

from __future__ import annotations

from tests.reference.backward import backward_pawns_stockfish
from tests.reference.levers import rams
from tests.reference.registry import reference
from tests.reference.view import (
    SQUARES,
    Squares,
    View,
    attacked_by_enemy,
    guardable,
    guarded,
    sentries,
    side_rank,
    stop,
)


@reference
def holes(view: View) -> Squares:
    return {square for square in SQUARES if side_rank(view, square) in (3, 4) and not guardable(view, square)}


@reference
def weak_color_complex(view: View) -> Squares:
    found: Squares = set()
    for color in (0, 1):
        of_color: Squares = set()
        others: Squares = set()
        for hole in holes(view):
            (of_color if sum(hole) % 2 == color else others).add(hole)
        has_bishop = any(sum(bishop) % 2 == color for bishop in view.own_bishops)
        if len(of_color) >= 3 and len(of_color) >= 2 * len(others) and not has_bishop:
            found |= of_color
    return found


@reference
def outposts(view: View) -> Squares:
    return {
        square
        for square in SQUARES
        if side_rank(view, square) in (4, 5, 6) and guarded(view, square) and not sentries(view, square)
    }


@reference
def outposts_stockfish(view: View) -> Squares:
    other = view.turned()
    held = rams(other) | backward_pawns_stockfish(other)
    return {
        square
        for square in SQUARES
        if side_rank(view, square) in (4, 5, 6)
        and (guarded(view, square) or stop(view, square) in view.own | view.enemy)
        and not attacked_by_enemy(view, square)
        and all(pawn in held for pawn in sentries(view, square))
    }
