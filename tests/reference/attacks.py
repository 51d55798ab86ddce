"""Attacks, captures, levers and pushes, and kings among pawns."""

from __future__ import annotations

from tests.reference.view import (
    SQUARES,
    Square,
    Squares,
    View,
    attacked_by_enemy,
    attackers,
    of_pawns,
    of_squares,
    pawns_where,
    reference,
    side_rank,
    squares_of,
    stop,
    whole_files,
)


def attacked(view: View, times: set[int]) -> Squares:
    """Return the squares that own pawns attack one of these numbers of times."""
    return {square for square in SQUARES if len(list(attackers(view.own, view.forward, square))) in times}


@reference
def attacks(view: View) -> Squares:
    return attacked(view, {1, 2})


@of_squares
def safe_squares(view: View, square: Square) -> bool:
    return len(list(attackers(view.own, view.forward, square))) >= len(
        list(attackers(view.enemy, -view.forward, square))
    )


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


def attacks_enemy_pawn(view: View, pawn: Square, east: int) -> bool:
    """Return whether an own pawn attacks an enemy pawn one file further east (1) or west (-1)."""
    return (pawn[0] + east, pawn[1] + view.forward) in view.enemy


def distance_from_center(file: int) -> int:
    """Return how many files lie between a file and the middle of the board."""
    return 3 - file if file < 4 else file - 4


def levers_by_distance(view: View, change: int) -> Squares:
    """Return the own pawns that attack an enemy pawn on a file so much further from the center than their own."""
    return {
        pawn
        for pawn in view.own
        for east in (1, -1)
        if attacks_enemy_pawn(view, pawn, east)
        and distance_from_center(pawn[0] + east) - distance_from_center(pawn[0]) == change
    }


@of_pawns
def levers(view: View, pawn: Square) -> bool:
    return attacks_enemy_pawn(view, pawn, 1) or attacks_enemy_pawn(view, pawn, -1)


@of_pawns
def rams(view: View, pawn: Square) -> bool:
    return stop(view, pawn) in view.enemy


def steps(view: View, pawn: Square) -> Squares:
    """Return the empty squares that an own pawn can step to, one square or two."""
    pieces = view.own_pieces | view.enemy_pieces
    single, double = stop(view, pawn), stop(view, stop(view, pawn))
    if single in pieces or single not in SQUARES:
        return set()
    return {single, double} if side_rank(view, pawn) == 2 and double not in pieces else {single}


def attacks_an_enemy_pawn(view: View, square: Square) -> bool:
    """Return whether an own pawn on a square would attack an enemy pawn."""
    return any((square[0] + east, square[1] + view.forward) in view.enemy for east in (1, -1))


@reference
def break_squares(view: View) -> Squares:
    return {square for pawn in view.own for square in steps(view, pawn) if attacks_an_enemy_pawn(view, square)}


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


def near_king_files(king: Square, pawn: Square) -> bool:
    """Return whether a pawn is on a king's file or one of those beside it."""
    return abs(pawn[0] - king[0]) <= 1


@reference
def king_shelter(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        for king in view.own_kings
        if near_king_files(king, pawn) and (pawn[1] - king[1]) * view.forward > 0
    }


@reference
def pawn_storm(view: View) -> Squares:
    return {
        pawn
        for pawn in view.enemy
        for king in view.own_kings
        if near_king_files(king, pawn)
        and 1 <= (pawn[1] - king[1]) * view.forward <= 4
        and side_rank(view, king) <= 2
        and not {king[0], pawn[0]} & {3, 4}
        and is_advanced(view, pawn)
        and view.enemy_queens
    }


def is_advanced(view: View, pawn: Square) -> bool:
    """Return whether an enemy pawn has reached its fourth rank, or its fifth on its king's file or one beside."""
    is_near = any(near_king_files(king, pawn) for king in view.enemy_kings)
    return 9 - side_rank(view, pawn) >= (5 if is_near else 4)


@reference
def blocked_storm_pawns(view: View) -> Squares:
    return {pawn for pawn in pawn_storm(view) if pawn in {stop(view, own) for own in view.own}}


@reference
def free_storm_pawns(view: View) -> Squares:
    return {pawn for pawn in pawn_storm(view) if pawn not in {stop(view, own) for own in view.own}}


@reference
def shelter_gaps(view: View) -> Squares:
    near = {king[0] + step for king in view.own_kings for step in (-1, 0, 1) if 0 <= king[0] + step <= 7}
    return whole_files(near - {pawn[0] for pawn in king_shelter(view)})


@of_squares
def opposition_squares(view: View, square: Square) -> bool:
    return (
        any(faces(square, king) for king in view.enemy_kings)
        and (square in view.own_kings or square not in view.own_pieces | view.enemy_pieces)
        and square not in view.enemy_kings
        and not attacked_by_enemy(view, square)
    )


def faces(square: Square, king: Square) -> bool:
    """Return whether two squares lie on one file, rank or diagonal with one, three or five squares between."""
    files, ranks = abs(square[0] - king[0]), abs(square[1] - king[1])
    on_line = files == 0 or ranks == 0 or files == ranks
    return on_line and max(files, ranks) in (2, 4, 6)


squares_of(
    east_attacks=lambda view: {(file, rank) for file, rank in SQUARES if (file - 1, rank - view.forward) in view.own},
    west_attacks=lambda view: {(file, rank) for file, rank in SQUARES if (file + 1, rank - view.forward) in view.own},
    double_attacks=lambda view: attacked(view, {2}),
    single_attacks=lambda view: attacked(view, {1}),
    inner_levers=lambda view: levers_by_distance(view, -1),
    outer_levers=lambda view: levers_by_distance(view, 1),
    center_levers=lambda view: levers_by_distance(view, 0),
    safe_push_targets=lambda view: push_targets(view) & safe_squares(view),
)


pawns_where(
    east_capturers=lambda view, pawn: can_take(view, pawn, 1),
    west_capturers=lambda view, pawn: can_take(view, pawn, -1),
    capturers=lambda view, pawn: can_take(view, pawn, 1) or can_take(view, pawn, -1),
    east_levers=lambda view, pawn: attacks_enemy_pawn(view, pawn, 1),
    west_levers=lambda view, pawn: attacks_enemy_pawn(view, pawn, -1),
    break_pawns=lambda view, pawn: any(attacks_an_enemy_pawn(view, square) for square in steps(view, pawn)),
    pushable_pawns=lambda view, pawn: can_step(view, pawn),
    double_pushable_pawns=lambda view, pawn: can_step_twice(view, pawn),
)
