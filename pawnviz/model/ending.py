"""The outcome of the document's ending of kings and pawns: solved at once, or searched by a process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.jobs.job import ProcessJob

if TYPE_CHECKING:  # The solver's tables are made when the first pawn ending is solved.
    from pawnviz.core.endings.outcome import Ending
    from pawnviz.core.explain.pawn_endings import EndingFact

SECONDS: Final = 10
"""The seconds of the processor that a search on request takes at most."""

SECONDS_UNASKED: Final = 0.8
"""The seconds of the processor that a search takes at most if nobody asked for it."""

MOST_PAWNS_UNASKED: Final = 4
"""The most pawns of an ending that is searched unasked: of those with more the second decides too few."""

_SERVER: Final = "pawnviz.core.explain.pawn_endings"


class PawnEnding(QObject):
    """The proved outcome of the document's position if it is an ending of kings and pawns.

    Nothing is computed before ``solve``, nor with other pieces on the board. A search is a process, which ends with
    another position, with this object, and with the program; so its memory is free again.
    """

    changed = Signal()  # The search has come further or ended, or the document has another position.

    def __init__(self, document: Document, parent: QObject | None = None, *, seconds: float = SECONDS) -> None:
        """Give a search on request so many seconds."""
        super().__init__(parent)
        self._document = document
        self._seconds = seconds
        self._position: Position | None = None
        self.ending: Ending | None = None
        """The outcome as far as it is known, or None for any other or illegal position."""
        self.facts: tuple[EndingFact, ...] = ()
        """What the proof says about moves, beside the facts that need no proof."""
        self.fault = ""
        """Why a search has found nothing, as a clause, empty if it has or will."""
        self.is_searched = False
        """Whether a search on request has begun."""
        self._solving = ProcessJob(self)
        self._solving.progressed.connect(self.changed)
        self._solving.ended.connect(self._take_ending)
        self.destroyed.connect(self._solving.cancel)
        document.position_changed.connect(self._forget)

    @property
    def position(self) -> Position | None:
        """The pawn ending of ``ending``, or None for any other or illegal position."""
        return self._position if self.ending is not None else None

    @property
    def is_solving(self) -> bool:
        """Whether a process solves the position."""
        return self._solving.is_running

    @property
    def part(self) -> float:
        """The part of its time that the process has used, from 0 to 1."""
        return self._solving.part

    def solve(self) -> None:
        """Solve the document's position, unless that is done or under way, if a second is likely to be enough."""
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
        self.ending = solution.ending
        if solution.ending.is_decided:
            from pawnviz.core.explain.pawn_endings import proof_facts

            self.facts = proof_facts(position, solution)
        elif position.pawns.bit_count() <= MOST_PAWNS_UNASKED:
            self._start(SECONDS_UNASKED)

    @property
    def may_search(self) -> bool:
        """Whether ``search`` may decide the position."""
        return self.ending is not None and not (self.ending.is_decided or self.is_solving or self.is_searched)

    @Slot()
    def search(self) -> None:
        """Search the position for as long as a search on request may take."""
        if self.may_search:
            self.is_searched = True
            self._start(self._seconds)
            self.changed.emit()

    def _start(self, seconds: float) -> None:
        self._solving.start_module(_SERVER, str(seconds), self._document.position.fen())

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
        self.facts, self.fault, self.is_searched = (), "", False
        self.changed.emit()

    @Slot()
    def _take_ending(self) -> None:
        lines = self._solving.take_lines()
        if lines:
            from pawnviz.core.explain.pawn_endings import read_answer

            self.ending, self.facts = read_answer(lines[-1])
        else:
            self.fault = self._solving.fault or "the search has ended without an answer."
        self.changed.emit()
