"""The way from a position to the promotions on which a hoped win rests, compiled.

Where a side hopes to win, each position after a promotion of its own that is not known counts as won. If the position
asked about then comes out as won, there is a way to play on which that rests: one of the hoping side's moves in each
position, all of the other's. The positions after promotions on that way are asked about one by one.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy

from pawnviz.core.board.bitboard import BOARD, FILES
from pawnviz.core.endings.compiled import (
    ALL,
    NEAR,
    NONE,
    beside,
    bit,
    compiled,
    count,
    holds,
    legal_pairs,
    pawn_moves,
    place_of,
    rows_stepped,
    stepped,
)
from pawnviz.core.endings.compiled_pawns import follow_move
from pawnviz.core.endings.compiled_pieces import NOWHERE, packed
from pawnviz.core.endings.compiled_promotions import EFFORT, OF_BLACK, TRIED, won_place
from pawnviz.core.endings.pieces import AROUND

MOST_ASKED: Final = 4096
MOST_LAYERS: Final = 64

# The columns of a question: both sides' pawns left, the square of the new piece, and the packed kings and turn.
ASKED_WHITE: Final = 0
ASKED_BLACK: Final = 1
ASKED_GOAL: Final = 2
ASKED_STATE: Final = 3

# The rows of the room; ``follow_move`` works in those before.
_FROM_HERE: Final = 12
_MOVED: Final = 13
_REACHED: Final = 14
_OURS: Final = 15
_THEIRS: Final = 16
_OPEN_OURS: Final = 17
_OPEN_THEIRS: Final = 18
_GAINS: Final = 19

_SHIFTS: Final = numpy.array([8 * ranks + files for ranks, files in AROUND], numpy.int64)
_FROM: Final = numpy.array(
    [BOARD ^ (FILES[7] if files == 1 else FILES[0] if files == -1 else 0) for _, files in AROUND], numpy.uint64
)
"""The squares from which a step in each direction stays on the board's files."""

_OPPOSITE: Final = numpy.array([AROUND.index((-ranks, -files)) for ranks, files in AROUND], numpy.int64)


class Way(NamedTuple):
    """The tables of structures, their sets as hoped, the pairs on the way, the questions, and lists to work with."""

    tables: Any
    promoted: Any
    hoped: Any
    walked: Any
    asked: Any
    room: Any
    layers: Any
    moves: Any


@compiled
def _kings_moved(is_white: Any, source: Any, into: Any) -> None:
    """Fill a set with the pairs that are a step of one side's king away from one of another set."""
    if is_white:
        rows_stepped(source, into)
    else:
        for king in range(64):
            into[king] = stepped(source[king])


@compiled
def _shifted(mask: Any, direction: Any) -> Any:
    mask &= _FROM[direction]
    shift = _SHIFTS[direction]
    return mask << numpy.uint64(shift) if shift > 0 else mask >> numpy.uint64(-shift)


@compiled
def _step_each(is_white: Any, pairs: Any, targets: Any, into: Any) -> None:
    """Move one side's king from each pair to one of the targets; those in ``into`` come first, others are added."""
    near = numpy.empty(64, numpy.uint64)
    _kings_moved(is_white, into, near)
    for king in range(64):
        pairs[king] &= ALL ^ near[king]
    for direction in range(8):
        if is_white:
            for king in range(64):
                target = _shifted(bit(king), direction)
                if pairs[king] != NONE and target != NONE:
                    other = king + _SHIFTS[direction]
                    reached = pairs[king] & targets[other]
                    into[other] |= reached
                    pairs[king] &= ALL ^ reached
        else:
            for king in range(64):
                reached = _shifted(pairs[king], direction) & targets[king]
                into[king] |= reached
                pairs[king] &= ALL ^ _shifted(reached, _OPPOSITE[direction])


@compiled
def _ask(white: Any, black: Any, goal: Any, pairs: Any, number: Any, way: Any) -> Any:
    """Add the unknown pairs after a promotion to the questions, and return the number of these."""
    enemies, own = (black, white) if goal >= 56 else (white, black)
    if enemies == NONE or (own == NONE and count(enemies) == 1):
        return number  # Known, or decided by a race.
    place = won_place(white, black, goal, way.promoted)
    for king in range(64):
        left = pairs[king]
        if place >= 0:
            won = way.promoted.won[place]
            left &= ALL ^ (won[0, king] | won[TRIED + way.promoted.hope[EFFORT], king])
        for other in range(64):
            if holds(left, other) and number < len(way.asked):
                way.asked[number, ASKED_WHITE], way.asked[number, ASKED_BLACK] = white, black
                way.asked[number, ASKED_GOAL] = numpy.uint64(goal)
                way.asked[number, ASKED_STATE] = packed(king, other, NOWHERE, 0, NOWHERE, 0, 1 if goal >= 56 else 0)
                number += 1
    return number


@compiled
def _lead(white: Any, black: Any, turn: Any, pairs: Any, way: Any) -> None:
    """Add the pairs of a structure to the way, where it is entered."""
    place = place_of(way.tables.slots, way.tables.keys, white, black)
    if place >= 0:
        for king in range(64):
            way.walked[place, turn, king] |= pairs[king]


@compiled
def _lead_en_passant(side: Any, move: Any, goal: Any, passed: Any, pairs: Any, way: Any) -> None:
    """Add to the way the captures en passant that a double step allows."""
    after_white = move[0] | bit(goal) if side == 0 else move[0]
    after_black = move[1] if side == 0 else move[1] | bit(goal)
    takers = beside(bit(goal)) & (after_black if side == 0 else after_white)
    for taker in range(64):
        if holds(takers, taker):
            if side == 0:
                left_white, left_black = move[0], (after_black & (ALL ^ bit(taker))) | bit(passed)
            else:
                left_white, left_black = (after_white & (ALL ^ bit(taker))) | bit(passed), move[1]
            _lead(left_white, left_black, side, pairs, way)


@compiled
def _walk_moves(side: Any, place: Any, pairs: Any, is_promotion: Any, number: Any, way: Any) -> Any:
    """Follow the pawn moves of one side, those that promote or the others, and return the number of questions.

    The hoping side chooses one that wins from each pair, which is taken from ``pairs``; the other side plays all.
    """
    white, black = way.tables.keys[place, 0], way.tables.keys[place, 1]
    hoping = way.promoted.hope[OF_BLACK]
    room, edge, moves = way.room, way.room[2:7], way.moves
    for each in range(pawn_moves(white, black, side == 0, moves)):
        goal, passed = numpy.int64(moves[each, 2]), numpy.int64(moves[each, 3])
        if (goal < 8 or goal >= 56) != is_promotion:
            continue
        _fill_edge(side, place, moves[each], way)
        anything = NONE
        for king in range(64):
            room[_FROM_HERE, king] = edge[0, king] & pairs[king]
            if side == hoping:
                room[_FROM_HERE, king] &= edge[1 + 2 * hoping, king]
                pairs[king] &= ALL ^ room[_FROM_HERE, king]
            anything |= room[_FROM_HERE, king]
        if anything == NONE:
            continue
        if is_promotion:
            if side == hoping:
                number = _ask(moves[each, 0], moves[each, 1], goal, room[_FROM_HERE], number, way)
            continue
        after_white = moves[each, 0] | bit(goal) if side == 0 else moves[each, 0]
        after_black = moves[each, 1] if side == 0 else moves[each, 1] | bit(goal)
        _lead(after_white, after_black, 1 - side, room[_FROM_HERE], way)
        if passed < 64:
            _lead_en_passant(side, moves[each], goal, passed, room[_FROM_HERE], way)
    return number


@compiled
def _fill_edge(side: Any, place: Any, move: Any, way: Any) -> None:
    """Fill the edge of a pawn move, rows 2 to 6 of the room, with its outcomes as hoped."""
    tables, room = way.tables, way.room
    legal_pairs(tables.keys[place, 0], tables.keys[place, 1], room[0], room[1])
    follow_move(
        side == 0, move, room[0], room[1], way.hoped, tables.slots, tables.keys, tables.queens, tables.queen_slots,
        tables.queen_keys, way.promoted, room[2:7], room[7:12],
    )  # fmt: skip


@compiled
def _walk_captures(side: Any, place: Any, pairs: Any, way: Any) -> None:
    """Follow the captures of one side's king, as ``_walk_moves`` follows pawn moves."""
    white, black = way.tables.keys[place, 0], way.tables.keys[place, 1]
    hoping, room = way.promoted.hope[OF_BLACK], way.room
    enemies = black if side == 0 else white
    for pawn in range(8, 56):
        if not holds(enemies, pawn):
            continue
        left_white, left_black = white & (ALL ^ bit(pawn)), black & (ALL ^ bit(pawn))
        other = place_of(way.tables.slots, way.tables.keys, left_white, left_black)
        if other < 0:
            continue
        legal_pairs(left_white, left_black, room[0], room[1])
        _kings_moved(side == 0, pairs, room[_MOVED])
        for king in range(64):
            reached = room[_MOVED, king] & room[1 - side, king]
            if side == 0:
                reached = reached if king == pawn else NONE
            else:
                reached &= bit(pawn)
            if side == hoping:
                reached &= way.hoped[other, 4 * hoping + 1 - side, king]
            room[_FROM_HERE, king] = reached
            way.walked[other, 1 - side, king] |= reached
        if side == hoping:
            _kings_moved(side == 0, room[_FROM_HERE], room[_REACHED])
            for king in range(64):
                pairs[king] &= ALL ^ room[_REACHED, king]


@compiled
def walk(place: Any, number: Any, way: Any) -> Any:
    """Follow the way through one structure, and return the number of questions."""
    hoping, room = way.promoted.hope[OF_BLACK], way.room
    sets, hoped = way.tables.sets[place], way.hoped[place]
    anything = NONE
    for turn in range(2):
        pairs, is_open = (_OURS, _OPEN_OURS) if turn == hoping else (_THEIRS, _OPEN_THEIRS)
        for king in range(64):
            room[is_open, king] = hoped[4 * hoping + turn, king] & (ALL ^ sets[4 * hoping + turn, king])
            room[pairs, king] = way.walked[place, turn, king] & room[is_open, king]
            anything |= room[pairs, king]
    if anything == NONE:
        return number
    _fill_gains(place, way)
    for layer in range(_grow_layers(place, way), 0, -1):
        now, before = way.layers[layer], way.layers[layer - 1]
        for king in range(64):
            room[_MOVED, king] = room[_THEIRS, king]
            room[_REACHED, king] = room[_OURS, king] & now[0, king] & (ALL ^ before[0, king])
        _step_each(hoping == 0, room[_REACHED], now[1], room[_MOVED])
        for king in range(64):
            room[_THEIRS, king] |= room[_MOVED, king] & room[_OPEN_THEIRS, king]
            room[_REACHED, king] = room[_THEIRS, king] & now[1, king] & (ALL ^ before[1, king])
        _kings_moved(hoping == 1, room[_REACHED], room[_MOVED])
        for king in range(64):
            room[_OURS, king] |= room[_MOVED, king] & room[_OPEN_OURS, king]
    for king in range(64):
        room[_GAINS, king] &= room[_OURS, king]
    number = _walk_moves(hoping, place, room[_GAINS], True, number, way)
    _walk_captures(hoping, place, room[_GAINS], way)
    number = _walk_moves(hoping, place, room[_GAINS], False, number, way)
    number = _walk_moves(1 - hoping, place, room[_THEIRS], False, number, way)
    _walk_captures(1 - hoping, place, room[_THEIRS], way)
    return number


@compiled
def _fill_gains(place: Any, way: Any) -> None:
    """Fill the pairs from which a pawn move, or a capture by the king, of the hoping side reaches a hoped win."""
    white, black = way.tables.keys[place, 0], way.tables.keys[place, 1]
    hoping, edge, gains = way.promoted.hope[OF_BLACK], way.room[2:7], way.room[_GAINS]
    gains[:] = NONE
    for each in range(pawn_moves(white, black, hoping == 0, way.moves)):
        _fill_edge(hoping, place, way.moves[each], way)
        for king in range(64):
            gains[king] |= edge[0, king] & edge[1 + 2 * hoping, king]
    enemies = black if hoping == 0 else white
    for pawn in range(8, 56):
        if not holds(enemies, pawn):
            continue
        other = place_of(way.tables.slots, way.tables.keys, white & (ALL ^ bit(pawn)), black & (ALL ^ bit(pawn)))
        if other < 0:
            continue
        for king in range(64):
            if hoping == 0 and holds(NEAR[pawn], king):
                gains[king] |= way.hoped[other, 1, pawn]
            elif hoping == 1 and holds(way.hoped[other, 4, king], pawn):
                gains[king] |= NEAR[pawn]


@compiled
def _grow_layers(place: Any, way: Any) -> Any:
    """Fill the hoped wins by the number of king moves that they take, and return the last layer's number."""
    hoping, room, layers = way.promoted.hope[OF_BLACK], way.room, way.layers
    won, lost = way.hoped[place, 5 * hoping], way.hoped[place, 3 * hoping + 1]
    legal_pairs(way.tables.keys[place, 0], way.tables.keys[place, 1], room[0], room[1])
    for king in range(64):
        room[_GAINS, king] &= won[king]
        layers[0, 0, king], layers[0, 1, king] = room[_GAINS, king], NONE
    layer = 0
    while layer + 1 < len(layers):
        for king in range(64):
            room[_REACHED, king] = room[hoping, king] & (ALL ^ layers[layer, 0, king])
        _kings_moved(hoping == 1, room[_REACHED], room[_MOVED])
        is_changed = False
        for king in range(64):
            layers[layer + 1, 1, king] = lost[king] & (ALL ^ room[_MOVED, king])
            is_changed = is_changed or layers[layer + 1, 1, king] != layers[layer, 1, king]
        if not is_changed:
            return layer
        layer += 1
        _kings_moved(hoping == 0, layers[layer, 1], room[_MOVED])
        for king in range(64):
            layers[layer, 0, king] = layers[layer - 1, 0, king] | won[king] & room[_MOVED, king]
    return layer


@compiled
def leads_to_change(place: Any, changed: Any, won_changed: Any, now: Any, way: Any) -> Any:
    """Return whether a structure's moves lead to one that has changed, or to a promotion whose wins have."""
    tables, moves = way.tables, way.moves
    white, black = tables.keys[place, 0], tables.keys[place, 1]
    for side in range(2):
        for each in range(pawn_moves(white, black, side == 0, moves)):
            left_white, left_black, goal = moves[each, 0], moves[each, 1], numpy.int64(moves[each, 2])
            passed = numpy.int64(moves[each, 3])
            if goal < 8 or goal >= 56:
                other = won_place(left_white, left_black, goal, way.promoted)
                if other >= 0 and won_changed[other] == now:
                    return True
                other = place_of(tables.slots, tables.keys, left_white, left_black)
            elif side == 0:
                other = place_of(tables.slots, tables.keys, left_white | bit(goal), left_black)
            else:
                other = place_of(tables.slots, tables.keys, left_white, left_black | bit(goal))
            if other >= 0 and changed[other] == now:
                return True
            if passed < 64:
                after_white = left_white | bit(goal) if side == 0 else left_white
                after_black = left_black if side == 0 else left_black | bit(goal)
                takers = beside(bit(goal)) & (after_black if side == 0 else after_white)
                for taker in range(64):
                    if not holds(takers, taker):
                        continue
                    if side == 0:
                        after_black = (after_black & (ALL ^ bit(taker))) | bit(passed)
                        other = place_of(tables.slots, tables.keys, left_white, after_black)
                        after_black = left_black
                    else:
                        after_white = (after_white & (ALL ^ bit(taker))) | bit(passed)
                        other = place_of(tables.slots, tables.keys, after_white, left_black)
                        after_white = left_white
                    if other >= 0 and changed[other] == now:
                        return True
    for pawn in range(8, 56):
        if holds(white | black, pawn):
            other = place_of(tables.slots, tables.keys, white & (ALL ^ bit(pawn)), black & (ALL ^ bit(pawn)))
            if other >= 0 and changed[other] == now:
                return True
    return False
