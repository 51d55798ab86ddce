"""The games of a file: their list, the open one with its edits, and the subject that the board shows."""

from __future__ import annotations

from collections.abc import Generator
from time import thread_time
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.games.cutting import GameText, with_newlines
from pawnviz.core.games.line import node_at
from pawnviz.core.games.reading import ReadGame, read_in_steps
from pawnviz.core.games.writing import rewritten, written_moves
from pawnviz.model.document import Document
from pawnviz.model.games.game_edits import GameEdits, RestoredGame
from pawnviz.model.games.game_subject import GameSubject
from pawnviz.model.games.listing import GameListing
from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.jobs import SliceJob
from pawnviz.model.kept.folder import UnsavedGame, UnsavedGames
from pawnviz.model.storage import FileError

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
        self.restoring: SliceJob[dict[int, RestoredGame]] = SliceJob(self, READING_PIECE, thread_time)
        """Makes kept edits, once their games are listed."""
        self._to_restore: UnsavedGames | None = None
        self._restored_place: tuple[int, tuple[int, ...]] = (-1, ())
        self._last_unsaved = UnsavedGames()
        self.restoring.ended.connect(self._take_restored)
        self.progressed.connect(self._begin_restoring)
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
        self.restoring.cancel()
        self._to_restore = None
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

    def go_to_main(self, ply: int) -> None:
        """Go in the open game to the position of a ply of its main line, at most its end."""
        if self.game.game is not None:
            self.game.go_to_node(node_at(self.game.game, (0,) * ply))

    @Slot()
    def _open_read(self) -> None:
        if self.reading.result is not None:
            self._open(self.reading.result)

    def _open(self, read: ReadGame | None) -> None:
        self._comes_to_board = self._is_read_for_board
        self.edits.open(self.read_index, read, self._way)
        self._comes_to_board = True

    # Edits that a crash has left

    def unsaved(self) -> UnsavedGames:
        """Return the unsaved edits, with a comment that is being typed, as they are kept; the last ones once closed."""
        listing = self.listing
        if listing is not None:
            moves = self.edits.unsaved_and_typed()
            path = str(listing.path.absolute()) if listing.is_in_file else ""
            games = tuple(
                UnsavedGame(index, listing.original(index).decode("latin-1"), text) for index, text in moves.items()
            )
            self._last_unsaved = UnsavedGames(path, listing.stamp, *self.place, games) if games else UnsavedGames()
        return self._last_unsaved

    def restore(self, unsaved: UnsavedGames) -> None:
        """Make kept edits in the open file as one step, once all its games are listed; ``restoring`` then ends.

        Its fault is a ``FileError`` where the file does not have the games as they were.
        """
        self._to_restore = unsaved
        self._begin_restoring()

    @Slot()
    def _begin_restoring(self) -> None:
        listing = self.listing
        if self._to_restore is not None and listing is not None and not listing.job.is_running:
            unsaved, self._to_restore = self._to_restore, None
            self._restored_place = unsaved.game, unsaved.way
            self.restoring.start(self._restored(unsaved, listing))

    def _restored(self, unsaved: UnsavedGames, listing: GameListing) -> Generator[None, None, dict[int, RestoredGame]]:
        """Yield each few milliseconds, and return the games as they were read and as they were edited."""
        indices = {kept.game for kept in unsaved.games}
        games: dict[int, RestoredGame] = {}
        for kept in unsaved.games:
            if kept.game >= len(listing.games):
                raise FileError(f"“{listing.path.name}” has no game {kept.game + 1} any more.")
            try:
                text = listing.text(kept.game, indices.union(self.edits.edited))
            except OSError as error:
                raise FileError(f"“{listing.path.name}” cannot be read: {error.strerror or error}.") from None
            if listing.original(kept.game).strip() != kept.original.encode("latin-1").strip():
                raise FileError(f"“{listing.path.name}” has another game {kept.game + 1} now.")
            read = yield from read_in_steps(text)
            data = b"".join(with_newlines((rewritten(listing.original(kept.game), kept.moves),)))
            edited = yield from read_in_steps(GameText(data, text.line, text.offset))
            saved = written_moves(read.game, read.result)
            games[kept.game] = RestoredGame(read, saved, edited.game, kept.moves)
            yield
        return games

    @Slot()
    def _take_restored(self) -> None:
        games, (game, way) = self.restoring.result, self._restored_place
        if games:
            self.reading.cancel()
            self.edits.restore(games, game if game in games else min(games), way)
