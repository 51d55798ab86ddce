"""Sub-commands: their table, the decorator that declares one with its options, exit statuses, and standard streams.

Results go to standard output, faults to standard error. A command says so if a stream is closed, full or gone, and
never hangs.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TextIO, cast

from pawnviz.core.board.notation import MAPPINGS, SquareMapping, mapping_named
from pawnviz.core.positions import open_stored
from pawnviz.core.words import visible
from pawnviz.override import plain_override

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

EXIT_BAD_INPUT: Final = 1
EXIT_USAGE: Final = 2
EXIT_NO_SCREEN: Final = 3
EXIT_INTERRUPTED: Final = 130
EXIT_BROKEN_PIPE: Final = 141


class Entry(NamedTuple):
    """A sub-command in the table: the module of ``cli`` that has it, its arguments, and its use in a line.

    ``contents`` are the values of ``core.picture.formats.Content`` that it writes.
    """

    module: str
    arguments: str
    about: str
    contents: tuple[str, ...] = ()


COMMANDS: Final = {
    "masks": Entry("layouts", "[FEN ...]", "print layers of positions"),
    "explain": Entry("words", "[FEN ...]", "describe positions and their pawns in words"),
    "formula": Entry("formula", "EXPRESSION [FEN ...]", "print masks, steps or code of a formula"),
    "layers": Entry("formula", "", "list the layers"),
    "breaks": Entry("words", "[FEN ...]", "print pawn breaks and what each costs"),
    "render": Entry("pictures", "[FEN ...] -o FILE", "draw positions", ("picture", "article", "data")),
    "sheet": Entry("pictures", "[FEN ...] -o FILE", "lay out positions on pages", ("sheet",)),
    "animate": Entry("pictures", "FILE -o FILE", "show a game", ("animation",)),
    "games": Entry("games", "FILE", "list the games of a PGN file"),
    "timeline": Entry("games", "FILE", "print the layers of a game by plies"),
    "collect": Entry("collections", "FILE ... -o NAME", "collect games by pawn structure"),
    "search": Entry("collections", "FILE|NAME ...", "find games by pawn structure"),
    "explore": Entry("collections", "FEN FILE|NAME ...", "print what was played with these pawns"),
    "check": Entry("checking", "FILE", "compare another program's masks"),
    "fixtures": Entry("checking", "[FEN ...]", "write masks for another program's tests"),
    "completion": Entry("desktop", "SHELL|manual", "print completion for a shell, or the manual page"),
    "desktop": Entry("desktop", "--install|--remove", "put pawnviz into the menu of the desktop"),
}
"""The sub-commands by name, in the order of ``pawnviz --help``; each is a function of its name, with ``command``."""


def command_named(name: str) -> Command:
    """Return a sub-command of the table."""
    found: Command = getattr(import_module(f"pawnviz.cli.{COMMANDS[name].module}"), name)
    return found


def usage() -> str:
    """Return the help of the program itself."""
    from pawnviz.core.picture.formats import Content, formats_of
    from pawnviz.core.words import listed

    lines = ""
    for name, entry in COMMANDS.items():
        contents = [Content(content) for content in entry.contents]
        formats = listed([each.upper() for each in formats_of(*contents)], "or")
        about = f"{entry.about} as {formats}" if formats else entry.about
        lines += f"       {f'pawnviz {name} {entry.arguments}':<38} {about}\n"
    return f"""\
usage: pawnviz [FEN | LINK | FILE]            open the window on a position, or on a .fen, .epd or .pgn file
{lines}\
       pawnviz --new-window ...               open another window, though one is open
       pawnviz COMMAND --help                 explain the arguments of a command
       pawnviz --reset                        start afresh: settings, position and user layers are renamed
       pawnviz --version [--verbose]          print the version, and with --verbose where the log is
       pawnviz --help
"""


def run_command(words: list[str]) -> int:
    """Run the sub-command that the first word names and return the exit status."""
    name, *arguments = words

    def run() -> int:
        try:
            status = command_named(name)(arguments)
            packages = sys.modules.get("pawnviz.core.layers.packages")  # Without them, no layers are loaded for this.
            return max(status, EXIT_BAD_INPUT) if packages is not None and packages.FAILED else status
        except SystemExit as stop:  # argparse leaves this way, after help or a message about the arguments.
            return stop.code if isinstance(stop.code, int) else 0

    try:
        return with_output(run)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


# The declaration of a sub-command


class Option(NamedTuple):
    """The parameters of ``add_argument``; arguments in one ``group`` that begins with ``!`` exclude each other."""

    names: tuple[str, ...]
    values: dict[str, Any]
    group: str = ""


def option(*names: str, group: str = "", **values: Any) -> Option:
    """Return an argument of a sub-command."""
    return Option(names, values, group)


def flag(name: str, help_text: str, group: str = "") -> Option:
    """Return an option without a value."""
    return Option((name,), {"action": "store_true", "help": help_text}, group)


def one_of(name: str, words: tuple[str, ...] | list[str]) -> Option:
    """Return an option whose value is one of some words, by default the first."""
    return Option((name,), {"choices": tuple(words), "default": words[0], "help": f"default: {words[0]}"})


def numeric(name: str, help_text: str, default: float | None = None, metavar: str = "N", group: str = "") -> Option:
    """Return an option whose value is a number, whole unless the default is not."""
    kind = float if isinstance(default, float) else int
    return Option((name,), {"type": kind, "default": default, "metavar": metavar, "help": help_text}, group)


def several(name: str, metavar: str, help_text: str) -> Option:
    """Return an option that may be given several times; its value is a list."""
    return Option((name,), {"action": "append", "default": [], "metavar": metavar, "help": help_text})


class Options(Namespace):
    """The values of the arguments that a sub-command is given."""

    def __init__(self, parser: ArgumentParser) -> None:
        super().__init__()
        self._parser = parser

    def fail(self, message: str) -> NoReturn:
        """End the command with an error about its arguments."""
        self._parser.error(message)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that ``--side`` asks for, by their names."""
        return ("white", "black") if self.side == "both" else (self.side,)


class _CommandParser(ArgumentParser):
    """A parser that lets the error of a full output through in its help, and prints errors alone, escaped."""

    @plain_override
    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        (sys.stdout if file is None else file).write(self.format_help())

    @plain_override
    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_USAGE, f"{self.prog}: error: {visible(message)}\nsee {self.prog} --help\n")


class Command:
    """A sub-command: a function of its options, and the parser of its words."""

    def __init__(
        self,
        function: Callable[[Options], int],
        about: str,
        help_text: str,
        options: tuple[Option, ...],
        fault_of: Callable[[list[str]], str] | None,
    ) -> None:
        self.name = function.__name__
        self.about = about
        self.help_text = help_text
        self.options = options
        self._function = function
        self._fault_of = fault_of

    @property
    def parser(self) -> ArgumentParser:
        """A new parser."""
        parser = _CommandParser(
            prog=f"pawnviz {self.name}",
            description=self.about,
            epilog=self.help_text,
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        groups: dict[str, Any] = {"": parser}
        for each in self.options:
            if each.group not in groups:
                is_exclusive = each.group.startswith("!")
                groups[each.group] = (
                    parser.add_mutually_exclusive_group() if is_exclusive else parser.add_argument_group(each.group)
                )
            groups[each.group].add_argument(*each.names, **each.values)
        return parser

    def __call__(self, words: list[str]) -> int:
        """Run the sub-command and return its exit status; words with a fault are printed with it alone."""
        if self._fault_of is not None and (fault := self._fault_of(words)):
            return print_error(fault, EXIT_USAGE)
        parser = self.parser
        # FENs without quotes are several words, which may stand on both sides of an option.
        has_fens = any(each.names == POSITIONS.names for each in self.options)
        parse = parser.parse_intermixed_args if has_fens else parser.parse_args
        return self._function(parse(words, Options(parser)))


def command(
    about: str, help_text: str, *options: Option, fault_of: Callable[[list[str]], str] | None = None
) -> Callable[[Callable[[Options], int]], Command]:
    """Return the decorator of a sub-command; ``help_text`` is printed as it stands below the options."""
    return lambda function: Command(function, about, help_text, options, fault_of)


# With a default, argparse does not call it required if another argument is missing.
POSITIONS: Final = option(
    "fen", nargs="*", default=[], metavar="FEN", help="a FEN, a .fen or .epd file, or - for standard input"
)
POSITIONS_OR_GAMES: Final = option(
    *POSITIONS.names,
    **POSITIONS.values | {"help": "a FEN, a .fen, .epd or .pgn file, which may be packed, or - for standard input"},
)
LAYERS: Final = several(
    "--layer",
    "NAME",
    "a layer, your own ones too, or a number by its identifier; may be given several times; if never, all that are"
    " built in and those of --layers",
)
LAYER_FILE: Final = option("--layers", metavar="FILE", help="a file of layers to use in place of the user layers")
SIDE: Final = option("--side", choices=("white", "black", "both"), default="both", help="default: both")
GAME_FILE: Final = option("file", metavar="FILE", help="a file of games, or - for standard input")
GAME: Final = numeric("--game", "the number of the game; default: 1", 1)

FENS_HELP: Final = """\
Each FEN may be quoted or not. A file ending in .fen or .epd holds a FEN or EPD on each line; - reads such lines from
standard input, as does no argument at all in a pipe."""
SKIPPED_HELP: Final = " Blank lines and lines that start with # are skipped."
STATUS_HELP: Final = """\
The exit status is 1 when some position could not be read or there was none, and 2 when the arguments are wrong.
"""
MAPPINGS_HELP: Final = "mappings, by name or by the squares of bits 0 and 1:\n" + "\n".join(
    f"  {mapping.name:<6}  {mapping.first_squares}  {mapping.title}" for mapping in MAPPINGS.values()
)


def _mapping(text: str) -> SquareMapping:
    try:
        return mapping_named(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


MAPPING: Final = option(
    "--mapping", type=_mapping, metavar="NAME", help="the square mapping of the masks; LERF (a1b1) by default"
)

# Standard streams, and files in their place

LONGEST_LINE: Final = 1_000_000
"""The most bytes of a line; nothing after a longer one is read, since it may never end."""

TOO_LONG: Final = f"the line has more than {LONGEST_LINE:,} bytes; nothing is read from there on"
"""The fault of a line of more bytes."""

_OPEN_ALREADY: Final = ("/dev/stdin", "/dev/fd/")
"""How names of files start that the caller has opened, such as ``<(command)`` of a shell: they are read like -."""


def print_error(message: str, status: int = EXIT_BAD_INPUT) -> int:
    """Print a message with escapes on standard error, if that is open, and return its exit status."""
    if sys.stderr is not None:
        try:
            print(f"pawnviz: {visible(message)}", file=sys.stderr, flush=True)
        except OSError:
            _discard(sys.stderr)
    return status


def _discard(stream: TextIO) -> None:
    """Drop the rest of a stream's text, written and still to come; else Python complains about it as it exits."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def reopen_closed_streams() -> None:
    """Open closed standard streams, so that no file takes their numbers; unknown characters are escaped."""
    for name, flags, mode in (("stdin", os.O_WRONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w")):
        if getattr(sys, name) is None:
            # The closed stream has the lowest free number.
            number = os.open(os.devnull, flags)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", errors="backslashreplace"))
    cast(TextIOWrapper, sys.stdout).reconfigure(errors="backslashreplace")  # For names that are not UTF-8.


def print_text(text: str) -> int:
    """Print a text and return the exit status."""

    def run() -> int:
        sys.stdout.write(text)
        return 0

    return with_output(run)


def with_output(run: Callable[[], int]) -> int:
    """Run a function, flush its output, and return its exit status; a line names an output that cannot be written."""
    try:
        status = run()
        sys.stdout.flush()
    except BrokenPipeError:
        _discard(sys.stdout)
        return EXIT_BROKEN_PIPE
    except OSError as error:
        _discard(sys.stdout)
        return print_error(f"standard output cannot be written: {reason(error)}")
    return status


class Progress:
    """A line on a terminal's standard error, which is written again and again, a few times a second."""

    def __init__(self, *, is_wanted: bool = True) -> None:
        self.is_shown = is_wanted and sys.stderr is not None and sys.stderr.isatty()
        self._width = 0

    def show(self, text: str) -> None:
        """Write the line again."""
        if self.is_shown:
            self._width = max(self._width, len(text))
            print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            print(f"\r{'':{self._width}}\r", end="", file=sys.stderr, flush=True)


def standard_input() -> BufferedReader:
    """Return standard input as bytes; raises ``OSError`` if there is none."""
    stream = cast(TextIO | None, sys.stdin)
    if stream is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return cast(BufferedReader, stream.buffer)


def has_no_input() -> bool:
    """Return whether standard input is a terminal, or closed."""
    return sys.stdin is None or sys.stdin.isatty()


def open_file(path: str | Path) -> BufferedReader:
    """Open a file to read its bytes; raises ``OSError``, also for pipes, devices and files the system makes up."""
    kind = Path(path).stat().st_mode
    if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind) or str(path).startswith(_OPEN_ALREADY)):
        raise OSError(errno.EINVAL, "it is a device or a pipe; only files are read, and standard input as -")
    return open_stored(path) if stat.S_ISREG(kind) else Path(path).open("rb")


def reason(error: OSError) -> str:
    """Return why a stream or a file cannot be read or written."""
    return "it is closed" if error.errno == errno.EBADF else error.strerror or str(error)


def write_whole(path: Path, data: bytes) -> int:
    """Write a file, whole or not at all; return 0, or print the error and return its exit status."""
    from pawnviz.model.storage import FileError, write_file

    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # A device or a pipe, which is no file to be replaced.
        else:
            if losses := write_file(path, data, sync=False):
                print_error(f"{path}: {losses}")
    except FileError as error:
        return print_error(error.message)
    except (OSError, ValueError) as error:
        return print_error(f"{path}: {reason(error) if isinstance(error, OSError) else error}")
    return 0
