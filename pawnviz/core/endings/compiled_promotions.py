"""The known outcomes of king pairs once a pawn has been promoted, compiled.

The new piece counts as a queen where a win is proved, or as a rook where it gives stalemate; what a side may win holds
whatever the piece is. ``Promoted`` adds the wins of single positions, which are proved one by one.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy

from pawnviz.core.endings.compiled import (
    ALL,
    BLACK_MAY,
    BLACK_WINS,
    FIRST_FILE,
    NEAR,
    NONE,
    WHITE_MAY,
    WHITE_WINS,
    bit,
    black_guarded,
    compiled,
    count,
    holds,
    legal_pairs,
    place_of,
    rays,
    stepped,
    turn_pairs,
    turned_mask,
    white_guarded,
    word,
)

_RAYS: Final = rays()
_LAST_RANK: Final = numpy.uint64(0xFF << 56)
_FIRST_RANK: Final = numpy.uint64(0xFF)


class Promoted(NamedTuple):
    """The known outcomes after promotions: the races, and the wins of single positions found so far.

    For the pawns left and the new piece, a pawn on rank 1 or 8, ``won`` holds the king pairs from which the side that
    has promoted wins, then those where that was tried to be proved in vain, by effort. ``hope`` says whether others
    count as won, and for which side.
    """

    races: Any
    won: Any
    slots: Any
    keys: Any
    hope: Any


TRIED: Final = 1
EFFORTS: Final = 3  # The number of limits of a proof, one after the other.

# What ``hope`` holds.
IS_HOPED: Final = 0
OF_BLACK: Final = 1
EFFORT: Final = 2


@compiled
def won_place(white: Any, black: Any, goal: Any, promoted: Any) -> Any:
    """Return the place of the wins with these pawns left and a new piece, -1 where it has none."""
    if goal >= 56:
        return place_of(promoted.slots, promoted.keys, white | bit(goal), black)
    return place_of(promoted.slots, promoted.keys, white, black | bit(goal))


@compiled
def _add_won(white: Any, black: Any, goal: Any, promoted: Any, edge: Any) -> None:
    """Add to an edge the wins of single positions, and those that are hoped."""
    place = won_place(white, black, goal, promoted)
    side = 0 if goal >= 56 else 1
    is_hoped = promoted.hope[IS_HOPED] != 0 and promoted.hope[OF_BLACK] == side
    if place < 0 and not is_hoped:
        return
    wins, may_win, loses, may_lose = 1 + 2 * side, 2 + 2 * side, 3 - 2 * side, 4 - 2 * side
    for king in range(64):
        tried = NONE
        if place >= 0:
            won = promoted.won[place, 0, king] & edge[0, king]
            edge[wins, king] |= won
            edge[may_lose, king] &= ALL ^ won
            tried = promoted.won[place, TRIED + promoted.hope[EFFORT], king]
        if is_hoped:
            edge[wins, king] |= edge[may_win, king] & (ALL ^ (edge[loses, king] | tried))


@compiled
def _fill_race_edge(races: Any, enemy_pawn: Any, goal: Any, pairs: Any, edge: Any) -> None:
    """Fill an edge from the table of races, where the enemy's only pawn is left beside the new piece."""
    pawn = 0
    while not holds(enemy_pawn, pawn):
        pawn += 1
    for king in range(64):
        legal = NONE if king == goal else pairs[king] & (ALL ^ bit(goal))
        edge[0, king] = legal
        for bound in range(4):
            edge[1 + bound, king] = races[pawn, goal & 7, bound, king] & legal


@compiled
def _wins_beside_king(
    white: Any, black: Any, goal: Any, king: Any, enemy_king: Any, won: Any
) -> Any:  # fmt: skip
    """Return whether White wins after each move of the king beside a new queen, but its capture.

    ``won`` are the placements of the queen's structure that are won with White to move. Such a king is in check, and
    no pawn can help it.
    """
    occupied = white | black | bit(king)
    attacked = white_guarded(white) | NEAR[king] | bit(king) | bit(goal)
    for direction in range(8):
        for step in range(7):
            square = _RAYS[goal, direction, step]
            if square < 0:
                break
            attacked |= bit(square)
            if holds(occupied, square):
                break
    left = NEAR[enemy_king] & (ALL ^ (attacked | black))
    return left & (ALL ^ won[goal, king]) == NONE


@compiled
def white_promoted_edge(
    white: Any, black: Any, goal: Any, sets: Any, slots: Any, keys: Any, queens: Any, queen_slots: Any,
    queen_keys: Any, promoted: Any, edge: Any, to_move: Any, waiting: Any,
) -> None:  # fmt: skip
    """Fill an edge by the known outcomes once White has promoted; ``white`` and ``black`` are the pawns left."""
    legal_pairs(white, black, to_move, waiting)
    if white == NONE and count(black) == 1:
        _fill_race_edge(promoted.races[0], black, goal, waiting, edge)
        return
    place = place_of(slots, keys, white, black)
    queen = place_of(queen_slots, queen_keys, white, black) if black else -1
    guarded = white_guarded(white)
    for king in range(64):
        legal = NONE if king == goal else waiting[king] & (ALL ^ bit(goal))
        taking = NONE
        if holds(to_move[king], goal):
            taking = stepped(bit(goal)) & legal
        wins = legal if black == NONE else NONE
        may_win, loses = legal, NONE
        if taking != NONE and place >= 0:
            if not holds(sets[place, WHITE_MAY, king], goal):
                may_win &= ALL ^ taking
            if holds(sets[place, BLACK_WINS, king], goal):
                loses = taking
            if not holds(sets[place, WHITE_WINS, king], goal):
                wins &= ALL ^ taking
        elif taking != NONE:
            wins &= ALL ^ taking
        if white == NONE:
            may_win &= ALL ^ taking
        if black == NONE and white != NONE:
            # A rook leaves the black king a square off its lines, so that it is not stalemate.
            covered = _LAST_RANK | (FIRST_FILE << word(goal & 7)) | guarded | white
            wins &= stepped(waiting[king] & (ALL ^ covered))
        if queen >= 0:
            wins = legal & queens[queen, 1, goal, king]
            if taking != NONE and place >= 0:
                for enemy_king in range(64):
                    if (
                        holds(taking & (ALL ^ wins), enemy_king)
                        and holds(sets[place, WHITE_WINS, king], goal)
                        and _wins_beside_king(white, black, goal, king, enemy_king, queens[queen, 0])
                    ):
                        wins |= bit(enemy_king)
        edge[0, king], edge[1, king], edge[2, king], edge[3, king] = legal, wins, may_win, loses
        edge[4, king] = legal & (ALL ^ wins) if black else NONE
    _add_won(white, black, goal, promoted, edge)


@compiled
def black_promoted_edge(
    white: Any, black: Any, goal: Any, sets: Any, slots: Any, keys: Any, queens: Any, queen_slots: Any,
    queen_keys: Any, promoted: Any, edge: Any, to_move: Any, waiting: Any, turned: Any,
) -> None:  # fmt: skip
    """Fill an edge by the known outcomes once Black has promoted on a square, White to move."""
    legal_pairs(white, black, to_move, waiting)
    if black == NONE and count(white) == 1:
        _fill_race_edge(promoted.races[1], white, goal, to_move, edge)
        return
    place = place_of(slots, keys, white, black)
    queen = place_of(queen_slots, queen_keys, turned_mask(black), turned_mask(white)) if white else -1
    if queen >= 0:
        turn_pairs(queens[queen, 1, goal ^ 56], turned)
    covered = _FIRST_RANK | (FIRST_FILE << word(goal & 7)) | black_guarded(black) | black
    for king in range(64):
        legal = NONE if king == goal else to_move[king] & (ALL ^ bit(goal))
        wins = legal if white == NONE else NONE
        may_win, loses = legal, NONE
        if holds(NEAR[goal], king):
            taking = legal & waiting[goal]
            if place >= 0:
                may_win &= ALL ^ (taking & (ALL ^ sets[place, BLACK_MAY + 1, goal]))
                loses = taking & sets[place, WHITE_WINS + 1, goal]
                wins &= ALL ^ (taking & (ALL ^ sets[place, BLACK_WINS + 1, goal]))
            else:
                wins &= ALL ^ taking
            if black == NONE:
                may_win &= ALL ^ taking
        if white == NONE and black != NONE:
            free = NONE
            for square in range(64):
                if holds(NEAR[king], square) and not holds(covered, square):
                    free |= ALL ^ (NEAR[square] | bit(square))
            wins &= free
        if queen >= 0:
            wins = legal & turned[king]
            if holds(NEAR[goal], king) and place >= 0:
                for own_king in range(64):
                    if (
                        holds(legal & waiting[goal] & (ALL ^ wins), own_king)
                        and holds(sets[place, BLACK_WINS + 1, goal], own_king)
                        and _wins_beside_king(
                            turned_mask(black),
                            turned_mask(white),
                            goal ^ 56,
                            own_king ^ 56,
                            king ^ 56,
                            queens[queen, 0],
                        )
                    ):
                        wins |= bit(own_king)
        edge[0, king], edge[1, king], edge[3, king], edge[4, king] = legal, loses, wins, may_win
        edge[2, king] = legal & (ALL ^ wins) if white else NONE
    _add_won(white, black, goal, promoted, edge)
