"""Arguments that sub-commands share, and the faults of arguments."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NoReturn, TextIO

from pawnviz.core.board.notation import MAPPINGS, SquareMapping, mapping_named
from pawnviz.core.words import visible
from pawnviz.override import plain_override

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

EXIT_BAD_INPUT: Final = 1
EXIT_USAGE: Final = 2
EXIT_NO_SCREEN: Final = 3
EXIT_INTERRUPTED: Final = 130
EXIT_BROKEN_PIPE: Final = 141


def print_error(message: str, status: int = EXIT_BAD_INPUT) -> int:
    """Print a message with escapes on standard error, if that is open, and return its exit status."""
    if sys.stderr is not None:
        try:
            print(f"pawnviz: {visible(message)}", file=sys.stderr, flush=True)
        except OSError:
            discard(sys.stderr)
    return status


def discard(stream: TextIO) -> None:
    """Drop the rest of a stream's text, written and still to come; else Python complains about it as it exits."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class _CommandParser(ArgumentParser):
    """A parser that lets the error of a full output through in its help, and prints errors alone, escaped."""

    @plain_override
    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        (sys.stdout if file is None else file).write(self.format_help())

    @plain_override
    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_USAGE, f"{self.prog}: error: {visible(message)}\nsee {self.prog} --help\n")


def command_parser(name: str, description: str, epilog: str, *parents: ArgumentParser) -> ArgumentParser:
    """Return the parser of a sub-command with the arguments of its parents; the epilog is printed as it stands."""
    return _CommandParser(
        prog=f"pawnviz {name}",
        description=description,
        epilog=epilog,
        parents=parents,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def parent_parser() -> ArgumentParser:
    """Return a parser without arguments, for those that other parsers take over."""
    return ArgumentParser(add_help=False)


POSITIONS: Final = parent_parser()
POSITIONS.add_argument(
    # With a default, argparse does not call it required where another argument is missing.
    "fen",
    nargs="*",
    default=[],
    metavar="FEN",
    help="a FEN, a .fen or .epd file, or - for standard input",
)

LAYERS: Final = parent_parser()
LAYERS.add_argument(
    "--layer",
    action="append",
    default=[],
    metavar="NAME",
    help="a layer, your own ones too, or a number by its identifier; may be given several times; if never, all that"
    " are built in and those of --layers",
)

LAYER_FILE: Final = parent_parser()
LAYER_FILE.add_argument("--layers", metavar="FILE", help="a file of layers to use in place of the user layers")

SIDE: Final = parent_parser()
SIDE.add_argument("--side", choices=("white", "black", "both"), default="both", help="default: both")


def side_names(side: str) -> tuple[str, ...]:
    """Return the sides that ``--side`` asks for, by their names."""
    return ("white", "black") if side == "both" else (side,)


def given_positions(parser: ArgumentParser, words: list[str], alternative: str = "") -> list[str]:
    """Return the words of positions, or ``-`` for standard input; exits with an error where that is a terminal."""
    if not words and (sys.stdin is None or sys.stdin.isatty()):
        parser.error(f"give a FEN, a .fen or .epd file, or - to read standard input{alternative}")
    return words or ["-"]


MAPPINGS_HELP: Final = "mappings, by name or by the squares of bits 0 and 1:\n" + "\n".join(
    f"  {mapping.name:<6}  {mapping.first_squares}  {mapping.title}" for mapping in MAPPINGS.values()
)


def _mapping(text: str) -> SquareMapping:
    try:
        return mapping_named(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


MAPPING: Final = parent_parser()
MAPPING.add_argument(
    "--mapping", type=_mapping, metavar="NAME", help="the square mapping of the masks; LERF (a1b1) by default"
)
