"""The names of players, events and openings in a list of games, for completion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.games.game_list import COLUMNS, GameList

if TYPE_CHECKING:
    from numpy.typing import NDArray

_COLUMNS: Final = {
    "white": ("White",),
    "black": ("Black",),
    "player": ("White", "Black"),
    "event": ("Event",),
    "eco": ("ECO",),
}
_MOST_COMPARED: Final = 500  # The number of names among which those that begin with the text come first.


class ListedNames:
    """The names in a list of games, whose games are counted once for each number of them."""

    def __init__(self, games: GameList) -> None:
        self._games = games
        self._counts: dict[str, tuple[int, NDArray[Any]]] = {}

    def names(self, field: str, text: str, most: int) -> tuple[tuple[str, int], ...]:
        """Return the commonest names of a field that have all words of a text, with the number of their games.

        Those that begin with the text come first.
        """
        import numpy

        counts = self._counted(field)
        for word in text.casefold().replace(",", " ").split():
            counts = numpy.where(self._games.texts.containing(word)[: len(counts)], counts, 0)
        found = numpy.flatnonzero(counts)
        found = found[numpy.argsort(-counts[found], kind="stable")][:_MOST_COMPARED]
        begin = text.casefold()
        named = [(self._games.texts[number], int(counts[number])) for number in found.tolist()]
        return tuple(sorted(named, key=lambda name: not name[0].casefold().startswith(begin))[:most])

    def _counted(self, field: str) -> NDArray[Any]:
        """Return the number of games of each text, 0 for the empty one."""
        import numpy

        count, counts = self._counts.get(field, (-1, numpy.zeros(0, numpy.int64)))
        if count != len(self._games):
            columns = [self._games.numbers(COLUMNS.index(name)) for name in _COLUMNS[field]]
            counts = sum(
                (numpy.bincount(column, minlength=len(self._games.texts)) for column in columns),
                numpy.zeros(len(self._games.texts), numpy.int64),
            )
            counts[0] = 0
            self._counts[field] = len(self._games), counts
        return counts
