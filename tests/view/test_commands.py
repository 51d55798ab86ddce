from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from pawnviz.core.board.fen import PIECES
from pawnviz.core.catalog import presets
from pawnviz.model.preferences.preferences import FIELDS, TOOLS
from pawnviz.resources import resource_path
from pawnviz.view.commands import COMMANDS, PRESET_KEYS, TOOL_KEYS, Command
from pawnviz.view.layers.commands import ROW_COMMANDS
from tests.view.program import RunningProgram

BOARD_KEYS = ("Left", "Right", "Up", "Down", "Return", "Enter", "Space", "Escape", "Delete", "Backspace", "Tab")


def all_keys() -> list[str]:
    """Return every key of the window, portable and each as often as it is given."""
    keys = [keys for command in COMMANDS.values() for keys in command.keys]
    return [*keys, *TOOL_KEYS.values(), *PRESET_KEYS]


def test_every_command_has_a_name_and_a_text_of_its_own() -> None:
    texts = [command.text for command in COMMANDS.values()]
    assert len(texts) == len(set(texts)) and all(name == command.name for name, command in COMMANDS.items())


def test_no_key_is_given_twice() -> None:
    sequences = [QKeySequence(keys).toString() for keys in all_keys()]
    assert all(sequences)
    assert sorted(sequences) == sorted(set(sequences))


def test_no_key_of_the_window_is_one_of_the_boards() -> None:
    taken = {QKeySequence(letter).toString() for letter in PIECES} | {
        QKeySequence(key).toString() for key in BOARD_KEYS
    }
    taken |= {QKeySequence(f"Shift+{letter}").toString() for letter in PIECES}
    taken |= {QKeySequence(f"Ctrl+{key}").toString() for key in ("Return", "Enter", "Space")}
    assert not taken & {QKeySequence(keys).toString() for keys in all_keys()}


def test_every_tool_and_every_preset_has_a_key() -> None:
    assert {"hand", *TOOL_KEYS} == set(TOOLS), "Escape chooses the hand"
    assert len(PRESET_KEYS) == len(presets())


def test_keys_of_a_row_of_the_layers_hide_none_of_the_windows_but_by_intent() -> None:
    window = {QKeySequence(keys).toString() for keys in all_keys()}
    assert not window & {QKeySequence(keys).toString() for command in ROW_COMMANDS for keys in command.keys}


def test_every_icon_is_there() -> None:
    for command in COMMANDS.values():
        if command.icon:
            assert resource_path(f"icons/{command.icon}.svg").is_file(), command.name
        assert command.icon or not command.bar


@pytest.mark.parametrize("command", COMMANDS.values(), ids=lambda command: command.name)
def test_a_command_explains_itself(command: Command) -> None:
    assert command.text.count("&") <= 1
    assert command.menu.count("&") == 1
    assert command.tip
    assert not command.tip.endswith(".")


def test_every_command_is_in_a_menu_with_its_keys_and_its_tool_tip(program: RunningProgram) -> None:
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


def test_a_command_that_can_be_checked_switches_a_preference_of_its_own() -> None:
    switched = [command.preference for command in COMMANDS.values() if command.preference]
    assert all(isinstance(FIELDS[name].default, bool) for name in switched)
    assert len(set(switched)) == len(switched)


def test_no_shortcut_of_the_shown_window_is_ambiguous(program: RunningProgram) -> None:
    """Each key does something: were two in the same place, Qt would carry out neither."""
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


def test_copy_and_paste_stand_in_edit_and_help_before_the_keys() -> None:
    menus = {command.name: command.menu for command in COMMANDS.values()}
    assert {menus[name] for name in ("copy", "copy_fen", "copy_summary", "paste")} == {"&Edit"}
    names = [command.name for command in COMMANDS.values() if command.menu == "&Help"]
    assert names.index("open_palette") < names.index("open_help") < names.index("list_keys")


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


def test_no_menu_has_two_entries_of_one_name(program: RunningProgram) -> None:
    for menu in [action.menu() for action in program.window.menuBar().actions()]:
        assert isinstance(menu, QMenu)
        texts = [action.text().replace("&", "") for action in menu.actions() if action.text()]
        assert len(texts) > 3 and len(set(texts)) == len(texts), texts
