"""Collecting: scans of files, all files of a collection, and indexes of files."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from pawnviz.core.collections.store import (
    BLOCK_ROWS,
    COMPANIONS,
    SUFFIX,
    VERSION,
    Block,
    BusyCollectionError,
    CollectionError,
    GameRecord,
    content_stamp,
    naming_faults,
    open_to_write,
    read_sources,
    stored_path,
    transaction,
)
from pawnviz.core.collections.workers import HERE, Workers
from pawnviz.core.games.cutting import cut, with_newlines
from pawnviz.core.games.game_file import GameFile, NoGamesError
from pawnviz.core.positions import open_stored

RANGE_BYTES: Final = 1 << 20  # The number of bytes of a range, up to the end of the game there.

_LONGEST_LINE: Final = 64 << 10
_SHORTER: Final = "“{}” has become shorter while it was read; collect it again."
_END: Final = re.compile(
    rb'^(?![\[%;])(?:[^\n]*\s)?(?:1-0|0-1|1/2-1/2|\*)[ \t\r]*\n[ \t\r]*\n(?=\[Event ")', re.MULTILINE
)
"""The end of a game: a result at the end of a line of moves, an empty line, and then the tag that parts games."""


class Range(NamedTuple):
    """The bytes of whole games of a file; without ``data`` they are read during the scan."""

    path: str
    start: int
    end: int
    data: bytes | None = None


class ScannedRange(NamedTuple):
    """The games of a range, whose offsets and lines count from its start, and its number of ends of lines."""

    block: Block
    line_count: int


def ranges(path: str, start: int, size: int, length: int = RANGE_BYTES) -> Iterator[Range]:
    """Yield the ranges of a plain file from a place up to its size; raises ``CollectionError`` if it got shorter."""
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
    """Yield the ranges of a text in blocks, with their bytes; the first block begins at ``start``."""

    def read(count: int) -> bytes:
        data = bytearray()
        while len(data) < count and (block := next(blocks, None)) is not None:
            data += block
        return bytes(data)

    for data in _pieces(read, length):
        yield Range(path, start, start + len(data), data)
        start += len(data)


def _pieces(read: Callable[[int], bytes], length: int) -> Iterator[bytes]:
    """Yield a text in pieces of about a length, each up to the end of a game; ``read`` returns none at its end."""
    data = b""
    is_whole = False
    while True:
        searched = length
        while not (end := _end_of_game(data, searched)) and not is_whole:
            searched = max(length, len(data) - _LONGEST_LINE)
            more = read(max(length + _LONGEST_LINE, len(data)))
            is_whole = not more
            data += more
        end = end or len(data)
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
    """Return the games of a range; raises ``CollectionError`` if the file has become shorter or cannot be read."""
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


_MOST_TEXTS: Final = 100_000  # The number of texts whose numbers are remembered while games are added.


class Progress(NamedTuple):
    """How far a file of games is: its bytes that were scanned and all of them, its games, and its faults."""

    path: str
    done: int
    size: int
    game_count: int
    fault: str = ""
    is_new: bool = True


class _Part(NamedTuple):
    """A block to be added, whose offsets and lines count from its start, and where the next one begins."""

    block: Block
    offset: int
    line: int
    next_offset: int
    next_line: int


class _Source(NamedTuple):
    """A source in the making: its number, and where its next block begins."""

    number: int
    path: str
    place: int = 0
    line: int = 1
    game_count: int = 0


def collect(path: Path, files: Sequence[str | Path], workers: Workers = HERE) -> Generator[Progress, None, None]:
    """Add the games of files to a collection, made if it is missing, and yield after each block and file.

    A file that is there already, also under another name, is passed over, and one that was begun is continued. What
    is wrong with a file is in ``fault``; raises ``CollectionError`` if the collection itself cannot be written, and
    ``BusyCollectionError`` if another program does the same.
    """
    with closing(open_to_write(path)) as connection, naming_faults(path):
        read_sources(path, connection)  # A damaged one is not added to.
        writer = _Writer(path, connection)
        for file in files:
            try:
                yield from writer.add_file(str(Path(file).absolute()), workers)
            except BusyCollectionError:
                raise
            except CollectionError as error:
                yield Progress(str(file), 0, 0, 0, str(error))


class _Writer:
    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._texts: dict[str, int] = {}

    def add_file(self, path: str, workers: Workers) -> Iterator[Progress]:
        """Add the games of a file; raises ``CollectionError``."""
        try:
            stamp = content_stamp(path)
            status = Path(path).stat()
            with GameFile(path) as file:
                source, is_whole = self._source(path, status.st_size, status.st_mtime_ns, stamp)
                if is_whole:
                    yield self._end(path, status.st_size, source)._replace(is_new=False)
                    return
                if file.is_plain:
                    line, text = source.line, ranges(path, source.place, status.st_size)
                else:
                    line, text = _ranges_of_packed(source, file)
                for part in _parts(source.place, line, text, workers):
                    source = self._add(source, part)
                    done = part.next_offset if file.is_plain else int(file.progress() * status.st_size)
                    yield Progress(path, done, status.st_size, source.game_count)
                faults = list(file.faults)
            if content_stamp(path) != stamp:
                faults.append("the file has changed while it was read")
        except NoGamesError as error:
            raise CollectionError(f"“{path}” cannot be collected: {error}.") from None
        except FileNotFoundError:
            raise CollectionError(f"There is no file “{path}”.") from None
        except OSError as error:
            raise CollectionError(f"“{path}” cannot be read: {error.strerror or error}.") from None
        with transaction(self._connection):
            self._connection.execute(
                "UPDATE source SET is_whole = 1, faults = ? WHERE id = ?",
                (json.dumps(faults, ensure_ascii=False), source.number),
            )
        yield self._end(path, status.st_size, source)

    def _end(self, path: str, size: int, source: _Source) -> Progress:
        fault = read_sources(self._path, self._connection)[source.number].fault
        return Progress(path, size, size, source.game_count, fault)

    def _source(self, path: str, size: int, modified: int, stamp: str) -> tuple[_Source, bool]:
        """Return the source of a content, which is added if it is new, and whether it is whole."""
        with transaction(self._connection):
            row = self._connection.execute(
                "SELECT id, path, place, line, game_count, is_whole FROM source WHERE stamp = ?", (stamp,)
            ).fetchone()
            if row is None:
                if self._connection.execute("SELECT 1 FROM source WHERE path = ?", (stored_path(path),)).fetchone():
                    raise CollectionError(
                        f"“{path}” has changed since its games were collected; they stay as they were then."
                        " Collect it into a new collection."
                    )
                (number,) = self._connection.execute("SELECT count(*) FROM source").fetchone()
                self._connection.execute(
                    "INSERT INTO source VALUES (?, ?, ?, ?, ?, 0, 1, 0, 0, '[]')",
                    (number, stored_path(path), size, modified, stamp),
                )
                return _Source(number, path), False
            number, known, place, line, game_count, is_whole = row
            if not Path(os.fsdecode(known)).exists() or os.fsdecode(known) == path:
                self._connection.execute(
                    "UPDATE source SET path = ?, modified = ? WHERE id = ?", (stored_path(path), modified, number)
                )
            return _Source(number, path, place, line, game_count), bool(is_whole)

    def _add(self, source: _Source, part: _Part) -> _Source:
        """Add a block to a source and return that; raises ``CollectionError`` if another program does the same."""
        connection = self._connection
        games = part.block.games
        try:
            with transaction(connection):
                known = connection.execute("SELECT place FROM source WHERE id = ?", (source.number,)).fetchone()
                if known != (source.place,):
                    raise BusyCollectionError("Another program collects into the same collection; let it end first.")
                (first,) = connection.execute("SELECT coalesce(max(id) + 1, 0) FROM game").fetchone()
                number = self._numbers(games).__getitem__
                connection.executemany(
                    f"INSERT INTO game VALUES ({','.join('?' * 20)})",
                    (
                        (
                            *(first + place, source.number, source.game_count + place + 1, part.offset + game.offset),
                            *(game.size, part.line + game.line - 1, *game[3:9]),
                            *map(number, game[9:14]),
                            *game[14:],
                        )
                        for place, game in enumerate(games)
                    ),
                )
                if games:
                    connection.execute(
                        "INSERT INTO block(first_game, game_count, row_count, white, black, ply, move)"
                        " VALUES (?, ?, ?, ?, ?, ?, ?)",
                        (first, len(games), part.block.row_count, *part.block.rows()),
                    )
                added = part.next_offset, part.next_line, source.game_count + len(games)
                connection.execute(
                    "UPDATE source SET place = ?, line = ?, game_count = ? WHERE id = ?", (*added, source.number)
                )
        except BaseException:
            self._texts.clear()  # Some were taken back.
            raise
        return _Source(source.number, source.path, *added)

    def _numbers(self, games: list[GameRecord]) -> dict[str, int]:
        """Return the numbers of the texts of games, adding those that are new."""
        if len(self._texts) > _MOST_TEXTS:
            self._texts.clear()
        texts = self._texts
        connection = self._connection
        (next_number,) = connection.execute("SELECT max(id) + 1 FROM text").fetchone()
        new: list[tuple[int, str]] = []
        for text in dict.fromkeys(chain.from_iterable(game[9:14] for game in games)):
            if text not in texts:
                row = connection.execute("SELECT id FROM text WHERE text = ?", (text,)).fetchone()
                texts[text] = row[0] if row else next_number + len(new)
                if row is None:
                    new.append((texts[text], text))
        connection.executemany("INSERT INTO text VALUES (?, ?)", new)
        return texts


def _parts(offset: int, line: int, text: Iterator[Range], workers: Workers) -> Iterator[_Part]:
    """Yield the ranges of a file from an offset and a line on in blocks."""
    block = Block()
    end, next_line = offset, line
    for part, scanned in workers.map(scan_range, text):
        block.extend(scanned.block, part.start - offset, next_line - line)
        end, next_line = part.end, next_line + scanned.line_count
        if block.row_count >= BLOCK_ROWS:
            yield _Part(block, offset, line, end, next_line)
            block = Block()
            offset, line = end, next_line
    if end > offset:
        yield _Part(block, offset, line, end, next_line)


def _blocks(file: GameFile, path: str) -> Iterator[bytes]:
    """Yield the blocks of a file; raises ``CollectionError`` for a fault of the machine, before a game is cut there."""
    yield from file.blocks()
    if file.is_interrupted:
        raise CollectionError(f"“{path}” is not collected to its end: {file.faults[-1]}; go on with the same command.")


def _ranges_of_packed(source: _Source, file: GameFile) -> tuple[int, Iterator[Range]]:
    """Return the line of the next block of a file that is unpacked or recoded, and its ranges from there on."""
    blocks = _blocks(file, source.path)
    rest = b""

    def before() -> Iterator[bytes]:
        nonlocal rest
        left = source.place
        while left > 0 and (block := next(blocks, None)) is not None:
            rest = block[left:]
            yield block[:left]
            left -= len(block)

    line = 1 + sum(text.count(b"\n") for text in with_newlines(before()))
    return line, ranges_of_blocks(source.path, chain((rest,), blocks), source.place)


_PAUSE: Final = 0.5  # The seconds until another program that makes the same index is asked again.


def main(path: str, folder: str, most_files: str, most_bytes: str) -> None:
    """Index a file, and remove the oldest indexes of the folder above a number of files and of bytes."""
    threading.Thread(target=_end_with_input, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(10)  # The window goes first.
    try:
        for index, progress in index_file(Path(path), Path(folder)):
            if progress.fault:
                print(json.dumps({"fault": progress.fault}), flush=True)
            if progress.size:
                print(json.dumps({"index": str(index), "games": progress.game_count}))
                print(f"%{progress.done / max(1, progress.size)}", flush=True)
            remove_oldest(Path(folder), int(most_files), int(most_bytes), index)
    except CollectionError as error:
        print(json.dumps({"fault": str(error)}), flush=True)


def _end_with_input() -> None:
    """End with the program that reads the output, also if that is killed."""
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(0)


def index_file(path: Path, folder: Path) -> Iterator[tuple[Path, Progress]]:
    """Yield the index of a file with each step, or wait for another program's; raises ``CollectionError``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        index = folder / f"{content_stamp(path)}-{VERSION}{SUFFIX}"
        if index.exists():
            os.utime(index)
    except OSError as error:
        raise CollectionError(f"“{path}” cannot be indexed: {error.strerror or error}.") from None
    is_new = False
    while True:
        try:
            yield from ((index, progress) for progress in collect(index, [path]))
            return
        except BusyCollectionError:
            time.sleep(_PAUSE)
        except CollectionError as error:
            if is_new or not error.is_damage:
                raise
            remove(index)
            is_new = True


def remove(index: Path) -> None:
    """Remove an index and the files beside it, if that is possible."""
    for name in (index.name, *(index.name + end for end in COMPANIONS)):
        with suppress(OSError):
            index.with_name(name).unlink()


def sizes_of(folder: Path) -> dict[Path, tuple[float, int]]:
    """Return the indexes of a folder, with the time when each was last used, and its number of bytes."""
    sizes: dict[Path, tuple[float, int]] = {}
    for index in folder.glob(f"*{SUFFIX}"):
        with suppress(OSError):
            status = index.stat()
            sizes[index] = status.st_mtime, status.st_size
    return sizes


def remove_oldest(folder: Path, most_files: int, most_bytes: int, kept: Path | None) -> None:
    """Remove the indexes of a folder that were used longest ago, but not one, down to a number of files and bytes."""
    sizes = sizes_of(folder)
    if kept in sizes:
        sizes[kept] = float("inf"), sizes[kept][1]
    size = 0
    for number, (index, (_, length)) in enumerate(sorted(sizes.items(), key=lambda item: item[1], reverse=True), 1):
        size += length
        if (number > most_files or size > most_bytes) and index != kept:
            remove(index)


if __name__ == "__main__":
    main(*sys.argv[1:])
