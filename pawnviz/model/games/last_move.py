"""The marks of what the last move of a game changed."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.board.position import Position
from pawnviz.model.document import Document


class LastMove(QObject):
    """The move that led to the position on the board, and the position before it, while changes are marked.

    There is none at the beginning of a game, and in a position that is no game's.
    """

    changed = Signal()
    """Changes are marked or not, or another subject is on the board."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        """Mark nothing yet."""
        super().__init__(parent)
        self._document = document
        self._is_marked = False
        document.subject_changed.connect(self.changed)

    @property
    def is_marked(self) -> bool:
        """Whether changes of the last move are marked on the board."""
        return self._is_marked

    @Slot(bool)
    def set_marked(self, marked: bool) -> None:
        """Mark the changes of the last move, or mark nothing."""
        if marked != self._is_marked:
            self._is_marked = marked
            self.changed.emit()

    @property
    def before(self) -> Position | None:
        """The position before the last move, or None."""
        return self._document.subject.position_before if self._is_marked else None

    @property
    def text(self) -> str:
        """The last move with its number, such as ``14...c5``, or nothing."""
        return self._document.subject.last_move if self._is_marked else ""
