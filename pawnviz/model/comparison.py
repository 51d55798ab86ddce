"""A pinned position beside the document's: what the layers gained and lost since, and switching between both."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.board.position import Position
from pawnviz.model.document import Document


class Comparison(QObject):
    """A position that is pinned while the document goes on, and the way there and back.

    Switching puts the pinned position into the document as a step that can be undone; switching back takes the step
    away again, so that going to and fro leaves no trace. What is edited after switching is compared with the pinned
    position; undoing leads to the position before.
    """

    changed = Signal()
    """Another position is pinned, or none, or another one is compared with it."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        """Compare with a document's position; none is pinned yet."""
        super().__init__(parent)
        self._document = document
        self._pinned: Position | None = None
        self._other: Position | None = None
        self._stroke = 0
        document.position_changed.connect(self._follow)

    @property
    def pinned(self) -> Position | None:
        """The pinned position, or None."""
        return self._pinned

    @property
    def other(self) -> Position:
        """The position that is compared with the pinned one: the document's, or the one to switch back to."""
        return self._document.position if self._other is None else self._other

    @property
    def is_switched(self) -> bool:
        """Whether the pinned position is on the board in place of the other one."""
        return self._other is not None

    @property
    def can_switch(self) -> bool:
        """Whether there is another position to switch to."""
        return self._pinned is not None and self._pinned != self.other

    def pin(self) -> None:
        """Pin the document's position, in place of one that was pinned before."""
        self._pinned, self._other = self._document.position, None
        self.changed.emit()

    def unpin(self) -> None:
        """Pin none; the document keeps the position that it has."""
        if self._pinned is not None:
            self._pinned = self._other = None
            self.changed.emit()

    def switch(self) -> None:
        """Put the pinned position on the board, or the other one back; nothing where both are the same."""
        if self._pinned is None or not self.can_switch:
            return
        if self._other is not None:
            self._document.edit(self._other, "switch back", stroke=self._stroke)
            return
        self._other = self._document.position
        self._stroke = self._document.begin_stroke()
        self._document.edit(self._pinned, "switch to the pinned position", stroke=self._stroke)

    @Slot()
    def _follow(self) -> None:
        """Compare the document's position again once it is no longer the pinned one."""
        if self._document.position != self._pinned:
            self._other = None
        if self._pinned is not None:
            self.changed.emit()
