"""The games of a file: their list, read in pieces and saved, and the open game."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import thread_time
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.games.cutting import LONGEST_GAME, GameText, games_in_steps, with_newlines
from pawnviz.core.games.game_file import GameFile, NoGamesError
from pawnviz.core.games.game_list import GameEntry, GameList, Replacement, find_replacements, with_replacements
from pawnviz.core.games.pgn import ReadGame, read_in_steps, rewritten, written_moves
from pawnviz.core.games.tree import node_at
from pawnviz.core.words import listed, plural
from pawnviz.model.document import Document
from pawnviz.model.games.game import OpenGame, RestoredGame
from pawnviz.model.jobs import SliceJob
from pawnviz.model.kept.folder import UnsavedGame, UnsavedGames
from pawnviz.model.storage import FileError, FileStamp, check_unchanged, file_stamp, write_blocks, writing

MOST_NAMED: Final = 5  # The number of games that a message names.


def _closing(file: GameFile, replacements: list[Replacement], path: Path, stamp: FileStamp | None) -> Iterator[bytes]:
    """Yield the bytes of a file with replacements, and close it at their end: an open one cannot always be replaced.

    Raises ``FileError`` if it was changed while it was read, since the bytes are then of two states of it.
    """
    yield from with_replacements(file.read, file.length, replacements)
    check_unchanged(path, stamp)
    file.close()


def _text(data: bytes, entry: GameEntry) -> GameText:
    return GameText(b"".join(with_newlines((data,))), entry.line, entry.offset)


def _size_after(file: GameFile, replacements: list[Replacement]) -> int:
    return file.length + sum(len(new.data) - new.size for new in replacements)


class GameListing(QObject):
    """The games of a file, which grow while its job runs; after a cancel, the listed ones stay."""

    def __init__(self, path: str, parent: QObject | None = None, *, data: bytes | None = None) -> None:
        """Open a file, or a text in no file, whose name is ``path`` then; raises ``NoGamesError`` on failure."""
        super().__init__(parent)
        self.path = Path(path)
        self.is_in_file = data is None  # Whether the games are those of a file, and not of a pasted text.
        self.games = GameList()
        self.stamp = file_stamp(self.path) if data is None else None
        """The state of the file when it was opened or saved here; None for a pasted text."""
        try:
            self.file = GameFile(self.path) if data is None else GameFile.of_bytes(data)
        except OSError as error:
            raise NoGamesError(error.strerror or str(error)) from None
        self._originals: dict[int, bytes] = {}
        self._too_long: set[int] = set()
        self._is_whole = False
        self.job: SliceJob[None] = SliceJob(self)

    @property
    def was_changed(self) -> bool:
        """Whether another program has changed the file since it was opened or saved here; a missing one was not."""
        return self.is_in_file and file_stamp(self.path) not in (None, self.stamp)

    def start(self) -> None:
        """Begin once the window is idle."""
        self.job.start(self._list_games())

    def _list_games(self) -> Generator[float, None, None]:
        for text in games_in_steps(self.file.blocks()):
            if text is not None:
                self._too_long.update({len(self.games)} if text.too_long else ())
                self.games.add(text)
            yield self.file.progress()
        self._is_whole = True

    def close(self) -> None:
        """Stop listing and close the file, whose games can no longer be read."""
        self.job.cancel()
        self.file.close()

    def text(self, index: int, edited: Collection[int] = ()) -> GameText:
        """Return the text of a listed game by its index from 0; raises ``IndexError``, and ``OSError`` as files do.

        Its bytes are cached until the next one is read, those of ``edited`` games until the file is closed.
        """
        entry = self.games[index]
        data = self.file.read(entry.offset, entry.size)
        self._originals = {kept: text for kept, text in self._originals.items() if kept in edited} | {index: data}
        return _text(data, entry)

    def original(self, index: int) -> bytes:
        """Return the bytes of a game as the file has them; raises as ``text`` does."""
        if index not in self._originals:
            self.text(index, self._originals.keys())
        return self._originals[index]

    # Saving

    def saving_fault(self) -> str:
        """Return why the games cannot be saved at all, empty if they can."""
        if self.job.is_running:
            return "The games are still being listed; save them when all are there."
        if not self.file.is_plain and not self._is_whole:
            return f"Only a part of “{self.path.name}” was unpacked; open it again to save its games."
        return ""

    def saving(self, moves: Mapping[int, str], path: Path) -> Generator[float, None, str]:
        """Write the games to a file, whole or not at all, with other moves of some by their index, and go on with it.

        Yields the part that is written after each block; closed before the end, it changes nothing. All other bytes
        stay as they are; what else of the file could not stay is returned in sentences. Raises ``FileError`` and
        changes nothing if that is not possible.
        """
        if fault := self.saving_fault():
            raise FileError(fault)
        texts = {index: self._rewritten(index, text) for index, text in moves.items()}
        replacements = []
        for index, data in sorted(texts.items()):
            entry = self.games[index]
            if self.file.read(entry.offset, entry.size) != self._originals[index]:
                raise FileError(f"“{self.path.name}” has other bytes where game {index + 1} was; open it again.")
            replacements.append(Replacement(entry.offset, entry.size, data))
        blocks = with_replacements(self.file.read, self.file.length, replacements)
        if self.file.is_plain:
            blocks = _closing(self.file, replacements, self.path, self.stamp)
        try:
            losses = yield from writing(path, blocks, _size_after(self.file, replacements))
        except FileError:
            if self.file.is_closed:
                with suppress(OSError, NoGamesError):
                    self.file = GameFile(self.path)
            raise
        self.file.close()
        self.path, self.is_in_file = path, True
        self.stamp = file_stamp(path)
        self.file = GameFile(path)
        for index, data in sorted(texts.items()):
            before = _text(self._originals[index], self.games[index])
            self.games.replace(index, _text(data, self.games[index]), before.data.count(b"\n"))
            self._originals[index] = data
        return losses

    def copying(self, indices: Sequence[int], moves: Mapping[int, str], path: Path) -> Generator[float, None, str]:
        """Write some games by index, with other moves of some, to another file as ``saving`` does; keep this one."""
        if path == self.path.absolute():
            raise FileError(f"“{path.name}” is the file that is open; choose another name.")
        entries = [(index, self.games[index]) for index in indices]
        blocks = (
            self._rewritten(index, moves[index]) if index in moves else self.file.read(entry.offset, entry.size)
            for index, entry in entries
        )
        size = sum(entry.size + 2 for _, entry in entries)
        return (yield from writing(path, (block.strip() + b"\n\n" for block in blocks), size))

    def save_into_changed(self, moves: Mapping[int, str]) -> str:
        """Put edited games into the file as another program has left it, and return what ``saving`` returns.

        The file must be opened again. Raises ``FileError`` and changes nothing unless each game stands there
        once as it was.
        """
        wanted = {self.original(index): self._rewritten(index, text) for index, text in moves.items()}
        stamp = file_stamp(self.path)
        try:
            file = GameFile(self.path)
        except (OSError, NoGamesError) as error:
            raise FileError(f"“{self.path.name}” cannot be read: {error}.") from None
        with file:
            if not file.is_plain:
                raise FileError(f"“{self.path.name}” is packed, and is not written.")
            replacements, missing = find_replacements(file.blocks(), file.read, wanted)
            missing += [old for old in wanted if sum(self._originals[index] == old for index in moves) > 1]
            if missing:
                indices = [index for index in moves if self._originals[index] in missing]
                named = listed([str(index + 1) for index in indices[:MOST_NAMED]])
                more = ", and others," if len(indices) > MOST_NAMED else ""
                raise FileError(
                    f"“{self.path.name}” was changed by another program and has no longer the "
                    f"{plural(len(indices), 'game')} {named}{more} once as edited here; save the edited games to "
                    "another file."
                )
            blocks = _closing(file, replacements, self.path, stamp)
            return write_blocks(self.path, blocks, _size_after(file, replacements))

    def _rewritten(self, index: int, moves: str) -> bytes:
        """Return the bytes of a game with other moves; raises ``FileError`` if not all of the game was read."""
        if index in self._too_long:
            raise FileError(
                f"Game {index + 1} is over {LONGEST_GAME >> 20} MB long and was not read whole; it is not saved."
            )
        return rewritten(self.original(index), moves)


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
        self.edits = self.game.edits
        self.reading: SliceJob[ReadGame] = SliceJob(self, READING_PIECE, thread_time)
        self.read_index = -1  # The index of the game that was or is being read.
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
        if self.game.is_open:
            self._document.show(self.game)
        else:
            self._document.leave(self.game)

    @property
    def is_on_board(self) -> bool:
        """Whether the board shows the game."""
        return self._document.subject is self.game

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
        if self.reading.is_running and index == self.read_index:
            self._way = way or self._way
            return
        self.reading.cancel()
        if self.listing is None or (index == self.edits.index and self.game.game is not None):
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
        listing, moves = self.listing, self.edits.unsaved_and_typed()
        if listing is not None:
            path = str(listing.path.absolute()) if listing.is_in_file else ""
            texts = ((index, listing.original(index).decode("latin-1"), text) for index, text in moves.items())
            games = tuple(UnsavedGame(*text) for text in texts)
            self._last_unsaved = UnsavedGames(path, listing.stamp, *self.place, games) if games else UnsavedGames()
        return self._last_unsaved

    def restore(self, unsaved: UnsavedGames) -> None:
        """Make kept edits in the open file as one step, once all its games are listed; ``restoring`` then ends.

        Its fault is a ``FileError`` if the file does not have the games as they were.
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
            data = rewritten(listing.original(kept.game), kept.moves)
            edited = yield from read_in_steps(_text(data, listing.games[kept.game]))
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
