"""The list of layers under mouse and keys, and what is painted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, hatch
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.layers.list_model import HERE, NOT_HERE, ON_BOARD
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.layers.layer_list import RowPart
from pawnviz.view.layers.panel import LayerPanel
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme, palette
from tests.view.layers.hands import (
    LEFT,
    NARROW,
    NO_MODIFIER,
    cell,
    choose,
    click,
    colors_of,
    image_of,
    leave,
    point,
    previewed,
    shown,
    tool_tip,
)


def test_the_switch_shows_both_sides_and_hides_them_unless_left(panel: LayerPanel, layers: ShownLayers) -> None:
    click(panel.tree, "stops", RowPart.SWITCH)
    assert shown(layers)["stops"] == (True, True)
    click(panel.tree, "stops", RowPart.SWITCH)
    assert "stops" not in shown(layers)
    place = cell(panel.tree, "stops", RowPart.SWITCH)
    QTest.mouseDClick(panel.tree.viewport(), LEFT, NO_MODIFIER, place)
    assert "stops" not in shown(layers)
    before = shown(layers)
    QTest.mousePress(panel.tree.viewport(), LEFT, NO_MODIFIER, cell(panel.tree, "stops", RowPart.SWITCH))
    QTest.mouseRelease(panel.tree.viewport(), LEFT, NO_MODIFIER, cell(panel.tree, "stops", RowPart.BLACK))
    assert shown(layers) == before


@pytest.mark.parametrize(("part", "sides"), [(RowPart.WHITE, (False, True)), (RowPart.BLACK, (True, False))])
def test_a_click_on_a_count_switches_that_side_off_and_on(
    panel: LayerPanel, layers: ShownLayers, part: RowPart, sides: tuple[bool, bool]
) -> None:
    click(panel.tree, "front_spans", part)
    assert shown(layers) == {"front_spans": sides}
    click(panel.tree, "front_spans", part)
    assert shown(layers) == {"front_spans": (True, True)}
    click(panel.tree, "stops", part)
    assert shown(layers)["stops"] == (not sides[0], not sides[1]), "of a hidden layer it shows that side alone"


def test_a_click_on_a_title_makes_the_layer_current_and_a_double_click_opens_its_page(
    panel: LayerPanel, layers: ShownLayers, qtbot: QtBot
) -> None:
    before = shown(layers)
    click(panel.tree, "attacks")
    assert layers.current == panel.tree.current_identifier == "attacks"
    with qtbot.waitSignal(panel.commands.actions_by_name["open_page"].triggered):
        QTest.mouseDClick(panel.tree.viewport(), LEFT, NO_MODIFIER, cell(panel.tree, "stops"))
    assert layers.current == "stops"
    assert shown(layers) == before


def test_a_click_on_a_heading_folds_its_layers_and_another_unfolds_them(panel: LayerPanel) -> None:
    for title in (HERE, NOT_HERE):
        before = panel.tree.rows.names
        for expected in (False, True):
            place = panel.tree.visualRect(panel.tree.rows.index_of(title)).center()
            QTest.mouseClick(panel.tree.viewport(), LEFT, NO_MODIFIER, place)
            assert (panel.tree.rows.names == before) == expected


def test_rows_and_view_stay_while_pointed_at_or_in_focus(panel: LayerPanel, layers: ShownLayers, qtbot: QtBot) -> None:
    before = panel.tree.rows.names
    point(panel.tree, "stops", RowPart.SWITCH)
    for name in ("stops", "attacks", "front_spans"):
        click(panel.tree, name, RowPart.SWITCH)
        assert panel.tree.rows.names == before
    layers.apply_preset(["levers"])
    assert panel.tree.rows.names == before
    leave(panel.tree)
    assert panel.tree.rows.names[0] == "levers"
    layers.show_exactly({"front_spans": (True, True)})
    panel.activateWindow()
    choose(panel, "stops")
    qtbot.waitUntil(panel.tree.hasFocus)
    before = panel.tree.rows.names
    QTest.keyClick(panel.tree, Qt.Key.Key_Space)
    assert "stops" in shown(layers)
    assert panel.tree.rows.names == before
    panel.search_field.setFocus()
    assert set(panel.tree.rows.names[:2]) == {"front_spans", "stops"}
    layers.toggle("stops")
    panel.resize(NARROW, 400)
    QApplication.processEvents()
    panel.tree.verticalScrollBar().setValue(300)
    layers.toggle("stops")
    assert panel.tree.verticalScrollBar().value() == 300


def test_pointing_at_a_row_previews_its_layer_and_at_a_heading_none(panel: LayerPanel, layers: ShownLayers) -> None:
    for part in RowPart:
        point(panel.tree, "attacks", part)
        assert previewed(layers) == {"front_spans": (True, True), "attacks": (True, True)}
    point(panel.tree, "stops")
    assert layers.now.preview == "stops"
    leave(panel.tree)
    assert previewed(layers) == {"front_spans": (True, True)}
    point(panel.tree, "stops")
    QTest.mouseMove(panel.tree.viewport(), panel.tree.visualRect(panel.tree.rows.index_of(HERE)).center())
    assert layers.now.preview == ""


@pytest.mark.parametrize("end", ["deactivate", "hide", "key", "drag"])
def test_a_preview_ends(panel: LayerPanel, layers: ShownLayers, end: str) -> None:
    point(panel.tree, "stops")
    if end == "deactivate":
        QApplication.sendEvent(panel.tree, QEvent(QEvent.Type.WindowDeactivate))
    elif end == "hide":
        panel.hide()
    elif end == "key":
        QTest.keyClick(panel.tree, Qt.Key.Key_Down)
    else:
        leave(panel.tree)
    assert layers.now.preview == ""


def test_after_a_click_the_board_shows_what_was_chosen_and_no_preview(panel: LayerPanel, layers: ShownLayers) -> None:
    point(panel.tree, "front_spans", RowPart.BLACK)
    click(panel.tree, "front_spans", RowPart.BLACK)
    assert previewed(layers) == {"front_spans": (True, False)}
    point(panel.tree, "front_spans", RowPart.SWITCH)
    assert previewed(layers) == {"front_spans": (True, False)}
    point(panel.tree, "stops")
    point(panel.tree, "front_spans")
    assert previewed(layers) == {"front_spans": (True, True)}


def test_space_left_and_right_switch_enter_opens_the_page(panel: LayerPanel, layers: ShownLayers, qtbot: QtBot) -> None:
    choose(panel, "stops")
    QTest.keyClick(panel.tree, Qt.Key.Key_Space)
    assert shown(layers)["stops"] == (True, True)
    QTest.keyClick(panel.tree, Qt.Key.Key_Space)
    assert "stops" not in shown(layers)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        with qtbot.waitSignal(panel.commands.actions_by_name["open_page"].triggered):
            QTest.keyClick(panel.tree, key)
    assert layers.current == "stops"
    choose(panel, "front_spans")
    QTest.keyClick(panel.tree, Qt.Key.Key_Left)
    assert shown(layers) == {"front_spans": (False, True)}
    QTest.keyClick(panel.tree, Qt.Key.Key_Right)
    assert shown(layers) == {}
    QTest.keyClick(panel.tree, Qt.Key.Key_Left)
    assert shown(layers) == {"front_spans": (True, False)}


def test_the_arrow_keys_go_from_row_to_row_and_a_heading_folds_by_key(panel: LayerPanel, layers: ShownLayers) -> None:
    choose(panel, "front_spans")
    names = panel.tree.rows.names
    QTest.keyClick(panel.tree, Qt.Key.Key_Down)
    assert panel.tree.current_identifier == ""
    assert not panel.commands.actions_by_name["show_alone"].isEnabled()
    QTest.keyClick(panel.tree, Qt.Key.Key_Space)
    assert len(panel.tree.rows.names) < len(names)
    QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    assert panel.tree.rows.names == names
    QTest.keyClick(panel.tree, Qt.Key.Key_Down)
    assert layers.current == panel.tree.current_identifier == names[1]


def test_a_typed_letter_begins_a_search(panel: LayerPanel, layers: ShownLayers, qtbot: QtBot) -> None:
    panel.activateWindow()
    choose(panel, "stops")
    qtbot.waitUntil(panel.tree.hasFocus)
    QTest.keyClicks(panel.tree, "h")
    assert panel.search_field.hasFocus()
    QTest.keyClicks(panel.search_field, "oles")
    assert (panel.search_field.text(), layers.current) == ("holes", "holes")


def test_the_current_layer_has_the_current_row_or_the_next_if_deleted(panel: LayerPanel, layers: ShownLayers) -> None:
    layers.set_current("attacks")
    assert panel.tree.current_identifier == "attacks"
    layers.toggle("attacks")
    assert panel.tree.current_identifier == "attacks", "in its new row"
    layers.user_layers.set_kept(UserLayers(UserLayer(name, name.title(), "own") for name in ("one", "two", "three")))
    layers.set_current("two")
    layers.delete("two")
    assert layers.current == panel.tree.current_identifier == "three"


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_counts_have_the_color_of_their_side_and_those_of_a_hidden_side_are_grey(
    panel: LayerPanel, layers: ShownLayers, theme: Theme
) -> None:
    panel.setPalette(palette(theme))
    QApplication.processEvents()
    for part, color in ((RowPart.WHITE, theme.white_mark), (RowPart.BLACK, theme.black_mark)):
        assert color in colors_of(image_of(panel.tree, "front_spans", part))
        click(panel.tree, "front_spans", part)
        leave(panel.tree)
        layers.set_current("stops")
        assert color not in colors_of(image_of(panel.tree, "front_spans", part))
        layers.set_shown("front_spans", True, True)


def test_the_mark_is_drawn_in_the_layers_style_and_for_the_side_that_has_squares(
    panel: LayerPanel, layers: ShownLayers, document: Document
) -> None:
    before = image_of(panel.tree, "front_spans", RowPart.TITLE)
    layers.set_style("front_spans", Style(hatch("waves"), "#aa00aa", "#00aa00"))
    both = image_of(panel.tree, "front_spans", RowPart.TITLE)
    assert both != before
    document.set_fen("8/5p2/8/8/8/8/8/8 w - - 0 1")
    black = image_of(panel.tree, "front_spans", RowPart.TITLE)
    assert black != both
    layers.set_style("front_spans", Style(hatch("waves"), "#0000aa", "#00aa00"))
    assert image_of(panel.tree, "front_spans", RowPart.TITLE) == black


def test_titles_are_not_cut_at_the_least_width_and_rows_grow_by_font(panel: LayerPanel, layers: ShownLayers) -> None:
    layers.user_layers.set_kept(
        UserLayers([UserLayer("long", "A title of a layer of my own that is so long that it needs three lines", "own")])
    )
    panel.resize(NARROW, 700)
    QApplication.processEvents()
    heights = {}
    for name in panel.tree.rows.names:
        rect = panel.tree.visualRect(panel.tree.rows.index_of(name))
        assert rect.width() <= panel.tree.viewport().width()
        heights[name] = rect.height()
    assert heights["stops"] < heights["backward_pawns_not_isolated_stockfish"] < heights["long"]
    before = panel.tree.visualRect(panel.tree.rows.index_of("stops")).height()
    font = panel.font()
    font.setPointSizeF(2.5 * font.pointSizeF())
    panel.setFont(font)
    QApplication.processEvents()
    assert panel.tree.visualRect(panel.tree.rows.index_of("stops")).height() > before


def test_tool_tips_say_what_a_click_does_and_what_the_layer_is(panel: LayerPanel, layers: ShownLayers) -> None:
    def tip(identifier: str, part: RowPart) -> str:
        return tool_tip(panel.tree.viewport(), cell(panel.tree, identifier, part))

    assert tip("front_spans", RowPart.WHITE) == "Hide front spans for White"
    assert tip("stops", RowPart.BLACK) == "Show stops for Black"
    assert tip("front_spans", RowPart.SWITCH) == "Hide front spans"
    assert LAYERS["stops"].definition in tip("stops", RowPart.TITLE)
    layers.set_style("stops", Style(hatch("solid"), "#eeeeee"))
    assert "White's color is faint on this board" in tip("stops", RowPart.TITLE)


def test_a_switch_that_is_on_looks_different_the_first_heading_has_signs(
    panel: LayerPanel, layers: ShownLayers
) -> None:
    rect = panel.tree.visualRect(panel.tree.rows.index_of(ON_BOARD))
    image = panel.tree.viewport().grab(panel.tree.row_painter.places(rect)[RowPart.WHITE]).toImage()
    assert len(colors_of(image)) > 1
    lower = panel.tree.visualRect(panel.tree.rows.index_of(HERE))
    image = panel.tree.viewport().grab(panel.tree.row_painter.places(lower)[RowPart.WHITE]).toImage()
    assert len(colors_of(image)) == 1
    assert panel.tree.part_at(QPoint(5, 5)) == ("", None)
    layers.set_current("attacks")
    off = image_of(panel.tree, "stops", RowPart.SWITCH)
    layers.toggle("stops")
    assert image_of(panel.tree, "stops", RowPart.SWITCH) != off
    assert LIGHT.link in colors_of(image_of(panel.tree, "stops", RowPart.SWITCH))
