"""The sub-command ``pawnviz timeline``, which prints the layers of a game ply by ply; no Qt."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pawnviz.cli.arguments import EXIT_BAD_INPUT, LAYER_FILE, LAYERS, command_parser, print_error
from pawnviz.cli.drawing import write_whole
from pawnviz.cli.entries import entries_of, layers_option
from pawnviz.cli.games import opened_games
from pawnviz.core.games.cutting import GameText
from pawnviz.core.games.game_file import NoGamesError

if TYPE_CHECKING:
    import chess.pgn

    from pawnviz.core.games.timeline import Timeline
    from pawnviz.core.games.tree import MoveLine

_HELP: Final = """\
A row for each position of the game, the first one before all moves, with the columns ply, san and fen, then for each
layer white.NAME and black.NAME, masks as 0x and 16 digits, and white.NAME.count and black.NAME.count; numbers have no
counts.

formats:
  csv       a line of names, then a line for each position; a null move is '--, which no spreadsheet computes
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
    count = 0
    with opened_games(path) as (texts, faults):
        for count, text in enumerate(texts, 1):
            if count == number:
                return text
        missing = f"there is no game {number}; the number of games is {count}" if count else "it holds no games"
        raise NoGamesError("; ".join((missing, *faults)))


def game_line(path: str, number: int, parser: ArgumentParser) -> tuple[MoveLine | None, chess.pgn.Game, int]:
    """Return the main line of a game of a file, None where it has none, the game, and the exit status so far.

    Its faults are printed. Raises ``NoGamesError`` for a missing game, and exits with an error for a number below 1.
    """
    from pawnviz.core.games.pgn import read_game
    from pawnviz.core.games.tree import UnreadableError, main_line

    if number < 1:
        parser.error(f"games have the numbers 1, 2, 3 and so on, not {number}")
    read = read_game(_game(path, number))
    for problem in read.problems:
        print_error(f"{path}, line {problem.line}: {problem.text}")
    status = EXIT_BAD_INPUT if read.problems else 0
    try:
        return main_line(read.game), read.game, status
    except UnreadableError:
        return None, read.game, status


def _write(computed: Timeline, form: str, output: str | None, parser: ArgumentParser) -> int:
    from pawnviz.core.games.timeline import timeline_bytes, timeline_lines

    if output is None:
        sys.stdout.writelines(timeline_lines(computed, form))
        return 0
    try:
        data = timeline_bytes(computed, form)
    except ImportError:
        parser.error("to write Parquet, install pawnviz[parquet]")
    return write_whole(Path(output), data)
