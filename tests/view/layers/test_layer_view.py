"""The list of layers as it looks: rows, counts, boxes and tool tips, and what of it is painted again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
)

from pawnviz.core.labels.sections import sections
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, bar
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import BLACK_COLUMN, TITLE_COLUMN, WHITE_COLUMN
from pawnviz.view.layers.panel import LayerPanel
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme
from tests.view.layers.hands import NARROW, Painted, cell, color_in_box, every_row, image_of, listed, show, tool_tip


def test_every_layer_is_listed_below_its_chapter(panel: LayerPanel) -> None:
    assert listed(panel.tree) == every_row()
    rows = panel.tree.rows
    titles = [rows.index(row, TITLE_COLUMN).data() for row in range(rows.rowCount())]
    assert titles == [section.title for section in sections()]
    assert listed(panel.tree)[0] == "passed_pawns"


def test_rows_are_about_24_pixels_high_and_those_of_long_titles_have_more_lines(panel: LayerPanel) -> None:
    QApplication.processEvents()
    tree = panel.tree
    bold = QFont(tree.font())
    bold.setBold(True)
    room = tree.columnWidth(TITLE_COLUMN) - 58
    long = {name for name in every_row() if QFontMetrics(bold).horizontalAdvance(LAYERS[name].title) > room}
    assert "backward_pawns_not_isolated_stockfish" in long
    for name in every_row():
        if name != "islands_of_width_1":
            height = tree.visualRect(tree.index_of(name)).height()
            assert (34 <= height <= 60) if name in long else (22 <= height <= 30), name
    panel.resize(600, panel.height())
    QApplication.processEvents()
    assert {tree.visualRect(tree.index_of(name)).height() for name in every_row()} == {24}


def test_no_title_is_cut_at_the_width_of_the_narrowest_dock(panel: LayerPanel, layers: ShownLayers) -> None:
    layers.apply_preset(every_row())
    QApplication.processEvents()
    bold = QFont(panel.tree.font())
    bold.setBold(True)
    room = panel.tree.columnWidth(TITLE_COLUMN) - 58
    for name in every_row():
        box = QRect(0, 0, room - (38 if name == "islands_of_width_1" else 0), 100)
        wrapped = QFontMetrics(bold).boundingRect(box, Qt.TextFlag.TextWordWrap.value, LAYERS[name].title)
        assert wrapped.width() <= box.width(), name
        assert wrapped.height() <= panel.tree.visualRect(panel.tree.index_of(name)).height(), name


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
    panel.resize(NARROW, 600)
    QApplication.processEvents()
    tree.scrollToTop()
    top = image_of(tree, "attacks", WHITE_COLUMN)
    tree.scrollToBottom()
    QApplication.processEvents()
    document.place(10, "P")
    QApplication.processEvents()
    tree.scrollToTop()
    QApplication.processEvents()
    painted = Painted(tree.viewport())
    document.undo_stack.undo()
    QApplication.processEvents()
    assert painted.region.intersects(tree.visualRect(tree.index_of("attacks", WHITE_COLUMN)))
    assert image_of(tree, "attacks", WHITE_COLUMN) == top


def test_rows_and_columns_grow_with_the_font(panel: LayerPanel) -> None:
    tree = panel.tree
    font = tree.font()
    font.setPointSizeF(2 * font.pointSizeF())
    tree.setFont(font)
    QApplication.processEvents()
    for column in (WHITE_COLUMN, BLACK_COLUMN):
        assert tree.columnWidth(column) >= tree.fontMetrics().horizontalAdvance("64") + 25
        title = tree.rows.headerData(column, Qt.Orientation.Horizontal)
        assert tree.columnWidth(column) >= tree.fontMetrics().horizontalAdvance(title)
    assert tree.visualRect(tree.index_of("pawns")).height() > tree.fontMetrics().height()


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
    spans = panel.tree.index_of("stops").parent()
    panel.tree.collapse(spans)
    place = panel.tree.visualRect(spans)
    with_one = panel.tree.viewport().grab(QRect(0, place.top(), NARROW, place.height())).toImage()
    layers.set_shown("stops", white=True, black=True)
    with_two = panel.tree.viewport().grab(QRect(0, place.top(), NARROW, place.height())).toImage()
    assert with_one != with_two
    layers.set_shown("attacks", white=True, black=True)
    assert panel.tree.viewport().grab(QRect(0, place.top(), NARROW, place.height())).toImage() == with_two


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
    tip = QTextDocumentFragment.fromHtml(tool_tip(panel.tree.viewport(), cell(panel.tree, "telestops_of_each")))
    layer = LAYERS["telestops_of_each"]
    assert all(text in tip.toPlainText() for text in (layer.title, layer.definition, layer.formula))
