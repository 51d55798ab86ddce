"""The sub-commands ``pawnviz check`` and ``pawnviz fixtures``: masks of another program, and for its tests; no Qt."""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from contextlib import nullcontext
from io import BufferedReader, TextIOWrapper
from typing import Final

from pawnviz.cli.command import (
    EXIT_BAD_INPUT,
    FENS_HELP,
    LAYER_FILE,
    LAYERS,
    LONGEST_LINE,
    MAPPING,
    MAPPINGS_HELP,
    POSITIONS,
    SIDE,
    STATUS_HELP,
    TOO_LONG,
    Options,
    Progress,
    command,
    has_no_input,
    one_of,
    open_file,
    option,
    print_error,
    reason,
    several,
    standard_input,
)
from pawnviz.cli.inputs import Positions, chosen_entries, entries_of, given_in, given_or_kept_layers
from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_squares, square_names
from pawnviz.core.board.notation import LERF, Notation, write_mask
from pawnviz.core.board.side import color_name
from pawnviz.core.checking import (
    MOST_UNREADABLE,
    LineCheck,
    Mismatch,
    boards,
    difference_text,
    fixture_lines,
)
from pawnviz.core.user_layers.collection import UserLayers
from pawnviz.core.words import count_text, listed, quoted, visible


@command(
    "Compare the masks that another program computes with the layers.",
    f"""\
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
""",
    *(MAPPING, LAYER_FILE),
    option("file", nargs="?", metavar="FILE", help="a file of lines, or - for standard input"),
    several("--layer", "NAME", "check this layer's lines only; may be given several times"),
    several(
        "--alias",
        "NAME=LAYER",
        "check lines named NAME as this layer or number, as passed=passed_pawns; may be given several times",
    ),
    one_of("--format", ["text", "json"]),
)
def check(options: Options) -> int:
    """Compare the lines of a file with the layers, print a report, and return the exit status."""
    if options.file is None and has_no_input():
        options.fail("give a file, or - to read standard input")
    user_layers = given_or_kept_layers(options)[0]
    aliases = _aliases(options, user_layers)
    named = [aliases.get(name, name) for name in options.layer]
    only = {entry.identifier for entry in entries_of(named, options, user_layers)} if named else set()
    entries = {entry.identifier: entry for entry in entries_of([], options, user_layers)}
    lines = LineCheck(options.mapping, only=only, entries=entries, aliases=aliases)
    name = "standard input" if options.file in (None, "-") else options.file
    try:
        with nullcontext(standard_input()) if options.file in (None, "-") else open_file(name) as stream:
            for line in _lines(stream):
                if len(line) > LONGEST_LINE:
                    lines.add_unreadable(TOO_LONG)
                    break
                lines.add(line)
    except OSError as error:
        return print_error(f"{name}: {reason(error)}")
    if options.format == "json":
        print(_json(lines))
    else:
        for fault in lines.unreadable:
            print_error(f"line {fault.line}: {fault.reason}")
        if (further := lines.unreadable_count - MOST_UNREADABLE) > 0:
            print_error(f"{count_text(further, 'more line')} cannot be read")
        if lines.tallies:
            print(visible(_text(lines)))
    if not lines.checked and not lines.unreadable_count:
        of = f" of {listed(options.layer, 'or')}" if options.layer else ""
        return print_error(f"there is no line{of} to check")
    return 0 if lines.passed else EXIT_BAD_INPUT


def _aliases(options: Options, user_layers: UserLayers) -> dict[str, str]:
    """Return the identifiers of layers and numbers by their names in the file; end with an error for a bad alias."""
    aliases: dict[str, str] = {}
    for text in options.alias:
        name, _, layer = (part.strip() for part in text.partition("="))
        if not name or not layer:
            options.fail(f"--alias {quoted(text)} is no NAME=LAYER, such as passed=passed_pawns")
        (entry,) = entries_of([layer], options, user_layers)
        if aliases.setdefault(name, entry.identifier) != entry.identifier:
            options.fail(f"--alias {quoted(name)} stands for {aliases[name]} and {entry.identifier}; give one of them")
    return aliases


def _decoded(stream: BufferedReader) -> Iterator[str]:
    """Yield the lines of UTF-8 or marked UTF-16, the last one cut if longer than ``LONGEST_LINE``."""
    # A byte order mark is written at once.
    is_utf16 = stream.peek(2).startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    text = TextIOWrapper(stream, "utf-16" if is_utf16 else "utf-8-sig", "replace", newline="\n")
    try:
        while line := text.readline(LONGEST_LINE + 1):
            yield line.removesuffix("\n")
    finally:
        text.detach()


def _lines(stream: BufferedReader) -> Iterator[str]:
    """Yield the lines of a stream; print on a terminal how many were read, and of a file the percentage."""
    progress = Progress(is_wanted=not stream.isatty())
    if not progress.is_shown:
        yield from _decoded(stream)
        return
    status = os.fstat(stream.fileno())
    size = status.st_size if stat.S_ISREG(status.st_mode) else 0
    due = time.monotonic() + 0.3
    try:
        for number, line in enumerate(_decoded(stream), 1):
            yield line
            if number % 512 == 0 and time.monotonic() > due:
                part = f" ({100 * stream.tell() // size} %)" if size else ""
                progress.show(f"{number} lines{part}")
                due = time.monotonic() + 0.2
    finally:
        progress.clear()


def _text(report: LineCheck) -> str:
    """Return the report for people: a line for each layer, its first wrong line, and the totals."""
    width = max(len("layer"), *(len(tally.identifier) for tally in report.tallies))
    rows = [f"{'layer':<{width}}  {'checked':>8}  {'wrong':>8}"]
    for tally in report.tallies:
        where = f"  first in line {tally.first.line}" if tally.first else ""
        rows.append(f"{tally.identifier:<{width}}  {tally.checked:>8}  {tally.wrong:>8}{where}")
    blocks = [_mismatch_text(tally.first) for tally in report.tallies if tally.first]
    unreadable = f", {report.unreadable_count} cannot be read" if report.unreadable_count else ""
    outcome = "all equal" if report.passed else f"{report.wrong} wrong{unreadable}"
    return "\n\n".join(("\n".join(rows), *blocks, f"{count_text(report.checked, 'line')} checked, {outcome}"))


def _mismatch_text(mismatch: Mismatch) -> str:
    rows = [f"line {mismatch.line}: {mismatch.identifier} {color_name(mismatch.white)} {mismatch.fen}"]
    if not mismatch.is_mask:
        return "\n".join((*rows, difference_text(mismatch)))
    description = mismatch.read.description
    # A plain hexadecimal mask needs no description.
    read = "" if description == "hexadecimal" else f" ({description})"
    expected, given = map(mismatch.text_of, (mismatch.expected, mismatch.given))
    rows += [f"expected {expected}", f"given    {given}{read}"]
    if mismatch.mapping != LERF:
        rows.append(f"mapping  {mismatch.mapping.name}: {mismatch.mapping.title}")
    if mismatch.fitting_mappings:
        names = listed([f"{mapping.name} ({mapping.first_squares})" for mapping in mismatch.fitting_mappings], "or")
        rows.append(f"it is equal in the mapping {names}")
    return "\n".join((*rows, difference_text(mismatch), boards(mismatch)))


def _json(report: LineCheck) -> str:
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
        "color": color_name(mismatch.white),
        "fen": mismatch.fen,
        "text": mismatch.text,
        "expected": mismatch.text_of(mismatch.expected),
        "given": mismatch.text_of(mismatch.given),
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


# Fixtures

_NOTATIONS: Final = {notation.value: notation for notation in Notation if notation.is_word}
_NOTATIONS_HELP: Final = "\n".join(
    f"  {name:<10}  {write_mask(parse_squares('d4 e4'), notation)}" for name, notation in _NOTATIONS.items()
)


@command(
    "Write masks of positions, a line each, for the tests of another program.",
    f"""\
{FENS_HELP} Comments at the top of what is written explain it.

notations, with the mask of d4 and e4:
{_NOTATIONS_HELP}

{MAPPINGS_HELP}

{STATUS_HELP}""",
    *(POSITIONS, LAYERS, SIDE, MAPPING, LAYER_FILE),
    option("--notation", choices=tuple(_NOTATIONS), default="hex", metavar="NAME", help="default: hex"),
)
def fixtures(options: Options) -> int:
    """Write masks of positions, and return the exit status."""
    found = Positions(given_in(options))
    entries, status = chosen_entries(options)
    mapping, notation = options.mapping or LERF, _NOTATIONS[options.notation]
    positions = (position for _, position in found)
    lines = fixture_lines(positions, entries, options.sides, mapping=mapping, notation=notation)
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return found.end("write masks of") or status
