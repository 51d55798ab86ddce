"""A pinned position beside the document's: what the layers gained and lost since, and switching between both."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.subjects.subject import Exhibit


class Comparison(QObject):
    """A position that is pinned while the document goes on, and the way there and back.

    Switching shows the pinned position in place of the document's subject, so that going to and fro leaves no trace.
    An edit of it goes on from there, and undoing that leads back.
    """

    changed = Signal()
    """Another position is pinned, or none, or another one is compared with it."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        """Compare with a document's position; none is pinned yet."""
        super().__init__(parent)
        self._document = document
        self._pinned: Exhibit | None = None
        document.position_changed.connect(self._follow)
        document.subject_changed.connect(self._follow)

    @property
    def pinned(self) -> Position | None:
        """The pinned position, or None."""
        return self._pinned.position if self._pinned is not None else None

    @property
    def other(self) -> Position:
        """The position that is compared with the pinned one: the document's, or the one to switch back to."""
        return (self._document.previous if self.is_switched else self._document.subject).position

    @property
    def is_switched(self) -> bool:
        """Whether the pinned position is on the board in place of the other one."""
        return self._pinned is not None and self._document.subject is self._pinned

    @property
    def can_switch(self) -> bool:
        """Whether there is another position to switch to."""
        return self._pinned is not None and self._pinned.position != self.other

    def pin(self) -> None:
        """Pin the document's position, in place of one that was pinned before."""
        self._forget()
        self._pinned = Exhibit(self._document.position, "the pinned position", self)
        self.changed.emit()

    def unpin(self) -> None:
        """Pin none; where the pinned position is on the board, it is gone on with."""
        if self._pinned is not None:
            self._forget()
            self.changed.emit()

    def _forget(self) -> None:
        """Pin none, and go on with the pinned position where it is on the board."""
        if self.is_switched:
            self._document.keep_position()
        if self._pinned is not None:
            self._pinned.deleteLater()
            self._pinned = None

    def switch(self) -> None:
        """Put the pinned position on the board, or the other one back; nothing where both are the same."""
        if self._pinned is None or not self.can_switch:
            return
        if self.is_switched:
            self._document.leave(self._pinned)
        else:
            self._document.show(self._pinned)

    @Slot()
    def _follow(self) -> None:
        """Compare the document's position again."""
        if self._pinned is not None:
            self.changed.emit()
