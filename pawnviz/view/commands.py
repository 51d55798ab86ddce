"""Every command of the window, declared once: its function, text, key and condition.

Menus, tool bar, tool tips, the palette and the list of keys follow from the declarations, in their order. The first
sentence of a function's docstring is the tool tip.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from pawnviz.view.main_window import MainWindow

Run: TypeAlias = "Callable[[MainWindow], object]"


class Condition(NamedTuple):
    """A condition of a command: its function of the window, and the reason where it does not hold."""

    holds: Callable[[MainWindow], bool]
    otherwise: str


class Command(NamedTuple):
    """One command: a function of the window, or the switch of a ``preference``.

    ``keys`` are portable key sequences, of which menus show the first; a single character works on the board alone.
    ``when`` is the condition without which the command is disabled. ``bar`` is the text on the tool bar. One
    that ``begins`` a group has a line above it in its menu or ``submenu``. The keys of one that is ``presented`` also
    work in the presentation, those of one that works ``everywhere`` also in other windows. One ``for_programmers`` is
    in the menu only with the preference of that name. ``words`` are other names by which it is found.
    """

    name: str
    menu: str
    text: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    tip: str = ""
    preference: str = ""
    run: Run | None = None
    when: Condition | None = None
    bar: str = ""
    submenu: str = ""
    begins: bool = False
    presented: bool = False
    everywhere: bool = False
    for_programmers: bool = False
    words: str = ""

    @property
    def title(self) -> str:
        """The text without the mark of its letter and without dots."""
        return self.text.replace("&", "").rstrip("…")


_declared: dict[str, Command] = {}


def command(menu: str, text: str, *keys: str, **fields: Any) -> Callable[[Run], Run]:
    """Declare the decorated function as a command with its name and the fields of ``Command``."""

    def declare(run: Run) -> Run:
        tip = (run.__doc__ or "").partition(".\n")[0].rstrip(".")
        _declared[run.__name__] = Command(run.__name__, menu, text, keys, run=run, tip=tip, **fields)
        return run

    return declare


def _switch(preference: str, menu: str, text: str, *keys: str, name: str = "", **fields: Any) -> None:
    """Declare a command that switches a preference on and off, with the fields of ``Command``."""
    fields.setdefault("presented", True)
    _declared[name or preference] = Command(name or preference, menu, text, keys, preference=preference, **fields)


_takes_edits = Condition(
    lambda window: window.document.subject.takes_edits, "the board shows a game; F2 leads to your own position"
)
_takes_moves = Condition(lambda window: window.document.subject.takes_moves, "no game is on the board")
_has_entries = Condition(lambda window: window.document.free.entry_count > 1, "no file of several positions is open")
_has_game = Condition(lambda window: window.workspaces.game() is not None, "no game is open")


# File


@command("&File", "&New position", "Ctrl+N")
def new_position(window: MainWindow) -> None:
    """Set up the start position as one of your own, in no file."""
    window.workspaces.begin_position()


@command("&File", "&Open…", "Ctrl+O", icon="open", bar="Open", words="load import pgn epd fen")
def open_file(window: MainWindow) -> None:
    """Open a file of games (PGN), of positions (FEN, EPD), or of layers."""
    window.files.open_file()


@command("&File", "&Save", "Ctrl+S", icon="save", begins=True)
def save_file(window: MainWindow) -> None:
    """Save the file; what was not edited stays as it is."""
    if window.workspaces.saves_games:
        window.workspaces.games.list.saving.save()
    else:
        window.files.save_file()


@command("&File", "Save &as…", "Ctrl+Shift+S")
def save_file_as(window: MainWindow) -> None:
    """Save the file under another name."""
    if window.workspaces.saves_games:
        window.workspaces.games.list.saving.save_as()
    else:
        window.files.save_file_as()


@command(
    "&File",
    "Revert recor&d",
    when=Condition(
        lambda window: window.document.subject is window.document.free and window.document.free.can_revert,
        "no record of a file was edited",
    ),
)
def revert_record(window: MainWindow) -> None:
    """Bring back the position that the file has here."""
    window.document.free.revert_record()


@command("&File", "&Close file", when=Condition(lambda window: bool(window.document.free.path), "no file is open"))
def close_file(window: MainWindow) -> None:
    """Go on without the file of positions; edits that are not saved come back with it."""
    window.document.free.close_file()


@command(
    "&File", "&Export picture…", "Ctrl+E", icon="picture", bar="Export", begins=True, presented=True, everywhere=True,
    words="image png svg pdf html",
)  # fmt: skip
def export_picture(window: MainWindow) -> None:
    """Export the board as PNG, SVG, PDF, HTML or Markdown; or drag the picture from here to another program."""
    window.sharing.export_picture()


@command("&File", "Export the &game as GIF…", when=_has_game, words="animation")
def export_game(window: MainWindow) -> None:
    """Export the open game with the layers of the board, as an animated GIF or as one image a move."""
    window.sharing.export_game()


@command("&File", "S&heet of positions…", "Ctrl+Alt+E", words="lesson pages pdf")
def export_sheet(window: MainWindow) -> None:
    """Lay out positions on pages for a lesson: of the board, of a file, or of a game."""
    window.sharing.export_sheet()


@command("&File", "Add to the shee&t", "Ctrl+Shift+A")
def add_to_sheet(window: MainWindow) -> None:
    """Add the position on the board to the sheet of positions."""
    window.sharing.add_to_sheet()


@command("&File", "Print the &board…", "Ctrl+P")
def print_board(window: MainWindow) -> None:
    """Print the board, after a preview."""
    window.sharing.print_board()


@command("&File", "Ne&xt position", "Ctrl+PgDown", when=_has_entries, begins=True, presented=True)
def next_position(window: MainWindow) -> None:
    """Set up the next position of an EPD or FEN file; on the board also Page Down."""
    window.navigator.widgets.positions.go_to_next()


@command("&File", "Pre&vious position", "Ctrl+PgUp", when=_has_entries, presented=True)
def previous_position(window: MainWindow) -> None:
    """Set up the position before this one in the file; on the board also Page Up."""
    window.navigator.widgets.positions.go_to_previous()


@command("&File", "&Quit", "Ctrl+Q", icon="close", begins=True, words="exit")
def quit_program(window: MainWindow) -> None:
    """Close pawnviz; everything comes back at the next start."""
    window.close()


# Edit


@command("&Edit", "&Undo", "Ctrl+Z", icon="undo", bar="Undo", presented=True, everywhere=True)
def undo(window: MainWindow) -> None:
    """Undo."""
    window.document.steps.undo()


@command("&Edit", "&Redo", "Ctrl+Shift+Z", "Ctrl+Y", icon="redo", bar="Redo", presented=True, everywhere=True)
def redo(window: MainWindow) -> None:
    """Redo."""
    window.document.steps.redo()


@command("&Edit", "Cop&y", "Ctrl+C", begins=True, presented=True)
def copy(window: MainWindow) -> None:
    """Copy the game that is on the board, else the FEN."""
    window.files.copy()


@command("&Edit", "Copy F&EN", "Ctrl+Shift+C", icon="copy", presented=True)
def copy_fen(window: MainWindow) -> None:
    """Copy the FEN."""
    window.files.copy_fen()


@command("&Edit", "Copy summ&ary", "Ctrl+Alt+W", presented=True, words="text words")
def copy_summary(window: MainWindow) -> None:
    """Copy the position in words: structure, islands, passers and weaknesses of each side."""
    window.navigator.widgets.position.copy_summary()


@command("&Edit", "Copy p&icture", "Ctrl+Alt+C", presented=True)
def copy_picture(window: MainWindow) -> None:
    """Copy the board as a picture, as an image and as SVG, with the last choices of Export picture."""
    window.sharing.copy_picture()


@command("&Edit", "Copy a lin&k", "Ctrl+Alt+L", words="url share")
def copy_link(window: MainWindow) -> None:
    """Copy a link to the position with its layers, which another pawnviz opens when it is pasted."""
    window.sharing.copy_link()


@command("&Edit", "&Paste", "Ctrl+V", icon="paste", presented=True)
def paste(window: MainWindow) -> None:
    """Set up the FEN or the link on the clipboard; a game in PGN can be opened in Games."""
    window.files.paste()


@command(
    "&Edit", "&Set up", "Ctrl+Shift+U", icon="edit", bar="Set up", begins=True,
    words="side to move castling en passant editor",
)  # fmt: skip
def show_set_up(window: MainWindow) -> None:
    """Show or close the page with the side to move, castling, en passant, start position and shifts."""
    if not window.navigator.is_shown("set_up") and not _takes_edits.holds(window):
        window.workspaces.show_position()
    window.navigator.toggle("set_up")


@command(
    "&Edit", "S&tart position", "Ctrl+Home", icon="start-position", when=_takes_edits, presented=True,
    words="initial",
)  # fmt: skip
def set_start(window: MainWindow) -> None:
    """Set up all pieces."""
    window.document.set_start()


@command("&Edit", "&Clear board", "Ctrl+Delete", icon="clear", when=_takes_edits, presented=True, words="empty")
def clear_board(window: MainWindow) -> None:
    """Remove all pieces."""
    window.document.clear()


@command("&Edit", "Switch side to mo&ve", "Ctrl+Alt+T", when=_takes_edits, presented=True, words="turn")
def toggle_side(window: MainWindow) -> None:
    """Give the move to the other side."""
    window.document.switch_side_to_move()


@command("&Edit", "Swap c&olors", "Ctrl+Shift+X", icon="swap-colors", when=_takes_edits, presented=True)
def swap_colors(window: MainWindow) -> None:
    """Exchange White and Black."""
    window.document.swap_colors()


@command("&Edit", "&Mirror left and right", "Ctrl+Shift+M", icon="mirror", when=_takes_edits, presented=True)
def mirror(window: MainWindow) -> None:
    """Exchange a- and h-file."""
    window.document.mirror()


_SHIFT: Final = "S&hift all pieces"


@command("&Edit", "Shift &north", "Ctrl+Up", icon="shift-north", when=_takes_edits, submenu=_SHIFT, presented=True)
def shift_north(window: MainWindow) -> None:
    """Move all pieces towards rank 8."""
    window.document.shift(0, 1)


@command("&Edit", "Shift &south", "Ctrl+Down", icon="shift-south", when=_takes_edits, submenu=_SHIFT, presented=True)
def shift_south(window: MainWindow) -> None:
    """Move all pieces towards rank 1."""
    window.document.shift(0, -1)


@command("&Edit", "Shift &east", "Ctrl+Right", icon="shift-east", when=_takes_edits, submenu=_SHIFT, presented=True)
def shift_east(window: MainWindow) -> None:
    """Move all pieces towards the h-file."""
    window.document.shift(1, 0)


@command("&Edit", "Shift &west", "Ctrl+Left", icon="shift-west", when=_takes_edits, submenu=_SHIFT, presented=True)
def shift_west(window: MainWindow) -> None:
    """Move all pieces towards the a-file."""
    window.document.shift(-1, 0)


@command("&Edit", "E&dit the FEN", "Alt+D", begins=True)
def edit_fen(window: MainWindow) -> None:
    """Go to the FEN line."""
    window.edit_fen()


@command("&Edit", "Pi&n position for comparison", "Ctrl+Alt+V")
def pin_position(window: MainWindow) -> None:
    """Keep this position, edit on, and see the gains and losses of each layer since."""
    window.navigator.pin_position()


@command(
    "&Edit",
    "Sho&w the other position",
    "Ctrl+Shift+V",
    presented=True,
    when=Condition(lambda window: window.navigator.widgets.comparison.can_switch, "no other position is pinned"),
)
def show_other_position(window: MainWindow) -> None:
    """Put the pinned position on the board, or the other one back."""
    window.navigator.widgets.comparison.switch()


# View


@command("&View", "Posi&tion", "F2", icon="position", everywhere=True, words="editor workspace")
def show_position(window: MainWindow) -> None:
    """Go to the workspace of your own position: its structure in words, and the spare pieces at the board."""
    window.workspaces.show_position()


@command("&View", "&Games", "F3", icon="games", everywhere=True, words="pgn workspace")
def show_games(window: MainWindow) -> None:
    """Go to the workspace of games: moves, lives of pawns and turning points; again: the list of games."""
    window.workspaces.show_games()


@command("&View", "E&xplore", "F4", icon="explore", everywhere=True, words="statistics workspace structures")
def show_explore(window: MainWindow) -> None:
    """Go to the workspace of structures: moves and results of the games with the pawns on the board."""
    window.workspaces.show_explore()


@command("&View", "P&resentation", "F11", everywhere=True, presented=True, words="full screen projector")
def present(window: MainWindow) -> None:
    """Fill the screen with the board, its legend and a caption; the same key or Escape leads back."""
    window.presentation.toggle()


@command("&View", "&Layers", "Ctrl+Shift+Y", icon="layers", begins=True)
def show_layers(window: MainWindow) -> None:
    """Show or close the page of layers: those on this board, and all others."""
    window.navigator.toggle("layers")


@command("&View", "Current la&yer", "Ctrl+Alt+S", words="definition formula steps source code mask")
def show_layer(window: MainWindow) -> None:
    """Show or close the page of the current layer: definition, formula, masks and steps."""
    window.navigator.toggle("layer")


@command("&View", "S&quare", "Ctrl+Alt+Q", words="pawn labels facts")
def show_square(window: MainWindow) -> None:
    """Show or close the page of the square or pawn that is pinned or pointed at."""
    window.navigator.toggle("square")


@command("&View", "&Pawn moves", "Ctrl+Shift+L", words="breaks captures pushes")
def show_pawn_moves(window: MainWindow) -> None:
    """Show or close the list of breaks, captures and pushes with what each gives up for good."""
    window.navigator.show_pawn_moves()


@command("&View", "Co&mparison", words="pinned changes")
def show_comparison(window: MainWindow) -> None:
    """Show or close the page of the pinned position and the changes since."""
    window.navigator.toggle("compare")


@command("&View", "P&ositions of the file", when=_has_entries, words="epd fen list")
def show_positions(window: MainWindow) -> None:
    """Show or close the list of the positions of the open file."""
    window.navigator.toggle("positions")


@command("&View", "&Engine", "Ctrl+Alt+N", words="uci stockfish evaluation analysis")
def show_engine(window: MainWindow) -> None:
    """Show or close the engine below the page; it is chosen, started and stopped there."""
    window.navigator.show_engine()


_switch("flipped", "&View", "&Flip", "F", tip="Turn the board round; F works on the board", icon="flip", bar="Flip",
        begins=True, name="flip")  # fmt: skip
_switch("show_captures", "&View", "Capture &arrows", "Ctrl+Alt+A", icon="captures",
        tip="Draw every pawn capture from source to target")  # fmt: skip
_switch("show_own_pawn", "&View", "Squares of the pawn poi&nted at", "Ctrl+Alt+O", icon="own-pawn",
        tip="Show stop, telestops, spans, lee and luff of the pawn pointed at; or hold Shift")  # fmt: skip
_switch("large_marks", "&View", "Large mar&ks", words="projector child",
        tip="Draw letters, dots and arrows large: to be seen from afar, or by a child")  # fmt: skip


@command(
    "&View",
    "Clear &drawings",
    "Ctrl+L",
    when=Condition(lambda window: bool(window.document.subject.drawings), "nothing is drawn on the board"),
    presented=True,
    words="arrows circles",
)
def clear_drawings(window: MainWindow) -> None:
    """Remove your arrows and circles."""
    window.board.state.clear_drawings()


_LOOK: Final = "&Board look"
_switch("show_coordinates", "&View", "&Coordinates", "Ctrl+Shift+G", tip="Name files and ranks", submenu=_LOOK)
_switch("show_legend", "&View", "&Legend", tip="Name the shown marks below the board", submenu=_LOOK, presented=False)
_switch("show_breaks", "&View", "Arrow&s of breaks", submenu=_LOOK,
        tip="Draw the layer of break squares with arrows from the pawns")  # fmt: skip

_switch("slide_moves", "&View", "S&lide pieces", tip="Slide the piece at a step of a game", submenu=_LOOK,
        presented=False)  # fmt: skip


@command("&View", "P&in the square pointed at", "Ctrl+Shift+I", begins=True)
def pin_square(window: MainWindow) -> None:
    """Keep the square under the pointer or cursor on its page; the same again releases it."""
    window.navigator.pin_square()


@command("&View", "&Why not…", "Ctrl+Shift+W", words="label explain")
def why_not(window: MainWindow) -> None:
    """Ask why the pawn under the pointer or cursor, or the pinned one, does not carry a label."""
    window.navigator.ask_why_not()


@command("&View", "Go to the board", "Ctrl+B", words="cursor focus")
def focus_board(window: MainWindow) -> None:
    """Move the focus to the board's cursor."""
    window.focus_board()


_TABLES: Final = "Endgame tables"


@command("&View", "&Choose endgame tables…", submenu=_TABLES, words="syzygy tablebases")
def choose_tables(window: MainWindow) -> None:
    """Choose a folder of Syzygy tables, which say who wins with few pieces left."""
    window.navigator.tables_choice.choose()


@command(
    "&View",
    "&Forget endgame tables",
    submenu=_TABLES,
    when=Condition(lambda window: bool(window.preferences.tables_folder.value), "no endgame tables are chosen"),
)
def forget_tables(window: MainWindow) -> None:
    """Use no endgame tables any longer."""
    window.navigator.tables_choice.forget()


_switch("for_programmers", "&View", "For programmer&s", presented=False, words="engine bench code",
        tip="Add numbers such as dispersion, building blocks, source code and the mask bench")  # fmt: skip


# Games


@command("&Games", "To the &beginning", "Alt+Home", icon="go-first", when=_takes_moves, presented=True)
def go_first(window: MainWindow) -> None:
    """Go to the beginning of the game."""
    window.document.subject.step(-MOST_MOVES)


@command("&Games", "One move b&ack", "Alt+Left", icon="go-back", when=_takes_moves, presented=True)
def go_back(window: MainWindow) -> None:
    """Go one move back in the game."""
    window.document.subject.step(-1)


@command("&Games", "One move &on", "Alt+Right", icon="go-forward", when=_takes_moves, presented=True)
def go_forward(window: MainWindow) -> None:
    """Go one move on in the game."""
    window.document.subject.step(1)


@command("&Games", "To the e&nd", "Alt+End", icon="go-last", when=_takes_moves, presented=True)
def go_last(window: MainWindow) -> None:
    """Go to the end of the line."""
    window.document.subject.step(MOST_MOVES)


@command("&Games", "&Leave the game, or return", "Ctrl+G", when=_has_game)
def leave_game(window: MainWindow) -> None:
    """Put your own position on the board, or the game at the move where you left it."""
    window.workspaces.leave_or_return()


@command("&Games", "Set up &this position", "Ctrl+Shift+P", when=_takes_moves)
def keep_position(window: MainWindow) -> None:
    """Go on with the position of the game in Position, where pieces are set up freely."""
    window.document.keep_position()


_switch("mark_last_move", "&Games", "&Gains and losses of the last move", "Ctrl+Shift+J", begins=True,
        tip="Mark the gains and losses of the shown layers by the last move of the game on the board")  # fmt: skip


@command("&Games", "&Sample games", words="examples collection")
def open_samples(window: MainWindow) -> None:
    """Open the games that come with the program, each with another structure."""
    window.workspaces.open_samples()


@command(
    "&Games",
    "&Copy games to a new file…",
    when=Condition(lambda window: window.workspaces.has_listing, "no file of games is open"),
)
def copy_games(window: MainWindow) -> None:
    """Write the games that are chosen in the list, or all that were found, to a new file."""
    window.workspaces.copy_games()


@command(
    "&Games",
    "&Recover unsaved edits…",
    when=Condition(lambda window: window.recovery.has_edits, "there are no unsaved edits"),
)
def recover_games(window: MainWindow) -> None:
    """Restore or discard edits of games that were not saved when an earlier pawnviz ended."""
    window.recovery.ask()


@command("&Games", "&Indexes…")
def open_indexes(window: MainWindow) -> None:
    """Limit the room for the indexes of files of games, which Explore and the search for structures use."""
    window.workspaces.open_indexes()


# Layers


@command("&Layers", "&Find in this page", "Ctrl+F", icon="search", words="search layer")
def find(window: MainWindow) -> None:
    """Go to the search of the page: layers, games, positions or the question of Explore."""
    window.navigator.find()


@command("&Layers", "&Compare definitions", "Ctrl+Shift+D", icon="compare", words="difference disputed")
def compare_definitions(window: MainWindow) -> None:
    """Show or close the page of differences: where two layers differ, and how a disputed term is defined."""
    window.navigator.show_definitions()


@command("&Layers", "&Mask bench", "Ctrl+M", for_programmers=True, words="bitboard hexadecimal")
def open_bench(window: MainWindow) -> None:
    """Show or close the page that reads a mask in any notation, compares it with a layer and writes all its forms."""
    window.navigator.show_bench()


@command("&Layers", "&New layer…", "Ctrl+Shift+N", icon="new-layer", begins=True, words="formula")
def new_layer(window: MainWindow) -> None:
    """Write a user layer."""
    window.user_layer_commands.write_new()


@command("&Layers", "&Import layers…", icon="import")
def import_layers(window: MainWindow) -> None:
    """Preview and import a file of layers."""
    window.user_layer_commands.import_layers()


@command(
    "&Layers",
    "&Export user layers…",
    icon="export",
    when=Condition(lambda window: bool(window.layers.user_layers.kept.entries), "there is no user layer"),
)
def export_layers(window: MainWindow) -> None:
    """Write user layers to a file."""
    window.user_layer_commands.export_layers()


@command(
    "&Layers",
    "&Hide all layers",
    "Ctrl+0",
    when=Condition(lambda window: bool(window.layers.sides), "no layer is shown"),
    begins=True,
    presented=True,
    words="clear",
)
def clear_layers(window: MainWindow) -> None:
    """Show no layer."""
    window.layers.clear()


@command(
    "&Layers",
    "&Bring back layers",
    "Ctrl+9",
    when=Condition(lambda window: window.layers.can_bring_back, "no layers were replaced"),
    presented=True,
)
def bring_back_layers(window: MainWindow) -> None:
    """Show again the layers that the last preset, Clear or Show alone has replaced."""
    window.layers.bring_back_shown()


# Help


@command("&Help", "Search or &do…", "Ctrl+K", icon="search", bar="Search or do…", words="palette command find")
def open_palette(window: MainWindow) -> None:
    """Find commands, layers, structures, presets, samples, players and pages of the manual."""
    window.open_palette()


@command("&Help", "&Help", "Ctrl+F1", begins=True, words="manual glossary term definition")
def open_help(window: MainWindow) -> None:
    """Show or close the page of help: the manual, and every layer, number and structure in words."""
    window.navigator.show_help()


@command("&Help", "&Keys and mouse", "F1", icon="help", words="shortcuts")
def list_keys(window: MainWindow) -> None:
    """List all keys."""
    window.navigator.show_help("Keys and mouse")


@command("&Help", "&About pawnviz", words="version license")
def about(window: MainWindow) -> None:
    """Show the version and the license."""
    window.navigator.show_help("About pawnviz")


COMMANDS: Final[dict[str, Command]] = _declared
"""The commands by name, in the order of the menus."""

MOST_MOVES: Final = 100_000  # More moves than a game has.

WORKSPACE_COMMANDS: Final = {"position": "show_position", "games": "show_games", "explore": "show_explore"}
"""The command that goes to each workspace, by its name."""

TOOL_BAR: Final = ("open_file", "show_set_up", "undo", "redo", "flip", "", "open_palette", "export_picture")
"""The commands on the tool bar behind the workspaces; an empty name is free room."""

BOARD_MENU: Final = (
    ("why_not", "pin_square", "show_own_pawn"),
    ("copy_fen", "copy_summary", "copy_link"),
    ("flip", "clear_drawings"),
)
"""The commands in the menu of the board, in groups, those about the square first."""

TOOL_KEYS: Final = {
    "eraser": "0",
    **{piece: str(number) for number, piece in enumerate("PNBRQK", 1)},
    **{piece: f"Alt+{number}" for number, piece in enumerate("pnbrqk", 1)},
}
"""The key that chooses each tool while the board has the focus; Escape chooses the hand."""

PRESET_KEYS: Final = ("Ctrl+1", "Ctrl+2", "Ctrl+3", "Ctrl+4", "Ctrl+5", "Ctrl+6", "Ctrl+7", "Ctrl+8")
"""The keys of the layer presets, in their order."""
