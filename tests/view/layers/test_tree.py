"""The list of layers as it is used: clicks, preview, keys, and dragged rows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import BLACK_COLUMN, TITLE_COLUMN, WHITE_COLUMN
from pawnviz.view.layers.panel import LayerPanel
from pawnviz.view.layers.rows import number_box
from pawnviz.view.widgets.theme import LIGHT
from tests.view.hands import on_screen
from tests.view.layers.hands import (
    ALT,
    LEFT,
    NARROW,
    NO_MODIFIER,
    cell,
    choose,
    click,
    dragged,
    every_row,
    in_chapter_of,
    listed,
    point,
    previewed,
    shown,
)

# Clicks


@pytest.mark.parametrize(("column", "sides"), [(WHITE_COLUMN, (True, False)), (BLACK_COLUMN, (False, True))])
def test_a_click_on_a_check_box_switches_the_layer_for_that_side_alone(
    panel: LayerPanel, layers: ShownLayers, column: int, sides: tuple[bool, bool]
) -> None:
    click(panel.tree, "stops", column)
    assert shown(layers)["stops"] == sides
    click(panel.tree, "stops", column)
    assert "stops" not in shown(layers)


def test_a_click_on_a_check_box_under_a_preview_is_one_change(panel: LayerPanel, layers: ShownLayers) -> None:
    point(panel.tree, "stops", WHITE_COLUMN)
    assert layers.preview == "stops"
    changes: list[dict[str, tuple[bool, bool]]] = []
    layers.changed.connect(lambda: changes.append(layers.sides))
    click(panel.tree, "stops", WHITE_COLUMN)
    assert changes == [{"front_spans": (True, True), "stops": (True, False)}]
    assert layers.preview == ""


def test_a_quick_second_click_on_a_check_box_switches_back(panel: LayerPanel, layers: ShownLayers) -> None:
    place = cell(panel.tree, "stops", WHITE_COLUMN)
    QTest.mouseDClick(panel.tree.viewport(), LEFT, NO_MODIFIER, place)
    assert "stops" not in shown(layers)


def test_a_press_on_one_box_and_a_release_on_another_switches_neither(panel: LayerPanel, layers: ShownLayers) -> None:
    before = shown(layers)
    QTest.mousePress(panel.tree.viewport(), LEFT, NO_MODIFIER, cell(panel.tree, "stops", WHITE_COLUMN))
    QTest.mouseRelease(panel.tree.viewport(), LEFT, NO_MODIFIER, cell(panel.tree, "telestops", WHITE_COLUMN))
    assert shown(layers) == before


def test_a_click_on_a_title_makes_the_layer_current_and_switches_nothing(
    panel: LayerPanel, layers: ShownLayers
) -> None:
    click(panel.tree, "attacks")
    assert layers.current == "attacks"
    assert shown(layers) == {"front_spans": (True, True)}


def test_a_double_click_on_a_title_switches_both_sides(panel: LayerPanel, layers: ShownLayers) -> None:
    QTest.mouseDClick(panel.tree.viewport(), LEFT, NO_MODIFIER, cell(panel.tree, "stops"))
    assert shown(layers)["stops"] == (True, True)
    QTest.mouseDClick(panel.tree.viewport(), LEFT, NO_MODIFIER, cell(panel.tree, "stops"))
    assert "stops" not in shown(layers)


def test_an_alt_click_shows_a_layer_alone_and_a_second_one_brings_back_the_others(
    panel: LayerPanel, layers: ShownLayers
) -> None:
    layers.set_shown("stops", white=True, black=False)
    before = shown(layers)
    click(panel.tree, "attacks", modifiers=ALT)
    assert shown(layers) == {"attacks": (True, True)}
    assert previewed(layers) == {"attacks": (True, True)}
    click(panel.tree, "attacks", modifiers=ALT)
    assert shown(layers) == before


def test_a_click_on_a_chapter_folds_it_and_another_one_opens_it(panel: LayerPanel) -> None:
    first = panel.tree.rows.index(0, TITLE_COLUMN)
    for expected in (False, True):
        QTest.mouseClick(panel.tree.viewport(), LEFT, NO_MODIFIER, panel.tree.visualRect(first).center())
        assert panel.tree.isExpanded(first) is expected
    assert listed(panel.tree) == every_row()


# Preview


def test_pointing_at_a_row_previews_the_layer_until_the_pointer_leaves(panel: LayerPanel, layers: ShownLayers) -> None:
    point(panel.tree, "rear_spans")
    assert previewed(layers) == {"front_spans": (True, True), "rear_spans": (True, True)}
    point(panel.tree, "stops")
    assert previewed(layers) == {"front_spans": (True, True), "stops": (True, True)}
    QTest.mouseMove(panel.search_field)
    assert previewed(layers) == {"front_spans": (True, True)}
    assert shown(layers) == {"front_spans": (True, True)}


def test_pointing_at_a_chapter_previews_nothing(panel: LayerPanel, layers: ShownLayers) -> None:
    point(panel.tree, "rear_spans")
    QTest.mouseMove(panel.tree.viewport(), panel.tree.visualRect(panel.tree.rows.index(0, TITLE_COLUMN)).center())
    assert layers.preview == ""


def test_the_preview_ends_when_the_window_is_no_longer_active(panel: LayerPanel, layers: ShownLayers) -> None:
    point(panel.tree, "rear_spans")
    QApplication.sendEvent(panel.tree, QEvent(QEvent.Type.WindowDeactivate))
    assert layers.preview == ""


def test_the_preview_ends_when_the_panel_is_hidden(panel: LayerPanel, layers: ShownLayers) -> None:
    point(panel.tree, "rear_spans")
    assert layers.preview == "rear_spans"
    panel.hide()
    assert layers.preview == ""


def test_the_preview_follows_the_wheel(panel: LayerPanel, layers: ShownLayers) -> None:
    panel.resize(NARROW, 400)
    QApplication.processEvents()
    place = cell(panel.tree, "rear_spans")
    QTest.mouseMove(panel.tree.viewport(), place)
    where = QPointF(place)
    wheel = QWheelEvent(
        where,
        QPointF(panel.tree.viewport().mapToGlobal(place)),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        NO_MODIFIER,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(panel.tree.viewport(), wheel)
    assert panel.tree.verticalScrollBar().value() > 0
    assert layers.preview == panel.tree.identifier_at(place) != "rear_spans"


def test_after_a_click_the_board_shows_what_was_chosen_and_no_preview(panel: LayerPanel, layers: ShownLayers) -> None:
    point(panel.tree, "stops", WHITE_COLUMN)
    click(panel.tree, "stops", WHITE_COLUMN)
    assert previewed(layers)["stops"] == (True, False)
    point(panel.tree, "stops", BLACK_COLUMN)
    assert previewed(layers)["stops"] == (True, False)
    point(panel.tree, "telestops")
    point(panel.tree, "stops")
    assert previewed(layers)["stops"] == (True, True)


def test_a_key_ends_the_preview(panel: LayerPanel, layers: ShownLayers) -> None:
    choose(panel, "stops")
    point(panel.tree, "rear_spans")
    QTest.keyClick(panel.tree, Qt.Key.Key_Down)
    assert layers.preview == ""


# Keys


def test_enter_switches_both_sides(panel: LayerPanel, layers: ShownLayers) -> None:
    choose(panel, "stops")
    QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    assert shown(layers)["stops"] == (True, True)
    QTest.keyClick(panel.tree, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert "stops" not in shown(layers)


def test_space_switches_the_side_of_the_column_that_the_arrow_keys_chose(
    panel: LayerPanel, layers: ShownLayers
) -> None:
    choose(panel, "stops")
    QTest.keyClick(panel.tree, Qt.Key.Key_Right)
    QTest.keyClick(panel.tree, Qt.Key.Key_Space)
    assert shown(layers)["stops"] == (True, False)
    QTest.keyClick(panel.tree, Qt.Key.Key_Right)
    QTest.keyClick(panel.tree, Qt.Key.Key_Space)
    assert shown(layers)["stops"] == (True, True)
    QTest.keyClick(panel.tree, Qt.Key.Key_Down)
    QTest.keyClick(panel.tree, Qt.Key.Key_Space)
    assert shown(layers)["telestops"] == (False, True)
    for _ in range(2):
        QTest.keyClick(panel.tree, Qt.Key.Key_Left)
    QTest.keyClick(panel.tree, Qt.Key.Key_Space)
    assert "telestops" not in shown(layers)


def test_the_cell_with_the_focus_is_framed(panel: LayerPanel, qtbot: QtBot) -> None:
    panel.activateWindow()
    choose(panel, "stops", WHITE_COLUMN)
    qtbot.waitUntil(panel.tree.hasFocus)
    rect = panel.tree.visualRect(panel.tree.index_of("stops", WHITE_COLUMN))
    image = panel.tree.viewport().grab().toImage()
    edge = {image.pixelColor(rect.center().x(), rect.top() + y).name() for y in range(3)}
    assert LIGHT.link in edge
    other = {image.pixelColor(rect.center().x() + rect.width(), rect.top() + y).name() for y in range(3)}
    assert LIGHT.link not in other


def test_left_goes_to_the_chapter_and_folds_it(panel: LayerPanel, layers: ShownLayers) -> None:
    choose(panel, "telestops")
    QTest.keyClick(panel.tree, Qt.Key.Key_Left)
    chapter = panel.tree.currentIndex()
    assert chapter.data() == "Spans and stops"
    assert layers.current == "telestops"
    QTest.keyClick(panel.tree, Qt.Key.Key_Left)
    assert not panel.tree.isExpanded(chapter)
    QTest.keyClick(panel.tree, Qt.Key.Key_Right)
    assert panel.tree.isExpanded(chapter)
    for expected in (False, True):
        QTest.keyClick(panel.tree, Qt.Key.Key_Return)
        assert panel.tree.isExpanded(chapter) is expected
    assert shown(layers) == {"front_spans": (True, True)}


def test_the_arrow_keys_look_at_one_layer_after_the_other(panel: LayerPanel, layers: ShownLayers) -> None:
    choose(panel, "stops")
    QTest.keyClick(panel.tree, Qt.Key.Key_Down)
    assert layers.current == "telestops"
    QTest.keyClick(panel.tree, Qt.Key.Key_Up)
    assert layers.current == "stops"


def test_another_current_layer_is_followed(panel: LayerPanel, layers: ShownLayers) -> None:
    assert panel.tree.current_identifier == "front_spans"
    layers.set_current("attacks")
    assert panel.tree.current_identifier == "attacks"
    layers.set_current("")
    assert panel.tree.current_identifier == ""


# Dragging


def test_a_row_is_dropped_between_others_of_its_chapter(panel: LayerPanel) -> None:
    rows = panel.tree.rows
    chapter = panel.tree.index_of("front_spans").parent()
    move = Qt.DropAction.MoveAction
    assert rows.canDropMimeData(dragged(panel, "front_spans"), move, 3, TITLE_COLUMN, chapter)
    assert rows.dropMimeData(dragged(panel, "front_spans"), move, 3, TITLE_COLUMN, chapter)
    assert in_chapter_of(panel.tree, "fronts")[:4] == ["rear_spans", "interspans", "front_spans", "fronts"]
    assert panel.tree.current_identifier == "front_spans"


def test_a_row_is_not_dropped_into_another_chapter(panel: LayerPanel) -> None:
    rows = panel.tree.rows
    move = Qt.DropAction.MoveAction
    assert not rows.canDropMimeData(dragged(panel, "front_spans"), move, 0, TITLE_COLUMN, rows.index(0, TITLE_COLUMN))
    assert not rows.canDropMimeData(dragged(panel, "front_spans"), move, 0, TITLE_COLUMN, QModelIndex())
    assert listed(panel.tree) == every_row()


def test_moving_with_a_button_down_ends_the_preview(panel: LayerPanel, layers: ShownLayers) -> None:
    point(panel.tree, "rear_spans")
    QTest.mousePress(panel.tree.viewport(), LEFT, NO_MODIFIER, cell(panel.tree, "rear_spans"))
    QTest.mouseMove(panel.tree.viewport(), cell(panel.tree, "rear_spans") + QPoint(1, 0))
    assert layers.preview == ""
    QTest.mouseRelease(panel.tree.viewport(), LEFT, NO_MODIFIER, cell(panel.tree, "rear_spans"))


# Layers that differ in a number only


def test_the_widths_of_islands_are_one_row_with_a_number_to_choose(panel: LayerPanel, layers: ShownLayers) -> None:
    tree = panel.tree
    widths = [name for name in listed(tree) if name.startswith("islands_of_width")]
    assert widths == ["islands_of_width_1"]
    layers.set_shown("islands_of_width_1", white=True, black=False)
    choose(panel, "islands_of_width_1")
    QTest.keyClicks(tree, "++")
    assert shown(layers) == {"front_spans": (True, True), "islands_of_width_3": (True, False)}
    assert tree.current_identifier == layers.current == "islands_of_width_3"
    assert [name for name in listed(tree) if name.startswith("islands_of_width")] == ["islands_of_width_3"]
    QTest.keyClicks(tree, "---")
    assert layers.current == "islands_of_width_1"


def test_a_click_on_the_number_opens_a_menu_of_all_of_them_with_their_counts(
    panel: LayerPanel, layers: ShownLayers
) -> None:
    tree = panel.tree
    row = tree.visualRect(tree.index_of("islands_of_width_1"))
    QTest.mouseClick(tree.viewport(), LEFT, NO_MODIFIER, number_box(row).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    texts = [action.text() for action in menu.actions()]
    assert texts[:2] == ["&1 wide: White 1, Black 2", "&2 wide: White 2, Black 0"]
    menu.actions()[1].trigger()
    menu.close()
    assert layers.current == "islands_of_width_2"
    assert not any(layers.sides_of("islands_of_width_2")), "a number is chosen without being shown"


def test_widths_that_an_old_session_shows_together_all_have_a_row(panel: LayerPanel, layers: ShownLayers) -> None:
    layers.restore({"shown": {"islands_of_width_2": "both", "islands_of_width_4": "white"}})
    widths = [name for name in listed(panel.tree) if name.startswith("islands_of_width")]
    assert widths == ["islands_of_width_2", "islands_of_width_4"]
    layers.choose_number("islands_of_width_2", 4)
    assert shown(layers) == {"islands_of_width_4": (True, True)}
    widths = [name for name in listed(panel.tree) if name.startswith("islands_of_width")]
    assert widths == ["islands_of_width_4"]


def test_a_width_that_is_looked_for_by_its_number_is_found_and_takes_the_row(
    panel: LayerPanel, layers: ShownLayers
) -> None:
    QTest.keyClicks(panel.search_field, "islands_of_width_5")
    assert listed(panel.tree)[0] == layers.current == "islands_of_width_5"
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert [name for name in listed(panel.tree) if name.startswith("islands_of_width")] == ["islands_of_width_5"]


# Folding


def test_building_blocks_are_folded_at_first_and_name_the_current_layer_that_they_hide(
    qtbot: QtBot, document: Document, layers: ShownLayers
) -> None:
    panel = LayerPanel(document, layers)
    qtbot.addWidget(panel)
    panel.resize(NARROW, 4000)
    panel.show()
    assert listed(panel.tree) == every_row()[: -len(in_chapter_of(panel.tree, "pawns"))]
    heading = panel.tree.visualRect(panel.tree.index_of("pawns").parent())
    before = panel.tree.viewport().grab(heading).toImage()
    layers.set_current("pawns")
    assert not panel.tree.isExpanded(panel.tree.index_of("pawns").parent())
    assert panel.tree.viewport().grab(heading).toImage() != before


def test_a_deselected_row_is_painted_as_any_other_once_another_one_is_current(panel: LayerPanel) -> None:
    tree = panel.tree
    first, second = listed(tree)[:2]
    click(tree, first)
    click(tree, first, modifiers=Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()
    click(tree, second)
    QApplication.processEvents()
    seen = on_screen(tree.viewport())
    tree.viewport().update()
    QApplication.processEvents()
    assert on_screen(tree.viewport()) == seen
