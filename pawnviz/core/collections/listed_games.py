"""The games of a list, of which the same parts of questions are asked as of a collection, a piece at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.collections.arrays import RESULTS, UNKNOWN_RESULT, AskedGames, Texts, elo_of, year_of
from pawnviz.core.collections.question import GamePart, words_of
from pawnviz.core.games.game_list import COLUMNS, GameList

if TYPE_CHECKING:
    from numpy.typing import NDArray

_UNREAD: Final = -2  # The number of a text that was not read.
_COLUMNS: Final = {name: number for number, name in enumerate(COLUMNS)}


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
        known = self._with_word.get(word)
        if known is None:
            known = numpy.zeros(0, bool)
        if len(known) < len(texts):
            known = numpy.concatenate([known, texts.containing(word, len(known))])
            self._with_word[word] = known
        return known

    def numbers(self, read: Callable[[str], int], used: NDArray[Any]) -> NDArray[Any]:
        """Return the numbers that some texts say, with a function that reads one of them."""
        import numpy

        texts = self.games.texts
        known = self._numbers.get(read)
        count = 0 if known is None else len(known)
        if known is None or count < len(texts):
            further = numpy.full(len(texts) - count, _UNREAD, numpy.int16)
            known = self._numbers[read] = further if known is None else numpy.concatenate([known, further])
        for number in numpy.unique(used[known[used] == _UNREAD]).tolist():
            known[number] = read(texts[number])
        numbers: NDArray[Any] = known[used]
        return numbers


def _result_of(text: str) -> int:
    return RESULTS.get(text, UNKNOWN_RESULT)


class ListedGames(AskedGames):
    """Some games of a list that follow each other."""

    def __init__(self, texts: ListedTexts, first: int, last: int) -> None:
        """The games from an index on up to another one."""
        self._texts = texts
        self._first, self._last = first, last

    def _column(self, name: str) -> NDArray[Any]:
        return self._texts.games.numbers(_COLUMNS[name], self._first, self._last)

    @property
    def result(self) -> NDArray[Any]:
        """The results that the tags say."""
        return self._texts.numbers(_result_of, self._column("Result"))

    @property
    def white_elo(self) -> NDArray[Any]:
        """White's ratings."""
        return self._texts.numbers(elo_of, self._column("WhiteElo"))

    @property
    def black_elo(self) -> NDArray[Any]:
        """Black's ratings."""
        return self._texts.numbers(elo_of, self._column("BlackElo"))

    @property
    def year(self) -> NDArray[Any]:
        """The years of the dates."""
        return self._texts.numbers(year_of, self._column("Date"))

    @property
    def white(self) -> NDArray[Any]:
        """White's players."""
        return self._column("White")

    @property
    def black(self) -> NDArray[Any]:
        """Black's players."""
        return self._column("Black")

    @property
    def event(self) -> NDArray[Any]:
        """The events."""
        return self._column("Event")

    @property
    def eco(self) -> NDArray[Any]:
        """The codes of openings."""
        return self._column("ECO")

    @property
    def texts(self) -> Texts:
        """All texts of the list."""
        return self._texts.games.texts

    def texts_with(self, word: str) -> NDArray[Any]:
        """Return which texts hold a folded word."""
        return self._texts.with_word(word)

    def with_word(self, word: str) -> NDArray[Any]:
        """Return which games hold a folded word in any column of the list."""
        import numpy

        named = self._texts.with_word(word)
        truth: NDArray[Any] = numpy.logical_or.reduce([named[self._column(name)] for name in COLUMNS])
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
            wanted[len(known) :] = False
            wanted[: len(known)] = known
        for part in self._parts:
            wanted &= part.holds(games)
        return indices[wanted]

    def prepare(self) -> Iterator[None]:
        """Search the texts that were added since the last time; yields after each word."""
        for part in self._parts:
            for word in words_of(part):
                self._texts.with_word(word)
                yield
