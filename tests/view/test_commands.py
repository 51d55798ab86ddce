"""Tests of the table of commands, and of each command by its key."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from pawnviz import __version__
from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.position import START
from pawnviz.core.catalog import presets
from pawnviz.model.kept.folder import FIRST_FEN
from pawnviz.model.preferences import FIELDS, TOOLS
from pawnviz.view.commands import COMMANDS, PRESET_KEYS, TOOL_KEYS
from pawnviz.view.layers.panel import ROW_COMMANDS
from tests.view.hands import hold_key, open_menu
from tests.view.program import RunningProgram, send_leave, set_up

BOARD_KEYS = ("Left", "Right", "Up", "Down", "Return", "Enter", "Space", "Escape", "Delete", "Backspace", "Tab")


def all_keys() -> list[str]:
    """Return every key of the window, portable and each as often as it is given."""
    keys = [keys for command in COMMANDS.values() for keys in command.keys]
    return [*keys, *TOOL_KEYS.values(), *PRESET_KEYS]


def test_every_command_has_a_name_a_text_and_keys_of_its_own_none_of_them_the_boards_or_a_rows() -> None:
    texts = [command.text for command in COMMANDS.values()]
    assert len(texts) == len(set(texts)) and all(name == command.name for name, command in COMMANDS.items())
    sequences = [QKeySequence(keys).toString() for keys in all_keys()]
    assert all(sequences)
    assert sorted(sequences) == sorted(set(sequences))
    taken = {QKeySequence(letter).toString() for letter in PIECES} | {
        QKeySequence(key).toString() for key in BOARD_KEYS
    }
    taken |= {QKeySequence(f"Shift+{letter}").toString() for letter in PIECES}
    taken |= {QKeySequence(f"Ctrl+{key}").toString() for key in ("Return", "Enter", "Space")}
    assert not taken & {QKeySequence(keys).toString() for keys in all_keys()}
    assert {"hand", *TOOL_KEYS} == set(TOOLS), "Escape chooses the hand"
    assert len(PRESET_KEYS) == len(presets())
    window = {QKeySequence(keys).toString() for keys in all_keys()}
    assert not window & {QKeySequence(keys).toString() for command in ROW_COMMANDS for keys in command.keys}


def test_commands_explain_themselves_switch_a_preference_of_their_own_and_stand_in_their_menus() -> None:
    for name, command in COMMANDS.items():
        assert command.text.count("&") <= 1, name
        assert command.menu.count("&") == 1, name
        assert command.tip and not command.tip.endswith("."), name
        assert command.icon or not command.bar, name
        assert command.tip.casefold() != command.title.casefold(), f"the list of keys would say {name} twice"
    switched = [command.preference for command in COMMANDS.values() if command.preference]
    assert all(isinstance(FIELDS[name].default, bool) for name in switched)
    assert len(set(switched)) == len(switched)
    menus = {command.name: command.menu for command in COMMANDS.values()}
    assert {menus[name] for name in ("copy", "copy_fen", "copy_summary", "paste")} == {"&Edit"}
    names = [command.name for command in COMMANDS.values() if command.menu == "&Help"]
    assert names.index("open_palette") < names.index("open_help") < names.index("list_keys")


def test_every_command_is_in_a_menu_once_with_its_keys_which_are_not_ambiguous(program: RunningProgram) -> None:
    in_menus = {
        action.objectName(): action
        for menu in program.window.findChildren(QMenu)
        for action in menu.actions()
        if action.objectName()
    }
    hidden = {command.name for command in COMMANDS.values() if command.for_programmers}
    assert hidden == COMMANDS.keys() - in_menus.keys()
    for command in COMMANDS.values():
        action = program.action(command.name)
        assert [keys.toString() for keys in action.shortcuts()] == [
            QKeySequence(each).toString() for each in command.keys
        ]
        if command.keys:
            native = QKeySequence(command.keys[0]).toString(QKeySequence.SequenceFormat.NativeText)
            assert action.toolTip().endswith(f"({native})")
        is_workspace = command.name in ("show_position", "show_games", "show_explore")
        assert action.isCheckable() == (is_workspace or bool(command.preference))
    seen: dict[str, str] = {}
    for command in COMMANDS.values():
        action = program.action(command.name)
        for keys in action.shortcuts():
            everywhere = Qt.ShortcutContext.ApplicationShortcut
            context = everywhere if command.everywhere else Qt.ShortcutContext.WindowShortcut
            if len(keys.toString()) == 1:
                context = Qt.ShortcutContext.WidgetShortcut
            assert action.shortcutContext() is context
            assert seen.setdefault(keys.toString(), command.name) == command.name
    for menu in [action.menu() for action in program.window.menuBar().actions()]:
        assert isinstance(menu, QMenu)
        texts = [action.text().replace("&", "") for action in menu.actions() if action.text()]
        assert len(texts) > 3 and len(set(texts)) == len(texts), texts


def test_commands_with_nothing_to_act_on_are_off_until_there_is_something(program: RunningProgram) -> None:
    names = ("clear_drawings", "next_position", "bring_back_layers", "export_layers", "forget_tables")
    assert not any(program.action(name).isEnabled() for name in names)
    program.drag("b1", "c3", Qt.MouseButton.RightButton)
    assert program.action("clear_drawings").isEnabled()
    program.press_keys("Ctrl+L")
    assert not program.action("clear_drawings").isEnabled()
    program.press_keys("Ctrl+0")
    assert program.action("bring_back_layers").isEnabled()
    assert not program.action("clear_layers").isEnabled()
    program.document.switch_side_to_move()
    program.window.preferences.tables_folder.value = "/nowhere"
    assert program.action("forget_tables").isEnabled()


KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
CROWD = "8/8/8/8/3Pp3/8/8/8"


def test_a_command_edits_by_its_key_and_can_be_undone_and_done_again(program: RunningProgram) -> None:
    for keys, fen, after in (
        ("Ctrl+Home", KINGS, START.fen()),
        ("Ctrl+Delete", START.fen(), "8/8/8/8/8/8/8/8 w - - 0 1"),
        ("Ctrl+Alt+T", KINGS, "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("Ctrl+Shift+X", "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1", "r3k3/p7/8/8/8/8/8/4K3 b q - 0 1"),
        ("Ctrl+Shift+M", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "3k4/8/8/8/8/8/7P/3K4 w - - 0 1"),
        ("Ctrl+Up", CROWD, "8/8/8/3Pp3/8/8/8/8 w - - 0 1"),
        ("Ctrl+Down", CROWD, "8/8/8/8/8/3Pp3/8/8 w - - 0 1"),
        ("Ctrl+Right", CROWD, "8/8/8/8/4Pp2/8/8/8 w - - 0 1"),
        ("Ctrl+Left", CROWD, "8/8/8/8/2Pp4/8/8/8 w - - 0 1"),
    ):
        set_up(program, fen)
        before = program.position_fen()
        program.press_keys(keys)
        assert program.position_fen() == program.fen.edit.text() == after
        assert program.steps == 1
        program.press_keys("Ctrl+Z")
        assert program.position_fen() == program.fen.edit.text() == before
        program.press_keys("Ctrl+Y")
        assert program.position_fen() == after
        program.press_keys("Ctrl+Z")
        program.press_keys("Ctrl+Shift+Z")
        assert program.position_fen() == after


def test_undo_and_redo_name_their_step_say_what_they_did_and_are_off_without_one(program: RunningProgram) -> None:
    undo, redo = program.action("undo"), program.action("redo")
    assert not undo.isEnabled()
    assert not redo.isEnabled()
    assert undo.toolTip() == "Nothing to undo (Ctrl+Z)"
    program.press_keys("Ctrl+Shift+M")
    assert undo.isEnabled()
    assert undo.text() == "&Undo mirror left and right"
    assert undo.toolTip() == "Undo mirror left and right (Ctrl+Z)"
    program.press_keys("Ctrl+Z")
    assert not undo.isEnabled()
    assert redo.isEnabled()
    assert redo.text() == "&Redo mirror left and right"
    program.press_keys("Ctrl+Delete")
    program.press_keys("Ctrl+Z")
    assert program.status_message() == "Undone: clear the board"
    program.press_keys("Ctrl+Y")
    assert program.status_message() == "Done again: clear the board"
    program.document.clear()
    program.action("undo").trigger()
    assert program.action("redo").isEnabled()
    program.document.undo_stack.clear()
    assert not program.action("redo").isEnabled()
    assert not program.action("undo").isEnabled()


def test_undo_takes_back_everything_and_redo_brings_it_back_also_in_the_fen_line(program: RunningProgram) -> None:
    fens = [program.position_fen()]
    for keys in ("Ctrl+Home", "Ctrl+Shift+X", "Ctrl+Shift+M", "Ctrl+Alt+T", "Ctrl+Up", "Ctrl+Delete"):
        program.press_keys(keys)
        fens.append(program.position_fen())
    program.board.state.show_cursor(27)
    QTest.keyClicks(program.board, "Qk")
    fens.append(program.position_fen())
    program.hand.drag(program.at(27), program.at(36))
    fens.append(program.position_fen())
    while program.action("undo").isEnabled():
        program.press_keys("Ctrl+Z")
    assert program.position_fen() == fens[0]
    while program.action("redo").isEnabled():
        program.press_keys("Ctrl+Y")
    assert program.position_fen() == fens[-1]
    assert program.fen.edit.text() == fens[-1]
    while program.action("undo").isEnabled():
        program.press_keys("Ctrl+Z")
    program.press_keys("Ctrl+Shift+M")
    program.press_keys("Alt+D")
    assert program.fen.edit.hasFocus()
    program.press_keys("Ctrl+Z")
    assert program.position_fen() == program.fen.edit.text() == FIRST_FEN
    program.press_keys("Ctrl+Shift+Z")
    assert program.position_fen() != FIRST_FEN


def test_a_look_is_switched_and_a_tool_chosen_by_key(program: RunningProgram) -> None:
    preferences = program.window.preferences
    for keys, preference in (
        ("F", preferences.flipped),
        ("Ctrl+Shift+G", preferences.show_coordinates),
        ("Ctrl+Alt+A", preferences.show_captures),
        ("Ctrl+Alt+O", preferences.show_own_pawn),
    ):
        before = preference.value
        for expected in (not before, before):
            program.press_keys(keys)
            assert preference.value is expected
            assert program.board.board_geometry.flipped is preferences.flipped.value
            assert program.board.look.coordinates is preferences.show_coordinates.value
    for keys, tool in (("Escape", "hand"), ("0", "eraser"), ("1", "P"), ("6", "K"), ("Alt+2", "n"), ("Alt+5", "q")):
        program.board.preferences.tool.value = "r"
        program.press_keys(keys)
        assert program.board.state.tool == tool


def test_keys_reach_the_search_the_fen_line_and_the_board_and_letters_there_are_typed(program: RunningProgram) -> None:
    program.press_keys("Ctrl+F")
    assert program.window.navigator.is_shown("layers")
    assert program.layers_page.search_field.hasFocus()
    QTest.keyClicks(program.layers_page.search_field, "f/xtm")
    assert program.layers_page.search_field.text() == "f/xtm"
    assert program.position_fen() == FIRST_FEN
    program.press_keys("Alt+D")
    program.press_keys("Ctrl+B")
    assert program.board.hasFocus()
    assert program.board.state.current_square == program.board.state.cursor
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        program.press_keys("Alt+D")
        program.press(key)
        assert program.board.hasFocus()
    program.press_keys("Alt+D")
    QTest.keyClicks(program.fen.edit, "f/1")
    assert program.fen.edit.text() == "f/1"
    assert program.position_fen() == FIRST_FEN
    assert not program.board.board_geometry.flipped


def test_the_keys_and_the_license_are_pages_of_help(program: RunningProgram) -> None:
    for name, texts in (
        ("list_keys", ("Ctrl+Shift+Y", "Search or do", "Layer chosen in the list")),
        ("about", (f"Version {__version__}", "GPL-3.0-or-later")),
    ):
        program.action(name).trigger()
        page = program.pages.help.page
        assert page.isVisible() and page.hasFocus()
        assert [text for text in texts if text not in page.toPlainText()] == []
        program.press(Qt.Key.Key_Escape)
        assert program.window.navigator.current == "position" and program.board.hasFocus()


def test_shift_shows_a_pawns_own_squares_wherever_the_keys_go(program: RunningProgram) -> None:
    program.layers_page.tree.setFocus()
    program.hand.move(program.at(parse_square("d4")))
    hold_key(program.layers_page.tree, Qt.Key.Key_Shift, True)
    assert program.board.pictures.own_pawn is not None
    hold_key(program.layers_page.tree, Qt.Key.Key_Shift, False)
    assert not program.board.pictures.own_pawn


def test_mouse_and_keys_together_make_a_step_each_and_undo_lets_go_of_what_is_dragged(program: RunningProgram) -> None:
    set_up(program, KINGS)
    program.press_keys("1")
    program.hand.drag(program.at(8), program.at(15))
    program.press_keys("Ctrl+Z")
    assert program.pieces == "4k3/8/8/8/8/8/8/4K3"
    program.hand.press(program.at(8))
    program.hand.move(program.at(11))
    program.press_keys("Ctrl+Z")
    program.hand.move(program.at(15))
    program.hand.release(program.at(15))
    assert program.pieces == "4k3/8/8/8/8/8/8/4K3"
    assert not program.action("undo").isEnabled()
    set_up(program, KINGS)
    program.press(Qt.Key.Key_Escape)
    program.hand.drag(program.at(4), program.at(28))
    program.hand.press(program.at(28))
    program.hand.move(program.at(35))
    program.press_keys("Ctrl+Z")
    program.hand.release(program.at(35))
    assert program.pieces == "4k3/8/8/8/8/8/8/4K3"
    set_up(program, START.fen())
    program.hand.press(program.at(parse_square("d2")))
    program.press_keys("Ctrl+Delete")
    program.hand.release(program.at(28))
    assert program.pieces == "8/8/8/8/8/8/8/8"


def test_keys_show_presets_and_bring_back_the_layers_that_a_preset_has_replaced(program: RunningProgram) -> None:
    before = program.layers.state()["shown"]
    assert not program.action("bring_back_layers").isEnabled()
    program.press_keys("Ctrl+3")
    program.press_keys("Ctrl+0")
    assert program.layers.state()["shown"] == {}
    program.press_keys("Ctrl+9")
    program.press_keys("Ctrl+3")
    program.press_keys("Ctrl+2")
    program.press_keys("Ctrl+9")
    assert set(program.layers.state()["shown"]) == set(presets()[2].layers) != set(before)
    for number, preset in enumerate(presets(), 1):
        program.press_keys(f"Ctrl+{number}")
        assert {entry.layer.identifier for entry in program.layers.shown()} == set(preset.layers)
        program.press_keys("Ctrl+0")
        assert program.layers.shown() == ()


def ask_for_menu(program: RunningProgram, reason: QContextMenuEvent.Reason, place: QPoint) -> None:
    event = QContextMenuEvent(reason, place, program.board.mapToGlobal(place))
    QApplication.sendEvent(program.board, event)


def test_the_menu_of_the_board_asks_why_the_pawn_under_the_pointer_is_not_something(program: RunningProgram) -> None:
    set_up(program, "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1")
    square = parse_square("d4")
    program.hand.move(program.at(square))
    ask_for_menu(program, QContextMenuEvent.Reason.Keyboard, QPoint())
    menu = open_menu()
    texts = [action.text() for action in menu.actions() if action.text()]
    letters = [text[text.index("&") + 1].lower() for text in texts]
    assert texts[0] == "&Why not…"
    assert len(letters) == len(set(letters))
    # The pointer goes to the menu.
    send_leave(program.board)
    QTest.keyClick(menu, Qt.Key.Key_W)
    assert program.board.state.pinned == square
    assert program.focus_widget() is program.window.navigator.widgets.square.why_not


def test_a_right_click_beside_the_squares_opens_the_menu_and_on_a_square_draws(program: RunningProgram) -> None:
    ask_for_menu(program, QContextMenuEvent.Reason.Mouse, program.at(27))
    assert QApplication.activePopupWidget() is None
    ask_for_menu(program, QContextMenuEvent.Reason.Mouse, QPoint(2, 2))
    menu = open_menu()
    QTest.keyClick(menu, Qt.Key.Key_F)
    assert program.board.board_geometry.flipped
    assert QApplication.activePopupWidget() is None
