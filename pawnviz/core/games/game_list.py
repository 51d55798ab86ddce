"""The list of a file's games, filtered and sorted a piece at a time, and replaced texts in it."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.games.cutting import (
    LONGEST_MOVES,
    LONGEST_TEXT,
    GameText,
    GameTexts,
    chapter_of,
    cut,
    decode,
    has_players,
    head_end,
    read_headers,
)
from pawnviz.core.words import shortened

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Indices = NDArray[numpy.int32]

COLUMNS: Final = ("White", "WhiteElo", "Black", "BlackElo", "Result", "Event", "Date", "ECO")
"""The tags that the list keeps, in the order of its columns."""

_SHORT: Final = 12  # The number of characters of a common beginning that is not left out.
_COMMENT: Final = rb"(?:\{[^}]*\}?|;[^\n]*|^%[^\n]*)"
NO_MOVES: Final = re.compile(rb"%b(?:\s*+%b)*+" % (_COMMENT, _COMMENT), re.MULTILINE)
"""Comments and escaped lines that follow each other."""
_RARE_MOVE: Final = re.compile(rb"[ .\n](?:0-0|--|Z0)")
_WORD_BEHIND_MOVE: Final = re.compile(rb"\s(?:N|ep|e\.p\.|ch|dbl)(?!\w)")
_FIGURINE: Final = re.compile(rb"\xe2\x99[\x94-\x9f](?:\xef\xb8[\x8e\x8f])?")
_VARIATION: Final = re.compile(rb"\([^()]*\)")
_PARENTHESES: Final = re.compile(rb"\(+|\)+")
_BEFORE, _FIRST = b"\x01", b"\x02"
_KINDS: Final = bytes(
    _BEFORE[0] if chr(byte) in " .\t\n)}\xa0\xaf" else _FIRST[0] if chr(byte) in "abcdefghKQRBNO" else 0
    for byte in range(256)
)
"""For each byte whether it can stand before a move, as the end of a no-break space can, can begin one, or neither."""


class GameEntry(NamedTuple):
    """A game in the list: its line from 1, its place and length, its tags of ``COLUMNS``, and its number of plies."""

    line: int
    offset: int
    size: int
    headers: dict[str, str]
    plies: int
    is_utf_8: bool


class GameList:
    """The games of a file, to which games are added as they are found."""

    def __init__(self) -> None:
        self._offsets, self._lines, self._sizes = array("q"), array("q"), array("q")
        self._plies = array("i")
        self._are_utf_8 = bytearray()
        self._columns = tuple(array("i") for _ in COLUMNS)
        self._chapters: dict[int, str] = {}
        self.texts = GameTexts()

    def __len__(self) -> int:
        return len(self._offsets)

    def __getitem__(self, index: int) -> GameEntry:
        """Return a game by its index from 0; raises ``IndexError``."""
        line, offset, size = self._lines[index], self._offsets[index], self._sizes[index]
        headers = {name: self.text(index, column) for column, name in enumerate(COLUMNS)}
        return GameEntry(line, offset, size, headers, self._plies[index], bool(self._are_utf_8[index]))

    def text(self, index: int, column: int) -> str:
        """Return the text of a game's tag of a column, empty if it has none."""
        return self.texts[self._columns[column][index]]

    def chapter(self, index: int) -> str:
        """Return the name of a chapter by its index, empty for a game with players."""
        return self._chapters.get(index, "")

    def distinct_chapter(self, index: int) -> str:
        """Return the name of a chapter without a long beginning, at a word, that the one before or after it has too."""
        name = self.chapter(index)
        pairs = (zip(name, self.chapter(other), strict=False) for other in (index - 1, index + 1))
        shared = max(sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], each)) for each in pairs)
        start = name.rfind(" ", 0, shared + 1) + 1
        return f"…{name[start:]}" if _SHORT <= start < len(name) else name

    def replace(self, index: int, game: GameText, line_count: int) -> None:
        """Replace the text of a game, which had a number of ends of lines; further games move by the difference."""
        import numpy

        further = GameList()
        further.add(game)
        entry = further[0]
        moved = slice(index + 1, None)
        numpy.frombuffer(self._offsets, numpy.int64)[moved] += entry.size - self._sizes[index]
        numpy.frombuffer(self._lines, numpy.int64)[moved] += game.data.count(b"\n") - line_count
        self._sizes[index], self._plies[index] = entry.size, entry.plies
        self._are_utf_8[index] = entry.is_utf_8
        for name, column in zip(COLUMNS, self._columns, strict=True):
            column[index] = self.texts.number(entry.headers[name])

    def add(self, game: GameText) -> None:
        """Add a game at the end."""
        data = game.data
        end = game.head or head_end(data)
        headers = read_headers(data, end)
        self._offsets.append(game.offset)
        self._lines.append(game.line)
        self._sizes.append(len(data))
        self._plies.append(ply_count(data, end))
        self._are_utf_8.append(data.isascii() or decode(data)[1])
        number = self.texts.number
        for name, column in zip(COLUMNS, self._columns, strict=True):
            column.append(number(headers.get(name, "")))
        if not has_players(headers) and (chapter := chapter_of(headers)):
            self._chapters[len(self) - 1] = shortened(chapter, LONGEST_TEXT)

    def numbers(self, column: int, first: int = 0, last: int | None = None) -> NDArray[numpy.int32]:
        """Return a view of the number of each game's text in a column, or behind the last one its number of moves."""
        import numpy

        values = self._columns[column] if column < len(COLUMNS) else self._plies
        return numpy.frombuffer(values, numpy.int32)[first:last] if values else numpy.zeros(0, numpy.int32)


def ply_count(data: bytes, start: int) -> int:
    """Return how many moves a text has from a place on, without variations, none after ``LONGEST_MOVES`` bytes."""
    moves = data[start:]
    if not moves:
        return 0
    is_annotated = b"!" in moves or b"?" in moves
    if b"{" in moves or b";" in moves or b"%" in moves:
        moves, is_annotated = NO_MOVES.sub(b" ", moves), True
    if b"(" in moves:
        moves, is_annotated = without_variations(moves[:LONGEST_MOVES]), True
    if not moves.isascii():
        moves, is_annotated = _FIGURINE.sub(b"K", moves), True
    count = (b"\n" + moves).translate(_KINDS).count(_BEFORE + _FIRST)
    # Of the rare words, that of a null move and of castling begins with no letter, and the others are no moves.
    if b"0-0" in moves or b"--" in moves or b"Z" in moves:
        count += len(_RARE_MOVE.findall(moves))
    if is_annotated or b"p" in moves or b"l" in moves:
        count -= len(_WORD_BEHIND_MOVE.findall(moves))
    return count


def without_variations(moves: bytes) -> bytes:
    """Return moves without the text in parentheses; a parenthesis that nothing closes takes the rest."""
    # Most variations have none in them, and are quickly gone.
    moves = _VARIATION.sub(b" ", moves)
    kept = []
    depth = place = 0
    for match in _PARENTHESES.finditer(moves):
        length = match.end() - match.start()
        if match[0].startswith(b"("):
            if not depth:
                kept.append(moves[place : match.start()])
            depth += length
        elif depth:
            place = match.start() + depth if length > depth else match.end()
            depth = max(0, depth - length)
    if not depth:
        kept.append(moves[place:])
    return b" ".join(kept)


BLOCK: Final = 1 << 20  # The most bytes that are read at once.


class Replacement(NamedTuple):
    """Bytes that come in place of ``size`` others at an offset."""

    offset: int
    size: int
    data: bytes


def with_replacements(
    read: Callable[[int, int], bytes], length: int, replacements: Iterable[Replacement]
) -> Iterator[bytes]:
    """Yield the bytes of a file with replacements that do not overlap; raises ``OSError`` if it became shorter."""
    place = 0
    for replacement in [*sorted(replacements), Replacement(length, 0, b"")]:
        while place < replacement.offset:
            block = read(place, min(BLOCK, replacement.offset - place))
            if not block:
                raise OSError("it has become shorter meanwhile")
            place += len(block)
            yield block
        place += replacement.size
        yield replacement.data


def find_replacements(
    blocks: Iterable[bytes], read: Callable[[int, int], bytes], wanted: Mapping[bytes, bytes]
) -> tuple[list[Replacement], list[bytes]]:
    """Return the replacements in another state of a file, and the games that it does not hold exactly once."""
    found: dict[bytes, list[Replacement]] = {old: [] for old in wanted}
    sizes = {len(old) for old in wanted}
    for text in cut(blocks):
        size = len(text.data)
        if size in sizes and (old := read(text.offset, size)) in wanted:
            found[old].append(Replacement(text.offset, size, wanted[old]))
    once = [places[0] for places in found.values() if len(places) == 1]
    return once, [old for old, places in found.items() if len(places) != 1]
