"""The sub-commands on many games: ``pawnviz collect``, ``pawnviz search`` and ``pawnviz explore``; no Qt."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import Any, Final, TypeVar

from pawnviz.cli.command import (
    EXIT_BAD_INPUT,
    Option,
    Options,
    Progress,
    command,
    flag,
    numeric,
    one_of,
    option,
    print_error,
    print_text,
    reason,
)
from pawnviz.cli.games import json_line, row
from pawnviz.cli.inputs import read_user_files
from pawnviz.core.board.fen import FenError
from pawnviz.core.collections.answer import (
    INTERVAL_WORDS,
    Answer,
    NextMove,
    answer_of,
    count_sentence,
    delay_text,
    difference_text,
    find,
    openings_text,
    score_sentence,
    share_text,
)
from pawnviz.core.collections.collecting import Progress as CollectingStep
from pawnviz.core.collections.collecting import collect as collect_files
from pawnviz.core.collections.collection import (
    FORMATS,
    Collection,
    GameSource,
    ScannedFile,
    collection_path,
    named_collections,
    open_shard,
    row_blocks,
    shards_of,
)
from pawnviz.core.collections.fields import FIELDS, FieldError, read_fields
from pawnviz.core.collections.question import Part, Question, spells
from pawnviz.core.collections.store import CollectionError, remove_store
from pawnviz.core.collections.workers import ClusterError, Workers, cluster, processes
from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.games.cutting import decode
from pawnviz.core.games.game_file import NoGamesError
from pawnviz.core.games.timeline import csv_row
from pawnviz.core.words import count_text, plural, visible

Result = TypeVar("Result")

# Workers

_SMALL: Final = 8 << 20  # The number of bytes of all files up to which one process is as fast as several.

_WORKERS: Final = (
    numeric("--processes", "default: one for each core, one alone for a small file", group="!workers"),
    option(
        "--cluster",
        group="!workers",
        metavar="ADDRESS",
        help="the scheduler of a cluster of Dask, such as tcp://host:8786",
    ),
)


@contextmanager
def _chosen_workers(options: Options, size: int, most: int = 1_000) -> Iterator[Workers]:
    """Yield the workers that are asked for or fit a number of bytes; ends with an error without a cluster."""
    if options.processes is not None and not 1 <= options.processes <= 1_000:
        options.fail(f"the number of processes is 1 or more, not {options.processes}")
    count = options.processes or (1 if size <= _SMALL else os.cpu_count() or 1)
    handler = signal.getsignal(signal.SIGINT)
    if handler is not signal.SIG_IGN:
        # Ctrl+C ends the processes that work before this one.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with processes(max(1, min(count, most))) if options.cluster is None else cluster(options.cluster) as workers:
            yield workers
    except ClusterError as error:
        options.fail(f"argument --cluster: {error}")
    finally:
        signal.signal(signal.SIGINT, handler)


# Collections


@command(
    "Collect the pawn structures of games under a name.",
    """\
FILE is PGN, as it is or packed as .gz, .bz2, .xz, .zip or .zst. Files stay where they are; a game is read from there
when it is opened. NAME is the name of a collection, which is kept until it is deleted, or the path of its file, which
ends in .pawnviz. Only files that are not yet in the collection are added, and the same command continues a run that was
interrupted.

--cluster scans files on the workers of a cluster of Dask, and needs pawnviz[cluster]. The workers have the same
pawnviz, and FILE under the same path unless it is packed. If a worker ends, another one does its work.
Whoever runs the scheduler can run code on all of these machines.

--export writes a row for each structure of each game: file, number of the game there, plies from ply up to end, pawns
of White and Black as masks, and the move that made it. FILE may be left out then.

The exit status is 1 when something was wrong with a file or with the collection, and 2 when the arguments are wrong.
""",
    *_WORKERS,
    option("files", nargs="*", metavar="FILE", help="a file of games"),
    option("-o", "--output", metavar="NAME", help="the collection to make or to add to"),
    option("--export", metavar="FILE", help="write the structures of the collection, as .csv or .parquet"),
    flag("--list", "list the collections that have names"),
    option("--delete", metavar="NAME", help="delete a collection; its files of games stay"),
)
def collect(options: Options) -> int:
    """Collect games, list or delete collections, and return the exit status."""
    is_given = options.output is not None
    if options.list + (options.delete is not None) + is_given != 1 or bool(options.files or options.export) != is_given:
        options.fail("give files and the collection for them as -o NAME, or --list, or --delete NAME")
    if options.export and Path(options.export).suffix.lstrip(".") not in FORMATS:
        options.fail(f"structures are exported as .csv or .parquet, not as {options.export}")
    try:
        if options.list:
            return _list()
        if options.delete is not None:
            return _delete(options.delete)
        path = collection_path(options.output)
        is_new = not path.exists()
        status = 0
        if options.files:
            path.parent.mkdir(parents=True, exist_ok=True)
            size = sum(Path(file).stat().st_size for file in options.files if Path(file).is_file())
            with _chosen_workers(options, size) as workers:
                status = _collect(path, options.files, size, workers)
            if is_new and status:
                with Collection.open(path) as collection:
                    is_empty = not collection.files
                if is_empty:
                    remove_store(path)
        return (_export(path, Path(options.export), options) if options.export else 0) or status
    except CollectionError as error:
        return print_error(str(error))
    except OSError as error:
        return print_error(f"the collection {options.output} cannot be made: {error.strerror or error}")


def _collect(path: Path, files: list[str], size: int, workers: Workers) -> int:
    status = known = 0
    counts: dict[str, int] = {}  # The new games of each file.
    line = _CollectProgress(size)
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
    new = f"{count_text(sum(counts.values()), 'game')} of {count_text(len(counts), 'new file')}"
    print(visible(f"{path.stem}: {new}; {count_text(known, 'file')} had been collected before"))
    return status


class _CollectProgress:
    """Progress of a collection: the share of all files, the rate and the time left."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._line = Progress(is_wanted=size > 0)
        self._start = self._due = time.monotonic()
        self._done: dict[str, int] = {}
        self._games: dict[str, int] = {}
        self._before = (0, 0)  # The bytes and games that were there at the first step.
        self.clear = self._line.clear

    def show(self, step: CollectingStep) -> None:
        """Take a step and print the line, a few times a second."""
        is_first, now = not self._done, time.monotonic()
        self._done[step.path], self._games[step.path] = step.done, step.game_count
        done, games = sum(self._done.values()), sum(self._games.values())
        if is_first:
            self._start, self._before = now, (done, games)
        if not self._line.is_shown or now < self._due:
            return
        name, part = visible(Path(step.path).name), 100 * done // self._size
        text = f"{name}: {games:,} {plural(games, 'game')} ({part} %)"
        seconds = now - self._start
        if seconds > 0.5 and done > self._before[0]:
            rate = (games - self._before[1]) / seconds
            minutes, rest = divmod(int(seconds * (self._size - done) / (done - self._before[0])), 60)
            hours, minutes = divmod(minutes, 60)
            left = f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
            text += f", {rate:,.0f} a second, {left} left"
        self._line.show(text)
        self._due = now + 0.2


def _export(path: Path, file: Path, options: Options) -> int:
    from pawnviz.model.storage import FileError, write_blocks

    with Collection.open(path) as collection:
        status = max((print_error(fault) for fault in collection.faults), default=0)
        try:
            if losses := write_blocks(file, row_blocks(collection, file.suffix.lstrip(".")), 0):
                print_error(f"{file}: {losses}")
        except ImportError:
            options.fail("to write Parquet, install pawnviz[parquet]")
        except FileError as error:
            return print_error(error.message)
    return status


def _delete(name: str) -> int:
    """Delete a collection; one that is missing is named as it was given."""
    path = collection_path(name)
    if not path.exists():
        hint = "" if str(path) == name else "; pawnviz collect --list names those that there are"
        return print_error(f"There is no collection “{name}”{hint}.")
    remove_store(path)
    return 0


def _list() -> int:
    status = 0
    for path in named_collections():
        try:
            with Collection.open(path) as collection:
                files = collection.files
        except CollectionError as error:
            status = print_error(str(error))
            continue
        games = count_text(sum(file.game_count for file in files), "game")
        unfinished = "" if all(file.is_whole for file in files) else ", unfinished"
        damaged = sum(bool(file.faults) for file in files)
        faults = f", {count_text(damaged, 'damaged file')}" if damaged else ""
        print(visible(f"{path.stem}: {games} of {count_text(len(files), 'file')}{unfinished}{faults}"))
    return status


# Questions

_QUESTION_HELP: Final = """\
FILE is PGN, as it is or packed; it is scanned, and not kept. NAME is a collection that pawnviz collect has made, or the
path of its file. A game counts once, by the first positions in a row in which all options hold.

--structure finds boards that are named after the structure, with --wide all boards on which its rule holds, also those
with a more specific name. Its conditions on pieces are ignored.

A pattern is written as in user structures, such as "W d4 -c -e; B d5"; a condition is about pawns alone, such as
"popcount(doubled_pawns(own)) >= 1", for White's side unless --color names another one. Ranges are written
2400-, 1970-1985, -30 or 1999.
"""

_FIELDS: Final = {
    **dict.fromkeys(("white", "black", "player", "event"), "NAME"),
    **dict.fromkeys(("elo", "year", "moves"), "RANGE"),
    "result": "RESULT",
    "eco": "CODE",
    "for": "MOVES",
}
"""The fields that are options, with the words for their values."""


def _asked_by(name: str, **values: object) -> Option:
    return option(name, group="question", **values)


_QUESTION: Final = (
    _asked_by("--structure", metavar="NAME", help="a named structure by its identifier, such as carlsbad"),
    _asked_by("--wide", action="store_true", help="the structure also under more specific names"),
    _asked_by("--pattern", metavar="TEXT", help="pawns by their squares and files"),
    _asked_by("--where", metavar="CONDITION", help="a condition on the pawns"),
    _asked_by("--color", choices=("white", "black", "either"), help="whose the structure, pattern or condition is"),
    _asked_by("--side", choices=("white", "black", "both"), default="both", help="whose pawns of the FEN"),
    _asked_by("--mirror", action="store_true", help="also with the a- and the h-file exchanged, and so on"),
    numeric("--apart", "the squares that may differ from the FEN", 0, group="question"),
    *(_asked_by(f"--{name}", metavar=word, help=FIELDS[name].about) for name, word in _FIELDS.items()),
    _asked_by("--fields", metavar="TEXT", default="", help="fields as in the window: elo:2400- structure:carlsbad"),
)


def _read_question(options: Options, fen: str | None) -> Question:
    """Return the question; ends with an error that names the option, raises ``FenError`` for the FEN."""
    read_user_files()
    values = vars(options)
    if not (0 <= options.apart <= 64):
        options.fail(f"argument --apart: up to 64 squares may differ, not {options.apart}")
    if fen is None and (options.side != "both" or options.apart):
        options.fail("--side and --apart belong to a FEN; give one")
    if options.wide and options.structure is None:
        options.fail("--wide belongs to --structure; give one")
    color = () if options.color is None else (options.color,)
    versions = (*("either",) * (options.color == "either"), *("mirrored",) * options.mirror)
    words = {"structure": (*color, *("wide",) * options.wide), "pattern": versions, "where": color}
    parts: list[Part] = []
    if fen is not None:
        side = () if options.side == "both" else (options.side,)
        parts.append(FIELDS["pawns"].read(fen, (*side, *versions, str(options.apart))))
    for name in ("structure", "pattern", "where", *_FIELDS):
        text = values[name]
        if text is None:
            continue
        if not text.strip():
            options.fail(f"argument --{name}: it is empty")
        if name == "pattern" and options.color == "black":
            options.fail(
                "argument --pattern: a pattern names the color of each pawn; --color takes either, or leave it out"
            )
        try:
            parts.append(FIELDS[name].read(text, words.get(name, ())))
        except FormulaError as error:
            options.fail(f"argument --{name}: column {error.column}: {error.message}")
        except ValueError as error:
            options.fail(f"argument --{name}: {error}")
    try:
        parts += read_fields(options.fields).parts
    except FieldError as error:
        options.fail(f"argument --fields: column {error.column}: {error.message}")
    return Question(tuple(dict.fromkeys(parts)))


def _ask(
    options: Options, names: list[str], function: Callable[[GameSource], Result]
) -> Generator[Result | None, None, None]:
    """Yield the answer of each shard, None for one that cannot be asked; faults are printed."""
    shards: list[tuple[Path, str]] = []  # Files, and the names that their games give for them.
    is_missing = False
    for name in names:
        try:
            shards += ((path.absolute(), name) for path in shards_of(name))
        except CollectionError as error:
            print_error(str(error))
            is_missing = True
    if is_missing:
        yield None
        return
    size = sum(path.stat().st_size for path, _ in shards if path.is_file())
    with _chosen_workers(options, size if len(shards) > 1 else 0, most=len(shards)) as workers:
        try:
            for _, (result, faults) in workers.map(partial(_asked, function), shards):
                for fault in faults:
                    print_error(fault)
                yield result
        except KeyboardInterrupt:
            print_error("interrupted; not all files were asked")
            raise
        except CollectionError as error:
            print_error(str(error))
            yield None


def _asked(function: Callable[[GameSource], Result], shard: tuple[Path, str]) -> tuple[Result | None, tuple[str, ...]]:
    """Return the answer of a shard, None if it cannot be asked, and its faults, in whatever process."""
    path, name = shard
    with ExitStack() as closing:
        try:
            source = open_shard(path, closing)
            if isinstance(source, ScannedFile):
                source.path = name
            return function(source), tuple(f"{name}: {fault}" for fault in source.faults)
        except CollectionError as error:
            return None, (str(error),)
        except (NoGamesError, OSError) as error:
            return None, (f"{name}: {reason(error) if isinstance(error, OSError) else error}",)


# Search

_COLUMNS: Final = ("White", "WhiteElo", "Black", "BlackElo", "Result", "ECO", "Date", "Event", "Site", "Round")


def _texts(question: Question, name: str, source: GameSource) -> list[str]:
    games = source.games()
    found = spells(question, source.rows(), games)
    return [
        _text(
            name,
            source,
            game,
            {"number": int(games.number[game]), "file": source.path_of(game)}
            | {"line": int(games.line[game]), "ply": first, "end": end},
        )
        for game, first, end in zip(found.game.tolist(), found.first.tolist(), found.end.tolist(), strict=True)
    ]


def _text(form: str, source: GameSource, game: int, place: dict[str, Any]) -> str:
    """Return a found game in a format."""
    if form == "pgn":
        return decode(source.game_text(game).data)[0].strip() + "\n\n"
    headers = source.headers(game)
    if form == "json":
        return json_line({**place, "headers": headers})
    if form == "csv":
        return csv_row((*place.values(), *(headers.get(name, "") for name in _COLUMNS)))
    moves = f"{place['ply'] // 2 + 1}-{(place['end'] - 1) // 2 + 1}"
    return row(place["number"], (f"{moves:<7}",), headers, headers.get("Date", ""))


@command(
    "Find games by their pawn structure.",
    f"""\
{_QUESTION_HELP}
formats:
  table     a line for each game: number, moves, players with their ratings, result, opening code, date
  json      an object a line: number, file, line, ply (the first position, 0 is the start), end (the first position
            that no longer fits), headers
  csv       the same in columns, with a heading
  pgn       the games themselves

The exit status is 1 when no game was found or something was wrong with FEN or a file, and 2 when the arguments are
wrong.
""",
    *(*_QUESTION, *_WORKERS),
    option("files", nargs="+", metavar="FILE|NAME", help="a file of games or a collection"),
    option("--fen", metavar="FEN", help="the pawns of a position"),
    one_of("--format", ["table", "json", "csv", "pgn"]),
)
def search(options: Options) -> int:
    """Print the games in which a question holds, and return the exit status."""
    try:
        question = _read_question(options, options.fen)
    except FenError as error:
        return print_error(f"{options.fen}: {error}")
    if options.format == "csv":
        sys.stdout.write(csv_row(("number", "file", "line", "ply", "end", *_COLUMNS)))
    is_found = has_fault = False
    with closing(_ask(options, options.files, partial(_texts, question.portable, options.format))) as asked:
        for texts in asked:
            has_fault = has_fault or texts is None
            is_found = is_found or bool(texts)
            # Files have the games as they are, terminals show them.
            sys.stdout.writelines(map(visible, texts or ()) if sys.stdout.isatty() else texts or ())
    if has_fault:
        return EXIT_BAD_INPUT
    return 0 if is_found else print_error("no game fits")


# Explore


@command(
    "Print what was played with the pawns of a position.",
    f"""\
{_QUESTION_HELP}
Without further options the question is for exactly the pawns of both sides of FEN; --structure, --pattern and --where
replace it, and need no FEN. All scores are White's. The difference is the score minus the one expected from the ratings
and White's advantage, in points of a game, over the games in which both players have a rating.
{fill(INTERVAL_WORDS, 120)}

formats:
  text      sentences, and a line for each move that came next
  json      one object: games, wins, draws, losses, score, expected, difference, interval, next: a list of move, side,
            games, score, difference, median_delay (in moves), the most played first

The exit status is 1 when no game was found or something was wrong with FEN or a file, and 2 when the arguments are
wrong.
""",
    *(*_QUESTION, *_WORKERS),
    option(
        "words",
        nargs="+",
        metavar="[FEN] FILE|NAME",
        help="a position, of which the pawns count, and files of games or collections; without --structure, --pattern,"
        " --where or --fields the position is needed",
    ),
    one_of("--format", ["text", "json"]),
)
def explore(options: Options) -> int:
    """Print the moves played with the pawns of a position, and return the exit status."""
    is_otherwise_asked = any(text is not None for text in (options.structure, options.pattern, options.where))
    fen, files = None, options.words
    first = files[0]
    has_form_of_fen = first.count("/") == 7 and not first.startswith("/") and not Path(first).exists()
    if has_form_of_fen or not (is_otherwise_asked or options.fields):
        fen, *files = options.words
    if not files:
        options.fail("give a file of games or a collection")
    try:
        question = _read_question(options, fen)
    except FenError as error:
        return print_error(f"{fen}: {error}")
    if is_otherwise_asked and fen is not None:
        question = type(question)(question.parts[1:])
    asked = list(_ask(options, files, partial(find, question.portable)))
    parts = [part for part in asked if part is not None]
    if len(parts) < len(asked):
        return EXIT_BAD_INPUT
    found = answer_of(question, parts)
    if options.format == "json":
        print_text(json.dumps(_answer_values(found), ensure_ascii=False) + "\n")
    elif found.score.games:
        print_text(visible("".join(f"{line}\n" for line in _answer_lines(found))))
    return 0 if found.score.games else print_error("no game fits")


_SCORES: Final = ("games", "wins", "draws", "losses", "score", "expected", "difference", "interval")


def _answer_values(found: Answer) -> dict[str, object]:
    return {
        **{name: getattr(found.score, name) for name in _SCORES},
        "next": list(map(_next_values, found.next)),
        "kept": list(map(_next_values, found.kept)),
    }


def _next_values(move: NextMove) -> dict[str, object]:
    return {
        "move": move.move.text,
        "side": "white" if move.move.white else "black",
        "games": move.score.games,
        "score": move.score.score,
        "difference": move.score.difference,
        "median_delay": move.median_delay,
    }


def _answer_lines(found: Answer) -> Iterator[str]:
    score = found.score
    yield f"{count_sentence(found)}."
    yield f"White won {score.wins:,}, drew {score.draws:,} and lost {score.losses:,}. {score_sentence(found)}"
    if openings := openings_text(found):
        yield f"Openings: {openings}."
    for heading, moves in (("Next:", found.next), ("In the meantime:", found.kept)):
        if moves:
            yield from (heading, *map(_next_line, moves))


def _next_line(move: NextMove) -> str:
    side = "White" if move.move.white else "Black"
    return (
        f"  {move.move.text:<12} {side}  {move.score.games:>7,}  {share_text(move.share):>5}"
        f"  {delay_text(move.median_delay):<16}  {difference_text(move.score)}"
    ).rstrip()
