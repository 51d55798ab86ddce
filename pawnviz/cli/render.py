"""The sub-command ``pawnviz render``, which draws positions with layers as pictures; it needs Qt, and no screen."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pawnviz.cli.arguments import LAYER_FILE, POSITIONS, command_parser, given_positions
from pawnviz.cli.entries import entries_of, layers_option
from pawnviz.cli.errors import EXIT_BAD_INPUT, EXIT_NO_SCREEN, print_error
from pawnviz.cli.positions import positions_in
from pawnviz.cli.streams import reason
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style
from pawnviz.core.picture.picture import ShownLayer

if TYPE_CHECKING:
    from pawnviz.core.board.position import Position
    from pawnviz.core.user_layers.collection import UserLayers

_KINDS: Final = ("svg", "png", "pdf")
"""The kinds of pictures, which ``view.export.files`` writes."""
_SIDES: Final = ("white", "black")

_HELP: Final = """\
Each FEN may be quoted or not. A file ending in .fen or .epd holds a FEN or EPD on each line; - reads such lines from
standard input. The end of the output's name says what is written: .svg and .pdf hold shapes and texts, .png pixels;
- writes an SVG to standard output. For several positions the name holds {}, in whose place their numbers come.

NAME is a layer for both sides, white.NAME or black.NAME for one. The layers are drawn in their order.

The exit status is 1 when some position could not be read or some picture not be written, and 2 when the arguments are
wrong.
"""


def render(arguments: list[str]) -> int:
    """Run ``pawnviz render`` with these arguments and return its exit status."""
    parser = command_parser("render", "Draw positions with layers.", _HELP, POSITIONS, LAYER_FILE)
    add = parser.add_argument
    add("-o", "--output", required=True, metavar="FILE", help="a name that ends in .svg, .png or .pdf, or -")
    add("--layer", action="append", default=[], metavar="NAME", help="a layer; may be given several times")
    add("--size", type=int, default=800, metavar="N", help="the width in pixels, 120 to 8000; default: 800")
    add("--theme", choices=("light", "dark"), default="light", help="default: light")
    add("--flip", action="store_true", help="draw the board with Black below")
    add("--legend", action="store_true", help="name the layers below the board")
    add("--caption", default="", metavar="TEXT", help="a text below the board")
    add("--captures", action="store_true", help="draw each capture of a pawn as an arrow")
    add("--no-coordinates", action="store_true", help="leave out the names of files and ranks")
    add("--transparent", action="store_true", help="leave out the ground beside the board")
    options = parser.parse_intermixed_args(arguments)
    words = given_positions(parser, options.fen)
    if not 120 <= options.size <= 8000:
        parser.error(f"the size is 120 to 8000 pixels, not {options.size}")
    kind = "svg" if options.output == "-" else Path(options.output).suffix.lower().removeprefix(".")
    if kind not in _KINDS:
        parser.error(f"the name of a picture ends in .svg, .png or .pdf, not {options.output}")
    user_layers, status = layers_option(options.layers, options.layer, parser)
    shown = _shown(options.layer, parser, user_layers)
    if message := _prepare_qt():
        return print_error(message, EXIT_NO_SCREEN)
    return _render_all(words, options, kind, shown, parser) or status


def _shown(names: Sequence[str], parser: ArgumentParser, user_layers: UserLayers | None) -> list[ShownLayer]:
    """Return the layers that the names stand for with the sides; exits with an error for any other name."""
    sides: dict[str, set[str]] = {}
    for name in names:
        side, point, identifier = name.partition(".")
        if point and side not in _SIDES:
            parser.error(f"a layer is NAME, white.NAME or black.NAME, not {name}")
        sides.setdefault(identifier if point else name, set()).update((side,) if point else _SIDES)
    shown = []
    for name, wanted in sides.items():
        (entry,) = entries_of([name], parser, user_layers)
        if not isinstance(entry, Layer):
            parser.error(f"{entry.identifier} is a number, which has no squares to draw")
        shown.append(ShownLayer(entry, Style(entry.mark), "white" in wanted, "black" in wanted))
    return shown


def _prepare_qt() -> str:
    """Start Qt without a screen; return what is wrong where it cannot be."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        from PySide6.QtGui import QGuiApplication
    except ImportError as error:
        from pawnviz.display import missing_library

        if isinstance(error, ModuleNotFoundError):
            return "PySide6 is not installed.\nInstall it: pip install PySide6-Essentials"
        return missing_library(str(error))
    if QGuiApplication.instance() is None:
        _qt.append(QGuiApplication(["pawnviz"]))
    return ""


_qt: Final[list[object]] = []
"""Qt's application, which lives as long as the process."""


def _render_all(
    words: list[str], options: Namespace, kind: str, shown: list[ShownLayer], parser: ArgumentParser
) -> int:
    """Draw all positions and return the exit status."""
    status = drawn = 0
    several = options.output != "-" and "{}" in options.output
    for position in positions_in(words):
        if isinstance(position, str):
            status = print_error(position)
            continue
        drawn += 1
        if drawn > 1 and not several:
            parser.error("several positions need a name with {}, in whose place their numbers come")
        data = _drawn(position, options, kind, shown)
        if options.output == "-":
            sys.stdout.write(data.decode())
            continue
        path = Path(options.output.replace("{}", str(drawn)))
        try:
            path.write_bytes(data)
        except OSError as error:
            return print_error(f"{path}: {reason(error)}")
    if not drawn and not status:
        return print_error("there is no position to draw")
    return EXIT_BAD_INPUT if status else 0


def _drawn(position: Position, options: Namespace, kind: str, shown: list[ShownLayer]) -> bytes:
    """Return a position as the bytes of a picture."""
    from pawnviz.core.picture.picture import make_picture
    from pawnviz.view.export.figure import Figure, legend_rows
    from pawnviz.view.export.files import figure_bytes
    from pawnviz.view.widgets.theme import DARK, LIGHT

    figure = Figure(
        picture=make_picture(position, shown, show_captures=options.captures),
        legend=legend_rows(position, shown) if options.legend else (),
        caption=options.caption,
        width=options.size,
        theme=DARK if options.theme == "dark" else LIGHT,
        flipped=options.flip,
        coordinates=not options.no_coordinates,
        background=not options.transparent,
    )
    return figure_bytes(figure, kind)
