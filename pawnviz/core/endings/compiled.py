"""Sets of king pairs as arrays, and the moves among them, compiled by numba: the extra ``pawnviz[fast]``.

A set is an array of 64 masks: the row is the square of the white king, the bits are the squares of the black king. A
set of placements of a queen has a further axis in front, the square of the queen. Importing this module needs numba.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, NamedTuple, TypeVar, cast

import numpy

from pawnviz.core.board.bitboard import BOARD, FILES, mask_of, squares
from pawnviz.core.endings.pieces import AROUND

Compiled = TypeVar("Compiled", bound=Callable[..., Any])


def compiled(function: Compiled) -> Compiled:
    """Return a function as numba compiles it when it is first called; the result is kept where that is possible."""
    compile_function = import_module("numba").njit
    try:
        return cast(Compiled, compile_function(cache=True, nogil=True)(function))
    except RuntimeError:  # No folder for the compiled function can be written.
        return cast(Compiled, compile_function(nogil=True)(function))


word: Final = numpy.uint64
NONE: Final = numpy.uint64(0)
ALL: Final = numpy.uint64(BOARD)
_ONE: Final = numpy.uint64(1)
_SEVEN: Final = numpy.uint64(7)
_EIGHT: Final = numpy.uint64(8)
_NINE: Final = numpy.uint64(9)
_NOT_A: Final = numpy.uint64(BOARD ^ FILES[0])
_NOT_H: Final = numpy.uint64(BOARD ^ FILES[7])
FIRST_FILE: Final = numpy.uint64(FILES[0])


def _near(square: int) -> int:
    return mask_of(
        8 * (square // 8 + ranks) + square % 8 + files
        for ranks, files in AROUND
        if 0 <= square // 8 + ranks < 8 and 0 <= square % 8 + files < 8
    )


NEAR: Final = numpy.array([_near(square) for square in range(64)], numpy.uint64)
"""The squares that a king on each square attacks."""


# The numbers of a structure's sets; each is followed by the one with Black to move.
WHITE_WINS: Final = 0
WHITE_MAY: Final = 2
BLACK_WINS: Final = 4
BLACK_MAY: Final = 6


@compiled
def bit(square: Any) -> Any:
    """Return the mask of a square."""
    return _ONE << word(square)


@compiled
def holds(mask: Any, square: Any) -> Any:
    """Return whether a mask has a square."""
    return (mask >> word(square)) & _ONE != NONE


@compiled
def beside(mask: Any) -> Any:
    """Return the squares to the east and west of those of a mask."""
    return ((mask & _NOT_H) << _ONE) | ((mask & _NOT_A) >> _ONE)


_MIX: Final = numpy.uint64(0x03F79D71B4CB0A89)  # Its 64 shifts begin with different six bits.
_SQUARE_OF_MIX: Final = numpy.zeros(64, numpy.int64)
for _square in range(64):
    _SQUARE_OF_MIX[(0x03F79D71B4CB0A89 << _square & BOARD) >> 58] = _square


@compiled
def first_square(mask: Any) -> Any:
    """Return the first square of a mask that has one."""
    return _SQUARE_OF_MIX[((mask & ((ALL ^ mask) + _ONE)) * _MIX) >> word(58)]


@compiled
def stepped(mask: Any) -> Any:
    """Return the squares that are a king's step away from one of a mask."""
    near = beside(mask)
    row = mask | near
    return near | (row << _EIGHT) | (row >> _EIGHT)


@compiled
def rows_stepped(source: Any, into: Any) -> None:
    """Fill a set with the pairs that are a step of the white king away from one of another set."""
    near = numpy.empty(64, numpy.uint64)
    for square in range(64):
        found = NONE
        if square & 7 > 0:
            found |= source[square - 1]
        if square & 7 < 7:
            found |= source[square + 1]
        near[square] = found
    for square in range(64):
        found = near[square]
        if square >= 8:
            found |= near[square - 8] | source[square - 8]
        if square < 56:
            found |= near[square + 8] | source[square + 8]
        into[square] = found


@compiled
def white_guarded(pawns: Any) -> Any:
    """Return the squares that white pawns attack."""
    return ((pawns & _NOT_H) << _NINE) | ((pawns & _NOT_A) << _SEVEN)


@compiled
def black_guarded(pawns: Any) -> Any:
    """Return the squares that black pawns attack."""
    return ((pawns & _NOT_H) >> _SEVEN) | ((pawns & _NOT_A) >> _NINE)


@compiled
def count(mask: Any) -> Any:
    """Return the number of squares of a mask."""
    number = 0
    while mask:
        mask &= mask - _ONE
        number += 1
    return number


@compiled
def turned_mask(mask: Any) -> Any:
    """Return a mask on the board turned upside down."""
    result = NONE
    for rank in range(8):
        result |= ((mask >> word(8 * rank)) & word(0xFF)) << word(8 * (7 - rank))
    return result


@compiled
def turn_pairs(source: Any, into: Any) -> None:
    """Fill a set with the pairs of another on the board turned upside down, the kings exchanged."""
    for square in range(64):
        into[square] = NONE
    for king in range(64):
        mask = source[king]
        if mask != NONE:
            for other in range(64):
                if holds(mask, other):
                    into[other ^ 56] |= bit(king ^ 56)


@compiled
def legal_pairs(white: Any, black: Any, to_move: Any, waiting: Any) -> None:
    """Fill two sets with the pairs that are legal among pawns, with White and with Black to move."""
    free = ALL ^ (white | black)
    safe = ALL ^ white_guarded(white)
    guarded = black_guarded(black)
    for king in range(64):
        to_move[king] = waiting[king] = NONE
        if holds(free, king):
            pairs = free & (ALL ^ (NEAR[king] | bit(king)))
            to_move[king] = pairs & safe
            if not holds(guarded, king):
                waiting[king] = pairs


@compiled
def pawn_moves(white: Any, black: Any, is_white: Any, moves: Any) -> Any:
    """Fill ``moves`` with a side's pawn moves and return their number.

    Each is White's pawns and Black's after it without the pawn that moved, its target, and the square that a double
    step passes, else 64.
    """
    number = 0
    occupied = white | black
    own = white if is_white else black
    forward = 8 if is_white else -8
    for pawn in range(8, 56):
        if not holds(own, pawn):
            continue
        others = own & (ALL ^ bit(pawn))
        stop = pawn + forward
        steps = 0
        if not holds(occupied, stop):
            steps = 1
            if pawn >> 3 == (1 if is_white else 6) and not holds(occupied, stop + forward):
                steps = 2
        for step in range(steps):
            moves[number, 0] = others if is_white else white
            moves[number, 1] = black if is_white else others
            moves[number, 2] = word(stop + step * forward)
            moves[number, 3] = word(stop if step else 64)
            number += 1
        taken = white_guarded(bit(pawn)) & black if is_white else black_guarded(bit(pawn)) & white
        for target in range(64):
            if holds(taken, target):
                moves[number, 0] = others if is_white else white & (ALL ^ bit(target))
                moves[number, 1] = black & (ALL ^ bit(target)) if is_white else others
                moves[number, 2] = word(target)
                moves[number, 3] = word(64)
                number += 1
    return number


# A table of pawn structures: the place of each in ``keys``, found by hashing


class Tables(NamedTuple):
    """The sets of pawn structures, and those with a queen, each with the slots and keys of its table."""

    sets: Any
    slots: Any
    keys: Any
    queens: Any
    queen_slots: Any
    queen_keys: Any


@compiled
def _first_slot(white: Any, black: Any, last: Any) -> Any:
    mixed = (white * word(0x9E3779B97F4A7C15)) ^ (black * word(0xC2B2AE3D27D4EB4F))
    mixed ^= mixed >> word(29)
    mixed *= word(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> word(32)
    return numpy.int64(mixed & word(last))


@compiled
def place_of(slots: Any, keys: Any, white: Any, black: Any) -> Any:
    """Return the place of a pawn structure, -1 where it has none."""
    last = len(slots) - 1
    slot = _first_slot(white, black, last)
    while slots[slot] >= 0:
        place = slots[slot]
        if keys[place, 0] == white and keys[place, 1] == black:
            return place
        slot = (slot + 1) & last
    return -1


@compiled
def put_place(slots: Any, keys: Any, place: Any, white: Any, black: Any) -> None:
    """Enter the place of a pawn structure that has none yet."""
    last = len(slots) - 1
    slot = _first_slot(white, black, last)
    while slots[slot] >= 0:
        slot = (slot + 1) & last
    slots[slot] = place
    keys[place, 0] = white
    keys[place, 1] = black


def slots_for(places: int) -> Any:
    """Return the empty slots of a table with so many places."""
    return numpy.full(1 << (2 * places).bit_length(), -1, numpy.int64)


def pairs_as_int(pairs: Any) -> int:
    """Return a set as one int of 4,096 bits."""
    return int.from_bytes(numpy.ascontiguousarray(pairs).astype("<u8").tobytes(), "little")


def pairs_as_array(pairs: int) -> Any:
    """Return a set of 4,096 bits as an array."""
    return numpy.frombuffer(pairs.to_bytes(512, "little"), "<u8").astype(numpy.uint64)


def lines() -> tuple[Any, Any]:
    """Return the squares of each line in each of eight directions, one behind the other, and which begin a line."""
    order = numpy.zeros((8, 64), numpy.int64)
    begins = numpy.zeros((8, 64), numpy.bool_)
    for direction, (ranks, files) in enumerate(AROUND):
        place = 0
        for square in squares(BOARD):
            rank, file = square // 8, square % 8
            if 0 <= rank - ranks < 8 and 0 <= file - files < 8:
                continue
            begins[direction, place] = True
            while 0 <= rank < 8 and 0 <= file < 8:
                order[direction, place] = 8 * rank + file
                place += 1
                rank, file = rank + ranks, file + files
    return order, begins


def rays() -> Any:
    """Return the squares of the ray from each square in each of eight directions, nearest first, then -1."""
    found = numpy.full((64, 8, 8), -1, numpy.int64)
    for square in range(64):
        for direction, (ranks, files) in enumerate(AROUND):
            rank, file = square // 8 + ranks, square % 8 + files
            place = 0
            while 0 <= rank < 8 and 0 <= file < 8:
                found[square, direction, place] = 8 * rank + file
                place += 1
                rank, file = rank + ranks, file + files
    return found
