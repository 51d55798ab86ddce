"""The games of a file, listed in pieces, so that the window stays responsive."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject

from pawnviz.core.games.cutting import LONGEST_GAME, GameText, games_in_steps, with_newlines
from pawnviz.core.games.game_file import GameFile, NoGamesError
from pawnviz.core.games.game_list import GameList, Replacement, find_replacements, with_replacements
from pawnviz.core.games.writing import rewritten
from pawnviz.core.words import listed, plural
from pawnviz.model.jobs import SliceJob
from pawnviz.model.storage import FileError, FileStamp, check_unchanged, file_stamp, write_blocks, writing

MOST_NAMED: Final = 5  # The number of games that a message names.


def _closing(file: GameFile, replacements: list[Replacement], path: Path, stamp: FileStamp | None) -> Iterator[bytes]:
    """Yield the bytes of a file with replacements, and close it at their end: an open one cannot always be replaced.

    Raises ``FileError`` where it was changed while it was read, since the bytes are then of two states of it.
    """
    yield from with_replacements(file.read, file.length, replacements)
    check_unchanged(path, stamp)
    file.close()


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
            self._file = GameFile(self.path) if data is None else GameFile.of_bytes(data)
        except OSError as error:
            raise NoGamesError(error.strerror or str(error)) from None
        self._originals: dict[int, bytes] = {}
        self._too_long: set[int] = set()
        self._is_whole = False
        self.job: SliceJob[None] = SliceJob(self)

    @property
    def faults(self) -> list[str]:
        """Faults of the file itself, such as an archive cut short."""
        return self._file.faults

    @property
    def is_plain(self) -> bool:
        """Whether the file can be written in its own form: it is neither packed nor in UTF-16."""
        return self._file.is_plain

    @property
    def was_changed(self) -> bool:
        """Whether another program has changed the file since it was opened or saved here; a missing one was not."""
        return self.is_in_file and file_stamp(self.path) not in (None, self.stamp)

    def start(self) -> None:
        """Begin once the window is idle."""
        self.job.start(self._list_games())

    def _list_games(self) -> Generator[float, None, None]:
        """List the games; yields the part of the file that was read."""
        for text in games_in_steps(self._file.blocks()):
            if text is not None:
                if text.too_long:
                    self._too_long.add(len(self.games))
                self.games.add(text)
            yield self._file.progress()
        self._is_whole = True

    def close(self) -> None:
        """Stop listing and close the file, of which no game can be read any longer."""
        self.job.cancel()
        self._file.close()

    def text(self, index: int, edited: Collection[int] = ()) -> GameText:
        """Return the text of a listed game by its index from 0; raises ``IndexError``, and ``OSError`` as files do.

        Its bytes are cached until the next one is read, those of ``edited`` games until the file is closed.
        """
        entry = self.games[index]
        data = self._file.read(entry.offset, entry.size)
        self._originals = {kept: text for kept, text in self._originals.items() if kept in edited} | {index: data}
        return GameText(b"".join(with_newlines((data,))), entry.line, entry.offset)

    def original(self, index: int) -> bytes:
        """Return the bytes of a game as the file has them; raises as ``text`` does."""
        if index not in self._originals:
            entry = self.games[index]
            self._originals[index] = self._file.read(entry.offset, entry.size)
        return self._originals[index]

    # Saving

    def saving_fault(self) -> str:
        """Return why the games cannot be saved at all, empty where they can."""
        if self.job.is_running:
            return "The games are still being listed; save them when all are there."
        if not self.is_plain and not self._is_whole:
            return f"Only a part of “{self.path.name}” was unpacked; open it again to save its games."
        return ""

    @property
    def length(self) -> int:
        """The number of bytes of all games."""
        return self._file.length

    def saving(self, moves: Mapping[int, str], path: Path) -> Generator[float, None, str]:
        """Write the games to a file, whole or not at all, with other moves of some by their index, and go on with it.

        Yields the part that is written after each block; closed before the end, it changes nothing. All other bytes
        stay as they are; what else of the file could not stay is returned in sentences. Raises ``FileError`` and
        changes nothing where that is not possible.
        """
        fault = self.saving_fault()
        if fault:
            raise FileError(fault)
        texts = {index: self._rewritten(index, text) for index, text in moves.items()}
        replacements = []
        for index, data in sorted(texts.items()):
            entry = self.games[index]
            if self._file.read(entry.offset, entry.size) != self._originals[index]:
                raise FileError(f"“{self.path.name}” has other bytes where game {index + 1} was; open it again.")
            replacements.append(Replacement(entry.offset, entry.size, data))
        size = self._file.length + sum(len(new.data) - new.size for new in replacements)
        try:
            losses = yield from writing(path, self._blocks_with(replacements), size)
        except FileError:
            if self._file.is_closed:
                with suppress(OSError, NoGamesError):
                    self._file = GameFile(self.path)
            raise
        self._go_on_with(path)
        for index, data in sorted(texts.items()):
            entry = self.games[index]
            text = GameText(b"".join(with_newlines((data,))), entry.line, entry.offset)
            self.games.replace(index, text, b"".join(with_newlines((self._originals[index],))).count(b"\n"))
            self._originals[index] = data
        return losses

    def _blocks_with(self, replacements: list[Replacement]) -> Iterator[bytes]:
        """Yield the bytes to be written; raises ``FileError`` where another program has changed a plain file."""
        if self.is_plain:
            return _closing(self._file, replacements, self.path, self.stamp)
        return with_replacements(self._file.read, self._file.length, replacements)

    def _go_on_with(self, path: Path) -> None:
        self._file.close()
        self.path, self.is_in_file = path, True
        self.stamp = file_stamp(path)
        self._file = GameFile(path)

    def copying(self, indices: Sequence[int], moves: Mapping[int, str], path: Path) -> Generator[float, None, str]:
        """Write some games by index, with other moves of some, to another file as ``saving`` does; keep this one."""
        if path == self.path.absolute():
            raise FileError(f"“{path.name}” is the file that is open; choose another name.")
        entries = [self.games[index] for index in indices]
        return writing(path, self._blocks_of(indices, moves), sum(entry.size + 2 for entry in entries))

    def _blocks_of(self, indices: Sequence[int], moves: Mapping[int, str]) -> Iterator[bytes]:
        for index in indices:
            entry = self.games[index]
            data = self._rewritten(index, moves[index]) if index in moves else self._file.read(entry.offset, entry.size)
            yield data.strip() + b"\n\n"

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
                raise FileError(self._missing_text([index for index in moves if self._originals[index] in missing]))
            size = file.length + sum(len(new.data) - new.size for new in replacements)
            return write_blocks(self.path, _closing(file, replacements, self.path, stamp), size)

    def _missing_text(self, indices: list[int]) -> str:
        """Return a sentence on games that a changed file does not have as they were."""
        named = listed([str(index + 1) for index in indices[:MOST_NAMED]])
        more = ", and others," if len(indices) > MOST_NAMED else ""
        return (
            f"“{self.path.name}” was changed by another program and has no longer the {plural(len(indices), 'game')} "
            f"{named}{more} once as edited here; save the edited games to another file."
        )

    def _rewritten(self, index: int, moves: str) -> bytes:
        """Return the bytes of a game with other moves; raises ``FileError`` where not all of the game was read."""
        if index in self._too_long:
            raise FileError(
                f"Game {index + 1} is over {LONGEST_GAME >> 20} MB long and was not read whole; it is not saved."
            )
        return rewritten(self.original(index), moves)
