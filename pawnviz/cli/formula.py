"""The sub-command ``pawnviz formula``: masks of an expression, its steps, its source code; no Qt."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from pawnviz.cli.arguments import (
    EXIT_USAGE,
    LAYER_FILE,
    POSITIONS,
    SIDE,
    command_parser,
    given_positions,
    parent_parser,
    print_error,
    side_names,
)
from pawnviz.cli.entries import layers_of_file, load_user_layers, print_faults
from pawnviz.cli.fields import Hexadecimal
from pawnviz.cli.formats import FEN, FORMATS, WIDTH, Cell, Layout, Part
from pawnviz.cli.positions import positions_in
from pawnviz.cli.printing import print_positions
from pawnviz.cli.streams import reason
from pawnviz.core.board.bitboard import diagram
from pawnviz.core.board.position import Position
from pawnviz.core.formula.code import code
from pawnviz.core.formula.languages import LANGUAGES
from pawnviz.core.formula.parser import FormulaError, parse
from pawnviz.core.formula.steps import NoFormulaError, Row, drawn_boards, rows, steps
from pawnviz.core.formula.tree import Formula, LayerOfSide
from pawnviz.core.layers import LAYERS, Chapter, Layer
from pawnviz.core.layers.marks import badge

_HELP: Final = """\
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
"""

_WITH_VALUE: Final = ("--side", "--format", "--code", "--layers")  # The options that take a value.
_FLAGS: Final = ("--steps", "-h", "--help")  # The options that take none.
_GAP: Final = 6  # The number of columns between two boards of the steps, where the operator stands.
_BOARD: Final = 15  # The number of columns of a board of the steps.

_CHAPTER: Final = Chapter("Formula", "")


def formula(arguments: list[str]) -> int:
    """Run ``pawnviz formula`` with these arguments and return its exit status."""
    parser = _parser()
    try:
        _check_dash(arguments)
        options = parser.parse_intermixed_args(arguments)
        read, names = _read(options.expression, options.layers)
    except FormulaError as error:
        return print_error(str(error), EXIT_USAGE)
    except OSError as error:
        return print_error(f"{options.layers}: {reason(error)}", EXIT_USAGE)
    if options.code and (options.steps or options.format):
        parser.error("--code prints source; leave --format and --steps out")
    if options.steps and options.format:
        parser.error("--steps prints boards; leave --format out")
    subject = _layer(read, names) or read
    try:
        if options.code:
            color = None if options.side == "both" else options.side == "white"
            sys.stdout.write(code(subject, options.code, color, names=names))
            return _check_positions(options.fen)
        words = given_positions(parser, options.fen, "; or --code")
        sides = side_names(options.side)
        if options.steps:
            return print_positions(words, _Steps(subject, names, sides))
        entry = Layer("formula", "Formula", _CHAPTER, read.text, "", badge("•"), read.evaluate)
        layout = _json(entry, sides) if options.format == "json" else FORMATS[options.format or "table"]([entry], sides)
        return print_positions(words, layout)
    except NoFormulaError as error:
        return print_error(str(error), EXIT_USAGE)


def _check_dash(arguments: list[str]) -> None:
    words = iter(arguments)
    for word in words:
        if word in _WITH_VALUE:
            next(words, None)
        elif word not in _FLAGS and not word.startswith(tuple(f"{option}=" for option in _WITH_VALUE)):
            expression = next(words, "") if word == "--" else word
            if expression.startswith("-"):
                _refuse_dash(expression)
            return


def _refuse_dash(expression: str) -> None:
    try:
        parse(expression)
    except FormulaError as error:
        option = re.match("--[a-z]+", expression)
        hint = f"; there is no option {option[0][:40]}" if option else ""
        raise FormulaError(error.column, f"{error.message}{hint}") from None


def _check_positions(words: list[str]) -> int:
    """Print which of the given positions cannot be read, and return the exit status."""
    status = 0
    for position in positions_in(words):
        if isinstance(position, str):
            status = print_error(position)
    return status


def _parser() -> ArgumentParser:
    expression = parent_parser()
    expression.add_argument("expression", metavar="EXPRESSION", help="a formula, in quotes")
    parser = command_parser(
        "formula", "Print the mask of an expression for each side.", _HELP, expression, POSITIONS, SIDE, LAYER_FILE
    )
    parser.add_argument("--format", choices=tuple(FORMATS), help="default: table")
    parser.add_argument("--steps", action="store_true", help="print the steps as boards joined by operators")
    parser.add_argument("--code", choices=tuple(LANGUAGES), metavar="LANGUAGE", help=f"one of {', '.join(LANGUAGES)}")
    return parser


def _read(text: str, path: str | None) -> tuple[Formula, Mapping[str, Layer]]:
    """Return the formula of an expression and the user layers it may call; raises ``FormulaError`` and ``OSError``."""
    names: Mapping[str, Layer] = {}
    if path is not None:
        layers, faults = layers_of_file(path)
        print_faults(path, faults)
        return parse(text, layers.layers), layers.layers
    try:
        return parse(text), names
    except FormulaError as error:
        names = load_user_layers().layers
        if not names:
            raise error
    return parse(text, names), names


def _layer(read: Formula, names: Mapping[str, Layer]) -> Layer | None:
    """Return the layer that an expression is of the own side, or None for any other expression."""
    call = read.result
    if read.bindings or not isinstance(call, LayerOfSide) or call.side != "own":
        return None
    return LAYERS.get(call.identifier) or names[call.identifier]


def _json(entry: Layer, names: Sequence[str]) -> Layout:
    masks: list[Part] = []
    for name in names:
        masks += [f', "{name}": "0x', Cell(entry, name, Hexadecimal()), '"']
    return Layout(['{"fen": "', FEN, '"', *masks, "}\n"], separator="")


@dataclass(frozen=True)
class _Steps:
    """The rows of each side of a position, each different row once, as boards joined by operators."""

    subject: Layer | Formula
    names: Mapping[str, Layer]
    sides: Sequence[str]
    separator: str = "\n"

    def text(self, position: Position) -> str:
        """Return the steps for a position; raises ``NoFormulaError`` for layers without steps."""
        blocks = [f"# {position.fen()}"]
        for name, side in zip(("white", "black"), position.sides(), strict=True):
            if name in self.sides:
                blocks += [_row_text(row) for _, row in rows(steps(self.subject, side, self.names))]
        return "\n\n".join(blocks) + "\n"


def _row_text(row: Row) -> str:
    """Return a row as boards side by side under their names, the result last, over several lines where it is long."""
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
