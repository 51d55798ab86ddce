"""The sub-command ``pawnviz games``, which lists the games of a PGN file and their faults; no Qt."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Final, NamedTuple

from pawnviz.cli.arguments import command_parser, print_error
from pawnviz.cli.streams import reason, standard_input
from pawnviz.core.collections.fields import FieldError, read_fields
from pawnviz.core.collections.listed_games import GameFilter
from pawnviz.core.collections.question import GamePart
from pawnviz.core.games.cutting import GameText, games_in_steps, head_end, read_headers
from pawnviz.core.games.game_file import GameFile, NoGamesError, checked
from pawnviz.core.games.game_list import GameList, ply_count
from pawnviz.core.words import visible, visible_json

_HELP: Final = """\
FILE is PGN, as it is or packed as .gz, .bz2, .xz, .zip or .zst; - reads standard input. All moves are played, so that
what is wrong with a game is named with its line on standard error; --unplayed only counts them, many times faster.

--fields takes the games in which all words are found, and those of fields such as white:karpov elo:2600- year:1975-1985
eco:D42 result:1-0, as in the window; fields on pawns are asked by pawnviz search.

formats:
  table     a line for each game: number, date, players with their ratings, result, opening code, number of moves
  json      an object a line for each game: number, line, headers, plies, problem

The exit status is 1 when something was wrong with a game or with the file or when no game fits, and 2 when the
arguments are wrong.
"""


_TOGETHER: Final = 256  # The number of games that are asked at once.


class _ReadGame(NamedTuple):
    """A game with its number and first line, its tags, the moves of its main line, and its faults by their lines."""

    number: int
    line: int
    headers: dict[str, str]
    plies: int
    problems: list[tuple[int, str]]


def games(arguments: list[str]) -> int:
    """Run ``pawnviz games`` with these arguments and return its exit status."""
    parser = command_parser("games", "List the games of a PGN file.", _HELP)
    parser.add_argument("file", metavar="FILE", help="a file of games, or - for standard input")
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table")
    parser.add_argument("--unplayed", action="store_true", help="count the moves without playing them")
    parser.add_argument("--fields", metavar="TEXT", default="", help="take only games such as white:karpov elo:2600-")
    options = parser.parse_args(arguments)
    parts = _parts(parser, options.fields)
    try:
        with opened_games(options.file) as (texts, faults):
            numbered: Iterator[tuple[int, GameText]] = enumerate(texts, 1)
            if parts:
                numbered = _fitting(numbered, parts)
            printed = _json if options.format == "json" else _row
            return _list(options.file, numbered, faults, printed, unplayed=options.unplayed, is_asked=bool(parts))
    except NoGamesError as error:
        return print_error(f"{options.file}: {error}")


def _parts(parser: ArgumentParser, text: str) -> tuple[GamePart, ...]:
    """Return the parts of fields on games; exits with an error that names the column."""
    try:
        question = read_fields(text)
    except FieldError as error:
        parser.error(f"argument --fields: column {error.column}: {error.message}")
    others = [part for part in question.parts if part not in question.game_parts]
    if others:
        parser.error(f"argument --fields: {others[0].text} is asked by pawnviz search")
    return question.game_parts


def _fitting(texts: Iterator[tuple[int, GameText]], parts: Sequence[GamePart]) -> Iterator[tuple[int, GameText]]:
    """Yield the games in which all parts hold, some at once, since a single one takes nearly as long."""
    while some := list(islice(texts, _TOGETHER)):
        games = GameList()
        for _, text in some:
            games.add(text)
        for index in GameFilter(games, parts).matching(0, len(some)).tolist():
            yield some[index]


def _list(
    path: str,
    texts: Iterator[tuple[int, GameText]],
    faults: list[str],
    printed: Callable[[_ReadGame], str],
    *,
    unplayed: bool,
    is_asked: bool,
) -> int:
    status = 0
    is_empty = True
    for number, text in texts:
        is_empty = False
        game = _read(number, text, unplayed)
        for line, problem in game.problems:
            status = print_error(f"{path}, line {line}: {problem}")
        sys.stdout.write(printed(game))
    for fault in faults:
        status = print_error(f"{path}: {fault}")
    if is_empty:
        return print_error("no game fits" if is_asked else f"{path}: it holds no games")
    return status


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


def _read(number: int, text: GameText, unplayed: bool) -> _ReadGame:
    if unplayed:
        end = head_end(text.data)
        return _ReadGame(number, text.line, read_headers(text.data, end), ply_count(text.data, end), [])
    from pawnviz.core.games.pgn import read_game

    read = read_game(text)
    plies = 0
    node = read.game.next()
    while node is not None:
        plies += 1
        node = node.next()
    problems = [(problem.line, problem.text) for problem in read.problems]
    return _ReadGame(number, text.line, dict(read.game.headers), plies, problems)


def _json(game: _ReadGame) -> str:
    problem = "; ".join(f"line {line}: {what}" for line, what in game.problems) or None
    entry = {**game._asdict(), "problem": problem}
    del entry["problems"]
    return visible_json(json.dumps(entry, ensure_ascii=False)) + "\n"


def _row(game: _ReadGame) -> str:
    white, black = (_player(game.headers, color) for color in ("White", "Black"))
    date, result, code = (game.headers.get(name, "") for name in ("Date", "Result", "ECO"))
    moves = (game.plies + 1) // 2
    return visible(f"{game.number:>7}  {date:<10}  {white} - {black}  {result}  {code:<3}  {moves}") + "\n"


def _player(headers: dict[str, str], color: str) -> str:
    rating = headers.get(f"{color}Elo", "")
    return f"{headers.get(color) or '?'} ({rating})" if rating.isdigit() else headers.get(color) or "?"
