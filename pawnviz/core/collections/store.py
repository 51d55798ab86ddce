"""The file of a collection: its SQLite database, the sources of its games, and blocks of games that are written."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from array import array
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pawnviz.core.collections.arrays import (
    GAME_KINDS,
    RESULTS,
    TEXT_COLUMNS,
    GameColumns,
    StructureRows,
    elo_of,
    year_of,
)
from pawnviz.core.collections.scanner import DoubtfulError, Structures, scan
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
from pawnviz.core.positions import open_stored
from pawnviz.core.words import shortened

if TYPE_CHECKING:
    from numpy.typing import NDArray

SUFFIX: Final = ".pawnviz"  # The end of the names of collections.
_MAGIC: Final = b"SQLite format 3\0"
APPLICATION_ID: Final = 0x7077_7A31  # By which SQLite files of collections are known.
COMPANIONS: Final = ("-wal", "-shm", "-journal")  # The ends of the names of what SQLite keeps beside a file.
LONGEST_WAIT: Final = 2.0  # The seconds to wait for a file that another program has locked.

_STEPS: Final = (
    """
    CREATE TABLE source (
        id INTEGER PRIMARY KEY, path TEXT NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
        stamp TEXT NOT NULL UNIQUE, place INTEGER NOT NULL, line INTEGER NOT NULL, game_count INTEGER NOT NULL,
        is_whole INTEGER NOT NULL, faults TEXT NOT NULL
    );
    CREATE TABLE text (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
    INSERT INTO text VALUES (0, '');
    CREATE TABLE game (
        id INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES source, number INTEGER NOT NULL,
        offset INTEGER NOT NULL, size INTEGER NOT NULL, line INTEGER NOT NULL, plies INTEGER NOT NULL,
        row_count INTEGER NOT NULL, result INTEGER NOT NULL, white_elo INTEGER NOT NULL, black_elo INTEGER NOT NULL,
        year INTEGER NOT NULL, white INTEGER NOT NULL REFERENCES text, black INTEGER NOT NULL REFERENCES text,
        event INTEGER NOT NULL REFERENCES text, eco INTEGER NOT NULL REFERENCES text,
        opening INTEGER NOT NULL REFERENCES text, site TEXT NOT NULL, date TEXT NOT NULL, round TEXT NOT NULL
    );
    CREATE TABLE block (
        id INTEGER PRIMARY KEY, first_game INTEGER NOT NULL, game_count INTEGER NOT NULL, row_count INTEGER NOT NULL,
        white BLOB NOT NULL, black BLOB NOT NULL, ply BLOB NOT NULL, move BLOB NOT NULL
    );
    """,
)
"""What makes each version of the schema of the one before it; the first one begins with an empty file.

A game's ``id`` is its number in the collection from 0, and ``number`` that in its file from 1. The blobs of a block are
those of ``RowBytes``.
"""
VERSION: Final = len(_STEPS)
_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH)
"""The errors of SQLite that no sound collection raises."""


class CollectionError(ValueError):
    """A fault of a collection or a source as a sentence; ``is_damage`` is true if only a new collection helps."""

    def __init__(self, message: str, *, is_damage: bool = False) -> None:
        super().__init__(message)
        self.is_damage = is_damage


class BusyCollectionError(CollectionError):
    """A collection that another program writes or has locked."""


@contextmanager
def naming_faults(path: Path) -> Iterator[None]:
    """Raise ``CollectionError`` for errors of SQLite with a file."""
    try:
        yield
    except sqlite3.Error as error:
        # Texts that are no UTF-8 have no code.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in _DAMAGE:
            raise damaged(path) from error
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise BusyCollectionError(_sentence(path, error, code)) from error
        raise CollectionError(_sentence(path, error, code), is_damage=code == sqlite3.SQLITE_NOTADB) from error


def damaged(path: Path) -> CollectionError:
    """Return the error for a collection whose file, schema or values cannot be those that pawnviz has written."""
    message = f"“{path}” is damaged; nothing was changed. Make it again from its sources."
    return CollectionError(message, is_damage=True)


def _sentence(path: Path, error: sqlite3.Error, code: int) -> str:
    name = f"“{path}”"
    match code:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"{name} is locked by another program; try again when that has ended."
        case sqlite3.SQLITE_NOTADB:
            return f"{name} is no collection of pawnviz."
        case sqlite3.SQLITE_FULL:
            return f"There is no room for {name}; make room and go on. All whole blocks are kept."
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return f"{name} may not be written; its permissions, or those of its folder, do not allow it."
        case sqlite3.SQLITE_CANTOPEN:
            return f"{name} cannot be opened; its folder is missing, or permissions do not allow it."
        case sqlite3.SQLITE_IOERR:
            return f"{name} cannot be read or written: the disk is full or faulty. All whole blocks are kept."
    return f"{name} cannot be used as a collection: {error}."


def open_to_read(path: Path, wait: float = LONGEST_WAIT) -> sqlite3.Connection:
    """Open a collection, for one thread at a time; ``wait`` is in seconds for a lock; raises ``CollectionError``."""
    _check_file(path)
    with naming_faults(path):
        try:
            return _checked(path, _connected(path, "mode=ro", wait))
        except sqlite3.OperationalError as error:
            # In a folder that cannot be written, SQLite needs to know that nobody writes.
            is_left = path.with_name(f"{path.name}-wal").exists()
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) or is_left:
                raise
            return _checked(path, _connected(path, "mode=ro&immutable=1", wait))


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open the file of a collection or make it, and bring it to this version; raises ``CollectionError``."""
    if path.exists():
        _check_file(path)
    with naming_faults(path):
        connection = _connected(path, "mode=rwc")
        try:
            _upgrade(path, connection)
            _check_schema(path, connection)
            connection.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            connection.close()
            raise
    return connection


def remove_store(path: Path) -> None:
    """Remove the file of a collection with what SQLite keeps beside it; raises ``CollectionError``."""
    if path.exists():
        _check_file(path)
        with naming_faults(path), closing(_connected(path, "mode=ro")) as connection:
            _version(path, connection)
    try:
        path.unlink()
        for end in COMPANIONS:
            path.with_name(path.name + end).unlink(missing_ok=True)
    except FileNotFoundError:
        raise CollectionError(f"There is no collection “{path}”.") from None
    except OSError as error:
        raise CollectionError(f"“{path}” cannot be deleted: {error.strerror}.") from None


def _connected(path: Path, mode: str, wait: float = LONGEST_WAIT) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?{mode}"
    # Transactions are begun by hand, and so are their ends.
    return sqlite3.connect(uri, uri=True, timeout=wait, isolation_level=None, check_same_thread=False)


def is_database(path: Path) -> bool:
    """Return whether a file begins as a database of SQLite does; raises ``OSError``."""
    with open_stored(path) as file:
        return file.read(len(_MAGIC)) == _MAGIC


def _check_file(path: Path) -> None:
    """Raise ``CollectionError`` if a path names no file, or one that is plainly something else."""
    name = f"“{path}”"
    try:
        if path.is_dir():
            raise CollectionError(f"{name} is a folder, not the file of a collection.")
        if not path.is_file():
            raise CollectionError(f"There is no collection {name}.")
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except OSError as error:
        raise CollectionError(f"{name} cannot be read: {error.strerror}.") from None
    if start and start != _MAGIC:
        raise CollectionError(f"{name} is no collection of pawnviz.", is_damage=True)


def _checked(path: Path, connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return the connection to a collection of this version; closes it and raises ``CollectionError`` otherwise."""
    try:
        version = _version(path, connection)
        if version < VERSION:
            older = f"“{path}” was made by an earlier pawnviz; “pawnviz collect -o {path}” brings it up to date."
            raise CollectionError(older if version else f"“{path}” is empty, and no collection.")
        _check_schema(path, connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _version(path: Path, connection: sqlite3.Connection) -> int:
    """Return the version of a file, 0 for an empty one; raises ``CollectionError`` for foreign or newer ones."""
    queries = ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
    application, version, table_count = (connection.execute(query).fetchone()[0] for query in queries)
    if application != APPLICATION_ID and (application or version or table_count):
        raise CollectionError(f"“{path}” is a database of another program, no collection of pawnviz.", is_damage=True)
    if version < 0:
        raise damaged(path)
    if version > VERSION:
        raise CollectionError(
            f"“{path}” was made by a later pawnviz (version {version} of collections, this one reads"
            f" {VERSION}); nothing was changed. Open it with that one."
        )
    return int(version)


def _check_schema(path: Path, connection: sqlite3.Connection) -> None:
    """Raise ``CollectionError`` for other tables, or for views and triggers, which may run for ever."""
    with closing(sqlite3.connect(":memory:")) as sound:
        sound.executescript("".join(_STEPS))
        if _schema(connection) != _schema(sound):
            raise damaged(path)


def _schema(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    # Tables of statistics and further indexes change no answer.
    query = "SELECT type, name, sql FROM sqlite_master WHERE type != 'index' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    return connection.execute(query).fetchall()


def _upgrade(path: Path, connection: sqlite3.Connection) -> None:
    if not _version(path, connection):
        connection.execute("PRAGMA page_size = 16384")
        connection.execute("PRAGMA journal_mode = WAL")
    with transaction(connection):
        # Another program may have brought it up to date meanwhile.
        for version in range(_version(path, connection), VERSION):
            for statement in _STEPS[version].split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {version + 1}")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Begin to write, which nobody else does meanwhile, and commit at the end; an error takes all of it back."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


_WHOLE: Final = 64 << 20  # The number of bytes up to which a file's stamp is of all of them.
_SAMPLES: Final = 1_000
_SAMPLE_BYTES: Final = 4096


class SourceFile(NamedTuple):
    """A file of games in a collection, as it was when it was scanned.

    ``modified`` is in nanoseconds, and ``stamp`` identifies its content. ``is_whole`` is false while it is
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
        return path.encode().decode()
    except UnicodeEncodeError:
        return os.fsencode(path)


def content_stamp(path: str | Path) -> str:
    """Return a text for a file's bytes, or for samples of a large one and its time of change; raises ``OSError``."""
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
    """Return the text of a game of a source; raises ``CollectionError`` if the file has changed or gone."""
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
        if self._values is None or length > len(self._values):
            larger = numpy.empty(length if self._values is None else length * 3 // 2, self._kind)
            larger[: self._length] = self.values
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

_TAGS: Final = ("White", "Black", "Event", "ECO", "Opening", "Site", "Date", "Round")


class GameRecord(NamedTuple):
    """A game in its file; ``result`` is in White's half points or ``UNKNOWN_RESULT``, unknown numbers are 0."""

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


@dataclass(slots=True)
class Block:
    """The rows of some games that follow each other in a file."""

    games: list[GameRecord] = field(default_factory=list)
    columns: tuple[array[int], ...] = field(default_factory=lambda: tuple(array(kind) for kind in "QQHH"))
    """The values of ``RowBytes``."""

    @property
    def row_count(self) -> int:
        """The number of rows."""
        return len(self.columns[0])

    def add(self, text: GameText) -> None:
        """Add a game."""
        end = text.head or head_end(text.data)
        headers = read_headers(text.data[:end], end)  # The reader of the moves finds a result that no tag names.
        structures = _structures(text, end, headers)
        for column, values in zip(self.columns, structures[:4], strict=True):
            column.extend(values)
        tags = [headers.get(name, "") for name in _TAGS]
        if end > LONGEST_TEXT:
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
        """Add the games of a block that begins a number of bytes and lines behind the start of this one."""
        self.games += [GameRecord(game[0] + offset, game[1], game[2] + line_count, *game[3:]) for game in other.games]
        for column, values in zip(self.columns, other.columns, strict=True):
            column.extend(values)

    def rows(self) -> RowBytes:
        """Return the rows as bytes."""
        columns = [array(column.typecode, column) for column in self.columns]
        if sys.byteorder == "big":
            for column in columns:
                column.byteswap()
        return RowBytes(*(column.tobytes() for column in columns))


def _structures(text: GameText, end: int, headers: dict[str, str]) -> Structures:
    """Return the structures of a game, whose result its tag says, or without one the end of its moves."""
    tag = headers.get("Result", "")
    result = RESULTS.get(tag)
    is_usual_result = result is not None or tag in ("", "?")
    is_usual_start = not (headers.get("FEN") or headers.get("Variant"))
    if is_usual_start and is_usual_result and not text.too_long and end <= LONGEST_HEAD:
        with suppress(DoubtfulError):
            structures = scan(text.data[end:])
            return structures if result is None else structures._replace(result=result)
    from pawnviz.core.collections.replay import replayed

    return replayed(text)


def arrays_of_games(texts: Iterable[GameText]) -> tuple[StructureRows, GameColumns]:
    """Return the rows and the columns of games that are in no store; they are of one file, and numbered from 1."""
    import numpy

    block = Block()
    for text in texts:
        block.add(text)
    games = block.games
    columns = {"file": numpy.zeros(len(games), "int32"), "number": numpy.arange(1, len(games) + 1, dtype="int32")}
    names = GameTexts()
    for name in [name for name in GAME_KINDS if name not in columns]:
        values: Iterable[Any] = map(attrgetter(name), games)
        if name in TEXT_COLUMNS:
            values = map(names.number, values)
        columns[name] = numpy.fromiter(values, GAME_KINDS[name], len(games))
    row_counts = numpy.fromiter((game.row_count for game in games), numpy.int64, len(games))
    rows = structure_rows(block.rows(), row_counts, columns["plies"])
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
