"""The outcome of the document's ending: solved, searched by a process, or read from Syzygy tables by another one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.core.board.legality import game_over
from pawnviz.core.board.position import Position
from pawnviz.core.tablebases.verdict import TableVerdict, may_be_in_tables
from pawnviz.core.words import count_text
from pawnviz.model.document import Document
from pawnviz.model.jobs import ProcessJob
from pawnviz.model.preferences import Preference

if TYPE_CHECKING:
    from pawnviz.core.endings.outcome import Ending
    from pawnviz.core.explain.pawn_endings import EndingFact

SECONDS: Final = 10
"""The seconds of the processor that a search on request takes at most."""

MOST_PAWNS_UNASKED: Final = 4
"""The most pawns of an ending that is searched unasked: of those with more the second decides too few."""


class PawnEnding(QObject):
    """The proved outcome of the document's position if it is an ending of kings and pawns.

    Nothing is computed before ``solve``, nor with other pieces on the board. A search is a process, which ends with
    another position, with this object, and with the program; so its memory is free again.
    """

    changed = Signal()  # The search has come further or ended, or the document has another position.

    def __init__(self, document: Document, parent: QObject | None = None, *, seconds: float = SECONDS) -> None:
        """Limit a search on request to a number of seconds."""
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
        self.solving = ProcessJob(self)  # Solves the position.
        self.solving.progressed.connect(self.changed)
        self.solving.ended.connect(self._take_ending)
        self.destroyed.connect(self.solving.cancel)
        document.position_changed.connect(self._forget)

    @property
    def position(self) -> Position | None:
        """The pawn ending of ``ending``, or None for any other or illegal position."""
        return self._position if self.ending is not None else None

    def solve(self) -> None:
        """Solve the document's position, unless that is done or under way, if a second is likely to be enough."""
        position = self._document.position
        if position == self._position:
            return
        self._position = position
        others = position.knights | position.bishops | position.rooks | position.queens
        if others or not position.pawns or game_over(position):  # One that is over has no moves to prove.
            return
        from pawnviz.core.endings.outcome import solution_at_once

        if (solution := solution_at_once(position)) is None:
            return
        self.ending = solution.ending
        if solution.ending.is_decided:
            from pawnviz.core.explain.pawn_endings import proof_facts

            self.facts = proof_facts(position, solution)
        elif position.pawns.bit_count() <= MOST_PAWNS_UNASKED:
            self._start(0.8)

    @property
    def may_search(self) -> bool:
        """Whether ``search`` may decide the position."""
        return self.ending is not None and not (self.ending.is_decided or self.solving.is_running or self.is_searched)

    @Slot()
    def search(self) -> None:
        """Search the position for as long as a search on request may take."""
        if self.may_search:
            self.is_searched = True
            self._start(self._seconds)
            self.changed.emit()

    def _start(self, seconds: float) -> None:
        self.solving.start_module("pawnviz.core.explain.pawn_endings", str(seconds), self._document.position.fen())

    @Slot()
    def cancel(self) -> None:
        """Stop the process, if one runs; the position stays undecided."""
        if self.solving.is_running:
            self.solving.cancel()
            self.fault = "the search was stopped."
            self.changed.emit()

    @Slot()
    def _forget(self) -> None:
        self.solving.cancel()
        self._position = self.ending = None
        self.facts, self.fault, self.is_searched = (), "", False
        self.changed.emit()

    @Slot()
    def _take_ending(self) -> None:
        lines = self.solving.take_lines()
        if lines:
            from pawnviz.core.explain.pawn_endings import read_answer

            self.ending, self.facts = read_answer(lines[-1])
        else:
            self.fault = self.solving.fault or "the search has ended without an answer."
        self.changed.emit()


PATIENCE: Final = 10_000  # The milliseconds that the tables have for an answer.


class Tables(QObject):
    """A folder of tables, and their verdict on the document's position after ``ask``; nothing runs before that."""

    changed = Signal()  # The folder, its summary or the verdict has changed.

    def __init__(self, document: Document, folder: Preference[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.folder = folder
        self._reading = ProcessJob(self)
        self._reading.progressed.connect(self._take_answers)
        self._reading.ended.connect(self._note_end)
        self.summary = ""
        """The number of tables in the folder, and the skipped files, in sentences; empty until it was read."""
        self.verdict: TableVerdict | None = None  # That on the document's position, as far as there is one.
        self.missing = ""  # The name of the missing table for the position; empty for none.
        self._asked: Position | None = None
        self._fault = self._position_fault = ""
        self._patience = QTimer(self, singleShot=True)
        self._patience.timeout.connect(self._lose_patience)
        document.position_changed.connect(self._forget)
        folder.changed.connect(self._follow_folder)

    @Slot()
    def _follow_folder(self) -> None:
        self.summary = self._fault = ""
        self.end()
        self._forget()

    @property
    def fault(self) -> str:
        """The fault of the folder or a table, in a sentence, or empty."""
        return self._fault or self._position_fault

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is on its way."""
        return self._patience.isActive()

    def ask(self) -> None:
        """Ask for the verdict on the document's position, once; ``changed`` announces it."""
        position = self._document.position
        if not self.folder.value or self._fault or position == self._asked:
            return
        self._asked = position
        if may_be_in_tables(position):
            self.open()
            self._reading.send(position.fen())
            self._patience.start(PATIENCE)

    def open(self) -> None:
        """Read the folder, for ``summary`` or ``fault``."""
        if self.folder.value and not self._reading.is_running:
            self._reading.start_module("pawnviz.core.tablebases.server", self.folder.value)
            self._patience.start(PATIENCE)

    @Slot()
    def end(self) -> None:
        """End the process, if one runs, before this returns."""
        self._patience.stop()
        self._reading.cancel()

    @Slot()
    def _take_answers(self) -> None:
        for line in self._reading.take_lines():
            self._take(json.loads(line))
        self.changed.emit()

    def _take(self, answer: dict[str, Any]) -> None:
        position = self._asked
        if "fen" not in answer:
            self._fault = answer.get("fault", "")
            if not self._fault:
                count, more = answer["wdl_tables"], f"{answer['dtz_tables']} how far it is"
                says = f"{count_text(count, 'table says', 'tables say')} who wins, {more}"
                self.summary = f"{says}, for up to {answer['largest']} pieces. {answer['faults']}".strip()
            if self._fault or position is None or not may_be_in_tables(position):
                self._patience.stop()
            return
        if position is None or answer["fen"] != position.fen():
            return
        self._patience.stop()
        self._position_fault, self.missing = answer.get("fault", ""), answer.get("missing", "")
        if (wdl := answer.get("wdl")) is not None:
            self.verdict = TableVerdict(wdl if position.white_to_move else -wdl, answer["dtz"], self.missing)

    @Slot()
    def _note_end(self) -> None:
        self._patience.stop()
        if not self._fault:
            self._position_fault = "The tables cannot be read: the process that reads them has ended."
            self.changed.emit()

    @Slot()
    def _lose_patience(self) -> None:
        self.end()
        seconds = count_text(PATIENCE // 1000, "second")
        self._position_fault = f"The tables have not answered within {seconds}; one of them may be damaged."
        self.changed.emit()

    @Slot()
    def _forget(self) -> None:
        self._asked = self.verdict = None
        self.missing = self._position_fault = ""
        self.changed.emit()
