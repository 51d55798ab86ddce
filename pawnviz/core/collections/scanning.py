"""Scans of files of games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.making import Block, arrays_of_games
from pawnviz.core.collections.store import CollectionError
from pawnviz.core.data_files import Closeable
from pawnviz.core.games.cutting import GameText, cut, games_in_steps, head_end, read_headers, with_newlines
from pawnviz.core.games.game_file import GameFile
from pawnviz.core.positions.position_file import open_stored
from pawnviz.override import plain_override


class ScannedFile(Closeable):
    """The games of a PGN file with the arrays of a ``Collection``; a context manager that keeps the file open."""

    def __init__(self, path: str | Path) -> None:
        """Scan a file, packed or not; raises ``OSError`` and ``NoGamesError`` as ``GameFile`` does."""
        self.path = str(path)
        self._file = GameFile(path)
        try:
            self._rows, self._games = arrays_of_games(filter(None, games_in_steps(self._file.blocks())))
        except BaseException:
            self._file.close()
            raise

    @property
    def faults(self) -> list[str]:
        """Faults of the file itself, such as an archive cut short."""
        return self._file.faults

    def rows(self) -> StructureRows:
        """Return the structures of all games."""
        return self._rows

    def games(self) -> GameColumns:
        """Return the games."""
        return self._games

    def path_of(self, game: int) -> str:
        """Return the path of the file that a game is in."""
        return self.path

    def headers(self, game: int) -> dict[str, str]:
        """Return all tags of a game."""
        data = self.game_text(game).data
        return read_headers(data, head_end(data))

    def game_text(self, game: int) -> GameText:
        """Return the text of a game; raises ``OSError`` where the file has become shorter."""
        games = self._games
        data = self._file.read(int(games.offset[game]), int(games.size[game]))
        return GameText(b"".join(with_newlines((data,))), int(games.line[game]), int(games.offset[game]))

    @plain_override
    def close(self) -> None:
        """Close the file, of which no text can be read any longer."""
        self._file.close()


RANGE_BYTES: Final = 1 << 20  # The number of bytes of a range, up to the end of the game there.

_LONGEST_LINE: Final = 64 << 10
_SHORTER: Final = "“{}” has become shorter while it was read; collect it again."
_END: Final = re.compile(
    rb'^(?![\[%;])(?:[^\n]*\s)?(?:1-0|0-1|1/2-1/2|\*)[ \t\r]*\n[ \t\r]*\n(?=\[Event ")', re.MULTILINE
)
"""The end of a game: a result at the end of a line of moves, an empty line, and then the tag that parts games."""


class Range(NamedTuple):
    """Bytes of a file from the first byte of a game to the last one of another.

    ``data`` has them where the file is packed or recoded; those of others are read where they are scanned.
    """

    path: str
    start: int
    end: int
    data: bytes | None = None


class ScannedRange(NamedTuple):
    """The games of a range, whose offsets and lines count from its start, and its number of ends of lines."""

    block: Block
    line_count: int


def ranges(path: str, start: int, size: int, length: int = RANGE_BYTES) -> Iterator[Range]:
    """Yield the ranges of a file, neither packed nor recoded, from a place where one begins up to its size.

    Raises ``CollectionError`` where the file has become shorter.
    """
    with open_stored(path) as file:
        file.seek(start)

        def read(count: int) -> bytes:
            data = file.read(min(count, size - file.tell()))
            if not data and file.tell() < size:
                raise CollectionError(_SHORTER.format(path))
            return data

        for data in _pieces(read, length):
            yield Range(path, start, start + len(data))
            start += len(data)


def ranges_of_blocks(path: str, blocks: Iterator[bytes], start: int, length: int = RANGE_BYTES) -> Iterator[Range]:
    """Yield the ranges, with their bytes, of a text in blocks, of which the first one begins at ``start``."""

    def read(count: int) -> bytes:
        data = bytearray()
        for block in blocks:
            data += block
            if len(data) >= count:
                break
        return bytes(data)

    for data in _pieces(read, length):
        yield Range(path, start, start + len(data), data)
        start += len(data)


def _pieces(read: Callable[[int], bytes], length: int) -> Iterator[bytes]:
    """Yield a text in pieces of about a length, each up to the end of a game; ``read`` returns none at its end."""
    data = b""
    is_whole = False
    while True:
        end, searched = 0, length
        while not end and not is_whole:
            end = _end_of_game(data, searched)
            if not end:
                searched = max(length, len(data) - _LONGEST_LINE)
                more = read(max(length + _LONGEST_LINE, len(data)))
                is_whole = not more
                data += more
        end = end or _end_of_game(data, searched) or len(data)
        if not end:
            return
        yield data[:end]
        data = data[end:]


def _end_of_game(data: bytes, place: int) -> int:
    """Return the first end of a game from a place on that is in no comment, 0 for none; no comment is open before."""
    for match in _END.finditer(data, place):
        if data.rfind(b"{", 0, match.end()) <= data.rfind(b"}", 0, match.end()):
            return match.end()
    return 0


def scan_range(part: Range) -> ScannedRange:
    """Return the games of a range; raises ``CollectionError`` where the file has become shorter or cannot be read."""
    data = _read(part) if part.data is None else part.data
    block = Block()
    for text in cut((data,)):
        block.add(text)
    return ScannedRange(block, sum(part.count(b"\n") for part in with_newlines((data,))))


def _read(part: Range) -> bytes:
    try:
        with open_stored(part.path) as file:
            file.seek(part.start)
            data = file.read(part.end - part.start)
    except OSError as error:
        raise CollectionError(f"“{part.path}” cannot be read: {error.strerror or error}.") from None
    if len(data) < part.end - part.start:
        raise CollectionError(_SHORTER.format(part.path))
    return data
