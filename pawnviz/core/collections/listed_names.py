"""The names of players, events and openings in a list of games, for completion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.collections.player_names import name_parts
from pawnviz.core.games.game_list import COLUMNS, GameList
from pawnviz.core.words import folded

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NAME_COLUMNS: Final = {
    "white": ("White",),
    "black": ("Black",),
    "player": ("White", "Black"),
    "event": ("Event",),
    "eco": ("ECO",),
}
_PLAYERS: Final = ("white", "black", "player")
_MOST_COMPARED: Final = 500  # The number of names among which those that begin with the text come first.


class ListedNames:
    """The names in a list of games, whose games are counted once for each number of them."""

    def __init__(self, games: GameList) -> None:
        self._games = games
        self._counts: dict[str, tuple[int, NDArray[Any]]] = {}

    def names(self, field: str, text: str, most: int) -> tuple[tuple[str, int], ...]:
        """Return the commonest names of a field that have all words of a text, with the number of their games.

        Those that begin with the text come first. A player's name stands for those that are short for it, whose games
        are counted too.
        """
        import numpy

        counts = self._counted(field)
        for word in folded(text).replace(",", " ").split():
            counts = numpy.where(self._games.texts.containing(word)[: len(counts)], counts, 0)
        found = numpy.flatnonzero(counts)
        found = found[numpy.argsort(-counts[found], kind="stable")][:_MOST_COMPARED]
        begin = folded(text)
        named = [(self._games.texts[number], int(counts[number])) for number in found.tolist()]
        if field in _PLAYERS:
            named = self._joined(named, self._counted(field))
        return tuple(sorted(named, key=lambda name: not folded(name[0]).startswith(begin))[:most])

    def _joined(self, named: list[tuple[str, int]], counts: NDArray[Any]) -> list[tuple[str, int]]:
        """Return the names that are short for none of the others, with the games of all names that are short for them.

        The commonest come first.
        """
        written = {name: name_parts(name) for name, _ in named}
        given_names: dict[str, set[str]] = {}
        for surname, given in written.values():
            given_names.setdefault(surname, set()).add(given)
        joined: dict[tuple[str, str], tuple[str, int]] = {}
        families: dict[str, list[tuple[str, int]]] = {}
        for name, count in named:
            surname, given = written[name]
            if not given:
                joined[name, ""] = name, count
            elif not any(other != given and other.startswith(given) for other in given_names[surname]):
                if surname not in families:
                    families[surname] = self._family(surname, counts)
                total = sum(number for other, number in families[surname] if other and given.startswith(other))
                joined.setdefault((surname, given), (name, total))
        return sorted(joined.values(), key=lambda each: -each[1])

    def _family(self, surname: str, counts: NDArray[Any]) -> list[tuple[str, int]]:
        """Return the given names under a surname, with their numbers of games."""
        import numpy

        found = counts > 0
        for word in surname.split():
            found &= self._games.texts.containing(word)[: len(counts)]
        texts = [
            (name_parts(self._games.texts[number]), int(counts[number])) for number in numpy.flatnonzero(found).tolist()
        ]
        return [(given, count) for (other, given), count in texts if other == surname]

    def _counted(self, field: str) -> NDArray[Any]:
        """Return the number of games of each text, 0 for the empty one."""
        import numpy

        count, counts = self._counts.get(field, (-1, numpy.zeros(0, numpy.int64)))
        if count != len(self._games):
            columns = [self._games.numbers(COLUMNS.index(name)) for name in _NAME_COLUMNS[field]]
            counts = sum(
                (numpy.bincount(column, minlength=len(self._games.texts)) for column in columns),
                numpy.zeros(len(self._games.texts), numpy.int64),
            )
            counts[0] = 0
            self._counts[field] = len(self._games), counts
        return counts
