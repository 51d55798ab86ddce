"""Pawns that are weak in earnest, from the pieces that can attack them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.reference.pieces import JUMPS
from tests.reference.registry import reference
from tests.reference.view import (
    SQUARES,
    Square,
    Squares,
    View,
    attacked_by_enemy,
    guardable,
    guarded,
    is_passed,
    neighbour_files_with_pawns,
    stop,
)

STRAIGHT: Final = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL: Final = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def seen(view: View, square: Square, directions: list[tuple[int, int]]) -> Iterator[Square]:
    """Yield the squares that a piece attacks along lines, each up to the first piece, which is among them."""
    for east, north in directions:
        file, rank = square[0] + east, square[1] + north
        while (file, rank) in SQUARES:
            yield file, rank
            if (file, rank) in view.own_pieces | view.enemy_pieces:
                break
            file, rank = file + east, rank + north


def attacked_from(view: View, kind: str, square: Square) -> Squares:
    """Return the squares that a piece of a kind attacks from a square."""
    if kind == "knight":
        return {(square[0] + east, square[1] + north) for east, north in JUMPS} & set(SQUARES)
    lines = {"bishop": DIAGONAL, "rook": STRAIGHT, "queen": STRAIGHT + DIAGONAL}
    return set(seen(view, square, lines[kind]))


def enemies(view: View) -> dict[str, frozenset[Square]]:
    """Return the enemy's pieces by their kinds."""
    return {
        "knight": view.enemy_knights,
        "bishop": view.enemy_bishops,
        "rook": view.enemy_rooks,
        "queen": view.enemy_queens,
    }


def attacks_within_one_move(view: View, kind: str, piece: Square, target: Square) -> bool:
    """Return whether an enemy piece attacks a square where it stands or from a square that it can move to."""
    first = attacked_from(view, kind, piece)
    places = [square for square in first if square not in view.enemy_pieces and not guarded(view, square)]
    return target in first or any(target in attacked_from(view, kind, place) for place in places)


def kinds_that_reach(view: View, pawn: Square) -> list[str]:
    """Return the kinds of enemy pieces of which one attacks a pawn, now or after one move."""
    return [
        kind
        for kind, pieces in enemies(view).items()
        if any(attacks_within_one_move(view, kind, piece, pawn) for piece in pieces)
    ]


def is_faced(view: View, pawn: Square) -> bool:
    """Return whether an enemy rook or queen is in front of a pawn on its file and no pawn between."""
    square = stop(view, pawn)
    while square in SQUARES and square not in view.own | view.enemy:
        if square in view.enemy_rooks | view.enemy_queens:
            return True
        square = stop(view, square)
    return False


def is_helpless(view: View, pawn: Square) -> bool:
    """Return whether no own pawn can ever guard a pawn, which is not passed, and it is isolated or fixed."""
    ahead = stop(view, pawn)
    fixed = ahead in view.enemy or attacked_by_enemy(view, ahead)
    alone = not neighbour_files_with_pawns(view, pawn[0])
    return (fixed or alone) and not guardable(view, pawn) and not is_passed(view, pawn)


@reference
def weak_pawns(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if is_helpless(view, pawn) and (is_faced(view, pawn) or len(kinds_that_reach(view, pawn)) > 1)
    }


def movers_to_attack(view: View, target: Square) -> int:
    """Return how many enemy pieces attack a square: kings now, others within one move."""
    king_steps = {(target[0] + east, target[1] + north) for east, north in STRAIGHT + DIAGONAL}
    pieces = [
        piece
        for kind, of_kind in enemies(view).items()
        for piece in of_kind
        if attacks_within_one_move(view, kind, piece, target)
    ]
    return len(pieces) + len(king_steps & view.enemy_kings)


@reference
def target_pawns(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if is_helpless(view, pawn)
        and not attacked_by_enemy(view, pawn)
        and movers_to_attack(view, pawn) > movers_to_attack(view.turned(), pawn)
    }
