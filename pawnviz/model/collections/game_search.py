"""The search in the list of games: parts on games are asked of the list, those on pawns of the index of its file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.core.collections.collection import Collection
from pawnviz.core.collections.question import Question, spells
from pawnviz.model.collections.explorer import Asking, OpenFileIndex, arrays_of
from pawnviz.model.document import Document
from pawnviz.model.games.games import Games
from pawnviz.model.jobs import KeepGoing, ThreadJob
from pawnviz.override import plain_override

if TYPE_CHECKING:
    from numpy.typing import NDArray

AGAIN: Final = 1000  # The milliseconds between two answers while the index grows.


def _found(question: Question, collection: Collection, keep_going: KeepGoing) -> NDArray[Any]:
    """Return for each indexed game the ply from which the question holds, -1 if never; raises ``FileError``."""
    import numpy

    rows, games = arrays_of(collection)
    plies = numpy.full(int(games.number.max(initial=0)), -1, numpy.int32)
    found = spells(question, rows, games)
    plies[games.number[found.game] - 1] = found.first
    return plies


class GameSearch(Asking):
    """The search of the list of games, and the games that the index has found for its parts on pawns."""

    filter_changed = Signal()  # The parts on games or ``found`` are others.

    def __init__(self, document: Document, games: Games, index: OpenFileIndex, parent: QObject | None = None) -> None:
        super().__init__(document, games, (), parent)
        self.index = index
        self.found: NDArray[Any] | None = None  # Whether each game fits by its index in the list, None for all.
        self._plies: NDArray[Any] | None = None  # For each game the ply from which it does.
        self.fault = ""  # A sentence on why games are not found by their pawns; empty otherwise.
        self._asked: Question | None = None
        self._job: ThreadJob[NDArray[Any]] = ThreadJob(self)
        self._job.ended.connect(self._take)
        self._again = QTimer(self, singleShot=True, interval=AGAIN)
        self._again.timeout.connect(self._ask_index)
        index.progressed.connect(self._follow_index)
        index.ended.connect(self._ask_index)
        index.cleared.connect(self._follow_file)

    @property
    def pawn_question(self) -> Question:
        """The parts that are asked of the index."""
        asked = self.question
        parts = set(asked.game_parts)
        return Question(tuple(part for part in asked.parts if part not in parts))

    @property
    def is_waiting(self) -> bool:
        """Whether further games may be found by their pawns."""
        return bool(self.pawn_question.parts) and not self.fault and (self._job.is_running or self.index.job.is_running)

    def ply_of(self, index: int) -> int:
        """Return the ply from which the question on pawns holds in a game, by its index; 0 if none is known."""
        plies = self._plies
        return max(0, int(plies[index])) if plies is not None and 0 <= index < len(plies) else 0

    @plain_override
    def _ask(self) -> None:
        question = self.pawn_question
        if question != (self._asked or Question()):
            self._ask_index()
        self.filter_changed.emit()
        self.changed.emit()

    @Slot()
    def _follow_file(self) -> None:
        self._asked = None
        if self.pawn_question.parts:
            self._ask_index()
            self.filter_changed.emit()

    @Slot()
    def _follow_index(self) -> None:
        if self._asked is not None and not self._again.isActive():
            self._again.start()

    @Slot()
    def _ask_index(self) -> None:
        import numpy

        question, before = self.pawn_question, self._asked
        self._job.cancel()
        self._again.stop()
        self.fault = ""
        if not question.parts:
            self._asked = self.found = self._plies = None
            return
        self._asked = question
        if question != before or self.found is None:
            self.found, self._plies = numpy.zeros(0, bool), None
        if self.index.file is None:
            if self.listing is not None:
                self.fault = "Games that are in no file have no index; save them to ask for pawns."
            return
        self.index.begin()
        self.fault = self.index.fault
        if self.index.collection is not None:
            self._job.start(partial(_found, question, self.index.collection))

    @Slot()
    def _take(self) -> None:
        self.fault = self._job.fault or self.index.fault
        if self._job.result is not None:
            self._plies = self._job.result
            self.found = self._plies >= 0
        self.filter_changed.emit()
        self.changed.emit()

    def end(self) -> None:
        """Ask no further."""
        self._job.cancel()
        self._again.stop()
