"""Several collections and files of games as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, NamedTuple, Protocol

from pawnviz.core.collections.arrays import TEXT_COLUMNS, GameColumns, StructureRows
from pawnviz.core.games.cutting import GameText


class GameSource(Protocol):
    """A ``Collection`` or a ``ScannedFile``."""

    def rows(self) -> StructureRows:
        """Return the structures of all games."""

    def games(self) -> GameColumns:
        """Return the games."""

    def path_of(self, game: int) -> str:
        """Return the path of the file that a game is in."""

    def headers(self, game: int) -> dict[str, str]:
        """Return the tags of a game."""

    def game_text(self, game: int) -> GameText:
        """Return the text of a game."""


class Joined(NamedTuple):
    """The arrays of several sources, whose games are numbered one source after the other."""

    rows: StructureRows
    games: GameColumns
    sources: tuple[GameSource, ...]
    firsts: tuple[int, ...]  # The number of the first game of each source.

    def place(self, game: int) -> tuple[GameSource, int]:
        """Return the source of a game and its number there."""
        number = max(index for index, first in enumerate(self.firsts) if first <= game)
        return self.sources[number], game - self.firsts[number]


def joined(sources: Sequence[GameSource]) -> Joined:
    """Return at least one source as one set of games; the arrays of a single one are not copied."""
    rows, games, firsts = joined_arrays([(source.rows(), source.games()) for source in sources])
    return Joined(rows, games, tuple(sources), firsts)


def joined_arrays(
    parts: Sequence[tuple[StructureRows, GameColumns]],
) -> tuple[StructureRows, GameColumns, tuple[int, ...]]:
    """Return the arrays of at least one part as those of one, and the number of the first game of each part."""
    firsts = [0]
    for _, columns in parts[:-1]:
        firsts.append(firsts[-1] + len(columns))
    if len(parts) == 1:
        return *parts[0], (0,)
    texts: dict[str, int] = {"": 0}
    renumbered = [_renumbered(columns, texts) for _, columns in parts]
    moved = [replace(rows, game=rows.game + first) for (rows, _), first in zip(parts, firsts, strict=True)]
    return (
        StructureRows(**_concatenated(moved, StructureRows)),
        GameColumns(**_concatenated(renumbered, GameColumns), texts=tuple(texts)),
        tuple(firsts),
    )


def _renumbered(games: GameColumns, texts: dict[str, int]) -> GameColumns:
    import numpy

    numbers = numpy.array([texts.setdefault(text, len(texts)) for text in games.texts], numpy.int32)
    return replace(games, **{name: numbers[getattr(games, name)] for name in TEXT_COLUMNS})


def _concatenated(parts: Sequence[Any], kind: type[Any]) -> dict[str, Any]:
    import numpy

    names = [field.name for field in fields(kind) if field.name != "texts"]
    return {name: numpy.concatenate([getattr(part, name) for part in parts]) for name in names}
