"""The kept files: the session, unsaved edits of games, and the folder of all of them."""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, TypeAlias

from msgspec import Meta
from PySide6.QtCore import QLockFile, QTemporaryDir

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.core.words import capitalized
from pawnviz.folders import NoHomeError, settings_folder
from pawnviz.model.document import Document
from pawnviz.model.kept.file import OLDEST_LOCK, LayersFile, ValuesFile
from pawnviz.model.preferences import MOST_GAMES, TEXT, Index, Settings, Value, Way
from pawnviz.model.preferences import Path as PathText
from pawnviz.model.storage import BusyError, FileError, FileStamp, FileState, file_stamp
from pawnviz.model.subjects import LeftFile
from pawnviz.override import plain_override

_MOST_EDITED: Final = 10_000  # The number of edited positions of a file that are kept, and of all left ones together.
_MOST_LEFT: Final = 100  # The number of other files with edited positions that are kept.


class Fen(str):
    """A FEN, which is read once when it comes from a file: a session may have ten thousand."""

    _position: Position | None = None

    @classmethod
    def from_json(cls, value: object) -> Fen:
        """Return the FEN of the position in a text; raises ``ValueError``."""
        try:
            position = Position.from_fen(value if isinstance(value, str) else "")
        except FenError:
            raise ValueError("a FEN") from None
        fen = cls(position.fen())
        fen._position = position
        return fen

    def to_json(self) -> str:
        """Return the FEN as a plain text."""
        return str(self)

    @property
    def position(self) -> Position:
        """The position; raises ``FenError`` for a wrong text that was not read from a file."""
        return self._position or Position.from_fen(self)


FIRST_FEN: Final = Fen("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8")
"""A middlegame with notable spans, levers and islands."""

Entry: TypeAlias = Annotated[int, Meta(ge=0, le=100_000_000)]  # The number of a position in its file, from 0.
State: TypeAlias = Annotated[FileState | None, Meta(description="the size, time and SHA-256 of a file, or null")]
Edits: TypeAlias = Annotated[tuple[tuple[Entry, Fen], ...], Meta(max_length=_MOST_EDITED)]
"""Edited positions as FENs, by their entries."""

LeftEdits: TypeAlias = tuple[PathText, State, Edits]  # A path, the state of its file, and edited positions.


class Session(Value, frozen=True):
    """The position as a FEN, its file, whether it was edited, and the keyboard cursor's square.

    ``entry`` is the number of the position in the file, from 0, ``edited`` has the FENs of other unsaved ones by
    their entries, and ``file_state`` the state of the file when it was last opened or saved, to notice changes by
    another program. ``left`` has the same of other files: path, state and edited positions.
    """

    fen: Fen = FIRST_FEN
    path: PathText = ""
    modified: bool = False
    cursor: Annotated[int, Meta(ge=0, le=63)] | None = None
    file_state: State = None
    entry: Entry = 0
    edited: Edits = ()
    left: Annotated[tuple[LeftEdits, ...], Meta(max_length=_MOST_LEFT)] = ()

    @classmethod
    def of(cls, document: Document, cursor: int | None = None) -> Session:
        """Return the session of a document."""
        place = document.free.file_place
        left = [(path, file.state, _fens(file.edited)) for path, file in document.free.left_files.items()]
        return cls(
            Fen(document.free.position.fen()),
            place.path,
            document.free.modified,
            cursor,
            document.free.file_state,
            place.entry,
            _fens(document.free.edited_elsewhere),
            _latest(left),
        )

    def without_file(self) -> Session:
        """Return the session with the position in no file; edits wait until their file is opened again."""
        edited = (*self.edited, (self.entry, self.fen)) if self.modified else self.edited
        left = (*self.left, (self.path, self.file_state, edited)) if self.path and edited else self.left
        return self.replace(path="", file_state=None, entry=0, edited=(), left=_latest(left))

    def resume(self, document: Document) -> None:
        """Give a document the position and file, with nothing to undo; raises ``FenError`` for a wrong FEN."""
        document.free.restore(
            self.fen.position,
            self.path,
            modified=self.modified,
            state=self.file_state,
            entry=self.entry,
            edited=_positions(self.edited),
            left={path: LeftFile(state, _positions(edited)) for path, state, edited in self.left},
        )


def _latest(left: Sequence[LeftEdits]) -> tuple[LeftEdits, ...]:
    """Return the files that were left last, as far as they can be kept."""
    counts = itertools.accumulate(len(edited) for _, _, edited in reversed(left))
    number = min(_MOST_LEFT, sum(count <= _MOST_EDITED for count in counts))
    return tuple(left[len(left) - number :])


def _fens(edited: Mapping[int, Position]) -> Edits:
    return tuple((entry, Fen(position.fen())) for entry, position in sorted(edited.items()))[:_MOST_EDITED]


def _positions(edited: Edits) -> dict[int, Position]:
    return {entry: fen.position for entry, fen in edited}


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
    """The file of the unsaved edits of one program, with its lock, which is free once that program has ended."""

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
        stamps = {path: file_stamp(path) for path in {path.with_suffix(".json") for path in found}}
        for path in sorted(stamps, key=lambda path: stamp.changed_ns if (stamp := stamps[path]) else 0):
            file = UnsavedGamesFile(path)
            if path in known or not file.claim():
                continue
            value, notice = file.load()
            notices.append(notice)
            if value.games:
                self.left.append(file)
            else:
                with suppress(FileError):
                    file.remove()
        return "\n".join(filter(None, notices))

    def release(self) -> None:
        """Let other programs claim the files."""
        for file in (self.own, *self.left):
            file.release()


START_NAME: Final = "starting.lock"  # There until the whole window stands.


class KeptFolder:
    """The files that come back at the next start, in one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        """Name the files in a folder, by default the user's; without one it is temporary, as ``notice`` says."""
        self.notice = ""
        try:
            self.path = folder or settings_folder()
        except NoHomeError as error:
            self.notice = f"{capitalized(str(error))}."
            self._passing = QTemporaryDir()
            self.path = Path(self._passing.path() or os.devnull)
        self.settings = ValuesFile(self.path / "settings.json", Settings, "the settings")
        self.session = ValuesFile(self.path / "session.json", Session, "the position", whole=True)
        self.layers = LayersFile(self.path)
        self.unsaved_games = UnsavedGamesFiles(self.path)
        self._start: QLockFile | None = None

    def begin_start(self) -> bool:
        """Note the begin of a start, and return whether an earlier one began here and failed."""
        mark = self.path / START_NAME
        has_ended_early = mark.exists()
        start = QLockFile(str(mark))
        start.setStaleLockTime(OLDEST_LOCK)
        if not self.path.is_dir() or not start.tryLock(0):
            return False  # Another program starts at this moment, or nothing can be written.
        self._start = start
        return has_ended_early

    def end_start(self) -> None:
        """Note the success of the start."""
        if self._start is not None:
            self._start.unlock()
            self._start = None
