"""Every command of the window, an entry of one table: its text, keys, tip, function and condition.

Menus, tool bar, tool tips, the palette and the list of keys follow from the table, in its order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from pawnviz.view.main_window import MainWindow


class Condition(NamedTuple):
    """A condition of a command: its function of the window, and the reason if it does not hold."""

    holds: Callable[[MainWindow], bool]
    otherwise: str


class Command(NamedTuple):
    """One command: a function of the window, or the switch of a ``preference``.

    ``shortcuts`` are portable key sequences with spaces between them, of which menus show the first; a single
    character works on the board alone. ``when`` is the condition without which the command is disabled. ``bar`` is the
    text on the tool bar. One that ``begins`` a group has a line above it in its menu or ``submenu``. The keys of one
    that is ``presented`` also work in the presentation, those of one that works ``everywhere`` also in other windows.
    One ``for_programmers`` is in the menu only with the preference of that name. ``words`` are other names by which it
    is found. The table sets ``menu``.
    """

    name: str
    text: str
    shortcuts: str
    tip: str
    run: Callable[[MainWindow], object] | None = None
    when: Condition | None = None
    preference: str = ""
    icon: str = ""
    bar: str = ""
    submenu: str = ""
    begins: bool = False
    presented: bool = False
    everywhere: bool = False
    for_programmers: bool = False
    words: str = ""
    menu: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The key sequences."""
        return tuple(self.shortcuts.split())

    @property
    def title(self) -> str:
        """The text without the mark of its letter and without dots."""
        return self.text.replace("&", "").rstrip("…")


def _save(window: MainWindow, *, under_other_name: bool = False) -> None:
    if window.workspaces.saves_games:
        saving = window.workspaces.games.list.saving
        (saving.save_as if under_other_name else saving.save)()
    else:
        (window.files.save_file_as if under_other_name else window.files.save_file)()


def _show_set_up(window: MainWindow) -> None:
    if not window.navigator.is_shown("set_up") and not window.document.takes_edits:
        window.workspaces.show_position()
    window.navigator.toggle("set_up")


def _can_revert(window: MainWindow) -> bool:
    return window.document.subject is window.document.free and window.document.free.can_revert


_takes_edits = Condition(
    lambda window: window.document.takes_edits, "pieces of a game move by the rules here; F2 lets you edit a copy"
)
_takes_moves = Condition(lambda window: window.document.subject.takes_moves, "no game is on the board")
_has_entries = Condition(
    lambda window: window.workspaces.saves_games or window.document.free.entry_count > 1,
    "no file of games or of several positions is open",
)
_has_game = Condition(lambda window: window.workspaces.game() is not None, "no game is open")

MOST_MOVES: Final = 100_000  # More moves than a game has.

_SHIFT: Final = "S&hift all pieces"
_LOOK: Final = "&Board look"
_TABLES: Final = "Endgame tables"


def _menus() -> dict[str, tuple[Command, ...]]:
    """Return the commands of each menu; a function, whose lambdas mypy checks after the classes of the window."""
    # fmt: off
    return {
        "&File": (
            Command("new_position", "&New position", "Ctrl+N",
                "Set up the start position, outside any file",
                lambda window: window.workspaces.begin_position(), words="empty fresh begin start board"),
            Command("open_file", "&Open…", "Ctrl+O",
                "Open a file of games (PGN), of positions (FEN, EPD), or of layers",
                lambda window: window.files.open_file(), icon="open", bar="Open",
                words="load import pgn epd fen game games positions file database"),
            Command("save_file", "&Save", "Ctrl+S", "Save the file; unedited parts stay as they are",
                _save, icon="save", begins=True),
            Command("save_file_as", "Save &as…", "Ctrl+Shift+S", "Save the file under another name",
                lambda window: _save(window, under_other_name=True)),
            Command("revert_record", "Revert recor&d", "", "Restore the position that the file has here",
                lambda window: window.document.free.revert_record(),
                when=Condition(_can_revert, "no record of a file was edited")),
            Command("close_file", "&Close file", "",
                "Leave the file of positions; its unsaved edits come back with it",
                lambda window: window.document.free.close_file(),
                when=Condition(lambda window: bool(window.document.free.path), "no file of positions is open")),
            Command("export_picture", "&Export picture…", "Ctrl+E",
                "Export the board as PNG, SVG, PDF, HTML or Markdown; or drag the picture from here to another program",
                lambda window: window.sharing.export_picture(), icon="picture", bar="Export", begins=True,
                presented=True, everywhere=True, words="image png svg pdf html save screenshot"),
            Command("export_game", "Export the &game as GIF…", "",
                "Export the open game with the layers of the board, as an animated GIF or as one image a move",
                lambda window: window.sharing.export_game(), when=_has_game, words="animation animated make film"),
            Command("export_page", "Export &living page…", "",
                "Export the board, or the open game, as one file for any browser, which explains each square",
                lambda window: window.sharing.export_page(), words="html web share interactive"),
            Command("export_sheet", "S&heet of positions…", "Ctrl+Alt+E",
                "Lay out positions on pages for a lesson: from the board, a file, or a game",
                lambda window: window.sharing.export_sheet(),
                words="lesson pages pdf worksheet handout make exercises"),
            Command("add_to_sheet", "Add to the shee&t", "Ctrl+Shift+A",
                "Add the position on the board to the sheet of positions",
                lambda window: window.sharing.add_to_sheet()),
            Command("print_board", "Print the &board…", "Ctrl+P", "Print the board, after a preview",
                lambda window: window.sharing.print_board()),
            Command("next_position", "Ne&xt position or game", "Ctrl+PgDown",
                "Go to the next position of an EPD or FEN file, on the board with Page Down too; in Games, open the "
                "next game of the list",
                lambda window: window.workspaces.go_on(1), when=_has_entries, begins=True,
                presented=True, words="hit found search result"),
            Command("previous_position", "Pre&vious position or game", "Ctrl+PgUp",
                "Go to the previous position of an EPD or FEN file, on the board with Page Up too; in Games, open the "
                "previous game of the list",
                lambda window: window.workspaces.go_on(-1), when=_has_entries, presented=True),
            Command("quit_program", "&Quit", "Ctrl+Q", "Close pawnviz; everything comes back at the next start",
                lambda window: window.close(), icon="close", begins=True, words="exit"),
        ),
        "&Edit": (
            Command("undo", "&Undo", "Ctrl+Z", "Undo the last step",
                lambda window: window.document.steps.undo(), icon="undo", bar="Undo", presented=True, everywhere=True),
            Command("redo", "&Redo", "Ctrl+Shift+Z Ctrl+Y", "Redo the step that was undone",
                lambda window: window.document.steps.redo(), icon="redo", bar="Redo", presented=True, everywhere=True),
            Command("copy", "Cop&y", "Ctrl+C", "Copy the game on the board, otherwise the FEN",
                lambda window: window.files.copy(), begins=True, presented=True),
            Command("copy_fen", "Copy F&EN", "Ctrl+Shift+C", "Copy the position on the board as FEN",
                lambda window: window.files.copy_fen(), icon="copy", presented=True),
            Command("copy_summary", "Copy summ&ary", "Ctrl+Alt+W",
                "Copy the position in words: structure, islands, passers and weaknesses of each side",
                lambda window: window.navigator.widgets.position.copy_summary(), presented=True, words="text words"),
            Command("copy_picture", "Copy p&icture", "Ctrl+Alt+C",
                "Copy the board as an image and as SVG, with the last choices of Export picture",
                lambda window: window.sharing.copy_picture(), presented=True),
            Command("copy_link", "Copy a lin&k", "Ctrl+Alt+L",
                "Copy a link to the position with its layers; paste it into another pawnviz to open it",
                lambda window: window.sharing.copy_link(), words="url share"),
            Command("paste", "&Paste", "Ctrl+V",
                "Set up the FEN or the link on the clipboard; a game in PGN can be opened in Games",
                lambda window: window.files.paste(), icon="paste", presented=True),
            Command("show_set_up", "&Set up", "Ctrl+Shift+U",
                "Show or close the page with the side to move, castling, en passant, start position and shifts",
                _show_set_up, icon="edit", bar="Set up", begins=True,
                words="side to move castling rights en passant editor edit position"),
            Command("set_start", "S&tart position", "Ctrl+Home", "Set up all pieces",
                lambda window: window.document.set_start(), when=_takes_edits, icon="start-position", presented=True,
                words="initial"),
            Command("clear_board", "&Clear board", "Ctrl+Delete", "Remove all pieces",
                lambda window: window.document.clear(), when=_takes_edits, icon="clear", presented=True, words="empty"),
            Command("toggle_side", "Switch side to mo&ve", "Ctrl+Alt+T", "Let the other side move",
                lambda window: window.document.switch_side_to_move(), when=_takes_edits, presented=True, words="turn"),
            Command("swap_colors", "Swap c&olors", "Ctrl+Shift+X", "Exchange White and Black",
                lambda window: window.document.swap_colors(), when=_takes_edits, icon="swap-colors", presented=True),
            Command("mirror", "&Mirror left and right", "Ctrl+Shift+M", "Exchange the a- and h-files",
                lambda window: window.document.mirror(), when=_takes_edits, icon="mirror", presented=True),
            Command("shift_north", "Shift &north", "Ctrl+Up", "Move all pieces towards rank 8",
                lambda window: window.document.shift(0, 1), when=_takes_edits, icon="shift-north", submenu=_SHIFT,
                presented=True),
            Command("shift_south", "Shift &south", "Ctrl+Down", "Move all pieces towards rank 1",
                lambda window: window.document.shift(0, -1), when=_takes_edits, icon="shift-south", submenu=_SHIFT,
                presented=True),
            Command("shift_east", "Shift &east", "Ctrl+Right", "Move all pieces towards the h-file",
                lambda window: window.document.shift(1, 0), when=_takes_edits, icon="shift-east", submenu=_SHIFT,
                presented=True),
            Command("shift_west", "Shift &west", "Ctrl+Left", "Move all pieces towards the a-file",
                lambda window: window.document.shift(-1, 0), when=_takes_edits, icon="shift-west", submenu=_SHIFT,
                presented=True),
            Command("edit_fen", "E&dit the FEN", "Alt+D", "Go to the FEN line",
                lambda window: window.edit_fen(), begins=True),
            Command("pin_position", "Pi&n position for comparison", "Ctrl+Alt+V",
                "Keep this position to see what each layer gains and loses from here on",
                lambda window: window.navigator.pin_position(), words="compare two positions"),
            Command("show_other_position", "Sho&w the other position", "Ctrl+Shift+V",
                "Switch the board between the pinned position and the other one",
                lambda window: window.navigator.widgets.comparison.switch(),
                when=Condition(lambda window: window.navigator.widgets.comparison.can_switch,
                               "no other position is pinned"), presented=True),
        ),
        "&View": (
            Command("show_position", "Posi&tion", "F2",
                "Show the position on the board in words, a game's too; spare pieces set up a copy of it",
                lambda window: window.workspaces.show_position(), icon="position", everywhere=True,
                words="editor workspace words plans white wants black structure name"),
            Command("show_games", "&Games", "F3",
                "Go to the workspace of games: moves, lives of pawns and turning points; again: the list of games",
                lambda window: window.workspaces.show_games(), icon="games", everywhere=True,
                words="pgn workspace list moves"),
            Command("show_explore", "E&xplore", "F4",
                "Go to the workspace of structures: moves and results of the games with the pawns on the board",
                lambda window: window.workspaces.show_explore(), icon="explore", everywhere=True,
                words="statistics workspace structures find games with this structure opening openings test saying"),
            Command("present", "P&resentation", "F11",
                "Fill the screen with the board, its legend and a caption; the same key or Escape leaves it",
                lambda window: window.presentation.toggle(), everywhere=True, presented=True,
                words="full screen projector"),
            Command("go_to_page_before", "Back to the page before", "Alt+Backspace", "Go back one page in the column",
                lambda window: window.navigator.back(), words="previous go arrow"),
            Command("show_layers", "&Layers", "Ctrl+Shift+Y",
                "Show or close the page of layers: those on this board, and all others",
                lambda window: window.navigator.toggle("layers"), icon="layers", begins=True, words="list all show"),
            Command("show_layer", "Current la&yer", "Ctrl+Alt+S",
                "Show or close the page of the current layer: definition, formula, masks and steps",
                lambda window: window.navigator.toggle("layer"), words="definition formula steps source code mask"),
            Command("show_square", "S&quare", "Ctrl+Alt+Q",
                "Show or close the page of the square or pawn that is pinned or pointed at",
                lambda window: window.navigator.toggle("square"), words="pawn labels facts explain why"),
            Command("show_pawn_moves", "&Pawn moves", "Ctrl+Shift+L",
                "Show or close the list of breaks, captures and pushes with the squares that each gives up for good",
                lambda window: window.navigator.toggle("pawn_moves"), words="breaks captures pushes"),
            Command("show_comparison", "Co&mparison", "",
                "Show or close the page of the pinned position and the changes since",
                lambda window: window.navigator.toggle("compare"), words="pinned changes"),
            Command("show_positions", "P&ositions of the file", "",
                "Show or close the list of the positions of the open file",
                lambda window: window.navigator.toggle("positions"), when=_has_entries, words="epd fen list"),
            Command("show_engine", "&Engine", "Ctrl+Alt+N",
                "Show or close the engine below the page, where you choose, start and stop it",
                lambda window: window.navigator.toggle("engine"), words="uci stockfish evaluation analysis"),
            Command("flip", "&Flip", "F", "Turn the board around; F does it on the board",
                preference="flipped", icon="flip", bar="Flip", begins=True, presented=True),
            Command("show_captures", "Capture &arrows", "Ctrl+Alt+A", "Draw every pawn capture from source to target",
                preference="show_captures", icon="captures", presented=True),
            Command("show_own_pawn", "Squares of the pawn poi&nted at", "Ctrl+Alt+O",
                "Show stop, telestops, spans, lee and luff of the pawn pointed at; or hold Shift",
                preference="show_own_pawn", icon="own-pawn", presented=True),
            Command("large_marks", "Large mar&ks", "",
                "Draw letters, dots and arrows large, for a projector or a child", preference="large_marks",
                words="projector child", presented=True),
            Command("clear_drawings", "Clear &drawings", "Ctrl+L", "Remove your arrows and circles",
                lambda window: window.document.subject.clear_drawings(),
                when=Condition(lambda window: bool(window.document.subject.drawings), "nothing is drawn on the board"),
                presented=True, words="arrows circles"),
            Command("show_coordinates", "&Coordinates", "Ctrl+Shift+G", "Name files and ranks",
                preference="show_coordinates", submenu=_LOOK, presented=True),
            Command("show_legend", "&Legend", "", "Name the shown marks below the board",
                preference="show_legend", submenu=_LOOK),
            Command("show_breaks", "Arrow&s of breaks", "",
                "Draw the layer of break squares with arrows from the pawns", preference="show_breaks", submenu=_LOOK,
                presented=True),
            Command("slide_moves", "S&lide pieces", "", "Slide the piece when you step through a game",
                preference="slide_moves", submenu=_LOOK),
            Command("pin_square", "P&in the square pointed at", "Ctrl+Shift+I",
                "Keep the square under the pointer or cursor on its page; again: release it",
                lambda window: window.navigator.pin_square(), begins=True),
            Command("why_not", "&Why not…", "Ctrl+Shift+W",
                "Ask why the pawn under the pointer or cursor, or the pinned one, does not have a label",
                lambda window: window.navigator.ask_why_not(), words="label explain why is this pawn"),
            Command("focus_board", "Go to the board", "Ctrl+B", "Move the focus to the board's cursor",
                lambda window: window.focus_board(), words="cursor focus"),
            Command("choose_tables", "&Choose endgame tables…", "",
                "Choose a folder of Syzygy tables, which say who wins with few pieces left",
                lambda window: window.navigator.widgets.tables_choice.choose(), submenu=_TABLES,
                words="syzygy tablebases"),
            Command("forget_tables", "&Forget endgame tables", "", "Stop using endgame tables",
                lambda window: window.navigator.widgets.tables_choice.forget(),
                when=Condition(lambda window: bool(window.preferences.tables_folder.value),
                               "no endgame tables are chosen"), submenu=_TABLES),
            Command("for_programmers", "For programmer&s", "",
                "Add numbers such as dispersion, building blocks, source code and the mask bench",
                preference="for_programmers", words="engine bench code"),
        ),
        "&Games": (
            Command("go_first", "To the &beginning", "Alt+Home", "Go to the beginning of the game",
                lambda window: window.document.subject.step(-MOST_MOVES), when=_takes_moves, icon="go-first",
                presented=True),
            Command("go_back", "One move b&ack", "Alt+Left", "Go one move back in the game",
                lambda window: window.document.subject.step(-1), when=_takes_moves, icon="go-back", presented=True),
            Command("go_forward", "One move &on", "Alt+Right", "Go one move on in the game",
                lambda window: window.document.subject.step(1), when=_takes_moves, icon="go-forward", presented=True),
            Command("go_last", "To the e&nd", "Alt+End", "Go to the end of the line",
                lambda window: window.document.subject.step(MOST_MOVES), when=_takes_moves, icon="go-last",
                presented=True),
            Command("leave_game", "&Leave the game, or return", "Ctrl+G",
                "Put your own position on the board, or the game at the move where you left it",
                lambda window: window.workspaces.leave_or_return(), when=_has_game, words="my own position back"),
            Command("keep_position", "Set up &this position", "Ctrl+Shift+P",
                "Copy the game's position to Position, where you can edit it freely",
                lambda window: window.document.keep_position(), when=_takes_moves, words="copy edit game"),
            Command("mark_last_move", "&Gains and losses of the last move", "Ctrl+Shift+J",
                "Mark what the last move of the game on the board gained and lost in the shown layers",
                preference="mark_last_move", begins=True, presented=True),
            Command("open_samples", "&Sample games", "",
                "Open the games that come with the program, each with a different structure",
                lambda window: window.workspaces.open_samples(), words="examples collection"),
            Command("copy_games", "&Copy games to a new file…", "",
                "Write the games chosen in the list, or all found games, to a new file",
                lambda window: window.workspaces.copy_games(),
                when=Condition(lambda window: window.workspaces.has_listing, "no file of games is open")),
            Command("recover_games", "&Recover unsaved edits…", "",
                "Restore or discard unsaved edits of games from an earlier run of pawnviz",
                lambda window: window.recovery.ask(),
                when=Condition(lambda window: window.recovery.has_edits, "there are no unsaved edits")),
            Command("open_indexes", "&Indexes…", "",
                "Limit the disk space of the indexes that Explore and the search for structures use",
                lambda window: window.workspaces.open_indexes()),
        ),
        "&Layers": (
            Command("find", "&Find in this page", "Ctrl+F",
                "Go to the search of the page: layers, games, positions or the question of Explore",
                lambda window: window.navigator.find(), icon="search", words="search layer"),
            Command("compare_definitions", "&Compare definitions", "Ctrl+Shift+D",
                "Show or close the page of differences: where two layers differ, and how a disputed term is defined",
                lambda window: window.navigator.toggle("definitions"), icon="compare",
                words="difference disputed two layers"),
            Command("open_bench", "&Mask bench", "Ctrl+M",
                "Show or close the page that reads a mask in any notation and compares it with a layer",
                lambda window: window.navigator.toggle("bench"), for_programmers=True, words="bitboard hexadecimal"),
            Command("new_layer", "&New layer…", "Ctrl+Shift+N", "Write a user layer",
                lambda window: window.user_layer_commands.write_new(), icon="new-layer", begins=True,
                words="formula own my add create define write user"),
            Command("new_structure", "New &structure…", "", "Draw a pattern of pawns, and keep it under a name",
                lambda window: window.workspaces.draw_structure(), words="own my add create define draw pattern user"),
            Command("import_layers", "&Import layers…", "", "Preview and import a file of layers",
                lambda window: window.user_layer_commands.import_layers(), icon="import", words="load open"),
            Command("export_layers", "&Export user layers…", "", "Write user layers to a file",
                lambda window: window.user_layer_commands.export_layers(),
                when=Condition(lambda window: bool(window.layers.user_layers.kept.entries), "there is no user layer"),
                icon="export", words="share save my own"),
            Command("clear_layers", "&Hide all layers", "Ctrl+0", "Show no layer",
                lambda window: window.layers.clear(),
                when=Condition(lambda window: bool(window.layers.now.sides), "no layer is shown"), begins=True,
                presented=True, words="clear"),
            Command("bring_back_layers", "&Bring back layers", "Ctrl+9",
                "Bring back the layers that the last preset, Clear or Show alone replaced",
                lambda window: window.layers.bring_back_shown(),
                when=Condition(lambda window: window.layers.can_bring_back, "no layers were replaced"), presented=True),
        ),
        "&Help": (
            Command("open_palette", "Search or &do…", "Ctrl+K",
                "Find commands, layers, structures, presets, samples, players and pages of the manual",
                lambda window: window.command_palette.open(), icon="search", bar="Search or do…",
                words="palette command find"),
            Command("open_help", "&Help", "Ctrl+F1",
                "Show or close the page of help: the manual, and every layer, number and structure in words",
                lambda window: window.navigator.toggle("help"), begins=True, words="manual glossary term definition"),
            Command("list_keys", "&Keys and mouse", "F1", "List all keys",
                lambda window: window.navigator.show_help("Keys and mouse"), icon="help", words="shortcuts keyboard"),
            Command("about", "&About pawnviz", "", "Show the version and the license",
                lambda window: window.navigator.show_help("About pawnviz"), words="version license"),
        ),
    }
    # fmt: on


COMMANDS: Final = {
    command.name: command._replace(menu=menu) for menu, commands in _menus().items() for command in commands
}
"""The commands by name, in the order of the menus."""

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
