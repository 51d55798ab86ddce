"""The sub-commands that draw: ``pawnviz render``, ``pawnviz sheet`` and ``pawnviz animate``; Qt without a screen."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pawnviz.cli.command import (
    EXIT_NO_SCREEN,
    GAME,
    GAME_FILE,
    LAYER_FILE,
    POSITIONS_OR_GAMES,
    Option,
    Options,
    Progress,
    command,
    flag,
    numeric,
    one_of,
    option,
    print_error,
    reason,
    several,
    write_whole,
)
from pawnviz.cli.games import game_line, opened_games, read_line
from pawnviz.cli.inputs import Positions, entries_of, given_in, layers_option, read_user_files
from pawnviz.core.board.position import Position
from pawnviz.core.catalog import presets
from pawnviz.core.games.game_file import NoGamesError
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style, enlarged
from pawnviz.core.link import LinkError, linked_layers
from pawnviz.core.picture import formats
from pawnviz.core.picture.picture import Look, ShownLayer, make_picture
from pawnviz.core.picture.sheet_positions import MOST_POSITIONS, SheetPosition, details_of, fitting_grid, players_of
from pawnviz.core.positions import name as title_of

if TYPE_CHECKING:
    import chess.pgn

    from pawnviz.core.games.tree import MoveLine
    from pawnviz.view.export.animation import GameAnimation
    from pawnviz.view.export.figure import Figure

_DRAWN: Final = (
    several("--layer", "NAME", "a layer; may be given several times"),
    option("--theme", choices=("light", "dark", "ink"), default="light", help="ink is black on white; default: light"),
    flag("--flip", "draw the board with Black below"),
    flag("--captures", "draw each capture of a pawn as an arrow"),
    flag("--no-breaks", "draw the layer of break squares without arrows"),
    flag("--large", "draw letters, dots and arrows large, to be seen from afar"),
    flag("--no-coordinates", "leave out the names of files and ranks"),
)
"""The options of all boards that are drawn."""

_LEAST: Final = formats.SMALLEST_WIDTH

_LAYERS_HELP: Final = """\
NAME is a layer for both sides, white.NAME or black.NAME for one. The layers are drawn in their order.
"""


def _look(options: Options, *, is_page: bool = False) -> tuple[Look, int]:
    """Return the look of the boards, and the exit status so far; ends with an error for an unknown layer."""
    user_layers, status = layers_option(options)
    usual = [name for preset in presets()[:2] for name in preset.layers] if is_page else []
    try:
        linked = linked_layers(options.layer or usual)
    except LinkError as error:
        options.fail(str(error))
    shown = []
    for name, white, black in linked:
        (entry,) = entries_of([name], options, user_layers)
        if not isinstance(entry, Layer):
            options.fail(f"{entry.identifier} is a number, which has no squares to draw")
        style = enlarged(Style(entry.mark)) if options.large else Style(entry.mark)
        shown.append(ShownLayer(entry, style, white, black))
    look = Look(
        layers=tuple(shown),
        captures=options.captures,
        breaks=not options.no_breaks,
        flipped=options.flip,
        coordinates=not options.no_coordinates,
        theme=options.theme,
        large=options.large,
    )
    return look, 0 if options.layer else status


def _prepare_qt() -> int:
    """Start Qt without a screen; return 0, or print the error and return its exit status."""
    try:
        from pawnviz.view.export.files import prepare_fonts
    except ImportError as error:
        from pawnviz.display import import_fault

        return print_error(import_fault(error), EXIT_NO_SCREEN)
    prepare_fonts()
    return 0


def _format(options: Options, *contents: formats.Content) -> formats.Format:
    """Return the format that the name of the output ends in; ends with an error that names those that there are."""
    try:
        return formats.format_of(options.output, *contents)
    except ValueError as error:
        options.fail(str(error))


def _write_files(writing: formats.Writing) -> int:
    """Write files as they are made; return 0, or print the error and return its exit status."""
    return next(filter(None, (write_whole(path, data) for path, data in writing.files())), 0)


def _output(help_text: str) -> Option:
    return option("-o", "--output", required=True, metavar="FILE", help=help_text)


def _check(options: Options, name: str, value: float, least: int, most: int, unit: str) -> None:
    if not least <= value <= most:
        options.fail(f"{name} is {least} to {most} {unit}, not {value:g}")


# Positions


@command(
    "Draw positions with layers.",
    f"""\
Each FEN may be quoted or not. A file ending in .fen or .epd holds a FEN or EPD on each line; - reads such lines from
standard input. The ending of the output's name sets the format, unless --format does; - writes to standard output, by
default an SVG. For several positions the name has {{}}, which their numbers replace. HTML is a living
page, with layers to switch and squares that explain them, without a network. A file of games in PGN gives the page of
one game; a name that ends in / is a folder, which gets a page for each position or game and an index. A page without
--layer has the layers of structure and weak pawns.

formats:
{chr(10).join(f"  {each.name:<5} {each.title}" for each in formats.formats_of(*formats.BOARD).values())}

{_LAYERS_HELP}
The exit status is 1 when some position could not be read or some picture not be written, and 2 when the arguments are
wrong.
""",
    *(POSITIONS_OR_GAMES, *_DRAWN, LAYER_FILE, _output(f"a name that ends in {formats.endings(*formats.BOARD)}, or -")),
    option(
        "--format",
        choices=tuple(formats.formats_of(*formats.BOARD)),
        help="the format, whatever the name; default: that of its ending",
    ),
    numeric("--size", f"the width in pixels, {_LEAST} to {formats.LARGEST_WIDTH}; default: 800", 800),
    numeric(
        "--millimeters",
        f"the width on paper, {formats.LEAST_PAPER} to {formats.MOST_PAPER}, in place of --size; letters have at least"
        " 6.5 points",
        0.0,
    ),
    flag("--legend", "name the layers below the board"),
    option("--caption", default="", metavar="TEXT", help="a text below the board, or the title of a page"),
    flag("--overwrite", "let the picture of an .md, or the pages of a folder, take the place of files that are there"),
    numeric("--game", "the number of the game in a file of games; default: 1, for a folder all"),
    flag("--transparent", "leave out the background beside the board"),
)
def render(options: Options) -> int:
    """Draw positions, each into a file or all to standard output, and return the exit status."""
    read_user_files()
    found = Positions(given_in(options))
    _check(options, "the size", options.size, _LEAST, formats.LARGEST_WIDTH, "pixels")
    if options.millimeters:
        width = options.millimeters
        _check(options, "the width on paper", width, formats.LEAST_PAPER, formats.MOST_PAPER, "millimeters")
    is_folder = options.output.endswith(("/", os.sep)) or Path(options.output).is_dir()
    name = options.format or ("html" if is_folder else "svg" if options.output == "-" else "")
    chosen = formats.formats_of(*formats.BOARD)[name] if name else _format(options, *formats.BOARD)
    is_page = chosen.name == "html"
    if is_folder and not is_page:
        options.fail(f"a folder gets pages of HTML, not {chosen.ending}; give a name that ends in {chosen.ending}")
    look, status = _look(options, is_page=is_page)
    if fault := _prepare_qt():
        return fault
    if is_page and len(options.fen) == 1 and ".pgn" in Path(options.fen[0]).name.lower():
        page = formats.formats_of(formats.Content.ANIMATION)["html"]
        if is_folder:
            return _write_folder(_game_pages(options.fen[0], options, look), options, page, "game") or status
        options.game = 1 if options.game is None else options.game
        return _write_game(options, options.fen[0], page, look, players=options.caption) or status
    if is_folder:
        return _write_folder(_position_pages(found, options, look), options, chosen, "position") or status
    return _render_all(found, options, chosen, look) or status


def _write_game(options: Options, path: str, chosen: formats.Format, look: Look, **layout: Any) -> int:
    """Write a game as it is animated; ends with an error if there are no frames, or too many."""
    line, game, status = game_line(options, path, options.game)
    if line is None:
        return status
    try:
        animation = _animation(line, game, look, **layout)
    except ValueError as error:
        options.fail(str(error))
    writing = chosen.writing(animation, Path(options.output))
    if options.output == "-":
        sys.stdout.buffer.writelines(writing.parts)
        return status
    try:
        return _write_files(writing._replace(parts=_with_progress(writing))) or status
    except ImportError:
        options.fail("to write GIFs, install Pillow: pip install pillow")


def _animation(
    line: MoveLine, game: chess.pgn.Game, look: Look, *, first: int = 0, last: int | None = None, **layout: Any
) -> GameAnimation:
    """Return a game as frames between two plies; raises ``ValueError`` if there are none, or too many."""
    from pawnviz.core.games.tree import annotations_to
    from pawnviz.view.export.animation import AnimationLayout, GameAnimation

    headers = dict(game.headers)
    layout["players"] = layout.get("players") or players_of(headers)
    shown = AnimationLayout(details=details_of(headers), look=look, **layout)
    return GameAnimation(line, shown, first, last, annotations_to(game.end()))


class _Page(NamedTuple):
    """A page of a folder: its title, its line in the index, its position there, and the written figure or game."""

    title: str
    line: str
    position: Position
    subject: Figure | GameAnimation


def _position_pages(found: Positions, options: Options, look: Look) -> Iterator[_Page | int]:
    from pawnviz.view.export.figure import Figure

    for number, (text, position) in enumerate(found, 1):
        title = (title_of(text) if text else "") or f"{options.caption or 'Position'} {number}"
        yield _Page(title, title, position, Figure(make_picture(position, look), look, caption=title))
    yield found.end("draw")


def _game_pages(path: str, options: Options, look: Look) -> Iterator[_Page | int]:
    """Yield a page for each game of a file, or for the game of ``--game``, and an exit status for each fault."""
    try:
        with opened_games(path) as (texts, faults):
            for number, text in enumerate(texts, 1):
                if options.game not in (None, number):
                    continue
                line, game, status = read_line(path, text)
                yield status
                if line is None:
                    continue
                headers = dict(game.headers)
                title = players_of(headers) or f"{options.caption or 'Game'} {number}"
                name = " · ".join(filter(None, (title, details_of(headers))))
                try:
                    yield _Page(title, name, line.positions[-1], _animation(line, game, look, players=title))
                except ValueError as error:
                    yield print_error(f"{path}, line {text.line}: {error}")
            for fault in faults:
                yield print_error(f"{path}: {fault}")
    except NoGamesError as error:
        yield print_error(f"{path}: {error}")


def _write_folder(found: Iterator[_Page | int], options: Options, chosen: formats.Format, about: str) -> int:
    """Write pages into a folder, and the index that leads to them."""
    from pawnviz.view.export.page import index_page

    folder, index, status = Path(options.output), Path(options.output) / "index.html", 0
    pages: list[tuple[str, str, Position]] = []
    for page in found:
        if isinstance(page, int):
            status = page or status
            continue
        path = folder / f"{len(pages) + 1:03}.html"
        for each in (path, index):
            if os.path.lexists(each) and not options.overwrite:
                return print_error(f"“{each}” exists; choose another folder, or replace it with --overwrite")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return print_error(f"{folder}: {reason(error)}")
        writing = chosen.writing(page.subject, path)
        if fault := _write_files(writing._replace(parts=_with_progress(writing))):
            return fault
        pages.append((path.name, page.line, page.position))
    if not pages:
        return status or print_error(f"there is no {about} to draw")
    return write_whole(index, index_page(options.caption or f"{about.capitalize()}s", pages)) or status


def _render_all(found: Positions, options: Options, chosen: formats.Format, look: Look) -> int:
    from pawnviz.view.export.figure import Figure, paper_width

    numbered = enumerate(found, 1)
    first = list(islice(numbered, 2))
    if len(first) > 1 and (options.output == "-" or "{}" not in options.output):
        options.fail("several positions need a name with {}, which stands for their numbers")
    for number, (_, position) in chain(first, numbered):
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
            writing = chosen.writing(figure, Path(options.output.replace("{}", str(number))))
        except ValueError as error:
            return print_error(str(error))
        if options.output != "-":
            if fault := _beside(writing, options) or _write_files(writing):
                return fault
        elif len(writing.paths) > 1:
            options.fail(f"{chosen.ending} is {len(writing.paths)} files; give a name in place of -")
        else:
            sys.stdout.buffer.writelines(data for _, data in writing.files())
    return found.end("draw")


def _beside(writing: formats.Writing, options: Options) -> int:
    """Return the exit status if a file beside the named one would replace another and may not, else 0."""
    *others, path = writing.paths
    replaced = [each for each in others if os.path.lexists(each)]
    if not replaced or options.overwrite:
        return 0
    return print_error(
        f"“{replaced[0]}” exists, and the picture of “{path.name}” would replace it; choose another name, or"
        " replace it with --overwrite"
    )


# Sheets


@command(
    "Lay out positions on pages for a lesson, as PDF.",
    f"""\
A file ending in .fen or .epd holds a FEN or EPD on each line; - reads such lines from standard input. The id of
an EPD is the title of its position; best moves and comments are not printed. A file of games in PGN gives the positions
of one game, all of them or those after the plies of --plies.

{_LAYERS_HELP}
captions:
  title      the number and the title, or who is to move
  structure  the number and the name of the structure
  number     the number alone
  none       nothing

The exit status is 1 when some position could not be read or the file not be written, and 2 when the arguments are
wrong.
""",
    *(
        POSITIONS_OR_GAMES,
        *_DRAWN,
        LAYER_FILE,
        _output(f"a name that ends in {formats.endings(formats.Content.SHEET)}"),
    ),
    numeric("--columns", f"boards side by side, 1 to {formats.MOST_BOARDS}; default: 2 or fewer"),
    numeric("--rows", f"boards one below the other, 1 to {formats.MOST_BOARDS}; default: 3 or fewer"),
    one_of("--page", formats.PAGES),
    flag("--landscape", "lay the page on its side"),
    option("--title", default="", metavar="TEXT", help="a title above the boards of each page"),
    one_of("--captions", formats.CAPTIONS),
    flag("--no-numbers", "leave out the page numbers"),
    flag("--no-legend", "do not name the layers at the foot of the pages"),
    numeric("--game", "the number of the game in a file of games; default: 1"),
    option("--plies", default="", metavar="LIST", help="plies of the game, such as 0,24,30-36; default: all"),
)
def sheet(options: Options) -> int:
    """Lay out positions on pages, and return the exit status."""
    read_user_files()
    for name in ("columns", "rows"):
        number = getattr(options, name)
        if number is not None and not 1 <= number <= formats.MOST_BOARDS:
            options.fail(f"a page has 1 to {formats.MOST_BOARDS} {name}, not {number}")
    chosen = _format(options, formats.Content.SHEET)
    look, status = _look(options)
    entries, read_status = _entries(options)
    if not entries:
        return read_status or print_error("there is no position to lay out")
    return _prepare_qt() or _write_sheet(entries, options, chosen, look) or read_status or status


def _entries(options: Options) -> tuple[list[SheetPosition], int]:
    """Return the given positions, and the exit status so far, having named those that cannot be read."""
    games = [word for word in options.fen if ".pgn" in Path(word).name.lower()]
    if games or options.game is not None or options.plies:
        if len(options.fen) != 1:
            options.fail("--game and --plies need one file of games, and nothing beside it")
        return _game_entries(options.fen[0], options)
    found = Positions(given_in(options))
    entries: list[SheetPosition] = []
    for text, position in found:
        if len(entries) == MOST_POSITIONS:
            return entries, print_error(f"a sheet has at most {MOST_POSITIONS:,} positions; the rest is left out")
        entries.append(SheetPosition(position, title_of(text) if text else ""))
    return entries, found.end("lay out")


def _game_entries(path: str, options: Options) -> tuple[list[SheetPosition], int]:
    wanted = _plies(options.plies, options)
    line, game, status = game_line(options, path, 1 if options.game is None else options.game)
    if line is None:
        return [], status
    from pawnviz.core.picture.sheet_positions import game_positions

    plies = range(len(line.positions)) if wanted is None else wanted
    missing = [ply for ply in plies if ply >= len(line.positions)]
    if missing:
        status = print_error(f"{path}: there is no ply {missing[0]}; the game has {len(line.moves)}")
    if not options.title:
        options.title = players_of(dict(game.headers))
    return game_positions(line, plies)[:MOST_POSITIONS], status


def _plies(text: str, options: Options) -> list[int] | None:
    """Return the plies that a list names, None for all; ends with an error for any other text."""
    if not text:
        return None
    plies: list[int] = []
    for part in text.split(","):
        ends = re.fullmatch(r"\s*([0-9]{1,5})(?:-([0-9]{1,5}))?\s*", part)
        if ends is None:
            options.fail(f"--plies is a list such as 0,24,30-36, not {text}")
        plies += range(int(ends[1]), int(ends[2] or ends[1]) + 1)
    return plies[: 2 * MOST_POSITIONS]


def _write_sheet(entries: list[SheetPosition], options: Options, chosen: formats.Format, look: Look) -> int:
    from pawnviz.view.export.position_sheet import PositionSheet, SheetLayout, page_size

    columns, rows = options.columns or 2, options.rows or 3
    if options.columns is None and options.rows is None:
        columns, rows = fitting_grid(len(entries), landscape=options.landscape)
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
    return _write_files(chosen.writing(PositionSheet(entries, layout), Path(options.output)))


# Games


@command(
    "Show a game with layers, move by move.",
    f"""\
FILE is PGN, as it is or packed; - reads standard input. The end of the output's name says what is written: .gif is one
animated GIF, .html a living page; any other is one file for each position, whose name holds {{}}, in whose place the
plies come.

{_LAYERS_HELP}
The exit status is 1 when something was wrong with the game or a file could not be written, and 2 when the arguments are
wrong.
""",
    *(*_DRAWN, LAYER_FILE, GAME_FILE, GAME),
    _output(f"a name that ends in {formats.endings(formats.Content.ANIMATION)}"),
    numeric("--first", "the ply to begin after; default: 0, the first position", 0, "PLY"),
    numeric("--last", "the last ply; default: the last of the game", metavar="PLY"),
    numeric(
        "--size", f"the width in pixels, {formats.SMALLEST_WIDTH} to {formats.WIDEST_ANIMATION}; default: 480", 480
    ),
    numeric("--seconds", "the time of a move in a GIF; default: 1", 1.0, "S"),
    flag("--legend", "name the layers below the board"),
    flag("--no-caption", "leave out the players and the move below the board"),
)
def animate(options: Options) -> int:
    """Draw the positions of a game, and return the exit status."""
    _check(options, "the size", options.size, _LEAST, formats.WIDEST_ANIMATION, "pixels")
    if not 0.1 <= options.seconds <= formats.MOST_TENTHS / 10:
        options.fail(f"a move is shown for 0.1 to {formats.MOST_TENTHS // 10} seconds, not {options.seconds:g}")
    chosen = _format(options, formats.Content.ANIMATION)
    if chosen.name not in ("gif", "html") and "{}" not in options.output:
        options.fail(f"a name that ends in {chosen.ending} holds {{}}, in whose place the plies come")
    look, status = _look(options)
    if fault := _prepare_qt():
        return fault
    written = _write_game(
        *(options, options.file, chosen, look),
        first=options.first,
        last=options.last,
        width=options.size,
        seconds=options.seconds,
        caption=not options.no_caption,
        legend=options.legend,
    )
    return written or status


def _with_progress(writing: formats.Writing) -> Iterator[bytes]:
    """Yield the parts of files; on a terminal, print meanwhile the percentage of them that is made."""
    progress = Progress()
    try:
        for number, part in enumerate(writing.parts):
            progress.show(f"{100 * number // writing.part_count} %")
            yield part
    finally:
        progress.clear()
