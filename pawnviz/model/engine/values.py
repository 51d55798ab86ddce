"""Requests to an engine, its variations and evaluations, and the positions that no engine is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.board.legality import problems
from pawnviz.core.board.position import Position

if TYPE_CHECKING:
    import chess

_MATE: Final = 10_000_000  # More hundredths of a pawn than any evaluation has.


class Request(NamedTuple):
    """A position for an engine, the number of best lines, 1 to 5, the seconds, and the memory in megabytes."""

    position: Position
    line_count: int = 3
    seconds: int = 60
    thread_count: int = 1
    memory: int = 64


class Evaluation(NamedTuple):
    """The value of a position for White: in hundredths of a pawn, or moves to mate, positive if White mates."""

    value: int
    is_mate: bool = False

    @property
    def text(self) -> str:
        """The evaluation as people write it: ``+0.35``, ``−1.20``, ``0.00``, ``#5`` and ``−#3``."""
        sign = "−" if self.value < 0 else ""
        if self.is_mate:
            return f"{sign}#{abs(self.value)}"
        return f"{sign or '+' if self.value else ''}{abs(self.value) / 100:.2f}"

    @property
    def spoken(self) -> str:
        """The evaluation in words: ``White mates in 5``, ``White is better by 0.35 pawns``, ``Even``."""
        side = "White" if self.value > 0 else "Black"
        if self.is_mate:
            return f"{side} mates in {abs(self.value)}"
        return f"{side} is better by {abs(self.value) / 100:.2f} pawns" if self.value else "Even"

    def strength(self, white: bool) -> int:
        """Return a number that is the greater the better this is for White or for Black."""
        best = _MATE - abs(self.value)
        value = (best if self.value > 0 else -best) if self.is_mate else self.value
        return value if white else -value


class Variation(NamedTuple):
    """One of an engine's best lines by rank, with depth in plies, line with numbers, and squares of its first move."""

    rank: int
    depth: int
    evaluation: Evaluation
    san: str
    source: int
    target: int


def board_of(position: Position) -> chess.Board:
    """Return a legal position as a board of python-chess, in its Chess960 mode only if castling needs that."""
    import chess

    board = chess.Board(position.fen(), chess960=True)
    board.chess960 = board.has_chess960_castling_rights()
    return board


def obstacle(position: Position) -> str:
    """Return in a sentence why an engine is not given a position, which is illegal or over; empty if it is given."""
    faults = problems(position)
    if faults:
        return f"The position is not legal, so the engine does not get it. {faults[0].text}"
    board = board_of(position)
    if any(board.generate_legal_moves()):
        return ""
    if board.is_check():
        return f"Checkmate: {'Black' if position.white_to_move else 'White'} has won."
    return f"Stalemate: {'White' if position.white_to_move else 'Black'} has no legal move. The game is drawn."
