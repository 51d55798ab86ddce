"""The commands of the current layer, by key and in its menu."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QMenu,
)
from pytestqt.qtbot import QtBot

from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, hatch
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.layers.commands import ROW_COMMANDS
from pawnviz.view.layers.panel import LayerPanel
from pawnviz.view.layers.rows import RowPart
from tests.view.layers.hands import ALT, LEFT, NO_MODIFIER, cell, choose, click, shown


def test_each_command_names_its_key_in_its_tool_tip(panel: LayerPanel) -> None:
    for command in ROW_COMMANDS:
        action = panel.commands.actions_by_name[command.name]
        assert f"({action.shortcut().toString()})" in action.toolTip()
    keys = [key for command in ROW_COMMANDS for key in command.keys]
    assert len(set(keys)) == len(keys)


def test_alt_and_the_arrow_keys_move_a_layer_among_the_shown_ones(panel: LayerPanel, layers: ShownLayers) -> None:
    layers.apply_preset(["isolated_pawns", "levers", "stops"])
    choose(panel, "stops")
    for _ in range(3):
        QTest.keyClick(panel.tree, Qt.Key.Key_Up, ALT)
    assert panel.tree.rows.names[:3] == list(shown(layers)) == ["stops", "isolated_pawns", "levers"]
    assert layers.current == panel.tree.current_identifier == "stops"
    assert not panel.commands.actions_by_name["move_up"].isEnabled()
    QTest.keyClick(panel.tree, Qt.Key.Key_Down, ALT)
    assert panel.tree.rows.names[:3] == list(shown(layers)) == ["isolated_pawns", "stops", "levers"]


def test_control_enter_shows_the_current_layer_alone_and_back(panel: LayerPanel, layers: ShownLayers) -> None:
    choose(panel, "attacks")
    QTest.keyClick(panel.tree, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert shown(layers) == {"attacks": (True, True)}
    QTest.keyClick(panel.tree, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert shown(layers) == {"front_spans": (True, True)}


def test_the_name_is_copied_by_key(panel: LayerPanel) -> None:
    choose(panel, "half_isolated_pawns")
    QTest.keyClick(panel.tree, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "half_isolated_pawns"


def test_a_style_is_reset_by_key_and_only_where_there_is_one(panel: LayerPanel, layers: ShownLayers) -> None:
    choose(panel, "stops")
    assert not panel.commands.actions_by_name["reset_style"].isEnabled()
    layers.set_style("stops", Style(hatch("waves")))
    assert panel.commands.actions_by_name["reset_style"].isEnabled()
    QTest.keyClick(panel.tree, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert layers.style_of("stops") == Style(LAYERS["stops"].mark)


def test_the_context_menu_belongs_to_the_row_that_is_pointed_at(panel: LayerPanel, layers: ShownLayers) -> None:
    place = cell(panel.tree, "double_attacks")
    reason = QContextMenuEvent.Reason.Mouse
    where = panel.tree.viewport().mapToGlobal(place)
    QApplication.sendEvent(panel.tree.viewport(), QContextMenuEvent(reason, place, where))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    texts = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert texts == [
        "Open page",
        "Steps and code",
        "For White",
        "For Black",
        "Show alone",
        "Style…",
        "Reset style",
        "Move up",
        "Move down",
        "Copy name",
        "Compare…",
        "Duplicate as user layer…",
    ]
    assert layers.current == "double_attacks"
    entry = next(action for action in menu.actions() if action.text() == "For Black")
    assert not entry.isChecked()
    QTest.mouseClick(menu, LEFT, NO_MODIFIER, menu.actionGeometry(entry).center())
    assert shown(layers)["double_attacks"] == (False, True)
    assert entry.isChecked()


def test_the_button_of_a_row_opens_its_menu(panel: LayerPanel, layers: ShownLayers) -> None:
    click(panel.tree, "stops", RowPart.MENU)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    menu.close()
    assert layers.current == "stops"


def test_the_steps_of_a_layer_are_asked_for_by_key(panel: LayerPanel, layers: ShownLayers, qtbot: QtBot) -> None:
    choose(panel, "stops")
    with qtbot.waitSignal(panel.commands.actions_by_name["open_steps"].triggered):
        QTest.keyClick(panel.tree, Qt.Key.Key_F8)
    assert layers.current == "stops"


def test_the_menu_key_opens_the_menu_of_the_current_layer(panel: LayerPanel, layers: ShownLayers) -> None:
    choose(panel, "stops")
    reason = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(panel.tree.viewport(), QContextMenuEvent(reason, QPoint(5, 5), QPoint(5, 5)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    menu.close()
    assert layers.current == "stops"


def test_a_heading_has_no_menu(panel: LayerPanel) -> None:
    place = panel.tree.visualRect(panel.tree.rows.index(0)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, panel.tree.viewport().mapToGlobal(place))
    QApplication.sendEvent(panel.tree.viewport(), event)
    assert QApplication.activePopupWidget() is None


def test_without_a_current_layer_its_commands_are_off(panel: LayerPanel, layers: ShownLayers) -> None:
    layers.set_current("")
    assert not any(action.isEnabled() for action in panel.commands.actions_by_name.values())
