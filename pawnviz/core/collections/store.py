"""The SQLite file of a collection: its schema, its versions, and sentences for what is wrong with one.

Readers read while a scan writes, and a block of rows is there with all of its games or not at all.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

SUFFIX: Final = ".pawnviz"  # The end of the names of collections.
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
    """That a collection, or a source of one, cannot be read or written, as a sentence.

    ``is_damage`` is true where the file is damaged or no collection, so that only a new one helps.
    """

    def __init__(self, message: str, *, is_damage: bool = False) -> None:
        super().__init__(message)
        self.is_damage = is_damage


class BusyCollectionError(CollectionError):
    """That another program writes the same collection, or has locked it."""


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
    """Open the file of a collection; raises ``CollectionError``. Any thread may use it, one at a time.

    ``wait`` is the number of seconds to wait for another program that has locked it.
    """
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
        with naming_faults(path):
            connection = _connected(path, "mode=ro")
            try:
                _version(path, connection)
            finally:
                connection.close()
    try:
        path.unlink()
        for end in COMPANIONS:
            path.with_name(path.name + end).unlink(missing_ok=True)
    except FileNotFoundError:
        raise CollectionError(f"There is no collection “{path}”.") from None
    except OSError as error:
        raise CollectionError(f"“{path}” cannot be deleted: {error.strerror}.") from None


def _connected(path: Path, mode: str, wait: float = LONGEST_WAIT) -> sqlite3.Connection:
    # Transactions are begun by hand, and so are their ends.
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}",
        uri=True,
        timeout=wait,
        isolation_level=None,
        check_same_thread=False,
    )


def _check_file(path: Path) -> None:
    """Raise ``CollectionError`` where a path names no file, or one that is plainly something else."""
    name = f"“{path}”"
    try:
        if path.is_dir():
            raise CollectionError(f"{name} is a folder, not the file of a collection.")
        if not path.is_file():
            raise CollectionError(f"There is no collection {name}.")
        with path.open("rb") as file:
            start = file.read(16)
    except OSError as error:
        raise CollectionError(f"{name} cannot be read: {error.strerror}.") from None
    if start and start != b"SQLite format 3\0":
        raise CollectionError(f"{name} is no collection of pawnviz.", is_damage=True)


def _checked(path: Path, connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return the connection to a collection of this version; closes it and raises ``CollectionError`` otherwise."""
    try:
        version = _version(path, connection)
        if version < VERSION:
            raise CollectionError(_older(path) if version else f"“{path}” is empty, and no collection.")
        _check_schema(path, connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _older(path: Path) -> str:
    return f"“{path}” was made by an earlier pawnviz; “pawnviz collect -o {path}” brings it up to date."


def _version(path: Path, connection: sqlite3.Connection) -> int:
    """Return the version of a file, 0 for an empty one; raises ``CollectionError`` for foreign or newer ones."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (table_count,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
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
