"""The games of a list, which is asked the same questions as a collection, and their names for completion."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.collections.arrays import RESULTS, UNKNOWN_RESULT, elo_of, year_of
from pawnviz.core.collections.question import GamePart, name_parts, words_of
from pawnviz.core.games.game_list import COLUMNS, GameList
from pawnviz.core.words import folded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pawnviz.core.games.cutting import GameTexts

_UNREAD: Final = -2  # The number of a text that was not read.


class ListedTexts:
    """The texts of a list's games, each searched for a word and read as a number once; texts may be added meanwhile."""

    def __init__(self, games: GameList) -> None:
        self.games = games
        self._with_word: dict[str, NDArray[Any]] = {}
        self._numbers: dict[Callable[[str], int], NDArray[Any]] = {}

    def with_word(self, word: str) -> NDArray[Any]:
        """Return which texts hold a folded word."""
        import numpy

        texts = self.games.texts
        known = self._with_word.get(word, numpy.zeros(0, bool))
        if len(known) < len(texts):
            known = self._with_word[word] = numpy.concatenate([known, texts.containing(word, len(known))])
        return known

    def numbers(self, read: Callable[[str], int], used: NDArray[Any]) -> NDArray[Any]:
        """Return the numbers that some texts say, with a function that reads one of them."""
        import numpy

        texts = self.games.texts
        known = self._numbers.get(read, numpy.zeros(0, numpy.int16))
        if len(known) < len(texts):
            further = numpy.full(len(texts) - len(known), _UNREAD, numpy.int16)
            known = self._numbers[read] = numpy.concatenate([known, further])
        for number in numpy.unique(used[known[used] == _UNREAD]).tolist():
            known[number] = read(texts[number])
        numbers: NDArray[Any] = known[used]
        return numbers


_NUMBERS: Final = {
    "result": ("Result", lambda text: RESULTS.get(text, UNKNOWN_RESULT)),
    "white_elo": ("WhiteElo", elo_of),
    "black_elo": ("BlackElo", elo_of),
    "year": ("Date", year_of),
}
"""The columns of numbers that tags say, with the functions that read them."""
_NAMES: Final = {"white": "White", "black": "Black", "event": "Event", "eco": "ECO"}
"""The columns of numbers of texts."""


class ListedGames:
    """Some games of a list that follow each other, which are asked like ``GameColumns``."""

    def __init__(self, texts: ListedTexts, first: int, last: int) -> None:
        """The games from an index on up to another one."""
        self._texts = texts
        self._first, self._last = first, last

    def _listed(self, name: str) -> NDArray[Any]:
        return self._texts.games.numbers(COLUMNS.index(name), self._first, self._last)

    def column(self, name: str) -> NDArray[Any]:
        """Return a column by its name in ``GameColumns``."""
        if name in _NAMES:
            return self._listed(_NAMES[name])
        tag, read = _NUMBERS[name]
        return self._texts.numbers(read, self._listed(tag))

    @property
    def texts(self) -> GameTexts:
        """All texts of the list."""
        return self._texts.games.texts

    def texts_with(self, word: str) -> NDArray[Any]:
        """Return which texts hold a folded word."""
        return self._texts.with_word(word)

    def with_word(self, word: str) -> NDArray[Any]:
        """Return which games hold a folded word in any column of the list."""
        import numpy

        named = self._texts.with_word(word)
        truth: NDArray[Any] = numpy.logical_or.reduce([named[self._listed(name)] for name in COLUMNS])
        return truth


class GameFilter:
    """The games of a list in which some parts of a question hold; games and texts may be added meanwhile."""

    def __init__(self, games: GameList, parts: Sequence[GamePart], among: NDArray[Any] | None = None) -> None:
        """Without parts every game fits; ``among`` says of each game by its index whether it may, of later ones not."""
        self._texts = ListedTexts(games)
        self._parts = tuple(parts)
        self._among = among

    def matching(self, first: int, last: int) -> NDArray[Any]:
        """Return the indices of the games that fit, from an index on up to another one."""
        import numpy

        indices = numpy.arange(first, last, dtype=numpy.int32)
        if not len(indices):
            return indices
        games = ListedGames(self._texts, first, last)
        wanted = numpy.ones(len(indices), bool)
        if self._among is not None:
            known = self._among[first:last]
            wanted = numpy.concatenate([known, numpy.zeros(len(indices) - len(known), bool)])
        for part in self._parts:
            wanted &= part.holds(games)
        return indices[wanted]

    def prepare(self) -> Iterator[None]:
        """Search the texts that were added since the last time; yields after each word."""
        for part in self._parts:
            for word in words_of(part):
                self._texts.with_word(word)
                yield


_PLAYERS: Final = ("white", "black", "player")
_MOST_COMPARED: Final = 500  # The number of names among which those that begin with the text come first.


class ListedNames:
    """The names in a list of games, whose games are counted once for each number of them."""

    def __init__(self, games: GameList) -> None:
        self.games = games
        self._counts: dict[str, tuple[int, NDArray[Any]]] = {}

    def names(self, field: str, text: str, most: int) -> tuple[tuple[str, int], ...]:
        """Return the commonest names with all words of a text and their numbers of games; first those that begin so."""
        import numpy

        counts = self._counted(field)
        for word in folded(text).replace(",", " ").split():
            counts = numpy.where(self.games.texts.containing(word)[: len(counts)], counts, 0)
        found = numpy.flatnonzero(counts)
        found = found[numpy.argsort(-counts[found], kind="stable")][:_MOST_COMPARED]
        begin = folded(text)
        named = [(self.games.texts[number], int(counts[number])) for number in found.tolist()]
        if field in _PLAYERS:
            named = self._joined(named, self._counted(field))
        return tuple(sorted(named, key=lambda name: not folded(name[0]).startswith(begin))[:most])

    def _joined(self, named: list[tuple[str, int]], counts: NDArray[Any]) -> list[tuple[str, int]]:
        """Return the names that are short for none of the others, the commonest first, with all their games."""
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
            found &= self.games.texts.containing(word)[: len(counts)]
        numbers = numpy.flatnonzero(found).tolist()
        texts = [(*name_parts(self.games.texts[number]), int(counts[number])) for number in numbers]
        return [(given, count) for other, given, count in texts if other == surname]

    def _counted(self, field: str) -> NDArray[Any]:
        """Return the number of games of each text, 0 for the empty one."""
        import numpy

        count, counts = self._counts.get(field, (-1, numpy.zeros(0, numpy.int64)))
        if count != len(self.games):
            names = ("White", "Black") if field == "player" else (_NAMES[field],)
            columns = [self.games.numbers(COLUMNS.index(name)) for name in names]
            counts = numpy.bincount(numpy.concatenate(columns), minlength=len(self.games.texts))
            counts[0] = 0
            self._counts[field] = len(self.games), counts
        return counts
