"""The sub-command ``pawnviz collect``, which collects the pawn structures of games under a name; no Qt."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from pawnviz.cli.arguments import EXIT_BAD_INPUT, command_parser, print_error
from pawnviz.cli.workers import WORKERS, chosen_workers
from pawnviz.core.collections.collecting import Progress
from pawnviz.core.collections.collecting import collect as collect_files
from pawnviz.core.collections.collection import FORMATS, collection_path, named_collections, row_blocks
from pawnviz.core.collections.store import CollectionError, remove_store
from pawnviz.core.collections.workers import Workers
from pawnviz.core.words import count_text, plural, visible

_HELP: Final = """\
FILE is PGN, as it is or packed as .gz, .bz2, .xz, .zip or .zst. Files stay where they are; a game is read from there
when it is opened. NAME is the name of a collection, which is kept until it is deleted, or the path of its file, which
ends in .pawnviz. Of files that are in the collection only new ones are added, and a run that was interrupted is gone on
with by the same command.

--cluster has files scanned by the workers of a cluster of Dask, and needs pawnviz[cluster]. The workers find FILE under
the same path, unless it is packed, and have the same pawnviz. What a worker that ends has begun, another one does.
Whoever runs the scheduler can run code on all of these machines.

--export writes a row for each structure of each game: file, number of the game there, plies from ply up to end, pawns
of White and Black as masks, and the move that made it. FILE may be left out then.

The exit status is 1 when something was wrong with a file or with the collection, and 2 when the arguments are wrong.
"""


def collect(arguments: list[str]) -> int:
    """Run ``pawnviz collect`` with these arguments and return its exit status."""
    parser = command_parser("collect", "Collect the pawn structures of games under a name.", _HELP, WORKERS)
    parser.add_argument("files", nargs="*", metavar="FILE", help="a file of games")
    parser.add_argument("-o", "--output", metavar="NAME", help="the collection to make or to add to")
    parser.add_argument("--export", metavar="FILE", help="write the structures of the collection, as .csv or .parquet")
    parser.add_argument("--list", action="store_true", help="list the collections that have names")
    parser.add_argument("--delete", metavar="NAME", help="delete a collection; its files of games stay")
    options = parser.parse_args(arguments)
    _check(parser, options)
    try:
        if options.list:
            return _list()
        if options.delete is not None:
            return _delete(options.delete)
        path = collection_path(options.output)
        is_new = not path.exists()
        if options.files:
            path.parent.mkdir(parents=True, exist_ok=True)
        size = sum(Path(file).stat().st_size for file in options.files if Path(file).is_file())
        status = 0
        if options.files:
            with chosen_workers(parser, options, size) as workers:
                status = _collect(path, options.files, size, workers)
            if is_new and status:
                _remove_empty(path)
        return (_export(path, Path(options.export), parser) if options.export else 0) or status
    except CollectionError as error:
        return print_error(str(error))
    except OSError as error:
        return print_error(f"the collection {options.output} cannot be made: {error.strerror or error}")


def _check(parser: ArgumentParser, options: Namespace) -> None:
    is_given = options.output is not None
    if options.list + (options.delete is not None) + is_given != 1 or bool(options.files or options.export) != is_given:
        parser.error("give files and the collection for them as -o NAME, or --list, or --delete NAME")
    if options.export and Path(options.export).suffix.lstrip(".") not in FORMATS:
        parser.error(f"structures are exported as .csv or .parquet, not as {options.export}")


def _collect(path: Path, files: list[str], size: int, workers: Workers) -> int:
    status = 0
    counts: dict[str, int] = {}  # The new games of each file.
    known = 0
    line = _ProgressLine(size)
    try:
        for progress in collect_files(path, files, workers):
            line.show(progress)
            if progress.fault:
                line.clear()
                status = print_error(progress.fault)
            if not progress.is_new:
                known += 1
            elif progress.size:
                counts[progress.path] = progress.game_count
    finally:
        line.clear()
    text = (
        f"{path.stem}: {count_text(sum(counts.values()), 'game')} of {count_text(len(counts), 'new file')};"
        f" {count_text(known, 'file')} had been collected before"
    )
    print(visible(text))
    return status


class _ProgressLine:
    """A line on a terminal's standard error: the share of all files, the rate and the time left."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._is_shown = sys.stderr is not None and sys.stderr.isatty()
        self._start = self._due = time.monotonic()
        self._done: dict[str, int] = {}
        self._games: dict[str, int] = {}
        self._before: tuple[int, int] | None = None  # The bytes and games that were there at the first step.
        self._width = 0

    def show(self, progress: Progress) -> None:
        """Take a step and print the line, a few times a second."""
        self._done[progress.path], self._games[progress.path] = progress.done, progress.game_count
        done, games = sum(self._done.values()), sum(self._games.values())
        now = time.monotonic()
        if self._before is None:
            self._start, self._before = now, (done, games)
        if not self._is_shown or now < self._due or not self._size:
            return
        name, part = visible(Path(progress.path).name), 100 * done // self._size
        text = f"{name}: {games:,} {plural(games, 'game')} ({part} %)"
        seconds = now - self._start
        if seconds > 0.5 and done > self._before[0]:
            rate = (games - self._before[1]) / seconds
            left = seconds * (self._size - done) / (done - self._before[0])
            text += f", {rate:,.0f} a second, {_duration(left)} left"
        self._width = max(self._width, len(text))
        print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._due = now + 0.2

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            print(f"\r{'':{self._width}}\r", end="", file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _export(path: Path, file: Path, parser: ArgumentParser) -> int:
    from pawnviz.core.collections.collection import Collection
    from pawnviz.model.storage import FileError, write_blocks

    with Collection.open(path) as collection:
        status = max((print_error(fault) for fault in collection.faults), default=0)
        try:
            if losses := write_blocks(file, row_blocks(collection, file.suffix.lstrip(".")), 0):
                print_error(f"{file}: {losses}")
        except ImportError:
            parser.error("to write Parquet, install pawnviz[parquet]")
        except FileError as error:
            return print_error(error.message)
    return status


def _delete(name: str) -> int:
    """Delete a collection; one that is missing is said by the name that was given."""
    path = collection_path(name)
    if not path.exists():
        hint = "" if str(path) == name else "; pawnviz collect --list names those that there are"
        return print_error(f"There is no collection “{name}”{hint}.")
    remove_store(path)
    return 0


def _remove_empty(path: Path) -> None:
    """Remove a collection without files, which was made for files that could not be read."""
    from pawnviz.core.collections.collection import Collection

    with Collection.open(path) as collection:
        is_empty = not collection.files
    if is_empty:
        remove_store(path)


def _list() -> int:
    from pawnviz.core.collections.collection import Collection

    status = 0
    for path in named_collections():
        try:
            with Collection.open(path) as collection:
                files = collection.files
        except CollectionError as error:
            status = print_error(str(error), EXIT_BAD_INPUT)
            continue
        games = count_text(sum(file.game_count for file in files), "game")
        unfinished = "" if all(file.is_whole for file in files) else ", unfinished"
        damaged = count_text(sum(bool(file.faults) for file in files), "damaged file")
        faults = "" if damaged.startswith("0") else f", {damaged}"
        print(visible(f"{path.stem}: {games} of {count_text(len(files), 'file')}{unfinished}{faults}"))
    return status
