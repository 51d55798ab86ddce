"""The sub-command ``pawnviz masks``, which prints layers and numbers of positions; no Qt."""

from __future__ import annotations

from typing import Final

from pawnviz.cli.command import (
    FENS_HELP,
    LAYER_FILE,
    LAYERS,
    POSITIONS,
    SIDE,
    SKIPPED_HELP,
    Options,
    command,
    one_of,
)
from pawnviz.cli.inputs import chosen_entries, given_in
from pawnviz.cli.layouts import FORMATS, layout, print_positions

_HELP: Final = f"""\
{FENS_HELP}{SKIPPED_HELP}

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


@command(
    "Print the layers and numbers of positions.",
    _HELP,
    *(POSITIONS, LAYERS, LAYER_FILE, SIDE, one_of("--format", list(FORMATS))),
)
def masks(options: Options) -> int:
    """Print the layers and numbers of positions, and return the exit status."""
    given = given_in(options)
    entries, status = chosen_entries(options)
    return print_positions(given, layout(options.format, entries, options.sides)) or status
