"""The sub-command ``pawnviz sheet``, which lays out positions on pages for a lesson; it needs Qt, and no screen."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pawnviz.cli.arguments import EXIT_BAD_INPUT, LAYER_FILE, POSITIONS, command_parser, given_positions, print_error
from pawnviz.cli.drawing import DRAWN, LAYERS_HELP, format_for, look_of, prepare_qt, write_files
from pawnviz.cli.entries import layers_option
from pawnviz.cli.positions import Lines, given_in
from pawnviz.cli.user_structures import name_user_structures
from pawnviz.core.games.game_file import NoGamesError
from pawnviz.core.picture.formats import MOST_BOARDS, PAGES, Content, Format, endings
from pawnviz.core.picture.picture import Look
from pawnviz.core.picture.sheet_positions import CAPTIONS, MOST_POSITIONS, SheetPosition, fitting_grid

_HELP: Final = f"""\
A file ending in .fen or .epd holds a FEN or EPD on each line; - reads such lines from standard input. The id of
an EPD is the title of its position; best moves and comments are not printed. A file of games in PGN gives the positions
of one game, all of them or those after the plies of --plies.

{LAYERS_HELP}
captions:
  title      the number and the title, or who is to move
  structure  the number and the name of the structure
  number     the number alone
  none       nothing

The exit status is 1 when some position could not be read or the file not be written, and 2 when the arguments are
wrong.
"""


def sheet(arguments: list[str]) -> int:
    """Run ``pawnviz sheet`` with these arguments and return its exit status."""
    parser = command_parser(
        "sheet", "Lay out positions on pages for a lesson, as PDF.", _HELP, POSITIONS, DRAWN, LAYER_FILE
    )
    add = parser.add_argument
    add("-o", "--output", required=True, metavar="FILE", help=f"a name that ends in {endings(Content.SHEET)}")
    add("--columns", type=int, metavar="N", help=f"boards side by side, 1 to {MOST_BOARDS}; default: 2 or fewer")
    add("--rows", type=int, metavar="N", help=f"boards one below the other, 1 to {MOST_BOARDS}; default: 3 or fewer")
    add("--page", choices=PAGES, default="a4", help="default: a4")
    add("--landscape", action="store_true", help="lay the page on its side")
    add("--title", default="", metavar="TEXT", help="a title above the boards of each page")
    add("--captions", choices=CAPTIONS, default="title", help="default: title")
    add("--no-numbers", action="store_true", help="leave out the page numbers")
    add("--no-legend", action="store_true", help="do not name the layers at the foot of the pages")
    add("--game", type=int, default=0, metavar="N", help="the number of the game in a file of games; default: 1")
    add("--plies", default="", metavar="LIST", help="plies of the game, such as 0,24,30-36; default: all")
    options = parser.parse_intermixed_args(arguments)
    name_user_structures()
    for name in ("columns", "rows"):
        number = getattr(options, name)
        if number is not None and not 1 <= number <= MOST_BOARDS:
            parser.error(f"a page has 1 to {MOST_BOARDS} {name}, not {number}")
    chosen = format_for(options.output, parser, Content.SHEET)
    user_layers, status = layers_option(options.layers, options.layer, parser)
    look = look_of(options, parser, user_layers)
    entries, read_status = _entries(options, parser)
    if not entries:
        return read_status or print_error("there is no position to lay out")
    return prepare_qt() or _write(entries, options, chosen, look) or read_status or status


def _entries(options: Namespace, parser: ArgumentParser) -> tuple[list[SheetPosition], int]:
    """Return the given positions, and the exit status so far, having named those that cannot be read."""
    games = [word for word in options.fen if ".pgn" in Path(word).name.lower()]
    if games or options.game or options.plies:
        if len(options.fen) != 1:
            parser.error("--game and --plies need one file of games, and nothing beside it")
        return _game_entries(options.fen[0], options, parser)
    status = 0
    entries: list[SheetPosition] = []
    for entry in _given(given_positions(parser, options.fen)):
        if isinstance(entry, str):
            status = print_error(entry)
        elif len(entries) == MOST_POSITIONS:
            return entries, print_error(f"a sheet has at most {MOST_POSITIONS:,} positions; the rest is left out")
        else:
            entries.append(entry)
    return entries, EXIT_BAD_INPUT if status else 0


def _given(words: list[str]) -> Iterator[SheetPosition | str]:
    from pawnviz.core.positions import name

    for given in given_in(words):
        if isinstance(given, Lines):
            for text, position in given.texts():
                yield position if isinstance(position, str) else SheetPosition(position, name(text))
        else:
            yield given if isinstance(given, str) else SheetPosition(given)


def _game_entries(path: str, options: Namespace, parser: ArgumentParser) -> tuple[list[SheetPosition], int]:
    from pawnviz.cli.timeline import game_line

    wanted = _plies(options.plies, parser)
    try:
        line, game, status = game_line(path, options.game or 1, parser)
    except NoGamesError as error:
        return [], print_error(f"{path}: {error}")
    if line is None:
        return [], status
    from pawnviz.core.picture.sheet_positions import game_positions, players_of

    plies = range(len(line.positions)) if wanted is None else wanted
    missing = [ply for ply in plies if ply >= len(line.positions)]
    if missing:
        status = print_error(f"{path}: there is no ply {missing[0]}; the game has {len(line.moves)}")
    if not options.title:
        options.title = players_of(dict(game.headers))
    return game_positions(line, plies)[:MOST_POSITIONS], status


def _plies(text: str, parser: ArgumentParser) -> list[int] | None:
    """Return the plies that a list names, None for all; exits with an error for any other text."""
    if not text:
        return None
    plies: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdecimal() and len(end) <= 5 for end in ends):
            parser.error(f"--plies is a list such as 0,24,30-36, not {text}")
        plies += range(int(ends[0]), int(ends[1]) + 1)
    return plies[: 2 * MOST_POSITIONS]


def _grid(count: int, options: Namespace) -> tuple[int, int]:
    if options.columns is None and options.rows is None:
        return fitting_grid(count, landscape=options.landscape)
    return options.columns or 2, options.rows or 3


def _write(entries: list[SheetPosition], options: Namespace, chosen: Format, look: Look) -> int:
    from pawnviz.view.export.position_sheet import PositionSheet, SheetLayout, page_size

    columns, rows = _grid(len(entries), options)
    layout = SheetLayout(
        columns=columns,
        rows=rows,
        size=page_size(options.page, landscape=options.landscape),
        title=options.title,
        captions=options.captions,
        numbers=not options.no_numbers,
        legend=not options.no_legend,
        look=look,
    )
    return write_files(chosen.writing(PositionSheet(entries, layout), Path(options.output)))
