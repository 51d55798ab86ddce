"""The Layers panel under hands: what clicks, keys and the pointer do, and what is to be seen."""

from __future__ import annotations

import gc
import weakref

import pytest
from PySide6.QtCore import QEvent, QMimeData, QModelIndex, QObject, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QHelpEvent, QImage, QPaintEvent, QRegion, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QToolButton,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from pawnviz.core.catalog.presets import presets
from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.layers.marks import Style, bar, hatch
from pawnviz.core.layers.registry import SPANS
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import BLACK_COLUMN, TITLE_COLUMN, WHITE_COLUMN
from pawnviz.override import override
from pawnviz.view.layers.commands import ROW_COMMANDS
from pawnviz.view.layers.panel import LayerPanel
from pawnviz.view.layers.tree import LayerTree
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme, palette

LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier
NO_MODIFIER = Qt.KeyboardModifier.NoModifier
NARROW = 300
"""The width of the dock in a window of 1024 by 700."""


@pytest.fixture
def document(qapp: QApplication) -> Document:
    document = Document()
    document.set_fen("8/5p2/8/3p4/4P3/8/PP6/8 w - - 0 1")
    return document


@pytest.fixture
def layers(document: Document) -> ShownLayers:
    return ShownLayers(document)


@pytest.fixture
def panel(qtbot: QtBot, document: Document, layers: ShownLayers) -> LayerPanel:
    panel = LayerPanel(document, layers)
    qtbot.addWidget(panel)
    show(panel)
    return panel


def show(panel: LayerPanel, theme: Theme = LIGHT) -> None:
    """Show a panel as wide as its dock, with all layers in sight."""
    panel.setPalette(palette(theme))
    panel.resize(NARROW, 1400)
    panel.show()
    QTest.qWaitForWindowExposed(panel)


def cell(tree: LayerTree, identifier: str, column: int = TITLE_COLUMN) -> QPoint:
    """Return the middle of a layer's cell; of a side's cell the middle of the check box."""
    rect = tree.visualRect(tree.index_of(identifier, column))
    assert rect.isValid(), f"{identifier} is not to be seen"
    return rect.center() if column == TITLE_COLUMN else QPoint(rect.left() + 13, rect.center().y())


def click(
    tree: LayerTree, identifier: str, column: int = TITLE_COLUMN, modifiers: Qt.KeyboardModifier = NO_MODIFIER
) -> None:
    QTest.mouseClick(tree.viewport(), LEFT, modifiers, cell(tree, identifier, column))


def point(tree: LayerTree, identifier: str, column: int = TITLE_COLUMN) -> None:
    # A pointer that is there already does not move.
    QTest.mouseMove(tree.viewport(), cell(tree, identifier, column) + QPoint(1, 0))
    QTest.mouseMove(tree.viewport(), cell(tree, identifier, column))


def shown(layers: ShownLayers) -> dict[str, tuple[bool, bool]]:
    """Return the layers that are switched on, with their sides."""
    sides = {name: (layers.is_shown(name, True), layers.is_shown(name, False)) for name in layers.all}
    return {name: on for name, on in sides.items() if any(on)}


def previewed(layers: ShownLayers) -> dict[str, tuple[bool, bool]]:
    """Return what the board shows."""
    return {entry.layer.identifier: (entry.white, entry.black) for entry in layers.shown()}


def listed(tree: LayerTree) -> list[str]:
    """Return the layers in the rows that can be seen, from top to bottom."""
    names = []
    index = tree.indexAt(QPoint(5, 1))
    while index.isValid():
        identifier = tree.rows.identifier_at(index)
        if identifier:
            names.append(identifier)
        index = tree.indexBelow(index)
    return names


def image_of(tree: LayerTree, identifier: str, column: int) -> QImage:
    """Return the picture of a cell."""
    return tree.viewport().grab(tree.visualRect(tree.index_of(identifier, column))).toImage()


def color_in_box(tree: LayerTree, identifier: str, column: int) -> str:
    """Return the color inside a check box, beside its tick."""
    image = tree.viewport().grab().toImage()
    return image.pixelColor(cell(tree, identifier, column) + QPoint(-3, -4)).name()


class Painted(QObject):
    """Notes the region of a widget that is painted from now on."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.region = QRegion()
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region = self.region.united(event.region())
        return False


def tool_tip(widget: QWidget, place: QPoint) -> str:
    """Return the tool tip at a point of a widget."""
    QToolTip.hideText()
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place)))
    return QToolTip.text()


def choose(panel: LayerPanel, identifier: str, column: int = TITLE_COLUMN) -> None:
    """Go to a layer's cell and give the keys to the list."""
    panel.tree.setFocus()
    panel.tree.setCurrentIndex(panel.tree.index_of(identifier, column))


# What is to be seen


def test_every_layer_is_listed_below_its_chapter(panel: LayerPanel) -> None:
    assert listed(panel.tree) == list(LAYERS)
    rows = panel.tree.rows
    titles = [rows.index(row, TITLE_COLUMN).data() for row in range(rows.rowCount())]
    assert titles == list(dict.fromkeys(layer.chapter.title for layer in LAYERS.values()))


def test_rows_are_about_24_pixels_high(panel: LayerPanel) -> None:
    heights = {panel.tree.visualRect(panel.tree.index_of(name)).height() for name in LAYERS}
    assert len(heights) == 1
    assert 22 <= heights.pop() <= 30


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_check_box_is_filled_with_the_color_of_its_side(panel: LayerPanel, layers: ShownLayers, theme: Theme) -> None:
    show(panel, theme)
    layers.set_shown("stops", white=True, black=False)
    assert color_in_box(panel.tree, "stops", WHITE_COLUMN) == theme.white_mark
    assert color_in_box(panel.tree, "stops", BLACK_COLUMN) == theme.base or panel.tree.currentIndex().row() >= 0
    layers.set_shown("stops", white=False, black=True)
    assert color_in_box(panel.tree, "stops", WHITE_COLUMN) == theme.base
    assert color_in_box(panel.tree, "stops", BLACK_COLUMN) == theme.black_mark


def test_a_shown_layer_has_a_bar_at_the_left(panel: LayerPanel, layers: ShownLayers) -> None:
    def left_edge(identifier: str) -> str:
        place = panel.tree.visualRect(panel.tree.index_of(identifier))
        return panel.tree.viewport().grab().toImage().pixelColor(1, place.center().y()).name()

    layers.set_current("pawns")
    layers.set_shown("rear_spans", white=False, black=True)
    assert left_edge("rear_spans") == LIGHT.link
    assert left_edge("front_spans") == LIGHT.link
    assert left_edge("stops") == LIGHT.base


def test_the_swatch_is_drawn_in_the_layer_s_style(panel: LayerPanel, layers: ShownLayers) -> None:
    before = image_of(panel.tree, "stops", TITLE_COLUMN)
    layers.set_style("stops", Style(bar("solid"), "#8f00c0", "", 1.0))
    after = image_of(panel.tree, "stops", TITLE_COLUMN)
    assert before != after
    colors = {after.pixelColor(x, y).name() for x in range(8, 26) for y in range(after.height())}
    assert "#8f00c0" in colors


def test_counts_follow_the_position(panel: LayerPanel, document: Document) -> None:
    before = image_of(panel.tree, "pawns", WHITE_COLUMN)
    other = image_of(panel.tree, "pawns", BLACK_COLUMN)
    document.place(10, "P")
    assert image_of(panel.tree, "pawns", WHITE_COLUMN) != before
    assert image_of(panel.tree, "pawns", BLACK_COLUMN) == other
    assert panel.tree.content_of("pawns").counts == (4, 2)


def test_an_edit_paints_the_counts_that_it_changes_and_nothing_else(panel: LayerPanel, document: Document) -> None:
    tree = panel.tree
    QApplication.processEvents()
    contents = {name: tree.content_of(name) for name in LAYERS}
    before = tree.viewport().grab().toImage()
    painted = Painted(tree.viewport())
    document.place(10, "P")
    QApplication.processEvents()
    region = painted.region
    after = tree.viewport().grab().toImage()
    for name, content in contents.items():
        for column in (TITLE_COLUMN, WHITE_COLUMN, BLACK_COLUMN):
            rect = tree.visualRect(tree.index_of(name, column)).intersected(tree.viewport().rect())
            counted = column != TITLE_COLUMN and content.counts[column - 1] != tree.content_of(name).counts[column - 1]
            assert region.intersects(rect) == (counted and not rect.isEmpty()), (name, column)
            assert counted or rect.isEmpty() or before.copy(rect) == after.copy(rect), (name, column)
    changed = region.boundingRect()
    assert before.copy(changed) != after.copy(changed)


def test_a_switched_box_paints_its_row_and_nothing_else(panel: LayerPanel, layers: ShownLayers) -> None:
    tree = panel.tree
    QApplication.processEvents()
    painted = Painted(tree.viewport())
    layers.set_shown("stops", True, False)
    QApplication.processEvents()
    rows = {name: tree.visualRect(tree.index_of(name)) for name in LAYERS}
    assert [name for name, row in rows.items() if painted.region.intersects(row)] == ["stops"]


def test_a_row_that_comes_into_sight_again_shows_the_counts_of_now(panel: LayerPanel, document: Document) -> None:
    tree = panel.tree
    panel.resize(NARROW, 400)
    QApplication.processEvents()
    top = image_of(tree, "pawns", WHITE_COLUMN)
    tree.scrollToBottom()
    QApplication.processEvents()
    document.place(10, "P")
    QApplication.processEvents()
    tree.scrollToTop()
    QApplication.processEvents()
    painted = Painted(tree.viewport())
    document.undo_stack.undo()
    QApplication.processEvents()
    assert painted.region.intersects(tree.visualRect(tree.index_of("pawns", WHITE_COLUMN)))
    assert image_of(tree, "pawns", WHITE_COLUMN) == top


def test_the_footer_names_the_number_of_shown_layers(panel: LayerPanel, layers: ShownLayers) -> None:
    assert panel.footer.shown_label.text() == "1 layer shown"
    layers.set_shown("stops", white=False, black=True)
    assert panel.footer.shown_label.text() == "2 layers shown"
    layers.set_preview("rear_spans")
    assert panel.footer.shown_label.text() == "2 layers shown"
    QTest.mouseClick(panel.preset_bar.clear_button, LEFT)
    assert panel.footer.shown_label.text() == "No layer shown"
    assert shown(layers) == {}
    assert not panel.preset_bar.clear_button.isEnabled()


def test_what_a_preset_or_clear_has_replaced_is_brought_back(panel: LayerPanel, layers: ShownLayers) -> None:
    assert not panel.footer.back_button.isEnabled()
    layers.set_shown("stops", white=False, black=True)
    chosen = shown(layers)
    QTest.mouseClick(panel.preset_bar.clear_button, LEFT)
    QTest.mouseClick(panel.footer.back_button, LEFT)
    assert shown(layers) == chosen
    QTest.mouseClick(panel.preset_bar.presets[1], LEFT)
    click(panel.tree, "rear_spans", WHITE_COLUMN)
    preset = shown(layers)
    QTest.mouseClick(panel.footer.back_button, LEFT)
    assert shown(layers) == chosen
    QTest.mouseClick(panel.footer.back_button, LEFT)
    assert shown(layers) == preset


def test_one_button_alone_says_clear(panel: LayerPanel) -> None:
    texts = [button.text() for button in panel.findChildren(QAbstractButton) if button.text()]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("width", [NARROW, 240, 500])
def test_nothing_is_cut_off_in_a_narrow_dock(panel: LayerPanel, width: int) -> None:
    panel.resize(width, 700)
    QApplication.processEvents()
    buttons = [button for button in panel.findChildren(QToolButton) if button.parent() is not panel.search_field]
    controls = [*buttons, panel.search_field, panel.footer.shown_label, panel.tree]
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


def test_rows_and_columns_grow_with_the_font(panel: LayerPanel) -> None:
    tree = panel.tree
    font = tree.font()
    font.setPointSizeF(2 * font.pointSizeF())
    tree.setFont(font)
    QApplication.processEvents()
    for column in (WHITE_COLUMN, BLACK_COLUMN):
        assert tree.columnWidth(column) >= tree.fontMetrics().horizontalAdvance("64") + 28
        title = tree.rows.headerData(column, Qt.Orientation.Horizontal)
        assert tree.columnWidth(column) >= tree.fontMetrics().horizontalAdvance(title)
    assert tree.visualRect(tree.index_of("pawns")).height() > tree.fontMetrics().height()


def test_a_wide_panel_has_its_presets_in_one_row(panel: LayerPanel) -> None:
    panel.resize(900, 700)
    QApplication.processEvents()
    assert len({button.y() for button in panel.preset_bar.presets}) == 1
    panel.resize(NARROW, 700)
    QApplication.processEvents()
    assert 1 < len({button.y() for button in panel.preset_bar.presets}) < len(panel.preset_bar.presets)


def test_every_control_has_a_name_for_screen_readers(panel: LayerPanel) -> None:
    for kind in (QAbstractButton, QLineEdit, QAbstractItemView):
        for control in panel.findChildren(kind):
            if control.isVisible() and control.focusPolicy() != Qt.FocusPolicy.NoFocus:
                assert control.accessibleName()


# Clicks


@pytest.mark.parametrize(("column", "sides"), [(WHITE_COLUMN, (True, False)), (BLACK_COLUMN, (False, True))])
def test_a_click_on_a_check_box_switches_the_layer_for_that_side_alone(
    panel: LayerPanel, layers: ShownLayers, column: int, sides: tuple[bool, bool]
) -> None:
    click(panel.tree, "stops", column)
    assert shown(layers)["stops"] == sides
    click(panel.tree, "stops", column)
    assert "stops" not in shown(layers)


def test_a_quick_second_click_on_a_check_box_switches_back(panel: LayerPanel, layers: ShownLayers) -> None:
    place = cell(panel.tree, "stops", WHITE_COLUMN)
    QTest.mouseDClick(panel.tree.viewport(), LEFT, NO_MODIFIER, place)
    assert "stops" not in shown(layers)


def test_a_press_on_one_box_and_a_release_on_another_switches_neither(panel: LayerPanel, layers: ShownLayers) -> None:
    before = shown(layers)
    QTest.mousePress(panel.tree.viewport(), LEFT, NO_MODIFIER, cell(panel.tree, "stops", WHITE_COLUMN))
    QTest.mouseRelease(panel.tree.viewport(), LEFT, NO_MODIFIER, cell(panel.tree, "telestops", WHITE_COLUMN))
    assert shown(layers) == before


def test_a_click_on_a_title_looks_at_the_layer_and_switches_nothing(panel: LayerPanel, layers: ShownLayers) -> None:
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
    assert listed(panel.tree) == list(LAYERS)


def test_the_title_of_a_chapter_takes_the_room_beside_it(panel: LayerPanel) -> None:
    index = panel.tree.rows.index(panel.tree.rows.rowCount() - 1, TITLE_COLUMN)
    while str(index.data()) != "Backward and weak pawns":
        index = index.siblingAtRow(index.row() - 1)
    panel.tree.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)
    row = panel.tree.visualRect(index)
    beside = QRect(row.right() + 1, row.top() + 1, 30, row.height() - 3)
    image = panel.tree.viewport().grab(beside).toImage()
    colors = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert len(colors) > 2


def test_a_folded_chapter_says_how_many_of_its_layers_are_shown(panel: LayerPanel, layers: ShownLayers) -> None:
    spans = panel.tree.rows.index(1, TITLE_COLUMN)
    panel.tree.collapse(spans)
    place = panel.tree.visualRect(spans)
    with_one = panel.tree.viewport().grab(QRect(0, place.top(), NARROW, place.height())).toImage()
    layers.set_shown("stops", white=True, black=True)
    with_two = panel.tree.viewport().grab(QRect(0, place.top(), NARROW, place.height())).toImage()
    assert with_one != with_two
    layers.set_shown("attacks", white=True, black=True)
    assert panel.tree.viewport().grab(QRect(0, place.top(), NARROW, place.height())).toImage() == with_two


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


def test_the_cell_that_keys_work_on_is_framed(panel: LayerPanel, qtbot: QtBot) -> None:
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


# Search


def test_typing_leaves_the_layers_that_hold_the_words(panel: LayerPanel) -> None:
    panel.focus_search()
    QTest.keyClicks(panel.search_field, "front SPAN")
    assert listed(panel.tree) == [
        "front_spans",
        "interspans",
        "telestops",
        "telestops_of_each",
        "rear_twins",
        "front_twins",
        "east_front_attack_spans",
        "west_front_attack_spans",
        "front_attack_spans",
    ]
    assert panel.tree.isVisible()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("telestops_of_each", ["telestops_of_each"]),
        ("Half-isolated", ["half_isolated_files", "half_isolated_pawns"]),
        ("mechanically", ["unfree_pawns"]),
        ("  ", list(LAYERS)),
    ],
)
def test_titles_identifiers_and_definitions_are_searched(panel: LayerPanel, text: str, expected: list[str]) -> None:
    QTest.keyClicks(panel.search_field, text)
    assert listed(panel.tree) == expected


def test_a_search_without_a_result_says_so_and_escape_shows_all_again(panel: LayerPanel) -> None:
    panel.focus_search()
    QTest.keyClicks(panel.search_field, "queen side")
    assert not panel.tree.isVisible()
    texts = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
    assert any("No layer found for “queen side”." in text for text in texts)
    QTest.keyClick(panel.search_field, Qt.Key.Key_Down)
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert panel.search_field.text() == ""
    assert panel.tree.isVisible()
    assert listed(panel.tree) == list(LAYERS)


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
    assert layers.current == "east_capturers"
    assert shown(layers) == {"front_spans": (True, True)}


def test_a_search_does_not_change_what_is_looked_at(panel: LayerPanel, layers: ShownLayers) -> None:
    QTest.keyClicks(panel.search_field, "safe_squares")
    assert listed(panel.tree) == ["safe_squares"]
    assert layers.current == "front_spans"
    assert panel.tree.current_identifier == ""
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert panel.tree.current_identifier == "front_spans"


def test_a_search_opens_folded_chapters_and_folds_them_again_at_its_end(panel: LayerPanel) -> None:
    QTest.mouseClick(
        panel.tree.viewport(), LEFT, NO_MODIFIER, panel.tree.visualRect(panel.tree.rows.index(1, TITLE_COLUMN)).center()
    )
    assert "stops" not in listed(panel.tree)
    QTest.keyClicks(panel.search_field, "stop")
    assert "stops" in listed(panel.tree)
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert "stops" not in listed(panel.tree)
    assert "attacks" in listed(panel.tree)


def test_a_search_ends_where_it_holds_back_the_layer_that_is_gone_to(panel: LayerPanel, layers: ShownLayers) -> None:
    QTest.keyClicks(panel.search_field, "stop")
    layers.set_current("telestops")
    assert panel.search_field.text() == "stop"
    layers.set_current("safe_squares")
    assert panel.search_field.text() == ""
    assert panel.tree.current_identifier == "safe_squares"
    assert panel.tree.viewport().rect().contains(panel.tree.visualRect(panel.tree.currentIndex()).center())


def test_a_search_without_a_result_ends_where_a_layer_is_gone_to(panel: LayerPanel, layers: ShownLayers) -> None:
    QTest.keyClicks(panel.search_field, "queen side")
    layers.set_current("safe_squares")
    assert panel.tree.isVisible()
    assert panel.tree.current_identifier == "safe_squares"


def test_focus_search_selects_what_is_searched(panel: LayerPanel) -> None:
    QTest.keyClicks(panel.search_field, "stops")
    panel.focus_search()
    assert panel.search_field.selectedText() == "stops"


# Presets


@pytest.mark.parametrize("number", range(len(presets())), ids=[preset.title for preset in presets()])
def test_a_preset_shows_exactly_its_layers_and_its_button_stays_down(
    panel: LayerPanel, layers: ShownLayers, number: int
) -> None:
    layers.set_shown("rear_fills", white=True, black=False)
    QTest.mouseClick(panel.preset_bar.presets[number], LEFT)
    assert shown(layers) == dict.fromkeys(sorted(presets()[number].layers, key=list(LAYERS).index), (True, True))
    assert [button.isChecked() for button in panel.preset_bar.presets].index(True) == number
    QTest.mouseClick(panel.preset_bar.presets[number], LEFT)
    assert panel.preset_bar.presets[number].isChecked()
    layers.set_shown("rear_fills", white=True, black=False)
    assert not any(button.isChecked() for button in panel.preset_bar.presets)


def test_presets_are_reached_and_used_by_key(panel: LayerPanel, layers: ShownLayers) -> None:
    button = panel.preset_bar.presets[2]
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert set(shown(layers)) == set(presets()[2].layers)
    panel.preset_bar.clear_button.setFocus()
    QTest.keyClick(panel.preset_bar.clear_button, Qt.Key.Key_Space)
    assert shown(layers) == {}


def test_a_preset_s_tool_tip_says_what_it_shows(panel: LayerPanel) -> None:
    tip = tool_tip(panel.preset_bar.presets[0], QPoint(4, 4))
    assert presets()[0].description in tip
    assert "Ctrl+1" in tip
    assert "Front spans, Rear spans" in tip


def test_a_button_that_is_down_looks_different(panel: LayerPanel, layers: ShownLayers) -> None:
    # Under the pointer, which may be there from the beginning, it looks different, too.
    QApplication.sendEvent(panel.preset_bar.presets[0], QEvent(QEvent.Type.Leave))
    for theme in (LIGHT, DARK):
        panel.setPalette(palette(theme))
        layers.clear()
        up = panel.preset_bar.presets[0].grab().toImage()
        layers.apply_preset(presets()[0].layers)
        down = panel.preset_bar.presets[0].grab().toImage()
        assert down.pixelColor(5, 5) == QColor(theme.highlight)
        assert up.pixelColor(5, 5) == QColor(theme.button)


# Tool tips


@pytest.mark.parametrize(
    ("identifier", "column", "text"),
    [
        ("front_spans", WHITE_COLUMN, "Hide front spans for White"),
        ("front_spans", BLACK_COLUMN, "Hide front spans for Black"),
        ("safe_squares", WHITE_COLUMN, "Show safe squares for White"),
        ("safe_squares", BLACK_COLUMN, "Show safe squares for Black"),
    ],
)
def test_the_tool_tip_of_a_check_box_says_what_a_click_does(
    panel: LayerPanel, identifier: str, column: int, text: str
) -> None:
    assert tool_tip(panel.tree.viewport(), cell(panel.tree, identifier, column)) == text


def test_the_tool_tip_of_a_title_explains_the_layer(panel: LayerPanel) -> None:
    tip = tool_tip(panel.tree.viewport(), cell(panel.tree, "telestops_of_each"))
    layer = LAYERS["telestops_of_each"]
    assert layer.title in tip
    assert layer.definition in tip
    assert layer.formula in tip


def test_each_command_names_its_key_in_its_tool_tip(panel: LayerPanel) -> None:
    for command in ROW_COMMANDS:
        action = panel.commands.actions_by_name[command.name]
        assert f"({action.shortcut().toString()})" in action.toolTip()
    keys = [key for command in ROW_COMMANDS for key in command.keys]
    assert len(set(keys)) == len(keys)


# Commands of the current layer


def test_alt_and_the_arrow_keys_move_a_layer_within_its_chapter(panel: LayerPanel, layers: ShownLayers) -> None:
    choose(panel, "rear_spans")
    QTest.keyClick(panel.tree, Qt.Key.Key_Up, ALT)
    assert listed(panel.tree)[4:7] == ["rear_spans", "front_spans", "interspans"]
    assert layers.current == panel.tree.current_identifier == "rear_spans"
    assert not panel.commands.actions_by_name["move_up"].isEnabled()
    QTest.keyClick(panel.tree, Qt.Key.Key_Up, ALT)
    assert listed(panel.tree)[4:7] == ["rear_spans", "front_spans", "interspans"]
    for _ in range(2):
        QTest.keyClick(panel.tree, Qt.Key.Key_Down, ALT)
    assert listed(panel.tree)[4:7] == ["front_spans", "interspans", "rear_spans"]
    assert [entry.layer.identifier for entry in layers.shown()] == ["front_spans"]


def test_the_footer_s_buttons_work_on_the_current_layer(panel: LayerPanel, layers: ShownLayers) -> None:
    choose(panel, "rear_spans")
    buttons = {button.objectName(): button for button in panel.findChildren(QToolButton) if button.objectName()}
    QTest.mouseClick(buttons["move_down"], LEFT)
    assert listed(panel.tree)[4:7] == ["front_spans", "interspans", "rear_spans"]
    QTest.mouseClick(buttons["move_up"], LEFT)
    assert listed(panel.tree)[4:7] == ["front_spans", "rear_spans", "interspans"]
    QTest.mouseClick(buttons["show_alone"], LEFT)
    assert shown(layers) == {"rear_spans": (True, True)}
    QTest.mouseClick(buttons["show_alone"], LEFT)
    assert shown(layers) == {"front_spans": (True, True)}


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
        "Show alone",
        "Style…",
        "Reset style",
        "Move up",
        "Move down",
        "Copy name",
        "Compare…",
        "Steps and code",
        "Duplicate as my layer…",
    ]
    assert layers.current == "double_attacks"
    QTest.mouseClick(menu, LEFT, NO_MODIFIER, menu.actionGeometry(menu.actions()[0]).center())
    assert shown(layers) == {"double_attacks": (True, True)}


def test_the_steps_of_a_layer_are_asked_for_by_key(panel: LayerPanel, layers: ShownLayers, qtbot: QtBot) -> None:
    choose(panel, "stops")
    with qtbot.waitSignal(panel.commands.actions_by_name["open_steps"].triggered, timeout=500):
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


def test_a_chapter_has_no_menu(panel: LayerPanel) -> None:
    place = panel.tree.visualRect(panel.tree.rows.index(0, TITLE_COLUMN)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, panel.tree.viewport().mapToGlobal(place))
    QApplication.sendEvent(panel.tree.viewport(), event)
    assert QApplication.activePopupWidget() is None


def test_without_a_current_layer_its_commands_are_off(panel: LayerPanel, layers: ShownLayers) -> None:
    layers.set_current("")
    assert not any(action.isEnabled() for action in panel.commands.actions_by_name.values())


# Dragging


def dragged(panel: LayerPanel, identifier: str) -> QMimeData:
    return panel.tree.rows.mimeData([panel.tree.index_of(identifier)])


def test_a_row_is_dropped_between_others_of_its_chapter(panel: LayerPanel) -> None:
    rows = panel.tree.rows
    chapter = panel.tree.index_of("front_spans").parent()
    move = Qt.DropAction.MoveAction
    assert rows.canDropMimeData(dragged(panel, "front_spans"), move, 3, TITLE_COLUMN, chapter)
    assert rows.dropMimeData(dragged(panel, "front_spans"), move, 3, TITLE_COLUMN, chapter)
    assert listed(panel.tree)[4:8] == ["rear_spans", "interspans", "front_spans", "stops"]
    assert panel.tree.current_identifier == "front_spans"


def test_a_row_is_not_dropped_into_another_chapter(panel: LayerPanel) -> None:
    rows = panel.tree.rows
    move = Qt.DropAction.MoveAction
    assert not rows.canDropMimeData(dragged(panel, "front_spans"), move, 0, TITLE_COLUMN, rows.index(0, TITLE_COLUMN))
    assert not rows.canDropMimeData(dragged(panel, "front_spans"), move, 0, TITLE_COLUMN, QModelIndex())
    assert listed(panel.tree) == list(LAYERS)


def test_moving_with_a_button_down_ends_the_preview(panel: LayerPanel, layers: ShownLayers) -> None:
    point(panel.tree, "rear_spans")
    QTest.mousePress(panel.tree.viewport(), LEFT, NO_MODIFIER, cell(panel.tree, "rear_spans"))
    QTest.mouseMove(panel.tree.viewport(), cell(panel.tree, "rear_spans") + QPoint(1, 0))
    assert layers.preview == ""
    QTest.mouseRelease(panel.tree.viewport(), LEFT, NO_MODIFIER, cell(panel.tree, "rear_spans"))


# Temporary layers and life


def temporary(identifier: str) -> Layer:
    original = LAYERS["telestops"]
    return Layer(identifier, "As printed", SPANS, original.formula, "As printed.", original.mark, original.compute)


def test_temporary_layers_appear_in_an_open_chapter_and_go(panel: LayerPanel, layers: ShownLayers) -> None:
    layers.set_temporary([temporary("printed")])
    assert listed(panel.tree)[-1] == "printed"
    assert panel.footer.shown_label.text() == "2 layers shown"
    point(panel.tree, "printed")
    layers.set_temporary([])
    assert listed(panel.tree) == list(LAYERS)
    assert panel.footer.shown_label.text() == "1 layer shown"
    point(panel.tree, "pawns")
    assert layers.preview == "pawns"


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
        layers.own.set_kept(UserLayers(UserLayer(name, name.title(), "own") for name in names))

    have("quince", "plum")
    panel.search_field.setText("quince")
    tree = panel.tree
    have("fig", "melon")
    assert tree.rows.rowCount() == 0
    have("fig", "quince", "pear", "plum")
    index = tree.index_of("quince")
    assert index.isValid() and tree.isExpanded(index.parent())
    assert tree.rows.rowCount(index.parent()) == 1
    panel.search_field.clear()
    assert tree.rows.rowCount(tree.index_of("quince").parent()) == 4


def test_a_layer_that_is_renamed_stays_in_sight_of_who_writes_it(panel: LayerPanel, layers: ShownLayers) -> None:
    layers.own.set_kept(UserLayers([UserLayer("thing", "Mine thing", "own")]))
    panel.search_field.setText("thing")
    layers.set_current("thing")
    layers.own.set_draft(UserLayer("thing", "Zebra", "own"), "thing")
    assert panel.tree.index_of("thing").isValid()
    layers.own.keep(UserLayer("zebra", "Zebra", "own"), "thing")
    layers.own.end_draft()
    layers.set_current("zebra")
    assert panel.tree.index_of("zebra").isValid()


def test_what_is_said_of_a_search_follows_the_layers(panel: LayerPanel, layers: ShownLayers) -> None:
    panel.search_field.setText("qqq")
    assert not panel.tree.isVisible()
    layers.own.set_kept(UserLayers([UserLayer("qqq", "Qqq", "own")]))
    assert panel.tree.isVisible()
    layers.own.set_kept(UserLayers())
    assert not panel.tree.isVisible()
