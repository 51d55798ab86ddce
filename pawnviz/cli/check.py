"""The sub-command ``pawnviz check``, which compares another program's masks with the layers; no Qt."""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from argparse import ArgumentParser
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, IncrementalDecoder, getincrementaldecoder
from collections.abc import Iterator
from io import BufferedReader
from typing import Final

from pawnviz.cli.arguments import EXIT_BAD_INPUT, LAYER_FILE, MAPPING, MAPPINGS_HELP, command_parser, print_error
from pawnviz.cli.entries import entries_of, layers_option, load_user_layers
from pawnviz.cli.streams import LONGEST_LINE, TOO_LONG, open_file, reason, standard_input
from pawnviz.core.board.bitboard import SQUARE_NAMES, square_names
from pawnviz.core.board.notation import LERF
from pawnviz.core.checking import MOST_UNREADABLE, CheckReport, LineCheck, Mismatch, boards, difference_text
from pawnviz.core.user_layers.collection import UserLayers
from pawnviz.core.words import count_text, listed, quoted, visible

_MOST_BYTES: Final = 1 << 16  # How much is read at once.

_HELP: Final = f"""\
A line of the file is: layer color FEN mask

  front_spans white 8/8/8/8/4P3/8/8/8 w - - 0 1 0x1010101000000000

The color is white or black. The FEN has one to six fields, or stands in quotes. The mask is hexadecimal, decimal,
binary, squares in braces such as {{d4, e4}}, or a literal of C, Rust, Java ...; a number such as island_count is in
digits. Commas or tabs between the four work, too. Blank lines and comments after # are skipped; a comment
"# mapping: LEFR" says in which mapping the masks after it are, unless --mapping does.

A name that your program has for a layer is an alias: --alias passed=passed_pawns --alias open=open_files.

The report has the lines of each layer that were checked and that are wrong, and the first wrong line of each layer with
the first wrong square, counted from a1. Lines that cannot be read are named on standard error.

{MAPPINGS_HELP}

The exit status is 0 when all lines are equal, 1 when one differs or cannot be read or when there is none to check,
and 2 when the arguments are wrong.
"""


def check(arguments: list[str]) -> int:
    """Run ``pawnviz check`` with these arguments and return its exit status."""
    parser = command_parser(
        "check", "Compare the masks that another program computes with the layers.", _HELP, *(MAPPING, LAYER_FILE)
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="a file of lines, or - for standard input")
    parser.add_argument(
        "--layer",
        action="append",
        default=[],
        metavar="NAME",
        help="check this layer's lines only; may be given several times",
    )
    parser.add_argument(
        "--alias",
        action="append",
        default=[],
        metavar="NAME=LAYER",
        help="check lines named NAME as this layer or number, as passed=passed_pawns; may be given several times",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    options = parser.parse_args(arguments)
    if options.file is None and (sys.stdin is None or sys.stdin.isatty()):
        parser.error("give a file, or - to read standard input")
    user_layers, _ = layers_option(options.layers, options.layer, parser)
    if user_layers is None:
        user_layers = load_user_layers()
    aliases = _aliases(options.alias, parser, user_layers)
    named = [aliases.get(name, name) for name in options.layer]
    only = {entry.identifier for entry in entries_of(named, parser, user_layers)} if named else set()
    entries = {entry.identifier: entry for entry in entries_of([], parser, user_layers)}
    lines = LineCheck(options.mapping, only=only, entries=entries, aliases=aliases)
    try:
        if options.file in (None, "-"):
            _check_all(lines, standard_input())
        else:
            with open_file(options.file) as file:
                _check_all(lines, file)
    except OSError as error:
        subject = "standard input" if options.file in (None, "-") else options.file
        return print_error(f"{subject}: {reason(error)}")
    report = lines.report()
    if options.format == "json":
        print(_json(report))
    else:
        for line in report.unreadable:
            print_error(f"line {line.line}: {line.reason}")
        if report.unreadable_count > MOST_UNREADABLE:
            further = report.unreadable_count - MOST_UNREADABLE
            print_error(f"{count_text(further, 'more line')} cannot be read")
        if report.tallies:
            print(visible(_text(report)))
    if not report.checked and not report.unreadable_count:
        of = f" of {listed(options.layer, 'or')}" if options.layer else ""
        return print_error(f"there is no line{of} to check")
    return 0 if report.passed else EXIT_BAD_INPUT


def _aliases(texts: list[str], parser: ArgumentParser, user_layers: UserLayers) -> dict[str, str]:
    """Return the identifiers of layers and numbers by their names in the file; exit with an error for a bad alias."""
    aliases: dict[str, str] = {}
    for text in texts:
        name, _, layer = (part.strip() for part in text.partition("="))
        if not name or not layer:
            parser.error(f"--alias {quoted(text)} is no NAME=LAYER, such as passed=passed_pawns")
        (entry,) = entries_of([layer], parser, user_layers)
        if aliases.setdefault(name, entry.identifier) != entry.identifier:
            parser.error(f"--alias {quoted(name)} stands for {aliases[name]} and {entry.identifier}; give one of them")
    return aliases


class _LongLineError(ValueError):
    """A line of more than ``LONGEST_LINE`` bytes, after which nothing is read."""


def _check_all(check: LineCheck, stream: BufferedReader) -> None:
    try:
        for line in _lines(stream):
            check.add(line)
    except _LongLineError:
        check.add_unreadable(TOO_LONG)


def _lines(stream: BufferedReader) -> Iterator[str]:
    """Yield the lines of a stream, with progress on a terminal's standard error; raises ``_LongLineError``."""
    if sys.stderr is not None and sys.stderr.isatty() and not stream.isatty():
        return _with_progress(_decoded(stream), stream)
    return _decoded(stream)


def _decoded(stream: BufferedReader) -> Iterator[str]:
    """Yield the lines of UTF-8, or of UTF-16 with a byte order mark, which is how Windows PowerShell writes files."""
    decoder: IncrementalDecoder | None = None
    unfinished: list[str] = []
    while piece := stream.read1(_MOST_BYTES):
        if decoder is None:
            # A byte order mark is written at once.
            is_utf16 = piece.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
            decoder = getincrementaldecoder("utf-16" if is_utf16 else "utf-8-sig")("replace")
        first, *others = decoder.decode(piece).split("\n")
        unfinished.append(first)
        if others:
            yield "".join(unfinished)
            yield from others[:-1]
            unfinished = [others[-1]]
        if sum(map(len, unfinished)) > LONGEST_LINE:
            raise _LongLineError
    if decoder is not None:
        unfinished.append(decoder.decode(b"", final=True))
    if any(unfinished):
        yield "".join(unfinished)


def _with_progress(lines: Iterator[str], stream: BufferedReader) -> Iterator[str]:
    """Yield the lines; print how many were read, and of a file the percentage, a few times a second."""
    status = os.fstat(stream.fileno())
    size = status.st_size if stat.S_ISREG(status.st_mode) else 0
    due = time.monotonic() + 0.3
    width = 0
    try:
        for number, line in enumerate(lines, 1):
            yield line
            if number % 512 == 0 and time.monotonic() > due:
                part = f" ({100 * stream.tell() // size} %)" if size else ""
                text = f"{number} lines{part}"
                width = max(width, len(text))
                print(f"\r{text:<{width}}", end="", file=sys.stderr, flush=True)
                due = time.monotonic() + 0.2
    finally:
        if width:
            print(f"\r{'':{width}}\r", end="", file=sys.stderr, flush=True)


def _text(report: CheckReport) -> str:
    """Return the report for people: a line for each layer, its first wrong line, and the totals."""
    width = max(len("layer"), *(len(tally.identifier) for tally in report.tallies))
    rows = [f"{'layer':<{width}}  {'checked':>8}  {'wrong':>8}"]
    blocks = []
    for tally in report.tallies:
        where = f"  first in line {tally.first.line}" if tally.first else ""
        rows.append(f"{tally.identifier:<{width}}  {tally.checked:>8}  {tally.wrong:>8}{where}")
        if tally.first:
            blocks.append(_mismatch_text(tally.first))
    count = report.unreadable_count
    unreadable = f", {count} cannot be read" if count else ""
    outcome = "all equal" if report.passed else f"{report.wrong} wrong{unreadable}"
    total = f"{count_text(report.checked, 'line')} checked, {outcome}"
    return "\n\n".join(("\n".join(rows), *blocks, total))


def _mismatch_text(mismatch: Mismatch) -> str:
    color = "white" if mismatch.white else "black"
    rows = [f"line {mismatch.line}: {mismatch.identifier} {color} {mismatch.fen}"]
    if mismatch.is_mask:
        description = mismatch.read.description
        # A plain hexadecimal mask needs no description.
        read = "" if description == "hexadecimal" else f" ({description})"
        rows += [f"expected {mismatch.expected_text}", f"given    {mismatch.given_text}{read}"]
        if mismatch.mapping != LERF:
            rows.append(f"mapping  {mismatch.mapping.name}: {mismatch.mapping.title}")
        if mismatch.fitting_mappings:
            names = listed([f"{mapping.name} ({mapping.first_squares})" for mapping in mismatch.fitting_mappings], "or")
            rows.append(f"it is equal in the mapping {names}")
        rows += [difference_text(mismatch), boards(mismatch)]
    else:
        rows.append(difference_text(mismatch))
    return "\n".join(rows)


def _json(report: CheckReport) -> str:
    return json.dumps(
        {
            "passed": report.passed,
            "checked": report.checked,
            "wrong": report.wrong,
            "unreadable_count": report.unreadable_count,
            "layers": [
                {
                    "layer": tally.identifier,
                    "checked": tally.checked,
                    "wrong": tally.wrong,
                    "first": _mismatch_values(tally.first) if tally.first else None,
                }
                for tally in report.tallies
            ],
            "unreadable": [{"line": line.line, "reason": line.reason} for line in report.unreadable],
        }
    )


def _mismatch_values(mismatch: Mismatch) -> dict[str, object]:
    values: dict[str, object] = {
        "line": mismatch.line,
        "color": "white" if mismatch.white else "black",
        "fen": mismatch.fen,
        "text": mismatch.text,
        "expected": mismatch.expected_text,
        "given": mismatch.given_text,
    }
    if mismatch.is_mask:
        values |= {
            "mapping": mismatch.mapping.name,
            "fitting_mappings": [mapping.name for mapping in mismatch.fitting_mappings],
            "first_square": SQUARE_NAMES[mismatch.first_square or 0],
            "missing": square_names(mismatch.missing).split(),
            "surplus": square_names(mismatch.surplus).split(),
        }
    return values
