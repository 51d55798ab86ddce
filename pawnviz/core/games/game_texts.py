"""The tags of many games, each text kept once, so that players and events repeat as numbers."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from pawnviz.core.words import folded, shortened

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

LONGEST_TEXT: Final = 1000  # The number of characters of a text that are kept.
_BETWEEN: Final = b"\xff"  # A byte that no text in UTF-8 holds.


class GameTexts:
    """Different texts by their numbers from 0, of which 0 is the empty one."""

    def __init__(self) -> None:
        self._texts = [""]
        self._numbers = {"": 0}
        self._folded = bytearray(_BETWEEN)
        self._ends = array("q", [len(self._folded)])

    def __len__(self) -> int:
        return len(self._texts)

    def __getitem__(self, number: int) -> str:
        """Return a text by its number; raises ``IndexError``."""
        return self._texts[number]

    def number(self, text: str) -> int:
        """Return the number of a text, which is added where it is new, and cut where it is too long."""
        number = self._numbers.get(text)
        if number is None and len(text) > LONGEST_TEXT:
            return self.number(shortened(text, LONGEST_TEXT))
        if number is None:
            number = self._numbers[text] = len(self._texts)
            self._texts.append(text)
            self._folded += folded(text).encode(errors="surrogatepass") + _BETWEEN
            self._ends.append(len(self._folded))
        return number

    def containing(self, word: str, first: int = 0) -> NDArray[numpy.bool_]:
        """Return for each text from a number on whether it holds a folded word; half a million take some 20 ms."""
        import numpy

        matches = numpy.full(len(self) - first, not word, numpy.bool_)
        if not len(matches) or not word:
            return matches
        start = self._ends[first - 1] if first else 0
        searched = numpy.frombuffer(self._folded, numpy.uint8, offset=start)
        sought = word.encode(errors="surrogatepass")
        places = numpy.flatnonzero(searched == sought[0])
        for distance in range(1, len(sought)):
            places = places[places < len(searched) - distance]
            places = places[searched[places + distance] == sought[distance]]
        ends = numpy.frombuffer(self._ends, numpy.int64)[first:] - start
        matches[numpy.searchsorted(ends, places, side="right")] = True
        return matches
