"""The session: the position, the file it belongs to, and the cursor."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.kept.settings import read_path, read_truth
from pawnviz.model.kept.values import kept

FIRST_FEN: Final = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
"""The position of the first start: a middlegame whose spans, levers and islands are worth looking at."""


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


@dataclass(frozen=True)
class Session:
    """The position as a FEN, the file it belongs to, whether it was edited since, and the keyboard cursor's square."""

    FILE_NAME: ClassVar[str] = "session.json"

    fen: str = field(default=FIRST_FEN, metadata=kept(_read_fen))
    path: str = field(default="", metadata=kept(read_path))
    modified: bool = field(default=False, metadata=kept(read_truth))
    cursor: int | None = field(default=None, metadata=kept(_read_cursor))

    @classmethod
    def of(cls, document: Document, cursor: int | None = None) -> Session:
        """Return the session of a document."""
        return cls(document.position.fen(), document.path, document.modified, cursor)

    def resume(self, document: Document) -> None:
        """Give a document the position and file, with nothing to undo; raises ``FenError`` for a wrong FEN."""
        document.restore(Position.from_fen(self.fen), self.path, modified=self.modified)
