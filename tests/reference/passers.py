"""Open and passed pawns, and those that may become passed."""

from __future__ import annotations

from tests.reference.attacks import safe_squares
from tests.reference.registry import reference
from tests.reference.view import (
    SQUARES,
    Square,
    Squares,
    View,
    attacked_by_enemy,
    attackers,
    beside,
    guarded,
    in_front,
    is_open,
    is_passed,
    side_rank,
    stop,
    stoppers,
)


@reference
def open_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if is_open(view, pawn)}


@reference
def passed_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if is_passed(view, pawn)}


@reference
def passed_pawns_frontmost(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if is_passed(view, pawn) and not any(in_front(view, other, pawn) for other in view.own)
    }


@reference
def passed_pawns_stockfish(view: View) -> Squares:
    found = set()
    for pawn in view.own:
        file, rank = pawn
        in_front_of_it = stoppers(view, pawn)
        attacked = {(file + east, rank + view.forward) for east in (1, -1)}
        attacking_the_stop = {(file + east, rank + 2 * view.forward) for east in (1, -1)} & view.enemy
        levering = any(
            (file + east, rank - view.forward) in view.own
            and (file + east, rank) not in view.enemy
            and len(list(attackers(view.enemy, -view.forward, (file + east, rank)))) < 2
            for east in (1, -1)
        )
        if (
            in_front_of_it <= attacked
            or (in_front_of_it <= attacking_the_stop and len(beside(view, pawn)) >= len(attacking_the_stop))
            or (in_front_of_it == {stop(view, pawn)} and side_rank(view, pawn) >= 5 and levering)
        ) and not any(in_front(view, other, pawn) for other in view.own):
            found.add(pawn)
    return found


@reference
def protected_passed_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if is_passed(view, pawn) and guarded(view, pawn)}


@reference
def connected_passed_pawns(view: View) -> Squares:
    passed = passed_pawns(view)
    return {pawn for pawn in passed if any(abs(other[0] - pawn[0]) == 1 for other in passed)}


@reference
def blockaded_passers(view: View) -> Squares:
    return {pawn for pawn in view.own if is_passed(view, pawn) and stop(view, pawn) in view.enemy_pieces}


@reference
def outside_passers(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if is_passed(view, pawn)
        and pawn[0] not in (3, 4)
        and view.enemy
        and all(abs(other[0] - pawn[0]) >= 3 for other in view.enemy)
    }


def piece_behind(view: View, pawn: Square) -> Square | None:
    """Return the square of the first piece of either color behind an own pawn, or None."""
    file, rank = pawn
    while (file, rank) in SQUARES:
        rank -= view.forward
        if (file, rank) in view.own_pieces | view.enemy_pieces:
            return file, rank
    return None


@reference
def rook_backed_passers(view: View) -> Squares:
    return {pawn for pawn in view.own if is_passed(view, pawn) and piece_behind(view, pawn) in view.own_rooks}


@reference
def rook_held_passers(view: View) -> Squares:
    return {pawn for pawn in view.own if is_passed(view, pawn) and piece_behind(view, pawn) in view.enemy_rooks}


def has_helpers_enough(view: View, pawn: Square) -> bool:
    """Return whether files beside a pawn, with own pawns beside or behind it, are as many as enemy pawns in front."""
    sentries_in_front = 0
    files = set()
    for other in view.own | view.enemy:
        if abs(other[0] - pawn[0]) == 1:
            ahead = (other[1] - pawn[1]) * view.forward
            if other in view.own and ahead <= 0:
                files.add(other[0])
            sentries_in_front += other in view.enemy and ahead > 0
    return len(files) >= sentries_in_front


@reference
def candidate_pawns(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if is_open(view, pawn) and not is_passed(view, pawn) and has_helpers_enough(view, pawn)
    }


@reference
def fakers(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if is_open(view, pawn) and not is_passed(view, pawn) and not has_helpers_enough(view, pawn)
    }


@reference
def candidates_on_fifth(view: View) -> Squares:
    safe = safe_squares(view)
    return {
        pawn
        for pawn in view.own
        if side_rank(view, pawn) == 5
        and is_open(view, pawn)
        and attacked_by_enemy(view, stop(view, pawn))
        and stop(view, pawn) in safe
    }


@reference
def candidates_with_safe_path(view: View) -> Squares:
    safe = safe_squares(view)
    return {
        pawn
        for pawn in view.own
        if is_open(view, pawn)
        and not is_passed(view, pawn)
        and all(square in safe for square in SQUARES if in_front(view, square, pawn))
    }


def has_free_path(view: View, pawn: Square) -> bool:
    """Return whether no piece is in front of an own pawn."""
    return not any(in_front(view, piece, pawn) for piece in view.own_pieces | view.enemy_pieces)


@reference
def promotion_path_free(view: View) -> Squares:
    return {pawn for pawn in view.own if is_passed(view, pawn) and has_free_path(view, pawn)}


@reference
def key_squares(view: View) -> Squares:
    found = set()
    for pawn in view.own:
        rank = side_rank(view, pawn)
        if not is_passed(view, pawn) or not 2 <= rank <= 6:
            continue
        if pawn[0] in (0, 7):
            file, ranks = (1 if pawn[0] == 0 else 6), (7, 8)
            found |= {square for square in SQUARES if square[0] == file and side_rank(view, square) in ranks}
            continue
        ahead = (1, 2) if rank >= 5 else (2,)
        found |= {(pawn[0] + east, pawn[1] + view.forward * steps) for east in (-1, 0, 1) for steps in ahead}
    return found


def king_moves(start: Square, goal: Square) -> int:
    """Return how many moves a king needs from one square to another on an empty board."""
    return max(abs(start[0] - goal[0]), abs(start[1] - goal[1]))


@reference
def outside_kings_square(view: View) -> Squares:
    if view.enemy_pieces - view.enemy - view.enemy_kings:
        return set()
    found = set()
    for pawn in view.own:
        moves = 8 - side_rank(view, pawn)
        if side_rank(view, pawn) <= 2:
            moves -= 1
        last_rank = 7 if view.forward == 1 else 0
        king_is_late = all(
            moves < king_moves(king, (pawn[0], last_rank)) - (not view.to_move) for king in view.enemy_kings
        )
        king_takes_it = (
            not view.to_move
            and any(king_moves(king, pawn) == 1 for king in view.enemy_kings)
            and not guarded(view, pawn)
            and all(king_moves(king, pawn) > 1 for king in view.own_kings)
        )
        if is_passed(view, pawn) and has_free_path(view, pawn) and king_is_late and not king_takes_it:
            found.add(pawn)
    return found
