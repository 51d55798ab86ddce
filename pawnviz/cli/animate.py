"""The sub-command ``pawnviz animate``, which shows a game move by move; it needs Qt, and no screen."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pawnviz.cli.arguments import LAYER_FILE, command_parser, print_error
from pawnviz.cli.drawing import DRAWN, LAYERS_HELP, format_for, look_of, prepare_qt, write_files
from pawnviz.cli.entries import layers_option
from pawnviz.core.games.game_file import NoGamesError
from pawnviz.core.picture import formats
from pawnviz.core.picture.picture import Look

if TYPE_CHECKING:
    import chess.pgn

    from pawnviz.core.games.tree import MoveLine
    from pawnviz.view.export.animation import GameAnimation

_HELP: Final = f"""\
FILE is PGN, as it is or packed; - reads standard input. The end of the output's name says what is written: .gif is one
animated GIF; any other is one file for each position, whose name holds {{}}, in whose place the plies come.

{LAYERS_HELP}
The exit status is 1 when something was wrong with the game or a file could not be written, and 2 when the arguments are
wrong.
"""


def animate(arguments: list[str]) -> int:
    """Run ``pawnviz animate`` with these arguments and return its exit status."""
    parser = command_parser("animate", "Show a game with layers, move by move.", _HELP, DRAWN, LAYER_FILE)
    add = parser.add_argument
    add("file", metavar="FILE", help="a file of games, or - for standard input")
    endings = formats.endings(formats.Content.ANIMATION)
    add("-o", "--output", required=True, metavar="FILE", help=f"a name that ends in {endings}")
    add("--game", type=int, default=1, metavar="N", help="the number of the game; default: 1")
    add("--first", type=int, default=0, metavar="PLY", help="the ply to begin after; default: 0, the first position")
    add("--last", type=int, metavar="PLY", help="the last ply; default: the last of the game")
    sizes = f"the width in pixels, {formats.SMALLEST_WIDTH} to {formats.WIDEST_ANIMATION}; default: 480"
    add("--size", type=int, default=480, metavar="N", help=sizes)
    add("--seconds", type=float, default=1.0, metavar="S", help="the time of a move in a GIF; default: 1")
    add("--legend", action="store_true", help="name the layers below the board")
    add("--no-caption", action="store_true", help="leave out the players and the move below the board")
    options = parser.parse_args(arguments)
    if not formats.SMALLEST_WIDTH <= options.size <= formats.WIDEST_ANIMATION:
        parser.error(f"the size is {formats.SMALLEST_WIDTH} to {formats.WIDEST_ANIMATION} pixels, not {options.size}")
    if not 0.1 <= options.seconds <= formats.MOST_TENTHS / 10:
        parser.error(f"a move is shown for 0.1 to {formats.MOST_TENTHS // 10} seconds, not {options.seconds:g}")
    chosen = format_for(options.output, parser, formats.Content.ANIMATION)
    if "tenths" not in chosen.options and "{}" not in options.output:
        parser.error(f"a name that ends in {chosen.ending} holds {{}}, in whose place the plies come")
    user_layers, status = layers_option(options.layers, options.layer, parser)
    look = look_of(options, parser, user_layers)
    if fault := prepare_qt():
        return fault
    return _animate(options, chosen, look, parser) or status


def _animate(options: Namespace, chosen: formats.Format, look: Look, parser: ArgumentParser) -> int:
    from pawnviz.cli.timeline import game_line

    try:
        line, game, status = game_line(options.file, options.game, parser)
    except NoGamesError as error:
        return print_error(f"{options.file}: {error}")
    if line is None:
        return status
    try:
        animation = _animation(line, game, options, look)
    except ValueError as error:
        parser.error(str(error))
    writing = chosen.writing(animation, Path(options.output))
    try:
        return write_files(writing._replace(parts=_with_progress(writing))) or status
    except ImportError:
        parser.error("to write GIFs, install Pillow: pip install pillow")


def _animation(line: MoveLine, game: chess.pgn.Game, options: Namespace, look: Look) -> GameAnimation:
    """Return the wanted frames; raises ``ValueError`` where there are none or too many."""
    from pawnviz.core.games.annotations import annotations_to
    from pawnviz.core.picture.sheet_positions import players_of
    from pawnviz.view.export.animation import AnimationLayout, GameAnimation

    layout = AnimationLayout(
        width=options.size,
        seconds=options.seconds,
        players=players_of(dict(game.headers)),
        caption=not options.no_caption,
        legend=options.legend,
        look=look,
    )
    return GameAnimation(line, layout, options.first, options.last, annotations_to(game.end()))


def _with_progress(writing: formats.Writing) -> Iterator[bytes]:
    """Yield the parts of files; on a terminal, print meanwhile the percentage of them that is made."""
    shows = sys.stderr is not None and sys.stderr.isatty()
    try:
        for number, part in enumerate(writing.parts):
            if shows:
                print(f"\r{100 * number // writing.part_count} %", end="", file=sys.stderr, flush=True)
            yield part
    finally:
        if shows:
            print("\r     \r", end="", file=sys.stderr, flush=True)
