"""What Stockfish counts besides its own kinds of passed, backward and doubled pawns."""

from __future__ import annotations

from tests.reference.levers import rams
from tests.reference.pushes import double_push_targets, push_targets
from tests.reference.registry import reference
from tests.reference.view import SQUARES, Squares, View, attacked_by_enemy, attackers, guarded, side_rank


@reference
def space_stockfish(view: View) -> Squares:
    return {
        square
        for square in SQUARES
        if square[0] in (2, 3, 4, 5)
        and side_rank(view, square) in (2, 3, 4)
        and square not in view.own
        and not attacked_by_enemy(view, square)
    }


@reference
def weak_levers_stockfish(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if len(list(attackers(view.enemy, -view.forward, pawn))) == 2 and not guarded(view, pawn)
    }


@reference
def blocked_pawns_stockfish(view: View) -> Squares:
    return {pawn for pawn in rams(view) if side_rank(view, pawn) in (5, 6)}


@reference
def push_threats(view: View) -> Squares:
    steps = [step for step in push_targets(view) | double_push_targets(view) if not attacked_by_enemy(view, step)]
    return {
        piece
        for piece in view.enemy_pieces - view.enemy
        for step in steps
        if abs(piece[0] - step[0]) == 1 and piece[1] - step[1] == view.forward
    }
