"""The options that ask a question of many games, and the files and collections that it is asked of."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Generator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

from pawnviz.cli.arguments import parent_parser, print_error
from pawnviz.cli.streams import reason
from pawnviz.cli.workers import chosen_workers
from pawnviz.core.board.position import Position
from pawnviz.core.collections.collection import GameSource, ScannedFile, open_shard, shards_of
from pawnviz.core.collections.fields import FIELDS, FieldError, read_fields
from pawnviz.core.collections.question import ConditionPart, Part, PatternPart, PawnsPart, Question, StructurePart
from pawnviz.core.collections.store import CollectionError
from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.games.game_file import NoGamesError

QUESTION_HELP: Final = """\
FILE is PGN, as it is or packed; it is scanned, and not kept. NAME is a collection that pawnviz collect has made, or the
path of its file. A game counts once, by the first positions in a row in which all options hold.

A structure is asked where a board is named after it, with --wide wherever its rule holds, also where a more specific
name takes its place; what it demands of pieces is not asked.

A pattern is that of user structures, such as "W d4 -c -e; B d5"; a condition is one of pawns alone, such as
"popcount(doubled_pawns(own)) >= 1", for White's side unless --color names another one. Ranges are written
2400-, 1970-1985, -30 or 1999.
"""

Result = TypeVar("Result")

_FIELDS: Final = {
    **dict.fromkeys(("white", "black", "player", "event"), "NAME"),
    **dict.fromkeys(("elo", "year", "moves"), "RANGE"),
    "result": "RESULT",
    "eco": "CODE",
    "for": "MOVES",
}
"""The fields that are options, with the words for their values."""

QUESTION: Final = parent_parser()
_options = QUESTION.add_argument_group("question")
_options.add_argument("--structure", metavar="NAME", help="a named structure by its identifier, such as carlsbad")
_options.add_argument("--wide", action="store_true", help="the structure also under more specific names")
_options.add_argument("--pattern", metavar="TEXT", help="pawns by their squares and files")
_options.add_argument("--where", metavar="CONDITION", help="a condition on the pawns")
_options.add_argument(
    "--color", choices=("white", "black", "either"), help="whose the structure, pattern or condition is"
)
_options.add_argument("--side", choices=("white", "black", "both"), default="both", help="whose pawns of the FEN")
_options.add_argument("--mirror", action="store_true", help="also with the a- and the h-file exchanged, and so on")
_options.add_argument("--apart", type=int, default=0, metavar="N", help="the squares that may differ from the FEN")
for _name, _metavar in _FIELDS.items():
    _options.add_argument(f"--{_name}", metavar=_metavar, help=FIELDS[_name].about)
_options.add_argument(
    "--fields", metavar="TEXT", default="", help="fields as in the window: elo:2400- structure:carlsbad"
)


def read_question(parser: ArgumentParser, options: Namespace, fen: str | None) -> Question:
    """Return the question of options and a FEN; exits with an error that names the option and the column.

    Raises ``FenError`` for a FEN that cannot be read.
    """
    values = vars(options)
    if not (0 <= options.apart <= 64):
        parser.error(f"argument --apart: up to 64 squares may differ, not {options.apart}")
    if fen is None and (options.side != "both" or options.apart):
        parser.error("--side and --apart belong to a FEN; give one")
    if options.wide and options.structure is None:
        parser.error("--wide belongs to --structure; give one")
    parts: list[Part] = [] if fen is None else [_pawns(options, fen)]
    for name in ("structure", "pattern", "where", *_FIELDS):
        if values[name] is not None and not values[name].strip():
            parser.error(f"argument --{name}: it is empty")
    try:
        name = "structure"
        if options.structure is not None:
            parts.append(StructurePart(options.structure, _color(options, None), options.wide))
        name = "pattern"
        if options.pattern is not None:
            parts += _patterns(options)
        name = "where"
        if options.where is not None:
            parts.append(ConditionPart(options.where, _color(options, True)))
        for name in _FIELDS:
            if values[name] is not None:
                parts.append(FIELDS[name].read(values[name], ()))
        name = "fields"
        parts += read_fields(options.fields).parts
    except FieldError as error:
        parser.error(f"argument --fields: column {error.column}: {error.message}")
    except FormulaError as error:
        parser.error(f"argument --{name}: column {error.column}: {error.message}")
    except ValueError as error:
        parser.error(f"argument --{name}: {error}")
    return Question(tuple(dict.fromkeys(parts)))


def _pawns(options: Namespace, fen: str) -> PawnsPart:
    position = Position.from_fen(fen)
    white, black = position.pawns & position.white, position.pawns & position.black
    return PawnsPart(white, black, options.side, options.mirror, options.color == "either", options.apart)


def _patterns(options: Namespace) -> tuple[PatternPart, ...]:
    part = PatternPart(options.pattern, options.color == "either", options.mirror)
    if options.color == "black":
        raise ValueError("a pattern names the color of each pawn; --color takes either, or leave it out")
    return (part,)


def _color(options: Namespace, default: bool | None) -> bool | None:
    return {None: default, "white": True, "black": False, "either": None}[options.color]


class Shard(NamedTuple):
    """A file that is asked, and the name that its games give for it where it is no collection."""

    path: Path
    name: str


class Asked(NamedTuple, Generic[Result]):
    """The answer of a shard, None where it cannot be asked, and its fault."""

    result: Result | None
    faults: tuple[str, ...] = ()


def ask(
    parser: ArgumentParser, options: Namespace, names: list[str], function: Callable[[GameSource], Result]
) -> Generator[Result | None, None, None]:
    """Yield the answer of each shard of files and collections, None for one that cannot be asked; faults are printed.

    ``function`` runs on the workers that the options ask for. Nothing is asked where a name names nothing.
    """
    shards: list[Shard] = []
    is_missing = False
    for name in names:
        try:
            shards += (Shard(path.absolute(), name) for path in shards_of(name))
        except CollectionError as error:
            print_error(str(error))
            is_missing = True
    if is_missing:
        yield None
        return
    size = sum(shard.path.stat().st_size for shard in shards if shard.path.is_file())
    with chosen_workers(parser, options, size if len(shards) > 1 else 0, most=len(shards)) as workers:
        try:
            for _, asked in workers.map(partial(_asked, function), shards):
                for fault in asked.faults:
                    print_error(fault)
                yield asked.result
        except KeyboardInterrupt:
            print_error("interrupted; not all files were asked")
            raise
        except CollectionError as error:
            print_error(str(error))
            yield None


def _asked(function: Callable[[GameSource], Result], shard: Shard) -> Asked[Result]:
    """Ask a shard, in whatever process."""
    with ExitStack() as closing:
        try:
            source = open_shard(shard.path, closing)
            if isinstance(source, ScannedFile):
                source.path = shard.name
            return Asked(function(source), tuple(f"{shard.name}: {fault}" for fault in source.faults))
        except CollectionError as error:
            return Asked(None, (str(error),))
        except NoGamesError as error:
            return Asked(None, (f"{shard.name}: {error}",))
        except OSError as error:
            return Asked(None, (f"{shard.name}: {reason(error)}",))
