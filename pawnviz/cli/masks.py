"""The sub-command ``pawnviz masks``, which prints layers and numbers of positions; no Qt."""

from __future__ import annotations

from typing import Final

from pawnviz.cli.arguments import LAYER_FILE, LAYERS, POSITIONS, SIDE, command_parser, given_positions, side_names
from pawnviz.cli.entries import entries_of, layers_option
from pawnviz.cli.formats import FORMATS
from pawnviz.cli.printing import print_positions

_HELP: Final = """\
Each FEN may be quoted or not. A file ending in .fen or .epd holds a FEN or EPD on each line; - reads such lines from
standard input, as does no argument at all in a pipe. Blank lines and lines that start with # are skipped.

formats:
  table     a line for each layer: its identifier, then for each side the number of squares and the mask
  json      an object a line for each position: fen, then for each side every identifier with its value
  hex       a line for each layer and side: identifier, side, mask
  squares   a line for each layer and side: identifier, side, names of the squares, or - for none
  diagram   a picture of the board for each layer, the sides beside each other

User layers are those that you wrote in the window; --layers takes them from a file instead.

Except in JSON, a line with # and the FEN comes before the layers of each position. The exit status is 1 when some
position could not be read or there was none, and 2 when the arguments are wrong.
"""


def masks(arguments: list[str]) -> int:
    """Run ``pawnviz masks`` with these arguments and return its exit status."""
    parser = command_parser(
        "masks", "Print the layers and numbers of positions.", _HELP, POSITIONS, LAYERS, LAYER_FILE, SIDE
    )
    parser.add_argument("--format", choices=tuple(FORMATS), default="table", help="default: table")
    options = parser.parse_intermixed_args(arguments)
    words = given_positions(parser, options.fen)
    user_layers, status = layers_option(options.layers, options.layer, parser)
    layout = FORMATS[options.format](entries_of(options.layer, parser, user_layers), side_names(options.side))
    return print_positions(words, layout) or status
