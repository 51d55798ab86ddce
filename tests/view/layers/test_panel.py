"""The Layers panel: its search, its room, and layers that come and go."""

from __future__ import annotations

import gc
import weakref

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QLineEdit,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.layers.list_model import HERE, NOT_HERE
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.layers.panel import LayerPanel
from tests.view.layers.hands import LEFT, NARROW, point, shown, temporary


@pytest.mark.parametrize("width", [NARROW, 360, 480])
def test_nothing_is_cut_off_in_a_narrow_column(panel: LayerPanel, width: int) -> None:
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


def test_every_control_has_a_name_for_screen_readers(panel: LayerPanel) -> None:
    for kind in (QAbstractButton, QLineEdit, QAbstractItemView):
        for control in panel.findChildren(kind):
            if control.isVisible() and control.focusPolicy() != Qt.FocusPolicy.NoFocus:
                assert control.accessibleName()


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


def test_a_search_without_a_result_says_so_and_escape_shows_all_again(panel: LayerPanel) -> None:
    before = panel.tree.rows.names
    panel.focus_search()
    QTest.keyClicks(panel.search_field, "queen pair")
    assert not panel.tree.isVisible()
    texts = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
    assert any("No layer found for “queen pair”." in text for text in texts)
    QTest.keyClick(panel.search_field, Qt.Key.Key_Down)
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert panel.search_field.text() == ""
    assert panel.tree.isVisible()
    assert panel.tree.rows.names == before


def test_escape_in_the_list_ends_the_search_and_leads_back_to_its_field(panel: LayerPanel) -> None:
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
    panel = LayerPanel(document, layers, window)
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


def test_a_search_makes_its_best_match_current_which_commands_are_about(panel: LayerPanel, layers: ShownLayers) -> None:
    QTest.keyClicks(panel.search_field, "attacks")
    assert panel.tree.rows.names[0] == layers.current == panel.tree.current_identifier == "attacks"
    panel.commands.actions_by_name["show_alone"].trigger()
    assert shown(layers) == {"attacks": (True, True)}
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert panel.tree.current_identifier == "attacks"


def test_a_search_without_a_result_offers_no_command_for_a_layer_that_is_out_of_sight(
    panel: LayerPanel, layers: ShownLayers
) -> None:
    action = panel.commands.actions_by_name["show_alone"]
    assert action.isEnabled()
    QTest.keyClicks(panel.search_field, "queen pair")
    assert not action.isEnabled()
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert action.isEnabled()


def test_what_is_found_begins_at_the_top_of_the_list(panel: LayerPanel) -> None:
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


def test_a_click_into_the_search_field_selects_the_old_text(panel: LayerPanel, qtbot: QtBot) -> None:
    panel.search_field.setText("stops")
    panel.activateWindow()
    panel.tree.setFocus()
    qtbot.waitUntil(panel.tree.hasFocus)
    QTest.mouseClick(panel.search_field, LEFT)
    assert panel.search_field.selectedText() == "stops"
    QTest.mouseClick(panel.search_field, LEFT)
    assert panel.search_field.selectedText() == "", "a second click places the cursor"


def test_a_search_finds_folded_layers_which_are_folded_again_at_its_end(panel: LayerPanel) -> None:
    panel.tree.rows.fold(HERE)
    assert "stops" not in panel.tree.rows.names
    QTest.keyClicks(panel.search_field, "stop")
    assert "stops" in panel.tree.rows.names
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert "stops" not in panel.tree.rows.names


def test_a_new_layer_without_a_square_is_in_sight(panel: LayerPanel, layers: ShownLayers) -> None:
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


def test_a_search_without_a_result_ends_where_a_layer_becomes_current(panel: LayerPanel, layers: ShownLayers) -> None:
    QTest.keyClicks(panel.search_field, "queen pair")
    layers.set_current("safe_squares")
    assert panel.tree.isVisible()
    assert panel.tree.current_identifier == "safe_squares"


def test_focus_search_selects_what_is_searched(panel: LayerPanel) -> None:
    QTest.keyClicks(panel.search_field, "stops")
    panel.focus_search()
    assert panel.search_field.selectedText() == "stops"


def test_temporary_layers_appear_among_the_shown_ones_and_go(panel: LayerPanel, layers: ShownLayers) -> None:
    layers.set_temporary([temporary("printed")])
    assert panel.tree.rows.names[:2] == ["front_spans", "printed"]
    point(panel.tree, "printed")
    layers.set_temporary([])
    assert "printed" not in panel.tree.rows.names
    point(panel.tree, "stops")
    assert layers.preview == "stops"


def test_a_panel_that_is_closed_for_good_is_freed(qtbot: QtBot, document: Document, layers: ShownLayers) -> None:
    panel = LayerPanel(document, layers)
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


def test_a_search_goes_on_while_layers_of_one_s_own_come_and_go(panel: LayerPanel, layers: ShownLayers) -> None:
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


def test_a_layer_that_is_renamed_stays_visible_while_it_is_written(panel: LayerPanel, layers: ShownLayers) -> None:
    layers.user_layers.set_kept(UserLayers([UserLayer("thing", "Mine thing", "own")]))
    panel.search_field.setText("thing")
    layers.set_current("thing")
    layers.user_layers.set_draft(UserLayer("thing", "Zebra", "own"), "thing")
    assert panel.tree.rows.index_of("thing").isValid()
    layers.user_layers.keep(UserLayer("zebra", "Zebra", "own"), "thing")
    layers.user_layers.end_draft()
    layers.set_current("zebra")
    assert panel.tree.rows.index_of("zebra").isValid()


def test_the_message_of_a_search_follows_the_layers(panel: LayerPanel, layers: ShownLayers) -> None:
    panel.search_field.setText("qqq")
    assert not panel.tree.isVisible()
    layers.user_layers.set_kept(UserLayers([UserLayer("qqq", "Qqq", "own")]))
    assert panel.tree.isVisible()
    layers.user_layers.set_kept(UserLayers())
    assert not panel.tree.isVisible()
