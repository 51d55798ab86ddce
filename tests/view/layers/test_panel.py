"""Tests of the page of layers: its presets, its search and the commands of its rows."""

from __future__ import annotations

import gc
import weakref
from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.side import Side
from pawnviz.core.catalog import presets
from pawnviz.core.collections.fields import completions
from pawnviz.core.collections.listed_games import ListedNames
from pawnviz.core.formula import names
from pawnviz.core.games.game_list import GameList
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, hatch
from pawnviz.core.layers.packages import FAILED, declared
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.layers.list_model import HERE, NOT_HERE, OFF
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.layers.layer_list import LayerChoice, RowPart
from pawnviz.view.layers.panel import ROW_COMMANDS, LayerPanel
from pawnviz.view.layers.presets import ChipButton
from pawnviz.view.palette import fixed_entries
from pawnviz.view.widgets.theme import DARK, LIGHT, palette
from tests.view.hands import open_menu
from tests.view.layers.hands import (
    ALT,
    LEFT,
    NARROW,
    NO_MODIFIER,
    cell,
    choose,
    click,
    point,
    shown,
    temporary,
    tool_tip,
)
from tests.view.program import OpenProgram, RunningProgram, set_up


def test_nothing_is_cut_off_in_a_narrow_column(panel: LayerPanel) -> None:
    for width in (NARROW, 360, 480):
        panel.resize(width, 700)
        QApplication.processEvents()
        buttons = [button for button in panel.findChildren(QToolButton) if button.parent() is not panel.search_field]
        controls = [*buttons, panel.search_field, panel.tree]
        for control in controls:
            if control.isVisible():
                inside = QRect(control.mapTo(panel, QPoint(0, 0)), control.size())
                assert panel.rect().contains(inside), control.accessibleName()
                if isinstance(control, (QToolButton, QLabel)):
                    assert control.height() >= min(20, control.sizeHint().height())
                    assert control.width() >= control.sizeHint().width(), control.accessibleName()
        for one in controls:
            for other in controls:
                if one is not other and one.parent() is other.parent():
                    assert not one.geometry().intersects(other.geometry())


def test_typing_leaves_the_layers_that_hold_the_words(panel: LayerPanel) -> None:
    panel.focus_search()
    QTest.keyClicks(panel.search_field, "front SPAN")
    names = panel.tree.rows.names
    assert names[0] == "front_spans"
    assert names[1:4] == ["front_attack_spans", "east_front_attack_spans", "west_front_attack_spans"]
    assert set(names[4:]) >= {"interspans", "telestops", "rear_twins"}, "definitions come after titles"
    assert panel.tree.isVisible()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("telestops_of_each", ["telestops_of_each"]),
        ("Half-isolated", ["half_isolated_pawns", "half_isolated_files"]),
        ("mechanically", ["unfree_pawns"]),
    ],
)
def test_titles_identifiers_and_definitions_are_searched(panel: LayerPanel, text: str, expected: list[str]) -> None:
    QTest.keyClicks(panel.search_field, text)
    assert panel.tree.rows.names == expected


def test_a_search_without_a_result_says_so_offers_no_command_and_escape_shows_all_again(panel: LayerPanel) -> None:
    before = panel.tree.rows.names
    action = panel.commands.actions_by_name["show_alone"]
    assert action.isEnabled()
    panel.focus_search()
    QTest.keyClicks(panel.search_field, "queen pair")
    assert not panel.tree.isVisible() and not action.isEnabled()
    texts = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
    assert any("No layer found for “queen pair”." in text for text in texts)
    QTest.keyClick(panel.search_field, Qt.Key.Key_Down)
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert panel.search_field.text() == ""
    assert panel.tree.isVisible()
    assert panel.tree.rows.names == before and action.isEnabled()


def test_escape_ends_the_search_and_leads_back_to_its_field(panel: LayerPanel) -> None:
    panel.focus_search()
    QTest.keyClicks(panel.search_field, "span")
    QTest.keyClick(panel.search_field, Qt.Key.Key_Return)
    assert panel.tree.hasFocus()
    QTest.keyClick(panel.tree, Qt.Key.Key_Escape)
    assert panel.search_field.text() == ""
    QTest.keyClick(panel.tree, Qt.Key.Key_Escape)
    assert panel.search_field.hasFocus()


def test_escape_in_an_empty_search_field_is_the_window_s(document: Document, layers: ShownLayers, qtbot: QtBot) -> None:
    class Window(QWidget):
        escaped = False

        @override
        def keyPressEvent(self, event: object) -> None:
            self.escaped = True

    window = Window()
    qtbot.addWidget(window)
    panel = LayerPanel(layers)
    panel.setParent(window)
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert window.escaped


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Return])
def test_down_and_enter_go_from_the_search_to_the_first_layer_found(
    panel: LayerPanel, layers: ShownLayers, qtbot: QtBot, key: Qt.Key
) -> None:
    panel.activateWindow()
    panel.focus_search()
    QTest.keyClicks(panel.search_field, "capturers")
    QTest.keyClick(panel.search_field, key)
    qtbot.waitUntil(panel.tree.hasFocus)
    assert layers.current == panel.tree.current_identifier == "capturers"
    assert shown(layers) == {"front_spans": (True, True)}


def test_a_search_makes_its_best_match_current_and_begins_at_the_top(panel: LayerPanel, layers: ShownLayers) -> None:
    QTest.keyClicks(panel.search_field, "attacks")
    assert panel.tree.rows.names[0] == layers.current == panel.tree.current_identifier == "attacks"
    panel.commands.actions_by_name["show_alone"].trigger()
    assert shown(layers) == {"attacks": (True, True)}
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert panel.tree.current_identifier == "attacks"
    panel.resize(NARROW, 400)
    QApplication.processEvents()
    panel.tree.scrollToBottom()
    QTest.keyClicks(panel.search_field, "pawns")
    QApplication.processEvents()
    assert panel.tree.verticalScrollBar().value() == 0
    assert panel.tree.verticalScrollBar().maximum() > 0


def test_players_words_find_a_layer_and_are_named_beside_its_title(panel: LayerPanel) -> None:
    QTest.keyClicks(panel.search_field, "unfree")
    assert panel.tree.rows.names[0] == "unfree_pawns"
    assert panel.tree.rows.row("unfree_pawns").other_word == "unfree pawns"
    with_word = panel.tree.viewport().grab().toImage()
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert panel.tree.rows.row("unfree_pawns").other_word == ""
    QTest.keyClicks(panel.search_field, "opposed pawns")
    assert panel.tree.viewport().grab().toImage() != with_word


def test_folded_layers_are_found_in_a_search_and_seen_if_they_become_current_though_without_a_square(
    panel: LayerPanel, layers: ShownLayers
) -> None:
    panel.tree.rows.fold(HERE)
    assert "stops" not in panel.tree.rows.names
    QTest.keyClicks(panel.search_field, "stop")
    assert "stops" in panel.tree.rows.names
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert "stops" not in panel.tree.rows.names
    panel.tree.rows.fold(NOT_HERE)
    layers.user_layers.set_kept(UserLayers([UserLayer("empty", "Empty", "{}")]))
    assert "empty" not in panel.tree.rows.names
    layers.set_current("empty")
    assert panel.tree.current_identifier == "empty"
    assert panel.tree.viewport().rect().contains(panel.tree.visualRect(panel.tree.currentIndex()).center())


def test_a_search_ends_where_it_hides_the_layer_that_becomes_current(panel: LayerPanel, layers: ShownLayers) -> None:
    QTest.keyClicks(panel.search_field, "stop")
    layers.set_current("telestops")
    assert panel.search_field.text() == "stop"
    layers.set_current("safe_squares")
    assert panel.search_field.text() == ""
    assert panel.tree.current_identifier == "safe_squares"
    assert panel.tree.viewport().rect().contains(panel.tree.visualRect(panel.tree.currentIndex()).center())


def test_the_old_text_of_the_search_is_selected_by_its_key_and_a_first_click(panel: LayerPanel, qtbot: QtBot) -> None:
    QTest.keyClicks(panel.search_field, "stops")
    panel.focus_search()
    assert panel.search_field.selectedText() == "stops"
    panel.activateWindow()
    panel.tree.setFocus()
    qtbot.waitUntil(panel.tree.hasFocus)
    QTest.mouseClick(panel.search_field, LEFT)
    assert panel.search_field.selectedText() == "stops"
    QTest.mouseClick(panel.search_field, LEFT)
    assert panel.search_field.selectedText() == "", "a second click places the cursor"


def test_temporary_layers_appear_among_the_shown_ones_and_go(panel: LayerPanel, layers: ShownLayers) -> None:
    layers.set_temporary([temporary("printed")])
    assert panel.tree.rows.names[:2] == ["front_spans", "printed"]
    point(panel.tree, "printed")
    layers.set_temporary([])
    assert "printed" not in panel.tree.rows.names
    point(panel.tree, "stops")
    assert layers.now.preview == "stops"


def test_a_panel_that_is_closed_for_good_is_freed(qtbot: QtBot, document: Document, layers: ShownLayers) -> None:
    panel = LayerPanel(layers)
    panel.show()
    panel.tree.grab()
    gone = weakref.ref(panel.tree)
    panel.close()
    panel.deleteLater()
    del panel
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    assert gone() is None
    layers.set_shown("stops", white=True, black=True)
    layers.set_current("stops")


def test_a_search_lasts_while_user_layers_come_are_renamed_and_go(panel: LayerPanel, layers: ShownLayers) -> None:
    def have(*names: str) -> None:
        layers.user_layers.set_kept(UserLayers(UserLayer(name, name.title(), "own") for name in names))

    have("quince", "plum")
    panel.search_field.setText("quince")
    tree = panel.tree
    have("fig", "melon")
    assert tree.rows.rowCount() == 0
    have("fig", "quince", "pear", "plum")
    assert tree.rows.names == ["quince"]
    panel.search_field.clear()
    assert {"fig", "quince", "pear", "plum"} < set(tree.rows.names)
    layers.user_layers.set_kept(UserLayers([UserLayer("thing", "Mine thing", "own")]))
    panel.search_field.setText("thing")
    layers.set_current("thing")
    layers.user_layers.set_draft(UserLayer("thing", "Zebra", "own"), "thing")
    assert panel.tree.rows.index_of("thing").isValid()
    layers.user_layers.keep(UserLayer("zebra", "Zebra", "own"), "thing")
    layers.user_layers.end_draft()
    layers.set_current("zebra")
    assert panel.tree.rows.index_of("zebra").isValid()
    layers.user_layers.set_kept(UserLayers())
    panel.search_field.setText("qqq")
    assert not panel.tree.isVisible()
    layers.user_layers.set_kept(UserLayers([UserLayer("qqq", "Qqq", "own")]))
    assert panel.tree.isVisible()
    layers.user_layers.set_kept(UserLayers())
    assert not panel.tree.isVisible()


@pytest.fixture
def wide(panel: LayerPanel) -> None:
    """Give the panel room for a button for each preset."""
    panel.resize(460, 700)
    QApplication.processEvents()


def buttons_of(panel: LayerPanel) -> list[ChipButton]:
    return list(panel.preset_bar.presets)


@pytest.mark.usefixtures("wide")
def test_presets_have_room_beside_a_button_that_clears_and_brings_back(panel: LayerPanel, layers: ShownLayers) -> None:
    for width in (340, 480, 900):
        panel.resize(width, 700)
        QApplication.processEvents()
        bar = panel.preset_bar
        places = [button.geometry() for button in (*buttons_of(panel), bar.clear_button)]
        assert all(bar.rect().contains(place) for place in places)
        assert not any(one.intersects(other) for one, other in combinations(places, 2))
        assert (len({place.y() for place in places}) == 1) == (width == 900)
        assert bar.geometry().bottom() < panel.tree.mapTo(panel, panel.tree.rect().topLeft()).y()
    texts = [button.text() for button in panel.findChildren(QAbstractButton) if button.text()]
    assert len(set(texts)) == len(texts)
    panel.resize(460, 700)
    QApplication.processEvents()
    button = panel.preset_bar.clear_button
    QTest.mouseClick(button, LEFT)
    assert shown(layers) == {}
    assert button.text() == "Bring back"
    assert panel.preset_bar.rect().contains(button.geometry())
    QTest.mouseClick(button, LEFT)
    assert shown(layers) == {"front_spans": (True, True)}
    assert button.text() == "Clear"


@pytest.mark.slow
@pytest.mark.usefixtures("wide")
def test_a_preset_shows_exactly_its_layers_at_the_top_by_click_and_key_and_its_button_stays_down(
    panel: LayerPanel, layers: ShownLayers
) -> None:
    for number, preset in enumerate(presets()):
        layers.set_shown("rear_fills", white=True, black=False)
        QTest.mouseClick(buttons_of(panel)[number], LEFT)
        assert shown(layers) == dict.fromkeys(preset.layers, (True, True))
        assert [button.isChecked() for button in buttons_of(panel)].index(True) == number
        QTest.mouseClick(buttons_of(panel)[number], LEFT)
        assert buttons_of(panel)[number].isChecked()
        layers.set_shown("rear_fills", white=True, black=False)
        assert not any(button.isChecked() for button in buttons_of(panel))
    panel.search_field.setText("pawns")
    panel.tree.scrollToBottom()
    QTest.mouseClick(buttons_of(panel)[0], LEFT)
    assert panel.search_field.text() == ""
    assert panel.tree.verticalScrollBar().value() == 0
    assert set(panel.tree.rows.names[:3]) == set(presets()[0].layers)
    assert layers.current in presets()[0].layers
    button = buttons_of(panel)[2]
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert set(shown(layers)) == set(presets()[2].layers)
    panel.preset_bar.clear_button.setFocus()
    QTest.keyClick(panel.preset_bar.clear_button, Qt.Key.Key_Space)
    assert shown(layers) == {}
    tip = tool_tip(buttons_of(panel)[0], QPoint(4, 4))
    assert presets()[0].description in tip
    assert "Ctrl+1" in tip
    assert "Passed pawns, Isolated pawns" in tip


@pytest.mark.usefixtures("wide")
def test_a_button_that_is_down_looks_different(panel: LayerPanel, layers: ShownLayers) -> None:
    # Under the pointer, which may be there from the beginning, it looks different, too.
    QApplication.sendEvent(buttons_of(panel)[0], QEvent(QEvent.Type.Leave))
    for theme in (LIGHT, DARK):
        panel.setPalette(palette(theme))
        layers.clear()
        up = buttons_of(panel)[0].grab().toImage()
        layers.apply_preset(presets()[0].layers)
        down = buttons_of(panel)[0].grab().toImage()
        assert down.pixelColor(5, 5) == QColor(theme.highlight)
        assert up.pixelColor(5, 5) == QColor(theme.button)


def test_keys_move_a_layer_show_it_alone_copy_its_name_reset_its_style_and_ask_for_its_steps(
    panel: LayerPanel, layers: ShownLayers, qtbot: QtBot
) -> None:
    layers.apply_preset(["isolated_pawns", "levers", "stops"])
    choose(panel, "stops")
    for _ in range(3):
        QTest.keyClick(panel.tree, Qt.Key.Key_Up, ALT)
    assert panel.tree.rows.names[:3] == list(shown(layers)) == ["stops", "isolated_pawns", "levers"]
    assert layers.current == panel.tree.current_identifier == "stops"
    assert not panel.commands.actions_by_name["move_up"].isEnabled()
    QTest.keyClick(panel.tree, Qt.Key.Key_Down, ALT)
    assert panel.tree.rows.names[:3] == list(shown(layers)) == ["isolated_pawns", "stops", "levers"]
    layers.show_exactly({"front_spans": (True, True)})
    choose(panel, "attacks")
    QTest.keyClick(panel.tree, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert shown(layers) == {"attacks": (True, True)}
    QTest.keyClick(panel.tree, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert shown(layers) == {"front_spans": (True, True)}
    choose(panel, "half_isolated_pawns")
    QTest.keyClick(panel.tree, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "half_isolated_pawns"
    choose(panel, "stops")
    assert not panel.commands.actions_by_name["reset_style"].isEnabled()
    layers.set_style("stops", Style(hatch("waves")))
    assert panel.commands.actions_by_name["reset_style"].isEnabled()
    QTest.keyClick(panel.tree, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert layers.style_of("stops") == Style(LAYERS["stops"].mark)
    choose(panel, "stops")
    with qtbot.waitSignal(panel.commands.actions_by_name["open_steps"].triggered):
        QTest.keyClick(panel.tree, Qt.Key.Key_F8)
    assert layers.current == "stops"
    for command in ROW_COMMANDS:
        action = panel.commands.actions_by_name[command.name]
        assert f"({action.shortcut().toString()})" in action.toolTip()
    keys = [key for command in ROW_COMMANDS for key in command.keys]
    assert len(set(keys)) == len(keys)


def test_the_menu_of_a_row_opens_by_mouse_button_and_key(panel: LayerPanel, layers: ShownLayers) -> None:
    place = cell(panel.tree, "double_attacks")
    reason = QContextMenuEvent.Reason.Mouse
    where = panel.tree.viewport().mapToGlobal(place)
    QApplication.sendEvent(panel.tree.viewport(), QContextMenuEvent(reason, place, where))
    menu = open_menu()
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
    layers.set_current("attacks")
    click(panel.tree, "stops", RowPart.MENU)
    open_menu().close()
    assert layers.current == "stops"
    layers.set_current("attacks")
    choose(panel, "stops")
    reason = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(panel.tree.viewport(), QContextMenuEvent(reason, QPoint(5, 5), QPoint(5, 5)))
    open_menu().close()
    assert layers.current == "stops"
    place = panel.tree.visualRect(panel.tree.rows.index(0)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, panel.tree.viewport().mapToGlobal(place))
    QApplication.sendEvent(panel.tree.viewport(), event)
    assert QApplication.activePopupWidget() is None
    layers.set_current("")
    assert not any(action.isEnabled() for action in panel.commands.actions_by_name.values())


def square(program: RunningProgram, name: str) -> QImage:
    return program.board.grab(program.board.board_geometry.square_rect(parse_square(name))).toImage()


def colored(image: QImage) -> float:
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return sum(pixel.hslSaturationF() > 0.25 for pixel in pixels) / len(pixels)


@pytest.mark.slow
def test_large_marks_are_larger_fill_no_square_move_pawns_aside_and_come_back(open_program: OpenProgram) -> None:
    program = open_program()
    set_up(program, "4k3/8/8/3p4/4P3/8/4P3/4K3 w - - 0 1")
    program.layers.clear()

    def top_of_pawn() -> int:
        image = square(program, "e2")
        ground = image.pixel(2, image.height() // 2)
        columns = range(2, image.width() - 2)
        return next(y for y in range(2, image.height()) if any(image.pixel(x, y) != ground for x in columns))

    before = top_of_pawn()
    for layer, name in (("attacks", "d3"), ("stops", "e3"), ("safe_squares", "b5"), ("doubled_pawns", "e2")):
        program.layers.show_exactly({layer: (True, False)})
        program.window.preferences.large_marks.value = False
        usual = colored(square(program, name))
        program.action("large_marks").trigger()
        assert 1.3 * usual < colored(square(program, name)) < 0.3
        own = program.layers.style_of(layer).mark
        assert not own.large, "the layer keeps its own style"
        assert program.window.legend.entries[0].style.mark == own._replace(large=True)
    assert top_of_pawn() < before - 4
    program = open_program()
    assert program.action("large_marks").isChecked()
    assert colored(square(program, "e2")) > 1.3 * usual, "after a restart too"
    program.action("large_marks").trigger()
    assert colored(square(program, "e2")) == pytest.approx(usual)
    assert top_of_pawn() == before
    program.layers.clear()
    program.window.preferences.show_captures.value = True
    usual = colored(square(program, "e4"))
    program.window.preferences.large_marks.value = True
    assert colored(square(program, "e4")) > 1.25 * usual, "the arrow of a capture is wider"


def menu_of(panel: LayerPanel, identifier: str) -> dict[str, QAction]:
    click(panel.tree, identifier, RowPart.MENU)
    return {action.text(): action for action in open_menu().actions()}


def pick(action: QAction) -> None:
    menu = open_menu()
    QTest.mouseClick(menu, LEFT, NO_MODIFIER, menu.actionGeometry(action).center())


def test_a_layer_of_a_package_is_shown_switched_off_kept_so_and_comes_back(
    panel: LayerPanel, layers: ShownLayers, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    half = declared("pawn-extras", title="Half", definition="Half of the board.", formula="own_half")
    monkeypatch.setitem(LAYERS, "half", half)
    layers.user_layers.set_kept(UserLayers())
    layers.user_layers.changed.emit()
    tree, rows = panel.tree, panel.tree.rows
    assert rows.row("half").other_word == "package pawn-extras"
    assert "Switched off" not in menu_of(panel, "stops")
    panel.tree.setFocus()
    click(tree, "half", RowPart.SWITCH)
    assert shown(layers)["half"] == (True, True)
    action = menu_of(panel, "half")["Switched off"]
    assert not action.isChecked()
    pick(action)
    assert "half" not in shown(layers)
    assert rows.index_of(OFF).isValid()
    assert "half" not in rows.names
    panel.search_field.setText("half of the board")
    assert "half" not in rows.names
    panel.search_field.clear()

    again = ShownLayers(document)
    assert again.restore(layers.state()) == []
    assert again.now.off == ("half",)

    rows.fold(OFF)
    action = menu_of(panel, "half")["Switched off"]
    assert action.isChecked()
    pick(action)
    assert not rows.index_of(OFF).isValid()
    assert "half" in rows.names
    layers.switch_off("half")
    click(tree, "half", RowPart.SWITCH)
    assert shown(layers)["half"] == (True, True), "one that is switched on is offered again"
    assert layers.now.off == ()


def test_a_layer_that_is_switched_off_is_offered_nowhere(
    program: RunningProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    half = declared("pawn-extras", title="Half", definition="Half of the board.", formula="own_half")
    monkeypatch.setitem(LAYERS, "half", half)
    monkeypatch.setitem(names.LAYERS, "half", half)
    names.words.cache_clear()
    layers, lanes = program.layers, program.window.lanes
    layers.user_layers.set_kept(UserLayers())
    layers.user_layers.changed.emit()
    choice = LayerChoice(layers, "Layer")
    program.qtbot.addWidget(choice)

    def offers() -> list[bool]:
        return [
            "half" in dict(lanes.offered()),
            half in lanes.all_entries(),
            choice.offers("half"),
            any(word.name == "half" for word in names.found_words("half", ())),
            any(offer.text == "layer:half" for offer in completions("layer:half", 10, ListedNames(GameList())).offers),
            any((entry.kind, entry.title) == ("Layer", "Half") for entry in fixed_entries(program.window)),
        ]

    assert offers() == [True] * 6
    layers.switch_off("half")
    assert offers() == [False] * 6
    layers.switch_off("half")
    assert offers() == [True] * 6
    names.words.cache_clear()


def test_a_layer_of_a_package_that_fails_says_why_in_its_row(
    panel: LayerPanel,
    layers: ShownLayers,
    document: Document,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.setattr("pawnviz.core.layers.packages.FAULTS", [])
    request.addfinalizer(FAILED.clear)

    def few(side: Side[int]) -> int:
        return 1 // (side.pawns != 1 << 35)

    failing = declared("pawn-extras", title="Few", definition="Few pawns.", function=few)
    monkeypatch.setitem(LAYERS, "few", failing)
    layers.user_layers.changed.emit()
    assert not panel.tree.rows.row("few").wrong
    document.set_fen("8/8/8/3P4/8/8/8/8 w - - 0 1")
    assert panel.tree.rows.row("few").wrong
    assert "ZeroDivisionError" in tool_tip(panel.tree.viewport(), cell(panel.tree, "few"))
