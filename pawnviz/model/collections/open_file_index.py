"""The index of the open file of games, which begins by itself."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.model.collections.indexing import FileIndex
from pawnviz.model.games.games import Games
from pawnviz.model.preferences.preferences import Preferences
from pawnviz.override import plain_override

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
