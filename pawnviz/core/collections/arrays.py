"""The structures and the games of a collection as arrays, by which every question is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNKNOWN_RESULT: Final = -1  # Of a game without a result, beside 0, 1 and 2 half points of White.

GAME_KINDS: Final = {
    "result": "int8",
    **dict.fromkeys(("white_elo", "black_elo", "year"), "int16"),
    **dict.fromkeys(("white", "black", "event", "eco", "plies", "file", "number"), "int32"),
    **dict.fromkeys(("line", "offset", "size"), "int64"),
}
"""The types of the columns of games, in their order."""
TEXT_COLUMNS: Final = ("white", "black", "event", "eco")
"""The columns of games that name texts."""


@dataclass(frozen=True, slots=True)
class StructureRows:
    """A row for each structure of each game, in the order of games and plies; arrays of the shape ``(rows,)``.

    A row holds from the position ``ply``, 0 at the start of the game, up to the one before ``end``. The structures of a
    game follow each other without a gap, so ``end`` is the next row's ``ply``, and the number of positions at the last.
    """

    white: NDArray[Any]  # White's pawns, ``uint64``.
    black: NDArray[Any]  # Black's pawns, ``uint64``.
    game: NDArray[Any]  # The number of the game, its index in ``GameColumns``, ``int32``.
    ply: NDArray[Any]  # ``int32``
    end: NDArray[Any]  # ``int32``
    move: NDArray[Any]  # The move that made it, ``StructureMove.code``, ``uint16``.

    def __len__(self) -> int:
        return len(self.white)


@dataclass(frozen=True, slots=True)
class GameColumns:
    """The games of a collection; arrays of the shape ``(games,)``, and the texts that some of their numbers name."""

    result: NDArray[Any]  # Half points of White, or ``UNKNOWN_RESULT``, ``int8``.
    white_elo: NDArray[Any]  # 0 where it is unknown, ``int16``, as are the next ones.
    black_elo: NDArray[Any]
    year: NDArray[Any]
    white: NDArray[Any]  # Indices of ``texts``, ``int32``, as are the next ones.
    black: NDArray[Any]
    event: NDArray[Any]
    eco: NDArray[Any]
    plies: NDArray[Any]  # The number of moves of both sides, ``int32``.
    file: NDArray[Any]  # The index of the source file, ``int32``.
    number: NDArray[Any]  # The number of the game in its file, from 1, ``int32``.
    line: NDArray[Any]  # The number of its first line, from 1, ``int64``.
    offset: NDArray[Any]  # Its place in the unpacked text of its file, ``int64``.
    size: NDArray[Any]  # Its length in bytes, ``int64``.
    texts: tuple[str, ...]  # The first one is empty.

    def __len__(self) -> int:
        return len(self.result)
