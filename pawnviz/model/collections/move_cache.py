"""The moves of games of a collection, read when they are first needed."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol

from pawnviz.core.board.position import START, Position
from pawnviz.core.collections.game_moves import moves_of
from pawnviz.core.collections.replay import PlayedGames
from pawnviz.core.games.cutting import GameText

MOST_GAMES: Final = 100_000  # The number of games whose moves are kept; some 200 bytes each.


class GameSource(Protocol):
    """A collection, as far as texts of games are concerned."""

    def game_text(self, game: int) -> GameText:
        """Return the text of a game by its number from 0."""


class MoveCache:
    """Moves of games by their numbers in one collection."""

    def __init__(self, source: GameSource) -> None:
        self._source = source
        self._moves: dict[int, array[int]] = {}
        self._others: dict[int, Position] = {}

    def read(self, games: Iterable[int]) -> Iterator[None]:
        """Read the moves of games, one at each step; raises as the collection does where its file has gone."""
        for game in games:
            if game not in self._moves:
                if len(self._moves) >= MOST_GAMES:
                    self._moves.clear()
                    self._others.clear()
                self._moves[game], first = moves_of(self._source.game_text(game))
                if first != START:
                    self._others[game] = first
                yield

    def games(self, games: Sequence[int]) -> PlayedGames:
        """Return games that were read, numbered from 0 in this order."""
        others = {number: self._others[game] for number, game in enumerate(games) if game in self._others}
        return PlayedGames.of([self._moves[game] for game in games], others)
