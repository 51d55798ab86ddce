"""The outcome of the document's ending of kings and pawns: solved at once, or by a process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.jobs.process_job import ProcessJob

if TYPE_CHECKING:  # The solver's tables are made when the first pawn ending is solved.
    from pawnviz.core.endings.outcome import Ending
    from pawnviz.core.explain.pawn_endings import EndingFact

SECONDS: Final = 20
"""The seconds that the process has for a position."""

_SERVER: Final = "pawnviz.core.explain.ending_server"


class PawnEnding(QObject):
    """The proved outcome of the document's position if it is an ending of kings and pawns.

    Nothing is computed before ``solve``, nor with other pieces on the board. A position that takes longer than a
    frame is solved by a process, which ends with another position, with this object, and with the program; so its
    memory, some hundred megabytes at most, is free again.
    """

    changed = Signal()  # The process of ``solve`` has come further or ended, or the document has another position.

    def __init__(
        self, document: Document, parent: QObject | None = None, *, seconds: float = SECONDS, is_plain: bool = False
    ) -> None:
        """Give the process so many seconds, and with ``is_plain`` no numba, which it uses otherwise if there is one."""
        super().__init__(parent)
        self._arguments = ("plain",) if is_plain else ()
        self._document = document
        self._seconds = seconds
        self._position: Position | None = None
        self.ending: Ending | None = None
        """The outcome, or None for any other or illegal position, and while it is unknown."""
        self.facts: tuple[EndingFact, ...] = ()
        """What the proof says about moves, beside the facts that need no proof."""
        self.fault = ""
        """Why the position is not solved, as a clause, empty where it is or will be."""
        self._solving = ProcessJob(self)
        self._solving.progressed.connect(self.changed)
        self._solving.ended.connect(self._take_ending)
        self.destroyed.connect(self._solving.cancel)
        document.position_changed.connect(self._forget)

    @property
    def position(self) -> Position | None:
        """The pawn ending of ``ending``, or None for any other or illegal position."""
        return self._position if self.is_solving or self.fault or self.ending is not None else None

    @property
    def is_solving(self) -> bool:
        """Whether a process solves the position."""
        return self._solving.is_running

    @property
    def part(self) -> float:
        """The part of its time that the process has used, from 0 to 1."""
        return self._solving.part

    def solve(self) -> None:
        """Solve the document's position, unless that is done or under way, after a few milliseconds in a process."""
        position = self._document.position
        if position == self._position:
            return
        self._position = position
        if not position.pawns or position.knights | position.bishops | position.rooks | position.queens:
            return
        from pawnviz.core.endings.outcome import solution_at_once

        solution = solution_at_once(position)
        if solution is None:
            return
        if solution.ending.is_decided:
            from pawnviz.core.explain.ending_proofs import proof_facts

            self.ending, self.facts = solution.ending, proof_facts(position, solution)
            return
        self._solving.start_module(_SERVER, str(self._seconds), position.fen(), *self._arguments)

    @Slot()
    def cancel(self) -> None:
        """Stop the process, if one runs; the position stays undecided."""
        if self.is_solving:
            self._solving.cancel()
            self.fault = "the search was stopped."
            self.changed.emit()

    @Slot()
    def _forget(self) -> None:
        self._solving.cancel()
        self._position = self.ending = None
        self.facts, self.fault = (), ""
        self.changed.emit()

    @Slot()
    def _take_ending(self) -> None:
        lines = self._solving.take_lines()
        if lines:
            from pawnviz.core.explain.ending_server import read_answer

            self.ending, self.facts = read_answer(lines[-1])
        else:
            self.fault = self._solving.fault or "the search has ended without an answer."
        self.changed.emit()
