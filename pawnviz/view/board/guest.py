"""What takes part for a time in what is done on a board, such as a game whose moves are played there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class BoardGuest(Protocol):
    """Something whose position is on the board: moves between its squares are played, and drawings are its own.

    Squares are numbers from 0 (a1) to 63.
    """

    @property
    def drawings(self) -> Mapping[tuple[int, int], int]:
        """The arrows and circles of the position: the number of the color by source and target square."""

    def toggle_drawing(self, source: int, target: int, color: int) -> None:
        """Add an arrow or a circle that was drawn with the modifiers of this color, or remove it."""

    def clear_drawings(self) -> None:
        """Remove all arrows and circles of the position."""

    def targets(self, source: int) -> int:
        """Return the squares to which a move from a square can be played."""

    def play(self, source: int, target: int) -> bool:
        """Play the move between two squares, and return whether there is one."""

    def step(self, count: int) -> None:
        """Go forward by a number of moves, or with a negative one back."""
