"""The session: the position, the file it belongs to, and the cursor."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeGuard

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.preferences.kinds import PATH, TRUTH, Kind
from pawnviz.model.storage import FileState

FIRST_FEN: Final = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
"""A middlegame with notable spans, levers and islands."""

_MOST_ENTRIES: Final = 100_000_000
_MOST_EDITED: Final = 10_000  # The number of edited positions of a file that are kept.
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


def _read_edited(value: object) -> tuple[tuple[int, str], ...]:
    """Return entries with their FENs, which JSON has as lists of two."""
    if isinstance(value, list) and len(value) <= _MOST_EDITED:
        with suppress(ValueError, TypeError):
            return tuple((_read_entry(entry), _read_fen(fen)) for entry, fen in value)
    raise ValueError("a list of numbers of positions, each with a FEN")


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
    another program.
    """

    fen: str = FIRST_FEN
    path: str = ""
    modified: bool = False
    cursor: int | None = None
    file_state: FileState | None = None
    entry: int = 0
    edited: tuple[tuple[int, str], ...] = ()

    @classmethod
    def of(cls, document: Document, cursor: int | None = None) -> Session:
        """Return the session of a document."""
        place = document.free.file_place
        edited = tuple((entry, position.fen()) for entry, position in sorted(document.free.edited_elsewhere.items()))
        return cls(
            document.free.position.fen(),
            place.path,
            document.free.modified,
            cursor,
            document.free.file_state,
            place.entry,
            edited[:_MOST_EDITED],
        )

    def resume(self, document: Document) -> None:
        """Give a document the position and file, with nothing to undo; raises ``FenError`` for a wrong FEN."""
        document.free.restore(
            Position.from_fen(self.fen),
            self.path,
            modified=self.modified,
            state=self.file_state,
            entry=self.entry,
            edited={entry: Position.from_fen(fen) for entry, fen in self.edited},
        )


SESSION_KINDS: Final[Mapping[str, Kind[Any]]] = {
    "fen": Kind(_read_fen),
    "path": PATH,
    "modified": TRUTH,
    "cursor": Kind(_read_cursor),
    "file_state": Kind(_read_file_state, _write_file_state),
    "entry": Kind(_read_entry),
    "edited": Kind(_read_edited),
}
