"""The verdict of Syzygy tables on the document's position, from a process that cannot hold up the window."""

from __future__ import annotations

import json
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.core.board.position import Position
from pawnviz.core.tablebases.verdict import TableVerdict, may_be_in_tables
from pawnviz.core.words import count_text
from pawnviz.model.document import Document
from pawnviz.model.jobs.job import ProcessJob
from pawnviz.model.preferences.preferences import Preference

PATIENCE: Final = 10_000  # The milliseconds that the tables have for an answer.

_SERVER: Final = "pawnviz.core.tablebases.server"


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
        self.verdict: TableVerdict | None = None
        """The verdict on the document's position, None where there is none or while it is unknown."""
        self.missing = ""
        """The name of the missing table for the position; empty for none."""
        self._asked: Position | None = None
        self._fault = self._position_fault = ""
        self._patience = QTimer(self, singleShot=True)
        self._patience.timeout.connect(self._lose_patience)
        document.position_changed.connect(self._forget)
        folder.changed.connect(self._follow_folder)

    # The folder

    @Slot()
    def _follow_folder(self) -> None:
        self.summary = self._fault = ""
        self.end()
        self._forget()

    @property
    def fault(self) -> str:
        """The fault of the folder or a table, in a sentence, or empty."""
        return self._fault or self._position_fault

    # The verdict

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
            self._reading.start_module(_SERVER, self.folder.value)
            self._patience.start(PATIENCE)

    # The process

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
                self.summary = _summary(answer)
            if self._fault or position is None or not may_be_in_tables(position):
                self._patience.stop()
            return
        if position is None or answer["fen"] != position.fen():
            return
        self._patience.stop()
        self._position_fault = answer.get("fault", "")
        if self._position_fault:
            return
        self.missing = answer["missing"]
        if answer["wdl"] is not None:
            sign = 1 if position.white_to_move else -1
            self.verdict = TableVerdict(sign * answer["wdl"], answer["dtz"], self.missing)

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


def _summary(answer: dict[str, Any]) -> str:
    wdl, dtz = answer["wdl_tables"], answer["dtz_tables"]
    says = f"{count_text(wdl, 'table says', 'tables say')} who wins, {dtz} how far it is"
    text = f"{says}, for up to {answer['largest']} pieces."
    return f"{text} {answer['faults']}".strip()
