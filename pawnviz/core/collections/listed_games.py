"""The games of a list, which is asked the same questions as a collection, and their names for completion."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy

from pawnviz.core.collections.arrays import RESULTS, UNKNOWN_RESULT, elo_of, year_of
from pawnviz.core.collections.question import GamePart, name_parts, words_of
from pawnviz.core.games.game_list import COLUMNS, GameList
from pawnviz.core.words import folded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pawnviz.core.games.cutting import GameTexts

_UNREAD: Final = -2  # The number of a text that was not read.


_NUMBERS: Final[dict[str, tuple[str, Callable[[str], int]]]] = {
    "result": ("Result", lambda text: RESULTS.get(text, UNKNOWN_RESULT)),
    "white_elo": ("WhiteElo", elo_of),
    "black_elo": ("BlackElo", elo_of),
    "year": ("Date", year_of),
}
"""The columns of numbers that tags say, with the functions that read them."""
_NAMES: Final = {"white": "White", "black": "Black", "event": "Event", "eco": "ECO"}
"""The columns of numbers of texts."""
_GAMES: Final = 1 << 17  # The number of games that are filtered at once.
_TEXTS: Final = 1 << 14  # The number of texts that are sorted at once.


class ListedGames:
    """Games of a list that follow each other, which are asked like ``GameColumns``, from ``first`` up to ``last``.

    Each text of the list is searched for a word and read as a number once; texts may be added meanwhile.
    """

    def __init__(self, games: GameList) -> None:
        self.games = games
        self.first, self.last = 0, len(games)
        self._with_word: dict[str, NDArray[Any]] = {}
        self._numbers: dict[str, NDArray[Any]] = {}

    def _listed(self, name: str) -> NDArray[Any]:
        return self.games.numbers(COLUMNS.index(name), self.first, self.last)

    def column(self, name: str) -> NDArray[Any]:
        """Return a column by its name in ``GameColumns``."""
        if name in _NAMES:
            return self._listed(_NAMES[name])
        tag, read = _NUMBERS[name]
        texts, used = self.games.texts, self._listed(tag)
        known = self._numbers.get(name, numpy.zeros(0, numpy.int16))
        if len(known) < len(texts):
            further = numpy.full(len(texts) - len(known), _UNREAD, numpy.int16)
            known = self._numbers[name] = numpy.concatenate([known, further])
        for number in numpy.unique(used[known[used] == _UNREAD]).tolist():
            known[number] = read(texts[number])
        numbers: NDArray[Any] = known[used]
        return numbers

    @property
    def texts(self) -> GameTexts:
        """All texts of the list."""
        return self.games.texts

    def texts_with(self, word: str) -> NDArray[Any]:
        """Return which texts hold a folded word."""
        known = self._with_word.get(word, numpy.zeros(0, bool))
        if len(known) < len(self.texts):
            known = self._with_word[word] = numpy.concatenate([known, self.texts.containing(word, len(known))])
        return known

    def with_word(self, word: str) -> NDArray[Any]:
        """Return which games hold a folded word in any column of the list."""
        named = self.texts_with(word)
        truth: NDArray[Any] = numpy.logical_or.reduce([named[self._listed(name)] for name in COLUMNS])
        return truth


class GameFilter:
    """The games of a list in which some parts of a question hold; games and texts may be added meanwhile."""

    def __init__(self, games: GameList, parts: Sequence[GamePart], among: NDArray[Any] | None = None) -> None:
        """Without parts every game fits; ``among`` says of each game by its index whether it may, of later ones not."""
        self._games = ListedGames(games)
        self._parts = tuple(parts)
        self._among = among

    def matching(self, first: int, last: int) -> NDArray[Any]:
        """Return the indices of the games that fit, from an index on up to another one."""
        indices = numpy.arange(first, last, dtype=numpy.int32)
        if not len(indices):
            return indices
        self._games.first, self._games.last = first, last
        wanted = numpy.ones(len(indices), bool)
        if self._among is not None:
            known = self._among[first:last]
            wanted = numpy.concatenate([known, numpy.zeros(len(indices) - len(known), bool)])
        for part in self._parts:
            wanted &= part.holds(self._games)
        return indices[wanted]

    def arranged(self, count: int, sorted_by: tuple[int, bool] | None) -> Generator[None, None, NDArray[numpy.int32]]:
        """Return the games that fit, sorted by a column, numbers first, or as in the file; yields between pieces."""
        games = self._games.games
        # The texts that were added since the last time are searched once for all games.
        for word in (word for part in self._parts for word in words_of(part)):
            self._games.texts_with(word)
            yield
        pieces = [numpy.zeros(0, numpy.int32)]
        for first in range(0, count, _GAMES):
            pieces.append(self.matching(first, min(first + _GAMES, count)))
            yield
        indices = numpy.concatenate(pieces)
        if sorted_by is None:
            return indices
        column, descending = sorted_by
        keys = games.numbers(column)[indices]
        if column < len(COLUMNS):
            ranks = yield from _ranks(games.texts, keys)
            keys = ranks[keys]
        yield
        largest = int(keys.max(initial=0))
        if descending:
            keys = largest - keys
        # Sixteen bits at a time, since NumPy sorts those in linear time.
        order = numpy.argsort((keys & 0xFFFF).astype(numpy.uint16), kind="stable")
        if largest > 0xFFFF:
            yield
            order = order[numpy.argsort((keys[order] >> 16).astype(numpy.uint16), kind="stable")]
        return indices[order]


def _ranks(texts: GameTexts, used: NDArray[numpy.int32]) -> Generator[None, None, NDArray[numpy.int32]]:
    is_used = numpy.zeros(len(texts), numpy.bool_)
    is_used[used] = True
    numbers = numpy.flatnonzero(is_used)
    keys: list[str] = []
    runs: deque[list[int]] = deque()
    for start in range(0, len(numbers), _TEXTS):
        for number in numbers[start : start + _TEXTS].tolist():
            text = texts[number]
            # Numbers by their size come before other texts, which are sorted without case.
            is_number = text.isdecimal() and len(text) < 10
            keys.append(f"0{int(text):09}" if is_number else f"1{text.casefold()}")
        runs.append(sorted(range(start, len(keys)), key=keys.__getitem__))
        yield
    while len(runs) > 1:
        # Two runs that are sorted are merged by the sort in linear time.
        runs.append(sorted(runs.popleft() + runs.popleft(), key=keys.__getitem__))
        yield
    ranks = numpy.zeros(len(is_used), numpy.int32)
    if runs:
        (run,) = runs
        # Texts that differ in capitals only are equal.
        steps = [0, *(keys[first] != keys[second] for first, second in pairwise(run))]
        ranks[numbers[run]] = numpy.cumsum(steps, dtype=numpy.int32)
    return ranks


_PLAYERS: Final = ("white", "black", "player")
_MOST_COMPARED: Final = 500  # The number of names among which those that begin with the text come first.


class ListedNames:
    """The names in a list of games, whose games are counted once for each number of them."""

    def __init__(self, games: GameList) -> None:
        self.games = games
        self._counts: dict[str, tuple[int, NDArray[Any]]] = {}

    def names(self, field: str, text: str, most: int) -> tuple[tuple[str, int], ...]:
        """Return the commonest names with all words of a text and their numbers of games; first those that begin so."""
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
        found = counts > 0
        for word in surname.split():
            found &= self.games.texts.containing(word)[: len(counts)]
        numbers = numpy.flatnonzero(found).tolist()
        texts = [(*name_parts(self.games.texts[number]), int(counts[number])) for number in numbers]
        return [(given, count) for other, given, count in texts if other == surname]

    def _counted(self, field: str) -> NDArray[Any]:
        """Return the number of games of each text, 0 for the empty one."""
        count, counts = self._counts.get(field, (-1, numpy.zeros(0, numpy.int64)))
        if count != len(self.games):
            names = ("White", "Black") if field == "player" else (_NAMES[field],)
            columns = [self.games.numbers(COLUMNS.index(name)) for name in names]
            counts = numpy.bincount(numpy.concatenate(columns), minlength=len(self.games.texts))
            counts[0] = 0
            self._counts[field] = len(self.games), counts
        return counts
