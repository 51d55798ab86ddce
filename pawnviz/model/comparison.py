"""A pinned position beside the document's: gains and losses of the layers, and switching between both."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.subjects.subject import PinnedPosition


class Comparison(QObject):
    """A pinned position and the way there and back, which leaves no trace unless the pinned one is edited."""

    changed = Signal()  # The pinned position, or the one that it is compared with, has changed.

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._pinned: PinnedPosition | None = None
        document.position_changed.connect(self._follow)
        document.subject_changed.connect(self._follow)
        document.previous_changed.connect(self._follow)

    @property
    def pinned(self) -> Position | None:
        """The pinned position, or None."""
        return self._pinned.position if self._pinned is not None else None

    @property
    def other(self) -> Position:
        """The position to compare with the pinned one: the document's, or the one to switch back to."""
        return (self._document.previous if self.is_switched else self._document.subject).position

    @property
    def is_switched(self) -> bool:
        """Whether the pinned position is on the board in place of the other one."""
        return self._pinned is not None and self._document.subject is self._pinned

    @property
    def can_switch(self) -> bool:
        """Whether there is another position to switch to."""
        return self._pinned is not None and (self.is_switched or self._pinned.position != self.other)

    def pin(self) -> None:
        """Pin the document's position in place of an earlier one."""
        self._forget()
        self._pinned = PinnedPosition(self._document.position, self)
        self.changed.emit()

    def unpin(self) -> None:
        """Pin none; a pinned position on the board stays there."""
        if self._pinned is not None:
            self._forget()
            self.changed.emit()

    def _forget(self) -> None:
        if self.is_switched:
            self._document.keep_position()
        if self._pinned is not None:
            self._pinned.deleteLater()
            self._pinned = None

    def switch(self) -> None:
        """Put the pinned position on the board, or the other one back; no effect where both are equal."""
        if self._pinned is None or not self.can_switch:
            return
        if self.is_switched:
            self._document.leave(self._pinned)
        else:
            self._document.show(self._pinned)

    @Slot()
    def _follow(self) -> None:
        if self._pinned is not None:
            self.changed.emit()
