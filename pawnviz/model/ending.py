"""The outcome of the document's ending of kings and pawns: solved at once, or in a thread."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.jobs.thread_job import KeepGoing, ThreadJob

if TYPE_CHECKING:  # The solver's tables are made when the first pawn ending is solved.
    from pawnviz.core.endings.outcome import Ending


class PawnEnding(QObject):
    """The proved outcome of the document's position if it is an ending of kings and pawns.

    Nothing is computed before ``solve``, nor with other pieces on the board. A position that takes longer than a
    frame is solved in a thread, which stops with another position, with this object, and with the program.
    """

    changed = Signal()  # The thread of ``solve`` has ended, or the document has another position.

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._position: Position | None = None
        self.ending: Ending | None = None
        """The outcome, or None for any other or illegal position, and while it is unknown."""
        self._solving: ThreadJob[Ending] = ThreadJob(self)
        self._solving.ended.connect(self._take_ending)
        document.position_changed.connect(self._forget)

    @property
    def position(self) -> Position | None:
        """The pawn ending of ``ending``, or None for any other or illegal position."""
        return self._position if self.is_solving or self.ending is not None else None

    @property
    def is_solving(self) -> bool:
        """Whether a thread solves the position."""
        return self._solving.is_running

    def solve(self) -> None:
        """Solve the document's position, unless that is done or under way, after a few milliseconds in a thread."""
        position = self._document.position
        if position == self._position:
            return
        self._position = position
        if not position.pawns or position.knights | position.bishops | position.rooks | position.queens:
            return
        from pawnviz.core.endings.outcome import solved_at_once

        ending = solved_at_once(position)
        if ending is None:
            return
        if ending.is_decided:
            self.ending = ending
            return
        self._solving.start(partial(_solved, position))

    @Slot()
    def _forget(self) -> None:
        self._solving.cancel()
        self._position = self.ending = None
        self.changed.emit()

    @Slot()
    def _take_ending(self) -> None:
        self.ending = self._solving.result
        self.changed.emit()


def _solved(position: Position, keep_going: KeepGoing) -> Ending:
    from pawnviz.core.endings.outcome import solve

    return solve(position, keep_going=keep_going)
