"""The sub-command ``pawnviz timeline``, which prints the layers of a game ply by ply; no Qt."""

from __future__ import annotations

import csv
import io
import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pawnviz.cli.arguments import LAYER_FILE, LAYERS, command_parser
from pawnviz.cli.entries import entries_of, layers_option
from pawnviz.cli.errors import EXIT_BAD_INPUT, print_error
from pawnviz.cli.games import opened_games
from pawnviz.cli.streams import reason
from pawnviz.core.games.cutting import GameText
from pawnviz.core.games.game_file import NoGamesError
from pawnviz.core.layers import Entry, Layer

if TYPE_CHECKING:
    from pawnviz.core.games.line import MoveLine
    from pawnviz.core.games.timeline import Timeline

_HELP: Final = """\
A row for each position of the game, the first one before all moves, with the columns ply, san and fen, then for each
layer white.NAME and black.NAME, masks as 0x and 16 digits, and white.NAME.count and black.NAME.count; numbers have no
counts.

formats:
  csv       a line of names, then a line for each position
  json      an array with an object for each position, one a line: ply, san (null for the first), fen, white and black;
            a side has each layer as {"count": 1, "mask": "0x0000000008000000"} and each number as a number
  parquet   a file for data frames, which needs pawnviz[parquet] and --output; its masks are 64-bit unsigned numbers

Moves that cannot be played are named on standard error; what stands before them is printed, and the exit status is 1.
"""


def timeline(arguments: list[str]) -> int:
    """Run ``pawnviz timeline`` with these arguments and return its exit status."""
    parser = command_parser("timeline", "Print the layers of a game, ply by ply.", _HELP, LAYERS, LAYER_FILE)
    parser.add_argument("file", metavar="FILE", help="a file of games, or - for standard input")
    parser.add_argument("--game", type=int, default=1, metavar="N", help="the number of the game; default: 1")
    parser.add_argument("--format", choices=("csv", "json", "parquet"), default="csv", help="default: csv")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file in place of standard output")
    options = parser.parse_args(arguments)
    if options.format == "parquet" and not options.output:
        parser.error("parquet is no text; name a file with --output")
    user_layers, status = layers_option(options.layers, options.layer, parser)
    entries = entries_of(options.layer, parser, user_layers)
    try:
        line, _, line_status = game_line(options.file, options.game, parser)
    except NoGamesError as error:
        return print_error(f"{options.file}: {error}")
    if line is not None:
        from pawnviz.core.games.timeline import timeline as timeline_of

        status = _write(timeline_of(line, entries), options.format, options.output, parser) or status
    return line_status or status


def _game(path: str, number: int) -> GameText:
    """Return a game of a file by its number; raises ``NoGamesError`` where there is none."""
    count = 0
    with opened_games(path) as (texts, faults):
        for count, text in enumerate(texts, 1):
            if count == number:
                return text
        raise NoGamesError("; ".join((f"there is no game {number}; the number of games is {count}", *faults)))


def game_line(path: str, number: int, parser: ArgumentParser) -> tuple[MoveLine | None, dict[str, str], int]:
    """Return the main line of a game of a file, None where it has none, its tags, and the exit status so far.

    What is wrong with the game was named then. Raises ``NoGamesError`` where there is no such game, and exits with an
    error for a number below 1.
    """
    from pawnviz.core.games.first_board import UnreadableError
    from pawnviz.core.games.line import main_line
    from pawnviz.core.games.reading import read_game

    if number < 1:
        parser.error(f"games have the numbers 1, 2, 3 and so on, not {number}")
    read = read_game(_game(path, number))
    for problem in read.problems:
        print_error(f"{path}, line {problem.line}: {problem.text}")
    status = EXIT_BAD_INPUT if read.problems else 0
    try:
        return main_line(read.game), dict(read.game.headers), status
    except UnreadableError:
        return None, {}, status


def _write(computed: Timeline, form: str, output: str | None, parser: ArgumentParser) -> int:
    """Write a timeline to standard output or to a file, and return the exit status."""
    if output is None:
        sys.stdout.writelines(_lines(computed, form))
        return 0
    try:
        if form == "parquet":
            _write_parquet(computed, output, parser)
        else:
            with Path(output).open("w", encoding="utf-8", newline="") as file:
                file.writelines(_lines(computed, form))
    except OSError as error:
        return print_error(f"{output}: {reason(error)}")
    return 0


def _lines(computed: Timeline, form: str) -> Iterator[str]:
    """Yield the lines of a timeline in a text format."""
    if form == "json":
        yield from _json(computed)
        return
    masks = _mask_columns(computed)
    yield _csv(computed.columns())
    for row in computed.rows():
        yield _csv([f"0x{value:016x}" if place in masks else value for place, value in enumerate(row)])


def _json(computed: Timeline) -> Iterator[str]:
    """Yield the lines of a timeline as an array of objects, one a line."""
    columns = computed.columns()
    last = len(computed.line.positions) - 1
    for number, row in enumerate(computed.rows()):
        values = dict(zip(columns, row, strict=True))
        entry: dict[str, object] = {"ply": values["ply"], "san": values["san"] or None, "fen": values["fen"]}
        for side in ("white", "black"):
            entry[side] = {each.identifier: _value(each, values, side) for each in computed.entries}
        yield f"{'' if number else '['}{json.dumps(entry)}{',' if number < last else ']'}\n"


def _value(entry: Entry, values: Mapping[str, str | int], side: str) -> object:
    """Return a side's layer as its count and its mask, or its number."""
    value = values[f"{side}.{entry.identifier}"]
    if not isinstance(entry, Layer):
        return value
    return {"count": values[f"{side}.{entry.identifier}.count"], "mask": f"0x{value:016x}"}


def _csv(values: Sequence[object]) -> str:
    """Return values as a line of CSV."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()


def _mask_columns(computed: Timeline) -> frozenset[int]:
    """Return the places of the columns that hold masks."""
    masks = {
        f"{side}.{entry.identifier}"
        for entry in computed.entries
        if isinstance(entry, Layer)
        for side in ("white", "black")
    }
    return frozenset(place for place, name in enumerate(computed.columns()) if name in masks)


def _write_parquet(computed: Timeline, output: str, parser: ArgumentParser) -> None:
    """Write a timeline as a Parquet file; raises ``OSError``, and exits where the library is missing."""
    try:
        pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        parser.error("to write Parquet, install pawnviz[parquet]")
    masks = _mask_columns(computed)
    columns = list(zip(*computed.rows(), strict=True))
    types = [
        pyarrow.uint64() if place in masks else pyarrow.string() if name in ("san", "fen") else pyarrow.int32()
        for place, name in enumerate(computed.columns())
    ]
    arrays = [pyarrow.array(column, kind) for column, kind in zip(columns, types, strict=True)]
    parquet.write_table(pyarrow.table(arrays, names=list(computed.columns())), output)
