"""The ranking of the command palette: entries of every kind, found by typed parts of their names."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from itertools import pairwise
from typing import Final, NamedTuple

from pawnviz.core.words import folded

MOST_RESULTS: Final = 50
LONGEST_TYPED: Final = 100  # The number of characters of a typed text that are read.

_WORD: Final = re.compile(r"[^\W_]+(?:\+[^\W_]+)*")
_SILENT: Final = re.compile(r"['’.]")  # Signs that are left out within a word: queen's, e.p.
_END: Final = "\U0010ffff"  # A character behind all others.
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"

_TITLE, _OTHER, _ABOUT = 0.0, 0.9, 3.0  # The costs of a word in a title, among other words, and in a description.
_PREFIX: Final = 0.3  # That of a word of which only the beginning was typed, ...
_REST: Final = 0.4  # ... and that of the part which was not.
_PLURAL: Final = 0.5
_JOINED: Final = 0.3  # That of two words typed as one.
_ACRONYM: Final = 0.6
_ERROR: Final = 2.0  # That of one letter that is wrong, swapped, missing or too many, ...
_FIRST_ERROR: Final = 0.6  # ... and more if it is the first one.
_LEFT_OUT: Final = 0.12  # That of each word of the title that was not typed.
_WHOLE, _BEGINNING = -1.5, -0.7  # The gains if the title, or its beginning, was typed.
_MISSING: Final = 4.0  # The cost of a typed word that an entry does not have, if no entry has all of them.
_SMALL_MISSING: Final = 0.3  # The same of a small word, always.

_SMALL_WORDS: Final = frozenset(
    _WORD.findall(
        "a an and are at by do does for go how i in is it me my of on open or please see show that the this to up what"
        " where which with"
    )
)
"""Words that need not be found."""

_MOST_COMPARED: Final = 400  # The number of entries, the cheapest by their words, whose whole titles are compared.

_MOST_FOUND: Final = 3000  # The number of entries that are enough for one letter, which thousands of players have.

_LEAST_WITH_ERROR: Final = 3  # The least number of letters of a word in which an error is tolerated.
_LEAST_DESCRIBED: Final = 3  # That of a word which is sought in descriptions.


class Entry(NamedTuple):
    """A thing that has a name: its kind, its title, other ``words`` for it, and a description, which counts least.

    ``run`` does it. ``bias`` is added to the cost of finding it. ``keys`` is a portable key
    sequence, ``command`` the name of the command, or empty, and ``remark`` is shown in place of the description.
    """

    kind: str
    title: str
    run: Callable[[], object]
    words: str = ""
    about: str = ""
    bias: float = 0.0
    keys: str = ""
    command: str = ""
    remark: str = ""


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded, without apostrophes and dots; a key such as ``ctrl+k`` is one word."""
    return _WORD.findall(_SILENT.sub("", folded(text)))


class Index:
    """Entries, found by the beginnings of their words."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(entries)
        self._titles: list[str] = []
        self._lengths: list[int] = []
        places: dict[str, list[tuple[int, float]]] = {}
        for number, entry in enumerate(self.entries):
            title = words_of(entry.title)
            self._titles.append("".join(title))
            self._lengths.append(len(title))
            for word, cost in _named(title, entry):
                places.setdefault(word, []).append((number, cost))
        self._vocabulary = sorted(places)
        self._places = [places[word] for word in self._vocabulary]

    def costs(self, word: str, *, is_alone: bool = False) -> dict[int, float]:
        """Return by the number of an entry the least cost of finding a typed word in it.

        Of a word that ``is_alone`` the first ``_MOST_FOUND`` entries or a few more are enough.
        """
        found: dict[int, float] = {}
        self._add(found, word, 0.0, _MOST_FOUND if is_alone else len(self.entries))
        if len(word) > _LEAST_DESCRIBED and word.endswith("s"):
            self._add(found, word[:-1], _PLURAL, len(self.entries))
        for other, cost in _with_error(word):
            self._add(found, other, cost, len(self.entries))
        return found

    def _add(self, found: dict[int, float], word: str, cost: float, most: int) -> None:
        vocabulary = self._vocabulary
        first = bisect_left(vocabulary, word)
        if first == len(vocabulary) or not vocabulary[first].startswith(word):
            return
        length, describes = len(word), len(word) >= _LEAST_DESCRIBED
        for place in range(first, bisect_left(vocabulary, word + _END, first)):
            if len(found) > most:
                break
            rest = len(vocabulary[place]) - length
            match = cost + (_PREFIX + _REST * rest / (rest + length) if rest else 0.0)
            for number, field in self._places[place]:
                total = field + match
                if (describes or field < _ABOUT) and total < found.get(number, 99.0):
                    found[number] = total

    def whole_cost(self, number: int, typed: tuple[str, ...], word_count: int) -> float:
        """Return the cost of an entry as a whole for a text, with and without its small words, both without blanks."""
        title = self._titles[number]
        cost = self.entries[number].bias + _LEFT_OUT * min(6, max(0, self._lengths[number] - word_count))
        if title in typed:
            return cost + _WHOLE
        return cost + _BEGINNING if title.startswith(typed) else cost


def _named(title: Sequence[str], entry: Entry) -> Iterator[tuple[str, float]]:
    """Yield the words by which an entry is found, each with its cost."""
    for words, cost in ((title, _TITLE), (words_of(entry.words), _OTHER)):
        yield from ((word, cost) for word in words)
        yield from ((first + second, cost + _JOINED) for first, second in pairwise(words))
    if len(title) > 2:
        yield "".join(word[0] for word in title if word not in _SMALL_WORDS), _ACRONYM
    yield from ((word, _ABOUT) for word in set(words_of(entry.about)))


def _with_error(word: str) -> Iterator[tuple[str, float]]:
    """Yield the words of which a typed one may be the beginning with one error, each with its cost."""
    length = len(word)
    if length < _LEAST_WITH_ERROR or not word.isalpha():
        return
    for place in range(length):
        before, after = word[:place], word[place + 1 :]
        cost = _ERROR if place else _ERROR + _FIRST_ERROR
        if after:
            yield f"{before}{after[0]}{word[place]}{after[1:]}", cost
        for letter in _LETTERS:
            yield f"{before}{letter}{word[place:]}", cost
        if length > _LEAST_WITH_ERROR:
            yield before + after, cost
            if after:  # Another last letter is found as one too many.
                for letter in _LETTERS:
                    yield f"{before}{letter}{after}", cost


def ranked(indexes: Sequence[Index], text: str) -> list[Entry]:
    """Return the entries that have all words of a typed text, or their beginnings, the best first.

    Words stand in any order; one letter of each may be wrong, swapped, missing or too many, and small words such as
    ``the`` need not be there. If no entry has all of three or more words, one word may be missing. Without a text the
    first entries are returned.
    """
    words = list(dict.fromkeys(words_of(text[:LONGEST_TYPED])))
    if not words:
        return [entry for index in indexes for entry in index.entries][:MOST_RESULTS]
    tables = [{word: index.costs(word, is_alone=len(words) == 1) for word in words} for index in indexes]
    needed = [word for word in words if word not in _SMALL_WORDS] or words
    typed = ("".join(words), "".join(needed))
    found = _found(indexes, tables, needed, words, typed, 0)
    if not found and len(words) > 1:
        joined = [index.costs(typed[0]) for index in indexes]
        found = [(cost, index, number) for index, table in enumerate(joined) for number, cost in table.items()]
    if not found and len(needed) > 2:
        found = _found(indexes, tables, needed, words, typed, 1)
    return [indexes[index].entries[number] for _, index, number in nsmallest(MOST_RESULTS, found)]


def _found(
    indexes: Sequence[Index],
    tables: Sequence[Mapping[str, Mapping[int, float]]],
    needed: Sequence[str],
    words: Sequence[str],
    typed: tuple[str, ...],
    missing: int,
) -> list[tuple[float, int, int]]:
    """Return cost, number of the index and number of each entry that lacks at most a number of the needed words."""
    found: list[tuple[float, int, int]] = []
    for place, table in enumerate(tables):
        if len(needed) == 1:
            found.extend([(cost, place, number) for number, cost in table[needed[0]].items()])
            continue
        if missing:
            numbers = {number for word in needed for number in table[word]}
        else:
            numbers = set(table[min(needed, key=lambda word: len(table[word]))])
        for number in numbers:
            costs = [table[word].get(number, _MISSING) for word in needed]
            if costs.count(_MISSING) <= missing:
                found.append((sum(costs), place, number))
    small = [word for word in words if word not in needed]
    compared = []
    for cost, place, number in nsmallest(_MOST_COMPARED, found):
        silent = sum(min(_SMALL_MISSING, tables[place][word].get(number, _SMALL_MISSING)) for word in small)
        compared.append((cost + silent + indexes[place].whole_cost(number, typed, len(needed)), place, number))
    return compared
