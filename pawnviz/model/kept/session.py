"""The session: the position, the file it belongs to, and the cursor."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.preferences.values import Path, Value
from pawnviz.model.storage import FileState
from pawnviz.model.subjects.free_position import LeftFile

_MOST_EDITED: Final = 10_000  # The number of edited positions of a file that are kept, and of all left ones together.
_MOST_LEFT: Final = 100  # The number of other files with edited positions that are kept.


class Fen(str):
    """A FEN, which is read once when it comes from a file: a session may have ten thousand."""

    _position: Position | None = None

    @classmethod
    def from_json(cls, value: object) -> Fen:
        """Return the FEN of the position in a text; raises ``ValueError``."""
        try:
            position = Position.from_fen(value) if isinstance(value, str) else None
        except FenError:
            position = None
        if position is None:
            raise ValueError("a FEN")
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

LeftEdits: TypeAlias = tuple[Path, State, Edits]  # A path, the state of its file, and edited positions.


class Session(Value, frozen=True):
    """The position as a FEN, its file, whether it was edited, and the keyboard cursor's square.

    ``entry`` is the number of the position in the file, from 0, ``edited`` has the FENs of other unsaved ones by
    their entries, and ``file_state`` the state of the file when it was last opened or saved, to notice changes by
    another program. ``left`` has the same of other files: path, state and edited positions.
    """

    fen: Fen = FIRST_FEN
    path: Path = ""
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
