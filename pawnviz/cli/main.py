"""The sub-commands: ``pawnviz masks`` prints layers of positions, ``pawnviz layers`` lists the layers; no Qt.

Further sub-commands have modules of their own, ``cli_*``.
Standard output holds results only; what cannot be read is named on standard error.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pawnviz.core.board.bitboard import diagram, square_names, to_hex
from pawnviz.core.board.position import FenError, Position
from pawnviz.core.board.side import Side
from pawnviz.core.layers import LAYERS, NUMBERS, Layer, Number
from pawnviz.core.words import listed

if TYPE_CHECKING:
    from pawnviz.core.user_layers.collection import UserLayers

WIDTH: Final = 100
"""The number of columns that the list of layers keeps to."""

EXIT_BAD_INPUT: Final = 1
EXIT_USAGE: Final = 2
EXIT_INTERRUPTED: Final = 130
EXIT_BROKEN_PIPE: Final = 141

_MASKS_HELP: Final = """\
Each FEN may be quoted or not. A file ending in .fen or .epd holds a FEN or EPD on each line; - reads such lines from
standard input, as does no argument at all in a pipe. Blank lines and lines that start with # are skipped.

formats:
  table     a line for each layer: its identifier, then for each side the number of squares and the mask
  json      an object a line for each position: fen, then for each side every identifier with its value
  hex       a line for each layer and side: identifier, side, mask
  squares   a line for each layer and side: identifier, side, names of the squares, or - for none
  diagram   a picture of the board for each layer, the sides beside each other

Your own layers are those that you wrote in the window; --layers takes them from a file instead.

Except in JSON, a line with # and the FEN comes before the layers of each position. The exit status is 1 when some
position could not be read or there was none, and 2 when the arguments are wrong.
"""

Entry = Layer | Number
Writer = Callable[[str, list[Side[int]]], str]
"""A function from a FEN and the sides that are asked for to the text that is printed, for chosen layers and sides."""


def run_command(words: list[str]) -> int:
    """Run the sub-command that the first word names and return the exit status."""
    command, *arguments = words
    try:
        status = _command(command)(arguments)
        sys.stdout.flush()
    except SystemExit as stop:  # argparse leaves this way, after help or a word about the arguments.
        return stop.code if isinstance(stop.code, int) else 0
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # What is still buffered has no reader; without this, Python complains about it as it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BROKEN_PIPE
    return status


def _command(name: str) -> Callable[[list[str]], int]:
    """Return the function of a sub-command; a module of its own is imported when its command is run."""
    if name in ("check", "fixtures"):
        from pawnviz.cli.check import check, fixtures

        return check if name == "check" else fixtures
    if name == "formula":
        from pawnviz.cli.formula import formula

        return formula
    return {"masks": _masks, "layers": _layers}[name]


def _masks(arguments: list[str]) -> int:
    """Print layers of positions."""
    parser = argparse.ArgumentParser(
        prog="pawnviz masks",
        description="Print the layers and numbers of positions.",
        epilog=_MASKS_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("fen", nargs="*", metavar="FEN", help="a FEN, a .fen or .epd file, or - for standard input")
    parser.add_argument(
        "--layer",
        action="append",
        default=[],
        metavar="NAME",
        help="a layer, your own ones too, or a number by its identifier; may be given several times; if never, all that"
        " are built in and those of --layers",
    )
    add_layers_option(parser)
    parser.add_argument("--side", choices=("white", "black", "both"), default="both", help="default: both")
    parser.add_argument("--format", choices=tuple(FORMATS), default="table", help="default: table")
    options = parser.parse_intermixed_args(arguments)
    if not options.fen and (sys.stdin is None or sys.stdin.isatty()):
        parser.error("give a FEN, a .fen or .epd file, or - to read standard input")
    own, status = layers_option(options.layers, options.layer, parser)
    entries = entries_of(options.layer, parser, own)
    names = ["white", "black"] if options.side == "both" else [options.side]
    write = FORMATS[options.format](entries, names)
    between = "" if options.format == "json" else "\n"
    first, count = True, 0
    for position in positions_of(options.fen or ["-"]):
        count += 1
        if isinstance(position, str):
            print(f"pawnviz: {position}", file=sys.stderr)
            status = EXIT_BAD_INPUT
            continue
        white, black = position.sides()
        sides = [white if name == "white" else black for name in names]
        sys.stdout.write(f"{'' if first else between}{write(position.fen(), sides)}\n")
        first = False
    if not count:
        print("pawnviz: there is no position to print masks of", file=sys.stderr)
        return EXIT_BAD_INPUT
    return status


def layers_option(path: str | None, names: list[str], parser: argparse.ArgumentParser) -> tuple[UserLayers | None, int]:
    """Return the layers of the file that ``--layers`` names, None where it was not given, and the exit status so far.

    What is wrong with the file is said on standard error. The status tells of it only where no names of layers are
    given, so that all of the file is wanted. Leaves with an error where there is no such file.
    """
    if path is None:
        return None, 0
    from pawnviz.cli.user_layers import layers_of_file

    try:
        layers, faults = layers_of_file(path)
    except OSError as error:
        parser.error(f"{path}: {error.strerror}")
    tell_faults(path, faults)
    return layers, EXIT_BAD_INPUT if faults and not names else 0


def tell_faults(path: str, faults: Iterable[str]) -> None:
    """Say what is wrong with a file of layers on standard error, a line for each fault."""
    for fault in faults:
        print(f"pawnviz: {path}: {fault}", file=sys.stderr)


def add_layers_option(parser: argparse.ArgumentParser) -> None:
    """Let a command take a file of layers."""
    parser.add_argument("--layers", metavar="FILE", help="a file of layers to use in place of your own")


def entries_of(names: list[str], parser: argparse.ArgumentParser, own: UserLayers | None = None) -> list[Entry]:
    """Return the layers and numbers with these identifiers, each once; leave with an error for another name.

    ``own`` are the layers of a file; without one, those that the window keeps are looked up where a name is not built
    in. Without names it is all that are built in, and those of the file that can be read.
    """
    known: dict[str, Entry] = {**LAYERS, **NUMBERS}
    if own is None and any(name not in known for name in names):
        from pawnviz.cli.user_layers import kept_layers

        own = kept_layers()
    if own is not None:
        known |= {name: layer for name, layer in own.layers.items() if name not in own.faults}
    for name in names:
        if own is not None and name in own.faults:
            parser.error(f"the layer {name} cannot be read: {own.faults[name]}")
        if name not in known:
            from difflib import get_close_matches

            close = get_close_matches(name.lower().replace("-", "_").replace(" ", "_"), known, n=3)
            hint = f"did you mean {listed(close, 'or')}?" if close else "pawnviz layers lists them"
            parser.error(f"there is no layer {name[:60]!a}; {hint}")
    return [known[name] for name in dict.fromkeys(names)] if names else list(known.values())


def positions_of(words: list[str]) -> Iterator[Position | str]:
    """Yield the positions that the words of the command line stand for, in order, or what is wrong with one."""
    texts = _joined(words)
    for number, text in enumerate(texts, 1):
        if text == "-":
            yield from _read_lines(sys.stdin.buffer, "line")
        elif _is_file_name(text):
            try:
                with Path(text).open("rb") as file:
                    yield from _read_lines(file, f"{text}, line")
            except OSError as error:
                yield f"{text}: {error.strerror}"
        else:
            yield _read(text, f"argument {number}: " if len(texts) > 1 else "")


def _joined(words: list[str]) -> list[str]:
    """Return the words with those that are the fields of one unquoted FEN joined."""
    texts: list[str] = []
    fields = 6  # How many fields the FEN of the last words has; with six, it takes no further word.
    for word in words:
        # A lone - stands for standard input, except where it is the castling or the en-passant field.
        alone = "/" in word or " " in word or _is_file_name(word) or (word == "-" and fields not in (2, 3))
        if fields < 6 and not alone:
            texts[-1] += f" {word}"
            fields += 1
        else:
            texts.append(word)
            fields = 1 if "/" in word and " " not in word and not _is_file_name(word) else 6
    return texts


def _is_file_name(text: str) -> bool:
    return text.lower().endswith((".fen", ".epd"))


def _read_lines(lines: Iterable[bytes], where: str) -> Iterator[Position | str]:
    """Yield the position of each line, or what is wrong with it; blank lines and comments are skipped."""
    for number, line in enumerate(lines, 1):
        text = line.decode("utf-8-sig" if number == 1 else "utf-8", "replace").strip()
        if text and not text.startswith("#"):
            yield _read(text, f"{where} {number}: ")


def _read(text: str, where: str) -> Position | str:
    """Return the position of a FEN, or what is wrong with it, after the words that say where it stands."""
    try:
        return Position.from_fen(text)
    except FenError as error:
        return f"{where}{error}"


def _table(entries: list[Entry], names: list[str]) -> Writer:
    """Return a writer of lines of columns, for sets a count and a mask for each side, for counts a number and ``-``."""
    width = _width(entries)
    head = f"{'layer':<{width}}" + "".join(f"  {name}  {'mask':18}" for name in names)
    rows = []
    for entry in entries:
        digits = _digits(entry)
        cell = f"  %5d  0x%0{digits}x" + " " * (16 - digits) if digits else f"  %5d  {'-':18}"
        rows.append(f"{entry.identifier:<{width}}{cell * len(names)}".rstrip())
    template = "\n".join(("# %s", head.rstrip(), *rows))
    rules = [(entry.compute, _digits(entry)) for entry in entries]

    def write(fen: str, sides: list[Side[int]]) -> str:
        values: list[str | int] = [fen]
        for rule, digits in rules:
            for side in sides:
                value = rule(side)
                values += (value.bit_count(), value) if digits else (value,)
        return template % tuple(values)

    return write


def _json(entries: list[Entry], names: list[str]) -> Writer:
    """Return a writer of an object on one line.

    It fills a template, which takes half as long as an encoder; no name and no value holds what JSON would escape.
    """
    members = []
    for entry in entries:
        digits = _digits(entry)
        members.append(f'"{entry.identifier}": ' + (f'"0x%0{digits}x"' if digits else "%d"))
    side_template = "{" + ", ".join(members) + "}"
    template = '{"fen": "%s", ' + ", ".join(f'"{name}": {side_template}' for name in names) + "}"
    rules = [entry.compute for entry in entries]

    def write(fen: str, sides: list[Side[int]]) -> str:
        return template % (fen, *(rule(side) for side in sides for rule in rules))

    return write


def _hex(entries: list[Entry], names: list[str]) -> Writer:
    """Return a writer of the value of each layer and side in hexadecimal."""
    return _lines(entries, names, _value_text)


def _squares(entries: list[Entry], names: list[str]) -> Writer:
    """Return a writer of the squares of each layer and side."""
    return _lines(entries, names, _square_text)


def _lines(entries: list[Entry], names: list[str], text: Callable[[Entry, int], str]) -> Writer:
    """Return a writer of a line for each layer and side: the identifier, the side, and the value as text."""
    width = _width(entries)

    def write(fen: str, sides: list[Side[int]]) -> str:
        rows = [
            f"{entry.identifier:<{width}}  {name}  {text(entry, entry.compute(side))}"
            for entry in entries
            for name, side in zip(names, sides, strict=True)
        ]
        return "\n".join((f"# {fen}", *rows))

    return write


def _diagram(entries: list[Entry], names: list[str]) -> Writer:
    """Return a writer of a picture of the board for each layer, White's and Black's beside each other."""

    def write(fen: str, sides: list[Side[int]]) -> str:
        blocks = [f"# {fen}"]
        for entry in entries:
            columns = []
            for name, side in zip(names, sides, strict=True):
                value = entry.compute(side)
                if isinstance(entry, Number):
                    columns.append([f"   {name} {entry.text(value)}"])
                else:
                    ranks = [f"{8 - row}  {line}" for row, line in enumerate(diagram(value).splitlines())]
                    columns.append([f"   {name} {value.bit_count()}", *ranks, "   a b c d e f g h"])
            rows = ["".join(f"{part:24}" for part in parts).rstrip() for parts in zip(*columns, strict=True)]
            blocks.append("\n".join((entry.identifier, *rows)))
        return "\n\n".join(blocks)

    return write


FORMATS: Final[dict[str, Callable[[list[Entry], list[str]], Writer]]] = {
    "table": _table,
    "json": _json,
    "hex": _hex,
    "squares": _squares,
    "diagram": _diagram,
}


def _width(entries: list[Entry]) -> int:
    return max(len(entry.identifier) for entry in entries)


def _digits(entry: Entry) -> int:
    """Return the number of hexadecimal digits of a set, or 0 for a count, which is printed in decimal."""
    return 16 if isinstance(entry, Layer) else entry.bits // 4


def _value_text(entry: Entry, value: int) -> str:
    """Return a mask as hexadecimal digits, a number as people read it."""
    return entry.text(value) if isinstance(entry, Number) else to_hex(value)


def _square_text(entry: Entry, value: int) -> str:
    """Return the names of the squares of a mask, the letters of the files of a byte, or a count."""
    if isinstance(entry, Layer):
        return square_names(value) or "-"
    if entry.bits:
        return " ".join(letter for file, letter in enumerate("abcdefgh") if value >> file & 1) or "-"
    return entry.text(value)


def _layers(arguments: list[str]) -> int:
    """List the layers and numbers."""
    parser = argparse.ArgumentParser(
        prog="pawnviz layers",
        description="List the layers and numbers: identifier, title, chapter, formula and definition.",
        epilog="JSON is an object a line for each of them.",
        allow_abbrev=False,
    )
    add_layers_option(parser)
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table")
    options = parser.parse_args(arguments)
    own, status = layers_option(options.layers, [], parser)
    if own is None:
        from pawnviz.cli.user_layers import kept_layers

        own = kept_layers()
    entries: list[Entry] = [*LAYERS.values(), *NUMBERS.values(), *own.layers.values()]
    print(_layers_json(entries) if options.format == "json" else _layers_table(entries))
    return status


def _layers_json(entries: list[Entry]) -> str:
    import json

    return "\n".join(
        json.dumps(
            {
                "identifier": entry.identifier,
                "title": entry.title,
                "chapter": entry.chapter.title,
                "kind": "layer" if isinstance(entry, Layer) else "number",
                "formula": (entry.formula or None) if isinstance(entry, Layer) else None,
                "rule": (entry.rule or None) if isinstance(entry, Layer) else None,
                "definition": entry.definition,
                "source": entry.source or None,
            }
        )
        for entry in entries
    )


def _how(entry: Entry) -> str:
    """Return how a layer is computed, its formula after ``=`` or its rule in words; of a number nothing."""
    if not isinstance(entry, Layer):
        return ""
    return f"= {entry.formula}" if entry.formula else entry.rule


def _layers_table(entries: list[Entry]) -> str:
    """Return the list by chapters: beside the identifier the title, below it the formula and the definition.

    A source that is not the chapter's stands below these.
    """
    from textwrap import wrap

    width = _width(entries) + 2
    blocks = []
    for chapter in dict.fromkeys(entry.chapter for entry in entries):
        blocks.append(f"{chapter.title}\n{chapter.source}".rstrip())
        for entry in entries:
            if entry.chapter == chapter:
                paragraphs = [entry.title, _how(entry), entry.definition]
                lines = [
                    line
                    for text in paragraphs
                    for line in wrap(text, WIDTH - width, subsequent_indent="  " * (text[:1] == "="))
                ]
                rows = [f"{entry.identifier:<{width}}{lines[0]}", *(" " * width + line for line in lines[1:])]
                if entry.source != chapter.source:
                    # Further left, so that a long address stays whole.
                    rows.append(f"    {entry.source}")
                blocks.append("\n".join(rows))
    return "\n\n".join(blocks)
