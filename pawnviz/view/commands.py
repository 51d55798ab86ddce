"""Every command of the window, declared once: menus, tool bar, keys, tool tips and the list of keys follow from it."""

from __future__ import annotations

from typing import Final, NamedTuple


class Command(NamedTuple):
    """One command; the window has a receiver for each ``name``, unless it switches a ``preference``.

    ``keys`` are portable key sequences, the first one shown in menus; ``bar`` puts it on the tool bar. A command that
    ``begins`` a group has a line above it; ``submenu`` is the menu within the menu that it stands in.
    """

    name: str
    menu: str
    text: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    tip: str = ""
    preference: str = ""
    bar: bool = False
    submenu: str = ""
    begins: bool = False


COMMANDS: Final[tuple[Command, ...]] = (
    Command(
        "new_position", "&File", "&New position", ("Ctrl+N",),
        tip="Set up the start position as one of your own, in no file",
    ),
    Command(
        "open_file", "&File", "&Open…", ("Ctrl+O",), "open",
        "Open a file of games (PGN), of positions (FEN, EPD), or of layers", bar=True,
    ),
    Command(
        "save_file", "&File", "&Save", ("Ctrl+S",), "save", "Save; the rest of the file stays", bar=True, begins=True
    ),
    Command("save_file_as", "&File", "Save &as…", ("Ctrl+Shift+S",), tip="Save the file under another name"),
    Command("revert_record", "&File", "Revert recor&d", tip="Bring back the position that the file has here"),
    Command(
        "close_file", "&File", "&Close file",
        tip="Go on without the file of positions; edits that are not saved come back with it",
    ),
    Command(
        "export_picture", "&File", "&Export picture…", ("Ctrl+E",), "picture",
        "Export the board as PNG, SVG, PDF, HTML or Markdown; or drag the picture from here to another program",
        bar=True,
        begins=True,
    ),
    Command(
        "export_game", "&File", "Export the &game as GIF…",
        tip="Export the open game with the layers of the board, as an animated GIF or as one image a move",
    ),
    Command(
        "export_sheet", "&File", "S&heet of positions…", ("Ctrl+Alt+E",),
        tip="Lay out positions on pages for a lesson: of the board, of a file, or of a game",
    ),
    Command(
        "add_to_sheet", "&File", "Add to the shee&t", ("Ctrl+Shift+A",),
        tip="Add the position on the board to the sheet of positions",
    ),
    Command("print_board", "&File", "Print the &board…", ("Ctrl+P",), tip="Print the board, after a preview"),
    Command(
        "next_position", "&File", "Ne&xt position", ("Ctrl+PgDown",),
        tip="Set up the next position of an EPD or FEN file; on the board also Page Down",
        begins=True,
    ),
    Command(
        "previous_position", "&File", "Pre&vious position", ("Ctrl+PgUp",),
        tip="Set up the position before this one in the file; on the board also Page Up",
    ),
    Command(
        "quit", "&File", "&Quit", ("Ctrl+Q",), "close", "Close pawnviz; everything comes back at the next start",
        begins=True,
    ),
    Command("undo", "&Edit", "&Undo", ("Ctrl+Z",), "undo", "Undo", bar=True),
    Command("redo", "&Edit", "&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo", "Redo", bar=True),
    Command("copy", "&Edit", "Cop&y", ("Ctrl+C",), tip="Copy the game that is on the board, else the FEN", begins=True),
    Command("copy_fen", "&Edit", "Copy F&EN", ("Ctrl+Shift+C",), "copy", "Copy the FEN"),
    Command(
        "copy_summary", "&Edit", "Copy summ&ary", ("Ctrl+Alt+W",),
        tip="Copy the position in words: structure, islands, passers and weaknesses of each side",
    ),
    Command(
        "copy_picture", "&Edit", "Copy p&icture", ("Ctrl+Alt+C",),
        tip="Copy the board as a picture, as an image and as SVG, with what was chosen last in Export picture",
    ),
    Command(
        "copy_link", "&Edit", "Copy a lin&k", ("Ctrl+Alt+L",),
        tip="Copy a link to the position with its layers, which another pawnviz opens when it is pasted",
    ),
    Command(
        "paste", "&Edit", "&Paste", ("Ctrl+V",), "paste",
        "Set up the FEN or the link on the clipboard; a game in PGN can be opened in Games",
    ),
    Command(
        "set_start", "&Edit", "S&tart position", ("Ctrl+Home",), "start-position", "Set up all pieces",
        bar=True, begins=True,
    ),
    Command("clear_board", "&Edit", "&Clear board", ("Ctrl+Delete",), "clear", "Remove all pieces", bar=True),
    Command("toggle_side", "&Edit", "S&witch side to move", ("Ctrl+Alt+T", "T"), tip="Give the move to the other side"),
    Command(
        "swap_colors", "&Edit", "Swap c&olors", ("Ctrl+Shift+X", "X"), "swap-colors", "Exchange White and Black",
        bar=True,
    ),
    Command(
        "mirror", "&Edit", "&Mirror left and right", ("Ctrl+Shift+M", "M"), "mirror", "Exchange a- and h-file",
        bar=True,
    ),
    Command(
        "shift_north", "&Edit", "Shift &north", ("Ctrl+Up",), "shift-north", "Move all pieces towards rank 8",
        submenu="S&hift all pieces",
    ),
    Command(
        "shift_south", "&Edit", "Shift &south", ("Ctrl+Down",), "shift-south", "Move all pieces towards rank 1",
        submenu="S&hift all pieces",
    ),
    Command(
        "shift_east", "&Edit", "Shift &east", ("Ctrl+Right",), "shift-east", "Move all pieces towards the h-file",
        submenu="S&hift all pieces",
    ),
    Command(
        "shift_west", "&Edit", "Shift &west", ("Ctrl+Left",), "shift-west", "Move all pieces towards the a-file",
        submenu="S&hift all pieces",
    ),
    Command("edit_fen", "&Edit", "E&dit the FEN", ("Alt+D",), tip="Go to the FEN line", begins=True),
    Command(
        "pin_position", "&Edit", "Pi&n position for comparison", ("Ctrl+Alt+V", "Shift+V"),
        tip="Keep this position, edit on, and see what each layer has gained and lost since",
    ),
    Command(
        "show_other_position", "&Edit", "&Show the other position", ("Ctrl+Shift+V", "V"),
        tip="Put the pinned position on the board, or the other one back",
    ),
    Command(
        "show_position", "&View", "Posi&tion", ("F2",), "position",
        "The workspace of your own position: palette, layers and inspector around the board",
    ),
    Command(
        "show_games", "&View", "&Games", ("F3", "Ctrl+Shift+O"), "games",
        "The workspace of games: list, moves and the lives of pawns beside the board; again: the list",
    ),
    Command(
        "show_explore", "&View", "E&xplore", ("F4",), "explore",
        "The workspace of structures: the moves and results of the games with the pawns on the board",
    ),
    Command(
        "present", "&View", "P&resentation", ("F11",),
        tip="Fill the screen with the board, its legend and a caption; the same key or Escape leads back",
    ),
    Command(
        "flip", "&View", "&Flip the board", ("Ctrl+Shift+F", "F"), "flip", "Turn the board round",
        preference="flipped", bar=True,
        begins=True,
    ),
    Command(
        "show_captures", "&View", "Capture &arrows", ("Ctrl+Alt+A", "C"), "captures",
        "Draw every pawn capture from source to target", preference="show_captures", bar=True,
    ),
    Command(
        "show_own_pawn", "&View", "Squares of the &pawn pointed at", ("Ctrl+Alt+O", "O"), "own-pawn",
        "Show the own stop, telestops, spans, lee and luff of the pawn under the pointer or cursor; or hold Shift",
        preference="show_own_pawn", bar=True,
    ),
    Command(
        "large_marks", "&View", "Large mar&ks",
        tip="Fill squares in place of bars, as for safe squares: to be seen from afar, or by a child",
        preference="large_marks",
    ),
    Command("clear_drawings", "&View", "Clear &drawings", ("Ctrl+L",), tip="Remove your arrows and circles"),
    Command(
        "show_coordinates", "&View", "&Coordinates", ("Ctrl+Shift+G", "G"),
        tip="Name files and ranks", preference="show_coordinates",
        submenu="Board &look",
    ),
    Command(
        "show_legend", "&View", "&Legend",
        tip="Name the shown marks below the board", preference="show_legend",
        submenu="Board &look",
    ),
    Command(
        "show_breaks", "&View", "Arrow&s of breaks", tip="Draw the layer of break squares with arrows from the pawns",
        preference="show_breaks",
        submenu="Board &look",
    ),
    Command(
        "pin_square", "&View", "P&in the square pointed at", ("Ctrl+Shift+I", "I"),
        tip="Keep the square under the pointer or cursor in the inspector; the same again releases it",
        begins=True,
    ),
    Command(
        "why_not", "&View", "&Why not…", ("Ctrl+Shift+W", "W"),
        tip="Ask why the pawn under the pointer or cursor, or the pinned one, does not carry a label",
    ),
    Command(
        "show_engine", "&View", "Ask an &engine", ("Ctrl+Alt+N", "A"),
        tip="Have an engine think about the position: open its panel, where it is chosen, started and stopped",
    ),
    Command(
        "choose_tables", "&View", "&Choose endgame tables…",
        tip="Choose a folder of Syzygy tables: the inspector then says who wins where few pieces are left",
        submenu="Endga&me tables",
    ),
    Command(
        "forget_tables", "&View", "&Forget endgame tables", tip="Use no endgame tables any longer",
        submenu="Endga&me tables",
    ),
    Command(
        "focus_board", "&View", "Go to the &board", ("Ctrl+B",), tip="Move the focus to the board's cursor",
        begins=True,
    ),
    Command(
        "single_keys", "&View", "Single-ke&y commands",
        tip="Letters without Ctrl are commands while the board has the focus", preference="single_keys",
    ),
    Command("go_first", "&Games", "To the &beginning", ("Alt+Home",), "go-first", "Go to the beginning of the game"),
    Command("go_back", "&Games", "One move b&ack", ("Alt+Left",), "go-back", "Go one move back in the game"),
    Command("go_forward", "&Games", "One move &on", ("Alt+Right",), "go-forward", "Go one move on in the game"),
    Command("go_last", "&Games", "To the e&nd", ("Alt+End",), "go-last", "Go to the end of the line"),
    Command(
        "leave_game", "&Games", "&Leave the game, or return", ("Ctrl+G",),
        tip="Put your own position on the board, or the game at the move where you left it",
    ),
    Command(
        "keep_position", "&Games", "Set up &this position", ("Ctrl+K",),
        tip="Go on with the position of the game in Position, where pieces are set up freely",
    ),
    Command(
        "mark_last_move", "&Games", "&Gains and losses of the last move", ("Ctrl+Shift+J", "J"),
        tip="Mark what the shown layers gained and lost with the last move of the game on the board",
        preference="mark_last_move",
        begins=True,
    ),
    Command(
        "copy_games", "&Games", "&Copy games to a new file…",
        tip="Write the games that are chosen in the list, or all that were found, to a new file",
    ),
    Command(
        "recover_games", "&Games", "&Recover unsaved edits…",
        tip="Restore or discard edits of games that were not saved when an earlier pawnviz ended",
    ),
    Command(
        "open_indexes", "&Games", "&Indexes…",
        tip="How much room the indexes of files of games take, which Explore and the search for structures use",
    ),
    Command("find_layer", "&Layers", "&Find a layer", ("Ctrl+F", "/"), "search", "Go to the layer search"),
    Command(
        "show_steps", "&Layers", "&Steps and code", ("Ctrl+Alt+S", "S"), "layers",
        "Take the current layer's formula apart, step by step, or read it as source code", bar=True,
    ),
    Command(
        "show_pawn_moves", "&Layers", "&Pawn moves and breaks", ("Ctrl+Shift+L", "L"),
        tip="List breaks, captures and pushes with what each gives up for good; go to one to see it on the board",
    ),
    Command(
        "compare_definitions", "&Layers", "&Compare definitions…", ("Ctrl+Shift+D", "D"), "compare",
        "See where two layers differ, and how a disputed term is defined", bar=True,
    ),
    Command(
        "open_bench", "&Layers", "&Mask bench", ("Ctrl+M",),
        tip="Read a mask in any notation, compare it with a layer, write it in every form",
    ),
    Command("new_layer", "&Layers", "&New layer…", ("Ctrl+Shift+N",), "new-layer", "Write a user layer", begins=True),
    Command("import_layers", "&Layers", "&Import layers…", (), "import", "Preview and import a file of layers"),
    Command("export_layers", "&Layers", "&Export user layers…", (), "export", "Write user layers to a file"),
    Command("clear_layers", "&Layers", "&Hide all layers", ("Ctrl+0",), tip="Show no layer", begins=True),
    Command(
        "bring_back_layers", "&Layers", "&Bring back layers", ("Ctrl+9",),
        tip="Show again what the last preset, Clear or Show alone has replaced",
    ),
    Command("open_manual", "&Help", "&Manual", ("Ctrl+F1",), tip="Read how to do what: the manual, with a search"),
    Command(
        "open_glossary", "&Help", "&Glossary", ("Ctrl+Shift+F1",),
        tip="Look up a term: every layer, structure and number in words, with a search",
    ),
    Command("list_keys", "&Help", "&Keys and mouse", ("F1", "?"), "help", "List all keys", bar=True),
    Command("about", "&Help", "&About pawnviz"),
)  # fmt: skip
"""Commands in the order of the menus."""

PRESENTED: Final = frozenset(
    {
        *("undo", "redo", "set_start", "clear_board", "toggle_side", "swap_colors", "mirror"),
        *("copy", "copy_fen", "paste", "copy_summary", "copy_picture"),
        *("shift_north", "shift_south", "shift_east", "shift_west", "show_other_position"),
        *("flip", "show_coordinates", "show_captures", "show_breaks", "show_own_pawn", "large_marks"),
        *("clear_drawings", "present"),
        *("clear_layers", "bring_back_layers", "next_position", "previous_position", "mark_last_move"),
        *("go_first", "go_back", "go_forward", "go_last", "export_picture"),
    }
)
"""The commands whose keys also work in the presentation: those that need nothing but the board."""

EVERYWHERE: Final = frozenset(
    {"undo", "redo", "show_position", "show_games", "show_explore", "present", "export_picture"}
)
"""The commands whose keys also work in the windows beside the main one."""

EDITING: Final = (
    *("set_start", "clear_board", "toggle_side", "swap_colors", "mirror"),
    *("shift_north", "shift_south", "shift_east", "shift_west"),
)
"""The commands that edit the position, which a game refuses."""

IN_GAME: Final = ("go_first", "go_back", "go_forward", "go_last", "keep_position")

BOARD_MENU: Final = (
    ("why_not", "pin_square", "show_own_pawn"),
    ("copy_fen", "copy_summary", "copy_link"),
    ("flip", "clear_drawings"),
)
"""The commands in the menu of the board, in groups, those about the square first."""

TOOL_KEYS: Final = {
    "hand": ("Ctrl+Shift+H", "H"),
    "eraser": ("Ctrl+Shift+K", "E"),
    **{piece: (f"Ctrl+Alt+{number}", str(number)) for number, piece in enumerate("PNBRQK", 1)},
    **{piece: (f"Ctrl+Alt+Shift+{number}", f"Alt+{number}") for number, piece in enumerate("pnbrqk", 1)},
}
"""The keys that choose each tool."""

PRESET_KEYS: Final = ("Ctrl+1", "Ctrl+2", "Ctrl+3", "Ctrl+4", "Ctrl+5", "Ctrl+6", "Ctrl+7", "Ctrl+8")
"""The keys of the layer presets, in their order."""

ACTIONS_BY_PLACE: Final[tuple[tuple[str, str, str], ...]] = (
    (
        "Hand",
        "Drag a piece",
        "Move it; off the board removes it; with Ctrl it is copied; meanwhile the layers show what this would change",
    ),
    ("Hand", "Click a square", "Pin it; a pawn is explained; click it again, or beside the board: release it"),
    (
        "Hand",
        "Right drag, right click",
        "Draw an arrow or a circle; the same again removes it; Shift, Ctrl, Alt: color",
    ),
    ("Hand, in a game", "Drag a piece to a legal square, or click both", "Play the move; no other edit is taken"),
    ("Hand, in a game", "Right drag, right click", "Draw in the comment; green, Shift blue, Ctrl red, Alt yellow"),
    ("Board, in a game", "Wheel; Left and Right, Home and End", "Go through the game, unless the cursor is seen"),
    ("Board, in a game", "Shift+Left and Shift+Right, Up and Down", "Go to another variation"),
    ("Board, in a game", "Letters, with single-key commands off", "Type the next move"),
    ("List of games", "Enter, double-click", "Go into the game, which folds the list; F3 unfolds it"),
    ("Moves of a game", "Letters; ! and ?", "Type the next move; judge the current one"),
    ("Moves of a game", "Right button", "Comments, glyphs, variations; with their keys"),
    ("A piece as tool", "Click or drag", "Place the piece on each square; on the same piece: remove it"),
    ("A piece as tool", "Right click or drag", "Place the piece of the other color"),
    ("Eraser, or any tool", "Click with the eraser, middle click", "Remove pieces"),
    ("Palette", "Drag a piece to the board", "Place it"),
    ("Any tool", "Hold Shift over a pawn", "Show its own squares"),
    ("Board's cursor", "Arrow keys", "Move the cursor"),
    ("Board's cursor", "P N B R Q K, with Shift for White", "Place a piece"),
    ("Board's cursor", "Delete, Backspace", "Remove the piece"),
    ("Board's cursor", "Space or Enter", "Lift a piece and put it down, with Ctrl as a copy; or use the chosen tool"),
    (
        "Board",
        "Menu key, Shift+F10",
        "Open the menu of the square: why not, pin, copy; also by right click beside the squares",
    ),
    ("Board", "Page Down, Page Up", "Go to the next position of an EPD or FEN file, or to the one before"),
    ("Anywhere", "Escape", "Let go; then release the pin; then back to the hand; then hide the cursor"),
    ("Anywhere", "Drop a FEN, or a FEN or EPD file", "Set it up"),
    ("Anywhere", "Drop a file of layers", "Preview its layers before the import"),
    ("Tool bar", "Drag the button of Export picture", "Take the picture to another program"),
    ("Inspector", "Point at a sentence", "Show the pawns that it speaks of"),
    ("Inspector", "Click a label; Up, Down and Enter", "Go to its layer"),
    ("Pawn moves", "Hover a row; Up and Down", "Show the move on the board, with what it changes"),
    ("Pawn moves", "Double-click, Enter", "Play the move; it can be undone"),
    ("Pawn moves", "Escape", "Back to the board"),
    ("Explore", "Hover a next move; Up and Down", "Show the pawns after it"),
    ("Explore", "Double-click a next move; Enter", "Go on to the pawns after it; it can be undone"),
    ("Explore", "Double-click a game, Enter", "Open it in Games where it first fits"),
    ("Explore, on a chip", "Click, Enter; Delete; Left and Right", "Edit it; remove it; go to another one"),
    ("Explore, drawing a pattern", "Click; Space on the board's cursor", "White's pawn, Black's, no pawn, free"),
    ("Explore, drawing a pattern", "Drag over squares", "A pawn on one of them; with the right button a black one"),
    ("Layers", "Hover a row", "Preview the layer"),
    ("Layers", "Alt-click", "Show the layer alone; again: back"),
    ("Layers", "Space, Enter", "Switch the layer for one side, for both"),
)
"""Mouse and keys on the board and in the panels: place, input, and effect."""
