"""Passed pawns, candidates, majorities, and numbers."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from tests.reference.attacks import safe_squares
from tests.reference.islands import doubled_pawns
from tests.reference.spans import backward_pawns_not_isolated
from tests.reference.view import (
    SQUARES,
    Square,
    Squares,
    View,
    attacked_by_enemy,
    attackers,
    beside,
    file_of_pawns,
    guarded,
    in_front,
    is_open,
    is_passed,
    islands,
    number,
    numbers_of,
    of_pawns,
    pawns_where,
    reference,
    side_rank,
    squares_of,
    stop,
    stoppers,
    whole_files,
)


@of_pawns
def passed_pawns(view: View, pawn: Square) -> bool:
    return is_passed(view, pawn)


@of_pawns
def passed_pawns_frontmost(view: View, pawn: Square) -> bool:
    return is_passed(view, pawn) and not any(in_front(view, other, pawn) for other in view.own)


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
def connected_passed_pawns(view: View) -> Squares:
    passed = passed_pawns(view)
    return {pawn for pawn in passed if any(abs(other[0] - pawn[0]) == 1 for other in passed)}


@of_pawns
def outside_passers(view: View, pawn: Square) -> bool:
    return (
        is_passed(view, pawn)
        and pawn[0] not in (3, 4)
        and bool(view.enemy)
        and all(abs(other[0] - pawn[0]) >= 3 for other in view.enemy)
    )


def piece_behind(view: View, pawn: Square) -> Square | None:
    """Return the square of the first piece of either color behind an own pawn, or None."""
    file, rank = pawn
    while (file, rank) in SQUARES:
        rank -= view.forward
        if (file, rank) in view.own_pieces | view.enemy_pieces:
            return file, rank
    return None


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


@of_pawns
def candidate_pawns(view: View, pawn: Square) -> bool:
    return is_open(view, pawn) and not is_passed(view, pawn) and has_helpers_enough(view, pawn)


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


@of_pawns
def promotion_path_free(view: View, pawn: Square) -> bool:
    return is_passed(view, pawn) and has_free_path(view, pawn)


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


def more_own_pawns(view: View, files: set[int]) -> int:
    """Return how many pawns the side has on these files more than the enemy; below 0 for fewer."""
    return sum(file in files for file, _ in view.own) - sum(file in files for file, _ in view.enemy)


WEST_WING: Final = {0, 1, 2, 3}
EAST_WING: Final = {4, 5, 6, 7}


@reference
def majorities(view: View) -> Squares:
    found: Squares = set()
    for wing in (WEST_WING, EAST_WING):
        if more_own_pawns(view, wing) > 0:
            found |= whole_files(wing)
    return found


@reference
def wing_majorities(view: View) -> Squares:
    other = view.turned()
    own = [pawn for pawn in view.own if not is_passed(view, pawn)]
    enemy = [pawn for pawn in view.enemy if not is_passed(other, pawn)]
    found: Squares = set()
    for wing in ({0, 1, 2}, {5, 6, 7}):
        if sum(file in wing for file, _ in own) > sum(file in wing for file, _ in enemy):
            found |= whole_files(wing)
    return found


def is_crippled(view: View, wing: set[int]) -> bool:
    """Return whether a wing has doubled or backward pawns, and no open one that is helped as often as held back."""
    backward = backward_pawns_not_isolated(view)
    if not any(pawn[0] in wing for pawn in backward | doubled_pawns(view)):
        return False
    for pawn in view.own:
        beside = {pawn[0] - 1, pawn[0] + 1} & wing
        helpers = [other for other in view.own if other[0] in beside]
        holders = [other for other in view.enemy if other[0] in beside and (other[1] - pawn[1]) * view.forward > 0]
        if pawn[0] in wing and is_open(view, pawn) and pawn not in backward and len(helpers) >= len(holders):
            return False
    return True


@reference
def crippled_majorities(view: View) -> Squares:
    found: Squares = set()
    for wing in (WEST_WING, EAST_WING):
        if more_own_pawns(view, wing) > 0 and is_crippled(view, wing):
            found |= whole_files(wing)
    return found


QUEENSIDE: Final = {0, 1, 2}


def attacks_on_the_way(view: View, pawn: Square, target: Square) -> bool:
    """Return whether an own pawn attacks a square, now or after going on its file past no enemy pawn."""
    place = pawn
    while 0 <= place[1] <= 7 and place not in view.enemy:
        if abs(target[0] - place[0]) == 1 and target[1] == place[1] + view.forward:
            return True
        place = stop(view, place)
    return False


@reference
def minority_attack_files(view: View) -> Squares:
    targets = [
        pawn
        for pawn in view.enemy
        if pawn[0] in QUEENSIDE and side_rank(view, pawn) in (5, 6) and not file_of_pawns(view.own, pawn[0])
    ]
    attackers = [pawn for pawn in view.own if pawn[0] in QUEENSIDE]
    can_attack = any(attacks_on_the_way(view, pawn, target) for pawn in attackers for target in targets)
    return whole_files(QUEENSIDE) if more_own_pawns(view, QUEENSIDE) < 0 and can_attack else set()


@number
def distortion(view: View) -> int:
    """Return the sum of the differences between the foremost ranks of neighbouring files, 0 for an empty file."""
    foremost = [max((side_rank(view, pawn) for pawn in view.own if pawn[0] == file), default=0) for file in range(8)]
    return sum(abs(one - other) for one, other in pairwise(foremost))


@number
def promotion_plies(view: View) -> int:
    """Return in how many plies the passed pawn nearest to promotion is there, 0 where none has a free path."""
    moves = []
    for pawn in promotion_path_free(view):
        rank = side_rank(view, pawn)
        if rank < 8:
            moves.append(8 - rank - (rank <= 2))
    return 2 * min(moves) - view.to_move if moves else 0


pawns_where(
    open_pawns=lambda view, pawn: is_open(view, pawn),
    protected_passed_pawns=lambda view, pawn: is_passed(view, pawn) and guarded(view, pawn),
    blockaded_passers=lambda view, pawn: is_passed(view, pawn) and stop(view, pawn) in view.enemy_pieces,
    rook_backed_passers=lambda view, pawn: is_passed(view, pawn) and piece_behind(view, pawn) in view.own_rooks,
    rook_held_passers=lambda view, pawn: is_passed(view, pawn) and piece_behind(view, pawn) in view.enemy_rooks,
    fakers=lambda view, pawn: is_open(view, pawn) and not is_passed(view, pawn) and not has_helpers_enough(view, pawn),
)


squares_of(
    majority_files=lambda view: whole_files({file for file in range(8) if more_own_pawns(view, {file}) > 0}),
    healthy_majorities=lambda view: majorities(view) - crippled_majorities(view),
)


numbers_of(
    fileset=lambda view: sum(1 << file for file in range(8) if file_of_pawns(view.own, file)),
    island_count=lambda view: len(islands(view.own)),
    dispersion=lambda view: abs(3 * len(islands(view.own)) ** 2 - len(view.own)),
    west_majority=lambda view: max(0, more_own_pawns(view, WEST_WING)),
    east_majority=lambda view: max(0, more_own_pawns(view, EAST_WING)),
    center_pawns=lambda view: sum(file in (3, 4) for file, _ in view.own),
)
