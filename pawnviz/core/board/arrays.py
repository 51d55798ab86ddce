"""Millions of positions as NumPy arrays, so that layers are computed for all of them at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from pawnviz.core.board.bitboard import BOARD, RANKS, Array, north, south
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import BLACK, WHITE, Side, face, pawn_sides

if TYPE_CHECKING:
    from numpy.typing import NDArray

Sides = tuple[Side[Array], Side[Array]]


@dataclass(frozen=True, slots=True)
class Boards:
    """Whole positions as layers read them: the pieces, the en-passant square and the side to move.

    The rows of ``masks``, ``uint64`` of the shape ``(9, boards)``, are the masks of ``Position`` in its order:
    ``white``, ``black``, ``pawns`` ... ``kings``, then the en-passant square. ``white_to_move`` is ``bool`` of the
    shape ``(boards,)``.
    """

    masks: NDArray[Any]
    white_to_move: NDArray[Any]

    def __len__(self) -> int:
        return len(self.white_to_move)

    def part(self, places: slice | NDArray[Any]) -> Boards:
        """Return the boards at these places."""
        return Boards(self.masks[:, places], self.white_to_move[places])

    def sides(self) -> Sides:
        """Return White's and Black's side of all boards."""
        import numpy

        white, black, pawns, knights, bishops, rooks, queens, kings, en_passant = self.masks
        nothing, board = numpy.uint64(0), numpy.uint64(BOARD)

        def side(color: bool, own: NDArray[Any], enemy: NDArray[Any]) -> Side[Any]:
            to_move = self.white_to_move if color else numpy.logical_not(self.white_to_move)
            # As ``Position.usable_en_passant``: on an empty square with an enemy pawn behind it.
            behind, rank = (north, RANKS[5]) if color else (south, RANKS[2])
            usable = en_passant & cast(Any, behind(cast(Array, pawns & enemy))) & ((white | black) ^ board) & rank
            return Side(
                color=color,
                pawns=pawns & own,
                knights=knights & own,
                bishops=bishops & own,
                rooks=rooks & own,
                queens=queens & own,
                kings=kings & own,
                pieces=own,
                en_passant=numpy.where(to_move, usable, nothing),
                to_move=numpy.where(to_move, board, nothing),
            )

        return face(side(WHITE, white, black), side(BLACK, black, white))


@dataclass(frozen=True, slots=True)
class PawnBoards:
    """Boards with nothing but pawns, neither side to move: two ``uint64`` arrays of the shape ``(boards,)``."""

    white: NDArray[Any]
    black: NDArray[Any]

    def __len__(self) -> int:
        return len(self.white)

    def part(self, places: slice | NDArray[Any]) -> PawnBoards:
        """Return the boards at these places."""
        return PawnBoards(self.white[places], self.black[places])

    def sides(self) -> Sides:
        """Return White's and Black's side of all boards."""
        return pawn_sides(cast(Array, self.white), cast(Array, self.black))


def boards_of(positions: Iterable[Position]) -> Boards:
    """Return positions as arrays."""
    import numpy

    rows = [
        (
            position.white,
            position.black,
            position.pawns,
            position.knights,
            position.bishops,
            position.rooks,
            position.queens,
            position.kings,
            0 if position.en_passant is None else 1 << position.en_passant,
            position.white_to_move,
        )
        for position in positions
    ]
    values = numpy.array(rows, numpy.uint64).reshape(-1, 10).T
    return Boards(numpy.ascontiguousarray(values[:9]), values[9] != 0)
