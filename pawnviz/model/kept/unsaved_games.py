"""Unsaved edits of games on the disk, in a file for each running program, which a crash leaves for the next start."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta
from PySide6.QtCore import QLockFile

from pawnviz.model.kept.file import OLDEST_LOCK
from pawnviz.model.kept.values import ValuesFile
from pawnviz.model.preferences.choices import MOST_GAMES, Index, Way
from pawnviz.model.preferences.values import TEXT, Value
from pawnviz.model.preferences.values import Path as PathText
from pawnviz.model.storage import BusyError, FileError, FileStamp, file_stamp
from pawnviz.override import plain_override

_NAME: Final = "unsaved-{}"  # The name of a file of unsaved edits and of its lock, with a token and without suffixes.


class UnsavedGame(Value, frozen=True):
    """An edited game: its index in the file, its text there, each byte as a character, and its edited moves."""

    game: Index = 0
    original: Annotated[str, Meta(pattern=r"\A[\0-\xff]*\Z", description="a text with a character for each byte")] = ""
    moves: Annotated[str, Meta(pattern=TEXT, description="a text")] = ""


class UnsavedGames(Value, frozen=True):
    """The unsaved edits of the games of a file, whose path is empty for a pasted text.

    ``stamp`` is the state of the file when it was opened or saved last. ``game`` is the index of the open game, -1 for
    none, and ``way`` has the number of each choice to its current move.
    """

    path: PathText = ""
    stamp: FileStamp | None = None
    game: Annotated[int, Meta(ge=-1, le=MOST_GAMES)] = -1
    way: Way = ()
    games: tuple[UnsavedGame, ...] = ()

    @property
    def is_file_unchanged(self) -> bool:
        """Whether the file is there and has the time and the size that it had."""
        return bool(self.path) and self.stamp is not None and file_stamp(Path(self.path)) == self.stamp

    def alone(self) -> tuple[bytes, UnsavedGames]:
        """Return the texts of the games before their edits as a file of their own, and the edits of its games."""
        texts = [kept.original.encode("latin-1").strip() + b"\n\n" for kept in self.games]
        indices = [kept.game for kept in self.games]
        games = tuple(kept.replace(game=place) for place, kept in enumerate(self.games))
        game = indices.index(self.game) if self.game in indices else 0
        return b"".join(texts), UnsavedGames(game=game, way=self.way, games=games)


class UnsavedGamesFile(ValuesFile[UnsavedGames]):
    """The file of the unsaved edits of one program, there only while it has some, with the lock of that program.

    The lock of a program that has ended is free, so that another one can claim the file.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, UnsavedGames, "the edits of games", whole=True)
        self._lock = QLockFile(str(path.with_suffix(".lock")))
        self._lock.setStaleLockTime(OLDEST_LOCK)

    def claim(self) -> bool:
        """Lock the file for this program; return whether no other program has it."""
        return self._lock.isLocked() or self._lock.tryLock(0)

    def release(self) -> None:
        """Let another program claim the file."""
        self._lock.unlock()

    @plain_override
    def keep(self, value: UnsavedGames) -> UnsavedGames:
        if value.games:
            with suppress(OSError):
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self.claim() and self._lock.error() == QLockFile.LockError.LockFailedError:
                raise BusyError(f"Another pawnviz examines “{self.path}”; it is tried again.")
            return super().keep(value)
        if self._own is not None:
            self.remove()
        return value

    def remove(self) -> None:
        """Delete the file, unless it cannot be read and there is no copy; raises ``FileError`` on failure."""
        try:
            if not self._is_faulty:
                self.path.unlink(missing_ok=True)
        except OSError as error:
            raise FileError(f"“{self.path}” cannot be deleted: {error.strerror}.") from None
        self._own = self._base = None
        self.release()


class UnsavedGamesFiles:
    """The file of the unsaved edits of this program, and those that programs which ended have left."""

    def __init__(self, folder: Path) -> None:
        """Name the file of this program; ``find`` finds the others."""
        self._folder = folder
        self.own = UnsavedGamesFile(folder / f"{_NAME.format(os.urandom(4).hex())}.json")
        self.left: list[UnsavedGamesFile] = []  # Those of ended programs, claimed, the newest last.

    def find(self) -> str:
        """Claim and read the files of ended programs; return a notice for people, empty if all is well."""
        notices = []
        known = {self.own.path, *(file.path for file in self.left)}
        found = (path for ending in (".json", ".lock") for path in self._folder.glob(_NAME.format(f"*{ending}")))
        for path in sorted({path.with_suffix(".json") for path in found}, key=_time_of):
            file = UnsavedGamesFile(path)
            if path in known or not file.claim():
                continue
            value, notice = file.load()
            notices.append(notice)
            if value.games:
                self.left.append(file)
                continue
            with suppress(FileError):
                file.remove()
        return "\n".join(filter(None, notices))

    def release(self) -> None:
        """Let other programs claim the files."""
        for file in (self.own, *self.left):
            file.release()


def _time_of(path: Path) -> float:
    stamp = file_stamp(path)
    return stamp.changed_ns if stamp is not None else 0
