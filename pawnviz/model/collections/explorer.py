"""The explorer: what is asked of the games of the open file, with the pawns of the board, and the answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.core.collections.answer import Answer, answer
from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.collection import Collection
from pawnviz.core.collections.position_parts import PawnsPart
from pawnviz.core.collections.question import Part, Question
from pawnviz.core.collections.score import Expectations
from pawnviz.core.collections.store import CollectionError
from pawnviz.model.collections.indexing import FileIndex
from pawnviz.model.document import Document
from pawnviz.model.games.games import Games
from pawnviz.model.jobs.thread_job import KeepGoing, ThreadJob
from pawnviz.model.storage import FileError

if TYPE_CHECKING:
    from numpy.typing import NDArray

AGAIN: Final = 700  # The milliseconds between two answers while the index grows.


@dataclass(frozen=True, eq=False)
class Answered:
    """A question with its answer, and the structures and games that were asked."""

    question: Question
    answer: Answer
    rows: StructureRows
    games: GameColumns

    @cached_property
    def surplus(self) -> NDArray[Any]:
        """White's score above the expected one in each game that was asked, NaN in unrated ones."""
        import numpy

        expectations = Expectations(self.games)
        surplus = numpy.full(len(self.games), numpy.nan)
        surplus[expectations.is_rated] = expectations.residuals(numpy.arange(len(self.games)))
        return surplus


def _answered(question: Question, collection: Collection, keep_going: KeepGoing) -> Answered | None:
    """Answer a question from a collection as it is now; raises ``FileError``, also where that cannot be read."""
    try:
        rows, games = collection.rows(), collection.games()
    except CollectionError as error:
        raise FileError(str(error)) from None
    return Answered(question, answer(question, rows, games), rows, games) if keep_going() else None


class Explorer(QObject):
    """A question about the games of the open file, whose pawns are those of the board, and its answer.

    Parts beyond the pawns stay while the board changes. Answers are computed in a thread, one at a time; of the
    questions that come meanwhile the last one is next. While the index grows, the question is asked again.
    """

    changed = Signal()  # The question, the answer, the fault or the progress of the index has changed.

    def __init__(self, document: Document, games: Games, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._games = games
        self.index = FileIndex(self)
        self.answered: Answered | None = None  # The last answer with its question.
        self.fault = ""  # A sentence on why there is no answer; empty otherwise.
        self.is_active = False  # Whether questions are answered.
        self._parts: tuple[Part, ...] = (PawnsPart(0, 0),)
        self._draft: tuple[Part, ...] = ()
        self._rewritten: int | None = None
        self._asked: Question | None = None
        self._is_stale = True
        self._job: ThreadJob[Answered | None] = ThreadJob(self)
        self._job.ended.connect(self._take_answer)
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._ask)
        self._again = QTimer(self, singleShot=True, interval=AGAIN)
        self._again.timeout.connect(self._ask_again)
        document.position_changed.connect(self._follow_board)
        games.file_changed.connect(self._follow_file)
        self.index.progressed.connect(self._follow_index)
        self.index.ended.connect(self._ask_again)

    # What is asked

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the question; that of the pawns has those of the board."""
        position = self._document.position
        white, black = position.pawns & position.white, position.pawns & position.black
        return tuple(
            replace(part, white=white, black=black) if isinstance(part, PawnsPart) else part for part in self._parts
        )

    def set_parts(self, parts: Iterable[Part]) -> None:
        """Ask for other parts, each once."""
        parts = tuple(dict.fromkeys(parts))
        if parts != self.parts:
            self._parts = parts
            self._ask_soon()

    def set_draft(self, parts: Iterable[Part], number: int | None = None) -> None:
        """Ask also for parts that are still being written, in place of the part with a number where one is given."""
        draft = tuple(parts)
        if (draft, number) != (self._draft, self._rewritten):
            self._draft, self._rewritten = draft, number
            self._ask_soon()

    @property
    def question(self) -> Question:
        """The question, with the parts that are being written."""
        kept = [part for number, part in enumerate(self.parts) if number != self._rewritten]
        return Question(tuple(dict.fromkeys((*kept, *self._draft))))

    # The answer

    @property
    def has_file(self) -> bool:
        """Whether a file of games is open, and not pasted games alone."""
        return self._games.listing is not None and self._games.listing.is_in_file

    @property
    def has_pasted_games(self) -> bool:
        """Whether the open games are in no file."""
        return self._games.listing is not None and not self._games.listing.is_in_file

    @property
    def answer(self) -> Answer | None:
        """The answer to the last question that was answered."""
        return None if self.answered is None else self.answered.answer

    @property
    def is_current(self) -> bool:
        """Whether the answer is that to the present question."""
        return self.answered is not None and self.answered.question == self.question

    @property
    def is_running(self) -> bool:
        """Whether an answer is being computed."""
        return self._job.is_running

    @Slot()
    def begin(self) -> None:
        """Index the open file and answer from now on."""
        if not self.is_active:
            self.is_active = True
            self._follow_file()

    def end(self) -> None:
        """Stop indexing and computing."""
        self.is_active = False
        self._job.cancel()
        self.index.cancel()

    @Slot()
    def _follow_file(self) -> None:
        if not self.is_active:
            return
        self._job.cancel()
        self.answered, self.fault, self._asked = None, "", None
        listing = self._games.listing
        if listing is None or not listing.is_in_file:
            self.index.cancel()
        else:
            self.index.start(listing.path)
        self.changed.emit()
        self._ask_again()

    @Slot()
    def _follow_board(self) -> None:
        if self.is_active and any(isinstance(part, PawnsPart) for part in self._parts):
            self._ask_soon()

    @Slot()
    def _follow_index(self) -> None:
        self.changed.emit()
        if not self._again.isActive():
            self._again.start()

    @Slot()
    def _ask_again(self) -> None:
        self._is_stale = True
        self._ask_soon()

    def _ask_soon(self) -> None:
        self._timer.start()

    @Slot()
    def _ask(self) -> None:
        """Answer the question, unless it is answered; after the one that is being answered."""
        collection = self.index.collection
        if not self.is_active or not self.has_file or collection is None or self._job.is_running:
            self.changed.emit()
            return
        question = self.question
        if question != self._asked or self._is_stale:
            self._asked, self._is_stale = question, False
            self._job.start(partial(_answered, question, collection))
        self.changed.emit()

    @Slot()
    def _take_answer(self) -> None:
        self.fault = self._job.fault
        if self._job.result is not None:
            self.answered = self._job.result
        if self.question != self._asked or self._is_stale:
            self._ask_soon()
        self.changed.emit()
