"""The sub-command ``pawnviz render``, which draws positions with layers as pictures; it needs Qt, and no screen."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pawnviz.cli.arguments import LAYER_FILE, POSITIONS, command_parser, given_positions
from pawnviz.cli.drawing import DRAWN, LAYERS_HELP, look_of, prepare_qt, write_whole
from pawnviz.cli.entries import layers_option
from pawnviz.cli.errors import EXIT_BAD_INPUT, print_error
from pawnviz.cli.positions import positions_in
from pawnviz.core.picture.formats import LARGEST_WIDTH, PICTURE_KINDS, SMALLEST_WIDTH
from pawnviz.core.picture.picture import Look

if TYPE_CHECKING:
    from pawnviz.core.board.position import Position
    from pawnviz.view.export.figure import Figure

_HELP: Final = f"""\
Each FEN may be quoted or not. A file ending in .fen or .epd holds a FEN or EPD on each line; - reads such lines from
standard input. The end of the output's name says what is written: .svg and .pdf hold shapes and texts, .png pixels,
.html and .md are articles with the picture and the position in words, the picture of .md as an .svg beside it;
- writes an SVG to standard output. For several positions the name holds {{}}, in whose place their numbers come.

{LAYERS_HELP}
The exit status is 1 when some position could not be read or some picture not be written, and 2 when the arguments are
wrong.
"""


def render(arguments: list[str]) -> int:
    """Run ``pawnviz render`` with these arguments and return its exit status."""
    parser = command_parser("render", "Draw positions with layers.", _HELP, POSITIONS, DRAWN, LAYER_FILE)
    add = parser.add_argument
    names = "a name that ends in .svg, .png, .pdf, .html or .md, or -"
    add("-o", "--output", required=True, metavar="FILE", help=names)
    sizes = f"the width in pixels, {SMALLEST_WIDTH} to {LARGEST_WIDTH}; default: 800"
    add("--size", type=int, default=800, metavar="N", help=sizes)
    add("--legend", action="store_true", help="name the layers below the board")
    add("--caption", default="", metavar="TEXT", help="a text below the board")
    add("--transparent", action="store_true", help="leave out the ground beside the board")
    options = parser.parse_intermixed_args(arguments)
    words = given_positions(parser, options.fen)
    if not SMALLEST_WIDTH <= options.size <= LARGEST_WIDTH:
        parser.error(f"the size is {SMALLEST_WIDTH} to {LARGEST_WIDTH} pixels, not {options.size}")
    kind = "svg" if options.output == "-" else Path(options.output).suffix.lower().removeprefix(".")
    if kind not in PICTURE_KINDS:
        parser.error(f"the name of a picture ends in .svg, .png, .pdf, .html or .md, not {options.output}")
    user_layers, status = layers_option(options.layers, options.layer, parser)
    look = look_of(options, parser, user_layers)
    return prepare_qt() or _render_all(words, options, kind, look, parser) or status


def _render_all(words: list[str], options: Namespace, kind: str, look: Look, parser: ArgumentParser) -> int:
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
        figure = _figure(position, options, look)
        if options.output == "-":
            from pawnviz.view.export.files import figure_svg

            sys.stdout.write(figure_svg(figure))
        elif fault := _write(position, figure, Path(options.output.replace("{}", str(drawn))), kind):
            return fault
    if not drawn and not status:
        return print_error("there is no position to draw")
    return EXIT_BAD_INPUT if status else 0


def _figure(position: Position, options: Namespace, look: Look) -> Figure:
    """Return a position as it is drawn."""
    from pawnviz.core.picture.picture import make_picture
    from pawnviz.view.export.figure import Figure

    return Figure(
        picture=make_picture(position, look),
        look=look,
        legend=options.legend,
        caption=options.caption,
        width=options.size,
        background=not options.transparent,
    )


def _write(position: Position, figure: Figure, path: Path, kind: str) -> int:
    """Write a picture, or an article with it, and return 0, or the exit status where that cannot be."""
    from pawnviz.view.export.files import ARTICLES, article_files, figure_bytes, size_fault

    if kind in ARTICLES:
        files = article_files(figure, path)
    elif kind == "png" and (fault := size_fault(figure)):
        return print_error(fault)
    else:
        files = {path: figure_bytes(figure, kind)}
    return max(write_whole(each, data) for each, data in files.items())
