"""The marks of changes by a game's last move."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.preferences import Preference


class LastMove(QObject):
    """A game's last move on the board, if there is one, and the position before it, while changes are marked."""

    changed = Signal()  # The marks are switched on or off, or another subject is on the board.

    def __init__(self, document: Document, marked: Preference[bool], parent: QObject | None = None) -> None:
        """Mark the changes of the last move on the board while ``marked`` is True."""
        super().__init__(parent)
        self._document = document
        self.marked = marked
        marked.changed.connect(self.changed)
        document.subject_changed.connect(self.changed)

    @property
    def before(self) -> Position | None:
        """The position before the last move, or None."""
        return self._document.subject.position_before if self.marked.value else None

    @property
    def text(self) -> str:
        """The last move with its number, such as ``14...c5``, or nothing."""
        return self._document.subject.last_move if self.marked.value else ""
