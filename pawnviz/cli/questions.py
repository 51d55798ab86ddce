"""The options that ask a question of many games, and the files and collections that it is asked of."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from typing import Final

from pawnviz.cli.arguments import parent_parser
from pawnviz.cli.errors import print_error
from pawnviz.cli.streams import reason
from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.core.collections.fields import FIELDS, FieldError, read_fields
from pawnviz.core.collections.joined import GameSource, Joined, joined
from pawnviz.core.collections.opening import open_games
from pawnviz.core.collections.position_parts import ConditionPart, PatternPart, PawnsPart, StructurePart
from pawnviz.core.collections.question import Part, Question
from pawnviz.core.collections.scanned_file import ScannedFile
from pawnviz.core.collections.store import CollectionError
from pawnviz.core.formula.tokens import FormulaError
from pawnviz.core.games.game_file import NoGamesError

QUESTION_HELP: Final = """\
FILE is PGN, as it is or packed; it is scanned, and not kept. NAME is a collection that pawnviz collect has made, or the
path of its file. A game counts once, by the first positions in a row in which all options hold.

A pattern is that of user structures, such as "W d4 -c -e; B d5"; a condition is one of pawns alone, such as
"popcount(doubled_pawns(own)) >= 1", for White's side unless --color names another one. Ranges are written
2400-, 1970-1985, -30 or 1999.
"""

_FIELDS: Final = (
    ("white", "NAME", "White’s name has these words"),
    ("black", "NAME", "Black’s name has these words"),
    ("player", "NAME", "either player’s name has these words"),
    ("elo", "RANGE", "the ratings of both players"),
    ("year", "RANGE", "the year of the game"),
    ("result", "RESULT", "1-0, 0-1, 1/2-1/2 or *"),
    ("eco", "CODE", "an opening’s code, such as D35, D3 or D30-D69"),
    ("event", "NAME", "the event’s name has these words"),
    ("for", "MOVES", "at least this many moves in a row"),
    ("moves", "RANGE", "only positions of these moves count"),
)

QUESTION: Final = parent_parser()
_asked = QUESTION.add_argument_group("question")
_asked.add_argument("--structure", metavar="NAME", help="a named structure by its identifier, such as carlsbad")
_asked.add_argument("--pattern", metavar="TEXT", help="pawns by their squares and files")
_asked.add_argument("--where", metavar="CONDITION", help="a condition on the pawns")
_asked.add_argument(
    "--color", choices=("white", "black", "either"), help="whose the structure, pattern or condition is"
)
_asked.add_argument("--side", choices=("white", "black", "both"), default="both", help="whose pawns of the FEN")
_asked.add_argument("--mirror", action="store_true", help="also with the a- and the h-file exchanged, and so on")
_asked.add_argument("--apart", type=int, default=0, metavar="N", help="the squares that may differ from the FEN")
for _name, _metavar, _help in _FIELDS:
    _asked.add_argument(f"--{_name}", metavar=_metavar, help=_help)
_asked.add_argument(
    "--fields", metavar="TEXT", default="", help="fields as in the window: elo:2400- structure:carlsbad"
)


def read_question(parser: ArgumentParser, options: Namespace, fen: str | None) -> Question:
    """Return the question of options and a FEN; exits with an error that names the option and the column."""
    values = vars(options)
    if not (0 <= options.apart <= 64):
        parser.error(f"argument --apart: up to 64 squares may differ, not {options.apart}")
    if fen is None and (options.side != "both" or options.apart):
        parser.error("--side and --apart belong to a FEN; give one")
    parts: list[Part] = [] if fen is None else [_pawns(parser, options, fen)]
    try:
        name = "structure"
        if options.structure is not None:
            parts.append(StructurePart(options.structure, _color(options, None)))
        name = "pattern"
        if options.pattern is not None:
            parts += _patterns(options)
        name = "where"
        if options.where is not None:
            parts.append(ConditionPart(options.where, _color(options, True)))
        for name, _, _ in _FIELDS:
            if values[name] is not None:
                if not values[name]:
                    raise ValueError("it is empty")
                parts.append(FIELDS[name](values[name], ()))
        name = "fields"
        parts += read_fields(options.fields).parts
    except FieldError as error:
        parser.error(f"argument --fields: column {error.column}: {error.message}")
    except FormulaError as error:
        parser.error(f"argument --{name}: column {error.column}: {error.message}")
    except ValueError as error:
        parser.error(f"argument --{name}: {error}")
    return Question(tuple(dict.fromkeys(parts)))


def _pawns(parser: ArgumentParser, options: Namespace, fen: str) -> PawnsPart:
    try:
        position = Position.from_fen(fen)
    except FenError as error:
        parser.error(f"{fen}: {error}")
    white, black = position.pawns & position.white, position.pawns & position.black
    return PawnsPart(white, black, options.side, options.mirror, options.color == "either", options.apart)


def _patterns(options: Namespace) -> tuple[PatternPart, ...]:
    part = PatternPart(options.pattern, options.color == "either", options.mirror)
    if options.color == "black":
        raise ValueError("a pattern names the color of each pawn; --color takes either, or leave it out")
    return (part,)


def _color(options: Namespace, default: bool | None) -> bool | None:
    return {None: default, "white": True, "black": False, "either": None}[options.color]


def open_sources(names: list[str], closing: ExitStack) -> Joined | None:
    """Return the games of files and collections as one, or after printing what is wrong None."""
    sources: list[GameSource] = []
    for name in names:
        try:
            source = open_games(name, closing)
        except CollectionError as error:
            print_error(str(error))
        except NoGamesError as error:
            print_error(f"{name}: {error}")
        except OSError as error:
            print_error(f"{name}: {reason(error)}")
        else:
            sources.append(source)
            for fault in source.faults if isinstance(source, ScannedFile) else ():
                print_error(f"{name}: {fault}")
    if len(sources) < len(names):
        return None
    try:
        return joined(sources)
    except CollectionError as error:
        print_error(str(error))
        return None
