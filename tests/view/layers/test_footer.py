"""The line below the list of layers."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QToolButton,
)

from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import WHITE_COLUMN
from pawnviz.view.layers.panel import LayerPanel
from tests.view.layers.hands import LEFT, choose, click, in_chapter_of, shown


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


def test_the_footer_s_buttons_work_on_the_current_layer(panel: LayerPanel, layers: ShownLayers) -> None:
    choose(panel, "rear_spans")
    buttons = {button.objectName(): button for button in panel.findChildren(QToolButton) if button.objectName()}
    QTest.mouseClick(buttons["move_down"], LEFT)
    assert in_chapter_of(panel.tree, "rear_spans")[:3] == ["front_spans", "interspans", "rear_spans"]
    QTest.mouseClick(buttons["move_up"], LEFT)
    assert in_chapter_of(panel.tree, "rear_spans")[:3] == ["front_spans", "rear_spans", "interspans"]
    QTest.mouseClick(buttons["show_alone"], LEFT)
    assert shown(layers) == {"rear_spans": (True, True)}
    QTest.mouseClick(buttons["show_alone"], LEFT)
    assert shown(layers) == {"front_spans": (True, True)}
