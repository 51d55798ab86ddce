"""The sub-commands ``pawnviz formula`` and ``pawnviz layers``: steps and code of a formula, all layers; no Qt."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final

from pawnviz.cli.command import (
    EXIT_USAGE,
    LAYER_FILE,
    POSITIONS,
    SIDE,
    Options,
    command,
    flag,
    one_of,
    option,
    print_error,
)
from pawnviz.cli.inputs import Positions, given_in, given_or_kept_layers, given_words, kept_layers, layers_option
from pawnviz.cli.layouts import FEN, FORMATS, WIDTH, Cell, Layout, Part, hexadecimal, layout, print_positions
from pawnviz.core.board.bitboard import diagram
from pawnviz.core.board.position import Position
from pawnviz.core.formula.code import TABLE_SETS, source, table_code
from pawnviz.core.formula.languages import LANGUAGES
from pawnviz.core.formula.parser import FormulaError, parse
from pawnviz.core.formula.steps import NoFormulaError, Row, drawn_boards, rows, steps
from pawnviz.core.formula.tree import Formula, LayerOfSide
from pawnviz.core.layers import LAYERS, NUMBERS, Chapter, Entry, Layer
from pawnviz.core.layers.marks import badge
from pawnviz.core.words import listed, visible

_GAP: Final = 6  # The number of columns between two boards of the steps, where the operator stands.
_BOARD: Final = 15  # The number of columns of a board of the steps.

_CHAPTER: Final = Chapter("Formula", "")

_OPTIONS: Final = (
    option("expression", metavar="EXPRESSION", help="a formula, in quotes"),
    *(POSITIONS, SIDE, LAYER_FILE),
    option("--format", choices=tuple(FORMATS), help="default: table"),
    flag("--steps", "print the steps as boards joined by operators"),
    option("--code", choices=tuple(LANGUAGES), metavar="LANGUAGE", help=f"one of {', '.join(LANGUAGES)}"),
)
_FLAGS: Final = ("-h", "--help", *(each.names[0] for each in _OPTIONS if "action" in each.values))
_WITH_VALUE: Final = tuple(name for each in _OPTIONS for name in each.names if name[0] == "-" and name not in _FLAGS)


def _dash_fault(arguments: list[str]) -> str:
    """Return the fault of an expression that begins with a dash, which argparse would take for an option."""
    words = iter(arguments)
    for word in words:
        if word in _WITH_VALUE:
            next(words, None)
        elif word not in _FLAGS and not word.startswith(tuple(f"{option}=" for option in _WITH_VALUE)):
            expression = next(words, "") if word == "--" else word
            if not expression.startswith("-"):
                break
            try:
                parse(expression)
            except FormulaError as error:
                option = re.match("--[a-z]+", expression)
                return f"{error}; there is no option {option[0][:40]}" if option else str(error)
            break
    return ""


@command(
    "Print the mask of an expression for each side.",
    """\
An expression joins sets of squares, as the formulas that pawnviz layers lists do:

  own enemy white black              pawns; own and enemy are those of the side it is computed for
  own_pieces enemy_pieces occupied   all pieces; also knights(own), bishops, rooks, queens, king(enemy), pieces
  rank_4 file_e light_squares        squares; also {d4 e4} or {d4,e4}, 0xff00, board, west_half, north_half, en_passant
  rank_4(own) own_half enemy_half    ranks counted from the side's end of the board, and its four nearest ones
  | & ^ - ~ << >>                    or, and, exclusive or, and-not, not, shifts
  forward(own) north(own, 2)         steps; also backward, south, east, west
  forward_fill(own) file_fill(own)   fills; also backward_fill, north_fill, south_fill, east_fill, west_fill
  passed_pawns(enemy) stops({e4})    any layer of a side, or of a set of squares; user layers too
  x = stops(own); x | east(x)        names for sets

Each FEN may be quoted or not. A file ending in .fen or .epd holds a FEN or EPD on each line; - reads such lines from
standard input, as does no FEN at all in a pipe. The formats are those of pawnviz masks; JSON is an object a line:
{"fen": "...", "white": "0x...", "black": "0x..."}.

--code prints the source, which is the same for every position. It needs no FEN; those that are given change nothing,
but one that cannot be read is named.

The exit status is 1 when a FEN could not be read or there was none, and 2 when the expression or the arguments are
wrong.
""",
    *_OPTIONS,
    fault_of=_dash_fault,
)
def formula(options: Options) -> int:
    """Print the masks, steps or code of an expression, and return the exit status."""
    try:
        return _print(options)
    except (FormulaError, NoFormulaError) as error:
        return print_error(str(error), EXIT_USAGE)


def _print(options: Options) -> int:
    read, names = _read(options)
    if options.code and (options.steps or options.format):
        options.fail("--code prints source; leave --format and --steps out")
    if options.steps and options.format:
        options.fail("--steps prints boards; leave --format out")
    subject = _layer(read, names) or read
    if options.code:
        color = None if options.side == "both" else options.side == "white"
        sys.stdout.write(source(subject, options.code, color, names=names).text)
        found = Positions(given_words(options.fen))
        list(found)
        return found.status
    given = given_in(options, "; or --code")
    if options.steps:
        return print_positions(given, lambda position: _steps_text(position, subject, names, options.sides))
    entry = Layer("formula", "Formula", _CHAPTER, read.text, "", badge("•"), read.evaluate)
    if options.format == "json":
        masks: list[Part] = []
        for name in options.sides:
            masks += [f', "{name}": "0x', Cell(entry, name, hexadecimal()), '"']
        return print_positions(given, Layout(['{"fen": "', FEN, '"', *masks, "}\n"], separator=""))
    return print_positions(given, layout(options.format or "table", [entry], options.sides))


def _read(options: Options) -> tuple[Formula, Mapping[str, Layer]]:
    """Return the formula of the expression and the user layers it may call; raises ``FormulaError``."""
    text = options.expression
    layers, _ = layers_option(options)
    if layers is not None:
        return parse(text, layers.layers), layers.layers
    try:
        return parse(text), {}
    except FormulaError as error:
        names = kept_layers().layers
        if not names:
            raise error
    return parse(text, names), names


def _layer(read: Formula, names: Mapping[str, Layer]) -> Layer | None:
    """Return the layer that an expression calls for its own side, or None for any other expression."""
    call = read.result
    if read.bindings or not isinstance(call, LayerOfSide) or call.side != "own":
        return None
    return LAYERS.get(call.identifier) or names[call.identifier]


def _steps_text(position: Position, subject: Layer | Formula, names: Mapping[str, Layer], sides: Sequence[str]) -> str:
    """Return the rows of each side, each different row once, as boards; raises ``NoFormulaError`` without steps."""
    blocks = [f"# {position.fen()}"]
    for name, side in zip(("white", "black"), position.sides(), strict=True):
        if name in sides:
            blocks += [_row_text(row) for _, row in rows(steps(subject, side, names))]
    return "\n\n".join(blocks) + "\n"


def _row_text(row: Row) -> str:
    """Return a row as boards side by side under their names, the result last, over several lines if it is long."""
    drawn = [(board.sign, board.text, board.mask) for board in drawn_boards(row)]
    first = (WIDTH + _GAP) // (_BOARD + _GAP)
    following = WIDTH // (_BOARD + _GAP)
    lines = [_cells_text(drawn[:first])]
    lines += [_cells_text(drawn[start : start + following]) for start in range(first, len(drawn), following)]
    return "\n\n".join(lines)


def _cells_text(cells: list[tuple[str, str, int]]) -> str:
    """Return boards of masks under their texts, with an operator in front of each that has one."""
    margin = _GAP if cells[0][0] else 0
    starts = [margin + place * (_BOARD + _GAP) for place in range(len(cells))]
    # A text may reach into the gap behind its board.
    heads = [
        wrap(text, min(_BOARD + _GAP - 1, WIDTH - start), max_lines=5, placeholder=" …")
        for (_, text, _), start in zip(cells, starts, strict=True)
    ]
    height = max(len(head) for head in heads)
    columns = [
        [*[""] * (height - len(head)), *head, *diagram(mask).splitlines()]
        for head, (_, _, mask) in zip(heads, cells, strict=True)
    ]
    lines = []
    for number in range(height + 8):
        line = ""
        for start, column, (operator, _, _) in zip(starts, columns, cells, strict=True):
            if operator and number == height + 3:
                sign = operator if len(operator) < _GAP - 1 else operator.replace(" ", "")
                line = f"{line.ljust(start - _GAP)}{sign:^{_GAP}}"
            line = line.ljust(start) + column[number]
        lines.append(line.rstrip())
    return "\n".join(lines)


# Layers


@command(
    "List the layers and numbers: identifier, title, chapter, formula and definition.",
    "JSON is an object a line for each of them. Layers that installed packages bring stand in chapters of their own;\n"
    "those left out are named on standard error. Packages cannot bring layers into a program packed without Python.\n\n"
    "--table prints lookup tables as source code instead, in C unless --code names another language:\n"
    + "\n".join(f"  {identifier:<9} {tables.words}" for identifier, tables in TABLE_SETS.items()),
    LAYER_FILE,
    one_of("--format", ["table", "json"]),
    option("--table", choices=tuple(TABLE_SETS), help="print these tables as source code"),
    option(
        "--code", choices=tuple(LANGUAGES), metavar="LANGUAGE", help=f"of the tables, one of {', '.join(LANGUAGES)}"
    ),
)
def layers(options: Options) -> int:
    """List the layers and numbers, or print tables as source code, and return the exit status."""
    if options.code and not options.table:
        options.fail("--code needs --table; pawnviz formula EXPRESSION --code LANGUAGE writes a formula")
    if options.table:
        print(table_code(options.table, options.code or "c"), end="")
        return 0
    user_layers, status = given_or_kept_layers(options)
    entries: list[Entry] = [*LAYERS.values(), *NUMBERS.values(), *user_layers.layers.values()]
    print("\n".join(map(_layer_json, entries)) if options.format == "json" else visible(_layers_text(entries)))
    return status


def _layer_json(entry: Entry) -> str:
    layer = entry if isinstance(entry, Layer) else None
    return json.dumps(
        {
            "identifier": entry.identifier,
            "title": entry.title,
            "chapter": entry.chapter.title,
            "kind": "layer" if layer else "number",
            "formula": (layer.formula or None) if layer else None,
            "rule": (layer.rule or None) if layer else None,
            "definition": entry.definition,
            "source": entry.source or None,
            "words": list(layer.words) if layer else [],
            "also_written": list(layer.also_written) if layer else [],
        }
    )


def _paragraphs(entry: Entry) -> Iterator[str]:
    """Yield the title, a layer's formula after ``=`` or its rule, the definition, and other words and forms."""
    yield entry.title
    if isinstance(entry, Layer):
        yield f"= {entry.formula}" if entry.formula else entry.rule
    yield entry.definition
    if isinstance(entry, Layer):
        if entry.words:
            yield f"Also called {listed(entry.words, 'or')}."
        yield from (f"Also = {text}" for text in entry.also_written)


def _layers_text(entries: list[Entry]) -> str:
    """Return the list by chapters: identifier and title, below them formula, definition and another source."""
    width = max(len(entry.identifier) for entry in entries) + 2
    blocks = []
    for chapter in dict.fromkeys(entry.chapter for entry in entries):
        blocks.append(f"{chapter.title}\n{chapter.source}".rstrip())
        for entry in entries:
            if entry.chapter != chapter:
                continue
            lines: list[str] = []
            for text in _paragraphs(entry):
                indent = "  " * text.startswith(("=", "Also ="))
                lines += wrap(text, WIDTH - width, subsequent_indent=indent, break_on_hyphens=False)
            rows = [f"{entry.identifier:<{width}}{lines[0]}", *(" " * width + line for line in lines[1:])]
            if entry.source != chapter.source:
                rows.append(f"    {entry.source}")  # Further left, so that a long address stays whole.
            blocks.append("\n".join(rows))
    return "\n\n".join(blocks)
