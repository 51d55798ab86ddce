"""A collection of games by pawn structure: opened by name or path, read, joined of several, and written as rows."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import fields, replace
from importlib import import_module
from itertools import accumulate, chain
from pathlib import Path
from threading import RLock
from typing import Any, Final, NamedTuple, Self

import numpy
from numpy.typing import NDArray

from pawnviz.core.collections.arrays import (
    GAME_KINDS,
    RESULTS,
    TEXT_COLUMNS,
    UNKNOWN_RESULT,
    GameColumns,
    StructureRows,
)
from pawnviz.core.collections.scanner import MoveKind, StructureMove
from pawnviz.core.collections.store import (
    LONGEST_WAIT,
    SUFFIX,
    CollectionError,
    GrowingArray,
    RowBytes,
    SourceFile,
    arrays_of_games,
    damaged,
    is_database,
    naming_faults,
    open_to_read,
    read_game_text,
    read_sources,
    structure_rows,
)
from pawnviz.core.data_files import Closeable
from pawnviz.core.games.cutting import GameText, games_in_steps, head_end, read_headers, with_newlines
from pawnviz.core.games.game_file import GameFile, NoGamesError
from pawnviz.folders import NoHomeError, collections_folder
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
        """Return the text of a game; raises ``OSError`` if the file has become shorter."""
        games = self._games
        data = self._file.read(int(games.offset[game]), int(games.size[game]))
        return GameText(b"".join(with_newlines((data,))), int(games.line[game]), int(games.offset[game]))

    @plain_override
    def close(self) -> None:
        """Close the file; its texts can no longer be read."""
        self._file.close()


_ROW_KINDS: Final = {
    **dict.fromkeys(("white", "black"), "uint64"),
    **dict.fromkeys(("game", "ply", "end"), "int32"),
    "move": "uint16",
}
_PLACE: Final = ("shard", "id")
_MOST: Final = (1 << 31) - 2  # The highest of all numbers but offsets, sizes and lines.
_MOSTS: Final = {"result": 2, **dict.fromkeys(("white_elo", "black_elo", "year"), 9_999)} | dict.fromkeys(
    ("line", "offset", "size"), (1 << 62) - 1
)
_LEASTS: Final = {"result": UNKNOWN_RESULT, "number": 1, "line": 1}
"""The highest and the lowest value of columns of games, if they are others than ``_MOST`` and 0."""
_ROW_SIZES: Final = (8, 8, 2, 2)  # The bytes of a row in each of the blobs of ``RowBytes``.
_RESULTS: Final = {points: text for text, points in RESULTS.items()}


class Collection(Closeable):
    """The games of a collection, a file or a folder of such files; a context manager that any thread may use.

    Arrays are read when they are first asked for, and added rows when they are asked for again. The games of
    a file keep their order there, and their numbers.
    """

    def __init__(self, paths: tuple[Path, ...], wait: float = LONGEST_WAIT) -> None:
        """Open files of collections as one; raises ``CollectionError``."""
        # The arrays have a lock and connections of their own, so that small questions never wait for them.
        self._array_lock, self._lock = RLock(), RLock()
        self._shards: list[_Shard] = []
        try:
            for path in paths:
                self._shards.append(_Shard(path, wait))
        except BaseException:
            self.close()
            raise
        self._rows = {name: GrowingArray(kind) for name, kind in _ROW_KINDS.items()}
        self._games = {name: GrowingArray(kind) for name, kind in GAME_KINDS.items()}
        self._places = {name: GrowingArray("int32") for name in _PLACE}
        self._texts = {"": 0}
        self._files: list[tuple[_Shard, int]] = []
        self._columns: GameColumns | None = None

    @classmethod
    def open(cls, path: str | Path, wait: float = LONGEST_WAIT) -> Self:
        """Open a file or a folder; raises ``CollectionError`` if it is damaged, foreign or locked so long."""
        path = Path(path)
        return cls(collection_files(path) if path.is_dir() else (path,), wait)

    @property
    def revision(self) -> int:
        """A number that grows whenever games were added."""
        with self._lock:
            return sum(shard.revision() for shard in self._shards)

    @property
    def files(self) -> tuple[SourceFile, ...]:
        """The files that the games come from, in the order of ``GameColumns.file``."""
        with self._lock:
            sources = {shard: self._noted_sources(shard) for shard in self._shards}
            return tuple(sources[shard][number] for shard, number in self._files)

    @property
    def faults(self) -> list[str]:
        """Faults of the files that the games come from, and those whose games are not all there."""
        return [fault for source in self.files if (fault := source.fault)]

    def _noted_sources(self, shard: _Shard) -> list[SourceFile]:
        """Return the sources of a shard by their numbers there, after each has got its index of all files."""
        with self._lock:
            sources = shard.sources()
            for number in range(len(shard.file_numbers), len(sources)):
                shard.file_numbers.append(len(self._files))
                self._files.append((shard, number))
            return sources

    def rows(self) -> StructureRows:
        """Return the structures of all games so far."""
        with self._array_lock:
            self._read_further()
            return StructureRows(**{name: column.values for name, column in self._rows.items()})

    def games(self) -> GameColumns:
        """Return the games so far."""
        with self._array_lock:
            self._read_further()
            if self._columns is None:
                columns = {name: column.values for name, column in self._games.items()}
                self._columns = GameColumns(**columns, texts=tuple(self._texts))
            return self._columns

    def _read_further(self) -> None:
        for number, shard in enumerate(self._shards):
            for rows, row_counts, games in shard.further_blocks():
                self._columns = None
                self._noted_sources(shard)
                first = len(self._places["id"])
                made = structure_rows(rows, row_counts, games["plies"], first)
                shard.check(_are_possible(made))
                for name, column in self._rows.items():
                    column.extend(getattr(made, name))
                self._places["id"].extend(games["id"])
                self._places["shard"].extend(games["id"] * 0 + number)
                for name, column in self._games.items():
                    column.extend(self._named(shard, name, games))

    def _named(self, shard: _Shard, name: str, games: dict[str, NDArray[Any]]) -> Any:
        """Return a column of games with the numbers of texts and files in place of a shard's own ones."""
        if name == "file":
            return numpy.array(shard.file_numbers)[games["source"]]
        if name not in TEXT_COLUMNS:
            return games[name]
        for text in shard.further_texts():
            shard.text_numbers.extend(numpy.array([self._texts.setdefault(text, len(self._texts))]))
        return shard.text_numbers.values[games[name]]

    def path_of(self, game: int) -> str:
        """Return the path of the file that a game is in."""
        with self._lock:
            return self.files[int(self.games().file[game])].path

    def headers(self, game: int) -> dict[str, str]:
        """Return the tags of a game of ``games`` that are kept, without those it has not."""
        shard, number = (int(self._places[name].values[game]) for name in _PLACE)
        with self._lock:
            return self._shards[shard].headers(number)

    def game_text(self, game: int) -> GameText:
        """Return the text of a game from its file; raises ``CollectionError`` if that has changed or gone."""
        file, *place = (int(self._games[name].values[game]) for name in ("file", "offset", "size", "line"))
        return read_game_text(self.files[file], *place)

    @plain_override
    def close(self) -> None:
        """Close the files; the arrays stay."""
        with self._array_lock, self._lock:
            for shard in self._shards:
                shard.close()

    def __del__(self) -> None:
        self.close()


def collection_files(folder: Path) -> tuple[Path, ...]:
    """Return the files of a collection that is a folder; raises ``CollectionError`` if there are none."""
    if paths := tuple(sorted(folder.glob(f"*{SUFFIX}"))):
        return paths
    raise CollectionError(f"There is no collection in the folder “{folder}”; pawnviz collect makes one.")


def _are_possible(rows: StructureRows) -> bool:
    """Return whether rows follow each other, have pawns of one color on a square, and known kinds of moves."""
    codes = numpy.flatnonzero(numpy.bincount(rows.move))
    return bool(
        (rows.end > rows.ply).all()
        and not (rows.white & rows.black).any()
        and (codes >> 13 <= max(MoveKind)).all()
        and not (codes[codes > 0] >> 13 == MoveKind.START).any()
    )


class _Shard:
    """One file of a collection, and how its numbers of texts and sources are named in the collection."""

    def __init__(self, path: Path, wait: float) -> None:
        self._path = path
        self._connection = open_to_read(path, wait)
        try:
            self._arrays = open_to_read(path, wait)
            self._arrays.execute(f"PRAGMA busy_timeout = {int(1000 * LONGEST_WAIT)}")  # Nobody waits for the arrays.
        except BaseException:
            self._connection.close()
            raise
        self._block = 0
        self._text_count = 0
        self.text_numbers = GrowingArray("int32")
        self.file_numbers: list[int] = []

    def close(self) -> None:
        self._connection.close()
        self._arrays.close()

    def revision(self) -> int:
        with naming_faults(self._path):
            (number,) = self._connection.execute("SELECT coalesce(max(id), 0) FROM block").fetchone()
            return int(number)

    def sources(self) -> list[SourceFile]:
        return read_sources(self._path, self._connection)

    def further_texts(self) -> list[str]:
        """Return the texts that were added since the last time, in the order of their numbers."""
        with naming_faults(self._path):
            texts = self._arrays.execute(
                "SELECT id, text FROM text WHERE id >= ? ORDER BY id", (self._text_count,)
            ).fetchall()
        self.check(
            all(
                number == place and isinstance(text, str) and bool(text) == bool(number)
                for place, (number, text) in enumerate(texts, self._text_count)
            )
        )
        self._text_count += len(texts)
        return [text for _, text in texts]

    def further_blocks(self) -> Iterator[tuple[RowBytes, NDArray[Any], dict[str, NDArray[Any]]]]:
        """Yield the rows, the numbers of rows and the columns of games of the blocks added since the last time."""
        with naming_faults(self._path):
            while True:
                block = self._arrays.execute(
                    "SELECT id, first_game, game_count, white, black, ply, move FROM block WHERE id > ? ORDER BY id",
                    (self._block,),
                ).fetchone()
                if block is None:
                    return
                number, first, count, *blobs = block
                self.check(all(isinstance(value, int) and 0 <= value < _MOST for value in (first, count)))
                self.check(all(isinstance(blob, bytes) for blob in blobs))
                games = self._games(first, count)
                row_count = int(games["row_count"].sum())
                self.check([len(blob) for blob in blobs] == [size * row_count for size in _ROW_SIZES])
                self._block = number
                yield RowBytes(*blobs), games["row_count"], games

    def _games(self, first: int, count: int) -> dict[str, NDArray[Any]]:
        """Return the columns of ``count`` games; raises ``CollectionError`` for values that no game has."""
        columns = ("id", "row_count", "source", *(name for name in GAME_KINDS if name != "file"))
        values = self._arrays.execute(
            f"SELECT {', '.join(columns)} FROM game WHERE id >= ? AND id < ? ORDER BY id", (first, first + count)
        )
        try:
            table = numpy.fromiter(chain.from_iterable(values), numpy.int64).reshape(-1, len(columns))
        except (TypeError, ValueError, OverflowError):
            raise damaged(self._path) from None
        games = {name: table[:, place] for place, name in enumerate(columns)}
        (text_count,) = self._arrays.execute("SELECT max(id) + 1 FROM text").fetchone()
        game_counts = [source.game_count for source in read_sources(self._path, self._arrays)]
        most = _MOSTS | dict.fromkeys(TEXT_COLUMNS, (text_count or 0) - 1) | {"source": len(game_counts) - 1}
        self.check(len(table) == count)
        for name, column in games.items():
            self.check(bool(((column >= _LEASTS.get(name, 0)) & (column <= most.get(name, _MOST))).all()))
        self.check(bool((games["number"] <= numpy.array(game_counts)[games["source"]]).all()))
        return games

    def check(self, is_right: bool) -> None:
        if not is_right:
            raise damaged(self._path)

    def headers(self, game: int) -> dict[str, str]:
        texts = ", ".join(
            f"(SELECT text FROM text WHERE id = {name})" for name in ("event", "white", "black", "eco", "opening")
        )
        with naming_faults(self._path):
            row = self._connection.execute(
                f"SELECT {texts}, site, date, round, result, white_elo, black_elo FROM game WHERE id = ?", (game,)
            ).fetchone()
        self.check(row is not None and all(map(isinstance, row, (*[str] * 8, *[int] * 3))) and row[8] in _RESULTS)
        event, white, black, eco, opening, site, date, round_, result, *ratings = row
        tags = {"Event": event, "Site": site, "Date": date, "Round": round_, "White": white, "Black": black}
        tags |= {"Result": _RESULTS[result], "ECO": eco, "Opening": opening}
        tags |= {name: str(elo or "") for name, elo in zip(("WhiteElo", "BlackElo"), ratings, strict=True)}
        return {name: text for name, text in tags.items() if text}


GameSource = Collection | ScannedFile


class Joined(NamedTuple):
    """The arrays of several sources, whose games are numbered one source after the other."""

    rows: StructureRows
    games: GameColumns
    sources: tuple[GameSource, ...]
    firsts: tuple[int, ...]  # The number of the first game of each source.

    def place(self, game: int) -> tuple[GameSource, int]:
        """Return the source of a game and its number there."""
        number = max(index for index, first in enumerate(self.firsts) if first <= game)
        return self.sources[number], game - self.firsts[number]


def joined(sources: Sequence[GameSource]) -> Joined:
    """Return at least one source as one set of games; the arrays of a single one are not copied."""
    rows, games, firsts = joined_arrays([(source.rows(), source.games()) for source in sources])
    return Joined(rows, games, tuple(sources), firsts)


def joined_arrays(
    parts: Sequence[tuple[StructureRows, GameColumns]],
) -> tuple[StructureRows, GameColumns, tuple[int, ...]]:
    """Return the arrays of at least one part joined, and the number of the first game of each part."""
    firsts = list(accumulate((len(columns) for _, columns in parts[:-1]), initial=0))
    if len(parts) == 1:
        return *parts[0], (0,)
    texts: dict[str, int] = {"": 0}
    renumbered = []
    for _, columns in parts:
        numbers = numpy.array([texts.setdefault(text, len(texts)) for text in columns.texts], numpy.int32)
        renumbered.append(replace(columns, **{name: numbers[getattr(columns, name)] for name in TEXT_COLUMNS}))
    moved = [replace(rows, game=rows.game + first) for (rows, _), first in zip(parts, firsts, strict=True)]
    return (
        StructureRows(**_concatenated(moved, StructureRows)),
        GameColumns(**_concatenated(renumbered, GameColumns), texts=tuple(texts)),
        tuple(firsts),
    )


def _concatenated(parts: Sequence[Any], kind: type[Any]) -> dict[str, Any]:
    names = [field.name for field in fields(kind) if field.name != "texts"]
    return {name: numpy.concatenate([getattr(part, name) for part in parts]) for name in names}


def collection_path(name: str) -> Path:
    """Return the path of a collection by its name or path; raises ``CollectionError`` if no file can have the name."""
    if name.endswith(SUFFIX) or os.sep in name or (os.altsep or os.sep) in name:
        path = Path(name)
        return path if name.endswith(SUFFIX) or path.exists() else path.with_name(path.name + SUFFIX)
    if not name.isprintable() or not name.strip() or re.search(r'\A[.-]|[:*?"<>|]', name):
        raise CollectionError(f"“{name}” is no name of a collection; take letters, digits and blanks.")
    try:
        return collections_folder() / f"{name}{SUFFIX}"
    except NoHomeError as error:
        raise CollectionError(f"“{name}” has no place: {error}.") from None


def named_collections() -> list[Path]:
    """Return the collections with names, sorted; none if there is no home folder."""
    try:
        return sorted(collections_folder().glob(f"*{SUFFIX}"))
    except NoHomeError:
        return []


def shards_of(name: str) -> tuple[Path, ...]:
    """Return the files of a file of games, a collection, or a folder of these; raises ``CollectionError``."""
    path = Path(name)
    if path.is_dir():
        return collection_files(path)
    if not path.is_file() and not name.endswith(SUFFIX):
        path = collection_path(name)
        if not path.exists():
            raise CollectionError(f"“{name}” is neither a file nor a collection; pawnviz collect --list names those.")
    return (path,)


def open_shard(path: Path, closing: ExitStack) -> Collection | ScannedFile:
    """Return the games of one file of ``shards_of``; raises as ``open_games``."""
    if path.name.endswith(SUFFIX) or is_database(path):
        return closing.enter_context(Collection.open(path))
    file = closing.enter_context(ScannedFile(path))
    if not len(file.games()):
        raise NoGamesError("it holds no games")
    return file


def open_games(name: str, closing: ExitStack) -> GameSource:
    """Return the games of a name, closed by ``closing``; raises ``OSError``, ``NoGamesError``, ``CollectionError``."""
    paths = shards_of(name)
    return open_shard(paths[0], closing) if len(paths) == 1 else closing.enter_context(Collection(paths))


FORMATS: Final = ("csv", "parquet")  # The formats of files, which are their endings too.
COLUMNS: Final = ("file", "game", "ply", "end", "white", "black", "move")
"""The file and the number of the game there, the plies from ``ply`` up to ``end``, the pawns, and the move before."""

_STEP: Final = 65_536  # The number of rows that are written at once.


def row_blocks(collection: Collection, form: str) -> Iterator[bytes]:
    """Yield a file in one of ``FORMATS``, masks hexadecimal in CSV; raises ``ImportError`` without the library."""
    return _csv(collection) if form == "csv" else _parquet(collection)


def _steps(collection: Collection) -> Iterator[dict[str, Any]]:
    """Yield the columns of some rows after the other; ``file`` and ``move`` are lists of texts."""
    rows, games = collection.rows(), collection.games()
    # Names that are not UTF-8 have escapes.
    files = [Path(file.path).name.encode(errors="backslashreplace").decode() for file in collection.files]
    moves: dict[int, str] = {}
    for start in range(0, len(rows), _STEP):
        part = slice(start, start + _STEP)
        numbers = rows.game[part]
        codes = rows.move[part].tolist()
        moves |= {code: StructureMove.of(code).text for code in set(codes) - moves.keys()}
        yield {
            "file": [files[file] for file in games.file[numbers].tolist()],
            "game": games.number[numbers],
            "ply": rows.ply[part],
            "end": rows.end[part],
            "white": rows.white[part],
            "black": rows.black[part],
            "move": [moves[code] for code in codes],
        }


def _csv(collection: Collection) -> Iterator[bytes]:
    from pawnviz.core.games.timeline import csv_row

    yield f"{','.join(COLUMNS)}\n".encode()
    for step in _steps(collection):
        columns = [values if isinstance(values, list) else values.tolist() for values in step.values()]
        cells = {file: csv_row((file,)).removesuffix("\n") for file in set(columns[0])}
        yield "".join(
            f"{cells[file]},{game},{ply},{end},0x{white:016x},0x{black:016x},{move}\n"
            for file, game, ply, end, white, black, move in zip(*columns, strict=True)
        ).encode()


def _parquet(collection: Collection) -> Iterator[bytes]:
    pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    kinds = dict.fromkeys(COLUMNS, pyarrow.int32())
    kinds |= {"file": pyarrow.string(), "move": pyarrow.string(), "white": pyarrow.uint64(), "black": pyarrow.uint64()}
    schema = pyarrow.schema(list(kinds.items()))
    written = io.BytesIO()  # It is smaller than the arrays that it holds.
    with parquet.ParquetWriter(written, schema) as writer:
        for step in _steps(collection):
            writer.write_table(pyarrow.table(step, schema=schema))
            yield b""
    yield written.getvalue()
