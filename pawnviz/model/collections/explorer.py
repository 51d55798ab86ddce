"""Questions to the games of the open file while they are changed, its index, and the explorer of structures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from time import monotonic
from typing import Any, Final

import numpy
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.core.board.position import Position
from pawnviz.core.collections import LONGEST_QUESTION
from pawnviz.core.collections.answer import Answer, Expectations, Score, answer, games_text, share_text
from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.collection import Collection
from pawnviz.core.collections.fields import FieldError, read_fields
from pawnviz.core.collections.question import (
    Part,
    PatternPart,
    PawnsPart,
    Question,
    StructurePart,
    holding,
    spells,
)
from pawnviz.core.collections.store import CollectionError
from pawnviz.core.structures import leading_structures
from pawnviz.folders import NoHomeError, cache_folder
from pawnviz.model.collections.asking import Asking
from pawnviz.model.document import Document
from pawnviz.model.games.games import Games
from pawnviz.model.jobs import KeepGoing, ProcessJob, ThreadJob
from pawnviz.model.preferences import Preference, Preferences
from pawnviz.model.storage import FileError
from pawnviz.override import plain_override

LONGEST_WAIT: Final = 0.02  # The seconds that the window waits for an index that is locked.


def index_folder() -> Path:
    """Return the folder of the indexes; raises ``NoHomeError``."""
    return cache_folder() / "indexes"


PAUSE: Final = 1000  # The milliseconds that a file is open before it is indexed, unless that is wanted sooner.


class OpenFileIndex(QObject):
    """The index of the open file, begun when the file stays open for a moment, so that nothing waits for it.

    A process makes it in the folder of the cache; ``collection`` grows meanwhile.
    """

    progressed = Signal()  # Further games were indexed.
    ended = Signal()  # The index is whole, or there is a fault.
    cleared = Signal()  # Another file is open.

    def __init__(self, games: Games, preferences: Preferences | None = None, parent: QObject | None = None) -> None:
        """Take the limits of the folder from the preferences, or the usual limits."""
        super().__init__(parent)
        self._games = games
        self._preferences = preferences or Preferences(self)
        self.job = ProcessJob(self)
        self.job.progressed.connect(self._take_lines)
        self.job.ended.connect(self._end)
        self.collection: Collection | None = None  # The index so far, None without one.
        self.fault = ""  # A sentence on why the index is not whole, empty for none.
        self.game_count = 0  # The number of games in the index.
        self.path = ""  # The path of the index, empty while there is nothing in it.
        self._started = 0.0
        self._first_part = -1.0  # The part that was done before.
        self._is_begun = False
        self._soon = QTimer(self, singleShot=True, interval=PAUSE)
        self._soon.timeout.connect(self.begin)
        games.file_changed.connect(self._follow_file)
        self._follow_file()

    @Slot()
    def _follow_file(self) -> None:
        self.clear()
        self._is_begun = False
        if self.file is not None:
            self._soon.start()
        self.cleared.emit()

    @property
    def file(self) -> Path | None:
        """The open file, None for pasted games."""
        listing = self._games.listing
        return listing.path if listing is not None and listing.is_in_file else None

    @Slot()
    def begin(self) -> None:
        """Index the open file now, unless that was begun."""
        self._soon.stop()
        if self.file is not None and not self._is_begun:
            self._is_begun = True
            self.start(self.file)

    @property
    def seconds_left(self) -> float:
        """The seconds until the index is whole, at the rate so far; 0 while they are unknown."""
        done = self.job.part - self._first_part
        is_known = self.job.is_running and self._first_part >= 0 and done > 0
        return (monotonic() - self._started) * (1 - self.job.part) / done if is_known else 0.0

    def start(self, path: str | Path) -> None:
        """Index a file, or open its index; another one that is being indexed is cancelled."""
        self.clear()
        self._started, self._first_part = monotonic(), -1.0
        try:
            folder = index_folder()
        except NoHomeError as error:
            self.fault = f"The games are not indexed: {error}."
            self.ended.emit()
            return
        most_files, megabytes = self._preferences.index_count.value, self._preferences.index_megabytes.value
        limits = str(most_files), str(megabytes << 20)
        self.job.start_module("pawnviz.core.collections.collecting", str(path), str(folder), *limits)

    def clear(self) -> None:
        """Stop indexing and close the index."""
        self.cancel()
        self.collection, self.fault, self.game_count, self.path = None, "", 0, ""

    @Slot()
    def cancel(self) -> None:
        """Stop indexing; the index stays, and the next start continues it."""
        self._soon.stop()
        self.job.cancel()

    @Slot()
    def _take_lines(self) -> None:
        for line in self.job.take_lines():
            said = json.loads(line)
            self.fault = said.get("fault", self.fault)
            self.game_count, self.path = said.get("games", self.game_count), said.get("index", self.path)
        self._open()
        if self._first_part < 0 and self.job.part:
            # From here on it takes as long as games take.
            self._started, self._first_part = monotonic(), self.job.part
        self.progressed.emit()

    def _open(self) -> str:
        """Open the index if it is there, and return why that is not possible, empty for none."""
        try:
            if self.collection is None and self.path:
                self.collection = Collection.open(self.path, LONGEST_WAIT)
        except CollectionError as error:
            return str(error)
        return ""

    @Slot()
    def _end(self) -> None:
        self._take_lines()
        if not self.fault:
            self.fault = f"The games are not indexed. {self.job.fault}" if self.job.fault else self._open()
        self.ended.emit()


AGAIN: Final = 700  # The milliseconds between two answers of the explorer while the index grows.
SEARCH_AGAIN: Final = 1000  # The same of the search.


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
        expectations = Expectations(self.games)
        surplus = numpy.full(len(self.games), numpy.nan)
        surplus[expectations.is_rated] = expectations.residuals(numpy.arange(len(self.games)))
        return surplus


def arrays_of(collection: Collection) -> tuple[StructureRows, GameColumns]:
    """Return the structures and games of a collection as it is now; raises ``FileError`` if it cannot be read."""
    try:
        return collection.rows(), collection.games()
    except CollectionError as error:
        raise FileError(str(error)) from None


def _answered(question: Question, collection: Collection, keep_going: KeepGoing) -> Answered | None:
    rows, games = arrays_of(collection)
    return Answered(question, answer(question, rows, games), rows, games) if keep_going() else None


def _counted(part: StructurePart, collection: Collection, keep_going: KeepGoing) -> Score | None:
    rows, games = arrays_of(collection)
    found = spells(Question((part,)), rows, games)
    return Expectations(games).score(found.game) if keep_going() else None


class StructureCount(QObject):
    """How many games of the open file have a structure, counted in a thread once the file is indexed."""

    changed = Signal()  # A count has come, or there are no longer any.

    def __init__(self, index: OpenFileIndex, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._index = index
        self._counts: dict[StructurePart, Score] = {}
        self._asked: StructurePart | None = None
        self._wanted: list[StructurePart] = []  # The next one last, as it was asked for.
        self._job: ThreadJob[Score | None] = ThreadJob(self)
        self._job.ended.connect(self._take)
        index.cleared.connect(self._forget)
        index.ended.connect(self._forget)

    @property
    def file_name(self) -> str:
        """The name of the open file, empty unless it is indexed."""
        index = self._index
        is_there = index.collection is not None and not index.job.is_running and not index.fault
        return index.file.name if index.file is not None and is_there else ""

    def ask(self, part: StructurePart) -> Score | None:
        """Return the score of the games with a structure, or None until it is counted; ``changed`` follows then."""
        if part not in self._counts and part != self._asked and self.file_name:
            self._wanted = [*(each for each in self._wanted if each != part), part]
            self._start()
        return self._counts.get(part)

    def text_of(self, position: Position) -> str:
        """Return the number of games with the leading structure of a position, and White's score; empty until then."""
        found = leading_structures(position.sides()[0]) if self.file_name else ()
        score = self.ask(StructurePart(found[0].structure.identifier, found[0].color)) if found else None
        if score is None:
            return ""
        scores = "" if score.score is None else f", White scores {share_text(score.score)}"
        return f"{games_text(score.games)}{scores}"

    def _start(self) -> None:
        collection = self._index.collection
        if self._wanted and collection is not None and not self._job.is_running:
            self._asked = self._wanted.pop()
            self._job.start(partial(_counted, self._asked, collection))

    @Slot()
    def _take(self) -> None:
        if self._asked is not None and self._job.result is not None:
            self._counts[self._asked] = self._job.result
            self.changed.emit()
        self._asked = None
        self._start()

    @Slot()
    def _forget(self) -> None:
        self._job.cancel()
        self._counts.clear()
        self._wanted.clear()
        self._asked = None
        self.changed.emit()


def _with_pawns(parts: Iterable[Part], pawns: PawnsPart) -> tuple[Part, ...]:
    """Return parts with other pawns in the part on pawns."""
    white, black = pawns.white, pawns.black
    return tuple(replace(part, white=white, black=black) if isinstance(part, PawnsPart) else part for part in parts)


class Explorer(Asking):
    """A question about the games of the open file and the pawns of the board, and its answer.

    Parts beyond the pawns stay while the board changes. Answers are computed in a thread, one at a time; of the
    questions that come meanwhile the last one is next. While the index grows, the question is asked again. ``changed``
    comes before the call that changes the question returns, so that no part is edited that is asked no longer.
    """

    def __init__(
        self,
        document: Document,
        games: Games,
        index: OpenFileIndex,
        kept: Preference[str],
        parent: QObject | None = None,
    ) -> None:
        """Begin with the question that was ``kept``, and keep each new one; a text that cannot be read is the fault."""
        super().__init__(document, games, (PawnsPart(0, 0),), parent)
        self._kept = kept
        self.kept_fault = ""  # A sentence on why the kept question is not asked, empty if it is.
        try:
            self._parts = read_fields(kept.value).parts
        except FieldError as error:
            self.kept_fault = f"The question of last time is not asked, since it cannot be read. {error}"
        self.index = index
        self.fault = ""  # A sentence on why there is no answer; empty otherwise.
        self.is_active = False  # Whether questions are answered.
        self.follows_board = True  # Whether other pawns on the board are asked at once, or else at the next ``begin``.
        self._asked: tuple[Question, int] | None = None  # The last question that was asked, and of how many games.
        self._path = self.listing.path if self.listing is not None else None  # The file that the question is for.
        self.job: ThreadJob[Answered | None] = ThreadJob(self)
        self.job.ended.connect(self._take_answer)
        self._again = QTimer(self, singleShot=True, interval=AGAIN)
        self._again.timeout.connect(self._ask)
        document.position_changed.connect(self._follow_board)
        index.cleared.connect(self._follow_file)
        index.progressed.connect(self._follow_index)
        index.ended.connect(self._ask)

    # What is asked

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the question, with the pawns of the board in the part on pawns."""
        return _with_pawns(self._parts, self.pawns_part)

    @plain_override
    def with_further(self, further: Sequence[Part], number: int | None = None) -> tuple[Part, ...]:
        # A structure or a pattern takes the place of the pawns on the board, which would leave little of it.
        if number is None and any(isinstance(part, StructurePart) for part in further):
            number = next((place for place, part in enumerate(self.parts) if isinstance(part, StructurePart)), None)
        parts = super().with_further(further, number)
        if number is None and any(isinstance(part, StructurePart | PatternPart) for part in further):
            parts = tuple(part for part in parts if not isinstance(part, PawnsPart) or part in further)
        return parts

    @plain_override
    def set_parts(self, parts: Iterable[Part], draft: Iterable[Part] | None = None) -> None:
        """Ask for other parts, and keep them for the next start with any pawns in place of those on the board."""
        super().set_parts(parts, draft)
        text = Question(_with_pawns(self._parts, PawnsPart(0, 0))).text
        if len(text) <= LONGEST_QUESTION:
            self._kept.value = text

    @property
    def fits_board(self) -> bool:
        """Whether the pawns on the board are among those that are asked for."""
        try:
            return bool(holding(self.question.position_parts, [self._document.position])[0])
        except ValueError:
            return False  # A structure that the user has removed.

    # The answer

    @property
    def has_file(self) -> bool:
        """Whether a file of games is open, and not pasted games alone."""
        return self.index.file is not None

    @property
    def answer(self) -> Answer | None:
        """The answer to the last question that was answered."""
        return None if self.answered is None else self.answered.answer

    @Slot()
    def begin(self) -> None:
        """Index the open file and answer from now on, first about the board as it is now."""
        self.is_active = self.follows_board = True
        self.index.begin()
        self._ask()

    def end(self) -> None:
        """Answer no further."""
        self.is_active = False
        self.job.cancel()

    @Slot()
    def _follow_file(self) -> None:
        self.job.cancel()
        self.answered, self.fault, self._asked = None, "", None
        if self.index.file is not None:
            if self._path not in (None, self.index.file):
                self.set_parts((PawnsPart(0, 0),), ())  # The question was for another file.
            self._path = self.index.file
        if self.is_active:
            self.index.begin()
            self._ask()

    @Slot()
    def _follow_board(self) -> None:
        if self.follows_board:
            self._ask()

    @Slot()
    def _follow_index(self) -> None:
        self.changed.emit()
        if not self._again.isActive():
            self._again.start()

    @Slot()
    @plain_override
    def _ask(self) -> None:
        """Answer the question, unless it is answered of as many games; after the one that is being answered."""
        self._again.stop()
        collection, asked = self.index.collection, (self.question, self.index.game_count)
        if self.is_active and collection is not None and not self.job.is_running and asked != self._asked:
            self._asked = asked
            self.job.start(partial(_answered, self.question, collection))
        self.changed.emit()

    @Slot()
    def _take_answer(self) -> None:
        self.fault = self.job.fault
        self.answered = self.job.result or self.answered
        self._ask()


def _found(question: Question, collection: Collection, keep_going: KeepGoing) -> NDArray[Any]:
    """Return for each indexed game the ply from which the question holds, -1 if never; raises ``FileError``."""
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
        self._again = QTimer(self, singleShot=True, interval=SEARCH_AGAIN)
        self._again.timeout.connect(self._ask_index)
        index.progressed.connect(self._follow_index)
        index.ended.connect(self._ask_index)
        index.cleared.connect(self._follow_file)

    @property
    def pawn_question(self) -> Question:
        """The parts that are asked of the index."""
        of_games = self.question.game_parts
        return Question(tuple(part for part in self.question.parts if part not in of_games))

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
        if self.pawn_question != (self._asked or Question()):
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
