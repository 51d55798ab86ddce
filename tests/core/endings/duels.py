"""King and piece against king and piece, for all placements at once: where White wins, found backwards from the mates.

A table is an array of 64 x 64 x 64 masks, indexed by the squares of the black piece, the white piece and the white
king; the bits of a mask are the squares of the black king. Slices of the array move a piece or the white king in all
placements together, shifts of the masks the black king.

Source: https://www.chessprogramming.org/Retrograde_Analysis
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zlib import compress, decompress

from pawnviz.core.board.bitboard import BOARD, FILES, complement, mask_of
from pawnviz.core.endings.pieces import AROUND, KNIGHT, STEPS, SolvingInterruptedError

if TYPE_CHECKING:  # NumPy is loaded when the first duel is solved.
    from numpy.typing import NDArray


class Duel(NamedTuple):
    """The placements that White wins, with White and with Black to move.

    ``moves`` is the number of moves that the longest of the wins takes, to mate or to the capture of the black piece.
    The tables, of 2 MB each, are kept packed: with White to move a slice for each square of the black piece, with Black
    to move one for each of the white piece.
    """

    to_move: tuple[bytes, ...]
    waiting: tuple[bytes, ...]
    moves: int

    @classmethod
    def of(cls, to_move: NDArray[Any], waiting: NDArray[Any], moves: int) -> Duel:
        """Return the duel of two whole tables."""
        return cls(
            tuple(compress(to_move[square].tobytes(), 1) for square in range(64)),
            tuple(compress(waiting[:, square].tobytes(), 1) for square in range(64)),
            moves,
        )

    def to_move_with_black_piece_on(self, square: int) -> int:
        """Return the wins with White to move: bit ``4096 * white piece + 64 * white king + black king``."""
        return int.from_bytes(decompress(self.to_move[square]), "little")

    def waiting_with_white_piece_on(self, square: int) -> int:
        """Return the wins with Black to move: bit ``4096 * black piece + 64 * white king + black king``."""
        return int.from_bytes(decompress(self.waiting[square]), "little")


_solved: Final[dict[tuple[str, str], Duel]] = {}


def duel(white: str, black: str, keep_going: Callable[[], bool] = lambda: True) -> Duel:
    """Return White's wins with a piece of ``pieces.PIECES`` against another; each pair is solved once, in seconds.

    Raises ``SolvingInterruptedError`` when ``keep_going``, which is asked before each move, returns false.
    """
    solved = _solved.get((white, black))
    if solved is None:
        solved = _solved[white, black] = _solve(white, black, keep_going)
    return solved


def _solve(white: str, black: str, keep_going: Callable[[], bool]) -> Duel:
    import numpy

    squares = numpy.uint64(1) << numpy.arange(64, dtype=numpy.uint64)
    others = numpy.uint64(BOARD) ^ squares
    different: Any = complement(numpy.eye(64, dtype=numpy.uint64) * numpy.uint64(BOARD))
    same = numpy.eye(64, dtype=numpy.uint64) * numpy.uint64(BOARD)
    apart = numpy.array([BOARD ^ (1 << square | _around(square)) for square in range(64)], numpy.uint64)

    black_free = others[:, None, None] & different[:, :, None] & different[:, None, :]
    white_free = others[None, :, None] & different[:, :, None] & different[None, :, :]
    standing = black_free & white_free & apart
    on_black_king = numpy.broadcast_to(squares[None, :, None], (64, 64, 64))
    black_in_check = _moved(on_black_king, 1, white, white_free)
    to_move = standing & complement(black_in_check)
    waiting = standing & complement(_moved(same[:, None, :] & white_free, 0, black, black_free))

    # Black takes the white piece, with the king or with the piece; White cannot win any longer.
    by_king = _black_king_moved(squares[None, :, None] & different[:, :, None] & different[:, None, :] & apart)
    by_piece = _moved(same[:, :, None] & different[None, :, :] & others[:, None, None] & apart, 0, black, black_free)
    movable = by_king | by_piece | _black_moved(to_move, black, black_free)
    alive = waiting & (movable | black_in_check) & complement(by_king | by_piece)

    # White takes the black piece and wins against the king alone.
    alone = _wins_alone(white)[None, :, :]
    won = _moved(same[:, :, None] & alone, 1, white, white_free) | _stepped(same[:, None, :] & alone, 2, AROUND)
    won &= to_move
    lost = numpy.zeros_like(won)
    moves = 0
    while True:
        if not keep_going():
            raise SolvingInterruptedError
        now = alive & complement(_black_moved(to_move & complement(won), black, black_free))
        added = now & complement(lost)
        if not added.any():
            return Duel.of(won, lost, moves)
        moves += 1
        lost = now
        won |= to_move & (_moved(added, 1, white, white_free) | _stepped(added, 2, AROUND))


def _wins_alone(piece: str) -> Any:
    """Return the placements of a white piece and the kings that win with Black, a bare king, to move."""
    import numpy

    squares = numpy.uint64(1) << numpy.arange(64, dtype=numpy.uint64)
    different: Any = complement(numpy.eye(64, dtype=numpy.uint64) * numpy.uint64(BOARD))
    apart = numpy.array([BOARD ^ (1 << square | _around(square)) for square in range(64)], numpy.uint64)
    free = (numpy.uint64(BOARD) ^ squares)[:, None] & different
    standing = free & apart
    in_check = _moved(squares[:, None] & numpy.full((64, 64), BOARD, numpy.uint64), 0, piece, free)
    to_move = standing & complement(in_check)
    taken = _black_king_moved(squares[:, None] & different & apart)
    alive = standing & (taken | _black_king_moved(to_move) | in_check) & complement(taken)
    won, lost = numpy.zeros_like(standing), numpy.zeros_like(standing)
    while (added := alive & complement(_black_king_moved(to_move & complement(won)) | lost)).any():
        lost |= added
        won |= to_move & (_moved(added, 0, piece, free) | _stepped(added, 1, AROUND))
    return lost


def _black_moved(placements: Any, piece: str, free: Any) -> Any:
    """Return the placements from which a move of Black's piece or king, no capture, leads into a set."""
    return _moved(placements, 0, piece, free) | _black_king_moved(placements)


def _black_king_moved(placements: Any) -> Any:
    import numpy

    not_h, not_a = numpy.uint64(BOARD ^ FILES[7]), numpy.uint64(BOARD ^ FILES[0])
    one, row = numpy.uint64(1), numpy.uint64(8)
    beside = (placements & not_h) << one | (placements & not_a) >> one
    three = placements | beside
    return beside | three << row | three >> row


def _moved(placements: Any, axis: int, piece: str, free: Any) -> Any:
    """Return the free placements from which the piece of an axis moves into a set, past free ones."""
    if piece == KNIGHT:
        return _stepped(placements, axis, STEPS[KNIGHT]) & free
    sources = free & 0
    for direction in STEPS[piece]:
        reached = placements
        for _ in range(7):
            reached = _stepped(reached, axis, (direction,)) & free
            sources |= reached
    return sources


def _stepped(placements: Any, axis: int, steps: tuple[tuple[int, int], ...]) -> Any:
    """Return the placements in which the piece of an axis is a step, by ranks and files, away from a set."""
    import numpy

    shape = (*placements.shape[:axis], 8, 8, *placements.shape[axis + 1 :])
    before = (slice(None),) * axis
    into = numpy.zeros(shape, numpy.uint64)
    source = placements.reshape(shape)
    for ranks, files in steps:
        into[(*before, _arriving(ranks), _arriving(files))] |= source[(*before, _arriving(-ranks), _arriving(-files))]
    return into.reshape(placements.shape)


def _arriving(step: int) -> slice:
    return slice(step, None) if step > 0 else slice(None, step or None)


def _around(square: int) -> int:
    file, rank = square % 8, square // 8
    return mask_of(
        8 * (rank + ranks) + file + files for ranks, files in AROUND if 0 <= rank + ranks < 8 and 0 <= file + files < 8
    )
