"""The games of a list filtered and sorted a piece at a time, so that a window goes on answering meanwhile."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Protocol

from pawnviz.core.games.game_list import COLUMNS, GameList
from pawnviz.core.games.headers import GameTexts

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Indices = NDArray[numpy.int32]

_GAMES: Final = 1 << 17  # The number of games that are filtered at once.
_TEXTS: Final = 1 << 14  # The number of texts that are sorted at once.


class WantedGames(Protocol):
    """A filter of a list of games."""

    def matching(self, first: int, last: int) -> Indices:
        """Return the indices of the games that it lets through, from an index on up to another one."""

    def prepare(self) -> Iterator[None]:
        """Do the work that is done once for all games; yields after each piece of it."""


def arranged(
    games: GameList, wanted: WantedGames, count: int, sorted_by: tuple[int, bool] | None
) -> Generator[None, None, Indices]:
    """Return the first games that a filter lets through in their order; yields after each piece of the work.

    They are sorted by a column, after the last one by the number of moves, descending or not, or as in the file where
    none is given. Texts of digits are numbers and come first. Equal games stay in their order.
    """
    import numpy

    yield from wanted.prepare()
    pieces = [numpy.zeros(0, numpy.int32)]
    for first in range(0, count, _GAMES):
        pieces.append(wanted.matching(first, min(first + _GAMES, count)))
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
    import numpy

    is_used = numpy.zeros(len(texts), numpy.bool_)
    is_used[used] = True
    numbers = numpy.flatnonzero(is_used)
    keys: list[str] = []
    runs: deque[list[int]] = deque()
    for start in range(0, len(numbers), _TEXTS):
        keys += [_sort_key(texts[number]) for number in numbers[start : start + _TEXTS].tolist()]
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


def _sort_key(text: str) -> str:
    """Return the key that sorts a text: numbers by their size before other texts, which are sorted without case."""
    return f"0{int(text):09}" if text.isdecimal() and len(text) < 10 else f"1{text.casefold()}"
