"""The move that makes a pawn structure of another: a pawn's push or capture, or the capture of a pawn by a piece."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, Self

from pawnviz.core.board.bitboard import SQUARE_NAMES


class MoveKind(IntEnum):
    """How a move changes the pawns."""

    START = 0  # No move: the structure is the first one of its game.
    PUSH = 1
    PAWN_CAPTURE = 2  # A pawn captures a pawn or another piece.
    PIECE_CAPTURE = 3  # A piece captures a pawn.


class StructureMove(NamedTuple):
    """A move that changes the pawns; for ``PIECE_CAPTURE``, ``origin`` is ``target``, the square of the pawn."""

    kind: MoveKind
    white: bool  # Whether White moved.
    origin: int
    target: int

    @property
    def code(self) -> int:
        """The move as a number of 15 bits, as it is kept: kind, mover, origin and target; 0 for the start."""
        return self.kind << 13 | self.white << 12 | self.origin << 6 | self.target

    @classmethod
    def of(cls, code: int) -> Self:
        """Return the move of a number."""
        return cls(MoveKind(code >> 13), bool(code >> 12 & 1), code >> 6 & 63, code & 63)

    @property
    def text(self) -> str:
        """The move in writing: ``c4-c5``, ``d4xc5`` or ``piece xd5``; empty for the start."""
        target = SQUARE_NAMES[self.target]
        match self.kind:
            case MoveKind.START:
                return ""
            case MoveKind.PIECE_CAPTURE:
                return f"piece x{target}"
            case MoveKind.PUSH:
                return f"{SQUARE_NAMES[self.origin]}-{target}"
            case MoveKind.PAWN_CAPTURE:
                return f"{SQUARE_NAMES[self.origin]}x{target}"
