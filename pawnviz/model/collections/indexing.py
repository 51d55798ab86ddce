"""The index of the open file of games, made while the window is used."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.core.collections.collection import Collection
from pawnviz.core.collections.store import CollectionError
from pawnviz.folders import NoHomeError, cache_folder
from pawnviz.model.games.games import Games
from pawnviz.model.jobs import ProcessJob
from pawnviz.model.preferences import Preferences
from pawnviz.override import plain_override

LONGEST_WAIT: Final = 0.02  # The seconds that the window waits for an index that is locked.

_MODULE: Final = "pawnviz.core.collections.collecting"


def index_folder() -> Path:
    """Return the folder of the indexes; raises ``NoHomeError``."""
    return cache_folder() / "indexes"


class FileIndex(QObject):
    """The index of one file, made by a process in the folder of the cache, where it stays for the next time.

    ``collection`` is there as soon as it has some games, and grows; ``Collection.revision`` tells.
    """

    progressed = Signal()  # Further games were indexed.
    ended = Signal()  # The index is whole, or there is a fault.

    def __init__(self, parent: QObject | None = None, preferences: Preferences | None = None) -> None:
        """The limits of the folder are those of the preferences, or the usual ones."""
        super().__init__(parent)
        self._preferences = preferences or Preferences(self)
        self._job = ProcessJob(self)
        self._job.progressed.connect(self._take_lines)
        self._job.ended.connect(self._end)
        self.collection: Collection | None = None  # The index so far, None without one.
        self.fault = ""  # A sentence on why the index is not whole, empty for none.
        self.game_count = 0  # The number of games in the index.
        self.path = ""  # The path of the index, empty while there is nothing in it.
        self._started = 0.0
        self._first_part = -1.0  # The part that was done before.
        self._first_count = 0

    @property
    def is_running(self) -> bool:
        """Whether the index is being made."""
        return self._job.is_running

    @property
    def part(self) -> float:
        """The part of the file that is indexed, from 0 to 1."""
        return self._job.part

    @property
    def process_number(self) -> int:
        """The number by which the system knows the process, 0 where none runs."""
        return self._job.number

    @property
    def rate(self) -> float:
        """The number of games that are indexed in a second, 0 while it is unknown."""
        seconds = monotonic() - self._started
        return (self.game_count - self._first_count) / seconds if self.is_running and seconds else 0.0

    @property
    def seconds_left(self) -> float:
        """The seconds until the index is whole, at the rate so far; 0 while they are unknown."""
        done = self.part - self._first_part
        is_known = self.is_running and self._first_part >= 0 and done > 0
        return (monotonic() - self._started) * (1 - self.part) / done if is_known else 0.0

    def start(self, path: str | Path) -> None:
        """Index a file, or open its index; another one that is being indexed is cancelled."""
        self.clear()
        self._started, self._first_part, self._first_count = monotonic(), -1.0, 0
        try:
            folder = index_folder()
        except NoHomeError as error:
            self.fault = f"The games are not indexed: {error}."
            self.ended.emit()
            return
        most_files, megabytes = self._preferences.index_count.value, self._preferences.index_megabytes.value
        self._job.start_module(_MODULE, str(path), str(folder), str(most_files), str(megabytes << 20))

    def clear(self) -> None:
        """Stop indexing and close the index."""
        self.cancel()
        self.collection, self.fault, self.game_count, self.path = None, "", 0, ""

    @Slot()
    def cancel(self) -> None:
        """Stop indexing; what is indexed stays, and the next start goes on with it."""
        self._job.cancel()

    @Slot()
    def _take_lines(self) -> None:
        for line in self._job.take_lines():
            said = json.loads(line)
            if "fault" in said:
                self.fault = said["fault"]
                continue
            self.game_count, self.path = said["games"], said["index"]
        self._open()
        if self._first_part < 0 and self.part:
            # From here on it takes as long as games take.
            self._started, self._first_part, self._first_count = monotonic(), self.part, self.game_count
        self.progressed.emit()

    def _open(self) -> str:
        """Open the index if it is there, and return why that is not possible, empty for none."""
        if self.collection is None and self.path:
            try:
                self.collection = Collection.open(self.path, LONGEST_WAIT)
            except CollectionError as error:
                return str(error)
        return ""

    @Slot()
    def _end(self) -> None:
        self._take_lines()
        if not self.fault:
            self.fault = f"The games are not indexed. {self._job.fault}" if self._job.fault else self._open()
        self.ended.emit()


PAUSE: Final = 1000  # The milliseconds that a file is open before it is indexed, unless that is wanted sooner.


class OpenFileIndex(FileIndex):
    """The index of the open file, begun when the file stays open for a moment, so that nothing waits for it."""

    cleared = Signal()  # Another file is open.

    def __init__(self, games: Games, preferences: Preferences | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent, preferences)
        self._games = games
        self._is_begun = False
        self._soon = QTimer(self, singleShot=True, interval=PAUSE)
        self._soon.timeout.connect(self.begin)
        games.file_changed.connect(self._follow_file)
        self._follow_file()

    @Slot()
    def _follow_file(self) -> None:
        self.clear()
        self._is_begun = False
        listing = self._games.listing
        if listing is not None and listing.is_in_file:
            self._soon.start()
        self.cleared.emit()

    @Slot()
    def begin(self) -> None:
        """Index the open file now, unless that was begun."""
        self._soon.stop()
        listing = self._games.listing
        if listing is not None and listing.is_in_file and not self._is_begun:
            self._is_begun = True
            self.start(listing.path)

    @Slot()
    @plain_override
    def cancel(self) -> None:
        self._soon.stop()
        super().cancel()
