"""The common part of the sub-commands that draw: the layers, Qt without a screen, and their files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from pawnviz.cli.arguments import EXIT_BAD_INPUT, EXIT_NO_SCREEN, parent_parser, print_error
from pawnviz.cli.entries import entries_of
from pawnviz.cli.streams import reason
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style, enlarged
from pawnviz.core.picture.formats import Content, Format, Writing, format_of
from pawnviz.core.picture.picture import Look, ShownLayer
from pawnviz.core.user_layers.collection import UserLayers

_SIDES: Final = ("white", "black")

DRAWN: Final = parent_parser()
DRAWN.add_argument("--layer", action="append", default=[], metavar="NAME", help="a layer; may be given several times")
DRAWN.add_argument(
    "--theme", choices=("light", "dark", "ink"), default="light", help="ink is black on white; default: light"
)
DRAWN.add_argument("--flip", action="store_true", help="draw the board with Black below")
DRAWN.add_argument("--captures", action="store_true", help="draw each capture of a pawn as an arrow")
DRAWN.add_argument("--no-breaks", action="store_true", help="draw the layer of break squares without arrows")
DRAWN.add_argument("--large", action="store_true", help="draw letters, dots and arrows large, to be seen from afar")
DRAWN.add_argument("--no-coordinates", action="store_true", help="leave out the names of files and ranks")

LAYERS_HELP: Final = """\
NAME is a layer for both sides, white.NAME or black.NAME for one. The layers are drawn in their order.
"""


def look_of(options: Namespace, parser: ArgumentParser, user_layers: UserLayers | None) -> Look:
    """Return the look of the boards; exits with an error for names that are no layers of squares."""
    sides: dict[str, set[str]] = {}
    for name in options.layer:
        side, point, identifier = name.partition(".")
        if point and side not in _SIDES:
            parser.error(f"a layer is NAME, white.NAME or black.NAME, not {name}")
        sides.setdefault(identifier if point else name, set()).update((side,) if point else _SIDES)
    shown = []
    for name, wanted in sides.items():
        (entry,) = entries_of([name], parser, user_layers)
        if not isinstance(entry, Layer):
            parser.error(f"{entry.identifier} is a number, which has no squares to draw")
        style = enlarged(Style(entry.mark)) if options.large else Style(entry.mark)
        shown.append(ShownLayer(entry, style, "white" in wanted, "black" in wanted))
    return Look(
        layers=tuple(shown),
        captures=options.captures,
        breaks=not options.no_breaks,
        flipped=options.flip,
        coordinates=not options.no_coordinates,
        theme=options.theme,
        large=options.large,
    )


def prepare_qt() -> int:
    """Start Qt without a screen; return 0, or print the error and return its exit status."""
    try:
        from pawnviz.view.export.files import prepare_fonts
    except ImportError as error:
        from pawnviz.display import missing_library

        if isinstance(error, ModuleNotFoundError):
            return print_error("PySide6 is not installed.\nInstall it: pip install PySide6-Essentials", EXIT_NO_SCREEN)
        return print_error(missing_library(str(error)), EXIT_NO_SCREEN)
    prepare_fonts()
    return 0


def format_for(output: str, parser: ArgumentParser, *contents: Content) -> Format:
    """Return the format that the name of an output ends in; exits with an error that names those that there are."""
    try:
        return format_of(output, *contents)
    except ValueError as error:
        parser.error(str(error))


def write_files(writing: Writing) -> int:
    """Write files as they are made; return 0, or print the error and return its exit status."""
    for path, data in writing.files():
        if fault := write_whole(path, data):
            return fault
    return 0


def write_whole(path: Path, data: bytes) -> int:
    """Write a file, whole or not at all; return 0, or print the error and return its exit status."""
    from pawnviz.model.storage import FileError, write_file

    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # A device or a pipe, which is no file to be replaced.
        else:
            if losses := write_file(path, data, sync=False):
                print_error(f"{path}: {losses}")
    except FileError as error:
        return print_error(error.message, EXIT_BAD_INPUT)
    except (OSError, ValueError) as error:
        return print_error(f"{path}: {reason(error) if isinstance(error, OSError) else error}", EXIT_BAD_INPUT)
    return 0
