"""The making of collections: sources, and blocks of games that are written."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from pawnviz.core.collections.arrays import GAME_KINDS, TEXT_COLUMNS, GameColumns, StructureRows, elo_of, year_of
from pawnviz.core.collections.scanner import RESULTS, DoubtfulError, Structures, scan
from pawnviz.core.collections.store import CollectionError, damaged, naming_faults
from pawnviz.core.games.cutting import (
    LONGEST_HEAD,
    LONGEST_TEXT,
    GameText,
    GameTexts,
    head_end,
    read_headers,
    with_newlines,
)
from pawnviz.core.games.game_file import GameFile, NoGamesError
from pawnviz.core.positions.position_file import open_stored
from pawnviz.core.words import shortened

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WHOLE: Final = 64 << 20  # The number of bytes up to which a file's stamp is of all of them.
_SAMPLES: Final = 1_000
_SAMPLE_BYTES: Final = 4096


class SourceFile(NamedTuple):
    """A file of games in a collection, as it was when it was scanned.

    ``modified`` is in nanoseconds, and ``stamp`` tells its content from another. ``is_whole`` is false while it is
    scanned, and ``faults`` are those of the file itself, such as an archive cut short.
    """

    path: str
    size: int
    modified: int
    stamp: str
    game_count: int
    is_whole: bool
    faults: tuple[str, ...]

    @property
    def fault(self) -> str:
        """The faults of the file as a sentence, or that its games are not all there; empty for none."""
        if self.is_whole:
            return f"“{self.path}”: {'; '.join(self.faults)}." if self.faults else ""
        return f"“{self.path}” is not collected to its end; pawnviz collect goes on with it."


_KINDS: Final[tuple[type | tuple[type, ...], ...]] = (int, (str, bytes), int, int, str, int, int, str, int, int)
"""The types of the columns that ``read_sources`` reads."""


def read_sources(path: Path, connection: sqlite3.Connection) -> list[SourceFile]:
    """Return the sources of a store in the order of their numbers, from 0; raises ``CollectionError``."""
    with naming_faults(path):
        rows = connection.execute(
            "SELECT id, path, size, modified, stamp, game_count, is_whole, faults, place, line FROM source ORDER BY id"
        ).fetchall()
    sources: list[SourceFile] = []
    for number, row in enumerate(rows):
        has_kinds = all(isinstance(value, kind) for value, kind in zip(row, _KINDS, strict=True))
        if not has_kinds or row[0] != number or min(*row[5:7], *row[8:]) < 0:
            raise damaged(path)
        try:
            name, faults = os.fsdecode(row[1]), json.loads(row[7])
        except (ValueError, RecursionError):
            raise damaged(path) from None
        if "\0" in name or not isinstance(faults, list) or not all(isinstance(fault, str) for fault in faults):
            raise damaged(path)
        sources.append(SourceFile._make((name, *row[2:6], bool(row[6]), tuple(faults))))
    return sources


def stored_path(path: str) -> str | bytes:
    """Return a path as it is kept in a store: as bytes if it is not UTF-8."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path)
    return path


def content_stamp(path: str | Path) -> str:
    """Return a text for the content of a file: of its bytes, or of a large one samples and its time of change.

    Raises ``OSError``.
    """
    status = Path(path).stat()
    digest = blake2b(b"%d " % status.st_size, digest_size=16)
    with open_stored(path) as file:
        if status.st_size <= _WHOLE:
            while block := file.read(1 << 20):
                digest.update(block)
        else:
            digest.update(b"%d " % status.st_mtime_ns)
            for number in range(_SAMPLES):
                file.seek((status.st_size - _SAMPLE_BYTES) * number // (_SAMPLES - 1))
                digest.update(file.read(_SAMPLE_BYTES))
    return digest.hexdigest()


def read_game_text(source: SourceFile, offset: int, size: int, line: int) -> GameText:
    """Return the text of a game of a source; raises ``CollectionError`` where the file has changed or gone."""
    name = f"“{source.path}”"
    try:
        status = Path(source.path).stat()
        is_same = (status.st_size, status.st_mtime_ns) == (source.size, source.modified)
        if not is_same and content_stamp(source.path) != source.stamp:
            raise CollectionError(f"{name} has changed since its games were collected; collect it again.")
        with GameFile(source.path) as file:
            if not file.is_plain:
                for _ in file.blocks():
                    if file.length >= offset + size:
                        break
                if file.is_interrupted:
                    raise CollectionError(f"{name}: {file.faults[-1]}.")
            data = file.read(offset, size)
    except FileNotFoundError:
        raise CollectionError(f"{name} has gone since its games were collected; put it back.") from None
    except (OSError, NoGamesError) as error:
        raise CollectionError(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    return GameText(b"".join(with_newlines((data,))), line, offset)


class GrowingArray:
    """An array to which values are added, in memory for up to half as many again."""

    def __init__(self, kind: str) -> None:
        """Begin with no values of a type; NumPy is imported when there are some."""
        self._kind = kind
        self._values: NDArray[Any] | None = None
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def extend(self, values: NDArray[Any]) -> None:
        """Add values at the end."""
        import numpy

        length = self._length + len(values)
        if self._values is None:
            self._values = numpy.empty(length, self._kind)
        elif length > len(self._values):
            larger = numpy.empty(length * 3 // 2, self._kind)
            larger[: self._length] = self._values[: self._length]
            self._values = larger
        self._values[self._length : length] = values
        self._length = length

    @property
    def values(self) -> NDArray[Any]:
        """A view of the values so far, which does not change."""
        import numpy

        view = numpy.empty(0, self._kind) if self._values is None else self._values[: self._length]
        view.flags.writeable = False
        return view


BLOCK_ROWS: Final = 65_536  # The number of rows from which a block is full.

_RESULTS: Final = {word.decode(): result for word, result in RESULTS.items()}
_TAGS: Final = ("White", "Black", "Event", "ECO", "Opening", "Site", "Date", "Round")


class GameRecord(NamedTuple):
    """A game in its file: its place, what its tags say, and the number of its rows.

    ``result`` is in half points of White or ``arrays.UNKNOWN_RESULT``; the numbers of an unknown rating and year are 0.
    """

    offset: int
    size: int
    line: int
    plies: int
    row_count: int
    result: int
    white_elo: int
    black_elo: int
    year: int
    white: str
    black: str
    event: str
    eco: str
    opening: str
    site: str
    date: str
    round: str


class RowBytes(NamedTuple):
    """Rows as bytes, the lowest first: ``white`` and ``black`` of 64 bits, ``ply`` and ``move`` of 16."""

    white: bytes
    black: bytes
    ply: bytes
    move: bytes


class _Head(NamedTuple):
    """A game with the place of its moves, its tags, and the result that these name, None for none."""

    text: GameText
    end: int
    headers: dict[str, str]
    result: int | None

    @classmethod
    def of(cls, text: GameText) -> Self:
        end = text.head or head_end(text.data)
        headers = read_headers(text.data, end)
        return cls(text, end, headers, _RESULTS.get(headers.get("Result", "")))

    @property
    def is_usual(self) -> bool:
        """Whether the game begins as most do, and its tags are read as the reader of games does."""
        headers = self.headers
        return (
            not (headers.get("FEN") or headers.get("Variant") or self.text.too_long)
            and (self.result is not None or headers.get("Result", "") in ("", "?"))
            and self.end <= LONGEST_HEAD
        )


@dataclass(slots=True)
class Block:
    """The rows of some games that follow each other in a file."""

    games: list[GameRecord] = field(default_factory=list)
    white: array[int] = field(default_factory=lambda: array("Q"))
    black: array[int] = field(default_factory=lambda: array("Q"))
    ply: array[int] = field(default_factory=lambda: array("H"))
    move: array[int] = field(default_factory=lambda: array("H"))

    def add(self, text: GameText) -> None:
        """Add a game."""
        head = _Head.of(text)
        structures = _structures(head)
        self.white.extend(structures.white)
        self.black.extend(structures.black)
        self.ply.extend(structures.ply)
        self.move.extend(structures.move)
        headers = head.headers
        tags = [headers.get(name, "") for name in _TAGS]
        if head.end > LONGEST_TEXT:
            tags = [tag if len(tag) <= LONGEST_TEXT else shortened(tag, LONGEST_TEXT) for tag in tags]
        self.games.append(
            GameRecord(
                text.offset,
                len(text.data),
                text.line,
                structures.plies,
                len(structures.white),
                structures.result,
                elo_of(headers.get("WhiteElo", "")),
                elo_of(headers.get("BlackElo", "")),
                year_of(headers.get("Date", "")),
                *tags,
            )
        )

    def extend(self, other: Block, offset: int, line_count: int) -> None:
        """Add the games of a block that begins so many bytes and lines behind the start of this one."""
        self.games += [GameRecord(game[0] + offset, game[1], game[2] + line_count, *game[3:]) for game in other.games]
        self.white += other.white
        self.black += other.black
        self.ply += other.ply
        self.move += other.move

    def rows(self) -> RowBytes:
        """Return the rows as bytes."""
        return RowBytes(*map(_lowest_first, (self.white, self.black, self.ply, self.move)))


def _lowest_first(column: array[int]) -> bytes:
    if sys.byteorder == "big":
        column = array(column.typecode, column)
        column.byteswap()
    return column.tobytes()


def _structures(head: _Head) -> Structures:
    """Return the structures of a game, whose result its tag says, or without one the end of its moves."""
    if head.is_usual:
        try:
            structures = scan(head.text.data[head.end :])
        except DoubtfulError:
            pass
        else:
            return structures if head.result is None else structures._replace(result=head.result)
    from pawnviz.core.collections.replay import replayed

    return replayed(head.text)


def arrays_of_games(texts: Iterable[GameText]) -> tuple[StructureRows, GameColumns]:
    """Return the rows and the columns of games that are in no store; they are of one file, and numbered from 1."""
    block = Block()
    for text in texts:
        block.add(text)
    return arrays_of_block(block)


def arrays_of_block(block: Block) -> tuple[StructureRows, GameColumns]:
    """Return the rows and the columns of the games of a block, as ``arrays_of_games`` does."""
    import numpy

    names = GameTexts()
    games = block.games

    def column(name: str) -> NDArray[Any]:
        if name in TEXT_COLUMNS:
            return numpy.fromiter((names.number(getattr(game, name)) for game in games), GAME_KINDS[name], len(games))
        return numpy.fromiter((getattr(game, name) for game in games), GAME_KINDS[name], len(games))

    columns = {name: column(name) for name in GAME_KINDS if name not in ("file", "number")}
    columns["file"] = numpy.zeros(len(games), GAME_KINDS["file"])
    columns["number"] = numpy.arange(1, len(games) + 1, dtype=GAME_KINDS["number"])
    rows = structure_rows(
        block.rows(), numpy.fromiter((game.row_count for game in games), numpy.int64, len(games)), columns["plies"]
    )
    return rows, GameColumns(**columns, texts=tuple(names[number] for number in range(len(names))))


def structure_rows(rows: RowBytes, row_counts: NDArray[Any], plies: NDArray[Any], first_game: int = 0) -> StructureRows:
    """Return rows by the number of rows and of moves of each game, numbered from the first."""
    import numpy

    ply = numpy.frombuffer(rows.ply, "<u2").astype(numpy.int32)
    end = numpy.empty_like(ply)
    end[:-1] = ply[1:]
    has_rows = row_counts > 0
    end[numpy.cumsum(row_counts)[has_rows] - 1] = plies[has_rows] + 1
    return StructureRows(
        numpy.frombuffer(rows.white, "<u8").astype(numpy.uint64),
        numpy.frombuffer(rows.black, "<u8").astype(numpy.uint64),
        numpy.repeat(numpy.arange(first_game, first_game + len(row_counts), dtype=numpy.int32), row_counts),
        ply,
        end,
        numpy.frombuffer(rows.move, "<u2").astype(numpy.uint16),
    )
