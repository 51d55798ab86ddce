"""The proof that White wins a position with queens, compiled: proof-number search.

Of White's moves one has to win, of Black's all. A line that comes back to a position of itself proves nothing, so what
is proved is won whatever was played before.

Source: https://www.chessprogramming.org/Proof-Number_Search
"""

from __future__ import annotations

from typing import Any, Final

import numpy

from pawnviz.core.endings.compiled import compiled
from pawnviz.core.endings.compiled_pieces import (
    CHECK,
    NOWHERE,
    PROMISE,
    QUEEN,
    TOO_MANY_PIECES,
    has_move_without_piece,
    is_in_check,
    successors,
    unpacked,
)
from pawnviz.core.endings.compiled_positions import (
    EDGES,
    FAILS,
    OPEN,
    WON,
    begin,
    has_room,
    known_at_first,
    node_after,
    node_of,
)

_NEVER: Final = 1_000_000
LONGEST: Final = 200  # The most moves of a line.
_PENALTY: Final = 20  # By how much a position is put off whose moves all lead back.

_COST_OF_CHECK: Final = 2
_COST_OF_QUIET: Final = 12
_COST_BESIDE_PIECE: Final = 2  # Times as much while Black has a piece.

# The columns of a position's values.
_IS_ON_LINE: Final = 0
_IS_FOLLOWED: Final = 1
_PROOF: Final = 2
_DISPROOF: Final = 3
_FIRST: Final = 4  # The first of its edges to the positions it leads to, and their number.
_NUMBER: Final = 5


@compiled
def white_wins(white: Any, black: Any, state: Any, limit: Any, is_turned: Any, tables: Any, room: Any) -> Any:
    """Return whether White is proved to win a position.

    ``limit`` is the most positions that are followed; ``is_turned`` says that White here is Black in the tables of
    structures.
    """
    begin(room)
    root = node_of(white, black, state, room)
    unpacked(state, room.parts[1])
    known = known_at_first(white, black, room.parts[1], is_turned, tables, room)
    if known != OPEN:
        return known == WON
    room.values[root, _PROOF] = room.values[root, _DISPROOF] = 1
    lines = 0
    while 0 < room.values[root, _PROOF] < _NEVER and lines < limit:
        lines += 1
        length = _line_to_follow(root, room)
        node = room.line[length - 1]
        if room.values[node, _IS_FOLLOWED] == 1:  # No move but back into the line.
            room.values[node, _IS_ON_LINE] = 0
            length -= 1
            for column in (_PROOF, _DISPROOF):
                room.values[node, column] = min(_NEVER - 1, 2 * room.values[node, column] + _PENALTY)
        elif has_room(room, limit):
            _follow(node, is_turned, tables, room)
        else:
            return False
        for place in range(length - 1, -1, -1):
            node = room.line[place]
            room.values[node, _IS_ON_LINE] = 0
            if room.values[node, _NUMBER] > 0 and 0 < room.values[node, _PROOF] < _NEVER:
                _count(node, room)
    return room.values[root, _PROOF] == 0


@compiled
def _is_black_to_move(node: Any, room: Any) -> Any:
    unpacked(room.keys[node, 2], room.parts[0])
    return room.parts[0, 6] == 1


@compiled
def _line_to_follow(root: Any, room: Any) -> Any:
    """Put the line to the most promising position that is not followed on the stack, and return its length."""
    length, node = 1, root
    room.line[0] = root
    room.values[root, _IS_ON_LINE] = 1
    while room.values[node, _IS_FOLLOWED] == 1 and length < len(room.line):
        column = _DISPROOF if _is_black_to_move(node, room) else _PROOF
        best, least = -1, _NEVER
        first = room.values[node, _FIRST]
        for edge in range(first, first + room.values[node, _NUMBER]):
            child = room.edges[edge]
            is_open = room.values[child, _IS_ON_LINE] == 0 and room.values[child, _PROOF] > 0
            if is_open and room.values[child, column] < least:
                best, least = child, room.values[child, column]
        if best < 0:
            break
        node = best
        room.values[node, _IS_ON_LINE] = 1
        room.line[length] = node
        length += 1
    return length


@compiled
def _follow(node: Any, is_turned: Any, tables: Any, room: Any) -> None:
    """Follow a position's moves for the first time."""
    white, black = room.keys[node, 0], room.keys[node, 1]
    unpacked(room.keys[node, 2], room.parts[0])
    is_white = room.parts[0, 6] == 0
    moves = room.moves
    legal = successors(white, black, room.parts[0], is_white, moves)
    room.values[node, _IS_FOLLOWED] = 1
    room.values[node, _FIRST], room.values[node, _NUMBER] = room.counts[EDGES], 0
    if legal == 0 and not is_white and is_in_check(white, black, room.parts[0], False):
        room.values[node, _PROOF], room.values[node, _DISPROOF] = 0, _NEVER
    elif (
        legal == 0
        or legal == TOO_MANY_PIECES
        or (
            not is_white
            and room.parts[0, 4] < NOWHERE
            and room.parts[0, 5] == QUEEN
            and not has_move_without_piece(white, black, room.parts[0], moves, legal)
            and not is_in_check(white, black, room.parts[0], False)
        )
    ):  # A rook or a bishop in the queen's place might be stalemated.
        legal = 0
        room.values[node, _PROOF], room.values[node, _DISPROOF] = _NEVER, 0
    for move in range(legal):
        child, known, is_new = node_after(moves[move], is_turned, tables, room)
        if is_new:
            proof, disproof = 1, 1
            if known == WON:
                proof, disproof = 0, _NEVER
            elif known == FAILS:
                proof, disproof = _NEVER, 0
            elif is_white:
                is_check = numpy.int64(moves[move, PROMISE]) >= CHECK
                proof = _COST_OF_CHECK if is_check else _COST_OF_QUIET
                if room.parts[1, 4] < NOWHERE:
                    proof *= _COST_BESIDE_PIECE
            room.values[child, _PROOF], room.values[child, _DISPROOF] = proof, disproof
        room.edges[room.counts[EDGES]] = child
        room.counts[EDGES] += 1
        room.values[node, _NUMBER] += 1


@compiled
def _count(node: Any, room: Any) -> None:
    """Count a position's proof and disproof numbers again from those of the positions that it leads to."""
    is_black = _is_black_to_move(node, room)
    column, other = (_DISPROOF, _PROOF) if is_black else (_PROOF, _DISPROOF)
    least, total = _NEVER, 0
    first = room.values[node, _FIRST]
    for edge in range(first, first + room.values[node, _NUMBER]):
        child = room.edges[edge]
        least = min(least, room.values[child, column])
        total = min(_NEVER, total + room.values[child, other])
    room.values[node, column], room.values[node, other] = least, total
    if room.values[node, _PROOF] == 0:
        room.values[node, _DISPROOF] = _NEVER
