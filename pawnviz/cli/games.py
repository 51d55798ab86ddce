"""The sub-commands ``pawnviz games`` and ``pawnviz timeline``: the games of a file, and one by plies; no Qt."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pawnviz.cli.command import (
    GAME,
    GAME_FILE,
    LAYER_FILE,
    LAYERS,
    Options,
    command,
    flag,
    one_of,
    option,
    print_error,
    reason,
    standard_input,
    write_whole,
)
from pawnviz.cli.inputs import chosen_entries
from pawnviz.core.collections.fields import FieldError, read_fields
from pawnviz.core.collections.question import GamePart
from pawnviz.core.games.cutting import GameText, games_in_steps, head_end, read_headers
from pawnviz.core.games.game_file import GameFile, NoGamesError, checked
from pawnviz.core.games.game_list import GameList, ply_count
from pawnviz.core.words import visible, visible_json

if TYPE_CHECKING:
    import chess.pgn

    from pawnviz.core.games.timeline import Timeline
    from pawnviz.core.games.tree import MoveLine

_TOGETHER: Final = 256  # The number of games that are asked at once.


@command(
    "List the games of a PGN file.",
    """\
FILE is PGN, as it is or packed as .gz, .bz2, .xz, .zip or .zst; - reads standard input. All moves are played, so that
what is wrong with a game is named with its line on standard error; --unplayed only counts them, many times faster.

--fields takes the games in which all words are found, and those of fields such as white:karpov elo:2600- year:1975-1985
eco:D42 result:1-0, as in the window; fields on pawns are asked by pawnviz search.

formats:
  table     a line for each game: number, date, players with their ratings, result, opening code, number of moves
  json      an object a line for each game: number, line, headers, plies, problem; plies are all that are written

The exit status is 1 when something was wrong with a game or with the file or when no game fits, and 2 when the
arguments are wrong.
""",
    *(GAME_FILE, one_of("--format", ["table", "json"])),
    flag("--unplayed", "count the moves without playing them"),
    option("--fields", metavar="TEXT", default="", help="take only games such as white:karpov elo:2600-"),
)
def games(options: Options) -> int:
    """List the games of a file, and return the exit status."""
    parts = _parts(options)
    try:
        with opened_games(options.file) as (texts, faults):
            numbered: Iterator[tuple[int, GameText]] = enumerate(texts, 1)
            if parts:
                numbered = _fitting(numbered, parts)
            status, is_empty = 0, True
            for number, text in numbered:
                is_empty = False
                headers, plies, problems = _read(text, options.unplayed)
                for problem in problems:
                    status = print_error(f"{options.file}, {problem}")
                if options.format == "json":
                    values = {"number": number, "line": text.line, "headers": headers, "plies": plies}
                    sys.stdout.write(json_line({**values, "problem": "; ".join(problems) or None}))
                else:
                    date, moves = f"{headers.get('Date', ''):<10}", str((plies + 1) // 2)
                    sys.stdout.write(row(number, (date,), headers, moves))
            for fault in faults:
                status = print_error(f"{options.file}: {fault}")
    except NoGamesError as error:
        return print_error(f"{options.file}: {error}")
    if is_empty:
        return print_error("no game fits" if parts else f"{options.file}: it holds no games")
    return status


def _parts(options: Options) -> tuple[GamePart, ...]:
    """Return the parts of fields on games; ends with an error that names the column."""
    try:
        question = read_fields(options.fields)
    except FieldError as error:
        options.fail(f"argument --fields: column {error.column}: {error.message}")
    others = [part for part in question.parts if part not in question.game_parts]
    if others:
        options.fail(f"argument --fields: {others[0].text} is asked by pawnviz search")
    return question.game_parts


def _fitting(texts: Iterator[tuple[int, GameText]], parts: Sequence[GamePart]) -> Iterator[tuple[int, GameText]]:
    """Yield the games in which all parts hold, some at once, since a single one takes nearly as long."""
    from pawnviz.core.collections.listed_games import GameFilter  # It loads NumPy.

    while some := list(islice(texts, _TOGETHER)):
        games = GameList()
        for _, text in some:
            games.add(text)
        for index in GameFilter(games, parts).matching(0, len(some)).tolist():
            yield some[index]


@contextmanager
def opened_games(path: str) -> Iterator[tuple[Iterator[GameText], list[str]]]:
    """Open the games of a file or of ``-``, and the faults found as it is read; raises ``NoGamesError``."""
    if path == "-":
        yield filter(None, games_in_steps(checked(_standard_input()))), []
        return
    try:
        file = GameFile(path)
    except OSError as error:
        raise NoGamesError(reason(error)) from None
    with file:
        yield filter(None, games_in_steps(file.blocks())), file.faults


def _standard_input() -> Iterator[bytes]:
    """Yield standard input, as much at once as can be read without waiting; raises ``NoGamesError``."""
    try:
        stream = standard_input()
        while block := stream.read1(1 << 20):
            yield block
    except OSError as error:
        raise NoGamesError(f"standard input: {reason(error)}") from None


def _read(text: GameText, unplayed: bool) -> tuple[dict[str, str], int, list[str]]:
    """Return the tags of a game, the number of moves of its main line, and its faults with their lines."""
    end = head_end(text.data)
    plies = ply_count(text.data, end)
    if unplayed:
        return read_headers(text.data, end), plies, []
    from pawnviz.core.games.pgn import read_game

    read = read_game(text)
    return dict(read.game.headers), plies, [f"line {each.line}: {each.text}" for each in read.problems]


def json_line(values: dict[str, object]) -> str:
    """Return values as a line of JSON without characters that terminals obey."""
    return visible_json(json.dumps(values, ensure_ascii=False)) + "\n"


def row(number: int, before: Sequence[str], headers: dict[str, str], last: str) -> str:
    """Return a game as a line for people: number, columns, players with ratings, result, code and a last column."""
    white, black = (_player(headers, color) for color in ("White", "Black"))
    players, result, code = f"{white} - {black}", headers.get("Result", ""), headers.get("ECO", "")
    return visible("  ".join((f"{number:>7}", *before, players, result, f"{code:<3}", last))) + "\n"


def _player(headers: dict[str, str], color: str) -> str:
    rating = headers.get(f"{color}Elo", "")
    return f"{headers.get(color) or '?'} ({rating})" if rating.isdigit() else headers.get(color) or "?"


# A game by plies


@command(
    "Print the layers of a game, ply by ply.",
    """\
A row for each position of the game, the first one before all moves, with the columns ply, san and fen, then for each
layer white.NAME and black.NAME, masks as 0x and 16 digits, and white.NAME.count and black.NAME.count; numbers have no
counts.

formats:
  csv       a line of names, then a line for each position; a null move is '--, which no spreadsheet computes
  json      an array with an object for each position, one a line: ply, san (null for the first), fen, white and black;
            a side has each layer as {"count": 1, "mask": "0x0000000008000000"} and each number as a number
  parquet   a file for data frames, which needs pawnviz[parquet] and --output; its masks are 64-bit unsigned numbers

Moves that cannot be played are named on standard error; what stands before them is printed, and the exit status is 1.
""",
    *(LAYERS, LAYER_FILE, GAME_FILE, GAME, one_of("--format", ["csv", "json", "parquet"])),
    option("-o", "--output", metavar="FILE", help="write to a file in place of standard output"),
)
def timeline(options: Options) -> int:
    """Print the layers of a game by plies, and return the exit status."""
    if options.format == "parquet" and not options.output:
        options.fail("parquet is no text; name a file with --output")
    entries, status = chosen_entries(options)
    line, _, line_status = game_line(options, options.file, options.game)
    if line is not None:
        from pawnviz.core.games.timeline import timeline as timeline_of

        status = _write(timeline_of(line, entries), options) or status
    return line_status or status


def _game(path: str, number: int) -> GameText:
    count = 0
    with opened_games(path) as (texts, faults):
        for count, text in enumerate(texts, 1):
            if count == number:
                return text
        missing = f"there is no game {number}; the number of games is {count}" if count else "it holds no games"
        raise NoGamesError("; ".join((missing, *faults)))


def game_line(options: Options, path: str, number: int) -> tuple[MoveLine | None, chess.pgn.Game, int]:
    """Return a game's main line, None for none, the game, and the exit status so far; faults are printed."""
    if number < 1:
        options.fail(f"games have the numbers 1, 2, 3 and so on, not {number}")
    try:
        return read_line(path, _game(path, number))
    except NoGamesError as error:
        import chess.pgn

        return None, chess.pgn.Game(), print_error(f"{path}: {error}")


def read_line(path: str, text: GameText) -> tuple[MoveLine | None, chess.pgn.Game, int]:
    """Return the main line, game and exit status of a game's text; ``path`` names its file in faults."""
    from pawnviz.core.games.pgn import read_game
    from pawnviz.core.games.tree import UnreadableError, main_line

    read = read_game(text)
    status = max((print_error(f"{path}, line {each.line}: {each.text}") for each in read.problems), default=0)
    try:
        return main_line(read.game), read.game, status
    except UnreadableError:
        return None, read.game, status


def _write(computed: Timeline, options: Options) -> int:
    from pawnviz.core.games.timeline import timeline_bytes, timeline_lines

    if options.output is None:
        sys.stdout.writelines(timeline_lines(computed, options.format))
        return 0
    try:
        data = timeline_bytes(computed, options.format)
    except ImportError:
        options.fail("to write Parquet, install pawnviz[parquet]")
    return write_whole(Path(options.output), data)
