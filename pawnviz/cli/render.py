"""The sub-command ``pawnviz render``, which draws positions with layers as pictures; it needs Qt, and no screen."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from pawnviz.cli.arguments import EXIT_BAD_INPUT, LAYER_FILE, POSITIONS, command_parser, given_positions, print_error
from pawnviz.cli.drawing import DRAWN, LAYERS_HELP, format_for, look_of, prepare_qt, write_files
from pawnviz.cli.entries import layers_option
from pawnviz.cli.positions import positions_in
from pawnviz.cli.user_structures import name_user_structures
from pawnviz.core.picture.formats import (
    BOARD,
    LARGEST_WIDTH,
    LEAST_PAPER,
    MOST_PAPER,
    SMALLEST_WIDTH,
    Format,
    Writing,
    endings,
    formats_of,
)
from pawnviz.core.picture.picture import Look, make_picture

_HELP: Final = f"""\
Each FEN may be quoted or not. A file ending in .fen or .epd holds a FEN or EPD on each line; - reads such lines from
standard input. The end of the output's name says what is written, or --format does; - writes to standard output, an SVG
if nothing else is asked for. For several positions the name holds {{}}, in whose place their numbers come.

formats:
{chr(10).join(f"  {each.name:<5} {each.title}" for each in formats_of(*BOARD).values())}

{LAYERS_HELP}
The exit status is 1 when some position could not be read or some picture not be written, and 2 when the arguments are
wrong.
"""


def render(arguments: list[str]) -> int:
    """Run ``pawnviz render`` with these arguments and return its exit status."""
    parser = command_parser("render", "Draw positions with layers.", _HELP, POSITIONS, DRAWN, LAYER_FILE)
    add = parser.add_argument
    add("-o", "--output", required=True, metavar="FILE", help=f"a name that ends in {endings(*BOARD)}, or -")
    add("--format", choices=tuple(formats_of(*BOARD)), help="the format, whatever the name; default: that of its end")
    sizes = f"the width in pixels, {SMALLEST_WIDTH} to {LARGEST_WIDTH}; default: 800"
    add("--size", type=int, default=800, metavar="N", help=sizes)
    paper = f"the width on paper, {LEAST_PAPER} to {MOST_PAPER}, in place of --size; letters have at least 6.5 points"
    add("--millimeters", type=float, default=0, metavar="N", help=paper)
    add("--legend", action="store_true", help="name the layers below the board")
    add("--caption", default="", metavar="TEXT", help="a text below the board")
    add("--overwrite", action="store_true", help="let the picture of an .md take the place of an .svg that is there")
    add("--transparent", action="store_true", help="leave out the ground beside the board")
    options = parser.parse_intermixed_args(arguments)
    name_user_structures()
    words = given_positions(parser, options.fen)
    if not SMALLEST_WIDTH <= options.size <= LARGEST_WIDTH:
        parser.error(f"the size is {SMALLEST_WIDTH} to {LARGEST_WIDTH} pixels, not {options.size}")
    if options.millimeters and not LEAST_PAPER <= options.millimeters <= MOST_PAPER:
        parser.error(f"the width on paper is {LEAST_PAPER} to {MOST_PAPER} millimeters, not {options.millimeters:g}")
    name = options.format or ("svg" if options.output == "-" else "")
    chosen = formats_of(*BOARD)[name] if name else format_for(options.output, parser, *BOARD)
    user_layers, status = layers_option(options.layers, options.layer, parser)
    look = look_of(options, parser, user_layers)
    return prepare_qt() or _render_all(words, options, chosen, look, parser) or status


def _render_all(words: list[str], options: Namespace, chosen: Format, look: Look, parser: ArgumentParser) -> int:
    from pawnviz.view.export.figure import Figure, paper_width

    status = drawn = 0
    several = options.output != "-" and "{}" in options.output
    for position in positions_in(words):
        if isinstance(position, str):
            status = print_error(position)
            continue
        drawn += 1
        if drawn > 1 and not several:
            parser.error("several positions need a name with {}, in whose place their numbers come")
        figure = Figure(
            picture=make_picture(position, look),
            look=look,
            legend=options.legend,
            caption=options.caption,
            width=paper_width(options.millimeters) if options.millimeters else options.size,
            millimeters=options.millimeters,
            background=not options.transparent,
        )
        try:
            writing = chosen.writing(figure, Path(options.output.replace("{}", str(drawn))))
        except ValueError as error:
            return print_error(str(error))
        if options.output != "-":
            if fault := _beside(writing, options) or write_files(writing):
                return fault
        elif len(writing.paths) > 1:
            parser.error(f"{chosen.ending} is {len(writing.paths)} files; give a name in place of -")
        else:
            for _, data in writing.files():
                sys.stdout.buffer.write(data)
    if not drawn and not status:
        return print_error("there is no position to draw")
    return EXIT_BAD_INPUT if status else 0


def _beside(writing: Writing, options: Namespace) -> int:
    """Return the exit status where a file beside the named one would replace another and may not, else 0."""
    *others, path = writing.paths
    replaced = [each for each in others if os.path.lexists(each)]
    if not replaced or options.overwrite:
        return 0
    return print_error(
        f"“{replaced[0]}” exists, and the picture of “{path.name}” would replace it; choose another name, or"
        " replace it with --overwrite"
    )
