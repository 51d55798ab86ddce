"""The positions of a search one by one, in a table of their own, with their first known outcomes, compiled.

White is the side that may win. Where no piece is left the outcome is that of the pawn structure, as far as it is known;
structures that are not known are kept as wanted.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy

from pawnviz.core.endings.compiled import BLACK_WINS, NONE, WHITE_WINS, compiled, holds, place_of, turned_mask, word
from pawnviz.core.endings.compiled_pieces import (
    MOST_MOVES,
    NOWHERE,
    PACKED,
    PAWNS_OF_BLACK,
    PAWNS_OF_WHITE,
    QUEEN,
    unpacked,
)

OPEN: Final = 0
FAILS: Final = 1  # Not won, or not known to be.
WON: Final = 2

# What ``counts`` holds: positions, edges, wanted structures, and the number of the search.
NODES: Final = 0
EDGES: Final = 1
WANTED: Final = 2
SEARCH: Final = 3

# The columns of what is wanted: both sides' pawns, and whether a queen is beside White's.
WANTED_WHITE: Final = 0
WANTED_BLACK: Final = 1
WITH_QUEEN: Final = 2

_MOST_WANTED: Final = 64
_EDGES_OF_NODE: Final = 8  # More than a position has on average: few of those entered are followed.
_SEVENTH: Final = numpy.uint64(0xFF << 48)


class Room(NamedTuple):
    """The room for a search: its positions, their values, the moves between them, and lists to work with."""

    keys: Any
    slots: Any
    values: Any
    edges: Any
    line: Any
    moves: Any
    parts: Any
    counts: Any
    wanted: Any


def room_for(positions: int, longest: int) -> Room:
    """Return the room for a search of so many positions, whose lines have at most so many moves."""
    return Room(
        keys=numpy.empty((positions, 3), numpy.uint64),
        slots=numpy.zeros(1 << (2 * positions).bit_length(), numpy.int64),
        values=numpy.empty((positions, 6), numpy.int32),
        edges=numpy.empty(_EDGES_OF_NODE * positions, numpy.int32),
        line=numpy.empty(longest, numpy.int32),
        moves=numpy.empty((MOST_MOVES, 4), numpy.uint64),
        parts=numpy.empty((2, 7), numpy.int64),
        counts=numpy.zeros(4, numpy.int64),
        wanted=numpy.zeros((_MOST_WANTED, 3), numpy.uint64),
    )


@compiled
def begin(room: Any) -> None:
    """Forget the positions of the search before."""
    room.counts[NODES] = room.counts[EDGES] = room.counts[WANTED] = 0
    room.counts[SEARCH] += 1


@compiled
def has_room(room: Any, limit: Any) -> Any:
    """Return whether the moves of one more position fit into the room, and into a limit of positions."""
    most = min(limit, len(room.keys))
    return room.counts[NODES] + MOST_MOVES <= most and room.counts[EDGES] + MOST_MOVES <= len(room.edges)


@compiled
def node_of(white: Any, black: Any, state: Any, room: Any) -> Any:
    """Return the place of a position, a new one where it has none."""
    last = len(room.slots) - 1
    mixed = (white * word(0x9E3779B97F4A7C15)) ^ (black * word(0xC2B2AE3D27D4EB4F)) ^ (state * word(0x165667B19E3779F9))
    mixed ^= mixed >> word(29)
    mixed *= word(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> word(32)
    slot = numpy.int64(mixed & word(last))
    mark = room.counts[SEARCH] << 32  # Slots of searches before hold less.
    while room.slots[slot] >= mark:
        node = room.slots[slot] - mark
        if room.keys[node, 0] == white and room.keys[node, 1] == black and room.keys[node, 2] == state:
            return node
        slot = (slot + 1) & last
    node = room.counts[NODES]
    room.counts[NODES] += 1
    room.slots[slot] = mark + node
    room.keys[node, 0], room.keys[node, 1], room.keys[node, 2] = white, black, state
    room.values[node] = 0
    return node


@compiled
def node_after(move: Any, is_turned: Any, tables: Any, room: Any) -> Any:
    """Return the place of the position after a move, its first known outcome if it is new, and whether it is."""
    before = room.counts[NODES]
    white, black = move[PAWNS_OF_WHITE], move[PAWNS_OF_BLACK]
    node = node_of(white, black, move[PACKED], room)
    known = OPEN
    if node == before:
        unpacked(move[PACKED], room.parts[1])
        known = known_at_first(white, black, room.parts[1], is_turned, tables, room)
    return node, known, node == before


@compiled
def known_at_first(white: Any, black: Any, parts: Any, is_turned: Any, tables: Any, room: Any) -> Any:
    """Return the known outcome of a position for White, before its moves are followed.

    ``is_turned`` says that White here is Black in the tables of structures.
    """
    has_white, has_black = parts[2] < NOWHERE, parts[4] < NOWHERE
    if not has_white and not has_black:
        return _known_of_structure(white, black, parts, is_turned, tables, room)
    if not has_white and white & _SEVENTH == NONE:
        return FAILS  # Perhaps won, but not soon.
    if has_black or not has_white or parts[3] != QUEEN:
        return OPEN
    if black == NONE:
        return WON if parts[6] == 0 else OPEN
    place = place_of(tables.queen_slots, tables.queen_keys, white, black)
    if place < 0:
        _want(white, black, True, room)
    elif holds(tables.queens[place, parts[6], parts[2], parts[0]], parts[1]):
        return WON
    return OPEN


@compiled
def _want(white: Any, black: Any, with_queen: Any, room: Any) -> None:
    number = room.counts[WANTED]
    if number < len(room.wanted):
        room.wanted[number, WANTED_WHITE], room.wanted[number, WANTED_BLACK] = white, black
        room.wanted[number, WITH_QUEEN] = word(1 if with_queen else 0)
        room.counts[WANTED] += 1


@compiled
def _known_of_structure(white: Any, black: Any, parts: Any, is_turned: Any, tables: Any, room: Any) -> Any:
    if white == NONE:
        return FAILS
    if is_turned:
        own, enemy = turned_mask(black), turned_mask(white)
        king, other, wins = parts[1] ^ 56, parts[0] ^ 56, BLACK_WINS + 1 - parts[6]
    else:
        own, enemy = white, black
        king, other, wins = parts[0], parts[1], WHITE_WINS + parts[6]
    place = place_of(tables.slots, tables.keys, own, enemy)
    if place < 0:
        _want(own, enemy, False, room)
        return FAILS
    return WON if holds(tables.sets[place, wins, king], other) else FAILS
