"""The games of a file: their list, the open one with its edits, and the subject that the board shows."""

from __future__ import annotations

from time import thread_time
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.games.reading import ReadGame, read_in_steps
from pawnviz.model.document import Document
from pawnviz.model.games.game_edits import GameEdits
from pawnviz.model.games.game_subject import GameSubject
from pawnviz.model.games.listing import GameListing
from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.jobs.slice_job import SliceJob

READING_PIECE: Final = 0.02  # The seconds of processor time in which most games are read at once.


class Games(QObject):
    """The open file of games and its open game, which comes to the board whenever one goes through it."""

    file_changed = Signal()  # Another file is open, or none.
    progressed = Signal()  # Further games were listed, or the list has ended.

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.listing: GameListing | None = None  # The list of the open file, or None.
        self.game = OpenGame(self)
        self.edits = GameEdits(self.game, self)
        self.reading: SliceJob[ReadGame] = SliceJob(self, READING_PIECE, thread_time)
        self.read_index = -1  # The index of the game that was or is being read.
        self.subject = GameSubject(self.game, self.edits, self)
        self.edits.game_changed.connect(self.reading.cancel)
        self.reading.ended.connect(self._open_read)
        self._comes_to_board = True
        self._is_read_for_board = True
        self._way: tuple[int, ...] = ()
        self.game.moved.connect(self._follow)
        self.game.edited.connect(self._follow)

    @Slot()
    def _follow(self) -> None:
        if self._comes_to_board:
            self.show()

    @property
    def place(self) -> tuple[int, tuple[int, ...]]:
        """The index of the open game, or of the one that is being read, -1 for none, and the way to its move."""
        return (self.read_index, self._way) if self.reading.is_running else (self.edits.index, self.game.way)

    def show(self) -> None:
        """Show the game on the board, or without a readable one the free position."""
        if self.subject.is_open:
            self._document.show(self.subject)
        else:
            self._document.leave(self.subject)

    @property
    def is_on_board(self) -> bool:
        """Whether the board shows the game."""
        return self._document.subject is self.subject

    def open_file(self, path: str, data: bytes | None = None) -> None:
        """List the games of a file, or of a text in no file; ``NoGamesError`` and the open file on failure."""
        listing = GameListing(path, self, data=data)
        self.close_file()
        self.listing = listing
        self.edits.close()
        listing.job.progressed.connect(self.progressed)
        listing.job.ended.connect(self.progressed)
        listing.start()
        self.file_changed.emit()

    def close_file(self) -> None:
        """Close the open file; the list and the game stay."""
        self.reading.cancel()
        if self.listing is not None:
            self.listing.close()
            self.listing.deleteLater()
            self.listing = None

    def open_game(self, index: int, way: tuple[int, ...] = (), *, on_board: bool = True) -> None:
        """Open a game by its index in the file, a large one in pieces, at the end of a way; raises ``OSError``.

        The last way that is not empty counts while the game is read.
        """
        if self.listing is None:
            return
        if self.reading.is_running and index == self.read_index:
            self._way = way or self._way
            return
        self.reading.cancel()
        if index == self.edits.index and self.game.game is not None:
            return
        self.read_index, self._way, self._is_read_for_board = index, way, on_board
        if index in self.edits.edited:
            self._open(None)
        else:
            self.reading.start(read_in_steps(self.listing.text(index, self.edits.edited)), at_once=True)

    @Slot()
    def _open_read(self) -> None:
        if self.reading.result is not None:
            self._open(self.reading.result)

    def _open(self, read: ReadGame | None) -> None:
        self._comes_to_board = self._is_read_for_board
        self.edits.open(self.read_index, read, self._way)
        self._comes_to_board = True
