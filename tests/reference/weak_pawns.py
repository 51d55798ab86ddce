"""Weak pawns, pieces among pawns, and what Stockfish counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.reference.attacks import double_push_targets, push_targets, rams
from tests.reference.spans import interspans, outposts
from tests.reference.view import (
    SQUARES,
    Square,
    Squares,
    View,
    attacked_by_enemy,
    attackers,
    guardable,
    guarded,
    is_passed,
    neighbour_files_with_pawns,
    of_pawns,
    of_squares,
    reference,
    side_rank,
    squares_of,
    stop,
)

JUMPS: Final = [(east, north) for east in (-2, -1, 1, 2) for north in (-2, -1, 1, 2) if abs(east) != abs(north)]


def knight_distances(view: View) -> dict[tuple[int, int], int]:
    """Return in how few moves own knights reach squares, up to three, by squares that no enemy pawn attacks."""
    found = dict.fromkeys(view.own_knights, 0)
    for moves in (1, 2, 3):
        for file, rank in [square for square, needed in found.items() if needed == moves - 1]:
            for east, north in JUMPS:
                square = file + east, rank + north
                free = square in SQUARES and square not in view.own_pieces and not attacked_by_enemy(view, square)
                if free and square not in found:
                    found[square] = moves
    return found


def outposts_in(view: View, moves: int) -> Squares:
    """Return the outposts that own knights reach in exactly so many moves, and no fewer."""
    distances = knight_distances(view)
    return {square for square in outposts(view) if distances.get(square) == moves}


@reference
def bad_bishops(view: View) -> Squares:
    found = set()
    for bishop in view.own_bishops:
        files = {pawn[0] for pawn in rams(view) if 2 <= pawn[0] <= 5 and sum(pawn) % 2 == sum(bishop) % 2}
        if len(files) > 1 and side_rank(view, bishop) <= 3:
            found.add(bishop)
    return found


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


@of_pawns
def weak_pawns(view: View, pawn: Square) -> bool:
    return is_helpless(view, pawn) and (is_faced(view, pawn) or len(kinds_that_reach(view, pawn)) > 1)


@of_squares
def space_stockfish(view: View, square: Square) -> bool:
    return (
        square[0] in (2, 3, 4, 5)
        and side_rank(view, square) in (2, 3, 4)
        and square not in view.own
        and not attacked_by_enemy(view, square)
    )


@of_pawns
def weak_levers_stockfish(view: View, pawn: Square) -> bool:
    return len(list(attackers(view.enemy, -view.forward, pawn))) == 2 and not guarded(view, pawn)


@reference
def push_threats(view: View) -> Squares:
    steps = [step for step in push_targets(view) | double_push_targets(view) if not attacked_by_enemy(view, step)]
    return {
        piece
        for piece in view.enemy_pieces - view.enemy
        for step in steps
        if abs(piece[0] - step[0]) == 1 and piece[1] - step[1] == view.forward
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


@of_pawns
def target_pawns(view: View, pawn: Square) -> bool:
    return (
        is_helpless(view, pawn)
        and not attacked_by_enemy(view, pawn)
        and movers_to_attack(view, pawn) > movers_to_attack(view.turned(), pawn)
    )


squares_of(
    outposts_held=lambda view: {piece for piece in view.own_knights | view.own_bishops if piece in outposts(view)},
    knight_outposts_in_1=lambda view: outposts_in(view, 1),
    knight_outposts_in_2=lambda view: outposts_in(view, 2),
    knight_outposts_in_3=lambda view: outposts_in(view, 3),
    rooks_on_interspans=lambda view: {rook for rook in view.own_rooks if rook in interspans(view)},
    blocked_pawns_stockfish=lambda view: {pawn for pawn in rams(view) if side_rank(view, pawn) in (5, 6)},
)
