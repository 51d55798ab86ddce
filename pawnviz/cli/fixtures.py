"""The sub-command ``pawnviz fixtures``, which writes masks for the tests of another program; no Qt."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from pawnviz.cli.arguments import (
    LAYER_FILE,
    LAYERS,
    MAPPING,
    MAPPINGS_HELP,
    POSITIONS,
    SIDE,
    command_parser,
    given_positions,
    print_error,
    side_names,
)
from pawnviz.cli.entries import entries_of, layers_option
from pawnviz.cli.positions import positions_in
from pawnviz.core.board.bitboard import parse_squares
from pawnviz.core.board.notation import LERF, Notation, write_mask
from pawnviz.core.board.position import Position
from pawnviz.core.checking import fixture_lines

_NOTATIONS_HELP: Final = "\n".join(
    f"  {notation.value:<10}  {write_mask(parse_squares('d4 e4'), notation)}"
    for notation in Notation
    if notation.is_word
)

_HELP: Final = f"""\
Each FEN may be quoted or not. A file ending in .fen or .epd holds a FEN or EPD on each line; - reads such lines from
standard input, as does no argument at all in a pipe. Comments at the top of what is written explain it.

notations, with the mask of d4 and e4:
{_NOTATIONS_HELP}

{MAPPINGS_HELP}

The exit status is 1 when some position could not be read or there was none, and 2 when the arguments are wrong.
"""


def fixtures(arguments: list[str]) -> int:
    """Run ``pawnviz fixtures`` with these arguments and return its exit status."""
    parser = command_parser(
        "fixtures",
        "Write masks of positions, a line each, for the tests of another program.",
        _HELP,
        *(POSITIONS, LAYERS, SIDE, MAPPING, LAYER_FILE),
    )
    words = tuple(notation.value for notation in Notation if notation.is_word)
    parser.add_argument("--notation", choices=words, default="hex", metavar="NAME", help="default: hex")
    options = parser.parse_intermixed_args(arguments)
    given = given_positions(parser, options.fen)
    user_layers, status = layers_option(options.layers, options.layer, parser)
    entries = entries_of(options.layer, parser, user_layers)
    count = 0

    def positions() -> Iterator[Position]:
        nonlocal count, status
        for position in positions_in(given):
            count += 1
            if isinstance(position, str):
                status = print_error(position)
            else:
                yield position

    lines = fixture_lines(
        positions(),
        entries,
        side_names(options.side),
        mapping=options.mapping or LERF,
        notation=Notation(options.notation),
    )
    comments = ""
    for line in lines:
        # Comments wait for the first line that they are about: where no position can be read, nothing is written.
        comments += f"{line}\n"
        if not line.startswith("#"):
            sys.stdout.write(comments)
            comments = ""
    return status if count else print_error("there is no position to write masks of")
