"""The session: the position, the file it belongs to, and the cursor."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.preferences.kinds import PATH, TRUTH, Kind
from pawnviz.model.storage import FileState
from pawnviz.model.subjects.opened_files import LeftFile

Edits: TypeAlias = tuple[tuple[int, str], ...]  # Edited positions as FENs, by their entries.
LeftEdits: TypeAlias = tuple[str, FileState | None, Edits]  # A path, the state of its file, and edited positions.

FIRST_FEN: Final = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
"""A middlegame with notable spans, levers and islands."""

_MOST_ENTRIES: Final = 100_000_000
_MOST_EDITED: Final = 10_000  # The number of edited positions of a file that are kept, and of all left ones together.
_MOST_LEFT: Final = 100  # The number of other files with edited positions that are kept.
_DIGEST_SIZE: Final = 32  # The number of bytes of a SHA-256.


def _read_fen(value: object) -> str:
    if isinstance(value, str):
        try:
            return Position.from_fen(value).fen()
        except FenError:
            pass
    raise ValueError("a FEN")


def _read_cursor(value: object) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 64):
        return value
    raise ValueError("a square from 0 to 63, or null")


def _read_file_state(value: object) -> FileState | None:
    if value is None:
        return None
    if isinstance(value, dict):
        size, changed, digest = value.get("size"), value.get("changed_ns"), value.get("sha256")
        if _is_whole(size) and size >= 0 and _is_whole(changed) and isinstance(digest, str):
            with suppress(ValueError):
                digest_bytes = bytes.fromhex(digest)
                if len(digest_bytes) == _DIGEST_SIZE:
                    return FileState(size, changed, digest_bytes)
    raise ValueError("the size, time and SHA-256 of a file, or null")


def _read_entry(value: object) -> int:
    if _is_whole(value) and 0 <= value < _MOST_ENTRIES:
        return value
    raise ValueError("the number of a position in its file, from 0")


def _read_edited(value: object) -> Edits:
    """Return entries with their FENs, which JSON has as lists of two."""
    if isinstance(value, list) and len(value) <= _MOST_EDITED:
        with suppress(ValueError, TypeError):
            return tuple((_read_entry(entry), _read_fen(fen)) for entry, fen in value)
    raise ValueError("a list of numbers of positions, each with a FEN")


def _read_left(value: object) -> tuple[LeftEdits, ...]:
    """Return files with edited positions, which JSON has as lists of a path, a state and the positions."""
    if isinstance(value, list) and len(value) <= _MOST_LEFT:
        with suppress(ValueError, TypeError):
            return tuple(
                (PATH.read(path), _read_file_state(state), _read_edited(edited)) for path, state, edited in value
            )
    raise ValueError("a list of paths, each with the state of the file and its edited positions")


def _write_left(left: tuple[LeftEdits, ...]) -> object:
    return [[path, _write_file_state(state), edited] for path, state, edited in left]


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _write_file_state(state: FileState | None) -> object:
    if state is None:
        return None
    return {"size": state.size, "changed_ns": state.changed_ns, "sha256": state.digest.hex()}


class Session(NamedTuple):
    """The position as a FEN, its file, whether it was edited, and the keyboard cursor's square.

    ``entry`` is the number of the position in the file, from 0, ``edited`` has the FENs of other unsaved ones by
    their entries, and ``file_state`` the state of the file when it was last opened or saved, to notice changes by
    another program. ``left`` has the same of other files: path, state and edited positions.
    """

    fen: str = FIRST_FEN
    path: str = ""
    modified: bool = False
    cursor: int | None = None
    file_state: FileState | None = None
    entry: int = 0
    edited: Edits = ()
    left: tuple[LeftEdits, ...] = ()

    @classmethod
    def of(cls, document: Document, cursor: int | None = None) -> Session:
        """Return the session of a document."""
        place = document.free.file_place
        left = [(path, file.state, _fens(file.edited)) for path, file in document.free.left_files.items()]
        return cls(
            document.free.position.fen(),
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
        return self._replace(path="", file_state=None, entry=0, edited=(), left=_latest(left))

    def resume(self, document: Document) -> None:
        """Give a document the position and file, with nothing to undo; raises ``FenError`` for a wrong FEN."""
        document.free.restore(
            Position.from_fen(self.fen),
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
    return tuple((entry, position.fen()) for entry, position in sorted(edited.items()))[:_MOST_EDITED]


def _positions(edited: Edits) -> dict[int, Position]:
    return {entry: Position.from_fen(fen) for entry, fen in edited}


SESSION_KINDS: Final[Mapping[str, Kind[Any]]] = {
    "fen": Kind(_read_fen),
    "path": PATH,
    "modified": TRUTH,
    "cursor": Kind(_read_cursor),
    "file_state": Kind(_read_file_state, _write_file_state),
    "entry": Kind(_read_entry),
    "edited": Kind(_read_edited),
    "left": Kind(_read_left, _write_left),
}
