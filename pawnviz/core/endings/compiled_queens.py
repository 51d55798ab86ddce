"""The placements of a white queen and the kings that White wins for certain, compiled: ``wins_with_queen`` again.

White's pawns stand still, and captures of them count as no win where there are many, unless what is left is known. So
the wins are proved, but not all are found.
"""

from __future__ import annotations

from typing import Any, Final

import numpy

from pawnviz.core.endings.compiled import (
    ALL,
    NEAR,
    NONE,
    bit,
    black_guarded,
    compiled,
    count,
    holds,
    lines,
    pawn_moves,
    place_of,
    put_place,
    rays,
    rows_stepped,
    stepped,
    white_guarded,
    word,
)

DEEPEST: Final = 4000
"""The room for structures that wait for others: more than the moves that lead from one to its end."""

MOST_FOLLOWED: Final = 4
"""The number of pawns up to which all captures of White's pawns are followed; of more only those of its last one."""

_ORDER, _BEGINS = lines()
_RAYS: Final = rays()


@compiled
def _legal(white: Any, black: Any, to_move: Any, waiting: Any, checked: Any) -> None:
    """Fill the legal placements with White and with Black to move, and where Black is in check."""
    occupied, guarded, attacked_by_black = white | black, white_guarded(white), black_guarded(black)
    for queen in range(64):
        if holds(occupied, queen):
            for king in range(64):
                to_move[queen, king] = waiting[queen, king] = checked[queen, king] = NONE
            continue
        attacked = guarded
        for direction in range(8):
            for step in range(7):
                square = _RAYS[queen, direction, step]
                if square < 0:
                    break
                attacked |= bit(square)
                if holds(occupied, square):
                    break
        for king in range(64):
            pairs = ALL ^ (occupied | bit(queen) | bit(king) | NEAR[king])
            if holds(occupied, king) or queen == king:
                pairs = NONE
            checked[queen, king] = attacked
            to_move[queen, king] = pairs & (ALL ^ attacked)
            waiting[queen, king] = NONE if holds(attacked_by_black, king) else pairs
        for direction in range(8):  # The white king on a line of the queen shields the squares behind it.
            for step in range(7):
                king = _RAYS[queen, direction, step]
                if king < 0 or holds(occupied, king):
                    break
                behind = NONE
                for further in range(step + 1, 7):
                    square = _RAYS[queen, direction, further]
                    if square < 0:
                        break
                    behind |= bit(square)
                    if holds(occupied, square):
                        break
                seen = attacked & (ALL ^ (behind & (ALL ^ guarded)))
                checked[queen, king] = seen
                to_move[queen, king] = (ALL ^ (occupied | bit(queen) | bit(king) | NEAR[king])) & (ALL ^ seen)


@compiled
def _add_captures(lost: Any, target: Any, occupied: Any, to_move: Any, won: Any) -> None:
    """Add the placements from which White's queen or king captures on a square and reaches a lost one of Black."""
    for king in range(64):
        if lost[target, king] == NONE:
            continue
        for direction in range(8):
            reached = lost[target, king]
            for step in range(7):
                square = _RAYS[target, direction, step]
                if square < 0 or holds(occupied, square) or square == king:
                    break
                reached &= ALL ^ bit(square)
                won[square, king] |= reached & to_move[square, king]
    for queen in range(64):
        if lost[queen, target] != NONE:
            for king in range(64):
                if holds(NEAR[target], king):
                    won[queen, king] |= lost[queen, target] & to_move[queen, king]


@compiled
def _grow(occupied: Any, alive: Any, to_move: Any, won: Any, lost: Any) -> None:
    """Add the wins of queen and king by moving, until nothing is added; ``alive`` are those that Black may lose."""
    added = numpy.empty((64, 64), numpy.uint64)
    reached = numpy.empty(64, numpy.uint64)
    while True:
        anything = NONE
        for queen in range(64):
            for king in range(64):
                new = alive[queen, king] & (ALL ^ lost[queen, king])
                new &= ALL ^ stepped(to_move[queen, king] & (ALL ^ won[queen, king]))
                added[queen, king] = new
                lost[queen, king] |= new
                anything |= new
        if anything == NONE:
            return
        for queen in range(64):
            rows_stepped(added[queen], reached)
            for king in range(64):
                won[queen, king] |= reached[king] & to_move[queen, king]
        for direction in range(8):
            for place in range(64):
                square = _ORDER[direction, place]
                if _BEGINS[direction, place] or holds(occupied, square):
                    for king in range(64):
                        reached[king] = NONE
                if holds(occupied, square):
                    continue
                others = ALL ^ bit(square)
                for king in range(64):
                    passing = reached[king] & others
                    won[square, king] |= passing & to_move[square, king]
                    reached[king] = passing | added[square, king]
                reached[square] = NONE


@compiled
def _solve(place: Any, found: Any, slots: Any, keys: Any, white: Any, black: Any, room: Any, moves: Any) -> None:
    """Solve a structure, once those that captures of Black's pawns and Black's pushes lead to are solved."""
    occupied, guarded = white | black, white_guarded(white)
    to_move, waiting, checked, left, alive, escapes, taking = (
        room[0], room[1], room[2], room[3], room[4], room[5], room[6]
    )  # fmt: skip
    _legal(white, black, to_move, waiting, checked)
    won, lost = found[place, 0], found[place, 1]
    movable = alive
    for queen in range(64):
        for king in range(64):
            won[queen, king] = lost[queen, king] = escapes[queen, king] = NONE
            movable[queen, king] = stepped(to_move[queen, king])
            if holds(occupied, queen):
                continue
            if holds(black_guarded(black), queen):
                escapes[queen, king] = ALL
            elif not holds(guarded, queen) and not holds(NEAR[queen], king):
                escapes[queen, king] = NEAR[queen]
    for pawn in range(8, 56):
        if holds(white, pawn):
            others = white & (ALL ^ bit(pawn))
            other = place_of(slots, keys, others, black)
            _legal(others, black, left, taking, room[7])
            for queen in range(64):
                for king in range(64):
                    if left[queen, king] & bit(pawn) != NONE:
                        from_here = stepped(left[queen, king] & bit(pawn))
                        movable[queen, king] |= from_here
                        if black != NONE and (other < 0 or not holds(found[other, 0, queen, king], pawn)):
                            escapes[queen, king] |= from_here
        if holds(black, pawn):
            other = place_of(slots, keys, white, black & (ALL ^ bit(pawn)))
            _add_captures(found[other, 1], pawn, occupied & (ALL ^ bit(pawn)), to_move, won)
    for number in range(pawn_moves(white, black, False, moves)):
        others, rest, target, passed = moves[number, 0], moves[number, 1], moves[number, 2], moves[number, 3]
        _legal(others, rest | bit(target), left, taking, room[7])
        promotes = target < word(8)
        other = place_of(slots, keys, others, rest if promotes else rest | bit(target))
        if promotes:
            taking[:] = NONE
            if other >= 0:
                _add_captures(found[other, 1], numpy.int64(target), others | rest, left, taking)
        for queen in range(64):
            for king in range(64):
                legal = left[queen, king]
                if passed < word(64):
                    legal = NONE if word(queen) == passed or word(king) == passed else legal & (ALL ^ bit(passed))
                movable[queen, king] |= legal
                if promotes:
                    escapes[queen, king] |= legal & (ALL ^ taking[queen, king])
                elif other < 0:
                    escapes[queen, king] |= legal
                else:
                    escapes[queen, king] |= legal & (ALL ^ found[other, 0, queen, king])
    for queen in range(64):
        for king in range(64):
            alive[queen, king] = (
                waiting[queen, king]
                & (movable[queen, king] | escapes[queen, king] | checked[queen, king])
                & (ALL ^ escapes[queen, king])
            )
    if black != NONE:
        _grow(occupied, alive, to_move, won, lost)
    else:  # A king alone is lost against a queen that it cannot take at once, unless it is stalemate.
        won[:] = to_move
        lost[:] = alive


@compiled
def solve_queen_structure(
    white: Any, black: Any, found: Any, slots: Any, keys: Any, number: Any, waiting: Any, room: Any, moves: Any
) -> Any:
    """Return the place of a structure among those found, solved with all that it needs; -1 where there is no room.

    ``number`` holds how many there are, ``waiting`` and ``room`` are for intermediate values.
    """
    depth = 1
    waiting[0, 0], waiting[0, 1] = white, black
    while depth:
        own, enemy = waiting[depth - 1, 0], waiting[depth - 1, 1]
        if place_of(slots, keys, own, enemy) >= 0:
            depth -= 1
            continue
        before = depth
        is_small = count(own) == 1 or count(own | enemy) <= MOST_FOLLOWED
        for pawn in range(8, 56):
            if depth + 1 >= len(waiting):
                return -1
            if holds(enemy, pawn):
                waiting[depth, 0], waiting[depth, 1] = own, enemy & (ALL ^ bit(pawn))
                depth += place_of(slots, keys, waiting[depth, 0], waiting[depth, 1]) < 0
            if holds(own, pawn) and is_small and enemy != NONE:
                waiting[depth, 0], waiting[depth, 1] = own & (ALL ^ bit(pawn)), enemy
                depth += place_of(slots, keys, waiting[depth, 0], waiting[depth, 1]) < 0
        for move in range(pawn_moves(own, enemy, False, moves) if enemy != NONE else 0):
            if depth + 1 >= len(waiting):
                return -1
            if moves[move, 0] == own or is_small:
                target = moves[move, 2]
                waiting[depth, 0] = moves[move, 0]
                waiting[depth, 1] = moves[move, 1] if target < word(8) else moves[move, 1] | bit(target)
                depth += place_of(slots, keys, waiting[depth, 0], waiting[depth, 1]) < 0
        if depth == before:
            if number[0] >= len(keys):
                return -1
            _solve(number[0], found, slots, keys, own, enemy, room, moves)
            put_place(slots, keys, number[0], own, enemy)
            number[0] += 1
            depth -= 1
    return place_of(slots, keys, white, black)
