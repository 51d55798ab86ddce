"""The games of a file, listed a piece at a time, so that the window goes on answering meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.core.games.cutting import GameText, cut
from pawnviz.core.games.game_file import GameFile, NoGamesError
from pawnviz.core.games.game_list import GameList

PIECE: Final = 0.02
"""The seconds after which the window has its turn."""


class GameListing(QObject):
    """The games of a file, which grow while it is read from a timer of no delay, for ``PIECE`` seconds each time."""

    progressed = Signal()
    """Further games were listed."""
    ended = Signal()
    """All games are listed."""

    def __init__(self, path: str, parent: QObject | None = None) -> None:
        """Open a file; raises ``NoGamesError`` where it cannot be opened or is no file of games."""
        super().__init__(parent)
        self.path = Path(path)
        self.games = GameList()
        try:
            self._file = GameFile(self.path)
        except OSError as error:
            raise NoGamesError(error.strerror or str(error)) from None
        self._texts: Iterator[GameText] = cut(self._file.blocks())
        self._ended = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._list_piece)

    @property
    def part(self) -> float:
        """The part of the file that was read, from 0 to 1."""
        return 1.0 if self._ended else self._file.progress()

    @property
    def is_running(self) -> bool:
        """Whether further games are still to be listed."""
        return self._timer.isActive()

    @property
    def faults(self) -> list[str]:
        """What was wrong with the file itself, such as an archive cut short."""
        return self._file.faults

    def start(self) -> None:
        """Begin as soon as the window has its turn."""
        self._timer.start()

    def cancel(self) -> None:
        """List no further games; those that are listed stay."""
        self._timer.stop()

    def close(self) -> None:
        """List no further games and close the file, of which no game can be read any longer."""
        self._timer.stop()
        self._file.close()

    def text(self, index: int) -> GameText:
        """Return the text of a listed game by its index from 0; raises ``IndexError``, and ``OSError`` as files do."""
        entry = self.games[index]
        data = self._file.read(entry.offset, entry.size)
        if b"\r" in data:
            # As it was listed: of two characters that end a line, one is a blank.
            data = data.replace(b"\r\n", b" \n").replace(b"\r", b"\n")
        return GameText(data, entry.line, entry.offset)

    @Slot()
    def _list_piece(self) -> None:
        """List games until the time of a piece is over."""
        end = perf_counter() + PIECE
        for text in self._texts:
            self.games.add(text)
            if perf_counter() > end:
                self._timer.start()
                self.progressed.emit()
                return
        self._ended = True
        self.ended.emit()
