"""The games of a file as a list: where each stands and what its tags say, in columns.

Each text is kept once, and a game is a row of numbers, so that a million games take about 100 MB.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pawnviz.core.games.cutting import GameText
from pawnviz.core.games.headers import decode, head_end, read_headers

COLUMNS: Final = ("White", "WhiteElo", "Black", "BlackElo", "Result", "Event", "Date", "ECO")
"""The tags that the list keeps, in the order of its columns."""

_NO_MOVES: Final = re.compile(rb"\{[^}]*\}?|;[^\n]*|^%[^\n]*", re.MULTILINE)
_PARENTHESES: Final = re.compile(rb"[()]")
_BEFORE, _FIRST = b"\x01", b"\x02"
_KINDS: Final = bytes(
    _BEFORE[0] if chr(byte) in " .\t\n)}" else _FIRST[0] if chr(byte) in "abcdefghKQRBNO" else 0 for byte in range(256)
)
"""For each byte whether it can stand before a move, can begin one, or neither."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game in the list: its line from 1, its place and length in the file, its tags of ``COLUMNS``, and its moves.

    ``plies`` counts the moves of both sides without variations, whether they are legal or not. ``is_utf_8`` is false
    where the text is not UTF-8 and is read as Windows-1252.
    """

    line: int
    offset: int
    size: int
    headers: dict[str, str]
    plies: int
    is_utf_8: bool


class GameList:
    """The games of a file, to which games are added as they are found."""

    def __init__(self) -> None:
        """Hold no games yet."""
        self._offsets, self._lines = array("q"), array("q")
        self._sizes, self._plies = array("l"), array("l")
        self._are_utf_8 = bytearray()
        self._texts = [""]
        self._numbers = {"": 0}
        self._columns = tuple(array("l") for _ in COLUMNS)

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self._offsets)

    def __getitem__(self, index: int) -> GameEntry:
        """Return a game by its index from 0; raises ``IndexError``."""
        headers = {name: self.text(index, column) for column, name in enumerate(COLUMNS)}
        return GameEntry(
            self._lines[index],
            self._offsets[index],
            self._sizes[index],
            headers,
            self._plies[index],
            bool(self._are_utf_8[index]),
        )

    def text(self, index: int, column: int) -> str:
        """Return what a game's tag of a column says, empty where it has none."""
        return self._texts[self._columns[column][index]]

    def plies(self, index: int) -> int:
        """Return the number of moves of a game by its index."""
        return self._plies[index]

    def line(self, index: int) -> int:
        """Return the number of the first line of a game by its index."""
        return self._lines[index]

    def is_utf_8(self, index: int) -> bool:
        """Return whether the text of a game by its index is UTF-8."""
        return bool(self._are_utf_8[index])

    def add(self, game: GameText) -> None:
        """Add a game at the end."""
        data = game.data
        end = head_end(data)
        headers = read_headers(data, end)
        self._offsets.append(game.offset)
        self._lines.append(game.line)
        self._sizes.append(len(data))
        self._plies.append(ply_count(data, end))
        self._are_utf_8.append(data.isascii() or decode(data)[1])
        numbers = self._numbers
        for name, column in zip(COLUMNS, self._columns, strict=True):
            text = headers.get(name, "")
            number = numbers.get(text)
            if number is None:
                number = numbers[text] = len(self._texts)
                self._texts.append(text)
            column.append(number)

    def matching(self, words: Sequence[str], first: int = 0) -> list[int]:
        """Return the indices, from one on, of the games in whose tags each of some case-folded words is found."""
        if not words or first >= len(self):
            return list(range(first, len(self)))
        import numpy

        columns = [numpy.array(column, numpy.intp)[first:] for column in self._columns]
        wanted = numpy.ones(len(self) - first, numpy.bool_)
        for word in words:
            # Each text is looked at once, and games hold its number.
            found = numpy.array([word in text.casefold() for text in self._texts], numpy.bool_)
            wanted &= numpy.logical_or.reduce([found[column] for column in columns])
        indices: list[int] = (numpy.flatnonzero(wanted) + first).tolist()
        return indices

    def in_order(self, indices: Sequence[int], column: int, *, descending: bool) -> list[int]:
        """Return indices of games sorted by a column, or after the last column by the number of moves.

        Texts of digits are numbers and come first. Games that are equal stay in their order.
        """
        import numpy

        if column >= len(COLUMNS):
            keys = numpy.array(self._plies, numpy.intp)
        else:
            used = sorted(set(self._columns[column]), key=lambda number: _sort_key(self._texts[number]))
            ranks = numpy.zeros(len(self._texts), numpy.intp)
            ranks[used] = numpy.arange(len(used))
            keys = ranks[numpy.array(self._columns[column], numpy.intp)]
        chosen = numpy.array(indices, numpy.intp)
        keys = keys[chosen]
        ordered: list[int] = chosen[numpy.argsort(-keys if descending else keys, kind="stable")].tolist()
        return ordered


def _sort_key(text: str) -> tuple[bool, int, str]:
    """Return what a text is sorted by: numbers by their size before other texts, which are sorted without case."""
    is_number = text.isdecimal() and len(text) < 10
    return not is_number, int(text) if is_number else 0, text.casefold()


def ply_count(data: bytes, start: int) -> int:
    """Return how many moves the text of a game has from a place on, without variations and comments."""
    moves = data[start:]
    if b"{" in moves or b";" in moves or b"%" in moves:
        moves = _NO_MOVES.sub(b" ", moves)
    if b"(" in moves:
        moves = _without_variations(moves)
    count = (b"\n" + moves).translate(_KINDS).count(_BEFORE + _FIRST)
    rare = moves.count(b" --") + moves.count(b" Z0") + len(re.findall(rb"[ .]0-0", moves)) if b"0-0" in moves else 0
    return count + rare - (moves.count(b" e.p.") if b"e.p." in moves else 0)


def _without_variations(moves: bytes) -> bytes:
    """Return moves without what stands in parentheses; a parenthesis that nothing closes takes the rest."""
    kept = []
    depth = place = 0
    for match in _PARENTHESES.finditer(moves):
        if match[0] == b"(":
            if not depth:
                kept.append(moves[place : match.start()])
            depth += 1
        elif depth:
            depth -= 1
            place = match.end()
    if not depth:
        kept.append(moves[place:])
    return b" ".join(kept)
