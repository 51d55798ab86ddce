"""The scan of many games as one loop over their bytes, which numba compiles: the extra ``pawnviz[fast]``.

It has the same results as ``scanner``, and leaves to that all games in which something is unusual.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from pawnviz.core.collections.scanner import BLACK_AT_START, WHITE_AT_START
from pawnviz.core.collections.structure_move import MoveKind

DOUBTFUL: Final = -2  # In place of the result of a game that is left to the other scanner.

_MOST_PLIES: Final = 1_000
_WHITE, _BLACK = int(WHITE_AT_START), int(BLACK_AT_START)
_PUSH, _PAWN_CAPTURE, _PIECE_CAPTURE = MoveKind.PUSH << 13, MoveKind.PAWN_CAPTURE << 13, MoveKind.PIECE_CAPTURE << 13
_BETWEEN: Final = tuple(b" \n\t\x0b\x0c\r.!?{")  # What parts words.
_PIECES: Final = tuple(b"KQRBN")
_PROMOTIONS: Final = tuple(b"QRBN")
_CHECKS: Final = tuple(b"+#")
_DRAW: Final = tuple(b"1/2-1/2")
_SCORES: Final = tuple(b"01")
_X, _DASH, _EQUALS, _O, _STAR, _ZERO, _ONE, _NINE, _A, _RANK_1 = b"x-=O*019a1"


class ScannedGames(NamedTuple):
    """The structures of many games, one after the other, and for each game its rows, its moves and its result.

    The arrays of rows have room behind the last one.
    """

    white: Any
    black: Any
    ply: Any
    move: Any
    row_counts: Any
    plies: Any
    results: Any


def is_available() -> bool:
    """Return whether numba is installed."""
    return find_spec("numba") is not None


@cache
def _compiled() -> Any:
    njit = import_module("numba").njit
    try:
        return njit(cache=True, nogil=True)(scan_bytes)
    except RuntimeError:  # No folder for the compiled loop can be written.
        return njit(nogil=True)(scan_bytes)


def scan_many(moves: Sequence[bytes], *, is_compiled: bool = True) -> ScannedGames:
    """Return the structures of games by their moves without comments; raises ``ImportError`` without numba.

    Where it is not to be compiled, it is slower than the other scanner.
    """
    import numpy

    data = b"\n".join(moves) + b"\n"
    ends = numpy.cumsum(numpy.fromiter(map(len, moves), numpy.int64, len(moves)) + 1)
    most = len(data) // 2 + len(moves) + 1
    scanned = ScannedGames(
        *(numpy.empty(most, numpy.int64) for _ in range(2)),
        *(numpy.empty(most, numpy.uint16) for _ in range(2)),
        *(numpy.empty(len(moves), numpy.int32) for _ in range(3)),
    )
    if is_compiled:
        _compiled()(numpy.frombuffer(data, numpy.uint8).astype(numpy.int64), ends, *scanned)
    else:
        scan_bytes(data, ends.tolist(), *scanned)
    return scanned


def scan_bytes(
    data: Any, ends: Any, white: Any, black: Any, ply: Any, move: Any, row_counts: Any, plies: Any, results: Any
) -> None:
    """Fill the arrays of ``ScannedGames`` by the bytes of moves, of which each game's end is given."""
    row = place = 0
    for game in range(len(ends)):
        first, end = row, ends[game]
        own, enemy, count, result, number = _WHITE, _BLACK, 0, -1, -1
        passed, passed_count = -1, -1  # The square that the last double push has passed, and the moves before.
        is_doubtful = has_result = False
        white[row], black[row], ply[row], move[row] = own, enemy, 0, 0
        row += 1
        while not is_doubtful:
            while place < end and data[place] in _BETWEEN:
                place += 1
            word = place
            while place < end and data[place] not in _BETWEEN:
                place += 1
            if place == word:
                break
            initial = data[word]
            value, digit = 0, word
            while digit < place and digit < word + 7 and _ZERO <= data[digit] <= _NINE:
                value = 10 * value + data[digit] - _ZERO
                digit += 1
            if digit == place and not has_result:
                number = value
                continue
            length = place - word
            if has_result:
                is_doubtful = True
                break
            if initial == _STAR and length == 1:
                has_result = True
                continue
            # 1-0 and 0-1; 0-0 is castling.
            if (
                length == 3
                and data[word + 1] == _DASH
                and initial in _SCORES
                and data[word + 2] == _ONE + _ZERO - initial
            ):
                has_result, result = True, 2 * (initial - _ZERO)
                continue
            if length == 7 and initial == _ONE:
                has_result, result = True, 1
                for number_in_word in range(7):
                    is_doubtful = is_doubtful or data[word + number_in_word] != _DRAW[number_in_word]
                continue
            last = place - 1
            if data[last] in _CHECKS:
                last -= 1
            length = last - word + 1  # From here on without the sign of a check.
            is_white = count % 2 == 0
            count += 1
            code = -1
            if initial in (_O, _ZERO):
                is_doubtful = length != 3 and length != 5
                for step in range(length):
                    is_doubtful = is_doubtful or data[word + step] != (_DASH if step % 2 else initial)
            elif initial in _PIECES:
                file, rank = data[last - 1] - _A, data[last] - _RANK_1
                between = word + 1
                if between < last - 1 and 0 <= data[between] - _A < 8:
                    between += 1
                if between < last - 1 and 0 <= data[between] - _RANK_1 < 8:
                    between += 1
                if between < last - 1 and data[between] == _X:
                    between += 1
                is_doubtful = length < 3 or between != last - 1 or not (0 <= file < 8 and 0 <= rank < 8)
                if not is_doubtful:
                    target = 8 * rank + file
                    if enemy >> target & 1:
                        enemy ^= 1 << target
                        code = _PIECE_CAPTURE | target << 6 | target
                    is_doubtful = own >> target & 1 == 1
            else:
                is_capture = length >= 4 and data[word + 1] == _X
                start = word + 2 if is_capture else word
                rest = last + 1 - start
                is_doubtful = rest != 2 and rest != 4
                file = rank = 0
                if not is_doubtful:
                    file, rank = data[start] - _A, data[start + 1] - _RANK_1
                    is_doubtful = not (0 <= file < 8 and 0 <= rank < 8)
                far_rank = rank if is_white else 7 - rank  # The rank as the mover counts.
                promotes = rest == 4
                if promotes and not is_doubtful:
                    is_doubtful = data[start + 2] != _EQUALS or data[start + 3] not in _PROMOTIONS
                is_doubtful = is_doubtful or far_rank < 2 or (far_rank == 7) != promotes
                if not is_doubtful:
                    step = 8 if is_white else -8
                    target = 8 * rank + file
                    origin = target - step
                    pawns = own | enemy
                    if is_capture:
                        side = initial - _A - file
                        is_doubtful = not (side == 1 or side == -1) or not 0 <= initial - _A < 8
                        origin += side
                        code = _PAWN_CAPTURE
                        if enemy >> target & 1:
                            enemy ^= 1 << target
                        elif far_rank == 5 and passed == target and passed_count == count - 1:
                            enemy ^= 1 << (target - step)
                        elif own >> target & 1:
                            is_doubtful = True
                    else:
                        code = _PUSH
                        is_doubtful = pawns >> target & 1 == 1
                        if far_rank == 3 and not pawns >> origin & 1:
                            passed, passed_count = origin, count
                            origin -= step
                    if not is_doubtful:
                        is_doubtful = own >> origin & 1 == 0
                        own ^= 1 << origin
                        if not promotes:
                            own |= 1 << target
                        code |= origin << 6 | target
            if code >= 0:
                white[row], black[row] = (own, enemy) if is_white else (enemy, own)
                ply[row], move[row] = count, code | (4096 if is_white else 0)
                row += 1
            own, enemy = enemy, own
        # The last number is that of the last move or of a next one; otherwise moves may be missing.
        is_number_right = number == -1 or (number > 0 and (count + 1) // 2 <= number <= count // 2 + 1)
        if is_doubtful or count > _MOST_PLIES or not is_number_right:
            row, result = first, DOUBTFUL
        row_counts[game], plies[game], results[game] = row - first, count, result
        place = end
