"""The sub-command ``pawnviz games``, which lists the games of a PGN file and their faults; no Qt."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pawnviz.cli.arguments import command_parser
from pawnviz.cli.errors import print_error
from pawnviz.cli.streams import reason, standard_input
from pawnviz.core.games.cutting import GameText, games_in_steps
from pawnviz.core.games.game_file import GameFile, NoGamesError, checked
from pawnviz.core.games.game_list import ply_count
from pawnviz.core.games.headers import head_end, read_headers
from pawnviz.core.words import visible, visible_json

_HELP: Final = """\
FILE is PGN, as it is or packed as .gz, .bz2, .xz, .zip or .zst; - reads standard input. All moves are played, so that
what is wrong with a game is named with its line on standard error; --unplayed only counts them, many times faster.

formats:
  table     a line for each game: number, date, players with their ratings, result, opening code, number of moves
  json      an object a line for each game: number, line, headers, plies, problem

The exit status is 1 when something was wrong with a game or with the file, and 2 when the arguments are wrong.
"""


def games(arguments: list[str]) -> int:
    """Run ``pawnviz games`` with these arguments and return its exit status."""
    parser = command_parser("games", "List the games of a PGN file.", _HELP)
    parser.add_argument("file", metavar="FILE", help="a file of games, or - for standard input")
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table")
    parser.add_argument("--unplayed", action="store_true", help="count the moves without playing them")
    options = parser.parse_args(arguments)
    try:
        with opened_games(options.file) as (texts, faults):
            return _list(options.file, texts, faults, json_lines=options.format == "json", unplayed=options.unplayed)
    except NoGamesError as error:
        return print_error(f"{options.file}: {error}")


def _list(path: str, texts: Iterator[GameText], faults: list[str], *, json_lines: bool, unplayed: bool) -> int:
    status = 0
    number = 0
    for number, text in enumerate(texts, 1):
        problems, headers, plies = _read(text, unplayed)
        for line, problem in problems:
            status = print_error(f"{path}, line {line}: {problem}")
        sys.stdout.write(_json(number, text, headers, plies, problems) if json_lines else _row(number, headers, plies))
    for fault in faults:
        status = print_error(f"{path}: {fault}")
    return status if number else print_error(f"{path}: it holds no games")


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


def _read(text: GameText, unplayed: bool) -> tuple[list[tuple[int, str]], dict[str, str], int]:
    """Return the faults of a game, its tags, and the number of moves of its main line."""
    if unplayed:
        end = head_end(text.data)
        return [], read_headers(text.data, end), ply_count(text.data, end)
    from pawnviz.core.games.reading import read_game

    read = read_game(text)
    plies = 0
    node = read.game.next()
    while node is not None:
        plies += 1
        node = node.next()
    return [(problem.line, problem.text) for problem in read.problems], dict(read.game.headers), plies


def _json(number: int, text: GameText, headers: dict[str, str], plies: int, problems: list[tuple[int, str]]) -> str:
    problem = "; ".join(f"line {line}: {what}" for line, what in problems) or None
    entry = {"number": number, "line": text.line, "headers": headers, "plies": plies, "problem": problem}
    return visible_json(json.dumps(entry, ensure_ascii=False)) + "\n"


def _row(number: int, headers: dict[str, str], plies: int) -> str:
    white, black = (_player(headers, color) for color in ("White", "Black"))
    date, result, code = (headers.get(name, "") for name in ("Date", "Result", "ECO"))
    return visible(f"{number:>7}  {date:<10}  {white} - {black}  {result}  {code:<3}  {(plies + 1) // 2}") + "\n"


def _player(headers: dict[str, str], color: str) -> str:
    rating = headers.get(f"{color}Elo", "")
    return f"{headers.get(color) or '?'} ({rating})" if rating.isdigit() else headers.get(color) or "?"
