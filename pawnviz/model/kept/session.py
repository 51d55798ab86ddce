"""The session: the position, the file it belongs to, and the cursor."""

from __future__ import annotations

from typing import Final, NamedTuple

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.kept.settings import read_path, read_truth
from pawnviz.model.kept.values import Field

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


class Session(NamedTuple):
    """The position as a FEN, the file it belongs to, whether it was edited since, and the keyboard cursor's square."""

    fen: str = FIRST_FEN
    path: str = ""
    modified: bool = False
    cursor: int | None = None

    @classmethod
    def of(cls, document: Document, cursor: int | None = None) -> Session:
        """Return the session of a document."""
        return cls(document.position.fen(), document.path, document.modified, cursor)

    def resume(self, document: Document) -> None:
        """Give a document the position and file, with nothing to undo; raises ``FenError`` for a wrong FEN."""
        document.restore(Position.from_fen(self.fen), self.path, modified=self.modified)


SESSION_FIELDS: Final = {
    "fen": Field(_read_fen),
    "path": Field(read_path),
    "modified": Field(read_truth),
    "cursor": Field(_read_cursor),
}
"""How each part of the session is kept, in their order."""
