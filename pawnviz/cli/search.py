"""The sub-command ``pawnviz search``, which finds games by their pawn structure; no Qt."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Final

from pawnviz.cli.arguments import EXIT_BAD_INPUT, command_parser, print_error
from pawnviz.cli.questions import QUESTION, QUESTION_HELP, ask, read_question
from pawnviz.cli.workers import WORKERS
from pawnviz.core.board.fen import FenError
from pawnviz.core.collections.collection import GameSource
from pawnviz.core.collections.question import Question, spells
from pawnviz.core.games.cutting import decode
from pawnviz.core.games.timeline import csv_row
from pawnviz.core.words import visible, visible_json

_HELP: Final = f"""\
{QUESTION_HELP}
formats:
  table     a line for each game: number, moves, players with their ratings, result, opening code, date
  json      an object a line: number, file, line, ply (the first position, 0 is the start), end (the first position
            that no longer fits), headers
  csv       the same in columns, with a heading
  pgn       the games themselves

The exit status is 1 when no game was found or something was wrong with FEN or a file, and 2 when the arguments are
wrong.
"""
_COLUMNS: Final = ("White", "WhiteElo", "Black", "BlackElo", "Result", "ECO", "Date", "Event", "Site", "Round")


def search(arguments: list[str]) -> int:
    """Run ``pawnviz search`` with these arguments and return its exit status."""
    parser = command_parser("search", "Find games by their pawn structure.", _HELP, QUESTION, WORKERS)
    parser.add_argument("files", nargs="+", metavar="FILE|NAME", help="a file of games or a collection")
    parser.add_argument("--fen", metavar="FEN", help="the pawns of a position")
    parser.add_argument("--format", choices=tuple(_FORMATS), default="table", help="default: table")
    options = parser.parse_args(arguments)
    try:
        question = read_question(parser, options, options.fen)
    except FenError as error:
        return print_error(f"{options.fen}: {error}")
    if options.format == "csv":
        sys.stdout.write(csv_row(("number", "file", "line", "ply", "end", *_COLUMNS)))
    is_found = has_fault = False
    with closing(ask(parser, options, options.files, partial(_texts, question.portable, options.format))) as asked:
        for texts in asked:
            has_fault = has_fault or texts is None
            is_found = is_found or bool(texts)
            # Files have the games as they are, terminals show them.
            sys.stdout.writelines(map(visible, texts or ()) if sys.stdout.isatty() else texts or ())
    if has_fault:
        return EXIT_BAD_INPUT
    return 0 if is_found else print_error("no game fits")


def _texts(question: Question, name: str, source: GameSource) -> list[str]:
    """Return the games in which a question holds, each in a format."""
    games = source.games()
    found = spells(question, source.rows(), games)
    form = _FORMATS[name]
    return [
        form(source, game, int(games.number[game]), first, end)
        for game, first, end in zip(found.game.tolist(), found.first.tolist(), found.end.tolist(), strict=True)
    ]


def _row(source: GameSource, game: int, number: int, first: int, end: int) -> str:
    headers = source.headers(game)
    white, black = (_player(headers, color) for color in ("White", "Black"))
    date, result, code = (headers.get(name, "") for name in ("Date", "Result", "ECO"))
    moves = f"{first // 2 + 1}-{(end - 1) // 2 + 1}"
    return visible(f"{number:>7}  {moves:<7}  {white} - {black}  {result}  {code:<3}  {date}") + "\n"


def _player(headers: dict[str, str], color: str) -> str:
    rating = headers.get(f"{color}Elo", "")
    return f"{headers.get(color) or '?'} ({rating})" if rating.isdigit() else headers.get(color) or "?"


def _json(source: GameSource, game: int, number: int, first: int, end: int) -> str:
    entry = {
        "number": number,
        "file": source.path_of(game),
        "line": int(source.games().line[game]),
        "ply": first,
        "end": end,
        "headers": source.headers(game),
    }
    return visible_json(json.dumps(entry, ensure_ascii=False)) + "\n"


def _csv(source: GameSource, game: int, number: int, first: int, end: int) -> str:
    headers = source.headers(game)
    place = (number, source.path_of(game), int(source.games().line[game]), first, end)
    return csv_row((*place, *(headers.get(name, "") for name in _COLUMNS)))


def _pgn(source: GameSource, game: int, number: int, first: int, end: int) -> str:
    return decode(source.game_text(game).data)[0].strip() + "\n\n"


_FORMATS: Final[dict[str, Callable[[GameSource, int, int, int, int], str]]] = {
    "table": _row,
    "json": _json,
    "csv": _csv,
    "pgn": _pgn,
}
