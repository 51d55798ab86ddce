"""A subject of the board: a position, its steps and its drawings, and the effect of a move or an edit on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from pawnviz.core.board.position import Position


class Markup:
    """The arrows and circles, by source and target with the number of the color, and the pinned square."""

    def __init__(self) -> None:
        self.drawings: dict[tuple[int, int], int] = {}
        self.pinned: int | None = None


class Subject(QObject):
    """A position for a board, with steps, drawings and a pinned square; this one takes neither moves nor edits."""

    position_changed = Signal()  # The position or its markup has changed.
    drawings_changed = Signal()  # Arrows or circles have changed.
    opened_or_closed = Signal()  # There is a position to show now, or there no longer is.
    name = ""  # The noun for the subject in the text of a step that leaves it, such as ``the game``.

    def __init__(self, position: Position, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._position = position
        self.markup = Markup()
        self.undo_stack = QUndoStack(self)

    @property
    def position(self) -> Position:
        """The current position."""
        return self._position

    @property
    def is_open(self) -> bool:
        """Whether there is a position to show."""
        return True

    @property
    def title(self) -> str:
        """The name of the position for people, such as a file, or players and a move; empty for none."""
        return ""

    @property
    def position_before(self) -> Position | None:
        """The position before the last move; None if no move has led here."""
        return None

    @property
    def last_move(self) -> str:
        """The last move with its number, such as ``14...c5``; empty for none."""
        return ""

    @property
    def last_squares(self) -> int:
        """The mask of the squares that the last move left and reached; 0 if no move has led here."""
        return 0

    def copied(self) -> tuple[str, str]:
        """Return the text for the clipboard, and its noun."""
        return self.position.fen(), "the FEN"

    # Edits and moves

    takes_moves = False  # Whether pieces move by the rules of chess, and keys and the wheel go through the moves.

    def edit(self, position: Position, text: str, *, stroke: int = 0, stroke_text: str = "") -> bool:
        """Take another position as ``FreePosition.edit`` does; return False, and change nothing if none is taken."""
        return False

    def targets(self, source: int) -> int:
        """Return the squares to which a move from a square can be played."""
        return 0

    def promotions(self, source: int, target: int) -> Sequence[int]:
        """Return the pieces that a move between two squares can promote to, by the numbers of python-chess."""
        return ()

    def play(self, source: int, target: int, promotion: int | None = None) -> bool:
        """Play the move between two squares, and return whether there is one."""
        return False

    def step(self, count: int) -> None:
        """Go forward by a number of moves, or with a negative one back; at most to the end."""

    def change_variation(self, step: int) -> None:
        """Go to the next choice in place of the current move, or with a negative step to the one before."""

    # Drawings

    @property
    def drawings(self) -> Mapping[tuple[int, int], int]:
        """The arrows and circles: the number of the color by source and target square."""
        return self.markup.drawings

    def toggle_drawing(self, source: int, target: int, color: int) -> None:
        """Add an arrow, or a circle on a single square, or remove it if it is there in the same color."""
        drawings = self.markup.drawings
        if drawings.get((source, target)) == color:
            del drawings[source, target]
        else:
            drawings[source, target] = color
        self.drawings_changed.emit()

    def clear_drawings(self) -> None:
        """Remove all arrows and circles."""
        self.markup.drawings.clear()
        self.drawings_changed.emit()


class PinnedPosition(Subject):
    """A fixed position; an edit of it is one of the free position."""

    name = "the pinned position"
