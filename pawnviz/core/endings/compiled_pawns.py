"""The pawn structures of an ending, entered on the way forward and decided on the way back, compiled.

For each structure there are eight sets of king pairs, ``WHITE_WINS`` to ``BLACK_MAY``, each first with White and then
with Black to move: what a side wins for certain, and what it may win as far as is known. A pair that neither side may
win is drawn. Within a structure only the kings move, so that the wins grow backwards from those that pawn moves and
captures lead to, as in ``wins``; repetitions need no care, since the sets are fixed points.
"""

from __future__ import annotations

from typing import Any, Final

import numpy

from pawnviz.core.endings.compiled import (
    ALL,
    BLACK_MAY,
    BLACK_WINS,
    NEAR,
    NONE,
    WHITE_MAY,
    WHITE_WINS,
    beside,
    bit,
    black_guarded,
    compiled,
    count,
    holds,
    legal_pairs,
    pawn_moves,
    place_of,
    put_place,
    rows_stepped,
    stepped,
    turned_mask,
    white_guarded,
)
from pawnviz.core.endings.compiled_promotions import black_promoted_edge, white_promoted_edge

# What ``state`` holds: the number of structures entered and of queen structures asked for, then the plan.
ENTERED: Final = 0
ASKED: Final = 1
MOST_AGAINST_QUEEN: Final = 2
ASKS_WHITE: Final = 3
RESTRICTS_WHITE: Final = 4
PUSHED_FILES: Final = 5
MOST_AWAY: Final = 6
CUT: Final = 7  # Whether a structure was left out since it is too many moves away.


@compiled
def follow_move(
    is_white: Any, move: Any, to_move: Any, waiting: Any, sets: Any, slots: Any, keys: Any, queens: Any,
    queen_slots: Any, queen_keys: Any, promoted: Any, edge: Any, room: Any,
) -> None:  # fmt: skip
    """Fill an edge: where a pawn move is legal, then the sets that it leads to, in the order of the eight sets."""
    white, black, goal, passed = move[0], move[1], numpy.int64(move[2]), numpy.int64(move[3])
    if goal >= 56:
        white_promoted_edge(
            white, black, goal, sets, slots, keys, queens, queen_slots, queen_keys, promoted, edge, room[0], room[1]
        )
        for king in range(64):
            edge[0, king] &= to_move[king]
        return
    if goal < 8:
        black_promoted_edge(
            white, black, goal, sets, slots, keys, queens, queen_slots, queen_keys, promoted, edge, room[0], room[1],
            room[2],
        )  # fmt: skip
        for king in range(64):
            edge[0, king] &= waiting[king]
        return
    after_white = white | bit(goal) if is_white else white
    after_black = black if is_white else black | bit(goal)
    legal_pairs(after_white, after_black, room[0], room[1])
    turn = 1 if is_white else 0
    place = place_of(slots, keys, after_white, after_black)
    for king in range(64):
        legal = room[turn, king] & (to_move[king] if is_white else waiting[king])
        if passed < 64:
            legal = NONE if king == passed else legal & (ALL ^ bit(passed))
        edge[0, king] = legal
        for bound in range(4):
            if place >= 0:
                edge[1 + bound, king] = sets[place, 2 * bound + turn, king]
            else:
                may_win = after_white if bound == 1 else after_black if bound == 3 else NONE
                edge[1 + bound, king] = room[turn, king] if may_win != NONE else NONE
    if passed == 64:
        return
    takers = beside(bit(goal)) & (black if is_white else white)
    for taker in range(64):
        if not holds(takers, taker):
            continue
        left_white = white if is_white else (white & (ALL ^ bit(taker))) | bit(passed)
        left_black = (black & (ALL ^ bit(taker))) | bit(passed) if is_white else black
        legal_pairs(left_white, left_black, room[2], room[3])
        place = place_of(slots, keys, left_white, left_black)
        if not is_white:
            rows_stepped(room[1], room[4])
        for king in range(64):
            legal = edge[0, king] & room[3 - turn, king]
            wins, may_win, loses, may_lose = NONE, ALL, NONE, ALL
            if place >= 0:
                wins, may_win = sets[place, WHITE_WINS + 1 - turn, king], sets[place, WHITE_MAY + 1 - turn, king]
                loses, may_lose = sets[place, BLACK_WINS + 1 - turn, king], sets[place, BLACK_MAY + 1 - turn, king]
            # The side that may take has one choice more, and no stalemate.
            if is_white:
                stuck = legal & (ALL ^ stepped(room[0, king]))
                edge[1, king] &= (ALL ^ legal) | wins
                edge[2, king] = (edge[2, king] | stuck) & ((ALL ^ legal) | may_win)
                edge[3, king] |= legal & loses
                edge[4, king] |= legal & may_lose
            else:
                stuck = legal & (ALL ^ room[4, king])
                edge[3, king] &= (ALL ^ legal) | loses
                edge[4, king] = (edge[4, king] | stuck) & ((ALL ^ legal) | may_lose)
                edge[1, king] |= legal & wins
                edge[2, king] |= legal & may_win


# The way back


@compiled
def _grow_white(gains: Any, alive: Any, to_move: Any, won: Any, lost: Any, reached: Any) -> None:
    for king in range(64):
        won[king], lost[king] = gains[king], NONE
    while True:
        is_changed = False
        for king in range(64):
            now = alive[king] & (ALL ^ stepped(to_move[king] & (ALL ^ won[king])))
            is_changed = is_changed or now != lost[king]
            lost[king] = now
        if not is_changed:
            return
        rows_stepped(lost, reached)
        for king in range(64):
            won[king] = gains[king] | to_move[king] & reached[king]


@compiled
def _grow_black(gains: Any, alive: Any, waiting: Any, won: Any, lost: Any, reached: Any, open_pairs: Any) -> None:
    for king in range(64):
        won[king], lost[king] = gains[king], NONE
    while True:
        is_changed = False
        for king in range(64):
            open_pairs[king] = waiting[king] & (ALL ^ won[king])
        rows_stepped(open_pairs, reached)
        for king in range(64):
            now = alive[king] & (ALL ^ reached[king])
            is_changed = is_changed or now != lost[king]
            lost[king] = now
        if not is_changed:
            return
        for king in range(64):
            won[king] = gains[king] | waiting[king] & stepped(lost[king])


@compiled
def decide(
    place: Any, sets: Any, slots: Any, keys: Any, queens: Any, queen_slots: Any, queen_keys: Any, promoted: Any,
    room: Any, moves: Any,
) -> None:  # fmt: skip
    """Bring the sets of a structure up to date with those of the structures that its moves lead to."""
    white, black = keys[place, 0], keys[place, 1]
    to_move, waiting, edge, others = room[0], room[1], room[2:7], room[7:12]
    gains, escapes, movable = room[12:16], room[16:20], room[20:22]  # By bound, and by side.
    legal_pairs(white, black, to_move, waiting)
    room[12:22] = NONE
    for side in range(2):
        for number in range(pawn_moves(white, black, side == 0, moves)):
            follow_move(
                side == 0, moves[number], to_move, waiting, sets, slots, keys, queens, queen_slots, queen_keys,
                promoted, edge, others,
            )  # fmt: skip
            for king in range(64):
                legal = edge[0, king]
                movable[side, king] |= legal
                for bound in range(2):  # The moving side's gains, and the other side's wins from which this escapes.
                    gains[2 * side + bound, king] |= legal & edge[1 + 2 * side + bound, king]
                    escapes[2 - 2 * side + bound, king] |= legal & (ALL ^ edge[3 - 2 * side + bound, king])
    for pawn in range(8, 56):
        if holds(black, pawn):
            left = black & (ALL ^ bit(pawn))
            other = place_of(slots, keys, white, left)
            legal_pairs(white, left, others[0], others[1])
            for king in range(64):
                if holds(NEAR[pawn], king):
                    legal = to_move[king] & others[1, pawn]
                    movable[0, king] |= legal
                    for bound in range(2):
                        gain = ALL if bound == 1 and white != NONE else NONE
                        loss = ALL if bound == 1 and left != NONE else NONE
                        if other >= 0:
                            gain = sets[other, 2 * bound + 1, pawn]
                            loss = sets[other, BLACK_WINS + 2 * bound + 1, pawn]
                        gains[bound, king] |= legal & gain
                        escapes[2 + bound, king] |= legal & (ALL ^ loss)
        if holds(white, pawn):
            left = white & (ALL ^ bit(pawn))
            other = place_of(slots, keys, left, black)
            legal_pairs(left, black, others[0], others[1])
            for king in range(64):
                if holds(others[0, king], pawn):
                    legal = stepped(bit(pawn)) & waiting[king]
                    movable[1, king] |= legal
                    for bound in range(2):
                        is_gain: Any = bound == 1 and black != NONE
                        is_loss: Any = bound == 1 and left != NONE
                        if other >= 0:
                            is_gain = holds(sets[other, BLACK_WINS + 2 * bound, king], pawn)
                            is_loss = holds(sets[other, 2 * bound, king], pawn)
                        if is_gain:
                            gains[2 + bound, king] |= legal
                        if not is_loss:
                            escapes[bound, king] |= legal
    rows_stepped(waiting, others[0])
    checks, checked = white_guarded(white), black_guarded(black)
    for king in range(64):
        movable[0, king] |= others[0, king]
        if holds(checked, king):
            movable[0, king] = ALL
        movable[1, king] |= stepped(to_move[king]) | checks
    for side in range(2):
        for bound in range(2):
            gain, alive, first, second = gains[2 * side + bound], others[0], others[1], others[2]
            for king in range(64):
                if side == 0:
                    alive[king] = waiting[king] & movable[1, king] & (ALL ^ escapes[bound, king])
                else:
                    gain[king] &= waiting[king]
                    alive[king] = to_move[king] & movable[0, king] & (ALL ^ escapes[2 + bound, king])
            if side == 0:
                _grow_white(gain, alive, to_move, first, second, others[3])
            else:
                _grow_black(gain, alive, waiting, second, first, others[3], others[4])
            for king in range(64):
                if bound == 0:
                    sets[place, 4 * side, king] |= first[king]
                    sets[place, 4 * side + 1, king] |= second[king]
                else:
                    sets[place, 4 * side + 2, king] &= first[king]
                    sets[place, 4 * side + 3, king] &= second[king]
    for king in range(64):
        for turn in range(2):
            sets[place, WHITE_MAY + turn, king] &= ALL ^ sets[place, BLACK_WINS + turn, king]
            sets[place, BLACK_MAY + turn, king] &= ALL ^ sets[place, WHITE_WINS + turn, king]


# The way forward


@compiled
def enter(
    white: Any, black: Any, distance: Any, sets: Any, slots: Any, keys: Any, reach: Any, chain: Any, heads: Any,
    passes: Any, state: Any, room: Any,
) -> Any:  # fmt: skip
    """Return the place of a structure, entered if it is new, and note it for this pass; -1 where there is no room.

    ``chain`` has for each place the next one of as many steps to promotion, the pass, and the distance from the root.
    """
    place = place_of(slots, keys, white, black)
    if place < 0:
        if state[ENTERED] >= len(keys):
            return -1
        place = state[ENTERED]
        state[ENTERED] += 1
        put_place(slots, keys, place, white, black)
        legal_pairs(white, black, room[0], room[1])
        for turn in range(2):
            for king in range(64):
                sets[place, WHITE_WINS + turn, king] = sets[place, BLACK_WINS + turn, king] = NONE
                sets[place, WHITE_MAY + turn, king] = room[turn, king] if white else NONE
                sets[place, BLACK_MAY + turn, king] = room[turn, king] if black else NONE
        chain[place, 1] = -1
    if chain[place, 1] != passes:
        steps = 0
        for square in range(8, 56):
            if holds(white, square):
                steps += 7 - (square >> 3)
            elif holds(black, square):
                steps += square >> 3
        chain[place, 0], chain[place, 1], chain[place, 2] = heads[steps], passes, distance
        heads[steps] = place
        reach[place] = NONE
    chain[place, 2] = min(chain[place, 2], distance)
    return place


@compiled
def _ask(white: Any, black: Any, queen_slots: Any, queen_keys: Any, state: Any, asked: Any) -> None:
    if (
        black != NONE
        and not (white == NONE and count(black) == 1)
        and count(black) <= state[MOST_AGAINST_QUEEN]
        and state[ASKED] < len(asked)
        and place_of(queen_slots, queen_keys, white, black) < 0
    ):
        asked[state[ASKED], 0], asked[state[ASKED], 1] = white, black
        state[ASKED] += 1


@compiled
def expand(
    place: Any, sets: Any, slots: Any, keys: Any, reach: Any, chain: Any, heads: Any, passes: Any,
    queens: Any, queen_slots: Any, queen_keys: Any, promoted: Any, state: Any, asked: Any, room: Any, moves: Any,
) -> Any:  # fmt: skip
    """Enter the structures to which a plan leads from the undecided pairs of one; return whether there are such."""
    white, black = keys[place, 0], keys[place, 1]
    to_move, waiting, edge, others = room[0], room[1], room[2:7], room[7:12]
    open_to_move, open_waiting, reached = room[12], room[13], room[14]
    legal_pairs(white, black, to_move, waiting)
    ours, theirs = reach[place, 0], reach[place, 1]
    anything = NONE
    for king in range(64):
        for turn in range(2):
            won = WHITE_WINS if state[ASKS_WHITE] else BLACK_WINS
            room[12 + turn, king] = sets[place, won + 2 + turn, king] & (ALL ^ sets[place, won + turn, king])
        ours[king] &= open_to_move[king]
        theirs[king] &= open_waiting[king]
        anything |= ours[king] | theirs[king]
    if anything == NONE:
        return False
    distance = chain[place, 2] + 1
    if distance > state[MOST_AWAY]:
        state[CUT] = 1
        return False
    is_changed = True
    while is_changed:
        is_changed = False
        rows_stepped(ours, reached)
        for king in range(64):
            more = reached[king] & open_waiting[king] & (ALL ^ theirs[king])
            theirs[king] |= more
            back = stepped(theirs[king]) & open_to_move[king] & (ALL ^ ours[king])
            ours[king] |= back
            is_changed = is_changed or (more | back) != NONE
    for side in range(2):
        from_here = reach[place, side]
        for number in range(pawn_moves(white, black, side == 0, moves)):
            after_white, after_black = moves[number, 0], moves[number, 1]
            goal, passed = numpy.int64(moves[number, 2]), numpy.int64(moves[number, 3])
            is_restricted = (side == 0) == (state[RESTRICTS_WHITE] != 0)
            is_capture = after_black != black if side == 0 else after_white != white
            if is_restricted and not is_capture and not state[PUSHED_FILES] >> (goal & 7) & 1:
                continue
            follow_move(
                side == 0, moves[number], to_move, waiting, sets, slots, keys, queens, queen_slots, queen_keys,
                promoted, edge, others,
            )  # fmt: skip
            anything = NONE
            for king in range(64):
                edge[0, king] &= from_here[king]
                anything |= edge[0, king]
            if anything == NONE:
                continue
            if goal < 8 or goal >= 56:
                if (after_white | after_black) == NONE:
                    continue
                legal_pairs(after_white, after_black, others[0], others[1])
                for king in range(64):
                    if side == 0:
                        taken = NONE
                        if stepped(bit(goal)) & edge[0, king] != NONE:
                            taken = others[0, king] & bit(goal)
                    else:
                        taken = others[1, goal] & edge[0, king] if holds(NEAR[goal], king) else NONE
                    if taken != NONE:
                        left = enter(
                            after_white, after_black, distance, sets, slots, keys, reach, chain, heads, passes, state,
                            others[2:4],
                        )  # fmt: skip
                        if left >= 0:
                            reach[left, side, king if side == 0 else goal] |= taken
                if not is_restricted:
                    continue
                if side == 0:
                    _ask(after_white, after_black, queen_slots, queen_keys, state, asked)
                else:
                    _ask(turned_mask(after_black), turned_mask(after_white), queen_slots, queen_keys, state, asked)
                continue
            if side == 0:
                after_white |= bit(goal)
            else:
                after_black |= bit(goal)
            left = enter(
                after_white, after_black, distance, sets, slots, keys, reach, chain, heads, passes, state, others
            )
            if left >= 0:
                reach[left, 1 - side] |= edge[0]
            if passed == 64:
                continue
            takers = beside(bit(goal)) & (after_black if side == 0 else after_white)
            for taker in range(64):
                if holds(takers, taker):
                    if side == 0:
                        left_white, left_black = moves[number, 0], (after_black & (ALL ^ bit(taker))) | bit(passed)
                    else:
                        left_white, left_black = (after_white & (ALL ^ bit(taker))) | bit(passed), moves[number, 1]
                    left = enter(
                        left_white, left_black, distance, sets, slots, keys, reach, chain, heads, passes, state, others
                    )
                    if left >= 0:
                        reach[left, side] |= edge[0]
    for pawn in range(8, 56):
        is_white = holds(white, pawn)
        if (not is_white and not holds(black, pawn)) or white | black == bit(pawn):
            continue
        left_white, left_black = white & (ALL ^ bit(pawn)), black & (ALL ^ bit(pawn))
        legal_pairs(left_white, left_black, others[0], others[1])
        left = -1
        for king in range(64):
            if is_white:
                taken = others[0, king] & bit(pawn) if stepped(theirs[king]) & bit(pawn) != NONE else NONE
            else:
                taken = others[1, pawn] & ours[king] if holds(NEAR[pawn], king) else NONE
            if taken != NONE:
                if left < 0:
                    left = enter(
                        left_white, left_black, distance, sets, slots, keys, reach, chain, heads, passes, state,
                        others[2:4],
                    )  # fmt: skip
                if left >= 0:
                    reach[left, 0 if is_white else 1, king if is_white else pawn] |= taken
    return True
