"""Spans, attack spans, fills, backward pawns, and sets of squares."""

from __future__ import annotations

from collections.abc import Iterator

from tests.reference.attacks import rams
from tests.reference.view import (
    SQUARES,
    Square,
    Squares,
    View,
    attacked_by_enemy,
    behind,
    guardable,
    guarded,
    in_front,
    is_open,
    is_passed,
    may_attack,
    neighbour_files_with_pawns,
    of_pawns,
    of_squares,
    pawns_where,
    reference,
    sentries,
    side_rank,
    squares_of,
    squares_where,
    stop,
    whole_files,
)


@reference
def interspans(view: View) -> Squares:
    other = view.turned()
    return {
        square
        for square in SQUARES
        if any(in_front(view, square, pawn) for pawn in view.own)
        and any(in_front(other, square, pawn) for pawn in view.enemy)
    }


@of_squares
def telestops(view: View, square: Square) -> bool:
    return any(in_front(view, square, pawn) for pawn in view.own) and all(
        square != stop(view, pawn) for pawn in view.own
    )


@reference
def telestops_of_each(view: View) -> Squares:
    joined = set()
    for pawn in view.own:
        joined |= {square for square in SQUARES if in_front(view, square, pawn) and square != stop(view, pawn)}
    return joined


@reference
def lee_squares(view: View) -> Squares:
    joined = set()
    for file, rank in view.own:
        to_the_west, to_the_east = range(file), range(file + 1, 8)
        nearer = to_the_west if len(to_the_west) < len(to_the_east) else to_the_east
        joined |= {(other, rank) for other in nearer}
    return joined


@reference
def luff_squares(view: View) -> Squares:
    joined = set()
    for file, rank in view.own:
        to_the_west, to_the_east = range(file), range(file + 1, 8)
        farther = to_the_west if len(to_the_west) > len(to_the_east) else to_the_east
        joined |= {(other, rank) for other in farther}
    return joined


@reference
def rear_attack_spans(view: View) -> Squares:
    return {
        (file, rank)
        for file, rank in SQUARES
        if any(abs(pawn[0] - file) == 1 and (rank - pawn[1]) * view.forward <= 0 for pawn in view.own)
    }


@reference
def pawns(view: View) -> Squares:
    return set(view.own)


def is_left_behind(view: View, pawn: Square) -> bool:
    """Return whether no own pawn on the files beside a pawn stands beside it or behind it."""
    return not any(abs(other[0] - pawn[0]) == 1 and (other[1] - pawn[1]) * view.forward <= 0 for other in view.own)


@of_pawns
def backward_pawns(view: View, pawn: Square) -> bool:
    return is_left_behind(view, pawn) and attacked_by_enemy(view, stop(view, pawn))


@of_pawns
def backward_pawns_unrammed(view: View, pawn: Square) -> bool:
    return (
        is_left_behind(view, pawn) and attacked_by_enemy(view, stop(view, pawn)) and stop(view, pawn) not in view.enemy
    )


@of_pawns
def backward_pawns_stockfish(view: View, pawn: Square) -> bool:
    return is_left_behind(view, pawn) and (attacked_by_enemy(view, stop(view, pawn)) or stop(view, pawn) in view.enemy)


@reference
def backward_pawns_not_isolated(view: View) -> Squares:
    return {pawn for pawn in backward_pawns(view) if neighbour_files_with_pawns(view, pawn[0])}


@reference
def backward_pawns_not_isolated_stockfish(view: View) -> Squares:
    return {pawn for pawn in backward_pawns_stockfish(view) if neighbour_files_with_pawns(view, pawn[0])}


@of_pawns
def backward_pawns_telestop(view: View, pawn: Square) -> bool:
    return any(
        (square == pawn or in_front(view, square, pawn))
        and attacked_by_enemy(view, square)
        and not guardable(view, square)
        for square in SQUARES
    )


@of_pawns
def stragglers(view: View, pawn: Square) -> bool:
    return (
        is_left_behind(view, pawn)
        and attacked_by_enemy(view, stop(view, pawn))
        and is_open(view, pawn)
        and side_rank(view, pawn) in (2, 3)
    )


@reference
def weak_unopposed_pawns(view: View) -> Squares:
    backward = backward_pawns(view)
    return {
        pawn
        for pawn in view.own
        if is_open(view, pawn)
        and not is_passed(view, pawn)
        and (pawn in backward or not neighbour_files_with_pawns(view, pawn[0]))
    }


def squares_on_its_way(view: View, pawn: Square) -> Iterator[Square]:
    """Yield the square of a pawn and those in front of it up to the first enemy pawn."""
    square = pawn
    while square in SQUARES and square not in view.enemy - {pawn}:
        yield square
        square = stop(view, square)


def can_come_to_guard(view: View, square: Square) -> bool:
    """Return whether an own pawn guards a square, now or from further on its file before the first enemy pawn."""
    return any(
        square in [(place[0] + east, place[1] + view.forward) for east in (1, -1)]
        for pawn in view.own
        for place in squares_on_its_way(view, pawn)
    )


@of_pawns
def overly_advanced_pawns(view: View, pawn: Square) -> bool:
    return (
        side_rank(view, pawn) < 7
        and any(abs(other[0] - pawn[0]) == 1 and (pawn[1] - other[1]) * view.forward > 0 for other in view.own)
        and not can_come_to_guard(view, pawn)
        and not guarded(view, stop(view, pawn))
    )


@reference
def hanging_pawns_wiki(view: View) -> Squares:
    half = {pawn for pawn in view.own if is_open(view, pawn) and neighbour_files_with_pawns(view, pawn[0]) == 1}
    return {(file, rank) for file, rank in half if (file + 1, rank) in half or (file - 1, rank) in half}


def is_hanging_pair(view: View, west: Square) -> bool:
    """Return whether a square and the next one to the east hold two pawns that books call hanging."""
    file, rank = west
    pair = {west, (file + 1, rank)}
    return (
        pair <= view.own
        and side_rank(view, west) in (4, 5)
        and not any(other[0] in (file - 1, file + 2) for other in view.own)
        and all(is_open(view, pawn) and sentries(view, pawn) for pawn in pair)
    )


@reference
def hanging_pawns(view: View) -> Squares:
    pairs = [pawn for pawn in view.own if is_hanging_pair(view, pawn)]
    return {(file + step, rank) for file, rank in pairs for step in (0, 1)}


@of_squares
def holes(view: View, square: Square) -> bool:
    return side_rank(view, square) in (3, 4) and not guardable(view, square)


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


@of_squares
def outposts(view: View, square: Square) -> bool:
    return side_rank(view, square) in (4, 5, 6) and guarded(view, square) and not sentries(view, square)


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


squares_where(
    front_spans=lambda view, square: any(in_front(view, square, pawn) for pawn in view.own),
    rear_spans=lambda view, square: any(behind(view, square, pawn) for pawn in view.own),
    stops=lambda view, square: any(square == stop(view, pawn) for pawn in view.own),
    east_front_attack_spans=lambda view, square: any(may_attack(pawn, view.forward, square, 1) for pawn in view.own),
    west_front_attack_spans=lambda view, square: any(may_attack(pawn, view.forward, square, -1) for pawn in view.own),
    front_attack_spans=lambda view, square: guardable(view, square),
    front_fills=lambda view, square: any(square == pawn or in_front(view, square, pawn) for pawn in view.own),
    rear_fills=lambda view, square: any(square == pawn or behind(view, square, pawn) for pawn in view.own),
)


pawns_where(
    fronts=lambda view, pawn: not any(in_front(view, other, pawn) for other in view.own),
    rear_twins=lambda view, pawn: any(in_front(view, other, pawn) for other in view.own),
    front_twins=lambda view, pawn: any(behind(view, other, pawn) for other in view.own),
    unfree_pawns=lambda view, pawn: any(in_front(view, other, pawn) for other in view.enemy),
)


squares_of(
    attack_file_fills=lambda view: whole_files({file for file in range(8) if neighbour_files_with_pawns(view, file)}),
    file_fills=lambda view: whole_files({file for file, _ in view.own}),
)
